function E = dls_equilibrium (model, varargin)
%DLS_EQUILIBRIUM  Where a system rests, how far friction holds it there, and how it moves nearby
%   E = DLS_EQUILIBRIUM (MODEL, Q0) looks for a position of rest of a model of DLS_MODEL near Q0:
%       f (0,q,0) + G*lb + N*lu + T*lt = 0,   h (q) = 0,   0 <= g (q) _|_ lu >= 0,   |lt| <= mu*lu
%   With friction rest positions are a set. If Q0 (moved onto its constraints and the contacts that
%   are closed there) is in it, by DLS_STICKING, it is the answer, else the position of rest without
%   friction that Newton's method finds from there, which is in the set, too.
%   E = DLS_EQUILIBRIUM (B) looks for one of a mechanism of DLS_MECHANISM near B.q, at the time B.t.
%   DLS_EQUILIBRIUM (MODEL, Q0, OPTS) or (..., 'Option', VALUE, ...):
%       'Close'          gaps up to which contacts of Q0 are taken as closed (1e-6)
%       'Reach'          largest displacement that is tried for E.reach (10; 0: none)
%       'Tolerance'      of the equations, relative to the forces (1e-10); 'MaxIterations' (50)
%   E.q, E.lambda    position; reactions nb, nu, tu (of all contacts), of B by name, too
%   E.bodies         of B: position and angle of each body, by its name
%   E.turns          of B in space: whole turns of its joints, as SOL.turns of DLS_SIMULATE
%   E.status         'solved', 'max_iterations', 'numerical_trouble'
%   E.friction       without friction it would not rest
%   E.margin         of DLS_STICKING there (how far reactions are inside of their cones)
%   E.closed         contacts that touch
%   E.directions     n-by-k orthonormal: how it can slip without a change of contact
%   E.reach          k-by-2: displacements down and up along these, on the constraints, until
%                    friction does not hold it any more (-Inf, Inf: more than 'Reach')
%   Near the position, contacts that press staying closed:
%   E.eigenvalues    s of M*s^2 + C*s + K in E.directions, without friction;  E.modes (n-by-..)
%   E.frequencies    |Im s|/(2*pi) of those with Im s > 0
%   E.stability      without friction: 'asymptotic', 'unstable', 'marginal' (no growth to first
%                    order: a strict minimum of the energy where nothing is damped), 'held' (no
%                    direction is left), 'undecided' (a contact touches without force; E.friction).
%                    With friction a margin > 0 means that what is at rest stays so
%   E.attraction     do motions nearby end in the set of positions of rest? By the energy as
%                    Lyapunov function and LaSalle's principle, at the position without friction,
%                    contacts that press welded: 'attractive', 'not_attractive' (E.unseen: a
%                    direction of a motion that friction and damping do not see), 'undecided'
%                    (E.lyapunov.message)
%   E.lyapunov       what it needs: .stiffness, .damping (least eigenvalues of K, (C + C')/2 with M;
%                    both >= 0), .welded (largest Re s with contacts welded: -Inf, all is held)
%   E.residual.worst, E.iterations, E.message, E.time
%
%   Example: a pendulum, and a block on a rough incline
%     model = dls_model ('mass', 1, 'force', @(t,q,v) -9.81 * sin (q) - 0.1 * v);
%     E = dls_equilibrium (model, 0.5);
%     [E.q, E.frequencies]
%     % ans =
%     %   0   0.4984
%     E.stability
%     % ans = asymptotic
%
%   See also DLS_STICKING, DLS_PERIODIC, DLS_SIMULATE, DLS_MODEL.
% SPDX-License-Identifier: GPL-3.0-or-later
  timer = tic ();
  if (nargin > 0 && dls_is_mechanism (model, 'dls_equilibrium'))
    model = mechanism (model);
    q0 = dls_mechanism_mex ('angles', model.numbers, model.mechanism.q);
  elseif (nargin > 1)
    q0 = varargin{1};
    varargin(1) = [];
  else
    error ('delassus:dimension', ['dls_equilibrium: %d given; expected model, q0, or a ', ...
           'mechanism'], nargin);
  end
  opts = dls_table_options ('dls_equilibrium', varargin);
  if (~isfield (model, 'mechanism'))
    dls_model_input (model, 'dls_equilibrium');
    q0 = dls_vector_input (q0, numel (q0), 'dls_equilibrium', 'q0');
    given = model;
    v0 = zeros (size (q0));
    if (model.arity.advance > 0)
      v0 = zeros (model.n, 1);
    end
    model = dls_model_bind (model, 0, q0, v0, 'dls_equilibrium');
    model.asked = given;                     % dls_model_system binds it anew
  end
  E = struct ('kind', 'equilibrium', 'q', q0, 'turns', zeros (0, 1), 'lambda', [], ...
              'status', '', 'friction', false, ...
              'margin', NaN, 'closed', [], 'directions', [], 'reach', [], 'eigenvalues', [], ...
              'modes', [], 'frequencies', [], 'stability', 'undecided', ...
              'attraction', 'undecided', 'unseen', [], 'lyapunov', ...
              struct ('stiffness', NaN, 'damping', NaN, 'welded', NaN, 'message', ''), ...
              'residual', struct ('worst', NaN), 'iterations', 0, 'message', '', 'time', 0);
  E = rest (E, model, q0, opts);
  if (strcmp (E.status, 'solved'))
    E = nearby (E, model);
    E = attraction (E, model, opts);
    E = reach (E, model, opts.Reach);
  end
  if (isfield (model, 'mechanism'))
    [E.q, E.turns] = dls_mechanism_turns ('split', model.numbers, E.q);
    moving = model.mechanism.bodies(~[model.mechanism.bodies.fixed]);
    E = dls_by_name (E, struct ('names', struct ('bodies', {{moving.name}})), E.q);
  end
  E.time = toc (timer);
  if (nargout == 0)
    dls_show (E)
    clear E
  end
end

% A mechanism as a model of what is needed here
function model = mechanism (B)
  B.v = 0 * B.v;
  [A, D] = dls_mechanism_evaluate (B, B.t, B.q, B.v, 'dls_equilibrium');
  model = struct ('n', numel (B.v), 'nb', numel (A.h), 'nu', numel (A.g), 'd', B.d, ...
                  'mechanism', B, 'numbers', D);
end

% Parts at rest
function A = see (model, what, q)
  if (~isfield (model, 'mechanism'))
    v = zeros (model.n, 1);
    A = pressed (dls_model_at (model, union (what, 'gNL'), 0, q, v), v);
    return
  end
  B = model.mechanism;
  at = @(v) pressed (dls_mechanism_evaluate (B, B.t, q, v, 'dls_equilibrium'), v);
  A = at (B.v);
  if (numel (A.g) ~= model.nu)
    dls_raise ('delassus:option', ...
               ['dls_equilibrium: %d points of solids touch, in the beginning ', ...
               'there were %d; expected contacts that stay'], numel (A.g), model.nu);
  elseif (any (what == 'J'))
    A.fv = dls_differences (@(v) getfield (at (v), 'f'), B.v);
  end
end

% Compliant contacts are forces; as contacts they are open.
function A = pressed (A, v)
  soft = find (A.k < Inf);
  deep = reshape (soft(A.g(soft) <= 0), [], 1);   % 0-by-1, too, where one contact is open
  N = A.N(:,deep);
  if (isfield (A, 'f'))
    A.load = norm (A.f, Inf);                      % what the sum is to be measured by
    A.f = A.f + N * max (0, -A.k(deep) .* A.g(deep) - A.damping(deep) .* (N' * v));
  end
  if (isfield (A, 'fv'))
    A.fv = A.fv - N * bsxfun (@times, A.damping(deep), N');
  end
  A.g(soft) = realmax;
end

% Where displacements in the directions of velocities lead
function q = moved (model, q, dq)
  if (isfield (model, 'mechanism') && model.d == 3)
    q = dls_mechanism_mex ('advance', model.numbers, q, dq, 1);
  elseif (isfield (model, 'mechanism'))
    q = q + dq;
  else
    q = dls_model_moved (model, q, dq, 1);
  end
end

% Positions without the angles of joints, which those of a mechanism in space have here; B: the
% mechanism there
function [q, B] = placed (model, q)
  if (isfield (model, 'mechanism') && nargout > 1)
    [q, turns] = dls_mechanism_turns ('split', model.numbers, q);
    B = setfield (dls_mechanism_turns ('at', model.mechanism, turns), 'q', q);
  elseif (isfield (model, 'mechanism'))
    q = q(1:numel (model.mechanism.q));
  end
end

function E = rest (E, model, q0, opts)
  A = see (model, 'gL', q0);
  E.closed = find (A.g <= opts.Close)';
  rough = model.d > 1 && (any (A.mu(E.closed) > 0) || (isfield (A, 'muh') && any (A.muh > 0)));
  if (rough)
    q = onto (model, q0, E.closed);
    V = held (model, q, E.closed);
    if (strcmp (V.verdict, 'sticking'))
      E.q = q;
      E.status = 'solved';
      E.friction = true;
      E.message = 'friction holds it where it was';
      E = with_forces (E, model, V);
      return
    end
  end
  E = newton (E, model, q0, opts);
  A = see (model, 'gL', E.q);
  named = isfield (model, 'mechanism');
  least = max (opts.Close, 1e-8);
  if (named)
    least = 1e-8 * (1 + max ([0; abs(placed(model, E.q))]));     % as dls_system has it
  end
  E.closed = find (A.g <= least)';
  if (strcmp (E.status, 'solved') && (named || (model.d > 1 && ~isempty (E.closed))))
    E = with_forces (E, model, held (model, E.q, E.closed));
  end
end

% The static problem of DLS_STICKING with these contacts closed.
function V = held (model, q, closed)
  if (isfield (model, 'mechanism'))
    [~, B] = placed (model, q);
    S = dls_system (B);
  else
    status = 2 * ismember ((1:model.nu)', closed);
    S = dls_model_system (model.asked, 0, q, zeros (model.n, 1), status);
  end
  S = dls_system (S, 'bb', 0 * S.bb, 'bu', 0 * S.bu, 'tu', 0 * S.tu);
  V = dls_sticking (S, 'Static', true, 'Persistent', true, 'Critical', false);
end

function E = with_forces (E, model, V)
  k = model.d - 1;
  E.margin = V.margin;
  if (isempty (V.lambda))
    return
  end
  nu = zeros (model.nu, 1);
  tu = zeros (k * model.nu, 1);
  nu(E.closed) = V.lambda.nu;
  rows = bsxfun (@plus, k * (E.closed - 1), (1:k)');
  if (numel (V.lambda.tu) == numel (rows))     % a mechanism without friction has no tangents
    tu(rows(:)) = V.lambda.tu;
  end
  E.lambda = V.lambda;                     % the names of mechanisms stay
  [E.lambda.nu, E.lambda.tu] = deal (nu, tu);
  if (~isfield (model, 'mechanism'))
    E.lambda = struct ('nb', V.lambda.nb, 'nu', nu, 'tu', tu);
  end
  E.residual.worst = V.residual.worst;
end

% The nearest point on h = 0 and on the gaps that are closed.
function q = onto (model, q, closed)
  for k = 1:30
    A = see (model, 'hgGN', q);
    r = [A.h; A.g(closed)];
    if (isempty (r) || norm (r) <= 1e-13 * (1 + norm (q)))
      return
    end
    q = moved (model, q, -pinv (full ([A.G, A.N(:,closed)]')) * r);
  end
end

% The step to the solution of the linear complementarity problem at this point, if there is one.
function step = linearised (step, K, A, r, lu)
  none = zeros (size (A.G, 2), size (A.N, 2));
  [x, z, ~, info] = dls_mlcp (K, full ([A.N; none]), full ([A.N; none])', zeros (numel (lu)), r, ...
                              A.g);
  if (info.exitflag == 1)
    step = [x; z - lu];
  end
end

% Without friction: semismooth Newton on the forces, h and min (g, lu), steps of minimum norm.
function E = newton (E, model, q, opts)
  n = model.n;
  [lb, lu] = deal (zeros (model.nb, 1), zeros (model.nu, 1));
  E.status = 'max_iterations';
  worst = Inf;
  for k = 1:opts.MaxIterations
    [F, A] = forces (model, q, lb, lu);
    scale = max ([A.load, norm(A.G * lb, Inf), norm(A.N * lu, Inf), realmin]);
    on = lu / scale > A.g;
    r = [F; A.h; A.g .* on + lu .* ~on];
    least = min (A.g, lu / scale);
    worst = max ([norm(F, Inf) / max(scale, 1e-3); norm(A.h, Inf); norm(least, Inf)]);
    E.iterations = k;
    if (worst <= opts.Tolerance)
      E.status = 'solved';
      break
    end
    K = [stiffness(model, q, lb, lu), A.G; A.G', zeros(model.nb)];
    J = full ([K, [A.N; zeros(model.nb, model.nu)]
               diag(on) * A.N', zeros(model.nu, model.nb), diag(~on)]);
    step = -pinv (J) * r;
    if (k > opts.MaxIterations / 2 && model.nu > 0)      % it turns in a circle: Josephy and Newton
      step = linearised (step, full (K), A, [F - A.N * lu; A.h], lu);
    end
    longest = 0.5 * (1 + norm (placed (model, q)));
    step = step * min (1, longest / max (norm (step(1:n)), realmin));
    q = moved (model, q, step(1:n,1));
    lb = lb + step(n+(1:model.nb),1);
    lu = lu + step(n+model.nb+1:end,1);
  end
  E.q = q;
  E.residual.worst = worst;
  if (strcmp (E.status, 'max_iterations'))
    E.message = sprintf (['no position of rest was found: the last one tried is missed by ', ...
                          '%.2g of the forces, %.2g of the constraints, %.2g of the contacts'], ...
                         norm (F, Inf) / max (scale, 1e-3), norm (A.h, Inf), norm (least, Inf));
  end
  E.lambda = struct ('nb', lb, 'nu', max (lu, 0), 'tu', zeros ((model.d - 1) * model.nu, 1));
  if (strcmp (E.status, 'solved') && any (lu < -opts.Tolerance * scale))
    E.status = 'numerical_trouble';
  end
end

function [F, A] = forces (model, q, lb, lu)
  A = see (model, 'fhgGN', q);
  F = A.f + A.G * lb + A.N * lu;
end

% d/dq of all forces, reactions as they are.
function K = stiffness (model, q, lb, lu)
  n = model.n;
  K = zeros (n);
  size_of = abs (placed (model, q));
  if (numel (size_of) ~= n)
    size_of = max (size_of) * ones (n, 1);
  end
  for j = 1:n
    h = 1e-6 * (1 + size_of(j)) * ((1:n)' == j);
    K(:,j) = (forces (model, moved (model, q, h), lb, lu) ...
              - forces (model, moved (model, q, -h), lb, lu)) / (2 * sum (h));
  end
end

% M*s^2 + C*s + K in the directions that constraints and pressing contacts leave.
function E = nearby (E, model)
  A = see (model, 'GN', E.q);
  E.directions = null (full ([A.G, A.N(:,E.closed)]'));
  if (isempty (E.directions))
    E.stability = 'held';
    return
  end
  pressing = E.closed;
  size_of = 1e-8 * max ([abs(E.lambda.nu); abs(E.lambda.nb); realmin]);
  weak = any (E.lambda.nu(pressing) <= size_of);
  [M, C, K] = reduced (model, E, E.directions);
  [E.eigenvalues, X] = dls_attraction ('vibrations', M, C, K);
  E.modes = E.directions * X;
  s = E.eigenvalues;
  E.frequencies = sort (imag (s(imag (s) > 0))) / (2 * pi);
  size_s = max ([abs(E.eigenvalues); realmin]);
  if (weak || E.friction)
    return
  elseif (any (real (E.eigenvalues) > 1e-6 * size_s))
    E.stability = 'unstable';
  elseif (all (real (E.eigenvalues) < -1e-6 * size_s))
    E.stability = 'asymptotic';
  else
    E.stability = 'marginal';
  end
end

% M*s^2 + C*s + K in the directions Z, reactions as they are. Differences over 1e-6 leave 1e-10 of
% the forces where nothing is stiff: such a K would be a vibration, or a growth, that is not there.
function [M, C, K] = reduced (model, E, Z)
  A = see (model, 'fGNMJ', E.q);
  K = -Z' * stiffness (model, E.q, E.lambda.nb, E.lambda.nu) * Z;
  size_of = max ([A.load, norm(A.G * E.lambda.nb, Inf), norm(A.N * E.lambda.nu, Inf)]);
  K(abs (K) <= 1e-8 * size_of + 100 * eps * norm (K)) = 0;
  C = -Z' * full (A.fv) * Z;
  M = Z' * full (A.M) * Z;
end

% At the position without friction, where the energy has its minimum.
function E = attraction (E, model, opts)
  R = E;
  if (E.friction)
    R = newton (E, model, E.q, opts);
  end
  A = see (model, 'gGNTL', R.q);
  A.d = model.d;
  [A.M, A.C, A.K] = reduced (model, R, eye (model.n));
  E = dls_attraction ('decide', E, R, A, opts.Close);
end

% How far it may be moved and still rests: by bisection of what DLS_STICKING says.
function E = reach (E, model, most)
  k = size (E.directions, 2);
  E.reach = NaN (k, 2);
  if (most == 0 || model.d == 1 || ~(E.margin > 0))
    return
  end
  signs = [-1 1];
  for j = 1:k
    for side = 1:2
      d = signs(side) * E.directions(:,j);
      at = @(s) onto (model, moved (model, E.q, s * d), E.closed);
      rests = @(s) strcmp (held (model, at (s), E.closed).verdict, 'sticking');
      [low, bad] = deal (0, []);
      while (low < most && isempty (bad))      % in quarters, or a stretch without rest is passed
        tries = [low, min(low + max (low, 1e-3 * most) * (1:4) / 4, most)];
        bad = find (~arrayfun (rests, tries(2:5)), 1);
        low = tries(min ([bad, 5]));
      end
      if (isempty (bad))
        E.reach(j,side) = signs(side) * Inf;
        continue
      end
      high = tries(bad+1);
      while (high - low > 1e-7 * most)
        middle = (low + high) / 2;
        if (rests (middle))
          low = middle;
        else
          high = middle;
        end
      end
      E.reach(j,side) = signs(side) * low + 0;              % no -0
    end
  end
end

%!test  % the example of the help
%! model = dls_model ('mass', 1, 'force', @(t,q,v) -9.81 * sin (q) - 0.1 * v);
%! E = dls_equilibrium (model, 0.5);
%! assert ([E.q, E.frequencies], [0, sqrt(9.81 - 0.05^2) / (2 * pi)], 1e-8)
%! assert ({E.status, E.stability}, {'solved', 'asymptotic'})
%! E = dls_equilibrium (model, 3);
%! assert (E.q, pi, 1e-9)
%! assert (E.stability, 'unstable')
%!test  % a spring pulls a block over a rough floor: it rests within mu*m*g/k
%! model = dls_model ('M', eye (2), 'K', diag ([50 0]), 'f', [0; -10], 'gap', 0, ...
%!                    'gapgrad', [0; 1], 'tangent', [1; 0], 'mu', 0.3);
%! E = dls_equilibrium (model, [0.02; 0]);
%! assert ({E.status, E.friction, E.closed}, {'solved', true, 1})
%! assert (E.q', [0.02 0], 1e-12)
%! assert (sort (abs (E.directions(1) * E.reach + 0.02)), [0.06 0.06], 1e-9)
%! assert ([E.lambda.nu, E.lambda.tu], [10, 1], 1e-8)
%! E = dls_equilibrium (model, [0.07; 0]);         % too far: without friction it rests at 0
%! assert (E.q', [0 0], 1e-9)
%! assert ({E.friction, E.stability}, {false, 'marginal'})
%! assert (E.frequencies, sqrt (50) / (2 * pi), 1e-10)
%! assert ({E.attraction, E.lyapunov.welded}, {'attractive', -Inf})
%!test  % a pendulum of a mechanism: with its pin it swings as J/(m l^2) says, in space, too
%! f = @(L) sqrt (9.81 * L / (1/12 + L^2)) / (2 * pi);
%! B = dls_body (dls_mechanism ('gravity', [0 -9.81]), 'rod', 'mass', 1, 'inertia', 1/12, ...
%!               'at', [0.4 -0.3], 'turned', -0.6435);
%! B = dls_joint (B, 'pin', 'hinge', {'ground'}, {'rod', [-0.5 0]});
%! E = dls_equilibrium (B);
%! assert (E.q, [0; -0.5; -pi/2], 1e-8)
%! assert (E.frequencies, f (0.5), 1e-7)
%! assert ({E.status, E.stability}, {'solved', 'marginal'})
%! assert ([E.lambda.pin.x, E.lambda.pin.y], [0, 9.81], 1e-8)
%! C = dls_body (dls_mechanism ('gravity', [0 0 -9.81]), 'rod', 'mass', 1, ...
%!               'inertia', [1/12 1/12 0.01], 'at', [0.3 0 -0.4], 'turned', [0 -0.6435 0]);
%! C = dls_joint (C, 'pin', 'hinge', {'ground', [0 0 0], 'along', [0 1 0]}, {'rod', [0 0 0.5]});
%! E = dls_equilibrium (C);
%! assert (E.q(1:3), [0; 0; -0.5], 1e-8)
%! assert (E.frequencies, f (0.5), 1e-7)
%!test  % nothing holds it: said so; bodies on a smooth floor slide, and neither grow nor vibrate
%! E = dls_equilibrium (dls_model ('mass', 1, 'force', 10, 'gap', 0, 'gapgrad', 1), 1);
%! assert (E.status, 'max_iterations')
%! assert (~isempty (strfind (E.message, 'no position of rest was found: ')))
%! for box = {dls_body(dls_mechanism ('gravity', [0 -9.81]), 'box', 'mass', 1, 'at', [0 0.1], ...
%!                     'shape', 'box', 'size', [0.2 0.2]), ...
%!            dls_body(dls_mechanism ('gravity', [0 0 -9.81]), 'ball', 'mass', 1, ...
%!                     'at', [0 0 0.5], 'shape', 'sphere', 'size', 0.1)}
%!   E = dls_equilibrium (dls_touch (box{1}, 'ground', box{1}.bodies(end).name));
%!   assert ({E.status, E.stability, E.attraction}, {'solved', 'marginal', 'not_attractive'})
%!   assert (E.q(box{1}.d), 0.1, 1e-12)
%!   assert (all (E.eigenvalues == 0))
%! end
%!test  % a mass on a stop: no direction is left, and it stays
%! E = dls_equilibrium (dls_model ('M', 1, 'K', 2, 'f', -3, 'gap', 0.5, 'gapgrad', 1), 0);
%! assert ([E.q, E.lambda.nu], [-0.5, 2], 1e-9)
%! assert ({E.stability, E.attraction, E.lyapunov.welded}, {'held', 'attractive', -Inf})
%!test  % springs between stops, where choosing the closed ones again and again turns in a circle
%! randn ('twister', 5);
%! for k = 1:60
%!   [Q, N, f, g, x] = deal (randn (2), randn (2), 2 * randn (2, 1), [0.5; 0.9], randn (2, 1));
%!   K = Q * Q' / 2 + 0.3 * eye (2);
%!   E = dls_equilibrium (dls_model ('M', eye (2), 'K', K, 'f', f, 'gap', g, 'gapgrad', N), x, ...
%!                        'Reach', 0);
%!   lu = E.lambda.nu;
%!   assert (E.status, 'solved')
%!   assert ([K * E.q - f - N * lu; min(N' * E.q + g, lu)], zeros (4, 1), 1e-7)
%! end
%!error <expected model, q0> dls_equilibrium (1)
%!demo
%! % a pendulum with a steady torque: where it rests, and how fast it swings there
%! torque = 0:0.1:0.9;
%! for k = 1:10
%!   E = dls_equilibrium (dls_model ('mass', 1, 'force', @(q) torque(k) - sin (q)), 0.1);
%!   rest(k) = E.q;
%!   frequency(k) = 2 * pi * E.frequencies;
%! end
%! plot (torque, rest, 'o-', torque, frequency, 's-'); xlabel ('torque');
%! legend ('angle', 'frequency');
%!test  % a trough that repeats: beyond asin (3/4) it slips, however far it would rest again
%! model = dls_model ('mass', eye (2), 'force', @(t,q,v) [-4 * sin(q(1)); -10], 'gap', ...
%!                    @(t,q,v) q(2), 'gapgrad', [0; 1], 'tangent', [1; 0], 'mu', 0.3);
%! E = dls_equilibrium (model, [0.02; 0]);
%! assert (sort (0.02 + E.directions(1) * E.reach), [-1 1] * asin (0.75), 2e-6)

function [F, info] = dls_friction_map (P, s, varargin)
%DLS_FRICTION_MAP  The map s -> F(s) of Coulomb friction, whose fixed points solve the problem.
%   [F, INFO] = DLS_FRICTION_MAP (P, S) for P = DLS_PROBLEM (...) and a vector S >= 0 of one slip
%   per contact solves the convex program of CONIC (3.15)
%       min 1/2*v'*M*v + f'*v,   u = H*v + w + E*s,   u_N >= mu*|u_T| per contact
%   where E*s adds mu_i*s_i to the normal velocities, and F_i = |u_T| (3.19). In local form it is
%   the dual (4.7): min 1/2*r'*W*r + (q + E*s)'*r over the cones, u = W*r + q + E*s.
%   DLS_FRICTION_MAP (P, S, OPTS) or (..., 'Option', VALUE, ...):
%       'Method'   how the program is solved (CONIC sec. 6)
%                  'conic'   (i) as it is, by DLS_CONIC
%                  'socp'    (ii) a linear objective and one more cone: 4 to 8 digits are lost
%                  'sqp'     (iii) quadratic programs with the nonlinear constraints linearised;
%                            linearisations are kept, so that it ends where constraints are convex
%                  'facets'  (iv) one quadratic program with pyramids of 'Facets' sides inside the
%                            cones of friction (4): exact in 2D
%                  'projected-gradient'  (v) of the dual, with the step 1/|W|
%       'Facets'   sides in 3D (4)
%       'Shift'    delta >= 0: the problem with w + E*delta of EXIST (sec. 3.2), whose map goes to F
%                  uniformly when delta goes to 0 (Lemmas 3.1 to 3.3, Theorem 3.4)
%       'Derivative'   'off': INFO.derivative is left out (of more than 600 rows always)
%       'Start'    reactions to begin with ('projected-gradient')
%       'Tolerance'      of INFO.residual (1e-8)
%       'MaxIterations'  of 'sqp' (100) and 'projected-gradient' (250, as CONIC sec. 6)
%   INFO.status    'solved' (INFO.residual is within the tolerance), 'infeasible' (no u in the
%                  cones: (4.4) fails), 'max_iterations', or as in DLS_CONIC: 'dual_infeasible'
%                  where M is singular and no reaction meets the load of a free direction ('loads'
%                  of DLS_FRICTION_EXISTS), 'numerical_trouble' where the cones have no interior
%   INFO.residual  of the program, from P and S: distances of M*v + f to H'*r, of u and r to their
%                  cones (pyramids with 'facets'), and |u'*r|, relative to the largest force,
%                  velocity, and their product. u and F are right to about its root, 1e-4 for 1e-8;
%                  'conic' ends near 1e-14
%   INFO.u, .r, .v     u of the program, its multipliers, v (global form)
%   INFO.value     the optimal value q(s) of (4.3), in local form but for a constant: convex, and
%                  continuous on s >= 0 (Prop. 4.4), as u is (Prop. 4.5)
%   INFO.gradient  of it: -mu.*r_N
%   INFO.derivative    of F, nc-by-nc; [] where contacts move what has no mass
%   INFO.differentiable   no contact is at the end of its state, and all keep theirs nearby
%   INFO.contraction   largest singular value of it: below 1 near a fixed point s = F (s) is found
%                  by repetition, and unique nearby (Remark 4.7)
%   INFO.iterations, .time
%   Of P.kind 'law' (DLS_PROBLEM) with numbers for mu this is the map of the problem of disks for
%   which it stands: S, F, INFO.u, .r, .v are of its disks, those of tangents of all contacts first,
%   then those of rolling, then of spinning.
%
%   Example: a point hits the floor and slides on at 1.5; s = F (s) by repetition
%     P = dls_problem ('M', eye (2), 'H', eye (2), 'f', [1; -2], 'w', [0; 0], 'mu', 0.5, 'd', 2);
%     s = 0;
%     for k = 1:20
%       [s, info] = dls_friction_map (P, s);
%     end
%     [s, info.derivative]
%     % ans = 1.5000   0.2000
%
%   See also DLS_FRICTION, DLS_FRICTION_EXISTS, DLS_CONIC.
% SPDX-License-Identifier: GPL-3.0-or-later
  timer = tic ();
  if (nargin < 2)
    error ('delassus:dimension', 'dls_friction_map: %d given; expected P and s', nargin);
  end
  P = dls_problem_input (P, 'dls_friction_map', true);
  if (strcmp (P.kind, 'law'))
    if (isa (P.mu, 'function_handle'))
      error ('delassus:option', ['dls_friction_map: mu is a function of the slips; expected ', ...
             'numbers, those of S']);
    end
    P = dls_law_disks (P, []);
  end
  opts = dls_table_options ('dls_friction_map', varargin);
  never = find (isinf (P.mu), 1);
  if (~isempty (never))
    error ('delassus:option', ['dls_friction_map: mu (%d) is Inf; expected finite ', ...
           'coefficients (CONIC): such a contact has no slip'], never);
  end
  s = dls_vector_input (s, P.nc, 'dls_friction_map', 's');
  at = P.d * (0:P.nc-1)' + 1;
  shift = zeros (P.d * P.nc, 1);
  shift(at) = P.mu .* (s + opts.Shift);
  if (strcmp (P.form, 'global'))
    P.terms = abs (P.w) + shift;
    P.w = P.w + shift;
  else
    P.terms = abs (P.q) + shift;
    P.q = P.q + shift;
  end
  info = struct ('status', '', 'u', [], 'r', [], 'v', [], 'value', NaN, 'gradient', [], ...
                 'derivative', [], 'differentiable', false, 'contraction', NaN, 'residual', NaN, ...
                 'iterations', 0, 'time', 0);
  info = solve (info, P, opts);
  F = NaN (P.nc, 1);
  if (~isempty (info.u))
    u = reshape (info.u, P.d, []);
    F = sqrt (sum (u(2:end,:) .^ 2, 1))';
    info.gradient = -P.mu .* info.r(at);
    if (opts.Derivative)
      info = differentiated (info, P);
    end
  end
  info.time = toc (timer);
end

% Without forces, and with velocities in the cones, r = 0: programs have no scale there.
function info = solve (info, P, opts)
  global_form = strcmp (P.form, 'global');
  if (global_form), [u, moved] = deal (P.w, any (P.f)); else, [u, moved] = deal (P.q, false); end
  u = reshape (u, P.d, []);
  if (~global_form && ~any (strcmp (opts.Method, {'conic', 'projected-gradient'})))
    error ('delassus:option', ['dls_friction_map: ''Method'' is ''%s'' with a problem in ', ...
           'local form; expected ''conic'', ''projected-gradient'', or the global form'], ...
           opts.Method);
  elseif (~moved && all (u(1,:) >= P.mu' .* sqrt (sum (u(2:end,:) .^ 2, 1))))
    info = judged (of_reactions (info, P, zeros (P.d * P.nc, 1)), P, [], opts.Tolerance);
  elseif (strcmp (opts.Method, 'projected-gradient'))
    info = gradients (info, P, opts);
  elseif (global_form && any (strcmp (opts.Method, {'conic', 'socp'})))
    info = conic (info, P, opts);
  elseif (global_form && strcmp (opts.Method, 'sqp'))
    info = sequential (info, P, opts);
  elseif (global_form)
    info = facets (info, P, opts);
  else
    info = dual (info, P, opts);
  end
end

% [u_N; mu*u_T] in second-order cones. 'socp': 1/2*v'*M*v <= e*t, |(sqrt (2/e)*R*v, 1 - t)| <= 1 + t
% for some energy e.
function info = conic (info, P, opts)
  n = size (P.M, 1);
  D = scales (P.mu, P.d, true);
  A = -D * P.H;
  b = D * P.w;
  q = P.d * ones (P.nc, 1);
  if (strcmp (opts.Method, 'socp'))
    R = chol (P.M);
    e = max ([norm(R' \ P.f) ^ 2, realmin]);
    A = [A, sparse(size (A, 1), 1)
         sparse(1, n), -1
         -sqrt(2 / e) * R, sparse(n, 1)
         sparse(1, n), 1];
    b = [b; 1; zeros(n, 1); 1];
    [x, ~, y, c] = dls_conic ([], [P.f / e; 1], A, b, struct ('q', [q; n + 2]), ...
                            'Tolerance', 1e-12);
    y = e * y;
  else
    [x, ~, y, c] = dls_conic (P.M, P.f, A, b, struct ('q', q), 'Tolerance', 1e-12);
  end
  info = primal (info, P, c, {x(1:n), D * y(1:numel (P.w)), []}, opts);
end

% The answer {v, r, pyramids} of a program in v.
function info = primal (info, P, c, answer, opts)
  info.iterations = info.iterations + c.iterations;
  info.status = c.status;
  if (strcmp (c.status, 'primal_infeasible'))
    info.status = 'infeasible';
    return
  end
  [v, r] = answer{1:2};
  info.v = v;
  info.u = P.H * v + P.w;
  info.r = full (r) * (any (P.f) || any (P.M * v));        % without forces they are rounding
  info.value = v' * (P.M * v) / 2 + P.f' * v;
  info = judged (info, P, answer{3}, opts.Tolerance);
end

% 'solved' is what the residual in P says, not the program. C: rows of pyramids instead of cones.
function info = judged (info, P, C, tolerance)
  if (strcmp (P.form, 'global'))
    forces = abs (P.M) * abs (info.v) + abs (P.f);
    wrong = abs (P.M * info.v + P.f - P.H' * info.r);
    push = max (forces) / max ([max(abs (P.H(:))), realmin]);
    speed = speed_of (info, P);
  else
    [forces, wrong] = deal (0);
    speed = speed_of (info, P);
    push = speed / max ([max(diag (P.W)), realmin]);
  end
  push = max ([abs(info.r); push]);
  [u, r] = deal (reshape (info.u, P.d, []), reshape (info.r, P.d, []));
  tangent = @(x) sqrt (sum (x(2:end,:) .^ 2, 1));
  inside_r = [P.mu' .* r(1,:) - tangent(r), r(1,:)];
  if (isempty (C))
    inside_u = u(1,:) - P.mu' .* tangent (u);
  else
    inside_u = C * info.u;
  end
  above = @(a, b) full (max ([a(:); 0]) / max (b, realmin));
  info.residual = max ([above(wrong, max (forces)), above(-inside_u, speed), ...
                        above(-inside_r, push), above(abs (info.u' * info.r), speed * push)]);
  if (info.residual <= tolerance)
    info.status = 'solved';
  elseif (strcmp (info.status, 'solved'))
    info.status = 'numerical_trouble';
  end
end

% The largest of the terms that make velocities: beside it they are rounding.
function speed = speed_of (info, P)
  if (strcmp (P.form, 'global'))
    weight = full (diag (P.M));
    weight(weight <= 0) = Inf;
    terms = abs (P.H) * (abs (info.v) + abs (P.f) ./ weight) + P.terms;      % all may be at rest
  else
    terms = abs (P.W) * abs (info.r) + P.terms;
  end
  speed = full (max ([terms; realmin]));
end

function D = scales (mu, d, tangents)
  s = ones (d, numel (mu));
  if (tangents)
    s(2:end,:) = repmat (mu(:)', d - 1, 1);
  else
    s(1,:) = mu(:)';
  end
  D = spdiags (s(:), 0, numel (s), numel (s));
end

% (4.7): [mu*r_N; r_T] in the cones; r_N >= 0 where mu = 0.
function info = dual (info, P, opts)
  N = P.d * P.nc;
  normal = P.d * (find (P.mu == 0) - 1) + 1;
  I = speye (N);
  cones = struct ('l', numel (normal), 'q', P.d * ones (P.nc, 1));
  [r, ~, ~, c] = dls_conic (P.W, P.q, -[I(normal,:); scales(P.mu, P.d, false)], ...
                            zeros (numel (normal) + N, 1), cones, 'Tolerance', 1e-12);
  info.iterations = c.iterations;
  info.status = c.status;
  if (strcmp (c.status, 'dual_infeasible'))
    info.status = 'infeasible';
    return
  end
  info = judged (of_reactions (info, P, r), P, [], opts.Tolerance);
end

function info = of_reactions (info, P, r)
  info.r = full (r);
  if (strcmp (P.form, 'local'))
    info.u = full (P.W * r + P.q);
    info.value = -(r' * (P.W * r) / 2 + P.q' * r);
  else
    info.v = dls_inertia ('solve', P.M, sparse (size (P.M, 1), 0), P.H' * r - P.f);
    info.u = full (P.H * info.v + P.w);
    info.value = info.v' * (P.M * info.v) / 2 + P.f' * info.v;
  end
end

% Pyramids: u_N + mu*d'*u_T >= 0 at the vertices d of the polygon; r = sum of multipliers*(1, mu*d).
function info = facets (info, P, opts)
  sides = opts.Facets;
  angle = 2 * pi * (0:sides-1) / sides;
  V = [cos(angle); sin(angle)];
  if (P.d == 2)
    V = [1, -1];
  end
  k = size (V, 2);
  C = kron (speye (P.nc), [ones(k, 1), zeros(k, P.d - 1)]) ...
      + kron (spdiags (P.mu, 0, P.nc, P.nc), [zeros(k, 1), V']);
  [v, ~, y, c] = dls_conic (P.M, P.f, -C * P.H, C * P.w, struct ('l', size (C, 1)), ...
                            'Tolerance', max (1e-12, 1e-2 * opts.Tolerance));
  info = primal (info, P, c, {v, C' * y, C}, opts);
end

% u_N - mu*|u_T| >= 0 is concave: u_N >= mu*e'*u_T for the directions e of all points so far.
function info = sequential (info, P, opts)
  t = reshape ((2:P.d)' + P.d * (0:P.nc-1), P.d - 1, []);
  normal = P.d * (0:P.nc-1)' + 1;
  C = sparse (1:P.nc, normal, 1, P.nc, P.d * P.nc);
  most = opts.MaxIterations + 100 * (opts.MaxIterations == 0);
  for k = 1:most
    [v, ~, y, c] = dls_conic (P.M, P.f, -C * P.H, C * P.w, struct ('l', size (C, 1)), ...
                              'Tolerance', 1e-12);
    info = primal (info, P, c, {v, C' * y, []}, opts);
    if (isempty (info.u) || strcmp (info.status, 'solved'))
      return
    end
    [u, most_of_it] = deal (info.u, [P.w; info.u]);
    if (strcmp (c.status, 'dual_infeasible'))      % v is a ray: are all its points in the cones?
      [u, most_of_it] = deal (P.H * v);
    end
    T = reshape (u(t), P.d - 1, []);
    speed = sqrt (sum (T .^ 2, 1))';
    broken = P.mu .* speed - u(normal);
    new = find (broken > 0.1 * opts.Tolerance * max ([abs(most_of_it); realmin]));
    if (isempty (new))
      return
    end
    E = bsxfun (@rdivide, T(:,new), speed(new)');
    i = repmat (1:numel (new), P.d - 1, 1);
    C = [C; sparse(1:numel (new), normal(new), 1, numel (new), P.d * P.nc) ...
            - sparse(i, t(:,new), bsxfun (@times, E, P.mu(new)'), numel (new), P.d * P.nc)];
  end
  info.status = 'max_iterations';
end

function info = gradients (info, P, opts)
  if (strcmp (P.form, 'local'))
    W = P.W;
    q = P.q;
  else
    [X, proper] = dls_inertia ('solve', P.M, sparse (size (P.M, 1), 0), [P.H', -P.f]);
    W = P.H * X(:,1:end-1);
    q = P.H * X(:,end) + P.w;
    if (~all (proper))
      error ('delassus:option', ['dls_friction_map: ''Method'' is ''projected-gradient'', ', ...
             'which needs mass in all that H and f move; expected another one']);
    end
  end
  r = zeros (size (q));
  if (~isempty (opts.Start))
    r = dls_vector_input (opts.Start, numel (q), 'dls_friction_map', 'Start');
  end
  step = 1 / max (normest (W), realmin);
  most = opts.MaxIterations + 250 * (opts.MaxIterations == 0);
  info.status = 'max_iterations';
  for k = 0:most
    info.iterations = k;
    info = judged (of_reactions (info, P, r), P, [], opts.Tolerance);
    if (strcmp (info.status, 'solved'))
      return
    end
    r = onto_cones (P, r - step * (W * r + q));
  end
end

% The projection on |r_T| <= mu*r_N.
function r = onto_cones (P, r)
  r = reshape (r, P.d, []);
  mu = P.mu';
  t = sqrt (sum (r(2:end,:) .^ 2, 1));
  n = r(1,:);
  along = max (n + mu .* t, 0) ./ (1 + mu .^ 2);       % on the edge
  out = t > mu .* n;
  apex = out & mu .* t <= -n;
  along(apex) = 0;
  scale = ones (size (t));
  scale(out) = mu(out) .* along(out) ./ max (t(out), realmin);
  r(2:end,:) = bsxfun (@times, r(2:end,:), scale);
  r(1,out) = along(out);
  r = r(:);
end

% The implicit function theorem: open r = 0; inside of the cone u = 0; on both edges u_N = mu*|u_T|,
% r_T = -mu*r_N*u_T/|u_T|.
function info = differentiated (info, P)
  d = P.d;
  N = d * P.nc;
  if (N > 600)
    return
  end
  [Cu, Cr] = deal (zeros (N));
  E = zeros (N, P.nc);
  rate = zeros (P.nc, N);
  clear_of = true;
  tiny = 1e-7;
  weak = 1e-5;                             % of what is zero programs leave some 1e-6
  if (strcmp (P.form, 'local'))
    W = P.W;
  else
    [X, proper] = dls_inertia ('solve', P.M, sparse (size (P.M, 1), 0), P.H');
    if (~all (proper))                     % what is moved has no mass: u is no function of r
      return
    end
    W = P.H * X;
  end
  u_size = speed_of (info, P);
  r_size = max ([abs(info.r); u_size / max(full (max (diag (W))), realmin)]);
  for c = 1:P.nc
    k = d * (c - 1) + 1;
    t = k + (1:d-1);
    own = [k, t];
    E(k,c) = P.mu(c);
    inside = (P.mu(c) * info.r(k) - norm (info.r(t))) / r_size;
    away = (info.u(k) - P.mu(c) * norm (info.u(t))) / u_size;
    e = info.u(t) / max (norm (info.u(t)), realmin);
    rate(c,t) = e';
    slips = norm (info.u(t)) / u_size;
    if (info.r(k) <= tiny * r_size)
      Cr(own,own) = eye (d);
      clear_of = clear_of && away > weak && slips > weak;
    elseif (slips <= tiny && inside > tiny)
      Cu(own,own) = eye (d);
      clear_of = clear_of && inside > weak;
    else
      Cu(k,own) = [1, -P.mu(c) * e'];
      Cr(t,own) = [P.mu(c) * e, eye(d - 1)];
      Cu(t,t) = P.mu(c) * info.r(k) * (eye (d - 1) - e * e') / max (norm (info.u(t)), realmin);
      clear_of = clear_of && slips > weak && info.r(k) > weak * r_size;
    end
  end
  [V, S, Q] = svd (full (Cu * W + Cr));
  S = diag (S);
  good = S > 1e-11 * max ([S; realmin]);
  moved = V' * (Cu * E);
  dr = -Q(:,good) * (moved(good,:) ./ repmat (S(good), 1, P.nc));
  % Redundant contacts that cannot all keep their states: other reactions of the same u are at ends.
  clear_of = clear_of && all (all (abs (moved(~good,:)) <= 1e-7 * max ([P.mu; realmin])));
  info.derivative = full (rate * (W * dr + E));
  info.differentiable = clear_of;
  info.contraction = norm (info.derivative);
end

%!test  % the example of the help
%! P = dls_problem ('M', eye (2), 'H', eye (2), 'f', [1; -2], 'w', [0; 0], 'mu', 0.5, 'd', 2);
%! s = 0;
%! for k = 1:20
%!   [s, info] = dls_friction_map (P, s);
%! end
%! assert ([s, info.derivative], [1.5, 0.2], 1e-10)
%! assert ({info.status, info.differentiable}, {'solved', true})
%!test  % rolling: disks of tangents, then of moments; s = F (s) has the slips of the solution
%! [M, R] = deal (diag ([1 1 1 0.004 0.004 0.004]), 0.1);
%! H = [0 0 1 0 0 0; 1 0 0 0 -R 0; 0 1 0 R 0 0; zeros(2, 3), eye(2), [0; 0]];
%! v = [2; 0; 0; 0; 10; 5];
%! P = dls_problem ('M', M, 'H', H, 'f', -M*v + [0; 0; 0.0981; 0; 0; 0], 'mu', 0.5, 'd', 3, ...
%!                  'rolling', 0.01);
%! [~, u] = dls_friction (P, 'Tolerance', 1e-12);
%! s = [0; 0];
%! for k = 1:60
%!   [s, info] = dls_friction_map (P, s, 'Tolerance', 1e-10);
%! end
%! assert (s(1), norm (u(2:3)), 1e-6)
%! assert ({info.status, numel(info.r)}, {'solved', 6})
%!test  % 'sqp' without mass along a tangent: rays of its programs end where cones bend
%! P = dls_problem ('M', diag ([1 1 0]), 'H', [1 0 0; 0 0 1; 0 1 0], 'f', [2; 0.3; 0.5], 'w', ...
%!                  [100; 0; 0], 'mu', 0.8, 'd', 3);
%! [F, info] = dls_friction_map (P, 0.1, 'Method', 'sqp');
%! assert ({info.status, abs(F - dls_friction_map (P, 0.1)) < 1e-3 * F}, {'solved', true})
%!error <dls_friction_map: mu \(2\) is Inf>
%! dls_friction_map (dls_problem ('W', eye (4), 'q', ones (4, 1), 'mu', [1 Inf], 'd', 2), [0; 0])
%!error <'Method' is 'sqp' with a problem in local form>
%! dls_friction_map (dls_problem ('W', eye (2), 'q', [1; 1], 'mu', 1, 'd', 2), 0, 'Method', 'sqp');
%!error id=delassus:dimension dls_friction_map (1)
%!test  % all at rest, nothing pushed, no mass: what is small beside nothing
%! P = @(M, H, f, w) dls_problem ('M', M, 'H', H, 'f', f, 'w', w, 'mu', 0.5, 'd', 2);
%! [F, a] = dls_friction_map (P ([5 -2; -2 3], [-1 0; 1 0], [-1; 0], [0; 0]), 0);
%! [~, b] = dls_friction_map (P (2, [0; -1], 0, [2; -1]), 1.5);
%! [~, c] = dls_friction_map (P (0, [-1; -1], 0, [0; 2]), 1.5);
%! assert ({a.status, b.status, c.status}, {'solved', 'solved', 'solved'})
%! assert ([F; b.r; c.r], zeros (5, 1), 1e-9)
%!test  % contacts that cannot all stick when s grows: no derivative of their states
%! W = [2 0 1; 0 2 -1; 1 -1 1];
%! P = dls_problem ('W', W, 'q', [-4; 0; -2], 'mu', 0.25, 'd', 3);
%! [F, info] = dls_friction_map (P, 0);
%! G = dls_friction_map (P, 1e-3);
%! assert (F, 0, 1e-9)
%! assert (~info.differentiable && G > 5e-5)
%!demo
%! % the map of slips of a sliding point, and the way to its fixed point
%! P = dls_problem ('M', eye (2), 'H', eye (2), 'f', [1; -2], 'w', [0; 0], 'mu', 0.5, 'd', 2);
%! s = linspace (0, 3, 31);
%! plot (s, arrayfun (@(x) dls_friction_map (P, x), s), s, s, 'k:');
%! hold on
%! x = 2.8;
%! for k = 1:4
%!   y = dls_friction_map (P, x);
%!   plot ([x x y], [x y y], 'r');
%!   x = y;
%! end
%! xlabel ('s'); ylabel ('F (s)');
%!test  % a coordinate without mass that no contact moves changes nothing; one that they move
%! P = @(M, H) dls_problem ('M', M, 'H', H, 'f', [eye(2); 0 0](1:size (M, 1),:) * [1; -1], ...
%!                          'w', [0; 0], 'mu', 0.5, 'd', 2);
%! [s, a] = dls_friction_map (P (eye (2), eye (2)), 0.1);
%! [t, b] = dls_friction_map (P (diag ([1 1 0]), eye (2, 3)), 0.1);
%! assert ([t, b.derivative], [s, a.derivative], 1e-9)
%! [~, c] = dls_friction_map (P (diag ([1 0]), eye (2)), 0.1);
%! assert (isempty (c.derivative) && ~c.differentiable)
%! error = '';
%! try
%!   dls_friction_map (P (diag ([1 0]), eye (2)), 0.1, 'Method', 'projected-gradient');
%! catch err
%!   error = err.identifier;
%! end
%! assert (error, 'delassus:option')

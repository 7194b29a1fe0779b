function [r, u, v, info] = dls_friction (P, varargin)
%DLS_FRICTION  Coulomb friction at given velocities: reactions and velocities of one step.
%   [R, U, V, INFO] = DLS_FRICTION (P) solves a problem of DLS_PROBLEM or DLS_READ, in 2D or 3D,
%       local form    u = W*r + q
%       global form   M*v + f = H'*r,  u = H*v + w
%   with, per contact (normal first) and K = {|r_T| <= mu*r_N},
%       K* ni u + mu*|u_T|*e_N  _|_  r in K.
%   R and U are (d*nc)-by-1, V is n-by-1 ([] in local form). W may be rank deficient and slightly
%   unsymmetric. The global form never forms H*inv(M)*H'. mu = 0: no friction; mu = Inf: no
%   sliding (say Inf, not 1e9: the residual sees no difference from above 1/'Tolerance' on).
%   Restitution: put e_c*u_N of before the step into w or q.
%   An answer is 'solved' only if DLS_RESIDUAL, recomputed from P, is below the tolerance, and the
%   velocities miss the law by less than theirs: reactions that jam hide them from the residual.
%   Of P.kind 'law' (ellipse, cohesion, rolling, spinning: DLS_PROBLEM) the problem of disks for
%   which it stands is solved, by any method, and judged by P; R and U have P.rows entries per
%   contact. A certificate of 'modes' or 'relaxation' is of that problem. Where mu is a handle of
%   slips, laws with mu (s) are solved one after the other, from s = 0 on (INFO.outer, up to 200):
%   if mu falls and slips grow as it does, s rises to the smallest solution, sticking where that is
%   possible; else steps are halved where the residual does not fall, and that mu and slips come to
%   agree is not certain: then 'max_iterations'. A jump of mu may leave no answer.
%   DLS_FRICTION (K, Q), or (K, F, W): one of a sequence of problems, from the last answer:
%   DLS_FRICTION_SETUP.
%   DLS_FRICTION (P, OPTS) or (..., 'Option', VALUE, ...): see DLS_OPTIONS ('dls_friction');
%       'Method'         'auto'            one contact in closed form; sweeps of gauss-seidel as
%                                          long as other methods would cost ('MaxIterations':
%                                          none), from an answer nearby, too; newton (up to 40
%                                          contacts) or steps of pseudo-time from there; then
%                                          pseudo-time (more than 200 contacts, global form; some
%                                          steps from 40 on where factorisations are expensive),
%                                          with springs at the contacts where loads are carried at
%                                          rest; sweeps as long as they converge; interior-point;
%                                          then enumerate, or pseudo-time and newton from where it
%                                          stopped, arclength (up to 1000 contacts), newton
%                                          from a few sweeps of gauss-seidel, from lcp's answer
%                                          (up to 60 contacts), from zero
%                        'interior-point'  with De Saxce's term in its Newton matrix; the slips are
%                                          a damped state
%                        'pseudo-time'     implicit steps of r' = P (r - rho*u^) - r, u^ = u +
%                                          mu*|u_T|*e_N, sweeps of gauss-seidel after each; global
%                                          form: M regular, of blocks (bodies)
%                        'newton'          proximal point method with semismooth Newton steps
%                        'fixpoint'        CONIC: convex programs, outer iteration on s = F (s)
%                        'gauss-seidel'    projected Gauss-Seidel sweeps, contact by contact, with
%                                          Anderson's acceleration; global form: M regular, of
%                                          blocks (bodies)
%                        'lcp'             DARTLCP (15): faceted cones (exact in 2D), Lemke; up
%                                          to 1000 rows, 4 per contact in 2D, 10 in 3D
%                        'enumerate'       all modes of contact, one after the other: up to 4096,
%                                          4 per contact in 2D; 2 where mu is 0 or Inf, in 3D there
%                                          only
%                        'arclength'       the path of a smoothed law, past its folds; from no
%                                          start; hundreds of factorisations (L U)
%       'Map'            of newton: 'natural' or 'alart-curnier', the equations that it solves
%       'Outer', 'Inner' of fixpoint: 'newton' (with Anderson's steps in between), 'anderson' or
%                        'picard' on s = F (s); 'conic' (interior point) or 'projected-gradient'
%       'OuterTolerance' of fixpoint: it ends, not solved, when |F(s)-s|/(1+|s|), CONIC (6.1)
%                        without its factor 1/n, is below (0: never)
%       'Tolerance'      residual up to which an answer counts as solved (1e-8)
%       'Measure'        'scaled' or 'siconos': which residual, see DLS_RESIDUAL; with 'siconos' the
%                        scaled one must be below 1e-4, too
%       'VelocityTolerance'  and up to which INFO.residual.velocity may be, relative to .speed
%                        (0, default: min (0.3, 100*'Tolerance'); Inf: any)
%       'MaxIterations', 'MaxTime' (120 s)   limits; the best point found is returned
%       'Workers'        threads (1): of sweeps, whose answer has the same bits, and of BLAS where
%                        factors are large (OpenBLAS's own number, for that time)
%       'DataAccuracy'   relative accuracy of the data (8*eps): 'no_solution' is proved for all data
%                        within it, or the answer is 'undecided'
%       'Facets'         lcp: edges of the cone in 3D (8): approximate, and 'solved' only if the
%                        residual says so
%       'LcpScale', 'LcpShift'   lcp: DARTLCP's two stabilisations; INFO.message says what they
%                        change in residual and reactions
%       'Start'          R to begin with, (d*nc)-by-1; tried first; 'auto' takes Newton steps from
%                        it and forgets it where they lead nowhere
%       'StartVelocity'  V to begin with, n-by-1 (global form)
%       'Display'        'off' | 'final' | 'iter'
%
%   INFO.status      'solved', 'no_solution', 'undecided', 'max_iterations', 'time_limit',
%                    'interrupted', 'numerical_trouble'
%   INFO.exitflag    1, -2, -4, 0, 0, 0, -5
%   INFO.certificate of 'no_solution', kind 'modes': each column of .mode (nc-by-k: 0 open, 1 stick
%                    or, where mu is 0 or Inf, closed, 2 slip with u_T >= 0, 3 with u_T <= 0) is
%                    refuted by that of .y and .p: with s = W'*y, or s = H*p and M*p = H'*y,
%                        y'*u - s'*r >= 0 for all u and r of the mode,
%                        y'*q = -1, or y'*w - p'*f = -1
%                    (for r up to a million times what the data suggest, to 'DataAccuracy');
%                    of one contact in 3D slip is 2, and .arc the ends of the directions of u_T;
%                    or kind 'relaxation', .y and .p: the same for all u_N >= 0 and r in K at once;
%                    of 'no_solution' and 'undecided', kind 'reaction': .r of DLS_FRICTION_EXISTS,
%                    in L with H'*r = 0 and w'*r < 0: criterion (4.6) of existence fails, and along
%                    r reactions may run to infinity
%   INFO.residual    .worst, as DLS_RESIDUAL (P, R, V); .natural and .equality, its parts; .scaled,
%                    .siconos: it in both measures; .velocity: by how much, in units of U, the
%                    velocity at some contact misses its law for these reactions; those of the
%                    solution may be ten times as far; .speed: the length of the velocities without
%                    reactions. Where large reactions balance, .worst says little about velocities
%   INFO.iterations, .outer, .factorisations, .method, .message, .time, .time_factor (s),
%   .tolerance, .velocity_tolerance (the options)
%   A problem may have no solution (DLS_FRICTION_EXISTS) or several: another start, or another
%   method, may find another one.
%
%   Example: a block of mass 2 falls on the floor with 1 m/s and drifts with 3 m/s
%     P = dls_problem ('M', 2*eye (2), 'H', [0 1; 1 0], 'f', -2*[3; -1], 'mu', 0.5, 'd', 2);
%     [r, u, v, info] = dls_friction (P);
%     info.status
%     % ans = solved
%     [r, u]                          % impulse 2 stops the fall; friction 1 slows the drift
%     % ans =
%     %    2.0000   0.0000
%     %   -1.0000   2.5000
%
%   See also DLS_FRICTION_SETUP, DLS_PROBLEM, DLS_RESIDUAL, DLS_FRICTION_EXISTS, DLS_READ.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargout == 0 && nargin > 0)
    [r, u, v, info] = dls_friction (P, varargin{:});
    dls_show_answer ({'r', 'u', 'v'}, {r, u, v}, info);
    clear r
    return
  end
  if (nargin > 1 && isobject (P))
    [r, u, v, info] = reuse (P, varargin, nargout);
    return
  end
  % the gateway checks what it is given; only what it refuses is examined, converted, explained
  try
    if (nargout < 4)
      [r, u, v] = dls_friction_mex (P.form, P, varargin);
    else
      [r, u, v, info] = dls_friction_mex (P.form, P, varargin);
    end
  catch err
    if (nargin < 1)
      error ('delassus:type', 'dls_friction: expected a problem made by dls_problem');
    elseif (isobject (P))
      [r, u, v, info] = reuse (P, {}, nargout);
    elseif (isstruct (P) && isscalar (P) && isfield (P, 'kind') && strcmp (P.kind, 'law'))
      [r, u, v, info] = of_law (dls_problem_input (P, 'dls_friction', true), varargin);
    else
      [P, rebuilt] = dls_problem_input (P, 'dls_friction');    % says what is wrong with the problem
      if (~rebuilt)
        dls_raise (err, 'dls_friction');
      end
      [r, u, v, info] = dls_friction (P, varargin{:});
    end
    return
  end
  if (nargout > 3 && info.exitflag < 0 && is_open (info))
    info = what_is_known (P, dls_options_mex ('read', 'dls_friction', varargin), info);
  end
end

% The problem of disks for which P stands, judged by P; more accurately if that is not enough. Where
% mu depends on slips it is that of the last ones, of s = 0 first: if mu falls, and slips grow as it
% does, they rise from step to step to the smallest s = |u_T (mu (s))|, which is no slip where
% sticking is possible. Where the residual does not fall: half of the step.
function [r, u, v, info] = of_law (P, options)
  opts = dls_table_options ('dls_friction', options);
  [start, limit, goal] = deal (tic (), opts.MaxTime, opts.Tolerance);
  solved = @(worst, parts) meets (worst, parts, goal, opts.VelocityTolerance);
  handle = isa (P.mu, 'function_handle');
  [s, share, done, worst] = deal (zeros (P.nc, 1), 1, zeros (1, 3), Inf);
  [r, v] = deal (opts.Start, opts.StartVelocity);
  for laws = 1:3+197*handle
    [Q, L] = dls_law_disks (P, s);
    if (~isempty (r))
      r = dls_vector_input (r, P.rows * P.nc, 'dls_friction', 'Start');
      opts.Start = L.E * (r - L.r0);
    end
    opts.StartVelocity = [v; zeros(L.y * ~isempty (v), 1)];
    opts.MaxTime = max (limit - toc (start), 0);
    [x, ~, v, info] = dls_friction (Q, opts);
    v = v(1:end-L.y*(numel (v) > 0));
    r = L.C * x + L.r0;
    done = done + [info.iterations, info.factorisations, info.time_factor];
    before = worst;
    [worst, parts] = dls_residual (P, r, v, 'Measure', opts.Measure);
    if (solved (worst, parts) || ~strcmp (info.status, 'solved'))
      break
    end
    s = s + share * (slips (P, parts.u) - s);
    if (~(worst < 0.9 * before))
      share = max (share / 2, 1 / 16);
    end
    if (~handle || info.residual.worst > goal / 2 || worst < 10 * goal)
      opts.Tolerance = max (opts.Tolerance / 10, 1e-15);
    end
  end
  u = parts.u;
  info = judged (P, info, solved (worst, parts));
  info.residual = all_residuals (P, r, v, worst, parts);
  if (isstruct (info.certificate) && strcmp (info.certificate.kind, 'reaction'))
    info.certificate.r = L.C * info.certificate.r;
  end
  [info.iterations, info.factorisations, info.time_factor] = deal (done(1), done(2), done(3));
  if (handle)
    info.outer = laws;
  end
  info.time = toc (start);
end

function s = slips (P, u)
  U = reshape (u, P.rows, P.nc);
  s = sqrt (sum (U(2:P.d,:) .^ 2, 1))';
end

% What solves the disks is an answer if it solves P; what refutes mu of some slips does not refute
% mu (s).
function info = judged (P, info, solved)
  handle = isa (P.mu, 'function_handle');
  if (solved)
    [info.status, info.exitflag] = deal ('solved', 1);
  elseif (strcmp (info.status, 'solved') && handle)
    [info.status, info.exitflag] = deal ('max_iterations', 0);
    info.message = 'mu (s) and the slips do not come to agree';
  elseif (strcmp (info.status, 'solved'))
    [info.status, info.exitflag] = deal ('numerical_trouble', -5);
    info.message = ['of the disks: ', info.message];
  elseif (strcmp (info.status, 'no_solution') && handle)
    [info.status, info.exitflag, info.certificate] = deal ('undecided', -4, []);
    info.message = ['no solution for mu of the last slips; ', info.message];
  end
end

function R = all_residuals (P, r, v, worst, parts)
  names = {'scaled', 'siconos'};
  mine = strcmp (parts.measure, names);
  R = struct ('worst', worst, 'natural', parts.natural, 'equality', parts.equality);
  R.(names{mine}) = worst;
  R.(names{~mine}) = dls_residual (P, r, v, 'Measure', names{~mine});
  [R.velocity, R.speed] = deal (parts.velocity, parts.speed);
end

% The residual and the velocities, as compiled code evaluates both (VelocityTolerance 0: by GOAL).
function yes = meets (worst, parts, goal, velocity)
  if (velocity == 0)
    velocity = min (0.3, 100 * goal);
  end
  yes = worst <= goal && (parts.speed == 0 || parts.velocity <= velocity * parts.speed);
end

% The gateway checks everything.
function [r, u, v, info] = reuse (K, vectors, wanted)
  if (isempty (vectors) || numel (vectors) > 2)
    error ('delassus:dimension', ...
           'dls_friction: %d given; expected dls_friction (K, q) or dls_friction (K, f, w)', ...
           numel (vectors) + 1);
  end
  if (isa (K, 'dls_solver') && ~isempty (K.law))
    [r, u, v, info] = next_of_law (K, vectors);
    return
  end
  try
    [r, u, v, info] = dls_friction_mex ('next', K, vectors{:});
  catch err
    dls_raise (err, 'dls_friction');
  end
  if (wanted > 3 && is_open (info))
    [P, opts] = dls_friction_mex ('problem', K);
    info = what_is_known (P, opts, info);
  end
end

% The disks of other vectors; their tolerance is a tenth of what P is judged by.
function [r, u, v, info] = next_of_law (K, vectors)
  [start, P, L] = deal (tic (), K.law.P, K.law.L);
  names = {'q'};
  if (strcmp (P.form, 'global'))
    names = {'f', 'w'};
  end
  if (numel (vectors) ~= numel (names))
    error ('delassus:dimension', 'dls_friction: expected dls_friction (K, %s)', ...
           strjoin (names, ', '));
  end
  for k = 1:numel (names)
    x = vectors{k};
    P.(names{k}) = dls_vector_input (x, numel (P.(names{k})), 'dls_friction', names{k});
  end
  if (numel (names) == 1)
    vectors = {L.C' * (P.q + P.W * L.r0)};
  else
    vectors = {[P.f - P.H' * L.r0; zeros(L.y, 1)], L.C' * P.w};
  end
  [x, ~, v, info] = dls_friction_mex ('next', K, vectors{:});
  v = v(1:end-L.y*(numel (v) > 0));
  r = L.C * x + L.r0;
  [worst, parts] = dls_residual (P, r, v, 'Measure', K.law.measure);
  u = parts.u;
  info = judged (P, info, meets (worst, parts, K.law.goal, K.law.velocity));
  info.residual = all_residuals (P, r, v, worst, parts);
  info.time = toc (start);
end

% Is there more to say: of trouble, or a proof that no solution exists?
function yes = is_open (info)
  yes = (strcmp (info.status, 'numerical_trouble') ...
         && isempty (strfind (info.message, 'a solution exists'))) ...
        || (strcmp (info.status, 'no_solution') && isempty (info.certificate));
end

% After trouble: does a solution exist at all? (In the time that is left.)
function info = what_is_known (P, opts, info)
  start = tic ();
  left = max (opts.MaxTime - info.time, 0);
  if (strcmp (info.status, 'no_solution'))
    info.certificate = arcs_of (P, opts.DataAccuracy, left);
    info = verified (P, info);
    return
  end
  proof = dls_friction_relaxed (P, opts.DataAccuracy, left);
  if (~isempty (proof))
    [info.status, info.exitflag, info.certificate] = deal ('no_solution', -2, proof);
    info = verified (P, info);
    if (info.exitflag == -2)
      info.message = [info.message, '; no solution: no reactions of the cones keep the bodies ', ...
                      'apart (certificate)'];
      return
    end
  end
  [~, known] = dls_friction_exists (P, 'DataAccuracy', opts.DataAccuracy, ...
                                    'MaxTime', max (left - toc (start), 0));
  if (known.exitflag == 1)
    more = ['a solution exists: ', known.message];
  elseif (isempty (known.r))
    [info.status, info.exitflag] = deal ('undecided', -4);
    more = ['dls_friction_exists: ', known.message];
  else
    [info.status, info.exitflag] = deal ('undecided', -4);
    more = ['existence is not guaranteed, (4.6) fails: reactions may run to infinity along ', ...
            'certificate.r'];
    if (known.necessary)
      [info.status, info.exitflag] = deal ('no_solution', -2);
      more = 'no solution: no velocity keeps the bodies apart (certificate)';
    end
    info.certificate = known.certificate;
  end
  info.message = [info.message, '; ', more];
end

% A verdict whose certificate does not prove it is none.
function info = verified (P, info)
  N = zeros (P.d * P.nc, 1);
  v = [];
  if (strcmp (P.form, 'global'))
    v = zeros (numel (P.f), 1);
  end
  report = dls_verify_problems ('friction', P, struct ('r', N, 'u', N, 'v', v, 'info', info), ...
                                dls_judge ('report', 'friction', 'no_solution'));
  if (~report.ok)
    [info.status, info.exitflag, info.certificate] = deal ('undecided', -4, []);
    info.message = [info.message, '; verification: ', report.message];
  end
end

% Is there any r in L with u_N >= 0 (and u_T = 0 where mu = Inf) at all, complementary or not? [] if
% there is, or if that is not decided; else a struct of kind 'relaxation' with p and y:
%   M*p = H'*y,  y'*u - (H*p)'*r >= 0 for all such u and r,  y'*w - p'*f = -1   (W'*y for H*p)
function proof = dls_friction_relaxed (P, accuracy, limit)
  N = P.d * P.nc;
  part = reshape (1:N, P.d, P.nc);
  stuck = reshape (part(2:end,isinf (P.mu)), [], 1);
  normal = part(1,:)';
  if (strcmp (P.form, 'global'))
    n = numel (P.f);
    dynamics = [P.M, -P.H'];
    [U, w, f] = deal ([P.H, sparse(N, N)], P.w, P.f);
  else
    n = 0;
    dynamics = sparse (0, N);
    [U, w, f] = deal (P.W, P.q, zeros (0, 1));
  end
  [X, cones] = in_cone (P, part);
  A = [dynamics; U(stuck,:); -U(normal,:); sparse(size (X, 1), n), -X];
  b = [-f; -w(stuck); w(normal); zeros(size (X, 1), 1)];
  cones.z = cones.z + n + numel (stuck);
  cones.l = cones.l + P.nc;
  % zero rows of X come right after the equations, its orthant after that of normal velocities
  order = [1:n+numel(stuck), n+numel(stuck)+P.nc+(1:cones.zero_of_r), ...
           n+numel(stuck)+(1:P.nc), n+numel(stuck)+P.nc+(cones.zero_of_r+1:size(X, 1))];
  [~, ~, y, info] = dls_conic ([], zeros (size (A, 2), 1), A(order,:), b(order), ...
                               struct ('z', cones.z, 'l', cones.l, 'q', cones.q), ...
                               'DataAccuracy', accuracy, 'MaxTime', limit);
  proof = [];
  if (strcmp (info.status, 'primal_infeasible'))
    y(order) = y;
    of = zeros (N, 1);
    of(stuck) = -y(n+(1:numel (stuck)));
    of(normal) = y(n+numel (stuck)+(1:P.nc));
    proof = struct ('kind', 'relaxation', 'p', y(1:n), 'y', of);
  end
end

% X*r in {0} x R+ x second-order cones is r in L
function [X, cones] = in_cone (P, part)
  N = P.d * P.nc;
  curved = P.mu > 0 & isfinite (P.mu);
  zero = reshape (part(2:end,P.mu == 0), [], 1);
  straight = part(1,~curved)';
  second = reshape (part(:,curved), [], 1);
  scale = ones (P.d, P.nc);
  scale(1,curved) = P.mu(curved)';
  rows = [zero; straight; second];
  X = sparse (1:numel (rows), rows, scale(rows), numel (rows), N);
  cones = struct ('z', numel (zero), 'zero_of_r', numel (zero), 'l', numel (straight), ...
                  'q', P.d * ones (sum (curved), 1));
end

% Why one contact in 3D has no solution: it neither opens, nor sticks, nor slides into any direction
% of arcs that are the whole circle. In a mode u and r are in cones X*u, Y*r in {0} x R+ (and L);
% the multipliers of u = W*r + q (or M*v + f = H'*r, u = H*v + w) refute it. [] if one stays open.
function proof = arcs_of (P, accuracy, limit)
  clock = tic ();
  proof = struct ('kind', 'modes', 'mode', [], 'arc', [], 'p', [], 'y', []);
  right = pi / 2 * (0:4);
  todo = [0, 1, 2 2 2 2; 0, 0, right(1:4); 0, 0, right(2:5)];
  while (~isempty (todo))
    m = todo(:,end);
    todo(:,end) = [];
    left = max (limit - toc (clock), 0);
    [p, y, status] = refute (P, m, accuracy, left);
    if (strcmp (status, 'primal_infeasible'))
      proof.mode(:,end+1) = m(1);
      proof.arc(:,end+1) = m(2:3);
      proof.p(:,end+1) = p;
      proof.y(:,end+1) = y;
    elseif (~strcmp (status, 'solved') || m(1) < 2 || m(3) - m(2) < 1e-3 || left == 0)
      proof = [];
      return
    else
      middle = mean (m(2:3));
      todo = [todo, [2; m(2); middle], [2; middle; m(3)]];
    end
  end
end

function [p, y, status] = refute (P, m, accuracy, limit)
  [X, Y, zeros_u, zeros_r, cone] = mode_of (m, P.mu);
  if (strcmp (P.form, 'global'))
    n = numel (P.f);
    A = [P.M, -P.H', sparse(n, 3); -P.H, sparse(3, 3), speye(3)];   % of v, r, u
    b = [-P.f; P.w];
  else
    n = 0;
    A = [-P.W, speye(3)];
    b = P.q;
  end
  rows = [sparse(size (Y, 1), n), Y, sparse(size (Y, 1), 3)
          sparse(size (X, 1), n + 3), X];
  order = [1:zeros_r, size(Y, 1) + (1:zeros_u), zeros_r+1:size(Y, 1), ...
           size(Y, 1) + (zeros_u+1:size (X, 1))];
  K = struct ('z', n + 3 + zeros_r + zeros_u, 'l', numel (order) - zeros_r - zeros_u, 'q', []);
  if (cone)                                    % Y*r in L, behind the others
    order = [size(Y, 1) + (1:size (X, 1)), 1:3];
    K = struct ('z', n + 3 + zeros_u, 'l', size (X, 1) - zeros_u, 'q', 3);
  end
  A = [A; -rows(order,:)];
  [~, ~, y, info] = dls_conic ([], zeros (size (A, 2), 1), A, [b; zeros(numel (order), 1)], K, ...
                               'DataAccuracy', accuracy, 'MaxTime', limit);
  status = info.status;
  p = y(1:n);
  y = y(n + (1:3));
end

% 0 open, 1 stick, 2 slip within an arc: u_T between its ends, r_T = -mu*r_N*t for t in the triangle
% of the ends and the tangents there.
function [X, Y, zeros_u, zeros_r, cone] = mode_of (m, mu)
  cone = m(1) == 1;
  if (m(1) == 0)
    [X, Y, zeros_u, zeros_r] = deal ([1 0 0], eye (3), 0, 3);
  elseif (m(1) == 1)
    [X, Y, zeros_u, zeros_r] = deal (eye (3), diag ([mu 1 1]), 3, 0);
  else
    a = [cos(m(2)), sin(m(2))];
    b = [cos(m(3)), sin(m(3))];
    half = (m(3) - m(2)) / 2;
    middle = [cos(mean (m(2:3))), sin(mean (m(2:3)))];
    X = [1 0 0; 0, -a(2), a(1); 0, b(2), -b(1)];
    Y = [mu, a; mu, b; -mu * cos(half), -middle];
    [zeros_u, zeros_r] = deal (1, 0);
  end
end

%!test  % the example of the help
%! P = dls_problem ('M', 2*eye (2), 'H', [0 1; 1 0], 'f', -2*[3; -1], 'mu', 0.5, 'd', 2);
%! [r, u, v, info] = dls_friction (P);
%! assert (info.status, 'solved')
%! assert (info.exitflag, 1)
%! assert ([r, u], [2 0; -1 2.5], 1e-7)
%! assert (v, [2.5; 0], 1e-7)
%! assert (info.residual.worst, dls_residual (P, r, v), 1e-15)

%!test  % CONIC's point mass (GOLDEN 20), local form, every method
%! P = dls_problem ('W', eye (3), 'q', [-0.6905; 1; 0.5], 'mu', 0.4, 'd', 3);
%! for method = {'auto', 'interior-point', 'newton', 'fixpoint', 'gauss-seidel', ...
%!               'pseudo-time', 'arclength'}
%!   [r, u, v, info] = dls_friction (P, 'Method', method{1});
%!   assert (info.status, 'solved')
%!   assert (r, [0.6905; -0.247040790154; -0.123520395077], 1e-8)
%!   assert (isempty (v))
%! end

%!test  % the start is tried first; no contacts; a warm start in the global form
%! P = dls_problem ('W', eye (2), 'q', [-1; 0.2], 'mu', 0.5, 'd', 2);
%! [r, ~, ~, info] = dls_friction (P, 'Start', [1; -0.2]);
%! assert (r, [1; -0.2])
%! assert (info.iterations, 0)
%! P = dls_problem ('M', 2*eye (2), 'H', zeros (0, 2), 'f', [2; -4], 'mu', [], 'd', 2);
%! [r, u, v, info] = dls_friction (P);
%! assert ({info.status, size(r), v}, {'solved', [0 1], [-1; 2]})
%! P = dls_problem ('M', 2*eye (2), 'H', [0 1; 1 0], 'f', -2*[3; -1], 'mu', 0.5, 'd', 2);
%! [~, ~, ~, info] = dls_friction (P, 'Start', [2; -1], 'StartVelocity', [2.5; 0]);
%! assert (info.iterations, 0)

%!test  % Painleve's toy (GOLDEN 20): one solution at mu = 0.5, none from mu = 1 on
%! toy = {'M', 1, 'H', sqrt(0.5) * [1; 1], 'f', sqrt(0.5), 'w', [0; 1], 'd', 2};
%! [r, ~, v, info] = dls_friction (dls_problem (toy{:}, 'mu', 0.5));
%! assert ({info.status, info.exitflag}, {'solved', 1})
%! assert ([r; v], [2; -1; 0], 1e-7)
%! for mu = [1, 1.5]
%!   [~, ~, ~, info] = dls_friction (dls_problem (toy{:}, 'mu', mu), 'MaxTime', 5);
%!   assert (~strcmp (info.status, 'solved'))
%!   assert (info.exitflag < 1)
%! end

%!test  % units that siconos' measure does not see: W and r of 1e-12 and 1e12
%! for W = {1e-12 * [2 0.3 0.1; 0.3 2 0.2; 0.1 0.2 2]}
%!   q = [-1; 0.7; 0.2; -1; -0.5; 1];
%!   P = dls_problem ('W', kron (eye (2), W{1}), 'q', q, 'mu', 0.3, 'd', 3);
%!   for method = {'auto', 'newton', 'interior-point', 'gauss-seidel', 'fixpoint'}
%!     [r, ~, ~, info] = dls_friction (P, 'Measure', 'siconos', 'Method', method{1});
%!     assert (info.status, 'solved')
%!     assert (dls_residual (P, r) <= 1e-4)
%!   end
%!   assert (dls_residual (P, 1.5 * r, [], 'Measure', 'siconos') < 1e-8)
%! end

%!shared P, Q
%! P = dls_problem ('W', eye (2), 'q', [-1; 0.2], 'mu', 0.5, 'd', 2);
%! Q = dls_problem ('M', eye (2), 'H', eye (2), 'mu', 1, 'd', 2);
%!error id=delassus:type dls_friction (3)
%!error id=delassus:type dls_friction ()
%!error id=delassus:option dls_friction (P, 'Methd', 'auto')
%!error id=delassus:option dls_friction (P, 'Method', 'magic')
%!error id=delassus:option dls_friction (P, 'Tolerance', -1)
%!error id=delassus:option dls_friction (P, 'MaxTime', -1)
%!error id=delassus:option dls_friction (P, 'StartVelocity', 1)
%!error id=delassus:dimension dls_friction (P, 'Start', [1; 2; 3])
%!error id=delassus:dimension dls_friction (Q, 'StartVelocity', 1)
%!error id=delassus:notFinite dls_friction (P, 'Start', [1; NaN])
%!error id=delassus:option dls_friction (struct ('W', 1, 'q', 1, 'mu', -1, 'd', 1))
%!test  % nothing under- or overflows
%! for s = [1e-250, 1e-200, 1e-30, 1e30, 1e200]
%!   [r, ~, ~, info] = dls_friction (dls_problem ('W', eye (2), 'q', s * [-1; 1], 'mu', 1, 'd', 2));
%!   assert (info.exitflag == 1 && norm (r / s - [1; -1]) < 1e-12)
%! end
%!error <choose other units>
%! P = dls_problem ('W', 1e-200 * eye (6), 'q', [-1; 1; 0; -1; 1; 0], 'mu', 1, 'd', 3);
%! dls_friction (P, 'Method', 'fixpoint');
%!test  % sweeps do not mind
%! P = dls_problem ('W', 1e-200 * eye (6), 'q', [-1; 1; 0; -1; 1; 0], 'mu', 1, 'd', 3);
%! [r, ~, ~, info] = dls_friction (P);
%! assert (info.status, 'solved')
%! assert (r / 1e200, [1; -1; 0; 1; -1; 0], 1e-12)
%!error <^dls_friction: q is 1-by-1; expected 2 rows>
%! P = dls_problem ('W', eye (2), 'mu', 1, 'd', 2);
%! P.q = 1;
%! dls_friction (P);
%!error <^dls_friction: no data> dls_friction (struct ('form', 'local'));
%!test  % edited by hand: one coefficient for all
%! P = dls_problem ('W', eye (4), 'q', [-1; 1; -1; 1], 'mu', [1 1], 'd', 2);
%! P.mu = 0.5;
%! assert (dls_friction (P), [1; -0.5; 1; -0.5], 1e-8)
%!demo
%! % a contact that is pushed in all directions: its friction (blue) and where it slips to (red)
%! W = [1 0.2 0; 0.2 1 0.6; 0 0.6 2];
%! t = linspace (0, 2*pi, 25);
%! for k = 1:25
%!   P = dls_problem ('W', W, 'q', [-1; cos(t(k)); sin(t(k))], 'mu', 0.4, 'd', 3);
%!   [r(:,k), u(:,k)] = dls_friction (P);
%! end
%! plot (r(2,:), r(3,:), 'b.-', u(2,:), u(3,:), 'r.-'); axis equal; legend ('friction', 'slip');

function V = dls_sticking (S, varargin)
%DLS_STICKING  Can all frictional contacts stick? A verdict with reactions, or with a proof.
%   V = DLS_STICKING (S) decides for the system S of DLS_SYSTEM (2D or 3D, any M and redundancy)
%   whether there are an acceleration a and reactions with (ALLSTICK (22), (24), (65))
%       M*a + F = Gb*lb + Gu*lu + Hb*tb + Hu*tu,   Gb'*a + bb = 0,   Hb'*a + tb0 = 0,
%       Hu'*a + tu0 = 0,   0 <= Gu'*a + bu  _|_  lu >= 0,
%       |tu_i| <= muu_i*lu_i,   |tb_i| <= mub_i*|lb_i|      (mu = Inf: no condition)
%   where tb0, tu0 are the blocks 'tb', 'tu' of S. All contacts with tangents shall stick, but for
%   those that slide: they follow their law (ALLSTICK (71)-(74)). With mu = 0 that means without a
%   tangential force: leave the columns of Hb, Hu zero where a contact is free to slip. The
%   acceleration follows from Gauss' principle; one conic program per sign pattern of bilateral
%   cones then finds the reactions of greatest margin.
%   DLS_STICKING (S, OPTS) or (..., 'Option', VALUE, ...):
%       'Persistent'  true: no contact may detach, Gu'*a + bu = 0 (false)
%       'Static'      true: equilibrium, v = 0 and a = 0 (ALLSTICK Cor. 1, COUPLING (78)) (false)
%       'Force'       seek a force F + B*u (on the left, as F) that makes the contacts stick
%                     (ALLSTICK Prop. 3, 5): B alone (any u), or a struct with B and any of
%                     C, c (C*u <= c), lower, upper (box), center, radius (|u - center| <= radius)
%       'Goal'        'margin': the force of largest margin; 'smallest': of smallest |u|
%       'Neighbourhood'  true: also tell whether the contacts go on sticking (Prop. 4) (false)
%       'Facets'      0: exact cones; k = 3 to 1000: inscribed pyramids with k sides in 3D (0)
%       'Critical'    false: do not compute V.mu_min and V.mu_scale (true)
%       'MaxNodes'    programs allowed for the signs of bilateral contacts and, with 'Force' or
%                     sliding contacts, for which contacts are open (1000)
%       'DataAccuracy'  relative accuracy of the data: what is on the boundary of its cone to
%                     within it sticks; what is not settled so is 'undecided' (8*eps)
%       'MaxTime'     seconds after which the verdict is 'undecided' (Inf)
%       'Display'     'off' | 'final' | 'iter' (as 'final')
%
%   V.verdict      'sticking', 'not_sticking' or 'undecided' (V.message says why)
%   V.a            the acceleration (unique up to the kernel of M)
%   V.lambda       struct nb, nu, tb, tu. 'sticking': all in their cones, farthest inside;
%                  'not_sticking': reactions of the same problem without cones (NaN with 'Force'
%                  or sliding contacts)
%   V.margin       largest eps with |t_i| <= mu_i*|n_i| - eps at all contacts that touch (Inf
%                  where not bounded, or without any; negative: what is missing). With 'Force' or
%                  sliding contacts those without a force that may open do not count, and a
%                  negative margin is a bound
%   V.certificate  [] or a struct, checked by DLS_VERIFY, with the field kind:
%       'cones'            signs (contacts-by-leaves), y (n-by-leaves): a force w = M*a + F in
%                          the cones has w'*y >= 0, but w'*y < 0
%       'joint'            pattern, y, z, w (a column per leaf): no acceleration, reactions and
%                          force fit ('Force' or sliding contacts; see DLS_VERIFY)
%       'no_acceleration'  u: G*u = 0, b'*u < 0: the constraints contradict each other
%       'no_balance'       d: M*d = 0, F'*d < 0, and no constraint resists
%   V.mu_min       the smallest friction coefficient, the same at all contacts, that makes them
%                  stick (Inf: none does; NaN: not found, or with 'Force' or sliding contacts)
%   V.mu_scale     the smallest factor of the given coefficients that does
%   V.proof        .margin, .mu_min, .mu_scale: [] or what proves these numbers (see DLS_VERIFY):
%       .lambda    reactions in the order nb, nu, and the tb, tu of sticking contacts, that attain
%                  it; where the margin is Inf a direction along which it grows
%       .signs, .y as of 'cones': at no margin beyond it, or with friction .below (relative 1e-6
%                  less; Inf: 1e4) there are any
%   V.detaching    nu-by-1 logical: contacts with Gu'*a + bu > 0
%   V.force, V.force_parameter     F + B*u and u;  V.force_set: the set as understood
%   V.W_n, V.W_t, V.V_n, V.V_t     only with 'Force': reactions ln = W_n*f + V_n, lt = W_t*f + V_t
%                  under a force f on top of F while all contacts touch and stick, bilateral ones
%                  first (of minimum norm where they are not unique; ALLSTICK (23), (31); n <= 500)
%   V.neighbourhood  .status 'persists' (unique reactions strictly inside the cones),
%                  'persists_if_rank_constant' (redundant ones), 'ends', 'undecided'; .reason
%   V.residual     .worst, what DLS_VERIFY finds: of the equations, or 1/size that is excluded
%   V.names_detaching, V.facets, V.persistent, V.static, V.programs, V.time (s), V.message
%   S may be a mechanism of DLS_MECHANISM; V.lambda has its reactions by name, too, V.bodies its
%   accelerations.
%
%   Example: a block of mass 2 on the floor (2D), pushed sideways by 3 N, mu = 0.5
%     S = dls_system ('M', 2*eye (2), 'F', [-3; 2*9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%     V = dls_sticking (S);
%     V.verdict
%     % ans = sticking
%     [V.margin, V.mu_min]
%     % ans = 6.8100   0.1529
%   Example: pushed by 12 N it slides; the smallest force that holds it, and none that only lifts
%     S = dls_system (S, 'F', [-12; 2*9.81]);
%     V = dls_sticking (S, 'Force', eye (2), 'Goal', 'smallest');
%     V.force_parameter'
%     % ans = 1.7520   0.8760
%     V = dls_sticking (S, 'Force', struct ('B', [0; 1], 'upper', 0));
%     V.verdict
%     % ans = not_sticking
%
%   See also DLS_VERIFY, DLS_GRASP, DLS_REACTION_RANGE, DLS_SYSTEM, DLS_CONIC.
% SPDX-License-Identifier: GPL-3.0-or-later
  clock = tic ();
  if (nargin < 1)
    error ('delassus:type', 'dls_sticking: expected a system made by dls_system');
  end
  [S, note] = dls_system_input (S, 'dls_sticking');
  S = dls_stick ('question', S);
  opts = options (varargin);
  opts.clock = clock;
  check_static (S, opts);
  V = struct ('kind', 'sticking', 'verdict', 'undecided', 'a', [], 'lambda', [], 'margin', NaN, ...
              'certificate', [], 'mu_min', NaN, 'mu_scale', NaN, 'detaching', [], ...
              'names_detaching', {{}}, 'facets', opts.Facets, 'persistent', opts.Persistent, ...
              'static', opts.Static, 'residual', struct ('worst', NaN), 'programs', 0, ...
              'time', 0, 'message', '');
  V.proof = struct ('margin', [], 'mu_min', [], 'mu_scale', []);
  [T, u] = dls_natural_units (S);
  if (any (strcmp ('sliding', [S.modeb, S.modeu])) || ~isempty (opts.Force))
    U = dls_stick_force (opts.Force, S.n, 'dls_sticking');
    [V, E] = dls_stick_sought (V, T, dls_stick ('units', U, u), u, opts);
  else
    [V, E] = given (V, T, u, opts);
  end
  V = proved (V, T, E, u);
  V = in_given_units (V, T, u);
  if (~isempty (opts.Force))
    V.force_set = U;
    V.force = S.F + U.B * V.force_parameter;
    [V.W_n, V.W_t, V.V_n, V.V_t] = dls_stick_map (S, dls_stick ('columns', S), opts.Static);
  end
  if (any (V.detaching))
    V.message = sprintf ('%s; detaching: %s', V.message, dls_some (V.names_detaching));
  end
  if (opts.Neighbourhood)
    V.neighbourhood = dls_stick_answer ('persists', S, V);
  end
  V.message = [V.message, note];
  V.lambda = dls_by_name (V.lambda, S);
  V = dls_by_name (V, S, V.a);
  V.time = toc (clock);
  dls_tell ('dls_sticking', opts, V.verdict, V.message, V.time);
  if (nargout == 0)
    dls_show (V)
    clear V
  end
end

% The forces are given and no contact slides: the acceleration comes first.
function [V, E] = given (V, S, u, opts)
  E = dls_stick ('setup', S, opts.Persistent, 'dls_sticking', opts);
  V.a = E.a;
  V.detaching = E.detaching;
  V.names_detaching = S.names.u(E.detaching);
  V.programs = E.programs;
  V.message = E.message;
  if (any (strcmp (E.status, {'no_acceleration', 'no_balance'})))
    V.verdict = 'not_sticking';
    V.margin = -Inf;
    V.certificate = E.certificate;
    V.mu_min = Inf;
    V.mu_scale = Inf;
    V.message = 'no acceleration is compatible with sticking, whatever the friction';
  elseif (strcmp (E.status, 'solved'))
    [V, E.lambda] = judge (V, E, u, opts);
  end
  V.lambda = dls_stick ('lambda', E, E.lambda);
end

% A verdict is what arithmetic confirms, of the data in units in which they are of order one.
function V = proved (V, T, E, u)
  if (strcmp (V.verdict, 'undecided'))
    return
  end
  info = dls_verify_sticking (T, V, dls_judge ('report', 'sticking', V.verdict), E);
  if (isfield (info, 'residual'))
    V.residual.worst = info.residual;
  elseif (isfield (info, 'excludes'))
    V.residual.worst = 1 / info.excludes;
  end
  if (~info.ok)
    V.verdict = 'undecided';
    V.message = sprintf ('%s, but this is not proved: %s', V.message, info.message);
    V.certificate = [];
  elseif (isfield (E, 'w'))
    V = proved_numbers (V, T, E, u);
  end
end

% Numbers that the arithmetic refutes are not known.
function V = proved_numbers (V, T, E, u)
  report = dls_judge ('report', 'sticking', V.verdict);
  report = dls_verify_margin ('claims', T, V, report, [u.nb; u.nu; u.tb(E.rows_tb); ...
                                                       u.tu(E.rows_tu)], {E});
  if (~report.ok)
    wrong = report.checks(~[report.checks.ok]);
    for name = {'margin', 'mu_min', 'mu_scale'}
      if (any (strncmp ({wrong.name}, name{1}, numel (name{1}))))
        V.(name{1}) = NaN;
        V.proof.(name{1}) = [];
      end
    end
    V.message = sprintf ('%s; not proved: %s', V.message, report.message);
  end
end

function V = in_given_units (V, T, u)
  V.a = u.a .* V.a;
  V.lambda = dls_stick ('given', V.lambda, u);
  if (isfield (V, 'force_parameter'))
    V.force_parameter = u.size * V.force_parameter;
  end
  if (~isempty (V.certificate))
    V.certificate = dls_stick ('proof', V.certificate, T, u);
  end
  V.proof = dls_verify_margin ('units', V.proof, T, u);
end

% v = 0 makes the terms d/dt(G')*qdot vanish.
function check_static (S, opts)
  if (opts.Static && (any ([S.bb; S.bu; S.tb; S.tu]) || any ([S.vtb(:); S.vtu(:)])))
    error ('delassus:option', ['dls_sticking: Static asks for v = 0; expected systems with ', ...
           'bb, bu, tb, tu, vtb and vtu equal to zero']);
  end
end

% Margins are measured in the caller's forces, those of contact i are c(i) times as large; where
% that makes them very different, the verdict comes first. What is on the boundary of its cone to
% the accuracy of the program is judged by equations.
function [V, lambda] = judge (V, E, u, opts)
  lambda = E.lambda;
  tolerance = 1e-8 * E.size;
  opts.cap = E.size;
  c = [u.nb; u.nu];
  c = reshape (c(E.normal), [], 1);
  unit = min ([c; Inf]);
  weights = unit ./ c;
  alike = all (weights >= 1 / 16);
  R = dls_stick_answer ('margin', E, E.mu, weights .^ alike, opts);
  V.programs = V.programs + R.programs;
  if (~strcmp (R.status, 'solved') && ~(R.eps >= 0))
    V.margin = NaN;
    V.message = R.message;
    return
  end
  near = abs (R.eps) <= tolerance;
  held = R.eps > tolerance;
  if (near)
    [R.lambda, held] = dls_sticking_mex ('polish', E, E.mu, R.lambda, opts.DataAccuracy);
  end
  V.message = 'the reactions do not fit into the cones';
  if (held)
    V.verdict = 'sticking';
    noise = 1e-15 + 1e-12 * ~any (E.w);
    R.lambda(abs (R.lambda) < noise * E.size) = 0;   % rounding beside the forces
    lambda = R.lambda;
    boundary = {'', ', some on the boundary of their cones (to the accuracy of the data)'};
    V.message = ['all contacts stick', boundary{1 + near}];
  else
    V.verdict = 'not_sticking';
    V.certificate = struct ('kind', 'cones', 'signs', R.leaves.signs, 'y', R.leaves.y);
    if (opts.Facets > 0 && size (E.tangent, 1) == 2)
      V.message = sprintf ('the reactions do not fit into pyramids of %d sides', opts.Facets);
    end
  end
  V = critical (V, E, R, opts);
  if (~alike && isfinite (R.eps))
    R = dls_stick_answer ('margin', E, E.mu, weights, opts);
    V.programs = V.programs + R.programs;
  end
  V.proof.margin = dls_stick_answer ('leaves', E, R, []);
  V.proof.margin.lambda = R.lambda;
  if (isinf (R.eps) && R.eps > 0 && ~isempty (E.mu))   % along these
    none = E;
    none.w(:) = 0;
    ray = dls_stick_answer ('margin', none, E.mu, weights, opts);
    V.programs = V.programs + ray.programs;
    V.proof.margin.lambda = ray.lambda;
  end
  V.margin = R.eps;
  if (isfinite (R.eps))
    V.margin = unit * R.eps;
  end
end

% Contacts with mu = 0 count for mu_min, which is the same at all, not for mu_scale.
function V = critical (V, E, R, opts)
  [small, scale] = deal ([]);
  if (R.eps == -Inf && isempty (R.lambda) && isempty (E.smooth))
    V.mu_min = Inf;                            % friction does not matter
    V.mu_scale = Inf;
    [small, scale] = deal (dls_stick_answer ('leaves', E, R, 1e4));
  elseif (opts.Critical)
    [V.mu_min, small, used] = dls_stick_answer ('critical', E, [], opts);
    V.programs = V.programs + used;
    if (isempty (E.mu) && ~isempty (E.smooth))
      V.mu_scale = Inf * ~strcmp (V.verdict, 'sticking');
      V.mu_scale(isnan (V.mu_scale)) = 0;
    elseif (isempty (E.smooth) && ~isempty (E.mu) && all (E.mu == E.mu(1)))
      V.mu_scale = V.mu_min / E.mu(1);
      scale = small;
      if (~isempty (scale))
        scale.below = small.below / E.mu(1);
      end
    else
      [V.mu_scale, scale, used] = dls_stick_answer ('critical', E, E.mu, opts);
      V.programs = V.programs + used;
    end
  end
  V.proof.mu_min = small;
  V.proof.mu_scale = scale;
end

function opts = options (args)
  opts = dls_table_options ('dls_sticking', args);
  if (any (opts.Facets == [1, 2]))
    error ('delassus:option', 'dls_sticking: Facets is %g; expected 0 or one of 3 to 1000', ...
           opts.Facets);
  end
end

% Reactions as functions of the force on top of S.F, ln = Wn*f + Vn and lt = Wt*f + Vt, when all
% contacts touch: ALLSTICK (23), (31), blocks of the Moore-Penrose inverse (minimum norm where
% they are not unique). Rows: bilateral contacts, then unilateral ones; tangents that carry
% nothing are zero. static: a = 0. Empty for n > 500 and where contacts slide (not affine).
function [Wn, Wt, Vn, Vt] = dls_stick_map (S, E, static)
  n = S.n;
  if (n > 500 || E.slides)
    [Wn, Wt, Vn, Vt] = deal ([]);
    return
  end
  b = [zeros(numel (E.b), n), E.b];
  if (static)
    [~, L] = dls_kkt (speye (n), E.G, [speye(n), S.F], 0 * b);
  else
    [~, L] = dls_kkt (S.M, E.G, [speye(n), S.F], b);
  end
  R = dls_stick ('lambda', E, L);
  N = [R.nb; R.nu];
  T = [R.tb; R.tu];
  Wn = N(:,1:n);
  Wt = T(:,1:n);
  Vn = N(:,n+1);
  Vt = T(:,n+1);
end

% Verdict of dls_sticking where acceleration, reactions and perhaps the force (of the set U) are
% sought together (dls_stick_joint), of a system in natural units u; the margin is in the caller's.
function [V, E] = dls_stick_sought (V, S, U, u, opts)
  E = dls_stick ('columns', S);
  c = [u.nb; u.nu];
  c = reshape (c(E.normal), [], 1);
  unit = min ([c; Inf]);
  E.weights = max (unit ./ c, 1 / 16);
  R = dls_stick_joint (S, E, U, opts);
  V.programs = R.programs;
  V.margin = R.eps;
  if (isfinite (R.eps))
    V.margin = unit * R.eps;
  end
  V.a = R.a;
  V.lambda = sliding_friction (S, dls_stick ('lambda', E, R.lambda));
  V.detaching = false (S.nu, 1);
  V.force_set = U;
  if (~isempty (opts.Force))
    V.force_parameter = R.force_parameter;
    V.force = S.F + U.B * R.force_parameter;
  end
  if (R.found)
    an = S.Gu' * R.a + S.bu;
    unloaded = R.pattern(1:S.nu) == -1 | V.lambda.nu <= 1e-9 * norm (V.lambda.nu, Inf);
    V.detaching = unloaded & an > 1e-9 * max (norm (S.bu, Inf), norm (S.Gu, 1) * norm (R.a, Inf));
    V.names_detaching = S.names.u(V.detaching);
    V.verdict = 'sticking';
    V.message = 'all contacts that shall stick do';
    if (strcmp (R.status, 'limit'))
      V.message = [V.message, '; the margin may be larger: ', R.message];
    end
  elseif (strcmp (R.status, 'solved'))
    V.verdict = 'not_sticking';
    V.message = 'no acceleration and reactions let the contacts stick';
    if (~isempty (opts.Force))
      V.message = 'no force that is allowed lets the contacts stick';
    end
    V.certificate = R.leaves;
    V.certificate.kind = 'joint';
  else
    V.margin = NaN;
    V.message = R.message;
    return
  end
end

% -mu*|ln|*vt/|vt|
function L = sliding_friction (S, L)
  sides = 'bu';
  for k = 1:2
    s = sides(k);
    v = S.(['vt', s]);
    for i = find (strcmp ('sliding', S.(['mode', s])))
      L.(['t', s])((i-1)*(S.d-1) + (1:S.d-1)) = -S.(['mu', s])(i) * abs (L.(['n', s])(i)) ...
                                                * v(:,i) / norm (v(:,i));
    end
  end
end

% The forces F + B*u that are allowed, from the option 'Force': C*u <= c (with the box), and
% |u - center| <= radius. Empty: none, p = 0.
function U = dls_stick_force (force, n, caller)
  names = {'B', 'C', 'c', 'lower', 'upper', 'center', 'radius'};
  if (isempty (force))
    force = struct ('B', sparse (n, 0));
  elseif (isa (force, 'double'))
    force = struct ('B', force);               % a subspace
  end
  if (~(isstruct (force) && isscalar (force) && isfield (force, 'B')))
    error ('delassus:option', '%s: Force is %s; expected B or a struct with B, C, c, ...', ...
           caller, dls_describe (force));
  end
  unknown = setdiff (fieldnames (force), names);
  if (~isempty (unknown))
    error ('delassus:option', '%s: unknown field ''%s'' of Force; expected some of %s', caller, ...
           unknown{1}, strjoin (names, ', '));
  end
  U.B = dls_sparse_input (force.B, caller, 'Force.B');
  dls_finite_input (U.B, caller, 'Force.B');
  p = size (U.B, 2);
  U.C = get_field (force, 'C', sparse (0, p));
  U.C = dls_sparse_input (U.C, caller, 'Force.C');
  dls_finite_input (U.C, caller, 'Force.C');
  if (size (U.B, 1) ~= n || size (U.C, 2) ~= p)
    error ('delassus:dimension', ...
           '%s: Force.B is %d-by-%d and Force.C %d-by-%d; expected %d-by-p and k-by-p', caller, ...
           size (U.B, 1), p, size (U.C, 1), size (U.C, 2), n);
  end
  U.c = bound (force, 'c', size (U.C, 1), zeros (size (U.C, 1), 1), caller);
  low = bound (force, 'lower', p, -Inf (p, 1), caller);
  high = bound (force, 'upper', p, Inf (p, 1), caller);
  U.center = bound (force, 'center', p, zeros (p, 1), caller);
  U.radius = bound (force, 'radius', 1, Inf, caller);
  I = speye (p);
  U.C = [U.C; I(isfinite (high),:); -I(isfinite (low),:)];
  U.c = [U.c; high(isfinite (high)); -low(isfinite (low))];
  keep = U.c < Inf;
  U.C = U.C(keep,:);
  U.c = U.c(keep);
  if (any (U.c == -Inf) || any (high == -Inf) || any (low == Inf) ...
      || ~all (isfinite (U.center)) || ~(U.radius >= 0))
    error ('delassus:option', '%s: Force has an empty or unbounded side; expected %s', caller, ...
           'c > -Inf, lower < Inf, upper > -Inf, radius >= 0');
  end
end

function x = get_field (force, name, default)
  x = default;
  if (isfield (force, name) && ~(isempty (force.(name)) && isempty (default)))
    x = force.(name);
  end
end

% A vector that may hold infinite entries; one number serves for all.
function x = bound (force, name, count, default, caller)
  x = default;
  if (~isfield (force, name) || isempty (force.(name)))
    return
  end
  x = force.(name);
  if (~(isa (x, 'double') && isreal (x) && (isscalar (x) || (isvector (x) ...
        && numel (x) == count)) && ~any (isnan (x))))
    dls_raise ('delassus:dimension', '%s: Force.%s is %s; expected %d numbers', caller, name, ...
               dls_describe (x), count);
  end
  x = full (x(:)) .* ones (count, 1);
end

%!function S = flat_block (Fx, mu)
%!  % GOLDEN 3 (ALLSTICK Examples 1 and 4): l = 1, L = 0.5
%!  S = dls_system ('M', diag ([1, 1, 1.25/12]), 'F', [Fx; 9.81; 0], ...
%!                  'Gu', [0 0; 1 1; -0.25 0.25], 'Hu', [1 1; 0 0; 0.5 0.5], 'muu', mu);
%!endfunction
%!function S = fingers (mu, F1, F2)
%!  % GOLDEN 7 (ALLSTICK Example 6): a mass between two fingers, q = (x, y, x1, x2)
%!  S = dls_system ('M', eye (4), 'F', [0; 9.81; F1; F2], 'Gb', [1; 0; 0; 0], ...
%!                  'Gu', [1 -1; 0 0; -1 0; 0 1], 'Hu', [0 0; 1 1; 0 0; 0 0], 'muu', mu);
%!endfunction
%!function S = moving (mu)
%!  % Example 6, second: q = (x, y, x1, y1, x2, y2)
%!  S = dls_system ('M', eye (6), 'F', [0; 9.81; -15; -3; 20; -1], 'Gb', [1; zeros(5, 1)], ...
%!                  'Gu', [1 -1; 0 0; -1 0; 0 0; 0 1; 0 0], ...
%!                  'Hu', [0 0; 1 1; 0 0; -1 0; 0 0; 0 -1], 'muu', mu);
%!endfunction
%!test  % all contacts open, one by a motion of what has no mass: nothing is left to carry
%! S = dls_system ('M', diag ([1 0 1]), 'F', [-4; 0; -3], 'Gu', [0 2; -1 0; 0 2], 'bu', [-2; 0], ...
%!                 'Hu', zeros (3, 2), 'd', 2);
%! V = dls_sticking (S, 'Critical', false);
%! assert (V.verdict, 'sticking')
%! assert (V.detaching, [true; true])

%!test  % the example of the help
%! S = dls_system ('M', 2*eye (2), 'F', [-3; 2*9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%! V = dls_sticking (S);
%! assert (V.verdict, 'sticking')
%! assert ([V.margin, V.mu_min], [6.81, 3 / 19.62], 1e-8)
%! assert (V.mu_scale, 2 * V.mu_min, 1e-9)
%! S = dls_system (S, 'F', [-12; 2*9.81]);
%! V = dls_sticking (S, 'Force', eye (2), 'Goal', 'smallest');
%! assert (norm (V.force_parameter), 2.19 / sqrt (1.25), 1e-8)
%! assert (V.force_parameter', [1.752, 0.876], 1e-4)        % a root of that is lost here
%! V = dls_sticking (S, 'Force', struct ('B', [0; 1], 'upper', 0));
%! assert ({V.verdict, dls_verify(S, V)}, {'not_sticking', true})
%!test  % mu = 0: a tangent that needs a force does not stick, one that is balanced does
%! S = dls_system ('M', eye (2), 'F', [-1; 9.81], 'Gu', [0; 1], 'Hu', [1; 0]);
%! V = dls_sticking (S);
%! assert ({V.verdict, V.certificate.kind, dls_verify(S, V)}, {'not_sticking', 'cones', true})
%! assert ([V.mu_min, V.mu_scale], [1 / 9.81, Inf], 1e-8)
%! V = dls_sticking (dls_system (S, 'F', [0; 9.81]));
%! assert ({V.verdict, V.lambda.tu, V.mu_min}, {'sticking', 0, 0})
%! V = dls_sticking (dls_system (S, 'Hu', [0; 0]));   % not asked to stick
%! assert (V.verdict, 'sticking')
%! S = dls_system ('M', eye (2), 'F', [1; 2], 'Gb', [0; 1], 'Hb', [1; 0], 'mub', 0);
%! V = dls_sticking (S);
%! assert ({V.verdict, dls_verify(S, V)}, {'not_sticking', true})
%!test  % all contacts detach: nothing is left that would have to balance
%! M = [32 15 -6 -9; 15 20 -4 -9; -6 -4 24 -6; -9 -9 -6 10];
%! S = dls_system ('M', M, 'F', [-2; 3; -2; -4], 'Gu', [3 -2; 0 -3; 1 0; 0 0], 'bu', [-1; 2]);
%! V = dls_sticking (S);
%! assert ({V.verdict, V.detaching', dls_verify(S, V)}, {'sticking', [true, true], true})
%!test  % units of force and length by powers of two: the same bits
%! S = dls_system ('M', diag ([1 3]), 'F', [-4; 9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%! V = dls_sticking (S);
%! D = diag ([2^-20, 2^15]);
%! T = dls_system (S, 'M', D*S.M*D, 'F', 2^9*D*S.F, 'Gu', 2^7*D*S.Gu, 'Hu', 2^7*D*S.Hu);
%! U = dls_sticking (T);
%! assert ({U.verdict, U.mu_min, U.lambda.nu}, {V.verdict, V.mu_min, V.lambda.nu * 2^9 / 2^7})
%! assert (dls_verify (T, U))
%!error <dls_sticking: the argument is a friction problem; expected a contact system>
%! dls_sticking (dls_problem ('W', eye (2), 'q', [-1; 0], 'mu', 0.5, 'd', 2));
%!test  % statics; does it last?; a force that is not there cannot be taken for one that is
%! S = dls_system ('M', eye (2), 'F', [-4; 9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%! V = dls_sticking (S, 'Static', true, 'Neighbourhood', true);
%! assert ({V.verdict, V.neighbourhood.status}, {'sticking', 'persists'})
%! V = dls_sticking (dls_system (S, 'F', [-4; -1]), 'Static', true);
%! assert (V.verdict, 'not_sticking')
%! V = dls_sticking (dls_system (S, 'F', [-4; -1]), 'Neighbourhood', true);
%! assert (V.neighbourhood.status, 'ends')
%! V = dls_sticking (dls_system (S, 'F', [-0.5 * 9.81; 9.81]), 'Neighbourhood', true);
%! assert (V.neighbourhood.status, 'undecided')
%! V = dls_sticking (dls_system (S, 'F', [-6; 9.81]), 'Force', struct ('B', [1; 0], 'upper', 2));
%! assert (V.verdict, 'sticking')
%! V.force_parameter = 3;
%! assert (~dls_verify (dls_system (S, 'F', [-6; 9.81]), V))
%!error id=delassus:option dls_sticking (dls_system ('M', 1, 'Gu', 1, 'bu', 1), 'Static', true)
%!error id=delassus:option dls_sticking (dls_system ('M', 1), 'Goal', 'best')
%!error id=delassus:option dls_sticking (dls_system ('M', 1), 'Force', struct ('b', 1))
%!error id=delassus:dimension dls_sticking (dls_system ('M', 1), 'Force', [1; 1])
%!test  % GOLDEN 3: sticks iff Fx <= mu*9.81 and |Fx| <= 4.905
%! V = dls_sticking (flat_block (2, 0.21));
%! assert ({V.verdict, isempty(V.certificate)}, {'sticking', true})
%! assert (V.mu_min, 0.203873598369011, 1e-9)
%! assert (V.margin, (0.21 * 9.81 - 2) / 2, 1e-8)
%! for Fx = [0.5 2 4.5 -3]
%!   for mu = [0.1 0.3 0.5]
%!     S = flat_block (Fx, mu);
%!     V = dls_sticking (S);
%!     assert (strcmp (V.verdict, 'sticking'), abs (Fx) <= mu * 9.81)
%!     assert (V.mu_min, abs (Fx) / 9.81, 1e-8)
%!     assert (dls_verify (S, V))
%!     for f = [0.9999 1.0001]
%!       U = dls_sticking (dls_system (S, 'muu', f * V.mu_min), 'Critical', false);
%!       assert (strcmp (U.verdict, 'sticking'), f > 1)
%!     end
%!   end
%! end
%!test  % beyond 4.905 the block tips: no closed contact, or detaching
%! S = flat_block (6, 5);
%! V = dls_sticking (S, 'Persistent', true);
%! assert (V.verdict, 'not_sticking')
%! assert (dls_verify (S, V))
%! V = dls_sticking (S);
%! assert (dls_verify (S, V))
%!test  % GOLDEN 4: a block on one corner
%! l = 1; L = 0.5; th = 0.3; w = 0.7;
%! S = dls_system ('M', diag ([1, 1, 1.25/12]), 'F', [2; 9.81; 0], 'muu', 0.3, ...
%!                 'Gu', [0; 1; l/2*sin(th)-L/2*cos(th)], 'bu', 0.270258665151787, ...
%!                 'Hu', [1; 0; l/2*cos(th)+L/2*sin(th)], 'tu', 0.0446262692858585);
%! V = dls_sticking (S);
%! assert (V.mu_min, 0.175038428675627, 1e-9)
%! assert ([V.lambda.nu, V.lambda.tu], [9.58556842597723, 1.67784283524576], 1e-8)
%!test  % GOLDEN 5: determined reactions; the larger ratio decides
%! S = dls_system ('M', diag ([2 1 1 .5]), 'Gu', [1 0; 1 0; 0 1; 0 1], 'bu', [.1; -.2], ...
%!                 'Hu', [1 0; -1 1; 0 1; 1 0], 'F', [2; 9.81; 9.81; 1], 'tu', [.3; 0], ...
%!                 'muu', [0.6; 2]);
%! V = dls_sticking (S);
%! assert (V.mu_min, 2.920833333333333, 1e-8)
%! assert (V.mu_scale, 2.920833333333333 / 2, 1e-8)
%! assert (V.a, [-0.5; 0.4; -0.4; 0.6], 1e-10)
%! assert ({V.verdict, dls_verify(S, V)}, {'not_sticking', true})
%!test  % GOLDEN 7: capacity 12.5, so that each finger has half of 12.5 - 9.81 to spare
%! S = fingers ([.3; .4], -15, 20);
%! V = dls_sticking (S);
%! assert (V.margin, 2.69 / 2, 1e-8)
%! assert ([V.lambda.nb, V.lambda.nu'], [5 15 20], 1e-8)
%! assert (V.mu_scale, 9.81 / 12.5, 1e-8)
%! assert (V.mu_min, 9.81 / 35, 1e-8)
%! assert (dls_verify (S, V))
%! for F1 = [-20 -12 -4]
%!   for F2 = [3 11 21]
%!     S = fingers ([.3; .4], F1, F2);
%!     V = dls_sticking (S, 'Critical', false);
%!     assert (strcmp (V.verdict, 'sticking'), -.3 * F1 + .4 * F2 >= 9.81)
%!     assert (dls_verify (S, V))
%!   end
%! end
%! V = dls_sticking (fingers ([.3; .4], 1, -1));
%! assert ({V.verdict, V.mu_min}, {'not_sticking', Inf})
%!test  % Example 6, second
%! V = dls_sticking (moving ([.3; .4]));
%! assert (V.verdict, 'not_sticking')
%! assert (dls_verify (moving ([.3; .4]), V))
%! assert (V.mu_min, 4.93666666666667 / 15, 1e-8)
%! V = dls_sticking (moving ([.35; .4]));
%! assert (V.verdict, 'sticking')
%! assert (V.lambda.tu, [4.93666666666667; 2.93666666666667], 1e-8)
%! assert (V.a(2), -1.93666666666667, 1e-10)
%!test  % a 3D block on four corners: circular cones; pyramids are a little weaker
%! c = [1 1 -1 -1; 1 -1 -1 1] / 2;
%! Gu = zeros (6, 4);
%! Hu = zeros (6, 8);
%! for i = 1:4
%!   r = [c(:,i); -0.2];
%!   X = [0 -r(3) r(2); r(3) 0 -r(1); -r(2) r(1) 0];
%!   W = [eye(3); X];
%!   Gu(:,i) = W(:,3);
%!   Hu(:,2*i-1:2*i) = W(:,1:2);
%! end
%! S = dls_system ('M', diag ([1 1 1 .2 .2 .3]), 'F', [3*.6; 3*.8; 9.81; 0; 0; 0], 'Gu', Gu, ...
%!                 'Hu', Hu, 'muu', 0.31, 'd', 3);
%! V = dls_sticking (S);
%! assert ({V.verdict, dls_verify(S, V)}, {'sticking', true})
%! assert (V.mu_min, 3 / 9.81, 1e-7)
%! assert (V.margin, (0.31 * 9.81 - 3) / 4, 1e-7)
%! U = dls_sticking (S, 'Facets', 4);
%! assert ({U.verdict, dls_verify(S, U)}, {'not_sticking', true})
%! assert (U.mu_min, 3 * 1.4 / 9.81, 1e-7)
%! S = dls_system (S, 'muu', 0.3);
%! V = dls_sticking (S);
%! assert ({V.verdict, dls_verify(S, V)}, {'not_sticking', true})
%!test  % double cones: a slider held by two guides at right angles
%! for mu = [0.4 0.6]
%!   S = dls_system ('M', eye (2), 'F', [1; 2], 'Gb', [0; 1], 'Hb', [1; 0], 'mub', mu);
%!   V = dls_sticking (S);
%!   assert (strcmp (V.verdict, 'sticking'), mu > 0.5)
%!   assert (dls_verify (S, V))
%!   assert ([V.mu_min, V.margin], [0.5, 2 * mu - 1], 1e-8)
%!   S = dls_system (S, 'F', [1; -2]);
%!   V = dls_sticking (S);
%!   assert (strcmp (V.verdict, 'sticking'), mu > 0.5)
%!   assert ([V.mu_min, V.margin], [0.5, 2 * mu - 1], 1e-8)
%! end
%!test  % contradicting constraints, and a force that nothing resists
%! S = dls_system ('M', eye (2), 'Gb', [1 1; 0 0], 'bb', [0; 1]);
%! V = dls_sticking (S);
%! assert ({V.verdict, V.certificate.kind}, {'not_sticking', 'no_acceleration'})
%! assert (dls_verify (S, V))
%! S = dls_system ('M', diag ([1 0]), 'F', [0; 1], 'Gb', [1; 0]);
%! V = dls_sticking (S);
%! assert ({V.verdict, V.certificate.kind}, {'not_sticking', 'no_balance'})
%! assert (dls_verify (S, V))
%!error id=delassus:type dls_sticking (3)
%!error id=delassus:option dls_sticking (dls_system ('M', 1), 'Facet', 3)
%!error id=delassus:option dls_sticking (dls_system ('M', 1), 'Facets', 2)
%!error <'Persistent' is the text 'x'; expected true> dls_sticking (dls_system ('M', 1), ...
%!  'Persistent', 'x');
%!error id=delassus:option dls_sticking (dls_system ('M', 1), 'MaxNodes', NaN)
%!error id=delassus:option dls_sticking (dls_system ('M', 1), 'Goal', 3)
%!test  % no inertia, sliding contacts: forces and accelerations have units of their own
%! S = dls_system ('M', 0, 'F', 2^-6, 'Gb', -12288, 'bb', -1024, 'Gu', [512, 2^-6], ...
%!                 'bu', [-64; 2^-8], 'Hb', 8192, 'tb', 512, 'Hu', [-1536, 0], 'mub', 1/8, ...
%!                 'muu', [1/2; 1/8], 'vtb', -1, 'vtu', [1, -1], 'd', 2);
%! V = dls_sticking (S);               % Gb'*a + bb = 0 gives a < 0, and contact 1 asks for a > 0
%! assert (V.verdict, 'not_sticking')
%! assert (dls_verify (S, V))
%! V.verdict = 'sticking';  V.a = 0;  V.certificate = [];
%! V.lambda = struct ('nb', -4.8e-07, 'nu', [7.2151e-06; 0], 'tb', 6e-08, 'tu', [-3.6075e-06; 0]);
%! assert (~dls_verify (S, V))
%!demo
%! % how much friction holds a ladder at 60 degrees, loaded in the middle
%! c = cos (pi/3);
%! s = sin (pi/3);
%! S = @(mu) dls_system ('M', diag ([80 80 20]), 'F', [0; 785; 0], 'Gu', [0 -1; 1 0; -2*c 2*s], ...
%!                       'Hu', [1 0; 0 1; 2*s 2*c], 'muu', mu);
%! mu = linspace (0.1, 0.6, 21);
%! plot (mu, arrayfun (@(m) dls_sticking (S (m)).margin, mu), mu, 0 * mu, 'k:');
%! xlabel ('mu');
%! ylabel ('margin');

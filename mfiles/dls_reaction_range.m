function [lo, hi, info] = dls_reaction_range (S, varargin)
%DLS_REACTION_RANGE  The interval of every reaction over all admissible solutions.
%   [LO, HI, INFO] = DLS_REACTION_RANGE (S) returns structs with the fields nb, nu, tb, tu: the
%   exact minimum and maximum of each scalar reaction of the system S of DLS_SYSTEM, over all
%   lb, lu, tb, tu that satisfy
%       M*a + F = Gb*lb + Gu*lu + Hb*tb + Hu*tu,   Gb'*a + bb = 0,   Hb'*a + tb0 = 0,
%       Hu'*a + tu0 = 0,   0 <= Gu'*a + bu  _|_  lu >= 0,
%       |tu_i| <= muu_i*lu_i,   |tb_i| <= mub_i*|lb_i|      (mu = Inf: no condition)
%   for some a, with tangents of the sticking contacts only (tb0, tu0: blocks 'tb', 'tu' of S).
%   At contacts that slide tu = -muu*lu*v/|v|, tb = -mub*|lb|*v/|v| stand in place of the last two
%   lines; then the accelerations need not be unique, and the intervals are over all of them.
%   -Inf and Inf stand where a reaction is not bounded, NaN where there is no solution at all.
%   DLS_REACTION_RANGE (S, OPTS) or (..., 'Option', VALUE, ...):
%       'Cones'        false: leave friction cones out (true)
%       'MaxBilateral' number of bilateral contacts of one part whose two half cones are tried,
%                      one after the other (12); beyond it the intervals are outer bounds
%       'MaxPatterns'  sliding: number of patterns of complementarity that are tried (1000);
%                      beyond it nothing is decided
%       'DataAccuracy' relative accuracy of the data: that no reactions are admissible is said where
%                      data changed within it do not admit any either (8*eps)
%       'MaxTime'      seconds after which the intervals that are missing stay NaN (Inf)
%       'Display'      'off' | 'final' | 'iter' (as 'final')
%
%   INFO.status      'solved'
%                    'bounds'             exact or too wide: too many bilateral cones
%                    'infeasible'         no reactions are admissible
%                    'no_acceleration', 'no_balance'   not even without cones
%                    'undecided'          all NaN: the accuracy of the data decides whether there
%                                         are any; sliding: more than MaxPatterns
%                    'time_limit'         MaxTime: some intervals are NaN (sliding: all)
%                    'numerical_trouble'  some intervals are NaN
%   INFO.exitflag    1, 0, -2, -2, -2, -4, 0, -5
%   INFO.determined  struct nb, nu, tb, tu of logicals: the same in all solutions of the equations
%   INFO.unbounded   struct of logicals: lo = -Inf or hi = Inf
%   INFO.a           the acceleration (unique up to the kernel of M unless contacts slide)
%   INFO.detaching   nu-by-1 logical: Gu'*a + bu > 0, no reaction
%   INFO.residual    .worst residual or duality gap of all programs, relative
%   INFO.certificate of statuses without a solution as in DLS_STICKING, with lambda (reactions
%                    without cones) where its kind is 'cones'. Of intervals a struct that DLS_VERIFY
%                    checks ([]: more than 4e6 numbers), its reactions in the order nb, nu, and the
%                    tb, tu of sticking contacts:
%       .lambda, .moves      admissible reactions; lambda + moves(:,k), k = at_lo(i), attains LO of
%                    reaction i; where this is infinite, moves(:,k) is a direction along which it
%                    decreases (from lambda + moves(:,from_lo(i))); .at_hi, .from_hi of HI
%       .leaves      cases of the signs of double cones; multipliers .y_lo, .y_hi of the reactions
%                    .columns: (M*a + F)'*y_lo(:,i) is a lower bound; or .y: the case is empty
%       .along       column of moves along which the equations let the reaction move, of those with
%                    LO = HI that are not determined
%   INFO.method      'intervals', or 'patterns' where contacts slide
%   INFO.iterations (programs), .parts (groups of reactions with programs of their own), .time (s),
%   .message
%   S may be a mechanism of DLS_MECHANISM; LO and HI have its reactions by name, too: LO.joint.row.
%
%   Example: a beam of weight 9.81 on three supports at -1, 0, 1
%     S = dls_system ('M', diag ([1 1/3]), 'F', [9.81; 0], 'Gu', [1 1 1; -1 0 1]);
%     [lo, hi] = dls_reaction_range (S);
%     [lo.nu, hi.nu]
%     % ans =
%     %         0   4.9050
%     %         0   9.8100
%     %         0   4.9050
%
%   See also DLS_REDUNDANCY, DLS_STICKING, DLS_SYSTEM, DLS_CONIC.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargout == 0 && nargin > 0)
    [lo, hi, info] = dls_reaction_range (S, varargin{:});
    dls_show_answer ({'lo', 'hi'}, {lo, hi}, info);
    clear lo
    return
  end
  clock = tic ();
  if (nargin < 1)
    error ('delassus:type', 'dls_reaction_range: expected a system made by dls_system');
  end
  [S, u] = dls_natural_units (dls_system_input (S, 'dls_reaction_range'));
  opts = dls_table_options ('dls_reaction_range', varargin);
  opts.clock = clock;
  if (any (strcmp ('sliding', [S.modeb, S.modeu])))
    [lo, hi, info] = dls_range_sliding (S, u, opts);
    [lo, hi, info] = named (dls_stick ('given', lo, u), dls_stick ('given', hi, u), info, S);
    info.a = u.a .* info.a;
    info.time = toc (clock);
    dls_tell ('dls_reaction_range', opts, info.status, info.message, info.time);
    return
  end
  E = dls_stick ('setup', S, false, 'dls_reaction_range', opts);
  if (~opts.Cones)
    E.normal = zeros (0, 1);
    E.tangent = zeros (S.d - 1, 0);
    E.mu = zeros (0, 1);
    E.bilateral = false (0, 1);
  end
  R = struct ('status', E.status, 'message', E.message, 'programs', 0, 'parts', 0, ...
              'lo', NaN (size (E.b)), 'hi', NaN (size (E.b)), 'error', NaN);
  R.determined = false (size (E.b));
  if (strcmp (E.status, 'solved'))
    R = dls_range ('intervals', E, opts, nargout > 2);
    if (strcmp (R.status, 'infeasible') && opts.DataAccuracy > 0)
      U = dls_range_relaxed (E, opts.DataAccuracy);
      R = dls_range_judged (R, dls_range ('intervals', U, opts), opts);
    end
  end
  [R, certificate] = proved (R, E, S, u, opts);
  [lo, hi, determined, unbounded] = ends (R, E, u);
  info = struct ('status', R.status, 'exitflag', dls_exitflag (R.status), ...
                 'message', R.message, 'residual', struct ('worst', R.error), ...
                 'iterations', E.programs + R.programs, 'time', toc (clock), ...
                 'method', 'intervals', 'certificate', certificate, ...
                 'determined', determined, 'unbounded', unbounded, ...
                 'a', u.a .* E.a, 'detaching', E.detaching, 'parts', R.parts);
  [lo, hi, info] = named (lo, hi, info, S);
  dls_tell ('dls_reaction_range', opts, info.status, info.message, info.time);
end

% The certificate, in the caller's units u.
function [R, certificate] = proved (R, E, S, u, opts)
  certificate = dls_stick ('proof', E.certificate, S, u);
  if (strcmp (R.status, 'infeasible'))
    [R, certificate] = refuted (R, E, S, u, opts);
  end
  if (~any (strcmp (R.status, {'solved', 'bounds'})))
    return
  end
  if (isempty (R.proof))
    return
  end
  unit = [u.nb; u.nu; u.tb(E.rows_tb); u.tu(E.rows_tu)];
  certificate = dls_range_proof ('units', dls_range_proof ('finish', R.proof, E), u, unit);
  certificate.cones = opts.Cones;
end

% No reactions are admissible: the certificate is that of dls_sticking, for the same cones.
function [R, certificate] = refuted (R, E, S, u, opts)
  [opts.Facets, opts.MaxNodes] = deal (0, opts.MaxPatterns);
  V = dls_verify_range ('verdict', [], [], []);
  if (isfield (E, 'lambda'))
    V.a = E.a;
    V.detaching = E.detaching;
    opts.cap = E.size;
    T = dls_stick_answer ('margin', E, E.mu, ones (size (E.mu)), opts);
    V.certificate = struct ('kind', 'cones', 'signs', T.leaves.signs, 'y', T.leaves.y);
    V.lambda = dls_stick ('lambda', E, E.lambda);
    solved = strcmp (T.status, 'solved');
  else
    [opts.Persistent, opts.Static, opts.Goal] = deal (false, false, 'margin');
    V.force_set = dls_stick ('no_force', S.n);
    if (~opts.Cones)
      S = dls_verify_range ('without_cones', S);
      E = dls_stick ('columns', S);
    end
    E.weights = ones (size (E.mu));
    T = dls_stick_joint (S, E, V.force_set, opts);
    V.certificate = T.leaves;
    V.certificate.kind = 'joint';
    solved = strcmp (T.status, 'solved') && ~T.found;
  end
  R.programs = R.programs + T.programs;
  certificate = [];
  if (solved)
    report = dls_verify_sticking (S, V, dls_judge ('report', 'range', R.status), E);
    solved = report.ok;
  end
  if (~solved)
    R.status = 'undecided';
    R.message = 'no reactions are admissible, but this is not proved';
    return
  end
  certificate = dls_stick ('proof', V.certificate, S, u);
  certificate.cones = opts.Cones;
  if (~isempty (V.lambda))
    certificate.lambda = dls_stick ('given', V.lambda, u);
  end
end

% By constraint, in the units u of the caller. Tangents without an equation carry nothing: they are
% determined.
function [lo, hi, determined, unbounded] = ends (R, E, u)
  L = dls_stick ('lambda', E, [R.lo, R.hi, R.determined, isinf(R.lo) | isinf(R.hi)]);
  L.tb(others (E.count_tb, E.rows_tb),3) = 1;
  L.tu(others (E.count_tu, E.rows_tu),3) = 1;
  nb = L.nb;
  nu = L.nu;
  tb = L.tb;
  tu = L.tu;
  lo = struct ('nb', u.nb .* nb(:,1), 'nu', u.nu .* nu(:,1), 'tb', u.tb .* tb(:,1), ...
               'tu', u.tu .* tu(:,1));
  hi = struct ('nb', u.nb .* nb(:,2), 'nu', u.nu .* nu(:,2), 'tb', u.tb .* tb(:,2), ...
               'tu', u.tu .* tu(:,2));
  determined = struct ('nb', nb(:,3) ~= 0, 'nu', nu(:,3) ~= 0, 'tb', tb(:,3) ~= 0, ...
                       'tu', tu(:,3) ~= 0);
  unbounded = struct ('nb', nb(:,4) ~= 0, 'nu', nu(:,4) ~= 0, 'tb', tb(:,4) ~= 0, ...
                      'tu', tu(:,4) ~= 0);
end

function rest = others (count, rows)
  rest = true (count, 1);
  rest(rows) = false;
end

function [lo, hi, info] = named (lo, hi, info, S)
  if (any ([S.names.b{:}, S.names.u{:}] == '.'))
    lo = dls_by_name (lo, S);
    hi = dls_by_name (hi, S);
    info.determined = dls_by_name (info.determined, S);
    info.unbounded = dls_by_name (info.unbounded, S);
  end
end

% Intervals of all reactions of a system with sliding contacts, in natural units. Friction is a
% multiple of the normal reaction, so that the problem is mixed and linear (dls_contact_mex),
%    A*x + B*z + a = 0,   w = C*x + D*z + b,   0 <= w _|_ z >= 0.
% With w_i = 0 or z_i = 0 chosen for each i its solutions are a polyhedron; the set of all solutions
% is the union of those that are not empty, found by branching.
function [lo, hi, info] = dls_range_sliding (S, u, opts)
  P = dls_contact_mex ('problem', S, false);
  [E, at] = static_system (S, P, opts);
  nz = numel (P.b);
  [side, a] = known_sides (S, P, opts);
  R = branch (nothing (E, S), E, at, side, opts);
  if (strcmp (R.status, 'infeasible') && opts.DataAccuracy > 0)
    [U, moved] = dls_range_relaxed (E, opts.DataAccuracy);
    at_u = at;
    at_u.t = at.t + moved;
    at_u.stuck = at.stuck + moved;
    R = dls_range_judged (R, branch (nothing (U, S), U, at_u, zeros (size (side)), opts), opts);
  end
  certificate = [];
  if (strcmp (R.status, 'infeasible'))
    [R, certificate] = refuted (R, dls_stick ('columns', S), S, u, opts);
  end
  if (~any (strcmp (R.status, {'solved', 'bounds'})))
    R.lo(:) = NaN;
    R.hi(:) = NaN;
    R.abs_lo(:) = NaN;
    R.abs_hi(:) = NaN;
    R.determined(:) = false;
  end
  R = dls_range ('rounded', R, E.size);
  [lo, hi] = reactions (S, P, at, R);
  names = {'nb', 'nu', 'tb', 'tu'};
  for k = 1:4
    l = lo.(names{k});
    h = hi.(names{k});
    unbounded.(names{k}) = isinf (l) | isinf (h);
    determined.(names{k}) = h - l <= 1e-12 * E.size;
  end
  w = at.w(P.sizes(4)+1:nz);
  info = struct ('status', R.status, 'exitflag', dls_exitflag (R.status), ...
                 'message', R.message, 'residual', struct ('worst', R.error), ...
                 'iterations', R.programs, 'time', NaN, 'method', 'patterns', ...
                 'certificate', certificate, 'determined', determined, 'unbounded', unbounded, ...
                 'a', a, 'detaching', R.lo(w(:)) > 1e-9 * E.size, 'parts', R.parts);
end

% No reactions so far.
function R = nothing (E, S)
  R = struct ('lo', Inf (size (E.b)), 'hi', -Inf (size (E.b)), 'programs', 0, 'parts', 0, ...
              'error', 0, 'determined', true (size (E.b)), 'status', 'infeasible', 'nodes', 0, ...
              'message', 'no pattern of complementarity is feasible');
  R.abs_lo = Inf (S.nb, 1);
  R.abs_hi = -Inf (S.nb, 1);
end

% The complementarity problem in the form of dls_stick ('setup'): columns [a, lb | z, w | t].
function [E, at] = static_system (S, P, opts)
  n = S.n;
  nb = S.nb;
  nt = numel (P.kb) + numel (P.ku);
  nz = numel (P.b);
  nm = P.sizes(4);
  ne = n + nb + nt;
  K = P.K;
  E.G = [K(:,1:n+nb), K(:,ne+1:end), [sparse(ne, nz); -speye(nz)], K(:,n+nb+1:ne)];
  E.w = -full ([P.a; P.b]);
  E.b = zeros (size (E.G, 2), 1);
  E.free = true (size (E.b));
  E.nb = n + nb;
  E.nu = 2 * nz;
  E.d = S.d;
  at.lb = n + (1:nb)';
  at.z = n + nb + (1:nz)';
  at.lu = at.z(nm+1:end);
  at.w = at.z + nz;
  at.t = n + nb + 2 * nz + (1:nt)';
  at.m = P.m;
  % contacts that stick, with their cones
  k = S.d - 1;
  cb = ceil (P.kb(1:k:end) / k);
  cu = ceil (P.ku(1:k:end) / k);
  normal = [at.lb(cb); at.lu(cu)];
  tangent = reshape (at.t, k, []);
  mu = [S.mub(cb); S.muu(cu)];
  bilateral = [true(numel (cb), 1); false(numel (cu), 1)];
  at.stuck = tangent(:,~bilateral);
  at.stuck_normal = normal(~bilateral);
  use = isfinite (mu) & opts.Cones;
  E.normal = normal(use);
  E.tangent = tangent(:,use);
  E.mu = mu(use);
  E.bilateral = bilateral(use);
  E.size = max ([norm(E.w, Inf), realmin]);
end

% Monotone problems: all solutions are complementary to each other, so one solution fixes a side of
% every pair but those where it is zero twice. 1: w = 0; -1: z = 0; 0: open.
function [side, a] = known_sides (S, P, opts)
  nz = numel (P.b);
  side = zeros (nz, 1);
  [a, lambda, info] = dls_contact (S, 'Sticking', 'equations', 'MaxTime', ...
                                   max (opts.MaxTime - toc (opts.clock), 0));
  if (info.exitflag == 1 && P.sizes(4) == 0 && monotone (S, P))
    w = S.Gu' * a + S.bu;
    force = 1 + norm (lambda.nu, Inf);         % rounding beside the data, which are of size one
    size_ = 1 + norm (a, Inf);
    side(lambda.nu > 1e-7 * force) = 1;
    side(w > 1e-7 * size_ & lambda.nu <= 1e-9 * force) = -1;
  end
end

% Is Gu'*Z*(Z'*M*Z)^-1*Z'*(Gu - Hu*Du) monotone? Z: accelerations that the equations leave.
function yes = monotone (S, P)
  yes = false;
  J = full ([S.Gb, P.Ht]');
  if (S.n > 500)
    return
  elseif (isempty (J))
    Z = eye (S.n);
  else
    Z = null (J);
  end
  if (isempty (Z))
    yes = true;
    return
  end
  [L, fail] = chol (Z' * full (S.M) * Z);
  if (~fail && rcond (L) > 1e-10)
    A = full (S.Gu' * Z) * (L \ (L' \ (Z' * full (P.Gu))));
    yes = min ([eig(A + A'); 0]) >= -1e-13 * norm (A, 1);
  end
end

function R = branch (R, E, at, side, opts)
  R.nodes = R.nodes + 1;
  if (toc (opts.clock) > opts.MaxTime)
    R.status = 'time_limit';
    R.message = 'MaxTime is over';
    return
  elseif (R.nodes > opts.MaxPatterns)
    R.status = 'undecided';
    R.message = dls_some (sprintf ('more than %d patterns of complementarity', ...
                                   opts.MaxPatterns));
    return
  end
  E.free = true (size (E.b));
  E.free(at.z(side < 0)) = false;
  E.free(at.w(side > 0)) = false;
  E.free(at.stuck(:,~E.free(at.stuck_normal))) = false;   % open: no tangent force either
  i = find (side == 0, 1);
  if (isempty (i))
    R = leaf (R, E, at, side, opts);
    return
  end
  [zi, wi, feasible] = largest (E, at.z(i), at.w(i), opts);
  R.programs = R.programs + 2;
  if (~feasible)
    return
  end
  for s = [1 -1]
    % both ways only where both can be positive
    if ((s > 0 && (zi > 0 || wi <= 0)) || (s < 0 && wi > 0))
      side(i) = s;
      R = branch (R, E, at, side, opts);
      if (any (strcmp (R.status, {'undecided', 'numerical_trouble', 'time_limit'})))
        return
      end
    end
  end
end

% Greatest values of columns i and j without complementarity and cones.
function [zi, wi, feasible] = largest (E, i, j, opts)
  mine = find (E.free);
  rows = any (E.G(:,mine), 2);
  free = mine <= E.nb | mine > E.nb + E.nu;
  C = sparse ([find(mine == i), find(mine == j)], 1:2, 1, numel (mine), 2);
  [~, h, info] = dls_range_mex (E.G(rows,mine), E.w(rows), free, C, ...
                                 max (opts.MaxTime - toc (opts.clock), 0));
  feasible = ~strcmp (info.status, 'primal_infeasible') && ...
             norm (E.w(~rows), Inf) <= 1e-8 * E.size;
  h(isnan (h)) = Inf;                          % not solved: both ways
  h(h <= 1e-9 * E.size) = 0;
  zi = h(1);
  wi = h(2);
end

function R = leaf (R, E, at, side, opts)
  closed = E.free(E.normal);
  E.normal = E.normal(closed);
  E.tangent = E.tangent(:,closed);
  E.mu = E.mu(closed);
  E.bilateral = E.bilateral(closed);
  T = dls_range ('intervals', E, opts);
  R.programs = R.programs + T.programs;
  R.parts = R.parts + T.parts;
  if (strcmp (T.status, 'infeasible'))
    return
  elseif (any (strcmp (T.status, {'numerical_trouble', 'time_limit'})))
    R.status = T.status;
    R.message = T.message;
    return
  elseif (~strcmp (R.status, 'bounds'))
    R.status = T.status;
    R.message = T.message;
  end
  R.lo = min (R.lo, T.lo);
  R.hi = max (R.hi, T.hi);
  R.error = max (R.error, T.error);
  l = T.lo(at.lb);
  h = T.hi(at.lb);
  turn = at.m(side(1:numel (at.m)) > 0);       % lb = -m <= 0
  [l(turn), h(turn)] = deal (-h(turn), -l(turn));
  R.abs_lo = min (R.abs_lo, l);
  R.abs_hi = max (R.abs_hi, h);
end

% Friction of sliding contacts is a multiple of one reaction.
function [lo, hi] = reactions (S, P, at, R)
  lo = struct ('nb', R.lo(at.lb), 'nu', R.lo(at.lu), 'tb', zeros (size (S.Hb, 2), 1), ...
               'tu', zeros (size (S.Hu, 2), 1));
  hi = lo;
  hi.nb = R.hi(at.lb);
  hi.nu = R.hi(at.lu);
  [lo.tb, hi.tb] = multiple (lo.tb, -P.Db, R.abs_lo, R.abs_hi);
  [lo.tu, hi.tu] = multiple (lo.tu, -P.Du, lo.nu, hi.nu);
  kb = numel (P.kb);
  lo.tb(P.kb) = R.lo(at.t(1:kb));
  hi.tb(P.kb) = R.hi(at.t(1:kb));
  lo.tu(P.ku) = R.lo(at.t(kb+1:end));
  hi.tu(P.ku) = R.hi(at.t(kb+1:end));
end

function [l, h] = multiple (zero, D, low, high)
  l = zero;
  h = zero;
  [r, c, v] = find (D);
  ends = [v(:) .* reshape(low(c), [], 1), v(:) .* reshape(high(c), [], 1)];
  l(r) = min (ends, [], 2);
  h(r) = max (ends, [], 2);
end

% R says that no reactions are admissible; `relaxed`, that of dls_range_relaxed, tells whether the
% accuracy of the data decides that.
function R = dls_range_judged (R, relaxed, opts)
  R.programs = R.programs + relaxed.programs;
  if (strcmp (relaxed.status, 'time_limit'))
    R.status = relaxed.status;
    R.message = relaxed.message;
  elseif (~strcmp (relaxed.status, 'infeasible'))
    R.status = 'undecided';
    R.message = sprintf ('no reactions are admissible, but with data changed by %.2g', ...
                         opts.DataAccuracy);
  end
end

% The set of reactions of E (dls_stick ('setup')) with data changed within their accuracy: G*lambda
% differs from w by accuracy times the terms of each equation, reactions being of the size of
% forces, and friction is as much greater. New unilateral columns p, q: G*lambda + p = w + delta,
% p + q = 2*delta; columns behind these have moved by `moved`.
function [E, moved] = dls_range_relaxed (E, accuracy)
  n = size (E.G, 1);
  moved = 2 * n;
  last = E.nb + E.nu;
  delta = accuracy * full (abs (E.w) + sum (abs (E.G), 2) * E.size);
  D = spdiags (delta, 0, n, n);
  G = E.G;
  E.G = [G(:,1:last), D, sparse(n, n), G(:,last+1:end)
         sparse(n, last), speye(n), speye(n), sparse(n, size (G, 2) - last)];
  E.w = [E.w + delta; 2 * ones(n, 1)];
  E.b = zeros (size (E.G, 2), 1);
  E.free = [E.free(1:last); true(moved, 1); E.free(last+1:end)];
  E.nu = E.nu + moved;
  E.tangent = E.tangent + moved;
  E.mu = E.mu * (1 + accuracy);
end

%!test  % the example of the help; a beam whose weight is at 0.9 (GOLDEN)
%! S = dls_system ('M', diag ([1 1/3]), 'F', [9.81; 0], 'Gu', [1 1 1; -1 0 1]);
%! [lo, hi, info] = dls_reaction_range (S);
%! assert ([lo.nu, hi.nu], [0 4.905; 0 9.81; 0 4.905], 1e-9)
%! assert (info.exitflag, 1)
%! [lo, hi] = dls_reaction_range (dls_system (S, 'F', [9.81; 0.9 * 9.81]));
%! assert ([lo.nu, hi.nu], [0 0.4905; 0 0.981; 8.829 9.3195], 1e-9)
%!test  % bilateral supports: unbounded, but a determined one has lo = hi
%! S = dls_system ('M', eye (3), 'F', [1; 2; 3], 'Gb', [1 1 0; 0 0 1; 0 0 0]);
%! [lo, hi, info] = dls_reaction_range (S);
%! assert ([lo.nb, hi.nb], [-Inf Inf; -Inf Inf; 2 2], 1e-12)
%! assert (info.determined.nb, [false; false; true])
%! assert (info.unbounded.nb, [true; true; false])
%!test  % COUPLING Example 1: three contacts in the same direction share the weight
%! S = dls_system ('M', eye (2), 'F', [9.81; 0], 'Gu', [1 1 1; 0 0 0]);
%! [lo, hi] = dls_reaction_range (S);
%! assert ([lo.nu, hi.nu], repmat ([0 9.81], 3, 1), 1e-7)
%!test  % a square table on four legs: half of the weight at most
%! S = dls_system ('M', eye (3), 'F', [10; 0; 0], 'Gu', [1 1 1 1; 1 1 -1 -1; 1 -1 -1 1]);
%! [lo, hi] = dls_reaction_range (S);
%! assert ([lo.nu, hi.nu], repmat ([0 5], 4, 1), 1e-9)
%!test  % GOLDEN 7: two fingers
%! S = dls_system ('M', eye (4), 'F', [0; 9.81; -15; 20], 'Gb', [1; 0; 0; 0], 'Gu', ...
%!                 [1 -1; 0 0; -1 0; 0 1], 'Hu', [0 0; 1 1; 0 0; 0 0], 'muu', [0.3; 0.4]);
%! [lo, hi, info] = dls_reaction_range (S);
%! assert ([lo.tu, hi.tu], [1.81 4.5; 5.31 8], 1e-8)
%! assert ([lo.nu, hi.nu], [15 15; 20 20], 1e-9)
%! assert (info.determined.nu)
%! [lo, hi, info] = dls_reaction_range (dls_system (S, 'muu', 0.2));
%! assert (info.status, 'infeasible')
%! [lo, hi] = dls_reaction_range (S, 'Cones', false);
%! assert ([lo.tu, hi.tu], [-Inf Inf; -Inf Inf])
%!test  % 3D: two fingers that hold a mass m*g with normal forces N and mu: a lens
%! N = 10; mu = 0.6; W = 9.81;
%! S = dls_system ('M', eye (5), 'F', [0; 0; W; -N; N], 'Gb', [1; 0; 0; 0; 0], 'd', 3, ...
%!                 'Gu', [1 -1; 0 0; 0 0; -1 0; 0 1], 'Hu', [0 0 0 0; 1 0 1 0; 0 1 0 1; ...
%!                 0 0 0 0; 0 0 0 0], 'muu', mu);
%! [lo, hi] = dls_reaction_range (S);
%! r = mu * N;
%! side = sqrt (r^2 - (W / 2)^2);
%! assert ([lo.tu, hi.tu], repmat ([-side side; W - r, r], 2, 1), 1e-7)
%!test  % bilateral double cones: |t| <= mu |n|, two guides share the load of a slider
%! S = dls_system ('M', eye (2), 'F', [3; 4], 'Gb', [0 0; 1 1], 'Hb', [1 1; 0 0], 'mub', [.5; 1]);
%! [lo, hi, info] = dls_reaction_range (S);   % n1 + n2 = 4, t1 + t2 = 3
%! assert (info.status, 'solved')
%! assert ([lo.nb, hi.nb], repmat ([-Inf Inf], 2, 1))
%! S = dls_system ('M', eye (3), 'F', [3; 4; 1], 'Gb', [0 0; 1 0; 0 1], 'Hb', [1 1; 0 0; 0 0], ...
%!                 'mub', [.5; 2]);
%! [lo, hi] = dls_reaction_range (S);         % n = (4, 1), |t1| <= 2, |t2| <= 2, t1 + t2 = 3
%! assert ([lo.tb, hi.tb], [1 2; 1 2], 1e-8)
%!test  % detaching contacts carry nothing
%! S = dls_system ('M', eye (2), 'F', [1; -1], 'Gu', [1 0; 0 1]);
%! [lo, hi, info] = dls_reaction_range (S);
%! assert ([lo.nu, hi.nu], [1 1; 0 0], 1e-12)
%! assert (info.detaching, [false; true])
%!test  % nothing to find; welded contacts
%! [lo, hi, info] = dls_reaction_range (dls_system ('M', eye (2), 'F', [1; 1]));
%! assert ({info.status, isempty(lo.nu)}, {'solved', true})
%! S = dls_system ('M', eye (2), 'F', [3; 9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', Inf);
%! [lo, hi, info] = dls_reaction_range (S);
%! assert ([lo.tu, hi.tu, lo.nu, hi.nu], [3 3 9.81 9.81], 1e-9)
%! V = dls_sticking (S);
%! assert ({V.verdict, V.margin, dls_verify(S, V)}, {'sticking', Inf, true})
%! [lo, hi, info] = dls_reaction_range (dls_system ('M', 1, 'Gb', [1 1], 'bb', [0; 1]));
%! assert ({info.status, info.exitflag, isnan(lo.nb(1))}, {'no_acceleration', -2, true})
%!test  % MaxTime; systems of another kind
%! S = dls_system ('M', eye (2), 'F', [3; 4], 'Gb', [0 0; 1 1], 'Hb', [1 1; 0 0], 'mub', [.5; 1]);
%! [lo, hi, info] = dls_reaction_range (S, 'MaxTime', 0);
%! assert ({info.status, info.exitflag, isnan(lo.tb)}, {'time_limit', 0, [true; true]})
%! S = dls_system (S, 'vtb', [1 0]);
%! [lo, hi, info] = dls_reaction_range (S, 'MaxTime', 0);
%! assert ({info.status, info.exitflag, all(isnan (lo.nb))}, {'time_limit', 0, true})
%! V = dls_sticking (S, 'MaxTime', 0);
%! assert (V.verdict, 'undecided')
%!test  % what data within their accuracy decide is undecided; also with a sliding contact
%! S = dls_system ('M', eye (2), 'F', [5.0001; 10], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', .5);
%! [~, ~, info] = dls_reaction_range (S);
%! assert (info.status, 'infeasible')
%! [lo, ~, info] = dls_reaction_range (S, 'DataAccuracy', 1e-4);
%! assert ({info.status, info.exitflag, isnan(lo.tu)}, {'undecided', -4, true})
%! [~, ~, info] = dls_reaction_range (dls_system (S, 'F', [5.1; 10]), 'DataAccuracy', 1e-4);
%! assert (info.status, 'infeasible')
%! S = dls_system ('M', eye (3), 'F', [5.0001; 10; 1], 'Gu', [0 0; 1 0; 0 1], ...
%!                 'Hu', [1 0; 0 0; 0 0], 'muu', [.5; .5], 'vtu', [0 1]);
%! [~, ~, info] = dls_reaction_range (S);
%! assert (info.status, 'infeasible')
%! [~, ~, info] = dls_reaction_range (S, 'DataAccuracy', 1e-4);
%! assert ({info.status, info.method}, {'undecided', 'patterns'})
%!error <dls_reaction_range: the argument is a friction problem; expected a contact system>
%! dls_reaction_range (dls_problem ('W', eye (2), 'q', [-1; 0], 'mu', 0.5, 'd', 2));
%!error id=delassus:type dls_reaction_range (1)
%!error id=delassus:option dls_reaction_range (dls_system ('M', 1), 'Cone', 1)
%!error <^dls_reaction_range: option 'Cones' is NaN; expected true or false>
%! dls_reaction_range (dls_system ('M', 1), 'Cones', NaN);
%!error id=delassus:option dls_reaction_range (dls_system ('M', 1), 'MaxPatterns', {})
%!error id=delassus:option dls_reaction_range (dls_system ('M', 1), 'MaxBilateral', -1)
%!demo
%! % between which values the feet of a table carry
%! x = [1 1 -1 -1 0];
%! y = [1 -1 -1 1 0.5];
%! S = dls_system ('M', diag ([10 1 1]), 'F', [98.1; 0; 0], 'Gu', [ones(1, 5); y; -x]);
%! [lo, hi] = dls_reaction_range (S);
%! errorbar (1:5, (lo.nu + hi.nu) / 2, (hi.nu - lo.nu) / 2, 'o');
%! xlabel ('foot');

function [lo, hi, info] = dls_reaction_range (S, varargin)
%DLS_REACTION_RANGE  The interval of every reaction over all admissible solutions.
%   [LO, HI, INFO] = DLS_REACTION_RANGE (S) returns structs with the fields nb, nu, tb, tu: the
%   exact minimum and maximum of each scalar reaction of the system S of DLS_SYSTEM, over all
%   lb, lu, tb, tu that satisfy
%       M*a + F = Gb*lb + Gu*lu + Hb*tb + Hu*tu,   Gb'*a + bb = 0,   Hb'*a + tb0 = 0,
%       Hu'*a + tu0 = 0,   0 <= Gu'*a + bu  _|_  lu >= 0,
%       |tu_i| <= muu_i*lu_i,   |tb_i| <= mub_i*|lb_i|      (mu = Inf: no condition)
%   for some a, with tangents of the sticking contacts only (tb0, tu0: blocks 'tb', 'tu' of S).
%   No contact of S may slide. -Inf and Inf stand where a reaction is not bounded, NaN where
%   there is no solution at all.
%   DLS_REACTION_RANGE (S, OPTS) or (..., 'Option', VALUE, ...):
%       'Cones'        false: leave friction cones out (true)
%       'MaxBilateral' number of bilateral contacts of one part whose two half cones are tried,
%                      one after the other (12); beyond it the intervals are outer bounds
%
%   INFO.status      'solved'
%                    'bounds'             exact or too wide: too many bilateral cones
%                    'infeasible'         no reactions are admissible (DLS_STICKING proves it)
%                    'no_acceleration', 'no_balance'   not even without cones
%                    'numerical_trouble'  some intervals are NaN
%   INFO.exitflag    1, 2, -1, -1, -1, -2
%   INFO.determined  struct nb, nu, tb, tu of logicals: the same in all solutions of the equations
%   INFO.unbounded   struct of logicals: lo = -Inf or hi = Inf
%   INFO.a           the acceleration (unique up to the kernel of M)
%   INFO.detaching   nu-by-1 logical: Gu'*a + bu > 0, no reaction
%   INFO.programs, .parts (independent groups of redundant reactions), .time (s), .message
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
  clock = tic ();
  if (nargin < 1 || ~isstruct (S))
    error ('delassus:type', 'dls_reaction_range: expected a system made by dls_system');
  end
  S = dls_system (S);
  opts = struct ('Cones', true, 'MaxBilateral', 12);
  [~, opts] = dls_parse_options ('dls_reaction_range', '', opts, varargin);
  E = dls_stick_setup (S, false, 'dls_reaction_range');
  if (~opts.Cones)
    E.normal = zeros (0, 1);
    E.tangent = zeros (S.d - 1, 0);
    E.mu = zeros (0, 1);
    E.bilateral = false (0, 1);
  end
  R = struct ('lo', NaN (size (E.b)), 'hi', NaN (size (E.b)), 'status', E.status, ...
              'message', E.message, 'programs', E.programs, 'parts', 0);
  R.determined = false (size (E.b));
  if (strcmp (E.status, 'solved'))
    R = ranges (R, E, S, opts);
  end
  R.lo(abs (R.lo) <= 1e-12 * E.size) = 0;      % rounding
  R.hi(abs (R.hi) <= 1e-12 * E.size) = 0;
  lo = dls_stick_lambda (E, R.lo);
  hi = dls_stick_lambda (E, R.hi);
  codes = struct ('solved', 1, 'bounds', 2, 'infeasible', -1, 'no_acceleration', -1, ...
                  'no_balance', -1, 'numerical_trouble', -2);
  info = struct ('status', R.status, 'exitflag', codes.(R.status), 'determined', ...
                 frictionless (dls_stick_lambda (E, double (R.determined)), E), 'unbounded', ...
                 logicals (dls_stick_lambda (E, double (isinf (R.lo) | isinf (R.hi)))), ...
                 'a', E.a, 'detaching', E.detaching, 'programs', R.programs, 'parts', R.parts, ...
                 'time', toc (clock), 'message', R.message);
end

function L = logicals (L)
  names = fieldnames (L);
  for k = 1:numel (names)
    L.(names{k}) = L.(names{k}) ~= 0;
  end
end

% Tangents without an equation carry nothing: they are determined.
function L = frictionless (L, E)
  tb = true (size (L.tb));
  tu = true (size (L.tu));
  tb(E.rows_tb) = L.tb(E.rows_tb);
  tu(E.rows_tu) = L.tu(E.rows_tu);
  L.tb = tb;
  L.tu = tu;
  L = logicals (L);
end

% lambda = base + K*xi with G*K = 0; each independent part of xi has its own programs.
function R = ranges (R, E, S, opts)
  free = find (E.free);
  base = zeros (size (E.b));
  [K, base(free), fits] = kernel (S, E.G(:,free), E.w);
  [r, c, v] = find (K);
  K = sparse (free(r(:)), c(:), v(:), numel (base), size (K, 2));
  R.determined = full (sum (K ~= 0, 2) == 0);
  R.lo(R.determined) = base(R.determined);
  R.hi(R.determined) = base(R.determined);
  R.status = 'solved';
  R.message = 'every interval is exact';
  parts = dls_range_parts (K, [E.normal'; E.tangent]);
  R.parts = numel (parts);
  if (~fits || ~fixed_admissible (E, base, R.determined))
    R = infeasible (R);
    return
  end
  for k = 1:numel (parts)
    R = part_range (R, E, K(:,parts{k}), base, opts, 0);
    if (any (strcmp (R.status, {'infeasible', 'numerical_trouble'})))
      return
    end
  end
end

function R = infeasible (R)
  R.status = 'infeasible';
  R.message = 'no reactions are admissible';
  R.lo(:) = NaN;
  R.hi(:) = NaN;
end

% Kernel of G by dls_redundancy with the tolerance of rounding, and a solution of G*x = w.
function [K, x, fits] = kernel (S, G, w)
  n = size (G, 1);
  if (isempty (G))
    K = sparse (0, 0);
    x = zeros (0, 1);
    fits = norm (w, Inf) <= 1e-8 * norm (S.F, Inf);
    return
  end
  R = dls_redundancy (sparse (n, n), G, 'RankTolerance', 1e-12, 'Leverage', 'off');
  K = R.kernel;
  if (isempty (K) && R.nullity > 0)            % too large to keep: the reactions themselves
    K = speye (size (G, 2));
    K = K(:,~R.determined);
  end
  big = max (abs (K), [], 1);
  K(abs (K) <= 1e-12 * repmat (big, size (K, 1), 1)) = 0;
  [~, x] = dls_kkt (speye (n), G, w, zeros (size (G, 2), 1));
  r = w - G * x;                               % a = G*x - w is not zero where w is out of range
  fits = norm (r, Inf) <= 1e-8 * (norm (w, Inf) + norm (G, 1) * norm (x, Inf));
end

% Conditions on reactions that are the same in all solutions.
function ok = fixed_admissible (E, base, determined)
  tolerance = 1e-8 * E.size;
  u = E.nb + (1:E.nu)';
  ok = all (base(u(determined(u))) >= -tolerance);
  for k = 1:numel (E.normal)
    j = [E.normal(k); E.tangent(:,k)];
    if (all (determined(j)))
      n = base(j(1));
      ok = ok && norm (base(j(2:end))) <= E.mu(k) * abs (n) + tolerance;
    end
  end
end

% Hull over the signs of bilateral contacts of this part.
function R = part_range (R, E, K, base, opts, slack)
  mine = find (any (K, 2));
  in_part = any (ismember ([E.normal'; E.tangent], mine), 1)';
  signs = double (in_part & ~E.bilateral);
  double_cones = find (in_part & E.bilateral);
  known = full (~any (K(E.normal(double_cones),:), 2));
  fixed = double_cones(known);
  signs(fixed) = 1 - 2 * (base(E.normal(fixed)) < 0);
  open = double_cones(~known);
  patterns = 2 ^ numel (open);
  if (numel (open) > opts.MaxBilateral)
    patterns = 1;
    R.status = 'bounds';
    R.message = sprintf ('%d bilateral contacts without their cones: outer bounds', numel (open));
  end
  [K, N] = unknowns (E, K, mine);
  low = Inf (size (mine));
  high = -Inf (size (mine));
  for p = 0:patterns - 1
    if (patterns > 1)
      signs(open) = 1 - 2 * bitget (p, 1:numel (open))';
    end
    [l, h, status, programs] = hull (E, {K, N}, base, signs, mine, slack);
    R.programs = R.programs + programs;
    if (strcmp (status, 'trouble'))
      R.status = 'numerical_trouble';
      R.message = 'a conic program was not solved';
      return
    elseif (strcmp (status, 'solved'))
      low = min (low, l);
      high = max (high, h);
    end
  end
  if (any (low > high) && slack == 0)
    R.message = 'the admissible set has no interior: conditions were relaxed by 1e-8';
    R = part_range (R, E, K, base, opts, 1e-8 * E.size);
    return
  elseif (any (low > high))
    R = infeasible (R);
    return
  end
  R.lo(mine) = low;
  R.hi(mine) = high;
end

% Few redundant reactions: lambda = base + K*x with an orthonormal K. Many: x are the reactions
% themselves, with the equations N*x = 0, which are sparse.
function [K, N] = unknowns (E, K, mine)
  N = sparse (0, size (K, 2));
  k = size (K, 2);
  G = E.G(:,mine);
  G = G(any (G, 2),:);
  if (k > 20 && k * numel (mine) > 4 * (nnz (G) + numel (mine)))
    K = sparse (mine, 1:numel (mine), 1, size (K, 1), numel (mine));
    N = G;
  elseif (k > 1)
    [Q, ~] = qr (full (K(mine,:)), 0);
    Q(abs (Q) < 1e-15) = 0;
    [r, c, v] = find (Q);
    K = sparse (mine(r(:)), c(:), v(:), size (K, 1), k);
  end
end

% Least and greatest base + K*x at the rows `mine`, for one pattern of signs.
function [l, h, status, programs] = hull (E, space, base, signs, mine, slack)
  K = space{1};                                % lambda = base + K*x with N*x = 0
  C = dls_stick_cones (E, E.mu, signs, ones (size (signs)), 0);
  A = C.A * K;
  first = (1:size (A, 1))' <= C.cones.l;
  b = -C.A * base;
  b(first) = b(first) + slack;
  b(C.cones.l+1:3:end) = b(C.cones.l+1:3:end) + slack;
  used = any (A, 2);
  cones = any (reshape (used(~first), 3, []), 1);
  used(~first) = reshape (repmat (cones, 3, 1), [], 1);
  cones = struct ('l', full (sum (used & first)), 'q', 3 * ones (1, full (sum (cones))));
  cones.z = size (space{2}, 1);
  A = [space{2}; A(used,:)];
  b = [zeros(cones.z, 1); b(used)];
  programs = 0;
  status = 'solved';
  k = size (K, 2);
  if (k == 1 && isempty (cones.q))
    [least, most] = ratio_test (full (A), b, E.size);
    ends = [K(mine) * least, K(mine) * most];
    l = base(mine) + min (ends, [], 2);
    h = base(mine) + max (ends, [], 2);
    if (least > most)
      status = 'infeasible';
    end
    return
  end
  l = NaN (size (mine));
  h = l;
  scale = max (abs ([b; base(mine); realmin]));
  [~, status] = least_value (zeros (size (A, 2), 1), A, b / scale, cones);
  programs = 1;
  if (~strcmp (status, 'solved'))
    return
  end
  lines = along_lines (A, K(mine,:));
  l(lines) = -Inf;
  h(lines) = Inf;
  ends = {l, l};
  seen = Inf (size (mine));                    % the least value of each reaction on the way
  unilateral = mine > E.nb & mine <= E.nb + E.nu;
  for side = [-1 1]
    for i = find (~lines & ~(side == 1 & unilateral & seen <= 1e-9 * E.size))'
      [value, status, x] = least_value (side * full (K(mine(i),:))', A, b / scale, cones);
      programs = programs + 1;
      if (~strcmp (status, 'solved'))
        return
      elseif (isfinite (value))
        seen = min (seen, base(mine) + scale * (K(mine,:) * x));
      end
      ends{(side + 3) / 2}(i) = base(mine(i)) + side * scale * value;
    end
  end
  h(~lines) = ends{1}(~lines);
  done = isnan (ends{2}) & ~lines;
  ends{2}(done) = max (seen(done), 0);         % a unilateral reaction of zero was seen
  l(~lines) = ends{2}(~lines);
  l(unilateral) = max (l(unilateral), 0);
  h(unilateral) = max (h(unilateral), 0);
end

% Reactions that change along a line A*x = 0 on which nothing limits them.
function lines = along_lines (A, K)
  lines = false (size (K, 1), 1);
  if (isempty (A))
    lines = full (any (K, 2));
  elseif (numel (A) <= 4e6)
    lines = any (abs (full (K) * null (full (A))) > 1e-9, 2);
  end
end

% A second way of factorising where the first ends short; then ten times the tolerance.
function [value, status, x] = least_value (g, A, b, cones)
  names = struct ('solved', 'solved', 'primal_infeasible', 'infeasible', 'dual_infeasible', ...
                  'solved', 'max_iterations', 'trouble', 'numerical_trouble', 'trouble');
  tries = {'auto', 1e-9; 'ldl', 1e-9; 'auto', 1e-8; 'ldl', 1e-8};
  for k = 1:4
    [x, ~, ~, info] = dls_conic ([], g, A, b, cones, 'Method', tries{k,1}, ...
                                 'Tolerance', tries{k,2});
    status = names.(info.status);
    if (~strcmp (status, 'trouble'))
      break
    end
  end
  value = g' * x;
  if (strcmp (info.status, 'dual_infeasible'))
    value = -Inf;
  end
end

% The interval of xi with a*xi <= b.
function [least, most] = ratio_test (a, b, size_)
  least = max ([-Inf; b(a < 0) ./ a(a < 0)]);
  most = min ([Inf; b(a > 0) ./ a(a > 0)]);
  if (least > most && least - most <= 1e-9 * size_ / max (abs (a)))
    least = most;
  end
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
%! assert ({info.status, info.exitflag, isnan(lo.nb(1))}, {'no_acceleration', -1, true})
%!error id=delassus:type dls_reaction_range (1)
%!error id=delassus:option dls_reaction_range (dls_system ('M', 1), 'Cone', 1)

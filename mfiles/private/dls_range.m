function varargout = dls_range (what, varargin)
% Intervals of reactions; dls_range (WHAT, ...): intervals, rounded.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['range_', what], varargin{:});
end

% Intervals R.lo, R.hi of the columns of E (dls_stick, 'setup'): G*lambda = w, unilateral columns
% >= 0, friction cones. R.status, .message, .programs, .parts, .determined, .error; with proved
% (true): R.proof, of dls_range_proof ([]: too large).
function R = range_intervals (E, opts, proved)
  R = struct ('status', 'solved', 'programs', 0, 'parts', 1, ...
              'message', sprintf ('all %d intervals are exact', numel (E.b)), ...
              'lo', NaN (size (E.b)), 'hi', NaN (size (E.b)), 'error', 0);
  R.determined = false (size (E.b));
  R.proof = [];
  E.proved = double (nargin > 2 && proved);
  if (E.proved > 0)
    R.proof = dls_range_proof ('start', E);
  end
  rows = any (E.G(:,E.free), 2);
  if (norm (E.w(~rows), Inf) > 1e-8 * E.size)
    R = infeasible (R);
  elseif (any (E.bilateral) || (E.d == 3 && ~isempty (E.normal)) || sum (rows) > 1000)
    R = by_parts (R, E, opts);
  else
    R = at_once (R, E, opts);
  end
  R = range_rounded (R, E.size);
end

function R = at_once (R, E, opts)
  mine = find (E.free);
  R.determined(~E.free) = true;
  R.lo(~E.free) = 0;
  R.hi(~E.free) = 0;
  signs = ones (size (E.normal));
  [R.lo(mine), R.hi(mine), R.determined(mine), info, proof] = ...
    dls_range_linear (E, mine, signs, E.w, opts);
  R.programs = info.programs;
  R.error = info.error;
  if (strcmp (info.status, 'primal_infeasible'))
    R = infeasible (R);
  elseif (~strcmp (info.status, 'solved'))
    R = not_solved (R, info.status);
  elseif (~isempty (R.proof))
    R.proof = dls_range_proof ('leaf', R.proof, 1, mine, signs, mine, proof);
    best = true (size (mine));
    R.proof = dls_range_proof ('ends', R.proof, mine, best, best, mine, proof, ...
                               R.lo(mine), R.hi(mine));
    fixed = ~R.determined & R.hi - R.lo <= 1e-9 * E.size;
    if (any (fixed))                           % by the cones: the equations let them move
      own = kernel (E.G(:,mine), E.w);
      K = sparse (numel (E.b), size (own, 2));
      K(mine,:) = own;
      R.proof = dls_range_proof ('movable', R.proof, find (fixed), K);
    end
  end
end

% lambda = base + K*xi with G*K = 0; each independent part of xi has its own programs.
function R = by_parts (R, E, opts)
  free = find (E.free);
  base = zeros (size (E.b));
  [K, base(free), fits] = kernel (E.G(:,free), E.w);
  [r, c, v] = find (K);
  K = sparse (free(r(:)), c(:), v(:), numel (base), size (K, 2));
  R.determined = full (sum (K ~= 0, 2) == 0);
  R.lo(R.determined) = base(R.determined);
  R.hi(R.determined) = base(R.determined);
  if (~isempty (R.proof))
    R.proof = dls_range_proof ('fixed', R.proof, base, find (R.determined & E.free));
  end
  parts = dls_range_parts (K, [E.normal'; E.tangent]);
  R.parts = numel (parts);
  if (~fits || ~fixed_admissible (E, base, R.determined))
    R = infeasible (R);
    return
  end
  for k = 1:numel (parts)
    R = part_range (R, E, K(:,parts{k}), base, opts);
    if (any (strcmp (R.status, {'infeasible', 'numerical_trouble', 'time_limit'})))
      return
    end
  end
  if (~isempty (R.proof))
    fixed = ~R.determined & R.hi - R.lo <= 1e-9 * E.size;
    R.proof = dls_range_proof ('movable', R.proof, find (fixed), K);
  end
end

function R = infeasible (R)
  R.status = 'infeasible';
  R.message = 'no reactions are admissible';
  R.proof = [];
  R.lo(:) = NaN;
  R.hi(:) = NaN;
end

% A program that ended without an answer, or before all ends were known.
function R = not_solved (R, status)
  R.proof = [];
  if (any (strcmp (status, {'time_limit', 'interrupted'})))
    R.status = 'time_limit';
    R.message = 'MaxTime is over';
  else
    R.status = 'numerical_trouble';
    R.message = 'a program was not solved';
  end
end

% Kernel of G, and a solution of G*x = w: by pivots, or for a large G by dls_redundancy with the
% tolerance of rounding.
function [K, x, fits] = kernel (G, w)
  n = size (G, 1);
  rows = any (G, 2);
  if (isempty (G))
    K = sparse (0, 0);
    x = zeros (0, 1);
    fits = true;
    return
  elseif (sum (rows) <= 1000)
    [x, K, left] = dls_range_mex (G(rows,:), full (w(rows)));
    fits = left <= 1e-8;
    return
  end
  R = dls_redundancy (sparse (n, n), G, 'RankTolerance', 1e-12, 'Leverage', 'off');
  K = R.kernel;
  if (isempty (K) && R.nullity > 0)            % too large to keep: the reactions themselves
    K = speye (size (G, 2));
    K = K(:,~R.determined);
  end
  [r, c, v] = find (K);
  big = full (max (abs (K), [], 1));
  keep = abs (v(:)) > 1e-12 * reshape (big(c), [], 1);
  K = sparse (r(keep), c(keep), v(keep), size (K, 1), size (K, 2));
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
function R = part_range (R, E, K, base, opts)
  mine = any (K, 2);
  in_part = any (reshape (mine([E.normal'; E.tangent]), E.d, []), 1)';
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
  mine = find (mine);
  low = Inf (size (mine));
  high = -Inf (size (mine));
  feasible = false;
  for p = 0:patterns - 1
    if (toc (opts.clock) > opts.MaxTime)
      R = not_solved (R, 'time_limit');
      return
    end
    if (patterns > 1)
      signs(open) = 1 - 2 * bitget (p, 1:numel (open))';
    end
    [l, h, status, info, rows, proof] = hull (E, base, signs, mine, opts);
    R.programs = R.programs + info.programs;
    if (~isempty (R.proof) && any (strcmp (status, {'solved', 'primal_infeasible'})))
      proof.none = ~strcmp (status, 'solved');
      R.proof = dls_range_proof ('leaf', R.proof, p == 0, mine, signs, rows, proof);
    end
    if (strcmp (status, 'solved'))
      if (~isempty (R.proof))
        R.proof = dls_range_proof ('ends', R.proof, mine, l < low, h > high, rows, proof, l, h);
      end
      feasible = true;
      R.error = max (R.error, info.error);
      low = min (low, l);
      high = max (high, h);
    elseif (~strcmp (status, 'primal_infeasible'))
      R = not_solved (R, status);
      if (patterns == 1)                       % what is known
        R.lo(mine) = l;
        R.hi(mine) = h;
      end
      return
    end
  end
  if (~feasible)
    R = infeasible (R);
    return
  end
  R.lo(mine) = low;
  R.hi(mine) = high;
end

% All reactions of the contacts concerned are unknowns of the program.
function [l, h, status, info, all_, proof] = hull (E, base, signs, mine, opts)
  use = signs ~= 0;
  all_ = false (size (E.b));
  all_(mine) = true;
  all_([E.normal(use); reshape(E.tangent(:,use), [], 1)]) = true;
  place = zeros (size (E.b));
  place(all_) = 1:sum (all_);
  all_ = find (all_);
  w = E.G(:,all_) * base(all_);
  if (E.d == 2 || ~any (use))
    [lo, hi, ~, info, proof] = dls_range_linear (E, all_, signs, w, opts);
    status = info.status;
  else
    [lo, hi, status, info, proof] = dls_range_conic (E, all_, signs, w, opts);
  end
  mine = place(mine);
  l = lo(mine);
  h = hi(mine);
  proof = dls_range_proof ('some', proof, mine);
end

% Independent parts of lambda = lambda0 + K*xi: columns of K that share a row, or a contact
% (contacts: columns of row numbers). A cell of column numbers each.
function parts = dls_range_parts (K, contacts)
  [m, k] = size (K);
  [r, c] = find (K);
  nc = size (contacts, 2);
  rows = contacts(:);
  B = sparse (r, c, 1, m, k);
  if (~isempty (rows))
    T = sparse (rows, reshape (repmat (1:nc, size (contacts, 1), 1), [], 1), 1, m, nc);
    B = [B; T' * B];
  end
  label = (1:k)';
  [r, c] = find (B);
  if (isempty (r))
    parts = {};
    return
  end
  while (true)                                 % every row hands its least label to its columns
    low = accumarray (r, label(c), [size(B, 1), 1], @min, Inf);
    next = min (label, accumarray (c, low(r), [k, 1], @min, Inf));
    next = next(next);
    if (isequal (next, label))
      break
    end
    label = next;
  end
  used = unique (label);
  parts = cell (1, numel (used));
  for i = 1:numel (used)
    parts{i} = find (label == used(i));
  end
end

% Intervals of the columns `mine` of E with G*lambda = w, unilateral ones >= 0, in space: cones
% |t| <= mu*sign*n (sign 0: none). Where the set has no interior its conditions are relaxed by 1e-8.
function [lo, hi, status, info, proof] = dls_range_conic (E, mine, signs, w, opts)
  N = numel (mine);
  place = zeros (size (E.b));
  place(mine) = 1:N;
  use = find (signs);
  n = reshape (place(E.normal(use)), 1, []);
  t = reshape (place(E.tangent(:,use)), 2, []);
  alone = true (N, 1);
  alone([n, t(:)']) = false;
  unilateral = mine > E.nb & mine <= E.nb + E.nu;
  sizes = [sum(alone & ~unilateral), sum(alone & unilateral), 3 * ones(1, numel (n))];
  order = [find(alone & ~unilateral); find(alone & unilateral); reshape([n; t], [], 1)];
  head = sum (alone) + (1:3:3 * numel (n))';   % of the cones: mu*sign*n
  unit = ones (N, 1);
  unit(head) = 1 ./ (reshape (E.mu(use), [], 1) .* reshape (signs(use), [], 1));
  T = sparse (order, 1:N, unit, N, N);         % reactions of entries of the cones
  inside = zeros (N, 1);
  inside(sizes(1)+1:sizes(1)+sizes(2)) = 1;
  inside(head) = 1;
  A = E.G(:,mine) * T;
  rows = any (A, 2);
  scale = max (abs ([w(rows); realmin]));
  proof = {};
  for slack = [0, 1e-8 * E.size / scale]
    b = full (w(rows)) / scale + slack * (A(rows,:) * inside);
    [lo, hi, info, proof{1:E.proved}] = dls_range_mex (A(rows,:), b, sizes, T', ...
                                                       max (opts.MaxTime - toc (opts.clock), 0), ...
                                                       1e-9 * E.size / scale);
    status = info.status;
    if (any (strcmp (status, {'solved', 'time_limit', 'interrupted'})))
      break
    end
  end
  shift = slack * (T * inside);
  infinite = [isinf(lo); isinf(hi)];
  proof = dls_range_proof ('reactions', proof, T, rows, scale, shift, infinite);
  lo = scale * (lo - shift);
  hi = scale * (hi - shift);
  lo(unilateral) = max (lo(unilateral), 0);
  hi(unilateral) = max (hi(unilateral), 0);
end

% Intervals of the columns `mine` of E with G*lambda = w, unilateral ones >= 0, and in the plane the
% cones |t| <= mu*sign*n (sign 0: none). The edges p, q >= 0 of a cone are the unknowns:
% n = sign*(p + q)/(2*mu), t = (p - q)/2. same: the equations determine the column.
function [lo, hi, same, info, proof] = dls_range_linear (E, mine, signs, w, opts)
  N = numel (mine);
  place = zeros (size (E.b));
  place(mine) = 1:N;
  use = find (signs);
  n = reshape (place(E.normal(use)), [], 1);
  t = reshape (place(E.tangent(:,use)), [], 1);
  k = numel (n);
  alone = true (N, 1);
  alone([n; t]) = false;
  alone = find (alone);
  no = numel (alone);
  p = no + (1:k)';
  q = p + k;
  edge = reshape (signs(use) ./ (2 * E.mu(use)), [], 1);
  half = 0.5 * ones (k, 1);
  T = sparse ([alone; n; n; t; t], [(1:no)'; p; q; p; q], ...
              [ones(no, 1); edge; edge; half; -half], N, no + 2 * k);
  free = false (no + 2 * k, 1);
  free(1:no) = mine(alone) <= E.nb | mine(alone) > E.nb + E.nu;
  A = E.G(:,mine) * T;
  rows = any (A, 2);
  A = A(rows,:);
  w = full (w(rows));
  info = struct ('status', 'numerical_trouble');
  proof = {};
  if (size (A, 1) <= 3000)                     % the inverse of the basis is dense
    [lo, hi, info, proof{1:E.proved}] = dls_range_mex (A, w, free, T', ...
                                                       max (opts.MaxTime - toc (opts.clock), 0));
    proof = dls_range_proof ('reactions', proof, T, rows, 1, 0, []);
    same = lo(:,2) ~= 0;
    lo = lo(:,1);
  end
  if (any (strcmp (info.status, {'numerical_trouble', 'undecided'})))
    same = false (N, 1);                       % not known: by interior points
    order = [find(free); find(~free)];
    scale = max (abs ([w; realmin]));
    [lo, hi, info, proof{1:E.proved}] = dls_range_mex (A(:,order), w / scale, ...
                                                       [sum(free), sum(~free)], T(:,order)', ...
                                                       max (opts.MaxTime - toc (opts.clock), 0), ...
                                                       1e-9);
    proof = dls_range_proof ('reactions', proof, T(:,order), rows, scale, 0, []);
    lo = scale * lo;
    hi = scale * hi;
  end
end

% Ends below rounding of the forces are zero, and ends of one value, which come from two programs,
% are not on the wrong sides of each other.
function R = range_rounded (R, force)
  R.lo(abs (R.lo) <= 1e-12 * force) = 0;
  R.hi(abs (R.hi) <= 1e-12 * force) = 0;
  crossed = R.lo > R.hi & R.lo - R.hi <= 1e-9 * max (force, abs (R.lo));
  R.lo(crossed) = (R.lo(crossed) + R.hi(crossed)) / 2;
  R.hi(crossed) = R.lo(crossed);
end

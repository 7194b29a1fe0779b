% EXACT_LP  Linear programs with integer data, in exact arithmetic: the judge of "there is one".
%
%   L = exact_lp (Aeq, beq, Ain, bin)    the set Aeq*x = beq, Ain*x <= bin, x free
%   L = exact_lp (L, Aeq, ..., bin)      with more conditions
%   L.feasible     true, false, or NaN where an integer left 2^53
%   L.x            a point of it (rounded once)
%   [lo, hi] = exact_lp (L, c)           range of c'*x; -Inf, Inf; NaN as above
%
% Rows are kept as integers, long ones without common divisor, so that all pivots are exact; the
% rules are those of least indices (Bland), which end.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function [L, hi] = exact_lp (varargin)
  if (nargin == 2)
    c = varargin{2};
    L = -greatest (varargin{1}, -c);
    hi = greatest (varargin{1}, c);
    return
  elseif (nargin == 4)
    n = size (varargin{3}, 2);
    L = struct ('n', n, 'T', zeros (0, n + 1), 'basis', zeros (0, 1), 'feasible', true, 'x', []);
    varargin = [{L}, varargin];
  end
  [L, Aeq, beq, Ain, bin] = varargin{:};
  if (L.feasible == 1)
    L = point (more (L, Aeq, reshape (beq, [], 1), Ain, reshape (bin, [], 1)));
  end
end

% New rows are freed of basic unknowns, then solved for free ones, for their own slack, or, where
% an equation has only slacks left, for one of them; without any they say 0 = 0 or 0 = 1.
function L = more (L, Aeq, beq, Ain, bin)
  [e, i] = deal (numel (beq), numel (bin));
  old = size (L.T, 1);
  slacks = size (L.T, 2) - 1 - L.n;
  L.T = [L.T(:,1:end-1), zeros(old, i), L.T(:,end); Aeq, zeros(e, slacks + i), beq; ...
         Ain, zeros(i, slacks), eye(i), bin];
  if (any (L.T(:) ~= round (L.T(:))))
    error ('exact_lp: the data are not integers');
  end
  L.basis(end+1:end+e+i,1) = 0;
  L = reduce (L, old);
  L = enter (L, 1, L.n);
  own = find (L.basis(old+e+1:end) == 0);
  L.basis(old+e+own) = L.n + slacks + own;
  L = enter (L, L.n + 1, size (L.T, 2) - 1);
  left = L.basis == 0;
  if (any (L.T(left,end) ~= 0))
    L.feasible = false;
  end
  L.T(left,:) = [];
  L.basis(left) = [];
  if (any (isnan (L.T(:))))
    L.feasible = NaN;
  end
end

% Basic unknowns of the first rows are taken out of the others.
function L = reduce (L, old)
  if (old == 0)
    return
  end
  T = L.T(1:old,:);
  N = L.T(old+1:end,:);
  unit = T(sub2ind (size (T), (1:old)', L.basis(1:old)))';
  C = N(:,L.basis(1:old));
  for i = find (any (C ~= 0, 2))'
    at = find (C(i,:) ~= 0);
    m = 1;
    for u = unit(at)
      m = m * (u / gcd (m, u));
    end
    f = C(i,at) .* (m ./ unit(at));
    if (m * max (abs (N(i,:))) + sum (abs (f)) * max (max (abs (T(at,:)))) > 2^52)
      L.T(:) = NaN;
      return
    end
    N(i,:) = shorten (m * N(i,:) - f * T(at,:));
  end
  L.T(old+1:end,:) = N;
end

% Unknowns from the columns first:last for rows that have none.
function L = enter (L, first, last)
  while (true)
    free = find (L.basis == 0);
    j = find (any (L.T(free,first:last) ~= 0, 1), 1);
    if (isempty (j) || any (isnan (L.T(:))))
      return
    end
    j = first - 1 + j;
    rows = free(L.T(free,j) ~= 0);
    [~, k] = min (abs (L.T(rows,j)));
    L = pivot (L, rows(k), j);
  end
end

% The dual rule of Bland without costs: a row that no unknown can mend proves that there is none.
function L = point (L)
  while (L.feasible == 1)
    wrong = find (L.basis > L.n & L.T(:,end) < 0);
    if (isempty (wrong))
      break
    end
    [~, k] = min (L.basis(wrong));
    r = wrong(k);
    j = L.n + find (L.T(r,L.n+1:end-1) < 0, 1);
    if (isempty (j))
      L.feasible = false;
    else
      L = pivot (L, r, j);
    end
  end
  if (L.feasible == 1)
    L.x = zeros (L.n, 1);
    in = find (L.basis <= L.n);
    for r = in(:)'
      L.x(L.basis(r)) = L.T(r,end) / L.T(r,L.basis(r));
    end
  end
end

% Row r is solved for unknown j; signs are such that basic unknowns have positive coefficients.
function L = pivot (L, r, j)
  T = L.T;
  if (T(r,j) < 0)
    T(r,:) = -T(r,:);
  end
  others = find (T(:,j) ~= 0);
  others(others == r) = [];
  if (~isempty (others))
    g = gcd (T(others,j), T(r,j));
    up = T(r,j) ./ g;
    down = T(others,j) ./ g;
    N = bsxfun (@times, up, T(others,:)) - down * T(r,:);
    if (max (abs (N(:))) > 2^51 || max (abs (T(:))) * max ([up; abs(down)]) > 2^52)
      L.feasible = NaN;
      T(:) = NaN;
    else
      T(others,:) = shorten (N);
    end
  end
  L.T = T;
  L.basis(r) = j;
end

% Common divisors are taken out as soon as numbers become long.
function N = shorten (N)
  g = abs (N);
  if (max (g(:)) < 2^20)
    return
  end
  while (size (g, 2) > 1)
    half = floor (size (g, 2) / 2);
    g = [gcd(g(:,1:half), g(:,half+1:2*half)), g(:,2*half+1:end)];
  end
  N = bsxfun (@rdivide, N, max (g, 1));
end

% Primal rule of Bland from the feasible tableau; the costs are one more row.
function value = greatest (L, c)
  value = NaN;
  if (L.feasible ~= 1)
    return
  end
  m = numel (L.basis);
  L.T(m+1,:) = [c(:)', zeros(1, size (L.T, 2) - L.n)];
  L.T = [L.T, [zeros(m, 1); 1]];                    % the multiple of the costs that the row holds
  L.T = L.T(:,[1:end-2, end, end-1]);
  L.basis(m+1) = size (L.T, 2) - 1;
  for r = 1:m
    if (L.T(m+1,L.basis(r)) ~= 0)
      L = pivot (L, r, L.basis(r));
    end
  end
  while (~any (isnan (L.T(:))))
    T = L.T;
    if (any (T(m+1,1:L.n) ~= 0))
      value = Inf;
      return
    end
    j = L.n + find (T(m+1,L.n+1:end-2) > 0, 1);
    if (isempty (j))
      value = -T(m+1,end) / T(m+1,end-1);
      return
    end
    rows = find (T(1:m,j) > 0 & L.basis(1:m) > L.n);
    if (isempty (rows))
      value = Inf;
      return
    end
    ratio = T(rows,end) ./ T(rows,j);
    ties = rows(ratio == min (ratio));
    [~, k] = min (L.basis(ties));
    L = pivot (L, ties(k), j);
  end
end

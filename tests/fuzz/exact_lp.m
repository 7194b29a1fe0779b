% EXACT_LP  Linear programs with integer data, in exact arithmetic: the judge of "there is one".
%
%   L = exact_lp (Aeq, beq, Ain, bin)    the set Aeq*x = beq, Ain*x <= bin, x free
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
  end
  [Aeq, beq, Ain, bin] = varargin{:};
  beq = reshape (beq, [], 1);
  bin = reshape (bin, [], 1);
  n = size (Ain, 2);
  [e, i] = deal (numel (beq), numel (bin));
  L.n = n;
  L.T = [Aeq, zeros(e, i), beq; Ain, eye(i), bin];
  if (any (L.T(:) ~= round (L.T(:))))
    error ('exact_lp: the data are not integers');
  end
  L.basis = zeros (e + i, 1);
  L.x = [];
  L = point (eliminate (L));
end

% Free unknowns, then slacks, become basic; rows without any entry left say 0 = 0 or 0 = 1.
function L = eliminate (L)
  L.feasible = true;
  for j = 1:size (L.T, 2) - 1
    rows = find (L.basis == 0 & L.T(:,j) ~= 0);
    if (~isempty (rows))
      [~, k] = min (abs (L.T(rows,j)));
      L = pivot (L, rows(k), j);
    end
  end
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

% The dual rule of Bland without costs: a row that no unknown can mend proves that there is none.
function L = point (L)
  while (isequal (L.feasible, true))
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
  if (isequal (L.feasible, true))
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
  if (~isequal (L.feasible, true))
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

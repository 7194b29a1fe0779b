% EXACT_LCP  Does w = A*z + q, 0 <= w _|_ z >= 0 have a solution, and z >= 0, w >= 0 a point?
%
%   [exists, feasible] = exact_lcp (A, q)        integers; true, false or NaN (see exact_lp)
%
% SPDX-License-Identifier: GPL-3.0-or-later
function [exists, feasible] = exact_lcp (A, q)
  n = numel (q);
  L = exact_lp (zeros (0, n), zeros (0, 1), [-eye(n); -A], [zeros(n, 1); q]);
  feasible = L.feasible;
  exists = feasible;
  for p = 0:2^n - 1
    if (~isequal (feasible, true))
      return
    end
    c = logical (bitget (p, 1:n));
    I = eye (n);
    L = exact_lp ([I(~c,:); A(c,:)], [zeros(sum (~c), 1); -q(c)], ...
                  [-I(c,:); -A(~c,:)], [zeros(sum (c), 1); q(~c)]);
    if (isequal (L.feasible, true))
      exists = true;
      return
    elseif (isnan (L.feasible))
      exists = NaN;
    elseif (~isnan (exists))
      exists = false;
    end
  end
end

function [r, c] = dls_verify_units (K)
% Units in which the entries of K are near one: rows and columns of diag (r)*K*diag (c) have
% geometric means of one (the least squares of Curtis and Reid, which other units of the caller do
% not change; with one output for symmetric K: r = c). What can only be rounding is left out. A
% homogeneous matrix [A q] or [P A' q; A 0 -b; q' -b' 0] has a last column (for the number 1):
% unknowns of the size c(1:end-1)/c(end) make its terms comparable.
% SPDX-License-Identifier: GPL-3.0-or-later
  [m, n] = size (K);
  K = abs (K);
  [i, j, v] = find (K);
  [i, j, v] = deal (i(:), j(:), v(:));
  rows = full (max (K, [], 2));
  columns = full (max (K, [], 1))';
  keep = v > 1e-14 * sqrt (rows(i) .* columns(j));
  [i, j, v] = deal (i(keep), j(keep), log (v(keep)));
  in_row = max (accumarray (i, 1, [m, 1]), 1);
  in_column = max (accumarray (j, 1, [n, 1]), 1);
  c = zeros (n, 1);
  for k = 1:50
    r = -accumarray (i, v + c(j,1), [m, 1]) ./ in_row;
    before = c;
    c = -accumarray (j, v + r(i,1), [n, 1]) ./ in_column;
    if (max (abs (c - before)) < 0.1)
      break
    end
  end
  if (nargout < 2 && m == n)
    r = (r + c) / 2;
  end
  r = exp (r);
  c = exp (c);
end

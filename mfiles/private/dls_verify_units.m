function [r, c] = dls_verify_units (K)
% Units in which the rows and columns of K have largest entries of one: diag (r)*K*diag (c); r = c
% for symmetric K. A homogeneous matrix [A q] or [P A' q; A 0 -b; q' -b' 0] has a last
% column (for the number 1): unknowns of the size c(1:end-1)/c(end) make its terms comparable.
% SPDX-License-Identifier: GPL-3.0-or-later
  K = abs (K);
  r = ones (size (K, 1), 1);
  c = ones (1, size (K, 2));
  for k = 1:20
    S = bsxfun (@times, r, bsxfun (@times, K, c));
    rows = full (max (S, [], 2));
    columns = full (max (S, [], 1));
    rows(rows == 0) = 1;
    columns(columns == 0) = 1;
    r = r ./ sqrt (rows);
    c = c ./ sqrt (columns);
    if (max (abs ([rows; columns'] - 1)) < 0.1)
      break
    end
  end
  c = c(:);
end

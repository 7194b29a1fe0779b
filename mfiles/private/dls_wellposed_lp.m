function [answer, x] = dls_wellposed_lp (E, e, A, b)
% Is there x with E*x = e, A*x >= b? true (x: one), false (x = [y; z] proves it: E'*y + A'*z = 0,
% z >= 0, e'*y + b'*z = 1), NaN (not decided: to the accuracy of the data, or within the time).
% SPDX-License-Identifier: GPL-3.0-or-later
  answer = NaN;
  x = [];
  [left, accuracy] = dls_criteria ('clock');
  if (left == 0)
    return
  end
  [rows, scale, unit] = equilibrate (sparse ([E; -A]));
  n = size (rows, 2);
  if (n == 0)
    rows = sparse (numel (scale), 1);             % no unknown: 0*x
  end
  width = size (rows, 2);
  [x, ~, y, info] = dls_in_name_of ('dls_conic', @dls_conic_mex, sparse (width, width), ...
                                    zeros (width, 1), rows, [e; -b] ./ scale, ...
                                    [size(E, 1), size(A, 1)], ...
                                    struct ('DataAccuracy', accuracy, 'MaxTime', left));
  if (strcmp (info.status, 'solved'))
    answer = true;
    x = unit .* x(1:n);
  elseif (strcmp (info.status, 'primal_infeasible'))
    answer = false;
    x = y ./ scale;
    k = 1:size (E, 1);
    x(k) = -x(k);
  else
    x = [];
  end
end

% diag (1 ./ scale) * A * diag (unit) with entries near 1, by geometric means: powers of two that
% follow any units of rows and columns.
function [A, scale, unit] = equilibrate (A)
  [m, n] = size (A);
  [i, j, v] = find (A);
  pattern = sparse (i, j, 1, m, n);
  sizes = sparse (i, j, log2 (abs (v)), m, n);
  rows = max (full (sum (pattern, 2)), 1);
  columns = max (full (sum (pattern, 1))', 1);
  of_rows = full (sum (sizes, 2));
  of_columns = full (sum (sizes, 1))';
  r = zeros (m, 1);
  c = zeros (n, 1);
  for pass = 1:10
    before = c;
    r = (of_rows + pattern * c) ./ rows;
    c = (pattern' * r - of_columns) ./ columns;
    if (all (c == before))
      break
    end
  end
  scale = 2 .^ round (r);
  unit = 2 .^ round (c);
  A = diag (sparse (1 ./ scale)) * A * diag (sparse (unit));
end

function [answer, x] = dls_wellposed_lp (E, e, A, b)
% Is there x with E*x = e, A*x >= b? true (x: one), false (x = [y; z] proves it: E'*y + A'*z = 0,
% z >= 0, e'*y + b'*z = 1), NaN (not decided).
% SPDX-License-Identifier: GPL-3.0-or-later
  rows = [E; -A];
  scale = sqrt (full (sum (rows .^ 2, 2)));
  scale(scale == 0) = 1;
  rows = sparse (diag (sparse (1 ./ scale)) * rows);
  n = size (rows, 2);
  if (n == 0)
    rows = sparse (numel (scale), 1);             % no unknown: 0*x
  end
  cones = struct ('z', size (E, 1), 'l', size (A, 1));
  right = [e; -b] ./ scale;
  [x, s, y, info] = dls_conic ([], zeros (size (rows, 2), 1), rows, right, cones);
  answer = NaN;
  if (strcmp (info.status, 'solved'))
    answer = true;
    x = x(1:n);
  elseif (strcmp (info.status, 'primal_infeasible'))
    answer = false;
    x = y ./ scale;
    k = 1:size (E, 1);
    x(k) = -x(k);
  else
    x = [];
  end
end

function dls_finite_input (A, caller, name)
% Raise an error that names the first entry of A which is NaN or Inf.
% SPDX-License-Identifier: GPL-3.0-or-later
  [i, j, x] = find (A);
  k = find (~isfinite (x), 1);
  if (~isempty (k))
    error ('delassus:notFinite', '%s: %s(%d,%d) is %g; expected finite numbers', ...
           caller, name, i(k), j(k), x(k));
  end
end

function A = dls_square_input (A, caller, name)
% A as a square real sparse double matrix.
% SPDX-License-Identifier: GPL-3.0-or-later
  A = dls_sparse_input (A, caller, name);
  if (size (A, 1) ~= size (A, 2))
    error ('delassus:dimension', '%s: %s is %d-by-%d; expected a square matrix', ...
           caller, name, size (A, 1), size (A, 2));
  end
end

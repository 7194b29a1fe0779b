function A = dls_sparse_input (A, caller, name, form)
% A as a real sparse double matrix, or an error that says what was found instead. form: 'square', or
% a number of rows; then [] stands for no columns.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (~(isa (A, 'double') && isreal (A) && ndims (A) == 2))
    error ('delassus:type', '%s: %s is %s; expected a real double matrix%s', ...
           caller, name, dls_describe (A), dls_describe (A, name));
  elseif (~issparse (A))
    A = sparse (A);
  end
  if (nargin < 4)
    return
  elseif (ischar (form) && size (A, 1) ~= size (A, 2))
    error ('delassus:dimension', '%s: %s is %d-by-%d; expected a square matrix', ...
           caller, name, size (A, 1), size (A, 2));
  elseif (~ischar (form) && isequal (size (A), [0, 0]))
    A = sparse (form, 0);
  end
end

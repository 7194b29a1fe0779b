function A = dls_sparse_input (A, caller, name)
% A as a real sparse double matrix, or an error that says what was found instead.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (isa (A, 'double') && isreal (A) && ndims (A) == 2)
    if (~issparse (A))
      A = sparse (A);
    end
    return
  end
  error ('delassus:type', '%s: %s is %s; expected a real double matrix', ...
         caller, name, dls_describe (A));
end

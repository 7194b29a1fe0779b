function x = dls_vector_input (x, rows, caller, name)
% x as one full real finite column; any empty one stands for none where none is expected.
% SPDX-License-Identifier: GPL-3.0-or-later
  x = dls_columns_input (x, rows, caller, name, 'unknown');
  if (size (x, 2) ~= 1)
    error ('delassus:dimension', '%s: %s is %d-by-%d; expected %d-by-1', ...
           caller, name, size (x, 1), size (x, 2), rows);
  end
end

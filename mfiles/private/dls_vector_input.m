function x = dls_vector_input (x, rows, caller, name, what)
% x as full real finite columns of a length, an entry per `what`; without `what` one column. Any
% empty one stands for none where none is expected.
% SPDX-License-Identifier: GPL-3.0-or-later
  one = nargin < 5;
  if (one)
    what = 'unknown';
  end
  if (~(isa (x, 'double') && isreal (x) && ndims (x) == 2))
    error ('delassus:type', '%s: %s is %s; expected a real double vector or matrix%s', ...
           caller, name, dls_describe (x), dls_describe (x, name));
  end
  if (rows == 0 && size (x, 2) == 0)             % 0-by-0, 1-by-0: empty is empty
    x = zeros (0, 1);
  elseif (size (x, 1) ~= rows)
    hint = '';
    if (size (x, 2) == rows && rows > 1)
      hint = sprintf (': is it %s''?', name);
    end
    error ('delassus:dimension', '%s: %s is %d-by-%d; expected %d row%s, one per %s%s', ...
           caller, name, size (x, 1), size (x, 2), rows, repmat ('s', rows ~= 1), what, hint);
  end
  if (issparse (x))
    x = full (x);
  end
  if (~all (isfinite (x(:))))
    [i, j] = find (~isfinite (x), 1);
    error ('delassus:notFinite', '%s: %s(%d,%d) is %g; expected finite numbers', ...
           caller, name, i, j, x(i,j));
  end
  if (one && size (x, 2) ~= 1)
    error ('delassus:dimension', '%s: %s is %d-by-%d; expected %d-by-1', ...
           caller, name, size (x, 1), size (x, 2), rows);
  end
end

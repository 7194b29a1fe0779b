function x = dls_mechanism_vector (x, rows, caller, name)
% x as one full finite column; a row is turned. Numbers of another dimension than that of the
% mechanism are told as such.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (isa (x, 'double') && numel (x) == rows && isreal (x) && ~issparse (x) && all (isfinite (x)))
    x = x(:);
    return
  end
  if (isa (x, 'double') && isvector (x) && size (x, 1) == 1)
    x = x';
  end
  if (isa (x, 'double') && size (x, 2) == 1 && numel (x) ~= rows)
    dls_raise ('delassus:dimension', '%s: %s has %d numbers; expected %d in a mechanism %s', ...
               caller, name, numel (x), rows, where_of (rows));
  end
  x = dls_vector_input (x, rows, caller, name);
end

function text = where_of (d)
  if (d == 2)
    text = 'in the plane (d = 2)';
  else
    text = 'in space (d = 3)';
  end
end

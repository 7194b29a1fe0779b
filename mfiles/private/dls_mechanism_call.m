function x = dls_mechanism_call (f, args, rows, name, what)
% What the user's function f of the joint or force `name` returns: rows finite numbers in a column.
% SPDX-License-Identifier: GPL-3.0-or-later
  try
    x = f (args{:});
  catch err
    error ('delassus:model', '%s: the function of ''%s'' failed: %s', 'dls_mechanism', ...
           name, err.message);
  end
  x = dls_vector_input (x(:), rows, ['dls_mechanism, ', name], what);
end

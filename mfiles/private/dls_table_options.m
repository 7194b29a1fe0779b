function opts = dls_table_options (caller, args)
% The options of an m-function, judged by its table (dls_option_rows), as a complete struct.
% SPDX-License-Identifier: GPL-3.0-or-later
  opts = dls_options (caller);
  if (isempty (args))
    return
  end
  [~, opts] = dls_parse_options (caller, '', opts, args);
  try
    opts = dls_options (caller, opts);
  catch err
    dls_raise (err, caller);
  end
end

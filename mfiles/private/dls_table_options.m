function opts = dls_table_options (caller, args)
% The options of an m-function as a complete struct; args: what it was called with.
% SPDX-License-Identifier: GPL-3.0-or-later
  try
    opts = dls_options_mex ('read', caller, args);
  catch err
    dls_raise (err, caller);
  end
end

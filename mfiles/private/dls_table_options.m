function opts = dls_table_options (caller, args)
% The options of an m-function as a complete struct; args: what it was called with.
% SPDX-License-Identifier: GPL-3.0-or-later
  opts = dls_in_name_of (caller, @dls_options_mex, 'read', caller, args);
end

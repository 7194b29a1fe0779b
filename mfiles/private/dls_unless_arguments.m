function dls_unless_arguments (err, caller)
% A gateway refused its arguments, and conversion may help: nothing happens. Any other error of its
% is the one to show: raised in the name of what the user called, nothing is tried again.
% SPDX-License-Identifier: GPL-3.0-or-later
  of_arguments = {'type', 'dimension', 'structure', 'notFinite', 'option', 'engine'};
  if (~any (strcmp (err.identifier, strcat ('delassus:', of_arguments))))
    dls_raise (err, caller);
  end
end

function a = dls_accuracy_input (a, caller)
% The option 'DataAccuracy': relative accuracy of the caller's data.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (~(isa (a, 'double') && isreal (a) && isscalar (a) && a >= 0 && a <= 1e-2))
    error ('delassus:option', '%s: ''DataAccuracy'' is %s; expected a number from 0 to 0.01', ...
           caller, dls_describe (a));
  end
end

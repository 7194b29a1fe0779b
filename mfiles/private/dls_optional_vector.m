function x = dls_optional_vector (x, count, caller, name)
% As dls_vector_input; [] stands for zeros.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (isempty (x) && isa (x, 'double'))
    x = zeros (count, 1);
  end
  x = dls_vector_input (x, count, caller, name);
end

function dls_mass_input (M, caller)
% Raise an error where M is not symmetric or not positive semidefinite, to rounding, or not finite.
% SPDX-License-Identifier: GPL-3.0-or-later
  try
    K = dls_kkt_setup (M, sparse (size (M, 1), 0));
  catch err
    dls_raise (err, caller);
  end
end

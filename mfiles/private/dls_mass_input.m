function dls_mass_input (M, caller)
% Raise an error where M is not symmetric or not positive semidefinite, to rounding, or not finite.
% SPDX-License-Identifier: GPL-3.0-or-later
  small = 200;
  if (isa (M, 'double') && size (M, 1) <= small && isreal (M) && isequal (M, M'))
    [~, bad] = chol (full (M));
    if (bad == 0)                                        % the usual case, at once
      return
    end
  end
  try
    K = dls_kkt_setup (M, sparse (size (M, 1), 0));
  catch err
    dls_raise (err, caller);
  end
end

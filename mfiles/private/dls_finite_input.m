function dls_finite_input (A, caller, name, form)
% Raise an error that names the first entry of A which is NaN or Inf; form = 'mass': also where A is
% not symmetric or not positive semidefinite, to rounding.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin > 3)
    check_mass (A, caller);
    return
  end
  [i, j, x] = find (A);
  k = find (~isfinite (x), 1);
  if (~isempty (k))
    error ('delassus:notFinite', '%s: %s(%d,%d) is %g; expected finite numbers', ...
           caller, name, i(k), j(k), x(k));
  end
end

function check_mass (M, caller)
  small = 200;
  if (isa (M, 'double') && size (M, 1) <= small && isreal (M) && isequal (M, M'))
    [~, bad] = chol (full (M));
    if (bad == 0)                                        % the usual case, at once
      return
    end
  end
  K = dls_in_name_of (caller, @dls_kkt_setup, M, sparse (size (M, 1), 0));
end

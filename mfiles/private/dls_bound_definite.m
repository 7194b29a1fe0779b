function yes = dls_bound_definite (A)
% Is the symmetric part of A positive definite, beyond rounding?
% SPDX-License-Identifier: GPL-3.0-or-later
  yes = ~any (isnan (A(:)));
  if (yes && ~isempty (A))
    e = eig ((A + A') / 2);
    yes = e(1) > 1e-12 * max (abs (e));
  end
end

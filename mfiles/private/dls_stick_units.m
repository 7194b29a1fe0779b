function U = dls_stick_units (U, u)
% The set of allowed forces F + B*p (dls_stick_force) in natural units; p is measured as F.
% SPDX-License-Identifier: GPL-3.0-or-later
  U.B = diag (sparse (u.a / u.size)) * U.B;
  U.c = U.c / u.size;
  U.center = U.center / u.size;
  U.radius = U.radius / u.size;
end

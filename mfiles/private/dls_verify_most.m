function most = dls_verify_most (x, one, constants)
% What residuals are relative to: the largest unknown in its unit, or the constants (the number 1 in
% its unit). At most 1e4 times these: 1e-6 of larger unknowns would hide them.
% SPDX-License-Identifier: GPL-3.0-or-later
  most = max ([abs(x(:)); one]);
  if (any (constants))
    most = min (most, 1e4 * one);
  end
end

function L = dls_given_units (L, u)
% Reactions (struct nb, nu, tb, tu) of a system in natural units in those of the caller.
% SPDX-License-Identifier: GPL-3.0-or-later
  L.nb = u.nb .* L.nb;
  L.nu = u.nu .* L.nu;
  L.tb = u.tb .* L.tb;
  L.tu = u.tu .* L.tu;
end

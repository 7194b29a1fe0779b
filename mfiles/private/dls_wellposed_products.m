function C = dls_wellposed_products (G, Z)
% G'*Z without what is rounding.
% SPDX-License-Identifier: GPL-3.0-or-later
  C = G' * Z;
  size_of = sqrt (sum (G .^ 2, 1))' * sqrt (sum (Z .^ 2, 1));
  C(abs (C) <= 1e-11 * size_of) = 0;
end

function G = nonzero_columns (G)
% NONZERO_COLUMNS  Gradients that dls_system accepts: columns of zeros become the first unit vector.
% SPDX-License-Identifier: GPL-3.0-or-later
for k = find (~any (G, 1))
  G(1,k) = 1;
end
end

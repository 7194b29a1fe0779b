function R = dls_wellposed_rank (M, G)
% DLS_REDUNDANCY in coordinates with unit inertias, so that units of coordinates do not matter:
% kernels of G are the same, acceleration_kernel is given in the coordinates of M;
% units: coordinates of M = units * scaled ones.
% SPDX-License-Identifier: GPL-3.0-or-later
  D = diag (sparse (dls_inertia_units (M, G)));
  scaled = D * M * D;
  R = dls_redundancy ((scaled + scaled') / 2, D * G, 'Leverage', 'off');
  R.units = D;
  R.acceleration_kernel = D * R.acceleration_kernel;
  norms = sqrt (sum (R.acceleration_kernel .^ 2, 1));
  R.acceleration_kernel = R.acceleration_kernel * diag (sparse (1 ./ norms));
end

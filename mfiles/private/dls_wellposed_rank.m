function R = dls_wellposed_rank (M, G)
% DLS_REDUNDANCY in coordinates with unit inertias, so that units of coordinates do not matter:
% kernels of G are the same, acceleration_kernel is given in the coordinates of M;
% units: coordinates of M = units * scaled ones.
% SPDX-License-Identifier: GPL-3.0-or-later
  m = full (diag (M));
  rows = full (sqrt (sum (G .^ 2, 2)));
  massive = m > 1e-15 * max ([m; 0]);
  D = ones (size (m));
  D(massive) = 1 ./ sqrt (m(massive));
  unit = max ([D(massive) .* rows(massive); 0]);
  if (unit == 0)
    unit = 1;
  end
  other = ~massive & rows > 0;
  D(other) = unit ./ rows(other);
  D = diag (sparse (D));
  scaled = D * M * D;
  R = dls_redundancy ((scaled + scaled') / 2, D * G, 'Leverage', 'off');
  R.units = D;
  R.acceleration_kernel = D * R.acceleration_kernel;
  norms = sqrt (sum (R.acceleration_kernel .^ 2, 1));
  R.acceleration_kernel = R.acceleration_kernel * diag (sparse (1 ./ norms));
end

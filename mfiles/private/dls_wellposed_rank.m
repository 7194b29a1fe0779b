function R = dls_wellposed_rank (M, G)
% The ranks and kernels of DLS_REDUNDANCY, which no unit of coordinates or columns changes; columns
% of acceleration_kernel have length one. diag (units): coordinates of M with unit inertias.
% SPDX-License-Identifier: GPL-3.0-or-later
  R = dls_redundancy_mex (M, G, struct ('Leverage', 'off'));
  R.units = diag (sparse (R.units));
  norms = sqrt (sum (R.acceleration_kernel .^ 2, 1));
  R.acceleration_kernel = R.acceleration_kernel * diag (sparse (1 ./ norms));
end

function R = dls_wellposed_rank (M, G)
% The ranks and kernels of DLS_REDUNDANCY in natural units, so that no unit of coordinates or
% columns matters; kernels are given in those of M and G. units: coordinates of M = units * scaled
% ones.
% SPDX-License-Identifier: GPL-3.0-or-later
  [d, c] = dls_contact_mex ('inertia', M, G);
  D = diag (sparse (d));
  scaled = D * M * D;
  R = dls_redundancy_mex ((scaled + scaled') / 2, D * G * diag (sparse (c)), ...
                          struct ('Leverage', 'off'));
  R.units = D;
  if (~isempty (R.kernel))
    K = diag (sparse (c)) * without_rounding (R.kernel);
    pivots = full (K(sub2ind (size (K), R.redundant(:)', 1:size (K, 2))));
    R.kernel = K * diag (sparse (1 ./ pivots));
  end
  R.acceleration_kernel = D * without_rounding (R.acceleration_kernel);
  norms = sqrt (sum (R.acceleration_kernel .^ 2, 1));
  R.acceleration_kernel = R.acceleration_kernel * diag (sparse (1 ./ norms));
end

function K = without_rounding (K)
  [i, j, x] = find (K);
  if (~isempty (x))
    most = full (max (abs (K), [], 1))';
    keep = abs (x(:)) > 1e-13 * most(j(:));
    K = sparse (i(keep), j(keep), x(keep), size (K, 1), size (K, 2));
  end
end

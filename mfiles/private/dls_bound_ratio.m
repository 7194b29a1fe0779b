function ratio = dls_bound_ratio (A, T)
% sigma_min (A) / sigma_max (T), by which TUTORIAL bounds friction coefficients.
% SPDX-License-Identifier: GPL-3.0-or-later
  ratio = min (svd (A)) / norm (T);
end

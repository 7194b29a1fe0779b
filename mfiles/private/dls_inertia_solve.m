function [X, proper] = dls_inertia_solve (M, G, J)
% Accelerations X caused by the forces J under the constraints G'*x = 0, one column each, and
% whether they are proper: a force that meets neither inertia nor a constraint has none.
% SPDX-License-Identifier: GPL-3.0-or-later
  [n, k] = size (J);
  X = zeros (n, k);
  proper = true (1, k);
  if (n == 0 || k == 0)
    return
  end
  K = dls_kkt_setup (M, G);
  [X, ~, info] = dls_kkt (K, -full (J), zeros (size (G, 2), 1));
  proper = reshape (logical (info.consistent), 1, []);
end

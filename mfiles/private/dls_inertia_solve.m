function [X, proper] = dls_inertia_solve (M, G, J)
% Accelerations X caused by the forces J under the constraints G'*x = 0, one column each, and
% whether they are proper: a force that meets neither inertia nor a constraint has none. That is
% decided in natural units; X, not unique there, is the shortest in those of M.
% SPDX-License-Identifier: GPL-3.0-or-later
  [n, k] = size (J);
  X = zeros (n, k);
  proper = true (1, k);
  if (n == 0 || k == 0)
    return
  end
  [d, c] = dls_contact_mex ('inertia', M, G);
  D = diag (sparse (d));
  none = zeros (size (G, 2), 1);
  scaled = D * M * D;
  K = dls_kkt_setup ((scaled + scaled') / 2, D * G * diag (sparse (c)));
  [X, ~, info] = dls_kkt (K, -full (D * J), none);
  X = d .* X;
  proper = reshape (logical (info.consistent), 1, []);
  if (~all (proper))
    X = dls_kkt (dls_kkt_setup (M, G), -full (J), none);
  end
end

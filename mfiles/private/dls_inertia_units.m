function d = dls_inertia_units (M, G)
% Units of the coordinates, x = d .* y, in which inertias are 1. Coordinates without inertia (1e20
% times smaller than others) get gradients of the size of the others. As libcore/kkt/floating.c.
% SPDX-License-Identifier: GPL-3.0-or-later
  m = full (diag (M));
  massive = m > 1e-20 * max ([m; 0]);
  d = ones (size (m));
  d(massive) = 1 ./ sqrt (m(massive));
  inert = diag (sparse (d .* massive)) * G;
  columns = sqrt (full (sum (inert .^ 2, 1)));
  raw = sqrt (full (sum (G .^ 2, 1)));
  columns(columns == 0) = raw(columns == 0);
  columns(columns == 0) = 1;
  rows = sqrt (full (sum ((G * diag (sparse (1 ./ columns))) .^ 2, 2)));
  free = ~massive & rows > 0;
  d(free) = 1 ./ rows(free);
end

function [g, u, tolerance] = dls_rk_gaps (model, y)
% Gaps, their rates, and the gap that rounding leaves undecided.
% SPDX-License-Identifier: GPL-3.0-or-later
  g = zeros (0, 1);
  u = g;
  tolerance = 1e-14 * max (1, max (abs (y.q)));
  if (model.nu == 0)
    return
  end
  E = dls_model_at (model, 'gN', y.t, y.q, y.v);
  g = E.g;
  u = full (E.N' * y.v);
  if (model.moving)
    W = dls_model_at (model, 'w', y.t, y.q, y.v);
    u = u + W.wu;
  end
end

function [hit, memory] = dls_rk_hits (model, y, memory)
% Open contacts that are being hit right now.
% SPDX-License-Identifier: GPL-3.0-or-later
  hit = false (model.nu, 1);
  if (model.nu == numel (memory.active))
    return
  end
  [g, u, tolerance] = dls_rk_gaps (model, y);
  hit = g <= tolerance & u < -1e-12 * max (abs (y.v));
  hit(memory.active) = false;
end

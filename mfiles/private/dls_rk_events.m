function [found, z, memory, report] = dls_rk_events (model, y, z, memory, report)
% What happened between y and z: an open contact was crossed (found.value is the gap, compared with
% where it began if that was negative; found.rate), or a closed one pulls (value is its reaction).
% SPDX-License-Identifier: GPL-3.0-or-later
  z = dls_rk_gaps (model, memory, z);
  found.closed = false (model.nu, 1);
  found.value = z.g - min (y.g, 0);
  found.rate = z.u;
  found.happened = found.value < -z.tolerance;
  active = memory.active;
  if (~isempty (active))
    [~, lambda, memory, report] = dls_rk_start (model, z, memory.rows, memory, report);
    lambda = dls_rk_reactions (model, z, lambda, memory);
    found.closed(active) = true;
    found.value(active) = lambda;
    found.happened(active) = lambda < -1e-12 * max (1, max (abs (lambda)));
  end
end

function [found, memory, report] = dls_rk_events (model, y, z, memory, report)
% What happened between y and z: an open contact was crossed (found.value is the gap, compared with
% where it began if that was negative; found.rate), or a closed one pulls (value is its reaction).
% SPDX-License-Identifier: GPL-3.0-or-later
  found = struct ('happened', false (model.nu, 1), 'closed', false (model.nu, 1), 'value', [], ...
                  'rate', []);
  if (model.nu == 0)
    return
  end
  active = memory.active;
  [g, u, tolerance] = dls_rk_gaps (model, z);
  found.value = g - min (dls_model_at (model, 'g', y.t, y.q, y.v).g, 0);
  found.rate = u;
  found.happened = found.value < -tolerance;
  found.closed(active) = true;
  if (~isempty (active))
    [~, lambda, memory, report] = dls_rk_acceleration (model, z.t, z.q, z.v, active, memory, report);
    lambda = lambda(model.nb+1:end);
    found.value(active) = lambda;
    found.happened(active) = lambda < -1e-12 * max (1, max (abs (lambda)));
  end
end

function [found, z, memory, report] = dls_rk_events (model, y, z, memory, report)
% What happened between y and z: an open contact was crossed (found.value is the gap, compared with
% where it began if that was negative; found.rate), or a closed one pulls (value is its reaction),
% leaves the friction cone while it sticks, or turns back while it slips. found.pulls: the contacts
% that have to be let go.
% SPDX-License-Identifier: GPL-3.0-or-later
  z = dls_rk_gaps (model, memory, z);
  found.closed = false (model.nu, 1);
  found.pulls = found.closed;
  found.value = z.g - min (y.g, 0);
  found.rate = z.u;
  found.happened = found.value < -z.tolerance;
  active = memory.active;
  if (~isempty (active))
    [~, lambda, memory, report] = dls_rk_start (model, z, memory.rows, memory, report);
    lambda = dls_rk_reactions (model, z, lambda, memory);
    found.closed(active) = true;
    memory.load = max ([memory.load; abs(lambda)]);
    small = 1e-12 * memory.load;
    found.value(active) = lambda(1:numel (active));
    found.pulls(active) = lambda(1:numel (active)) < -small;
    if (model.friction)
      found.value = of_friction (model, z, lambda, memory, found.value);
    end
    found.happened(active) = found.value(active) < -small;
  end
end

function value = of_friction (model, z, lambda, memory, value)
  active = memory.active;
  tangents = lambda(numel (active)+1:end);
  at = 0;
  for k = active
    if (any (memory.slips == k))
      E = dls_rk_at (model, memory, z.t, z.q, z.v, dls_rk_tangents (model, k));
      value(k) = min (value(k), memory.direction(:,k)' * (E.G' * z.v + E.w));
    elseif (model.mu(k) > 0)
      part = tangents(at+(1:model.d-1));
      at = at + model.d - 1;
      value(k) = min (value(k), model.mu(k) * value(k) - norm (part));
    end
  end
end

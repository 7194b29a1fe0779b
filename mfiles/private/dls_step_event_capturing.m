function [next, report] = dls_step_event_capturing (model, state, h, opts)
% One step of Algorithm 1 of HIGHORDER: Runge-Kutta where no contact closes or opens; an event is
% located within a critical length C*h^r (r = p + 1), which Moreau's scheme steps across. After an
% impact so weak that the next flight would be shorter than that, the contact stays closed: finite
% accumulations of impacts end there, O(C*h^r) away from their limit.
% SPDX-License-Identifier: GPL-3.0-or-later
  report = dls_step_report ();
  y = struct ('t', state.t, 'q', state.q, 'v', state.v, 'p', []);
  p = zeros (size (state.p));
  memory = state.memory;
  if (isempty (memory))
    memory = dls_rk_memory (model, y, opts);
    [memory, report] = dls_rk_contacts (model, y, 1:model.nu, 0, memory, opts, report);
  end
  y = dls_rk_gaps (model, memory, y);
  critical = critical_length (h, memory.tableau.order, state.t, opts);
  tend = state.t + h;
  events = 0;
  while (report.ok && tend - y.t > 4 * eps (tend))
    hit = y.g <= y.tolerance & y.u < -1e-12 * max (abs (y.v));         % right now
    hit(memory.active) = false;
    if (~any (hit))
      [z, memory, report] = dls_rk_step (model, y, tend - y.t, memory, opts, report);
      if (~report.ok)
        break
      end
      [found, z, memory, report] = dls_rk_events (model, y, z, memory, report);
      if (~any (found.happened))
        [y, p] = advance (z, memory, p);
        break
      end
      [before, after, found, memory, report] = dls_rk_locate (model, y, z, critical, memory, ...
                                                              opts, report);
      if (~any (found.happened & ~found.closed))
        [y, p] = advance (after, memory, p);
        [memory, report, y] = dls_rk_contacts (model, y, memory.active, 0, memory, opts, report);
        continue
      end
      [y, p] = advance (before, memory, p);
      hit = found.happened & ~found.closed;
    end
    [y, p, memory, report] = dls_rk_critical (model, y, min (critical, tend - y.t), hit, p, ...
                                              memory, opts, report);
    events = events + 1;
    if (events > opts.MaxEvents)
      report.ok = false;
      report.message = sprintf ('more than %d impacts in one step (''MaxEvents'')', opts.MaxEvents);
    end
  end
  next = state;
  next.t = tend;
  next.q = y.q;
  next.v = y.v;
  next.p = p;
  next.status = zeros (model.nu, 1);
  next.status(memory.active) = 1;
  next.memory = memory;
end

% C*h^r, not below what rounding can resolve.
function hbar = critical_length (h, order, t, opts)
  r = opts.CriticalOrder;
  if (r == 0)
    r = order + 1;
  end
  hbar = max (min (opts.CriticalFactor * h ^ r, h / 4), 1e-14 * max (abs (t), h));
end

function [y, p] = advance (y, memory, p)
  p(memory.rows) = p(memory.rows) + y.p;
  y.p = [];
end

function [next, report] = dls_rk_between (model, state, h, critical, jump, opts)
% A step of Runge-Kutta methods between events: an event is located within the length `critical`,
% and jump (model, y, length, hit, p, memory, opts, report) crosses it where contacts are hit. After
% an impact so weak that the next flight would be shorter than that, the contact stays closed:
% finite accumulations of impacts end there, O(critical) away from their limit.
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
    [y, p, memory, report] = jump (model, y, min (critical, tend - y.t), hit, p, memory, opts, ...
                                   report);
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

function [y, p] = advance (y, memory, p)
  p(memory.rows) = p(memory.rows) + y.p;
  y.p = [];
end

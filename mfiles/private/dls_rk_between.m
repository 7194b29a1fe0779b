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
    [memory, report] = dls_rk_contacts (model, y, 1:model.nu, NaN, memory, opts, report);
  end
  y = dls_rk_gaps (model, memory, y);
  tend = state.t + h;
  events = struct ('count', 0, 'since', y.t, 'contacts', false (model.nu, 1));
  while (report.ok && tend - y.t > 4 * eps (tend))
    hit = y.g <= y.tolerance & y.u < -1e-12 * max (abs (y.v));         % right now
    hit(memory.active) = false;
    if (~any (hit))
      if (~isempty (memory.slips))
        memory = directions (model, y, memory);
      end
      [z, memory, report] = dls_rk_step (model, y, tend - y.t, memory, opts, report);
      if (~report.ok)
        break
      end
      [found, z, memory, report] = dls_rk_events (model, y, z, memory, report);
      if (~any (found.happened))
        [y, p] = advance (model, z, memory, p);
        break
      end
      [before, after, found, memory, report] = dls_rk_locate (model, y, z, critical, memory, ...
                                                              opts, report);
      if (~any (found.happened & ~found.closed))
        [y, p] = advance (model, after, memory, p);
        [memory, report, y] = dls_rk_contacts (model, y, memory.active, 0, memory, opts, report, ...
                                               found.pulls);
        [events, report] = counted (events, y, found.happened, h, opts, report);
        continue
      end
      [y, p] = advance (model, before, memory, p);
      hit = found.happened & ~found.closed;
    end
    [y, p, memory, report] = jump (model, y, min (critical, tend - y.t), hit, p, memory, opts, ...
                                   report);
    [events, report] = counted (events, y, hit, h, opts, report);
  end
  next = state;
  next.t = tend;
  next.q = y.q;
  next.v = y.v;
  next.p = p;
  next.status = zeros (model.nu, 1);
  next.status(memory.active) = 1 + (model.friction & model.mu(memory.active) > 0);
  next.status(memory.slips) = 3;
  next.memory = memory;
end

% Directions and speeds of slipping contacts where a Runge-Kutta step begins.
function memory = directions (model, y, memory)
  for k = memory.slips
    E = dls_rk_at (model, memory, y.t, y.q, y.v, dls_rk_tangents (model, k));
    u = E.G' * y.v + E.w;
    memory.speed(k) = norm (u);
    if (model.d == 3 && norm (u) > 1e-9 * max (abs (y.v)) && u' * memory.direction(:,k) > 0)
      memory.direction(:,k) = u / norm (u);
    end
  end
end

function [y, p] = advance (model, y, memory, p)
  p(memory.rows) = p(memory.rows) + y.p;
  for k = memory.slips
    rows = dls_rk_tangents (model, k);
    normal = y.p(memory.rows == model.nb + k);
    p(rows) = p(rows) - model.mu(k) * normal * memory.direction(:,k);
  end
  y.p = [];
end

% Events of a step are counted; of 200 without time between them no end is in sight.
function [events, report] = counted (events, y, contacts, h, opts, report)
  events.count = events.count + 1;
  events.contacts(contacts) = true;
  stalls = false;
  if (mod (events.count, 200) == 0)
    stalls = y.t - events.since <= 1e-9 * h;
    events.since = y.t;
  end
  if (report.ok && (stalls || events.count > opts.MaxEvents))
    report.ok = false;
    report.message = sprintf (['%d events in one step (''MaxEvents'' is %d), at t = %.15g of ', ...
                               'contacts%s'], events.count, opts.MaxEvents, y.t, ...
                              sprintf (' %d', find (events.contacts)));
    if (stalls)
      report.message = ['no time passes between ', report.message];
    end
  elseif (mod (events.count, 20) == 0)
    events.contacts(:) = false;
  end
end

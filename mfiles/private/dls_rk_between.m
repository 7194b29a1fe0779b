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

% What Runge-Kutta schemes keep from step to step: the closed contacts, factorisations, the
% accelerations at one state, and the polynomial through the last stages.
function memory = dls_rk_memory (model, y, opts)
  if (model.friction && ~strcmp (opts.Scheme, 'event-driven'))
    error ('delassus:option', ...
           'dls_simulate: friction with the scheme ''%s''; expected mu = 0, or another scheme', ...
           opts.Scheme);
  end
  T = dls_tableau (opts.Method);
  memory = struct ('tableau', T, 'active', zeros (1, 0), 'rows', zeros (1, 0), ...
                   'set', NaN, 'factor', [], ...
                   'affine', false, 'operator', [], 'newton', [], 'stiff', false, 'poly', []);
  memory.now = struct ('t', NaN, 'q', [], 'v', [], 'rows', [], 'a', [], 'lambda', []);
  memory.frozen = struct ('t', NaN, 'h', NaN, 'q', [], 'rows', [], 'factor', []);
  if (~T.explicit)
    free = (1 + T.first):T.stages;
    memory.inverse = inv (T.A(free,free));
    memory.lagrange = inv (T.c .^ (0:T.stages-1));
  end
  memory = dls_rk_parts (model, memory, opts);
  memory.bilateral = 1:model.nb;
  memory.slips = zeros (1, 0);                     % contacts, and their directions
  memory.direction = zeros (max (model.d - 1, 1), model.nu);
  memory.speed = zeros (1, model.nu);
  memory.load = 0;                                 % the largest reaction so far
  memory.bilateral = dls_rk_independent (model, memory, y, 1:model.nb);
  memory.rows = memory.bilateral;
end

% The first event between y and z within a length: nothing happened until BEFORE, something until
% AFTER (found says what). Newton's method on the gap with its rate, secants on reactions, with the
% Runge-Kutta step from y as the function; bisection where these do not help.
function [before, after, found, memory, report] = dls_rk_locate (model, y, z, width, memory, ...
                                                                 opts, report)
  before = y;
  before.p = zeros (numel (memory.rows), 1);
  after = z;
  [start, ~, memory, report] = dls_rk_events (model, y, y, memory, report);
  [found, ~, memory, report] = dls_rk_events (model, y, z, memory, report);
  low = struct ('s', 0, 'value', start.value);
  high = struct ('s', z.t - y.t, 'value', found.value);
  what = found;
  s = high.s;
  for k = 1:200
    near = resolution (what, z, width);
    if (high.s - low.s <= near)
      return
    end
    % a little beyond the root, on the other side: so both ends of the bracket converge
    if (k == 1)
      s = cubic_root (start, found, high.s) - near / 4;
    else
      s = root (low, high, what, s) + near / 4 * (1 - 2 * (s == high.s));
    end
    if ((k > 6 && mod (k, 3) == 0) || ~(s > low.s && s < high.s))
      s = (low.s + high.s) / 2;
    end
    [x, memory, report] = dls_rk_step (model, y, s, memory, opts, report);
    if (~report.ok)
      return
    end
    [what, x, memory, report] = dls_rk_events (model, y, x, memory, report);
    if (any (what.happened))
      high = struct ('s', s, 'value', what.value);
      after = x;
      found = what;
    else
      low = struct ('s', s, 'value', what.value);
      before = x;
    end
    what.happened = found.happened;
  end
end

% The first root of the cubics through gaps and rates at both ends.
function at = cubic_root (a, b, h)
  at = Inf;
  for k = find (b.happened & ~b.closed)'
    r = roots ([2*(a.value(k) - b.value(k)) + h*(a.rate(k) + b.rate(k)), ...
                3*(b.value(k) - a.value(k)) - h*(2*a.rate(k) + b.rate(k)), h*a.rate(k), ...
                a.value(k)]);
    r = real (r(abs (imag (r)) < 1e-8));
    at = min ([at; h * r(r > 1e-12 & r < 1)]);
  end
  at = min (at, h * (1 - 1e-6));
end

% The width that is asked for; lifting off needs no critical step; rounding of the gaps.
function near = resolution (found, z, width)
  near = width;
  if (all (found.closed(found.happened)))
    near = min (width, 1e-10 * max (abs (z.t), realmin));
  end
  rate = abs (found.rate(found.happened & ~found.closed));
  near = max ([near, 4 * eps(z.t), 16 * z.tolerance ./ max(rate', realmin)]);
  near = min (near, max (width, 1e-6));
end

% Where the contacts that were crossed by `high` were crossed first, seen from s.
function at = root (low, high, x, s)
  at = Inf;
  for k = find (x.happened)'
    if (~x.closed(k) && x.rate(k) < 0)
      r = s - x.value(k) / x.rate(k);
    elseif (low.value(k) > 0)
      r = low.s + (high.s - low.s) * low.value(k) / (low.value(k) - high.value(k));
    else
      r = (low.s + high.s) / 2;
    end
    at = min (at, r);
  end
end

% What happened between y and z: an open contact was crossed (found.value is the gap, compared with
% where it began if that was negative; found.rate), or a closed one pulls (value is its reaction),
% leaves the friction cone while it sticks, or turns back while it slips. found.pulls: the contacts
% that have to be let go.
function [found, z, memory, report] = dls_rk_events (model, y, z, memory, report)
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

% Reactions of the closed contacts, then of the tangents that stick: of minimum norm where some
% constraints are left out as redundant.
function lambda = dls_rk_reactions (model, y, lambda, memory)
  rows = dls_rk_rows (model, memory);
  if (numel (rows) > numel (memory.rows))
    G = full (dls_rk_at (model, memory, y.t, y.q, y.v, rows).G);
    kept = ismember (rows, memory.rows);
    lambda = pinv (G, 1e-7 * norm (G)) * (G(:,kept) * lambda);
  end
  lambda = lambda(sum (rows <= model.nb)+1:end);
end

function [list, stop, now] = dls_simulate_events (run, told, before)
% Events of the user in the step that has ended: value(k) of [value, isterminal, direction] =
% f (t, q, v) goes through zero, as for ode45. They are located in the dense output of the step.
% before, now: time and values at its ends. stop: time of the first one that is terminal, or Inf.
% SPDX-License-Identifier: GPL-3.0-or-later
  list = struct ('t', {}, 'q', {}, 'v', {}, 'k', {});
  stop = Inf;
  [now.value, terminal, direction] = asked (run, told.t, told.q, told.v);
  now.t = told.t;
  if (isempty (before))
    return
  elseif (numel (now.value) ~= numel (before.value))
    error ('delassus:model', 'dls_simulate: ''Events'' returned %d values at t = %.10g; %s', ...
           numel (now.value), told.t, sprintf ('expected %d as before', numel (before.value)));
  end
  rise = now.value - before.value;
  hit = before.value ~= 0 & before.value .* now.value <= 0 & direction .* rise >= 0;
  for k = find (hit)'
    t = root (run, k, before, now);
    [q, v] = dls_motion_mex ('between', run.id, run.model, t);
    list(end+1) = struct ('t', t, 'q', q, 'v', v, 'k', k);
  end
  [~, order] = sort ([list.t]);
  list = list(order);
  last = find (terminal([list.k]), 1);
  if (~isempty (last))
    stop = list(last).t;
    list = list([list.t] <= stop);
  end
end

function [value, terminal, direction] = asked (run, t, q, v)
  f = run.opts.Events;
  args = dls_simulate_asks (run, f, t, q, v);
  try
    [value, terminal, direction] = f (args{:});
  catch err
    error ('delassus:model', 'dls_simulate: ''Events'' failed at t = %.10g: %s', t, err.message);
  end
  count = numel (value);
  if (~(isa (value, 'double') && isreal (value) && ~any (isnan (value(:))) ...
        && any (numel (terminal) == [1, count]) && any (numel (direction) == [0, 1, count])))
    error ('delassus:model', ['dls_simulate: ''Events'' returned %s, %s and %s at t = %.10g; ', ...
           'expected real values, and for each whether it ends the run, and its direction'], ...
           dls_describe (value), dls_describe (terminal), dls_describe (direction), t);
  elseif (isempty (direction))
    direction = 0;
  end
  value = value(:);
  terminal = logical (terminal(:)) & true (count, 1);
  direction = direction(:) .* ones (count, 1);
end

% Regula falsi (Illinois): the side that stays is halved.
function b = root (run, k, before, now)
  [a, fa] = deal (before.t, before.value(k));
  [b, fb] = deal (now.t, now.value(k));
  for iteration = 1:100
    if (fb == 0 || abs (b - a) <= 4 * eps (max (abs (a), abs (b))))
      return
    end
    c = b - fb * (b - a) / (fb - fa);
    if (~(c > min (a, b) && c < max (a, b)))
      c = (a + b) / 2;
    end
    [q, v] = dls_motion_mex ('between', run.id, run.model, c);
    values = asked (run, c, q, v);
    fc = values(k);
    if (fc * fb < 0)
      [a, fa] = deal (b, fb);
    else
      fa = fa / 2;
    end
    [b, fb] = deal (c, fc);
  end
end

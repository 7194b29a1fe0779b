function [before, after, found, memory, report] = dls_rk_locate (model, y, z, width, memory, ...
                                                                 opts, report)
% The first event between y and z within a length: nothing happened until BEFORE, something until
% AFTER (found says what). Newton's method on the gap with its rate, secants on reactions, with the
% Runge-Kutta step from y as the function; bisection where these do not help.
% SPDX-License-Identifier: GPL-3.0-or-later
  before = y;
  before.p = zeros (numel (memory.rows), 1);
  after = z;
  [start, ~, memory, report] = dls_rk_events (model, y, y, memory, report);
  [found, ~, memory, report] = dls_rk_events (model, y, z, memory, report);
  low = struct ('s', 0, 'value', start.value);
  high = struct ('s', z.t - y.t, 'value', found.value);
  s = root (low, high, found, high.s);
  last = Inf;
  for k = 1:200
    near = width;
    if (all (found.closed(found.happened)))
      near = min (width, 1e-9 * (z.t - y.t));      % lifting off needs no critical step
    end
    if (high.s - low.s <= near)
      return
    end
    if (abs (s - last) <= near / 4)
      s = max (s - near / 2, low.s + (high.s - low.s) / 8);       % nothing before this?
    elseif (mod (k, 4) == 0 || ~(s > low.s && s < high.s))
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
    last = s;
    what.happened = found.happened;
    s = root (low, high, what, s);
  end
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

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

function exact = exact_ball (g, e, height)
% EXACT_BALL  Bouncing ball in closed form, through the accumulation of impacts: HIGHORDER (10).
%   exact = exact_ball (g, e, height)   defaults 2, 1/2, 1 as in the paper; dropped at rest
%   exact.state (t)    [q; v] at times t (a row), right limits
%   exact.before (t)   [q; v], left limits at the impacts
%   exact.jumps        times of the impacts, up to where they cannot be told apart
%   exact.rest         time of accumulation
% SPDX-License-Identifier: GPL-3.0-or-later
if nargin < 3
  g = 2;
  e = 1 / 2;
  height = 1;
end
first = sqrt (2 * height / g);
count = ceil (log (1e-16) / log (e));
exact.rest = first * (1 + e) / (1 - e);
% What is left at impact n is 2*first*e^n / (1 - e): computed from the end, no cancellation.
exact.jumps = exact.rest - 2 * first * e.^(1:count) / (1 - e);
starts = [-first, exact.jumps];
speeds = g * first * e.^(0:count);
exact.state = @(t) state (t, starts, speeds, g, exact.rest);
exact.before = @(t) before (t, starts, speeds, g, exact.rest);
end

function y = state (t, starts, speeds, g, rest)
n = lookup (starts, t);
s = t - starts(n);
y = [s .* (speeds(n) - g * s / 2); speeds(n) - g * s];
y(:,t >= rest) = 0;
end

function y = before (t, starts, speeds, g, rest)
y = state (t, starts, speeds, g, rest);
[hit, n] = ismember (t, starts);
y(2,hit) = -speeds(n(hit) - 1);
end

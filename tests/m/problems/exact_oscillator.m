function exact = exact_oscillator (k, e, q0, offset)
% EXACT_OSCILLATOR  Unit mass on a spring that hits a stop at q = 0, in closed form piece by piece.
%   exact = exact_oscillator (k, e, q0, offset)   defaults 10, 0.8, 1, 0 (GOLDEN 19)
%   v' = -k*(q + offset), q >= 0, v+ = -e*v-, from rest at q0. An offset > 0 presses the mass on the
%   stop: flights last 2/w*atan (U/(w*offset)) and the impacts accumulate at a finite time.
%   exact.state (t), exact.before (t), exact.jumps, exact.rest   as in EXACT_BALL (jumps up to
%   t = 20 without offset, where exact.rest is Inf)
% SPDX-License-Identifier: GPL-3.0-or-later
if nargin < 3
  k = 10;
  e = 0.8;
  q0 = 1;
end
if nargin < 4
  offset = 0;
end
w = sqrt (k);
first = acos (offset / (q0 + offset)) / w;
U = sqrt ((q0 + offset)^2 - offset^2) * w;         % speed of the first impact
if offset > 0
  count = ceil (log (1e-17) / log (e));
else
  count = ceil (20 * w / pi);
end
speeds = U * e.^(0:count);
flights = 2 / w * atan2 (speeds(2:end), w * offset);
exact.jumps = first + [0, cumsum(flights(1:end-1))];
exact.rest = Inf;
if offset > 0, exact.rest = exact.jumps(end) + flights(end); end
% The motion before the first impact is half a flight with its speed.
starts = [-first, exact.jumps];
exact.state = @(t) state (t, starts, speeds, w, offset, exact.rest);
exact.before = @(t) before (t, starts, speeds, w, offset, exact.rest);
end

function y = state (t, starts, speeds, w, offset, rest)
n = lookup (starts, t);
s = w * (t - starts(n));
U = speeds(n);
y = [U / w .* sin(s) - 2 * offset * sin(s / 2).^2; U .* cos(s) - w * offset * sin(s)];
y(:,t >= rest) = 0;
end

function y = before (t, starts, speeds, w, offset, rest)
y = state (t, starts, speeds, w, offset, rest);
[hit, n] = ismember (t, starts);
y(2,hit) = -speeds(n(hit) - 1);
end

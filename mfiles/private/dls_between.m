function [q, v] = dls_between (sol, t, caller)
% Positions and velocities of a motion between its columns. Positions by cubic interpolation of
% positions and velocities (of rotations in the rotation vector from the column before), velocities
% are their rate. Where an impact lies between two columns positions do not fit the velocities:
% there they are interpolated linearly, and velocities stay until the column after.
% SPDX-License-Identifier: GPL-3.0-or-later
  k = zeros (1, numel (t));
  last = numel (sol.t);
  for i = 1:numel (t)
    k(i) = find (sol.t <= t(i), 1, 'last');
  end
  q = sol.q(:,k);
  v = sol.v(:,k);
  inner = find (t(:)' > sol.t(k) & k < last);
  if (isempty (inner))
    return
  end
  mobile = 0;                                       % bodies with quaternions
  if (isfield (sol, 'model') && isfield (sol.model, 'mechanism') && sol.model.mechanism.d == 3)
    mobile = size (sol.q, 1) / 7;
  elseif (size (sol.q, 1) ~= size (sol.v, 1) || advances (sol))
    error ('delassus:option', ['%s: positions of this model advance by a function of its own; ', ...
           'expected times of SOL.t (give them to dls_simulate as TSPAN)'], caller);
  end
  for i = inner
    h = sol.t(k(i)+1) - sol.t(k(i));
    [q(:,i), v(:,i)] = one (sol, k(i), h, (t(i) - sol.t(k(i))) / h, mobile);
  end
end

function yes = advances (sol)
  yes = isfield (sol, 'model') && isfield (sol.model, 'advance') && ~isempty (sol.model.advance);
end

function [q, v] = one (sol, k, h, s, mobile)
  columns = {sol.q(:,k), sol.q(:,k+1)};
  rates = {h * sol.v(:,k), h * sol.v(:,k+1)};
  [way, rates{2}] = difference (columns, rates{2}, mobile);
  [x, dx] = cubic (way, rates{1}, rates{2}, s);
  misfit = norm (way - (rates{1} + rates{2}) / 2);
  if (misfit > 0.1 * norm (rates{2} - rates{1}) + 1e-12 * norm (way))
    x = s * way;
    dx = rates{1};
  end
  [q, dx] = moved (columns{1}, x, dx, mobile);
  v = dx / h;
end

% p(0) = 0, p(1) = way, p'(0) = a, p'(1) = b
function [p, dp] = cubic (way, a, b, s)
  p = s * (1 - s) ^ 2 * a + s ^ 2 * (3 - 2 * s) * way - s ^ 2 * (1 - s) * b;
  dp = (1 - s) * (1 - 3 * s) * a + 6 * s * (1 - s) * way - s * (2 - 3 * s) * b;
end

% From the first column to the second, and the rate of that at the second one
function [way, rate] = difference (q, rate, mobile)
  way = zeros (size (rate));
  if (mobile == 0)
    way = q{2} - q{1};
    return
  end
  for body = 1:mobile
    at = 7 * (body - 1);
    to = 6 * (body - 1);
    way(to+(1:3)) = q{2}(at+(1:3)) - q{1}(at+(1:3));
    p = product ([q{1}(at+4); -q{1}(at+(5:7))], q{2}(at+(4:7)));
    p = p * sign (p(1) + (p(1) == 0));              % p and -p are the same rotation
    size_ = norm (p(2:4));
    w = 2 * p(2:4);
    if (size_ > 0)
      w = 2 * atan2 (size_, p(1)) / size_ * p(2:4);
    end
    way(to+(4:6)) = w;
    rate(to+(4:6)) = tangent (w) \ rate(to+(4:6));
  end
end

% The position after the way x with the rate dx, and its velocity
function [q, dx] = moved (q, x, dx, mobile)
  if (mobile == 0)
    q = q + x;
    return
  end
  for body = 1:mobile
    at = 7 * (body - 1);
    to = 6 * (body - 1);
    q(at+(1:3)) = q(at+(1:3)) + x(to+(1:3));
    w = x(to+(4:6));
    half = norm (w) / 2;
    p = [cos(half); sinc_of(half) / 2 * w];
    q(at+(4:7)) = product (q(at+(4:7)), p);
    dx(to+(4:6)) = tangent (w) * dx(to+(4:6));
  end
end

% Angular velocity in the axes of the body = T(w) dw/dt for the rotation exp (w)
function T = tangent (w)
  a = norm (w);
  W = [0, -w(3), w(2); w(3), 0, -w(1); -w(2), w(1), 0];
  if (a < 1e-4)                                     % the next terms are below rounding
    T = eye (3) - W / 2 + W * W / 6;
  else
    T = eye (3) - 2 * (sin (a / 2) / a) ^ 2 * W + (a - sin (a)) / a ^ 3 * W * W;
  end
end

function y = sinc_of (x)
  y = 1;
  if (x > 0)
    y = sin (x) / x;
  end
end

% Of quaternions
function r = product (p, q)
  r = [p(1) * q(1) - p(2:4)' * q(2:4); p(1) * q(2:4) + q(1) * p(2:4) + cross(p(2:4), q(2:4))];
end

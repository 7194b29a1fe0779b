function angle = exact_pendulum (c, y, t)
% EXACT_PENDULUM  Angle of angle'' = -c*cos (angle) at time t, by the classical method.
%   angle = exact_pendulum (c, [angle; rate], t)
% SPDX-License-Identifier: GPL-3.0-or-later
f = @(y) [y(2); -c * cos(y(1))];
h = t / 2000;
for k = 1:2000
  k1 = f (y);
  k2 = f (y + h/2 * k1);
  k3 = f (y + h/2 * k2);
  k4 = f (y + h * k3);
  y = y + h/6 * (k1 + 2*k2 + 2*k3 + k4);
end
angle = y(1);
end

function B = stone_arch (count, t, mu)
% STONE_ARCH  A half circle of stones between the radii 1 - t/2 and 1 + t/2, on the ground.
%   mu: of all joints. Stones weigh as sectors of the ring (unit density); they touch as polygons
%   between their joints.
% SPDX-License-Identifier: GPL-3.0-or-later
B = dls_mechanism ('gravity', [0 -1]);
w = linspace (0, pi, count + 1);
half = w(2) / 2;
r = [1 - t/2, 1 + t/2];
area = half * diff (r .^ 2);
middle = 2 / 3 * diff (r .^ 3) / diff (r .^ 2) * sin (half) / half;
last = 'ground';
for k = 1:count
  e = [cos(w(k:k+1)); sin(w(k:k+1))];
  P = [r(1) * e(:, 1), r(2) * e, r(1) * e(:, 2)];
  centre = middle * [cos(w(k) + half); sin(w(k) + half)];
  name = sprintf ('stone%d', k);
  B = dls_body (B, name, 'mass', area, 'inertia', area * (t^2 + 4 * half^2) / 12, ...
                'shape', 'polygon', 'points', P - centre, 'at', centre);
  B = dls_touch (B, last, name, 'mu', mu);
  last = name;
end
B = dls_touch (B, 'ground', last, 'mu', mu);
end

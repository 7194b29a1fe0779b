function [beads, C] = bead_settle (beads, sweeps)
% BEAD_SETTLE  Let spheres sink to a pile without dynamics: positions only, vectorised.
%   [beads, C] = bead_settle (beads, sweeps)
%   Position based dynamics: spheres fall, then those that overlap are pushed apart a few times
%   (the pushes of a sphere are averaged), and how far a sphere came is its next velocity. What
%   overlap remains is the weight's; friction plays no part. C: the contacts with gap <= 0.
%   Velocities become zero.
% SPDX-License-Identifier: GPL-3.0-or-later
size = mean (beads.R);
move = zeros (3, 1);
for k = 1:sweeps
  if mod (k, 5) == 1
    near = bead_contacts (beads.x, beads.R, beads.box, 0.5 * size);
  end
  before = beads.x;
  beads.x = beads.x + min (max (0.98 * move, -0.1 * size), 0.1 * size) - [0; 0; 0.004 * size];
  for push = 1:4
    beads.x = apart (beads, near);
  end
  move = beads.x - before;
end
beads.v(:) = 0;
C = bead_contacts (beads.x, beads.R, beads.box, 0);
end

% One round of pushes along the contacts that overlap.
function x = apart (beads, near)
x = beads.x;
N = columns (x);
pair = near.a > 0;
d = near.normal;
overlap = zeros (1, numel (near.b));
a = near.a(pair);
b = near.b(pair);
d(:, pair) = x(:, b) - x(:, a);
far = sqrt (sum (d(:, pair) .^ 2, 1));
d(:, pair) = d(:, pair) ./ far;
overlap(pair) = (beads.R(a) + beads.R(b) - far) / 2;
walls = near.b(~pair);
offset = max (-d(:, ~pair), 0);
offset(1:2, :) = offset(1:2, :) .* beads.box';
overlap(~pair) = beads.R(walls) - sum (d(:, ~pair) .* x(:, walls), 1) - sum (offset, 1);
pushes = d .* max (overlap, 0);
active = overlap > 0;
count = 1 + accumarray ([near.b(active), near.a(active & pair)]', 1, [N, 1])';
for axis = 1:3
  move = accumarray ([near.b, a]', [pushes(axis, :), -pushes(axis, pair)]', [N, 1])';
  x(axis, :) = x(axis, :) + 1.6 * move ./ sqrt (count);
end
end

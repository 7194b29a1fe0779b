function [P, exists] = disc_heap (c, r, walls, outside)
% DISC_HEAP  Contacts of discs with each other and with walls that move as one rigid body.
%   [P, exists] = disc_heap (c, r, walls, outside)   centres 2-by-k, radius; walls: columns of a
%   point and the normal; outside: their velocity (x, y, angle). exists: of dls_friction_exists
% SPDX-License-Identifier: GPL-3.0-or-later
k = columns (c);
[H, w] = deal ([]);
for i = 1:k
  for j = 1:i-1
    d = c(:,i) - c(:,j);
    if norm (d) < 2.02 * r
      n = d / norm (d);
      H = [H; plane_contact(n, -r * n, i, k) - plane_contact(n, r * n, j, k)];
      w = [w; 0; 0];
    end
  end
  for wall = walls
    n = wall(3:4);
    if abs (n' * (c(:,i) - wall(1:2)) - r) < 0.02 * r
      H = [H; plane_contact(n, -r * n, i, k)];
      w = [w; -plane_contact(n, c(:,i) - r * n, 1, 1) * outside];
    end
  end
end
P = dls_problem ('M', eye (3 * k), 'H', H, 'f', repmat ([0; 0.1; 0], k, 1), 'w', w, ...
                 'mu', 0.4, 'd', 2);
exists = dls_friction_exists (P);
end


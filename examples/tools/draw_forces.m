function draw_forces (beads, C, r, mu)
% DRAW_FORCES  The reactions of a pile of spheres, from the side: lines between the centres.
%   draw_forces (beads, C, r, mu)
%   C of BEAD_CONTACTS, r 3-by-nc. The width of a line is the normal force; its colour goes from
%   blue (no friction) to red (as much as there is, |r_T| = mu*r_N), as the bar tells.
% SPDX-License-Identifier: GPL-3.0-or-later
largest = max (r(1,:));
share = sqrt (sum (r(2:3,:) .^ 2, 1)) ./ max (mu .* r(1,:), realmin);
colours = [linspace(0, 1, 33)', 0.2 * ones(33, 1), linspace(1, 0, 33)'];
[~, order] = sort (r(1,:));
hold on
for c = order(r(1,order) > 1e-3 * largest)
  to = beads.x(:,C.b(c));
  from = to - beads.R(C.b(c)) * C.normal(:,c);
  if (C.a(c) > 0)
    from = beads.x(:,C.a(c));
  end
  plot ([from(1), to(1)], [from(3), to(3)], '-', 'linewidth', 0.5 + 10 * r(1,c) / largest, ...
        'color', colours(1 + round (32 * min (1, share(c))),:));
end
hold off
axis ('equal');
xlabel ('x (m)');
ylabel ('z (m)');
colormap (colours);
set (gca, 'clim', [0 1]);
bar = colorbar ();
title (bar, '|r_T| / (mu r_N)');
end

function draw_beads (q, r, width)
% DRAW_BEADS  The discs of box_of_beads at q, with a radius each that shows how they turn.
% SPDX-License-Identifier: GPL-3.0-or-later
c = linspace (0, 2 * pi, 60);
colours = [0.55 0.75 0.95; 0.98 0.8 0.5; 0.7 0.88 0.65; 0.95 0.65 0.6];
hold on
for i = 1:numel (r)
  p = q(3*i-2:3*i);
  patch (p(1) + r(i) * cos (c), p(2) + r(i) * sin (c), colours(mod (i - 1, 4) + 1,:));
  plot (p(1) + [0, r(i) * cos(p(3))], p(2) + [0, r(i) * sin(p(3))], 'k-');
end
plot ([0 0 width width], [1.7 0 0 1.7], 'k-');
hold off
axis ([-0.05, width + 0.05, -0.05, 1.75], 'equal');
set (gca (), 'xtick', [0 0.5]);
end

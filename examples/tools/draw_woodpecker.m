function draw_woodpecker (q, len, from)
% DRAW_WOODPECKER  The toy of woodpecker_model at q = (height, angle of the sleeve, of the bird).
%   len: its lengths; from: height of the middle of the picture, in m. Drawn in mm.
% SPDX-License-Identifier: GPL-3.0-or-later
c = linspace (0, 2 * pi, 40);
turn = @(angle, p) [cos(angle), -sin(angle); sin(angle), cos(angle)] * p;
at = @(p, x) 1000 * [p(1) + x(1,:); p(2) + x(2,:)];
sleeve = [0; q(1)];
hinge = sleeve + turn (q(2), [len.lM; 0]);
bird = hinge + turn (q(3), [len.lG; 0]);
lean = 0.35;                                        % of the body to the pole
axis_ = [-sin(lean); cos(lean)];
head = 0.8 * len.hS * axis_;
body = at (bird, turn (q(3), turn (lean, [0.30 * len.hS * cos(c); 0.62 * len.hS * sin(c)])));
skull = at (bird, turn (q(3), head + 0.26 * len.hS * [cos(c); sin(c)]));
root = [0; 0.1] * len.hS;
beak = at (bird, turn (q(3), [head + root, [-len.lS; len.hS], head - root]));
end_ = 1.15 * axis_;
tail = at (bird, turn (q(3), -len.hS * [0.45 * axis_, end_ - [0.12; 0], end_ + [0.1; 0]]));
box = at (sleeve, turn (q(2), [-1 1 1 -1; -len.hM -len.hM len.hM len.hM] .* [1.6 * len.rM; 1]));
hole = at (sleeve, turn (q(2), [-len.rM, len.rM, len.rM, -len.rM; ...
                                -len.hM, -len.hM, len.hM, len.hM]));
pole = 1000 * len.r0 * [-1 1 1 -1];
spring = linspace (0, 1, 30);
coil = [spring * len.lG; 0.06 * len.lG * sin(14 * pi * spring)];
coil = at (hinge, turn (q(3), coil));
low = 1000 * from - 48;
hold on
patch (box(1,:), box(2,:), [0.75 0.55 0.3]);
patch (hole(1,:), hole(2,:), [1 1 1], 'edgecolor', [0.6 0.6 0.6]);
patch (pole, low + [0 0 96 96], [0.85 0.8 0.7], 'edgecolor', [0.5 0.45 0.35]);
for mark = 20 * ceil (low / 20):20:low + 96                % the pole stays, the bird falls
  plot ([-1 1] * 1000 * len.r0, [mark, mark], '-', 'color', [0.6 0.55 0.45], 'linewidth', 1);
end
plot (coil(1,:), coil(2,:), '-', 'color', [0.3 0.3 0.3], 'linewidth', 1);
patch (tail(1,:), tail(2,:), [0.15 0.15 0.2]);
patch (beak(1,:), beak(2,:), [0.95 0.75 0.2]);
patch (body(1,:), body(2,:), [0.2 0.25 0.35]);
patch (skull(1,:), skull(2,:), [0.8 0.15 0.1]);
eye = at (bird, turn (q(3), head + [-0.08; 0.06] * len.hS));
plot (eye(1), eye(2), 'w.', 'markersize', 10);
hold off
axis ([-15 50 low low+96], 'equal');
axis ([-15 50 low low+96]);
set (gca (), 'xtick', [0 40]);
ylabel ('mm');
end

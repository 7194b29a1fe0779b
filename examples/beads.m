% BEADS  What you learn: CONIC's experiment, spheres that fall into a box (its Section 6).
%   80 spheres, mu = 0.3, restitution 0.2, time steps of 0.02 s. Every step is a friction problem
%   in global form; it is solved as in the paper, by successive approximations s = F(s) around
%   projected gradients, up to its loose tolerance 0.01 of (6.1). Left: the pile. Middle: time per
%   step against contacts (figure 8). Right: how (6.1) falls for mu from 0.1 to 0.9 (figure 9): the
%   larger mu, the slower. Writes build/beads.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
printed = {'Method', 'fixpoint', 'Outer', 'picard', 'Inner', 'projected-gradient', ...
           'OuterTolerance', 0.01};
beads = bead_start (80, 5, 1);
log = bead_run (beads, struct ('options', {printed}, 'steps', 170, 'keep', 34));
fprintf ('%d steps, contacts %d to %d (mean %.0f), programs per step %.1f (at most %d)\n', ...
         log.steps, min (log.nc), max (log.nc), mean (log.nc), mean (log.programs), ...
         max (log.programs));
fprintf ('%.1f ms per step; residual %.1e on average, %.1e at worst\n', 1e3 * mean (log.time), ...
         mean (log.residual), max (log.residual));
v = reshape (log.beads.v, 6, []);
speed = mean (sqrt (sum (v(1:3, :) .^ 2, 1)));
fprintf ('at the end: mean speed %.3f m/s, deepest overlap of all %.2f radii\n', ...
         speed, log.overlap);
assert (speed < 0.5 && log.overlap < 0.5 && max (log.residual) < 0.1);
assert (all (log.beads.x(3, :) > 0) && max (log.beads.x(3, :)) < 0.8 * max (beads.x(3, :)));

% A few of the problems, exactly.
exact = zeros (2, numel (log.problems));
for k = 1:numel (log.problems)
  P = log.problems{k};
  [r, ~, v, info] = dls_friction (P, 'MaxTime', 2);
  exact(:, k) = [P.nc; info.time];
  fprintf ('  %d contacts: %s in %.2f s, residual %.1e (%s)\n', P.nc, info.status, info.time, ...
           dls_residual (P, r, v), info.method);
end
[ok, info] = dls_friction_exists (P);
fprintf ('(4.1) for the last one: margin %.2g, %s\n', info.margin, info.status);

fig = figure ('visible', 'off', 'position', [0 0 1300 420]);
subplot (1, 3, 1);
[~, order] = sort (log.beads.x(2, :), 'descend');
turn = linspace (0, 2 * pi, 25)';
plot ([0 0 1 1] * log.beads.box(1), [12 0 0 12], 'k-', 'linewidth', 2);
hold on;
circles = @(centre) [centre + cos(turn) .* log.beads.R; nan(1, numel (centre))];
z = [log.beads.x(3, :) + sin(turn) .* log.beads.R; nan(1, 80)];
plot (circles (log.beads.x(1, :))(:, order)(:), z(:, order)(:), 'b-');
hold off;
axis equal;
title (sprintf ('80 beads after %.1f s, from the side', 0.02 * log.steps));
subplot (1, 3, 2);
semilogy (log.nc, 1e3 * log.time, 'b.', exact(1, :), 1e3 * exact(2, :), 'ro');
xlabel ('contacts');
ylabel ('ms');
legend ('(6.1) <= 0.01', 'residual <= 1e-8 (auto)', 'location', 'southeast');
title ('time of a step');

subplot (1, 3, 3);
lines = {'b-', 'c-', 'g-', 'm-', 'r-'};
fprintf ('convex programs until (6.1) <= 1e-4, and the residual after all of them (at most 50)\n');
for k = 1:5
  mu = 0.2 * k - 0.1;
  at = bead_run (beads, struct ('options', {printed}, 'mu', mu, 'contacts', 100));
  [h, info] = bead_history (at.last, 50, printed{1:6}, 'MaxTime', 2);
  [~, newton] = bead_history (at.last, 50, 'Inner', 'projected-gradient', 'MaxTime', 2);
  fprintf ('  mu = %.1f: %2d, %2d for %.0e; with Newton steps %2d for %.0e\n', mu, ...
           find (h < 1e-4, 1), info.outer, info.residual.worst, newton.outer, ...
           newton.residual.worst);
  semilogy (h, lines{k}, 'linewidth', 2);
  hold on;
end
hold off;
xlabel ('convex programs');
ylabel ('|F(s) - s| / (1 + |s|)');
legend ('mu = 0.1', '0.3', '0.5', '0.7', '0.9');
title ('first problem with 100 contacts');
save_picture (fig, 'beads');

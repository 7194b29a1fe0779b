% BEADS_MOTION  What you learn: a pile settles: many contacts with friction, from free fall to rest.
%   Discs fall into a box and come to rest on its floor, on each other and against the walls: gaps
%   between all of them, Coulomb friction, turning. At rest floor and walls (by friction) carry the
%   weight exactly, and no energy was created on the way. Writes build/beads_motion.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'), ...
         fullfile (here, '..', 'tests', 'm', 'problems'));
dls_setup ();
[model, q0, r, width, weight] = box_of_beads (7);
n = numel (r);
v0 = zeros (3 * n, 1);
assert (dls_check_model (model, q0, v0));
sol = dls_simulate (model, [0 2], q0, v0, 'Step', 4e-3);
fprintf ('%s: %d steps, %.1f s, up to %d contacts at once\n', sol.result, sol.stats.steps, ...
         sol.stats.time, max (sum (sol.status > 0, 1)));
p = mean (sol.p(:,end-50:end), 2) / 4e-3;
nu = size (sol.status, 1);
floor_force = sum (p(1:n));
wall_force = sum (p(nu+2*n+(1:n))) - sum (p(nu+n+(1:n)));
speed = max (abs (sol.v(:,end)));
fprintf ('weight %.6f: the floor carries %.6f, the walls %.6f by friction\n', weight, ...
         floor_force, wall_force);
fprintf ('deepest penetration %.2e of radius %.2f\n', max (sol.drift.gap), min (r));
assert (strcmp (sol.result, 'finished'));
assert (abs ((floor_force + wall_force) / weight - 1) < 1e-8 && speed < 1e-6);
assert (max (sol.drift.gap) < 4e-3 * 2);              % a step of the fastest approach
assert (sol.energy.total(end) < sol.energy.total(1));

fig = figure ('visible', 'off', 'position', [0 0 900 350]);
when = round ([1, 75, 125, numel(sol.t)]);
for k = 1:4
  subplot (1, 4, k);
  draw_beads (sol.q(:,when(k)), r, width);
  title (sprintf ('t = %.2f', sol.t(when(k))));
end
save_picture (fig, 'beads_motion');

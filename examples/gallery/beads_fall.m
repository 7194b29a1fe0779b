% BEADS_FALL  Discs fall into a box, roll, rub and come to rest: a GIF.
%   Gaps between all of them, Coulomb friction (mu = 0.4), turning, little restitution. At rest
%   floor and walls carry the weight. build/figures/beads_fall.gif is the motion.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
[model, q0, r, width, weight] = box_of_beads (8);
n = numel (r);
h = 4e-3;
sol = dls_simulate (model, [0 2.2], q0, zeros (3 * n, 1), 'Step', h);
p = mean (sol.p(:,end-50:end), 2) / h;
nu = size (sol.status, 1);
carried = sum (p(1:n)) + sum (p(nu+2*n+(1:n))) - sum (p(nu+n+(1:n)));
figure_row ('force of floor and walls', weight, carried, 1e-8);
figure_row ('speed at rest', '0', sprintf ('%.0e', max (abs (sol.v(:,end)))), ...
            sprintf ('agrees: %d contacts closed', sum (sol.status(:,end) > 0)));
lost = sol.energy.total(1) - sol.energy.total(end);
figure_row ('energy of its loss that ever comes back in a step', '0 for h -> 0', ...
            sprintf ('%.0e', max (diff (sol.energy.total)) / lost), 'agrees: step 4 ms');
assert (max (abs (sol.v(:,end))) < 1e-6 && max (diff (sol.energy.total)) < 0.01 * lost);

folder = fullfile (here, '..', '..', 'build', 'figures');
if ~exist (folder, 'dir'), mkdir (folder); end
count = dls_animate (sol, @(t, q, v) draw_beads (q, r, width), ...
                     fullfile (folder, 'beads_fall.gif'), 'Rate', 20, 'Size', [220 480]);
figure_row ('frames of the GIF', 'not stated', sprintf ('%d', count), 'real time');

fig = figure ('visible', 'off', 'position', [0 0 1000 460]);
when = [0, 0.3, 0.45, 0.6, 0.9, 2.2];
for k = 1:6
  axes ('position', [0.04 + 0.16 * (k - 1), 0.12, 0.13, 0.78]);
  [~, at] = min (abs (sol.t - when(k)));
  draw_beads (sol.q(:,at), r, width);
  title (sprintf ('t = %.2f s', sol.t(at)));
  xlabel ('m');
end
figure_save (fig, 'beads_fall', {'t', 'kinetic', 'total'}, ...
             [sol.t; sol.energy.kinetic; sol.energy.total]');

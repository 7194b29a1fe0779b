% PILES_FOLDS  The central path of a pile at rest folds: tau must rise before it falls again.
%   27 spheres fall into a box (bead_run). Of the next step the central path of the nonsmooth
%   interior point is traced by arclength, as they are, and where they have velocities at random. A
%   method that lowers tau from step to step cannot follow it through a fold. A page of the manual
%   has the picture.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
[h, mu] = deal (0.02, 0.5);
log_ = bead_run (bead_start (27, 3, 1), struct ('h', h, 'mu', mu, 'steps', 120, 'warm', false, ...
                                                'options', {{'Tolerance', 1e-4}}));
beads = log_.beads;
C = bead_contacts (beads.x, beads.R, beads.box, 2e-3);
rand ('twister', 3);
velocities = [beads.v, beads.v + 0.3 * (rand (6 * 27, 1) - 0.5)];
states = {'nearly at rest', 'velocities at random'};
fig = figure ('visible', 'off', 'position', [0 0 700 400]);
paths = nan (150, 4);
for k = 1:2
  P = bead_problem (beads, C, velocities(:,k), h, mu, 0);
  [tau, s] = central_path (P.H * (P.M \ P.H'), P.w - P.H * (P.M \ P.f), P.mu, 1e-7, 150);
  turns = diff (sign (diff (tau)));
  semilogy (s, tau / tau(1));
  hold on
  n = numel (tau);
  paths(1:n,2*k-1:2*k) = [s(:), tau(:) / tau(1)];
  figure_row (['folds, ', states{k}], 'not stated', sprintf ('%d', sum (turns ~= 0)), ...
              sprintf ('%d contacts, %d points, tau to %.0e', P.nc, n, tau(end) / tau(1)));
end
legend (states, 'location', 'southwest');
xlabel ('arclength');
ylabel ('tau');
grid on
figure_save (fig, 'piles_folds', {'s_rest', 'tau_rest', 's_random', 'tau_random'}, paths);

% PILES_FOLDS  The central path of a pile folds: tau must rise before it falls again.
%   30 spheres packed in a box (pile_spheres). The central path of the nonsmooth interior point of a
%   step in time is traced by arclength, at rest, with velocities at random, and drawn. A method
%   that lowers tau from step to step cannot follow it through a fold. A page of the manual has the
%   picture.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
beads = pile_spheres (30, 3, 1);
[problems, states] = pile_problems (beads, bead_contacts (beads.x, beads.R, beads.box, 1e-6), 0.5);
fig = figure ('visible', 'off', 'position', [0 0 700 400]);
paths = nan (250, 6);
for k = 1:3
  P = problems{k};
  [tau, s] = central_path (P.H * (P.M \ P.H'), P.w - P.H * (P.M \ P.f), P.mu, 1e-7, 250);
  turns = diff (sign (diff (tau)));
  semilogy (s, tau / tau(1));
  hold on
  n = numel (tau);
  paths(1:n,2*k-1:2*k) = [s(:), tau(:) / tau(1)];
  figure_row (['folds, ', states{k}], 'not stated', sprintf ('%d', sum (turns ~= 0)), ...
              sprintf ('%d contacts, %d points, tau to %.0e', P.nc, n, tau(end) / tau(1)));
end
legend (states, 'location', 'southeast');
xlabel ('arclength');
ylabel ('tau');
grid on
figure_save (fig, 'piles_folds', {'s_rest', 'tau_rest', 's_random', 'tau_random', 's_drawn', ...
                                  'tau_drawn'}, paths);

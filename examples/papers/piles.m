% PILES  A pile of spheres: the forces that carry it, and residual against work of each method.
%   Spheres fall into a box (bead_run) and nearly come to rest. Of the next step in time: a picture
%   of the reactions, and for each method the time to each tolerance. A page of the manual has it.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
[h, mu] = deal (0.02, 0.5);
log = bead_run (bead_start (64, 4, 1), struct ('h', h, 'mu', mu, 'steps', 200, 'warm', false, ...
                                               'options', {{'Tolerance', 1e-4}}));
beads = log.beads;
C = bead_contacts (beads.x, beads.R, beads.box, 2e-3);
P = bead_problem (beads, C, beads.v, h, mu, 0);

methods = {'auto', 'pseudo-time', 'interior-point', 'newton', 'fixpoint', 'gauss-seidel'};
tolerances = 10 .^ -(2:2:10);
[work, residual] = deal (nan (numel (tolerances), numel (methods)));
for m = 1:numel (methods)
  for k = 1:numel (tolerances)
    spent = cputime ();
    [r, u, v, info] = dls_friction (P, 'Method', methods{m}, 'Tolerance', tolerances(k), ...
                                    'MaxTime', 5);
    work(k,m) = cputime () - spent;
    residual(k,m) = dls_residual (P, r, v);
    if (residual(k,m) > tolerances(k)), break, end
  end
  figure_row (['smallest residual of ', methods{m}], 'not stated', ...
              sprintf ('%.0e', min (residual(:,m))), ...
              sprintf ('%.2f s', work(find (~isnan (work(:,m)), 1, 'last'),m)));
end
[r, u, v, info] = dls_friction (P);
assert (info.exitflag == 1);
[~, parts] = dls_residual (P, r, v);
R = reshape (r, 3, []);
carries = R(1,:) > 1e-6 * max (R(1,:));
slides = carries & sqrt (sum (R(2:3,:) .^ 2, 1)) > (1 - 1e-6) * mu * R(1,:);
figure_row ('contacts, those that carry, those that slide', 'not stated', ...
            sprintf ('%d, %d, %d', P.nc, sum (carries), sum (slides)), ...
            sprintf ('%d spheres', columns (beads.x)));
figure_row ('error of velocities', 'not stated', sprintf ('%.0e m/s', parts.velocity), ...
            sprintf ('the fastest contact has %.0e m/s', max (abs (u))));

fig = figure ('visible', 'off', 'position', [0 0 1000 440]);
subplot (1, 2, 1);
draw_forces (beads, C, R, mu);
subplot (1, 2, 2);
loglog (work, residual, 'o-');
legend (methods, 'location', 'southwest');
xlabel ('time of the processor (s)');
ylabel ('residual');
grid on
names = [{'tolerance'}, strcat('time_', methods), strcat('residual_', methods)];
figure_save (fig, 'piles', names, [tolerances', work, residual]);

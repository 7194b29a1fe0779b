% PILES  A pile of spheres: the forces that carry it, and residual against work of each method.
%   Spheres fall into a box (bead_run) and nearly come to rest. Of the next step in time: a picture
%   of the reactions, and for each method the time and the factorisations to each tolerance; and the
%   eigenvalues of dF/ds of CONIC's map at the solution, there and where spheres have velocities at
%   random. A page of the manual has both pictures.
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
[work, factors, residual] = deal (nan (numel (tolerances), numel (methods)));
for m = 1:numel (methods)
  for k = 1:numel (tolerances)
    spent = cputime ();
    [r, u, v, info] = dls_friction (P, 'Method', methods{m}, 'Tolerance', tolerances(k), ...
                                    'MaxTime', 5);
    work(k,m) = cputime () - spent;
    factors(k,m) = max (info.factorisations, 1);  % 1 stands for none on the axis
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

rand ('twister', 5);
v = beads.v + 0.3 * (rand (size (beads.v)) - 0.5);
problems = {P, bead_problem(beads, C, v, h, mu, 0)};
states = {'nearly at rest', 'velocities at random'};
roots = nan (P.nc, 4);
fig = figure ('visible', 'off', 'position', [0 0 1000 440]);
subplot (1, 2, 1);
hold on
marks = {'o', 'x'};
for k = 1:2
  [~, u, ~, info] = dls_friction (problems{k});
  assert (info.exitflag == 1);
  [~, info] = dls_friction_map (problems{k}, sqrt (sum (reshape (u, 3, [])(2:3,:) .^ 2, 1))');
  e = eig (info.derivative);
  plot (real (e), imag (e), marks{k});
  roots(:,2*k-1:2*k) = [real(e), imag(e)];
  figure_row (['eigenvalues of dF/ds, ', states{k}], 'not stated', ...
              sprintf ('largest %.2f, beyond 1: %d', max (abs (e)), sum (abs (e) > 1)), ...
              sprintf ('largest singular value %.1f', info.contraction));
end
plot (cos (0:0.1:6.3), sin (0:0.1:6.3), 'k-');
axis ([-1.15 1.15 -1.15 1.85], 'equal');
legend (states, 'location', 'north');
xlabel ('real part');
ylabel ('imaginary part');
subplot (1, 2, 2);
loglog (factors, residual, 'o-');
legend (methods, 'location', 'southwest');
xlabel ('factorisations');
ylabel ('residual');
grid on
figure_save (fig, 'piles_map', {'rest_re', 'rest_im', 'random_re', 'random_im'}, roots);

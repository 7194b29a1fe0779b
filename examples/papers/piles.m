% PILES  Piles of spheres: the forces that carry them, and residual against work of each method.
%   200 spheres packed in a box (pile_spheres): one step at rest, and one with velocities at random.
%   Pictures of the reactions of both; of each method, and of solvers of Siconos if python3 finds it
%   (Debian: python3-siconos), the residual against factorisations and against time; and the
%   eigenvalues of dF/ds of CONIC's map at the solutions of 64 spheres. A page of the manual has the
%   pictures.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
beads = pile_spheres (200, 5, 1);
C = bead_contacts (beads.x, beads.R, beads.box, 1e-6);
[problems, states] = pile_problems (beads, C, 0.3);
problems = problems(1:2);
states = states(1:2);

% How far each method gets, and at what price. Units: one Cholesky factorisation of the problem.
methods = {'auto', 'pseudo-time', 'interior-point', 'arclength', 'newton', 'fixpoint', ...
           'gauss-seidel'};
[python, theirs] = siconos_python ({'NSGS', 'NSN_AC', 'PROX', 'GLOBAL_ADMM'});
solvers = [methods, strcat({'Siconos '}, strrep (theirs, 'GLOBAL_', 'global '))];
tolerances = 10 .^ -(2:10);
[factors, work, residual] = deal (nan (numel (tolerances), numel (solvers), 2));
solutions = cell (2, 3);
for p = 1:2
  P = problems{p};
  [r, u, ~, info] = dls_friction (P, 'Tolerance', 1e-9);
  assert (info.exitflag == 1);
  solutions(p,:) = {reshape(r, 3, []), reshape(u, 3, []), info.residual};
  unit = Inf;
  for k = 1:5
    [~, ~, ~, info] = dls_friction (P, 'Method', 'pseudo-time', 'Tolerance', 1e-4);
    unit = min (unit, info.time_factor / info.factorisations);
  end
  figure_row (['a factorisation, ', states{p}], 'not stated', sprintf ('%.2f ms', 1e3 * unit), ...
              sprintf ('%d contacts', P.nc));
  for m = 1:numel (methods)
    for k = 1:numel (tolerances)
      spent = cputime ();
      [r, ~, v, info] = dls_friction (P, 'Method', methods{m}, 'Tolerance', tolerances(k), ...
                                      'MaxTime', 10);
      work(k,m,p) = max (cputime () - spent, 1e-3) / unit;  % the clock sees no less
      factors(k,m,p) = max (info.factorisations, 1);  % 1 stands for none on the axis
      residual(k,m,p) = dls_residual (P, r, v);
      if (residual(k,m,p) > tolerances(k)), break, end
    end
  end
  for m = 1:numel (theirs)
    [times, answers] = siconos_runs (python, P, theirs{m}, tolerances, 5);
    n = numel (methods) + m;
    for k = 1:numel (times)
      work(k,n,p) = times(k) / unit;
      residual(k,n,p) = dls_residual (P, answers(:,k));
    end
  end
  for m = 1:numel (solvers)
    figure_row (sprintf ('smallest residual of %s, %s', solvers{m}, states{p}), 'not stated', ...
                sprintf ('%.0e', min (residual(:,m,p))), ...
                sprintf ('at most %.0f units', max (work(:,m,p))));
  end
end

% The reactions.
fig = figure ('visible', 'off', 'position', [0 0 1000 460]);
reactions = nan (problems{1}.nc, 4);
for p = 1:2
  [R, u, left] = solutions{p,:};
  mu = problems{p}.mu';
  carries = R(1,:) > 1e-6 * max (R(1,:));
  share = sqrt (sum (R(2:3,:) .^ 2, 1)) ./ max (mu .* R(1,:), realmin);
  figure_row (['contacts, those that carry, those that slide, ', states{p}], 'not stated', ...
              sprintf ('%d, %d, %d', numel (carries), sum (carries), ...
                       sum (carries & share > 1 - 1e-6)), sprintf ('%d spheres', numel (beads.R)));
  figure_row (['error of velocities, ', states{p}], 'not stated', ...
              sprintf ('%.0e m/s', left.velocity), ...
              sprintf ('the fastest contact has %.0e m/s', max (abs (u(:)))));
  subplot (1, 2, p);
  draw_forces (beads, C, R, mu);
  title (states{p});
  reactions(:,2*p-1:2*p) = [R(1,:)', share'];
end
figure_save (fig, 'piles', {'rest_normal', 'rest_share', 'random_normal', 'random_share'}, ...
             reactions);

% Residual against work.
colours = figure_style ();
colours = [colours([1 7 6 4 3 8 2],:); repmat([0.6 0.6 0.6], numel (theirs), 1)];
styles = {'-o', '-s', '-^', '-d', '-v', '->', '-<', '-o', '-s', '-^', '-d'};
fig = figure ('visible', 'off', 'position', [0 0 1100 800]);
for p = 1:2
  for k = 1:2
    subplot ('position', [0.085 + 0.36 * (k - 1), 0.575 - 0.495 * (p - 1), 0.29, 0.36]);
    x = {factors(:,:,p), work(:,:,p)}{k};
    hold on
    for m = 1:numel (solvers)
      loglog (x(:,m), residual(:,m,p), styles{m}, 'color', colours(m,:), 'markersize', 5, ...
              'linewidth', 1.5 + (m == 1));
    end
    hold off
    set (gca, 'xscale', 'log', 'yscale', 'log', 'ylim', [1e-11 1], ...
         'xlim', {[1 2e3], [1 2e4]}{k});
    grid on
    xlabel ({'factorisations', 'time of the processor, in factorisations'}{k});
    if (k == 1), ylabel ('residual'); end
    title (states{p});
  end
end
legend_beside ([0.76 0.1 0.22 0.8], solvers, colours, styles);
rows = [{'tolerance'}, strcat('rest_factorisations_', solvers), strcat('rest_units_', solvers), ...
        strcat('rest_residual_', solvers), strcat('random_factorisations_', solvers), ...
        strcat('random_units_', solvers), strcat('random_residual_', solvers)];
figure_save (fig, 'piles_work', rows, ...
             [tolerances', factors(:,:,1), work(:,:,1), residual(:,:,1), factors(:,:,2), ...
              work(:,:,2), residual(:,:,2)]);

% The map s -> F(s), of a pile that is small enough for its derivative.
beads = pile_spheres (64, 3, 1);
C = bead_contacts (beads.x, beads.R, beads.box, 1e-6);
problems = pile_problems (beads, C, 0.2);
roots = nan (problems{1}.nc, 4);
fig = figure ('visible', 'off', 'position', [0 0 800 440]);
subplot ('position', [0.1 0.15 0.58 0.75]);
hold on
[colours, styles] = deal ([0 114 178; 213 94 0; 0 0 0] / 255, {'o', 'x', '-'});
for p = 1:2
  [~, u, ~, info] = dls_friction (problems{p}, 'Tolerance', 1e-9);
  assert (info.exitflag == 1);
  s = sqrt (sum (reshape (u, 3, [])(2:3,:) .^ 2, 1))';
  [~, info] = dls_friction_map (problems{p}, s);
  e = eig (info.derivative);
  plot (real (e), imag (e), styles{p}, 'color', colours(p,:), 'linewidth', 1.5);
  roots(:,2*p-1:2*p) = [real(e), imag(e)];
  figure_row (['eigenvalues of dF/ds, ', states{p}], 'not stated', ...
              sprintf ('largest %.2f, beyond 1: %d of %d', max (abs (e)), sum (abs (e) > 1), ...
                       numel (e)), ...
              sprintf ('largest real part %.2f, singular value %.1f', max (real (e)), ...
                       info.contraction));
end
plot (cos (0:0.05:6.3), sin (0:0.05:6.3), 'k-', 'linewidth', 1);
axis ([-1.7 1.3 -1.2 1.2], 'equal');
xlabel ('real part');
ylabel ('imaginary part');
legend_beside ([0.7 0.4 0.28 0.5], [states, {'|z| = 1'}], colours, styles);
figure_save (fig, 'piles_map', {'rest_re', 'rest_im', 'random_re', 'random_im'}, roots);

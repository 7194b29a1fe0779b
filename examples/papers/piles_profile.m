% PILES_PROFILE  Which method is fastest on how many piles, and by how much: a performance profile.
%   Steps in time of 100 and 200 spheres packed in a box (pile_spheres): at rest, with velocities at
%   random, and drawn, with little and with much friction. Beside the methods of dls_friction those
%   of Siconos, if python3 finds it (Debian: python3-siconos). All to the same tolerance in Siconos'
%   own measure, recomputed here from the answer; CPU time, up to 5 s. A page of the
%   manual has the picture.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
ours = {'auto', 'pseudo-time', 'interior-point', 'arclength', 'gauss-seidel'};
[python, theirs] = siconos_python ({'NSGS', 'NSN_AC', 'PROX', 'GLOBAL_ADMM'});
[problems, states] = deal (cell (1, 0));
for count = [100 200]
  beads = pile_spheres (count, 4 + (count > 100), 1);
  C = bead_contacts (beads.x, beads.R, beads.box, 1e-6);
  for mu = [0.2 0.5 0.8]
    [more, names] = pile_problems (beads, C, mu);
    problems = [problems, more];
    states = [states, names];
  end
end

solvers = [ours, strcat({'Siconos '}, strrep (theirs, 'GLOBAL_', 'global '))];
[tolerances, most] = deal ([1e-4 1e-8], 5);
times = inf (numel (problems), numel (solvers), numel (tolerances));
for p = 1:numel (problems)
  P = problems{p};
  for m = 1:numel (solvers)
    if (m <= numel (ours))
      spent = inf (size (tolerances));
      answers = nan (3 * P.nc, numel (tolerances));
      for k = 1:numel (tolerances)
        start = cputime ();
        answers(:,k) = dls_friction (P, 'Method', ours{m}, 'Tolerance', tolerances(k), ...
                                     'Measure', 'siconos', 'MaxTime', most);
        spent(k) = cputime () - start;
      end
    else
      [spent, answers] = siconos_runs (python, P, theirs{m-numel (ours)}, tolerances, most);
    end
    for k = 1:numel (spent)
      if (dls_residual (P, answers(:,k), [], 'Measure', 'siconos') <= 1.1 * tolerances(k))
        times(p,m,k) = max (spent(k), 1e-3);  % the clock sees no less
      end
    end
  end
end

% How many of each state to the smaller tolerance.
kinds = unique (states);
for m = 1:numel (solvers)
  here = cellfun (@(kind) sum (isfinite (times(strcmp (states, kind),m,2))), kinds);
  figure_row (sprintf ('%s to %.0e by state', solvers{m}, tolerances(2)), 'not stated', ...
              strjoin (arrayfun (@(k) sprintf ('%s %d', kinds{k}, here(k)), 1:numel (kinds), ...
                                 'UniformOutput', false), ', '), ...
              sprintf ('of %d each', numel (problems) / numel (kinds)));
end

colours = figure_style ();
colours = [colours([1 7 6 4 2],:); repmat([0.6 0.6 0.6], numel (theirs), 1)];
styles = {'-', '-', '-', '-', '-', '-o', '-s', '-^', '-d'};
fig = figure ('visible', 'off', 'position', [0 0 1100 560]);
for k = 1:numel (tolerances)
  ratio = sort (times(:,:,k) ./ min (times(:,:,k), [], 2), 1);
  share = (1:numel (problems))' / numel (problems);
  subplot ('position', [0.085 + 0.36 * (k - 1), 0.15, 0.29, 0.73]);
  hold on
  fastest = times(:,:,k) == min (times(:,:,k), [], 2) & isfinite (times(:,:,k));
  for m = 1:numel (solvers)
    reached = isfinite (ratio(:,m));
    x = [ratio(reached,m); 1e3];
    [x, y] = stairs (x, [share(reached); max([share(reached); 0])]);
    plot (x, y, styles{m}, 'color', colours(m,:), 'markersize', 4, 'linewidth', ...
          1.5 + (m == 1));
    figure_row (sprintf ('%s to %.0e', solvers{m}, tolerances(k)), 'not stated', ...
                sprintf ('solved %d of %d, fastest on %d', sum (reached), numel (problems), ...
                         sum (fastest(:,m))), ...
                sprintf ('median %.1f ms', 1e3 * median (times(:,m,k))));
  end
  set (gca, 'xscale', 'log', 'xlim', [1 1e3], 'ylim', [0 1.02]);
  title (sprintf ('to %.0e', tolerances(k)));
  xlabel ('time, in that of the fastest');
  if (k == 1), ylabel ('share of problems'); end
  grid on
end
legend_beside ([0.76 0.1 0.22 0.8], solvers, colours, styles);
columns_ = [strcat(solvers, ' 1e-4'), strcat(solvers, ' 1e-8')];
figure_save (fig, 'piles_profile', columns_, reshape (times, numel (problems), []));

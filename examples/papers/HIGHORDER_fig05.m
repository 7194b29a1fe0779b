% HIGHORDER_FIG05  Precision and work of Moreau's scheme with variable order (68)-(70).
%   Work: right-hand sides of (16), trial steps included; error: L1 of positions against the exact
%   motion. alpha = 1, alpha_min = 0.5, alpha_max = 5, T = 5 as in the paper, which draws points and
%   states no numbers; tolerances, first step and the oscillator's parameters are ours.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
tolerance = 10 .^ (-1:-0.25:-5.5);
n = round (20 * 2 .^ (0:0.5:9));
names = {'ball', 'oscillator'};
estimate = {'variable', 'coordinates'};
gain = zeros (1, 2);
fig = figure ('visible', 'off', 'position', [0 0 1000 470]);
data = [];
for j = 1:2
  [model, exact, q0] = impact_bench (names{j});
  equal = zeros (2, numel (n));
  both = zeros (2, numel (n), 2);
  for k = 1:numel (n)
    sol = dls_simulate (model, [0 5], q0, 0, 'Step', 5 / n(k));
    equal(:, k) = [dls_error(sol, exact, 'L1').q; sol.stats.solves];
    for i = 1:2
      sol = dls_simulate (model, [0 5], q0, 0, 'Adaptive', 'on', 'Estimate', estimate{i}, ...
                          'Step', 0.01, 'RelTol', tolerance(k), 'AbsTol', tolerance(k), ...
                          'StepFactors', [1 0.5 5]);
      both(:, k, i) = [dls_error(sol, exact, 'L1').q; sol.stats.solves];
    end
  end
  adaptive = both(:, :, 1);
  subplot (1, 2, j);
  loglog (equal(1, :), equal(2, :), 'bx', adaptive(1, :), adaptive(2, :), 'r+', 'linewidth', 2);
  axis tight
  xlabel ('error |e|_1 of the positions in m');
  ylabel ('evaluations');
  legend ('equal steps', 'adaptive', 'location', 'northeast');
  title (sprintf ('HIGHORDER Fig. 5: %s', names{j}));
  % Work at the same error, between the points that no other one beats.
  best = @(x) x(:, arrayfun (@(i) ~any (all (x < x(:, i))), 1:columns (x)));
  work = @(x, at) exp (interp1 (log (unique (best (x)', 'rows')(:, 1)), ...
                                log (unique (best (x)', 'rows')(:, 2)), log (at)));
  says = {'adaptive costs more', 'adaptive pays'};
  for at = [0.1, 1.05 * max(min (equal(1, :)), min (adaptive(1, :)))]
    figure_row (sprintf ('%s: work of equal / adaptive steps, |e|_1 = %.1e', names{j}, at), ...
                'not stated', sprintf ('%.2f', work (equal, at) / work (adaptive, at)), ...
                says{1 + (work (equal, at) > work (adaptive, at))});
  end
  at = [3e-2 1e-2 5e-3 2e-3 1e-3];
  gain(j) = exp (mean (log (work (both(:, :, 2), at) ./ work (adaptive, at))));
  assert (min (adaptive(1, :)) < 1e-2);
  data = [data, equal', adaptive'];
end
figure_row ('work of (67) / of variable order, ball, oscillator', 'more for oscillator', gain, ...
            'agrees');
assert (gain(2) > gain(1));
figure_save (fig, 'HIGHORDER_fig05', {'tolerance', 'ball_error', 'ball_work', ...
  'ball_adaptive_error', 'ball_adaptive_work', 'osc_error', 'osc_work', 'osc_adaptive_error', ...
  'osc_adaptive_work'}, [tolerance', data]);

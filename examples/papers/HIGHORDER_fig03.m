% HIGHORDER_FIG03  Empirical order of Schatzman and Paoli's scheme, ball and oscillator.
%   The paper reads "near to 1" for Hausdorff distance and L1, no convergence in the uniform norm,
%   and no numbers. Errors of velocities here (they jump), slopes of positions in the report. T = 5
%   as in its Fig. 4; parameters of the oscillator are ours (k = 10, restitution 0.8).
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
norms = {'uniform', 'hausdorff', 'L2', 'L1'};
n = round (203 * 2 .^ (0:0.6:4.8));                % coarser steps do not show the order yet
names = {'ball', 'oscillator'};
fig = figure ('visible', 'off', 'position', [0 0 1000 560]);
data = [];
for j = 1:2
  [model, exact, q0] = impact_bench (names{j});
  V = Q = zeros (4, numel (n));
  for k = 1:numel (n)
    sol = dls_simulate (model, [0 5], q0, 0, 'Scheme', 'schatzman-paoli', 'Step', 5 / n(k));
    for i = 1:4
      e = dls_error (sol, exact, norms{i});
      V(i, k) = e.v;
      Q(i, k) = e.q;
    end
  end
  subplot (1, 2, j);
  order = draw_orders (5 ./ n, V, norms);
  ylabel ('error of the velocity');
  title (sprintf ('HIGHORDER Fig. 3: %s, over the time step', names{j}));
  slope = arrayfun (@(i) polyfit (log (5 ./ n), log (Q(i, :)), 1)(1), 1:4);
  for i = [2 4]
    figure_row (sprintf ('%s, %s: order of v, of q', names{j}, norms{i}), 'near to 1', ...
                [order(i), slope(i)], 'agrees: within 0.3');
  end
  figure_row (sprintf ('%s, uniform: least error of v', names{j}), 'no convergence', ...
              min (V(1, :)), 'agrees');
  figure_row (sprintf ('%s, uniform: order of q', names{j}), 'not stated', slope(1), '-');
  assert (all (abs ([order([2 4]), slope([2 4])] - 1) < 0.3) && min (V(1, :)) > 0.5);
  data = [data, V', Q'];
end
columns_ = {'h'};
for name = names
  for x = 'vq'
    columns_ = [columns_, strcat(name{1}, '_', x, '_', norms)];
  end
end
figure_save (fig, 'HIGHORDER_fig03', columns_, [5 ./ n', data]);

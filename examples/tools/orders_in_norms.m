% ORDERS_IN_NORMS  HIGHORDER Fig. 2, 3: orders of a scheme in four norms, ball and oscillator.
%   orders_in_norms (number, scheme, n)   of the figure; n: numbers of steps, T = 5
% SPDX-License-Identifier: GPL-3.0-or-later
function orders_in_norms (number, scheme, n)
  norms = {'uniform', 'hausdorff', 'L2', 'L1'};
  names = {'ball', 'oscillator'};
  fig = figure ('visible', 'off', 'position', [0 0 1000 560]);
  data = [];
  for j = 1:2
    [model, exact, q0] = impact_bench (names{j});
    R = dls_orders (model, [0 5], q0, 0, 'Schemes', scheme, 'Steps', 5 ./ n, 'Norms', norms, ...
                    'Reference', exact);
    V = permute (R.v, [3 2 1]);
    Q = permute (R.q, [3 2 1]);
    subplot (1, 2, j);
    order = draw_orders (R.steps, V, norms);
    ylabel ('error of the velocity');
    title (sprintf ('HIGHORDER Fig. %d: %s, over the time step', number, names{j}));
    slope = R.slopes.q;
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
  figure_save (fig, sprintf ('HIGHORDER_fig%02d', number), columns_, [5 ./ n', data]);
end

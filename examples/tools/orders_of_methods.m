% ORDERS_OF_METHODS  HIGHORDER Fig. 6, 7: orders of event capturing, oscillator and ball.
%   orders_of_methods (number, methods_)   of the figure; names of Runge-Kutta methods; T = 5
% SPDX-License-Identifier: GPL-3.0-or-later
function orders_of_methods (number, methods_)
  n = [23 37 61 97 157 251];
  names = {'oscillator', 'ball'};
  fig = figure ('visible', 'off', 'position', [0 0 1000 600]);
  data = [];
  for j = 1:2
    [model, exact, q0] = impact_bench (names{j});
    p = cellfun (@(name) dls_tableau (name).order, methods_);
    R = dls_orders (model, [0 5], q0, 0, 'Schemes', strcat ({'event-capturing '}, methods_), ...
                    'Steps', 5 ./ n, 'Norms', 'uniform', 'Reference', exact);
    E = R.q;
    order = R.slopes.q';
    subplot (1, 2, j);
    draw_orders (R.steps, E, methods_, E > 1e-12);
    ylabel ('largest error of the position');
    title (sprintf ('HIGHORDER Fig. %d: %s, over h in s', number, names{j}));
    for i = 1:numel (methods_)
      name = sprintf ('%s, %s: order', names{j}, methods_{i});
      figure_row (name, sprintf ('%d', p(i)), order(i), ...
                  {'differs: lower', 'agrees: or higher'}{1 + (order(i) > p(i) - 0.4)});
    end
    assert (all (order > p - 0.4));
    data = [data, E'];
  end
  figure_save (fig, sprintf ('HIGHORDER_fig%02d', number), ...
               [{'h'}, strcat('oscillator_', methods_), strcat('ball_', methods_)], ...
               [5 ./ n', data]);
end

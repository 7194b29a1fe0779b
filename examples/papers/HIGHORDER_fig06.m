% HIGHORDER_FIG06  Order of event capturing with implicit Runge-Kutta methods.
%   Global error of the positions over the step, T = 5: through the accumulation of impacts of the
%   ball, too. The paper: "we retrieve the global order of the associated methods"; no numbers. For
%   the ball every method is exact between impacts: what remains is the critical steps, h^(p+1).
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
methods_ = {'lobattoIIIA2', 'radauIIA3', 'lobattoIIIA4', 'radauIIA5', 'lobattoIIIA6'};
n = [23 37 61 97 157 251];
names = {'oscillator', 'ball'};
fig = figure ('visible', 'off', 'position', [0 0 1000 600]);
data = [];
for j = 1:2
  [model, exact, q0] = impact_bench (names{j});
  E = zeros (numel (methods_), numel (n));
  p = zeros (1, numel (methods_));
  for i = 1:numel (methods_)
    p(i) = dls_tableau (methods_{i}).order;
    for k = 1:numel (n)
      sol = dls_simulate (model, [0 5], q0, 0, 'Scheme', 'event-capturing', 'Method', ...
                          methods_{i}, 'Step', 5 / n(k));
      E(i, k) = dls_error (sol, exact, 'uniform').q;
    end
  end
  subplot (1, 2, j);
  order = draw_orders (5 ./ n, E, methods_, E > 1e-12);
  ylabel ('largest error of the position');
  title (sprintf ('HIGHORDER Fig. 6: %s, over the time step', names{j}));
  for i = 1:numel (methods_)
    name = sprintf ('%s, %s: order', names{j}, methods_{i});
    figure_row (name, sprintf ('%d', p(i)), order(i), ...
                {'LOWER', 'agrees or higher'}{1 + (order(i) > p(i) - 0.4)});
  end
  assert (all (order > p - 0.4));
  data = [data, E'];
end
figure_save (fig, 'HIGHORDER_fig06', [{'h'}, strcat('oscillator_', methods_), ...
             strcat('ball_', methods_)], [5 ./ n', data]);

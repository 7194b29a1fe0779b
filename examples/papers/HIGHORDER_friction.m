% HIGHORDER_FRICTION  Section 7: event capturing with Coulomb friction, through stick and slip.
%   A block of weight 1 on a floor (mu = 0.6) under the force cos t: it slips, stops, sticks, slips
%   back. The paper announces friction, without numbers. Reference: event-driven. The order of the
%   Runge-Kutta method is kept where slips end and begin, as it is through impacts.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
model = dls_model ('mass', eye (2), 'force', @(t,q,v) [cos(t); -1], 'gap', 0, 'gapgrad', [0; 1], ...
                   'tangent', [1; 0], 'mu', 0.6);
methods_ = {'lobatto-iiia-2', 'radau-iia-3', 'radau-iia-5'};
p = [2 3 5];
R = dls_orders (model, [0 7], [0; 0], [0; 0], 'Steps', 7 ./ [23 37 61 97 157], ...
                'Norms', 'uniform', ...
                'Schemes', [{'moreau-jean'}, strcat({'event-capturing '}, methods_)]);
fig = figure ('visible', 'off', 'position', [0 0 1000 600]);
subplot (1, 2, 1);
sol = dls_simulate (model, [0 7], [0; 0], [0; 0], 'Scheme', 'event-driven', 'MaxStep', 0.02);
colour = figure_style ();
plot (sol.t, sol.v(1,:), '-', 'color', colour(6,:), sol.t, sol.q(1,:), '--', ...
      'color', colour(7,:));
xlim ([0 7]);
legend ({'velocity in m/s', 'position in m'}, 'location', 'northwest');
xlabel ('t in s');
title ('a block under cos t: slip, stick, slip');
subplot (1, 2, 2);
names = [{'Moreau'}, methods_];
draw_orders (R.steps, R.q, names, R.q > 1e-11);
ylabel ('largest error of the position in m');
title ('HIGHORDER sec. 7: friction, over the step in s');
want = [1 p];
for s = 1:numel (names)
  agrees = R.slopes.q(s) > want(s) - 0.4;
  figure_row ([names{s}, ' with friction: order'], 'not stated', R.slopes.q(s), ...
              {'LOWER than its method', 'that of its method'}{1 + agrees});
end
figure_save (fig, 'HIGHORDER_friction', [{'h'}, strrep(names, ' ', '_')], [R.steps', R.q']);

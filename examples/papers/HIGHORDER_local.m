% HIGHORDER_LOCAL  Section 4: local errors over an impact, of each scheme.
%   One step from exact data of the ball (f = -2, restitution 1/2) with the impact at 0.4 of the
%   step. The paper: velocities O(1) where the impact is not foreseen (Gamma = 0), else O(h);
%   positions O(h). (31), (32) as corrected are checked to rounding by test_papers. Events that are
%   located have the error of the critical step, or none.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
[f, rho, sigma, vk] = deal (-2, 0.5, 0.4, -1);
h = 2 .^ -(3:9);
ball = dls_model ('M', 1, 'f', f, 'gap', 0, 'gapgrad', 1, 'restitution', rho);
runs = {'Moreau, foreseen', {'moreau-jean'}, [1 1]
        'Moreau, not foreseen', {'moreau-jean', 'Gamma', 0}, [0 1]
        'projected', {'moreau-jean-projected'}, [1 1]
        'generalized-alpha', {'nonsmooth-generalized-alpha'}, [1 1]
        'event-capturing', {'event-capturing', 'Method', 'radau-iia-3'}, [3 3]
        'event-driven', {'event-driven'}, [Inf Inf]};
[ev, eq] = deal (zeros (rows (runs), numel (h)));
for k = 1:numel (h)
  qk = -sigma * vk * h(k) - f * (sigma * h(k)) ^ 2 / 2;
  up = -rho * (vk + f * sigma * h(k));
  rest = (1 - sigma) * h(k);
  for s = 1:rows (runs)
    sol = dls_simulate (ball, [0 h(k)], qk, vk, 'Scheme', runs{s,2}{:}, 'Step', h(k));
    ev(s,k) = abs (up + f * rest - sol.v(end));
    eq(s,k) = abs (up * rest + f * rest ^ 2 / 2 - sol.q(end));
  end
end
fig = figure ('visible', 'off', 'position', [0 0 1000 600]);
E = {ev, eq};
names = {'velocity', 'position'};
for j = 1:2
  subplot (1, 2, j);
  order = draw_orders (h, max (E{j}, 1e-17), runs(:,1)');
  ylabel (sprintf ('local error of the %s', names{j}));
  title (sprintf ('HIGHORDER sec. 4: %s, over the step in s', names{j}));
  for s = 1:rows (runs)
    want = runs{s,3}(j);
    agrees = max (E{j}(s,:)) < 1e-9 || order(s) > want - 0.2;
    here = sprintf ('%.2f', order(s));
    if max (E{j}(s,:)) < 1e-9, here = 'none (rounding)'; end
    figure_row (sprintf ('%s, %s: local order', names{j}, runs{s,1}), ...
                sprintf ('%g', want), here, {'differs: lower', 'agrees'}{1 + agrees});
    assert (agrees);
  end
end
names = strrep (runs(:,1)', ', ', '_');
figure_save (fig, 'HIGHORDER_local', [{'h'}, strcat('v_', names), strcat('q_', names)], ...
             [h', ev', eq']);

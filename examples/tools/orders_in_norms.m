% ORDERS_IN_NORMS  HIGHORDER Fig. 2, 3: orders of a scheme in four norms, ball and oscillator.
%   orders_in_norms (number, scheme, n)   of the figure; n: numbers of steps, T = 5
% SPDX-License-Identifier: GPL-3.0-or-later
function orders_in_norms (number, scheme, n)
  norms = {'uniform', 'hausdorff', 'L2', 'L1'};
  names = {'ball', 'oscillator'};
  FINE = 0.03;                  % coarser steps do not show the order yet: a period is 2 s
  fig = figure ('visible', 'off', 'position', [0 0 1000 560]);
  data = [];
  for j = 1:2
    [model, exact, q0] = impact_bench (names{j});
    [V, Q] = errors (model, exact, q0, scheme, n, norms);
    subplot (1, 2, j);
    used = repmat (5 ./ n <= FINE, 4, 1);
    draw_orders (5 ./ n, V, {'uniform', 'Hausdorff', 'L^2', 'L^1'}, used);
    xlim ([0.8e-4 1.2e-1]);
    [order, slope] = deal (slopes (5 ./ n, V, FINE), slopes (5 ./ n, Q, FINE));
    every = slopes (5 ./ n, V, Inf);
    ylabel ('relative error of the velocity');
    title (sprintf ('HIGHORDER Fig. %d: %s, over h in s', number, names{j}));
    for i = [2 4]
      figure_row (sprintf ('%s, %s: order of v, of q', names{j}, norms{i}), 'near to 1', ...
                  [order(i), slope(i)], 'agrees: within 0.3, for h <= 0.03');
      figure_row (sprintf ('%s, %s: order of v, all h', names{j}, norms{i}), 'near to 1', ...
                  every(i), 'agrees: more or less');
    end
    fine = max (V(1, 5 ./ n <= 1e-3));          % single grids may hit all jumps
    figure_row (sprintf ('%s, uniform: error of v, h <= 1e-3', names{j}), 'no convergence', ...
                fine, 'agrees: relative to the largest speed');
    figure_row (sprintf ('%s, uniform: order of q', names{j}), 'not stated', slope(1), ...
                'least squares');
    assert (all (abs ([order([2 4]), slope([2 4])] - 1) < 0.3) && fine > 0.2);
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

% Relative to the norms of the exact motion. Distances of Hausdorff cost a millisecond for each
% point: down to 5e-4 only.
function [V, Q] = errors (model, exact, q0, scheme, n, norms)
  t = linspace (0, 5, 20001);
  y = exact.state (t);
  size_of = @(x) [max(abs (x)); max(abs (x)); sqrt(trapz (t, x .^ 2)); trapz(t, abs (x))];
  scale = [size_of(y(1,:)), size_of(y(2,:))];
  [V, Q] = deal (NaN (4, numel (n)));
  fine = 5 ./ n < 5e-4;
  for part = {~fine, 1:4; fine, [1 3 4]}'
    [k, which_] = part{:};
    if ~any (k), continue, end
    R = dls_orders (model, [0 5], q0, 0, 'Schemes', scheme, 'Steps', 5 ./ n(k), 'Norms', ...
                    norms(which_), 'Reference', exact);
    V(which_, k) = bsxfun (@rdivide, permute (R.v, [3 2 1]), scale(which_, 2));
    Q(which_, k) = bsxfun (@rdivide, permute (R.q, [3 2 1]), scale(which_, 1));
  end
end

function s = slopes (h, E, most)
  for k = 1:rows (E)
    ok = isfinite (E(k, :)) & h <= most;
    s(k) = polyfit (log (h(ok)), log (E(k, ok)), 1)(1);
  end
end

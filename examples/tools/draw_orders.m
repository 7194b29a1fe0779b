function order = draw_orders (h, E, names, used)
% DRAW_ORDERS  Errors E (a row for each curve) over steps h, log-log; order: fitted slopes.
%   used (optional): logicals, like E: what counts for the slope.
% SPDX-License-Identifier: GPL-3.0-or-later
if nargin < 4, used = true (size (E)); end
marks = 'x+*osd^v';
colour = figure_style ()([6 7 4 8 2 3 1], :);
order = zeros (1, rows (E));
for k = 1:rows (E)
  loglog (h, E(k, :), ['-' marks(k)], 'color', colour(k, :), 'linewidth', 1.5);
  hold on
  ok = used(k, :) & isfinite (E(k, :));
  order(k) = polyfit (log (h(ok)), log (E(k, ok)), 1)(1);
end
labels = arrayfun (@(k) sprintf ('%s: slope %.2f', names{k}, order(k)), 1:rows (E), ...
                   'UniformOutput', false);
legend (labels, 'location', 'southoutside');      % below the axis: its label is in the title
axis ([0.8 * min(h), 1.25 * max(h), 0.6 * min(E(:)), 1.6 * max(E(:))]);
end

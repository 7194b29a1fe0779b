% CONIC_FIG09  Convergence of the fixed point for mu from 0.1 to 0.9, 300 beads.
%   As in the paper: projected gradients, down to 1e-4 of (6.1), at most 50 iterations, the first
%   problem with 250 contacts. It concludes, without numbers, that mu changes the rate: the larger,
%   the slower.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
printed = {'Method', 'fixpoint', 'Outer', 'picard', 'Inner', 'projected-gradient'};
mu = 0.1:0.1:0.9;
h = nan (50, 9);
beads = bead_start (300, 6, 1);
for k = 1:9
  L = bead_run (beads, struct ('options', {[printed, {'OuterTolerance', 0.01}]}, 'mu', mu(k), ...
                               'contacts', 250));
  history_ = bead_history (L.last, 50, printed{:}, 'OuterTolerance', 1e-4)(1:min (end, 50));
  h(1:numel (history_), k) = history_;
  assert (L.last.nc >= 250);
end
needed = arrayfun (@(k) [find(h(:, k) < 1e-4, 1), Inf](1), 1:9);
rate = zeros (1, 9);
for k = 1:9
  last = min (needed(k), sum (~isnan (h(:, k))));      % some do not come to 1e-4
  rate(k) = (h(last, k) / h(1, k)) ^ (1 / (last - 1));
end
said = arrayfun (@(x) sprintf ('%d', x), needed, 'UniformOutput', false);
said(isinf (needed)) = {'> 50'};
figure_row ('iterations to 1e-4, mu = 0.1 to 0.9', 'increases with mu', ...
            strjoin (said, ', '), ...
            {'differs: fewer', 'agrees'}{1 + (needed(9) > needed(1))});
figure_row ('factor per iteration down to 1e-4, mu = 0.1, 0.5, 0.9', 'changes with mu', ...
            rate([1 5 9]), 'agrees');
assert (needed(9) > needed(1) && rate(9) > rate(1));

fig = figure ('visible', 'off', 'position', [0 0 860 500]);
axes ('position', [0.13 0.13 0.74 0.78]);           % the legend takes its part of it
colour = figure_style ()([1 6 3 4 2 7 8 6 1], :);
marks = 'osd^v<>x+';
for k = 1:9
  semilogy (1:50, h(:, k), ['-' marks(k)], 'color', colour(k, :), 'linewidth', 1.5, ...
            'markersize', 6, 'displayname', sprintf ('\\mu = %.1f', mu(k)));
  hold on
end
plot ([1 50], [1e-4 1e-4], 'k--', 'displayname', '1e-4');
axis ([1, min(max (needed) + 1, 50), 1e-5, 1]);
xlabel ('fixed-point iteration');
ylabel ('(6.1) without 1/n: |F(s) - s| / (|s| + 1)');
legend ('location', 'northeastoutside');
title ('CONIC Fig. 9: 300 beads, 250 contacts');
figure_save (fig, 'CONIC_fig09', [{'iteration'}, arrayfun(@(m) sprintf ('mu%.1f', m), mu, ...
             'UniformOutput', false)], [(1:50)', h]);

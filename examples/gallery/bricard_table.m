% BRICARD_TABLE  Bricard's mechanism and its 30 reactions: which are determined, which are not.
%   30 coordinates, 30 constraints, and it moves: rank 29. The one state of self-stress s runs
%   through all reactions, with the same modulus: none is determined, all have the leverage 29/30.
%   The table gives every solution: the minimum-norm reactions plus or minus s.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
[M, G, F, b, names, Q, turn] = make_bricard ();
[a, lambda, info] = dls_kkt (M, G, F, b);
R = dls_redundancy (M, G, 'Names', names);
figure_row ('rank of 30 constraints', 29, R.rank, 0);
figure_row ('reactions determined, their leverage', 'not stated', ...
            [nnz(R.determined), R.leverage(1)], 'pinv');
H = diag (pinv (full (G)) * full (G));
assert (max (abs (H - R.leverage(:))) < 1e-9 && R.nullity == 1 && strcmp (info.status, 'solved'));
kernel_ = R.kernel / norm (R.kernel);
assert (~any (R.determined) && max (abs (abs (kernel_) - sqrt (1/30))) < 1e-9);
figure_row ('|G*s| of the self-stress s', '0', sprintf ('%.0e', norm (G * kernel_)), 'agrees');
assert (norm (G * kernel_) < 1e-12);

fig = figure ('visible', 'off', 'position', [0 0 1150 470]);
axes ('position', [0.0 0.05 0.36 0.85]);
P = [0.87 0 0.50; -0.17 0.94 0.30] * Q;          % seen from (-0.47, -0.34, 0.81), y upwards
hold on
plot (P(1, [1 6]), P(2, [1 6]), 'k:');
plot (P(1, :), P(2, :), '-', 'color', [0.25 0.4 0.7], 'linewidth', 6);
for j = 1:6
  d = [0.87 0 0.50; -0.17 0.94 0.30] * turn(:, j) * 0.16;
  plot (P(1, j) + [-1 1] * d(1), P(2, j) + [-1 1] * d(2), 'r-', 'linewidth', 4);
  plot (P(1, j), P(2, j), 'ko', 'markerfacecolor', 'w');
  text (P(1, j) + 0.09, P(2, j) + 0.1, sprintf ('%d', j), 'fontsize', 12);
end
axis ([-0.5 1.9 -1.25 0.75], 'off');
title ('Bricard: 5 rods, 6 hinges (axes red)');
axes ('position', [0.36 0.03 0.63 0.87]);
cells = arrayfun (@(r, k) sprintf ('%.2f %s s', r, {'-', '+'}{1 + (k > 0)}), ...
                  reshape (round (100 * lambda) / 100, 5, 6), reshape (full (kernel_), 5, 6), ...
                  'UniformOutput', false);
draw_table (arrayfun (@(j) sprintf ('hinge %d', j), 1:6, 'UniformOutput', false), ...
            {'force x', 'force y', 'force z', 'moment 1', 'moment 2'}, cells, nan (5, 6));
title ('its 30 reactions in N and N m: rank 29, one free number s');
figure_save (fig, 'bricard_table', {'leverage', 'determined', 'kernel', 'minimum_norm'}, ...
             [R.leverage(:), R.determined(:), full(kernel_(:)), lambda]);

% TABLE_EIGHT  A table on eight legs: the exact interval of every reaction, and where legs may lift.
%   Equilibrium leaves five freedoms. Left: at each leg a bar from the least to the largest reaction
%   it may have to carry, and the minimum-norm one (white: one of them would pull). Right: the
%   most that any leg may have to carry, for each place of the load; in the corners outside of the
%   square of the middle legs one leg must carry something in any case.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
weight = 400;                                    % N
P = [1 0 -1 -1 -1 0 1 1; 1 1 1 0 -1 -1 -1 0];
table_ = @(at) dls_system ('M', diag ([40 15 15]), 'F', weight * [1; at(2); -at(1)], ...
                           'Gu', [ones(1, 8); P(2, :); -P(1, :)]);
at = [0.55; 0.35];
S = table_ (at);
[lo, hi, info] = dls_reaction_range (S);
[~, least] = dls_kkt (S.M, S.Gu, S.F, zeros (8, 1));
% By hand: the ends are supports on three legs that push.
support = zeros (8, 0);
for three = nchoosek (1:8, 3)'
  G = S.Gu(:, three);
  if abs (det (full (G))) > 1e-9 && all (G \ S.F >= -1e-9)
    support(three, end+1) = G \ S.F;
  end
end
off = max (abs ([lo.nu - min(support, [], 2); hi.nu - max(support, [], 2)]));
figure_row ('16 ends of intervals, in N', 'not stated', 'dls_reaction_range', ...
            sprintf ('%d supports by hand: %.0e', columns (support), off));
assert (off < 1e-6 && strcmp (info.status, 'solved'));

[X, Y] = meshgrid (linspace (-0.975, 0.975, 40));
must = most = zeros (size (X));
for k = 1:numel (X)
  [low, high] = dls_reaction_range (table_ ([X(k); Y(k)]));
  must(k) = nnz (low.nu > 1e-6 * weight);
  most(k) = max (high.nu);
end
figure_row ('a leg must carry where |x| + |y| > 1', '1600 places', sprintf ('%d exceptions', ...
            nnz ((must > 0) ~= (abs (X) + abs (Y) > 1 + 1e-9))), 'agrees: closed form');
assert (isequal (must > 0, abs (X) + abs (Y) > 1 + 1e-9) && norm (most - most') < 1e-6);

fig = figure ('visible', 'off', 'position', [0 0 1100 460]);
axes ('position', [0.02 0.05 0.5 0.85]);
see = @(p, z) [p(1, :) - 0.35 * p(2, :); 0.45 * p(2, :) + 0.12 * p(1, :) + z / 140];
hold on
top = see ([1 -1 -1 1; 1 1 -1 -1], 0);
patch (top(1, :), top(2, :), [0.93 0.90 0.84]);
[~, back] = sort (-P(2, :));
for k = back
  ends = see (P(:, [k k]), -[lo.nu(k), hi.nu(k)]);
  full_ = see (P(:, [k k]), [0 -300]);
  plot (full_(1, :), full_(2, :), '-', 'color', [0.6 0.6 0.6], 'linewidth', 2);
  plot (ends(1, :), ends(2, :), '-', 'color', [0.1 0.3 0.8], 'linewidth', 12);
  mid = see (P(:, k), -least(k));
  plot (mid(1), mid(2), 'ko', 'markerfacecolor', 'w');
  text (full_(1, 2) - 0.2, full_(2, 2) - 0.12, sprintf ('%.0f..%.0f N', lo.nu(k), hi.nu(k)), ...
        'fontsize', 8);
end
load_ = see (at, 0);
plot (load_(1), load_(2), 'rv', 'markersize', 10, 'markerfacecolor', 'r');
axis ([-1.9 1.9 -2.95 0.75], 'off');
title ('400 N on eight legs: intervals of the reactions');
axes ('position', [0.6 0.12 0.36 0.78]);
contourf (X, Y, most, 8);
colorbar ();
hold on
plot ([1 0 -1 0 1], [0 1 0 -1 0], 'w-', P(1, :), P(2, :), 'ks', 'markerfacecolor', 'k', ...
      at(1), at(2), 'rv', 'markerfacecolor', 'r');
axis ([-1.05 1.05 -1.05 1.05]);
xlabel ('m');
ylabel ('m');
title ('largest reaction in N that a leg may carry');
figure_save (fig, 'table_eight', {'x', 'y', 'must', 'most'}, [X(:), Y(:), must(:), most(:)]);

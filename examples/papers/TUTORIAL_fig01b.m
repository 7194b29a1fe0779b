% TUTORIAL_FIG01B  Friction coefficients for which the rod of Painleve and Klein has one answer.
%   The paper: "if and only if |mu1 - mu2| < 2/tan (theta)" (dashed), and the square of Prop. 9
%   (dotted). The strip is right for loads (a, -a) only; for arbitrary loads the condition is
%   mu1 + mu2 < 2/tan (theta) (ERRATA). The paper does not state theta: pi/4 here.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
theta = pi / 4;
limit = 2 / tan (theta);
[U1, U2] = meshgrid (0.11:0.2:4, 0.06:0.2:4);         % no point on an edge
opposite = every = false (size (U1));
for k = 1:numel (U1)
  S = klein_rod (theta, [U1(k); U2(k)]);
  opposite(k) = true;
  for load_ = [1 -1; -1 1]
    [~, ~, info] = dls_contact (dls_system (S, 'bb', load_));
    opposite(k) = opposite(k) && isequal (info.unique, true);
  end
  every(k) = dls_friction_bound (S).exact.scale > 1;
end
off = [nnz(opposite ~= (abs (U1 - U2) < limit)), nnz(every ~= (U1 + U2 < limit))];
figure_row ('one answer for loads (a,-a), 400 points', '|mu1-mu2| < 2/tan', ...
            sprintf ('%d exceptions', off(1)), 'agrees');
figure_row ('one answer for all loads, 400 points', '|mu1-mu2| < 2/tan', ...
            sprintf ('mu1+mu2 < 2/tan, %d exceptions', off(2)), ...
            sprintf ('differs: misses %d points with other loads', ...
                     nnz (every ~= (abs (U1 - U2) < limit))));
assert (all (off == 0));
side = dls_friction_bound (S).prop9.value;
figure_row ('side of the square, theta = pi/4', 'not stated', side, '2/3: closed form');
assert (abs (side - 2/3) < 1e-12);

fig = figure ('visible', 'off', 'position', [0 0 900 560]);
colour = figure_style ();
patch ([0 limit 4 4 4-limit 0], [0 0 4-limit 4 4 limit], [0.9 0.9 0.9], 'edgecolor', 'none');
hold on
patch ([0 limit 0], [0 0 limit], colour(3, :) * 0.4 + 0.6, 'edgecolor', 'none');
d = [plot([limit 4], [0 4-limit], 'k--'), plot([0 4-limit], [limit 4], 'k--'), ...
     plot([0 side side], [side side 0], '-', 'color', colour(7, :), 'linewidth', 3), ...
     plot([0 limit], [limit 0], '-', 'color', colour(6, :), 'linewidth', 3)];
some = opposite & ~every;
p = [plot(U1(every), U2(every), 'o', 'color', colour(6, :), 'markersize', 3, ...
          'markerfacecolor', colour(6, :)), plot(U1(some), U2(some), 'k.', 'markersize', 5), ...
     plot(U1(~opposite), U2(~opposite), 'x', 'color', colour(7, :), 'markersize', 5)];
axis ([0 4 0 4]);
set (gca, 'xtick', 0:4, 'ytick', 0:4);
xlabel ('\mu_1');
ylabel ('\mu_2');
legend ([d([1 3 4]), p], {'|\mu_1-\mu_2| = 2/tan \theta (paper)', 'square of Prop. 9', ...
        '\mu_1+\mu_2 = 2/tan \theta', 'one answer for all loads', ...
        'one answer for loads (a,-a)', 'several answers, or none'}, ...
        'location', 'northeastoutside');
title ('TUTORIAL Fig. 1(b), \theta = \pi/4');
figure_save (fig, 'TUTORIAL_fig01b', {'mu1', 'mu2', 'unique_opposite_loads', 'unique_any_load'}, ...
             [U1(:), U2(:), opposite(:), every(:)]);

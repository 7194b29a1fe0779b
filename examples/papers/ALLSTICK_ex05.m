% ALLSTICK_EX05  Three fingers on rails at a plate: the pushes for which all of them stick.
%   The paper gives gaps, tangents and the structure (49), no numbers; the data are GOLDEN 8's
%   plate, closed. Left: the plate. Right: the smallest friction over the pushes (P1 = P3, P2) under
%   the weight; a curve for each mu bounds its feasible region.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
L = 1.2;  l = 0.8;  th = 0.15;  g = 9.81;
G = [0.1; 0.2];
[~, ~, gap] = finger_plate (L, l, th, G, [-0.7 0.05 0.85; 0.25 0.75 0.1]);
off = max (abs (gap - [0.183544955725154; 0.151295999488503; 0.126634495204672]));
figure_row ('gaps h1, h2, h3 of tips off the plate', 'formulas of h1, h2, h3', gap', ...
            sprintf ('differs: sign of the terms r/2 sin; as corrected to %.0e', off));
assert (off < 1e-14);
[~, ~, ~, side, along] = finger_plate (L, l, th, G, zeros (2, 3));
A = G + side .* ([L l L] / 2) + along .* [-0.05 0.1 0.15];
[N, H, gap] = finger_plate (L, l, th, G, A);
assert (norm (gap) < 1e-14);
figure_row ('rank [N H]: all six reactions determined', 'not stated', rank ([N H]), 'full');

mass = diag ([1, 1, (L^2 + l^2) / 12, 0.2, 0.2, 0.2]);
[P1, P2] = meshgrid (linspace (2, 60, 59), linspace (1, 40, 61));
F = [0*P1(:), g + 0*P1(:), 0*P1(:), -P1(:), P2(:), P1(:)]';
r = [N H] \ F;                                   % at rest: [N H]*r = F
needed = reshape (max (abs (r(4:6, :)) ./ r(1:3, :)), size (P1));
needed(reshape (any (r(1:3, :) <= 0), size (P1))) = Inf;
some = 1:45:numel (P1);
lp = arrayfun (@(k) dls_sticking (dls_system ('M', mass, 'F', F(:, k), 'Gu', N, 'Hu', H, ...
                                  'muu', 0.5), 'Persistent', true).mu_min, some);
both = isfinite (lp) & isfinite (needed(some));
off = max (abs (lp(both) - needed(some)(both)) ./ (1 + lp(both)));
figure_row (sprintf ('smallest mu, %d places', numel (some)), 'not stated', 'dls_sticking', ...
            sprintf ('six equations by hand to %.0e', off));
assert (off < 1e-7 && isequal (isfinite (lp), isfinite (needed(some))));
[best, k] = min (needed(:));
figure_row ('least friction, and its (P1, P2) in N', 'not stated', [best, P1(k), P2(k)], ...
            'on the grid');

fig = figure ('visible', 'off', 'position', [0 0 1050 460]);
axes ('position', [0.02 0.08 0.38 0.8]);
corners = G + L / 2 * side(:, 3) * [-1 1 1 -1 -1] + l / 2 * side(:, 2) * [-1 -1 1 1 -1];
tail = A + 0.3 * [-1 0 1; 0 1 0];
patch (corners(1, :), corners(2, :), [0.85 0.88 0.95]);
hold on
plot ([A(1, :); tail(1, :)], [A(2, :); tail(2, :)], 'b-', A(1, :), A(2, :), 'ko', ...
      'markerfacecolor', 'k', G(1), G(2), 'k+');
text (tail(1, :) + [-0.12 0.06 0.04], tail(2, :) + 0.02, {'P_1', 'P_2', 'P_3'});
axis ([-1.1 1.2 -0.6 1.25], 'off');
title ('ALLSTICK Example 5: three fingers');
axes ('position', [0.5 0.15 0.47 0.72]);
shown = min (needed, 3);
contourf (P1, P2, -shown, -[3 1.5 1 0.7 0.5 0.4 0.3 0.25]);
colormap (gray (64)(20:end, :));
hold on
[c, h] = contour (P1, P2, shown, [0.25 0.3 0.4 0.5 0.7 1 1.5], 'k');
clabel (c, h, 'fontsize', 9);
xlabel ('P_1 = P_3 in N');
ylabel ('P_2 in N');
title ('smallest \mu that holds the plate (dark: none)');
figure_save (fig, 'ALLSTICK_ex05', {'P1', 'P2', 'mu_needed'}, [P1(:), P2(:), needed(:)]);

% ALLSTICK_EX06B  A mass between two fingers that move vertically: the forces for which they stick.
%   The printed condition of step 6 holds for F1y = F2y only; in general t1 = (g - 2 F1y + F2y)/3,
%   t2 = (g + F1y - 2 F2y)/3 (ERRATA). mu = (0.3, 0.4), F1x = -15, F2x = 20 are ours.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
g = 9.81;  mu = [0.3; 0.4];
moving = @(Y1, Y2) dls_system ('M', eye (6), 'F', [0; g; -15; Y1; 20; Y2], 'muu', mu, 'Gb', ...
                    [1; zeros(5, 1)], 'Gu', [1 -1; 0 0; -1 0; 0 0; 0 1; 0 0], 'Hu', ...
                    [0 0; 1 1; 0 0; -1 0; 0 0; 0 -1]);
[Y1, Y2] = meshgrid (-11:2.5:30, -14:2.5:33);
stick = arrayfun (@(a, b) strcmp (dls_sticking (moving (a, b), 'Critical', false).verdict, ...
                                  'sticking'), Y1, Y2);
t1 = (g - 2 * Y1 + Y2) / 3;
t2 = (g + Y1 - 2 * Y2) / 3;
right_ = abs (t1) <= 4.5 & abs (t2) <= 8;
printed = abs (g - Y1) / 3 <= 4.5;
figure_row (sprintf ('moving fingers, %d pairs (F1y, F2y)', numel (Y1)), 'step 6', ...
            sprintf ('%d exceptions as corrected', nnz (stick ~= right_)), ...
            sprintf ('differs: printed for F1y = F2y; wrong at %d pairs', nnz (stick ~= printed)));
y = 1.2;                                         % F1y = F2y: the printed solution holds
V = dls_sticking (moving (y, y));
off = norm ([V.lambda.tu; V.a([2 4 6])] - [(g - y) / 3 * [1; 1]; -(g + 2 * y) / 3 * [1; 1; 1]]);
figure_row ('F1y = F2y: friction and accelerations', 'formulas of step 2', V.lambda.tu(1), ...
            sprintf ('agrees to %.0e', off));
assert (isequal (stick, right_) && off < 1e-8);

fig = figure ('visible', 'off', 'position', [0 0 560 500]);
corner = g - [2 1; 1 2] * [4.5 -4.5 -4.5 4.5; 8 8 -8 -8];
patch (corner(1, :), corner(2, :), [0.85 0.9 1]);
hold on
plot (Y1(stick), Y2(stick), 'b.', Y1(~stick), Y2(~stick), 'rx', 'markersize', 5, ...
      g + 13.5 * [-1 -1], [-15 34], 'k--', g + 13.5 * [1 1], [-15 34], 'k--');
axis ([-12 31 -15 34]);
xlabel ('F_{1y} in N');
ylabel ('F_{2y} in N');
title ('ALLSTICK Ex. 6: moving fingers stick (dashed: as printed)');
figure_save (fig, 'ALLSTICK_ex06b', {'F1y', 'F2y', 'sticks'}, [Y1(:), Y2(:), stick(:)]);

% ALLSTICK_EX06A  A mass between two fixed fingers: the multipliers and the pushes that hold it.
%   Left: step 5 of the algorithm, friction forces of both cones on the line t1 + t2 = g. Right:
%   step 6, -mu1 F1 + mu2 F2 >= g. mu = (0.3, 0.4) and the forces are ours, the formulas are not.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
g = 9.81;  mu = [0.3; 0.4];
fixed_ = @(F1, F2) dls_system ('M', eye (4), 'F', [0; g; F1; F2], 'Gb', [1; 0; 0; 0], 'muu', mu, ...
                    'Gu', [1 -1; 0 0; -1 0; 0 1], 'Hu', [0 0; 1 1; 0 0; 0 0]);
[lo, hi] = dls_reaction_range (fixed_ (-15, 20));
ends = [max(-4.5, g - 8), min(4.5, g + 8)];
figure_row ('friction t1, F1 = -15, F2 = 20', 'formula of step 5', [lo.tu(1), hi.tu(1)], ...
            sprintf ('agrees to %.0e', norm ([lo.tu(1), hi.tu(1)] - ends)));
assert (norm ([lo.tu(1), hi.tu(1)] - ends) < 1e-7);

[P, Q] = meshgrid (1:2:41, 0.5:2:32.5);
held = arrayfun (@(p, q) strcmp (dls_sticking (fixed_ (-p, q), 'Critical', false).verdict, ...
                                 'sticking'), P, Q);
rule = mu(1) * P + mu(2) * Q >= g;
figure_row (sprintf ('-mu1 F1 + mu2 F2 >= g, %d pairs', numel (P)), 'step 6', ...
            sprintf ('%d exceptions', nnz (held ~= rule)), 'agrees');
assert (isequal (held, rule));

fig = figure ('visible', 'off', 'position', [0 0 850 430]);
axes ('position', [0.08 0.14 0.38 0.74]);
patch ([-4.5 4.5 4.5 -4.5], [-8 -8 8 8], [0.85 0.9 1]);
hold on
plot ([-3 13], g - [-3 13], 'k--', [lo.tu(1) hi.tu(1)], [hi.tu(2) lo.tu(2)], 'r-', 'linewidth', 5);
axis ([-6 12 -9 13]);
xlabel ('\lambda_{t,1} in N');
ylabel ('\lambda_{t,2} in N');
title ('ALLSTICK Ex. 6: friction forces (red)');
axes ('position', [0.58 0.14 0.38 0.74]);
patch ([0 g/mu(1) 42 42 0], [g/mu(2) 0 0 33 33], [0.85 0.9 1]);
hold on
plot (P(held), Q(held), 'b.', P(~held), Q(~held), 'rx', 'markersize', 5);
axis ([0 42 0 33]);
xlabel ('-F_1 in N');
ylabel ('F_2 in N');
title ('fixed fingers: pushes that hold');
figure_save (fig, 'ALLSTICK_ex06a', {'minus_F1', 'F2', 'sticks'}, [P(:), Q(:), held(:)]);

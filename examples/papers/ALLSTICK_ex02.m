% ALLSTICK_EX02  A block on one corner: A_c (40), and the term (41) that forces add to the LCP.
%   Curves over the angle theta (the paper gives the formulas; l = 1, L = 0.5, m = 1 are ours). (41)
%   is misprinted: the sign of Fy, a mass and a factor (ERRATA). The printed one is drawn dashed.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
l = 1;  L = 0.5;  g = 9.81;
J = (l ^ 2 + L ^ 2) / 12;
theta = linspace (0, pi / 2, 91);
force = [-4 0 4];
Ac = zeros (1, 91);
term = lambda = zeros (3, 91);
for k = 1:91
  [n, t] = block_corners (l, L, -1, theta(k), 0);
  for i = 1:3
    S = dls_system ('M', diag ([1 1 J]), 'F', [force(i); g; 0], 'Gu', n, 'Hu', t, 'muu', Inf);
    D = dls_delassus (S);
    [~, r] = dls_contact (S, 'Sticking', 'equations');
    term(i, k) = D.wcst;
    lambda(i, k) = r.nu;
  end
  Ac(k) = D.Acst;
end
a = l / 2 * cos (theta) + L / 2 * sin (theta);
b = l / 2 * sin (theta) - L / 2 * cos (theta);
eq40 = (J + b .^ 2 - a .^ 2 .* b .^ 2 ./ (J + a .^ 2)) / J;
eq41 = -g + force' * (a .* b ./ (J + a .^ 2));
printed = g + 12 / (l^2 + L^2) * force' ...
          * (b .* (l / 2 * sin (theta) + L / 2 * cos (theta)) ./ (1 + a .^ 2 / J));
figure_row ('A_c (theta), 91 angles', '(40)', 'dls_delassus', ...
            sprintf ('agrees to %.0e', max (abs (Ac - eq40))));
figure_row ('first term of (38), 91 angles, 3 forces', '(41)', 'dls_delassus', ...
            sprintf ('differs by %.1f: misprint; as corrected to %.0e', ...
                     max (abs (term - printed)(:)), max (abs (term - eq41)(:))));
assert (max (abs (Ac - eq40)) < 1e-11 && max (abs (term - eq41)(:)) < 1e-11 && all (Ac > 0));
assert (max (abs (lambda + term ./ Ac)(:)) < 1e-9);
[n, t] = block_corners (l, L, -1, atan (L / l), 0);
w = arrayfun (@(f) dls_delassus (dls_system ('M', diag ([1 1 J]), 'F', [f; g; 0], 'Gu', n, ...
                                             'Hu', t, 'muu', Inf)).wcst, force);
figure_row ('Fx plays no role at', 'atan (L/l)', atan (L / l), ...
            sprintf ('agrees to %.0e', max (w) - min (w)));
assert (max (w) - min (w) < 1e-12);

fig = figure ('visible', 'off', 'position', [0 0 1000 430]);
subplot (1, 2, 1);
plot (theta, Ac, 'b-', theta([1 end]), [1 1], 'k:', atan (L / l) * [1 1], [0 3], 'k--');
axis ([0 pi/2 0 3]);
xlabel ('\theta in rad');
ylabel ('A_c in 1/kg');
title ('ALLSTICK Ex. 2: Delassus scalar (40)');
text (0.5, 2.6, 'atan (L/l)');
subplot (1, 2, 2);
h = plot (theta, term(1, :), 'r-', theta, term(2, :), 'k-', theta, term(3, :), 'b-', ...
          theta, -printed(3, :), 'b--', atan (L / l) * [1 1], [-15 -1], 'k--');
axis ([0 pi/2 -15 3]);
xlabel ('\theta in rad');
ylabel ('m/s^2');
legend (h(1:4), 'F_x = -4', 'F_x = 0', 'F_x = 4', 'minus (41) as printed', 'location', 'northeast');
title ('term of (38) due to F: below 0 the floor pushes');
figure_save (fig, 'ALLSTICK_ex02', {'theta', 'Ac', 'term_m4', 'term_0', 'term_4', 'printed_4'}, ...
             [theta; Ac; term; printed(3, :)]');

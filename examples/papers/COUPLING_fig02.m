% COUPLING_FIG02  The constrained rod of Section 4.3: (39), A_c and the kinetic angle over theta.
%   A rod (m = 1.5, half length 0.8: ours) touches a wall with one end, a guide holds the other. The
%   paper gives (39) and A_c as formulas; from (9) the angle is pi/2 at theta = 0 and pi/2.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
m = 1.5;  l = 0.8;  th = 0.6;
M = m * diag ([1, 1, l^2 / 3]);
theta = sort ([linspace(0, pi/2, 90), 0.6]);
Ac = A = angle = zeros (size (theta));
off = 0;
for k = 1:numel (theta)
  c = cos (theta(k));  s = sin (theta(k));
  D = dls_delassus (dls_system ('M', M, 'Gb', [0; 1; -l*c], 'Gu', [1; 0; l*s]));
  Ac(k) = D.Ac;
  A(k) = D.Anu;
  angle(k) = D.angles;
  Mc = [1 + 3*c^2, 0, 0; 0, 3*c^2, 3*c/l; 0, 3*c/l, 3/l^2] / (m * (1 + 3*c^2));
  off = max (off, norm (D.Mcinv - Mc));
end
s = sin (theta);  c = cos (theta);
paper = 1 / m + 3 * s .^ 2 ./ (m * (1 + 3 * c .^ 2));
formula9 = pi - acos (-3 * s .* c ./ sqrt ((1 + 3 * s .^ 2) .* (1 + 3 * c .^ 2)));
figure_row ('M_c^{-1}, 91 angles', '(39)', 'dls_delassus', sprintf ('agrees to %.0e', off));
figure_row ('A_c, 91 angles', 'formula after (39)', 'dls_delassus', ...
            sprintf ('agrees to %.0e', max (abs (Ac - paper))));
figure_row ('A_c > 0, smallest', '> 0', min (Ac), 'agrees');
k = find (theta == 0.6);
figure_row ('A_c and kinetic angle at 0.6', 'not stated', [Ac(k), angle(k)], 'independent numbers');
[least, j] = min (angle);
figure_row ('smallest kinetic angle, near theta', 'not stated', [least, theta(j)], ...
            'acos (3/5) at pi/4: closed form');
assert (off < 1e-12 && all (Ac > 0) && norm (Ac - paper) < 1e-12 && norm (angle - formula9) < 1e-6);
assert (max (abs ([Ac(k), angle(k)] - [0.876173672062563, 0.960722126330249])) < 1e-12);
assert (abs (least - acos (3/5)) < 1e-3 && all (angle([1 end]) - pi / 2 < 1e-12));

fig = figure ('visible', 'off', 'position', [0 0 1200 400]);
axes ('position', [0.03 0.1 0.26 0.78]);
P = [0, 2 * l * cos(th); 2 * l * sin(th), 0] + [0; 0.2];     % wall x = 0, the guide below
plot ([0 0], [0 1.6], 'k-', 'linewidth', 5, [0.8 1.8], [0.2 0.2], 'k-', P(1, :), P(2, :), 'b-', ...
      'linewidth', 5, P(1, 2), P(2, 2), 'ko', mean (P(1, :)), mean (P(2, :)), 'k.');
hold on
plot ([0.8 1.8], [0.14 0.14], 'k-', [0.8 1.8], [0.26 0.26], 'k-');
text (1.0, 0.45, '\theta');
text (0.04, 1.5, 'wall: h');
text (1.25, 0.36, 'guide: g');
axis ([-0.1 1.9 0 1.6], 'off');
title ('COUPLING Fig. 2: the constrained rod');
axes ('position', [0.37 0.14 0.26 0.74]);
plot (theta, Ac, 'b-', theta, A, 'r--');
axis ([0 pi/2 0 4]);
xlabel ('\theta in rad');
legend ('A_c, guide in place', 'A, without it', 'location', 'northwest');
title ('constrained Delassus scalar in 1/kg');
axes ('position', [0.71 0.14 0.26 0.74]);
plot (theta, angle, 'b-', theta([1 end]), [pi pi] / 2, 'k--');
axis ([0 pi/2 0.8 1.7]);
xlabel ('\theta in rad');
title ('kinetic angle of wall and guide in rad');
figure_save (fig, 'COUPLING_fig02', {'theta', 'Ac', 'A', 'kinetic_angle'}, [theta; Ac; A; angle]');

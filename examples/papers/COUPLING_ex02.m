% COUPLING_EX02  The manipulator on an ellipse, with a wall: A_c and kinetic angle over q2.
%   Track 4 q1^2 + q2^2 = 1, M = I, wall q1 + q2/2 >= c (ours; the paper's Example 2 has the track
%   and reduced coordinates). In them A_r = A_c (69), and T12 as corrected (ERRATA).
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
x = linspace (-0.95, 0.95, 96);
x0 = 1 / sqrt (2);
q1 = 0.5 * sqrt (1 - x .^ 2);
tau = -0.5 * x ./ sqrt (1 - x .^ 2);
h = [1; 0.5];
Ac = Ar = angle = T12 = mass = zeros (size (x));
for k = 1:numel (x)
  S = dls_system ('M', eye (2), 'Gb', [8 * q1(k); 2 * x(k)], 'Gu', h);
  D = dls_delassus (S, 'Reduced', 1);
  Ac(k) = D.Ac;
  Ar(k) = D.reduced.Ar;
  T12(k) = D.reduced.dOmega;
  mass(k) = D.reduced.mass;
  angle(k) = D.angles;
end
closed = (h(2) + tau * h(1)) .^ 2 ./ (1 + tau .^ 2);
printed = -0.5 * sqrt (1 - x .^ 2);
figure_row ('A_r = A_c (69), 96 places', 'equal', 'dls_delassus', ...
            sprintf ('agrees to %.0e', max (abs (Ar - Ac))));
figure_row ('T12, 96 places', 'square root itself', '-x/(2 sqrt (1 - x^2))', ...
            sprintf ('differs by %.1f: misprint', max (abs (T12 - printed))));
figure_row ('reduced mass 1 + T12^2', 'formula', 'dls_delassus', ...
            sprintf ('agrees to %.0e', max (abs (mass - 1 - tau .^ 2))));
figure_row ('A_c = (h''T)^2/mass', 'not stated', 'dls_delassus', ...
            sprintf ('closed form to %.0e', max (abs (Ac - closed))));
assert (max (abs (Ar - Ac)) < 1e-11 && max (abs (T12 - tau)) < 1e-11);
assert (max (abs (mass - 1 - tau .^ 2)) < 1e-11 && max (abs (Ac - closed)) < 1e-11);
limit = dls_kinetic_angle (eye (2), [4 * x0; 2 * x0], h);
figure_row ('dependent gradients: angle, A_c', 'pi, 0 (Prop. 7)', limit, 'agrees');
assert (abs (limit - pi) < 1e-7 && abs (pi - limit) < 1e-7);

fig = figure ('visible', 'off', 'position', [0 0 1200 380]);
axes ('position', [0.02 0.08 0.24 0.8]);
s = linspace (0, 2 * pi, 200);
plot (0.5 * cos (s), sin (s), 'k-');
hold on
for p = [-0.6 0 x0]
  d = [-0.5; 1] * [-0.4 0.4];
  at = [0.5 * sqrt(1 - p^2); p];
  plot (at(1) + d(1, :), at(2) + d(2, :), 'r-', at(1), at(2), 'ko', 'markerfacecolor', 'k');
end
axis ([-1.2 1.2 -1.2 1.3], 'off');
title ('COUPLING Ex. 2: the track');
values = {Ac, angle};
name = {'A_c = A_r in 1/kg', 'kinetic angle of track and wall in rad'};
for k = 1:2
  axes ('position', [0.33 + 0.34 * (k-1), 0.15, 0.28, 0.72]);
  plot (x, values{k}, 'b-', [x0 x0], [0 [1.4 3.3](k)], 'k--');
  axis ([-1 1 0 [1.4 3.3](k)]);
  xlabel ('q_2 in m (dashed: dependent)');
  title (name{k});
end
figure_save (fig, 'COUPLING_ex02', {'q2', 'Ac', 'Ar', 'kinetic_angle', 'T12'}, ...
             [x; Ac; Ar; angle; T12]');

% TUTORIAL_FIG01C  The friction bound of Prop. 9 for the rod of Painleve and Klein, over theta.
%   A rod (1 m, 1 kg) slides with both ends on parallel guides at the angle theta. The paper plots
%   mu_max^b = sigma_min (Anb)/sigma_max (Atb); the printed root is 0/0 at pi/4 and equals
%   min (2, 6 cos^2)/(3 sin 2 theta) (ERRATA). It remarks mu_max^b < 2/tan (theta).
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
theta = [linspace(0.02, 1.55, 103), acos(sqrt (1/3)), pi/6, pi/4, pi/3];
theta = sort (theta);
bound = exact = zeros (size (theta));
for k = 1:numel (theta)
  B = dls_friction_bound (klein_rod (theta(k), [0.1 0.1]));
  bound(k) = B.prop9.value;
  exact(k) = B.exact.value;
end
closed = min (2, 6 * cos (theta) .^ 2) ./ (3 * sin (2 * theta));
c2 = cos (theta) .^ 2;
printed = 2 ./ (3 * sqrt (1 - cos (4 * theta))) ...
          .* sqrt (-(3 * c2 + 1) .* abs (3 * c2 - 1) + 9 * c2 .^ 2 + 1);
off = max (abs (bound ./ closed - 1));
figure_row ('mu_max^b (theta), 107 angles', 'formula', 'dls_friction_bound', ...
            sprintf ('agrees to %.0e: and with the closed form to %.0e', ...
                     max (abs (bound ./ printed - 1)), off));
assert (off < 1e-9 && max (abs (bound ./ printed - 1)) < 1e-6);
golden = [0.769800358919501, 0.666666666666667, 0.577350269189626];
for k = 1:3
  value = bound(theta == pi / [6 4 3](k));
  figure_row (sprintf ('mu_max^b (pi/%d)', [6 4 3](k)), 'not stated', value, 'independent number');
  assert (abs (value - golden(k)) < 1e-9);
end
kink = bound(theta == acos (sqrt (1/3)));
figure_row ('at the kink, cos^2 theta = 1/3', 'not stated', kink, 'sqrt (2)/2: closed form');
assert (abs (kink - sqrt (0.5)) < 1e-9);
most = max (bound .* tan (theta));
figure_row ('largest mu_max^b tan (theta)', '< 2', most, 'agrees');
assert (most < 2);

fig = figure ('visible', 'off', 'position', [0 0 620 460]);
plot (theta, bound, 'b-', theta, 2 ./ tan (theta), 'k--', theta, exact, 'r:');
axis ([0 pi/2 0 4]);
set (gca, 'xtick', (0:4) * pi / 8, 'xticklabel', {'0', '\pi/8', '\pi/4', '3\pi/8', '\pi/2'});
xlabel ('\theta in rad');
ylabel ('friction coefficient');
legend ('\mu^b_{max} (Prop. 9)', '2/tan \theta', 'exact, equal \mu', 'location', 'northeast');
title ('TUTORIAL Fig. 1(c): Painlevé-Klein, bound over \theta');
figure_save (fig, 'TUTORIAL_fig01c', {'theta', 'mu_max_b', 'two_over_tan', 'exact_equal_mu'}, ...
             [theta; bound; 2 ./ tan(theta); exact]');

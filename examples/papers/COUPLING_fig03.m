% COUPLING_FIG03  A guide through the rod's centre: angle, A_c, the percussion it feels, (72)-(75).
%   The guide alpha*x + beta*y + gamma = 0 turns; the rod (Fig. 2) hits the wall. Example 3: no
%   percussion for alpha = 0, where guide and wall are orthogonal. After (75) the paper's sign of
%   p_b/p_u = alpha/(alpha^2 + beta^2) is wrong (ERRATA).
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
m = 1.5;  l = 0.8;  th = 0.6;
M = m * diag ([1, 1, l^2 / 3]);
h = [1; 0; l * sin(th)];
turn = linspace (0, pi, 61);
ratio = angle = Ac = zeros (size (turn));
for k = 1:numel (turn)
  n = 1.3 * [cos(turn(k)); sin(turn(k))];        % (alpha, beta)
  S = dls_system ('M', M, 'Gb', [n; 0], 'Gu', h);
  D = dls_delassus (S);
  [~, p] = dls_impact (S, [-n(2); n(1); -6], 0.5);
  ratio(k) = p.nb / p.nu;
  angle(k) = D.angles;
  Ac(k) = D.Ac;
end
formula = cos (turn) / 1.3;
closed = (1 - cos (turn) .^ 2) / m + 3 * sin (th)^2 / m;
figure_row ('|p_b/p_u|, 61 guides', 'alpha/(alpha^2+beta^2)', 'dls_impact', ...
            sprintf ('agrees to %.0e', max (abs (abs (ratio) - abs (formula)))));
figure_row ('sign of p_b/p_u', '+', '-', 'differs: misprint, follows from (72)');
figure_row ('alpha = 0: p_b/p_u', '0', sprintf ('%.0e', ratio(31)), 'agrees');
figure_row ('A_c, 61 guides', 'formula (16)', 'dls_delassus', ...
            sprintf ('agrees to %.0e', max (abs (Ac - closed))));
assert (max (abs (ratio + formula)) < 1e-10 && max (abs (Ac - closed)) < 1e-12);
assert (abs (angle(31) - pi / 2) < 1e-9);
[~, p] = dls_impact (dls_system (S, 'Gb', [0.4; 1.1; 0]), [-1.1; 0.4; 0], 0.5);
figure_row ('alpha = 0.4, beta = 1.1', 'not stated', p.nb / p.nu, 'independent number');
assert (abs (p.nb / p.nu + 0.29197080292) < 1e-11);
still = [-3 * sin(th) / l; 2; 1];                % the class of orthogonal guides, section 4.3
beside = dls_kinetic_angle (M, still, h);
figure_row ('gradient (-3 sin (theta)/l gamma, beta, gamma)', 'orthogonal', beside, ...
            sprintf ('agrees to %.0e', abs (beside - pi / 2)));
assert (abs (beside - pi / 2) < 1e-12);

fig = figure ('visible', 'off', 'position', [0 0 1200 400]);
colour = figure_style ();
values = {angle, Ac, ratio};
name = {'kinetic angle of guide and wall', 'A_c', 'percussions of guide and wall'};
unit = {'rad', '1/kg', 'p_b / p_u'};
for k = 1:3
  axes ('position', [0.07 + 0.325 * (k-1), 0.17, 0.25, 0.7]);
  plot (turn, values{k}, '-', 'color', colour(6, :));
  xlim ([0 pi]);
  set (gca, 'xtick', (0:4) * pi / 4, ...
       'xticklabel', {'0', '\pi/4', '\pi/2', '3\pi/4', '\pi'});
  xlabel ('direction of the guide''s normal in rad');
  ylabel (unit{k});
  title (name{k});
  if k == 3
    hold on
    plot (turn(1:4:end), -formula(1:4:end), 'o', 'color', colour(7, :), 'markersize', 5, ...
          [pi pi] / 2, ylim (), 'k--');
    legend ({'computed', '-\alpha/(\alpha^2+\beta^2)'}, 'location', 'southeast');
  end
end
figure_save (fig, 'COUPLING_fig03', {'direction', 'kinetic_angle', 'Ac', 'pb_over_pu'}, ...
             [turn; angle; Ac; ratio]');

% ALLSTICK_FIG04  Inner polygons of the disk of friction, and the friction they ask for in excess.
%   Left as in the paper, which states no number of facets: inscribed polygons {C w + D >= 0}.
%   Right: a block pushed in all directions; dls_sticking with 'Facets' needs up to 1/cos (pi/k)
%   times the friction that the disk itself needs.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
facets = [4 6 8 16];  phi = (0:64) * 2 * pi / 64;
push = 3;  g = 9.81;  needed = zeros (numel (facets) + 1, numel (phi));
polygon = zeros (numel (facets), numel (phi));
for j = 1:numel (phi)
  f = push * [cos(phi(j)); sin(phi(j))];
  S = dls_system ('M', eye (3), 'F', [f; g], 'd', 3, 'Gu', [0; 0; 1], 'Hu', eye (3)(:, 1:2), ...
                  'muu', 0.4);
  for k = 1:numel (facets)
    V = dls_sticking (S, 'Facets', facets(k));
    needed(k, j) = V.mu_min;
    side = pi * (2 * (1:facets(k)) - 1) / facets(k);
    polygon(k, j) = max (cos (side) * f(1) + sin (side) * f(2)) / cos (pi / facets(k)) / g;
  end
  needed(end, j) = dls_sticking (S).mu_min;
end
off = max (abs (needed(1:end-1, :) - polygon)(:));
figure_row ('friction needed, 4 polygons, 65 directions', 'not stated', 'dls_sticking', ...
            sprintf ('facets by hand to %.0e', off));
exact = push / g;
figure_row ('the same with the disk', 'not stated', needed(end, 1), ...
            sprintf ('|F|/(m g), all directions to %.0e', max (abs (needed(end, :) - exact))));
worst = max (needed(1:end-1, :), [], 2)' / exact;
figure_row ('largest excess, 4, 6, 8, 16 facets', 'not stated', worst, ...
            sprintf ('1/cos (pi/k) to %.0e', max (abs (worst - 1 ./ cos (pi ./ facets)))));
assert (off < 1e-7 && max (abs (needed(end, :) - exact)) < 1e-8);
assert (all (abs (worst - 1 ./ cos (pi ./ facets)) < 1e-3));

fig = figure ('visible', 'off', 'position', [0 0 1000 460]);
colour = {'r', 'm', 'b', [0 0.6 0]};
axes ('position', [0.05 0.1 0.38 0.8]);
patch (cos (phi), sin (phi), [0.9 0.93 1], 'edgecolor', 'k');
hold on
for k = [1 3]
  corner = (0:facets(k)) * 2 * pi / facets(k);
  plot (cos (corner), sin (corner), '-', 'color', colour{k});
  text (0.75, -0.75 - 0.08 * k, sprintf ('%d facets', facets(k)), 'color', colour{k});
end
text (0.72, 0.85, 'D_\mu', 'fontsize', 14);
axis ([-1.15 1.15 -1.15 1.15], 'off');
title ('ALLSTICK Fig. 4: inner approximations of the disk');
axes ('position', [0.53 0.13 0.44 0.77]);
hold on
for k = 1:4
  name = sprintf ('%d facets', facets(k));
  plot (phi, needed(k, :), '-', 'color', colour{k}, 'displayname', name);
end
plot (phi, needed(end, :), 'k--', 'displayname', 'disk');
axis ([0 2*pi 0.29 0.62]);
xlabel ('direction of the push in rad');
ylabel ('smallest \mu');
legend ('location', 'northeast');
figure_save (fig, 'ALLSTICK_fig04', {'phi', 'mu4', 'mu6', 'mu8', 'mu16', 'disk'}, [phi; needed]');

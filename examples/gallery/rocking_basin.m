% ROCKING_BASIN  Which blocks fall? Basins of attraction of a rocking block in its phase plane.
%   A block turns about one of its corners with an angle and a velocity; each point of the map is
%   a motion with impacts and friction, computed by dls_sweep on all cores: it falls to the left,
%   stays, or falls to the right. Housner's theory knows the boundaries: the energy at the critical
%   angle a, and after an impact the velocity is multiplied with 1 - 3/2*sin (a)^2.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
grid_ = struct ('angle', linspace (0, 0.98, 15), 'speed', linspace (-1, 1, 21));
S = dls_sweep (@rocking_trial, grid_, 'Display', 'final');

% In units of the critical angle; energies about the floor, I = 4/3*R^2 about a corner, mass 1.
[model, corners, a, R] = rocking_model ();
g = 9.81;
factor = 1 - 1.5 * sin (a) ^ 2;
tip = @(x) sqrt (3 * g / (2 * R) * (1 - cos (a * (1 - abs (x)))));      % speed that just reaches it
down = @(x) sqrt (3 * g / (2 * R) * ((1 - cos (a)) / factor ^ 2 ...     % across one impact
                                     - cos (a * (1 - abs (x))) + cos (a)));
falls = @(x, w) (w > tip (x) & x >= 0) | (w > down (x) & x < 0);       % to the right
[W, X] = meshgrid (grid_.speed, grid_.angle);
theory = falls (X, W) - falls (-X, -W);
border = min (abs (abs (W) - tip (X)), abs (abs (W) - down (X))) < 0.05;
differ = nnz (S.value ~= theory & ~border);
figure_row ('outcome of 315 blocks', 'Housner, but near the boundaries', ...
            sprintf ('%d differ', differ), ...
            sprintf ('agrees: but %d near, %d of them differ', nnz (border), ...
            nnz (S.value ~= theory & border)));
range = tip (0.5) * [0.9, 1.1];                     % bisection of the velocity at half of the angle
for k = 1:9
  middle = mean (range);
  range(1 + (rocking_trial (struct ('angle', 0.5, 'speed', middle)) == 1)) = middle;
end
figure_row ('speed that overturns from a/2', tip (0.5), mean (range), 0.02);
assert (differ == 0 && strcmp (S.status, 'complete'));

fig = figure ('visible', 'off', 'position', [0 0 950 600]);
axes ('position', [0.08 0.1 0.88 0.82]);
dls_plot_map (S, 'Title', ...
              'Rocking block: falls left (blue), stays, falls right (red); black: Housner');
colorbar ('off');
colormap ([0.66 0.78 0.95; 0.95 0.95 0.92; 0.97 0.74 0.68]);
caxis ([-1.5 1.5]);
hold on
x = linspace (0, 1, 200);
plot (x, tip (x), 'k-', x, -down (x), 'k--');
for start = [0.9 0.9 0.3 0.3; -0.2 -0.6 0.1 0.6]
  rest = corners (start(1) * a)(:,1);
  sol = dls_simulate (model, [0 2], [-rest; start(1) * a], start(2) * [rest(2); -rest(1); 1], ...
                      'Step', 2e-3, 'Stop', @(t, q, v) q(3) < 0 || q(3) > 1.1 * a);
  plot (sol.q(3,:) / a, sol.v(3,:), '-', 'color', [0.1 0.2 0.6], 'linewidth', 1);
end
axis ([0 0.98 -1 1]);
xlabel ('angle / critical angle');
ylabel ('velocity in rad/s');
figure_save (fig, 'rocking_basin', {'angle', 'speed', 'outcome'}, [X(:), W(:), S.value(:)]);

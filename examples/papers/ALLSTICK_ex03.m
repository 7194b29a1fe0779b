% ALLSTICK_EX03  A block with a swinging pendulum: its inertial forces (42), the friction it needs.
%   The third component of (42) is misprinted (ERRATA): + cos, not - sin. Data as in GOLDEN 9; the
%   paper gives none, and stops before the friction, which needs numbers.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
p = struct ('m', 2, 'IG', 0.3, 'l', 1.2, 'mb', 0.5, 'a', 0.8, 'Ip', 0.5 * 0.8 ^ 2 / 12);
L = 0.6;  g = 9.81;
alpha = linspace (0, pi, 73);  speed = [0 3 6];
force = zeros (4, 73);
needed = zeros (3, 73);
[n, t] = block_corners (p.l, L, [1 -1], 0, 0);
for k = 1:73
  [~, force(:, k)] = pendulum_block (p, [0; 0; 0; alpha(k)], [0; 0; 0; 3], 0);
  for i = 1:3
    [M, F] = pendulum_block (p, [0; 0; 0; alpha(k)], [0; 0; 0; speed(i)], g);
    M(3:4, 3:4) = M(3:4, 3:4) + p.Ip * [1 1; 1 0];       % the bar turns with theta + alpha
    V = dls_sticking (dls_system ('M', M, 'F', F, 'Gu', [n; 0 0], 'Hu', [t; 0 0], 'muu', 0.2), ...
                      'Persistent', true);
    needed(i, k) = V.mu_min;
  end
end
c = p.mb * p.a / 2 * 9;
eq42 = c * [-cos(alpha); -sin(alpha); p.l / 2 * cos(alpha); 0 * alpha];
printed = -c * p.l / 2 * sin (alpha);
figure_row ('F^x, F^y, F^alpha, 73 angles', '(42)', 'appendix D', ...
            sprintf ('agrees to %.0e', max (abs (force - eq42)([1 2 4], :)(:))));
figure_row ('F^theta, 73 angles', '(42)', 'appendix D', ...
            sprintf ('differs by %.1f: misprint; as corrected to %.0e', ...
                     max (abs (force(3, :) - printed)), max (abs (force - eq42)(3, :))));
assert (max (abs (force - eq42)(:)) < 1e-12);
% The floor carries the weights and the inertia of the bar, which falls about its hinge.
s = sin (alpha);  c = cos (alpha);
acc = -p.mb * g * p.a / 2 * c / (p.mb * p.a ^ 2 / 4 + p.Ip);
R = @(v) [0; (p.m + p.mb) * g] + p.mb * p.a / 2 * [-s .* acc - c * v^2; c .* acc - s * v^2];
closed = cell2mat (arrayfun (@(v) abs (R(v)(1, :)) ./ R(v)(2, :), speed', 'UniformOutput', false));
closed(closed > L / (2 * p.l)) = Inf;            % it tips over
off = max (abs (closed - needed)(isfinite (closed)));
figure_row ('smallest mu at rest, 219 states', 'not stated', max (needed(isfinite (needed))), ...
            sprintf ('momentum of two bodies to %.0e', off));
assert (off < 1e-8 && isequal (isfinite (closed), isfinite (needed)));

fig = figure ('visible', 'off', 'position', [0 0 1000 430]);
subplot (1, 2, 1);
plot (alpha, force(1, :), 'b-', alpha, force(2, :), 'r-', alpha, force(3, :), 'k-', alpha, ...
      printed, 'k--');
axis ([0 pi -2.2 5]);
xlabel ('\alpha in rad');
ylabel ('N, N m');
legend ('F^x', 'F^y', 'F^\theta', 'F^\theta as printed', 'location', 'north');
title ('ALLSTICK Ex. 3: inertial forces (42) at 3 rad/s');
subplot (1, 2, 2);
plot (alpha, needed(1, :), 'k-', alpha, needed(2, :), 'b-', alpha, needed(3, :), 'r-', [0 pi], ...
      L / (2 * p.l) * [1 1], 'k--');
axis ([0 pi 0 0.5]);
xlabel ('\alpha in rad');
ylabel ('smallest \mu');
legend ('at rest', '3 rad/s', '6 rad/s', 'tips above', 'location', 'north');
title ('friction that holds the block (gaps: it tips)');
figure_save (fig, 'ALLSTICK_ex03', {'alpha', 'Fx', 'Fy', 'Ftheta', 'mu_0', 'mu_3', 'mu_6'}, ...
             [alpha; force(1:3, :); needed]');

% BALL  What you learn: a cone program, its proof, and which constraints carry it.
%   The smallest ball around points p_k: minimise r subject to |p_k - c| <= r. Each point is one
%   second-order cone (r, p_k - c). At the solution the reactions y_k = (w_k, ..) of the points that
%   touch the sphere hold its centre: sum w_k = 1, c = sum w_k p_k. The others have w_k = 0.
%   Writes build/ball.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'), ...
         fullfile (here, '..', 'tests', 'm', 'problems'));
dls_setup ();

% 400 points in the plane, in two clouds.
N = 400;
angle = 2 * pi * lcg_rand (1, 1, N);
dist = sqrt (lcg_rand (2, 1, N));
X = [1.6 * dist .* cos(angle); 0.7 * dist .* sin(angle)];
X(:, 1:N/4) = 0.5 * X(:, 1:N/4) + [0.2; 1.2];

% Unknowns (c, r); s_k = (r, p_k - c) = b_k - A_k * (c, r).
A = kron (ones (N, 1), [0 0 -1; 1 0 0; 0 1 0]);
b = reshape ([zeros(1, N); X], [], 1);
cones = struct ('q', 3 * ones (1, N));
[x, s, y, info] = dls_conic ([], [0; 0; 1], sparse (A), b, cones, 'Tolerance', 1e-12);
c = x(1:2);
r = x(3);
w = y(1:3:end);
touch = find (info.active.strong(1:3:end));
fprintf ('Smallest disc around %d points: %s, %d iterations, %.1f ms\n', N, info.status, ...
         info.iterations, 1000 * info.time);
fprintf ('  centre (%.6f, %.6f), radius %.6f; %d points hold it\n', c, r, numel (touch));
for k = touch'
  fprintf ('  point %3d at (%7.4f, %7.4f): distance %.9f, weight %.4f\n', k, X(:, k), ...
           norm (X(:, k) - c), w(k));
end
assert (strcmp (info.status, 'solved'));
far = sqrt (sum ((X - c).^2, 1));
assert (max (far) <= r * (1 + 1e-8));
assert (abs (sum (w) - 1) < 1e-8);
assert (norm (X * w - c) < 1e-7);                      % the weights hold the centre
assert (max (abs (far(touch) - r)) < 1e-6);
% Two points span a diameter, or three a circle: no smaller disc holds even these.
M = 2 * (X(:, touch(2:end)) - X(:, touch(1)))';
centre = X(:, touch(1)) + pinv (M) * sum ((X(:, touch(2:end)) - X(:, touch(1))).^2, 1)';
fprintf ('  circle through these points: radius %.9f\n', norm (centre - X(:, touch(1))));
assert (abs (norm (centre - X(:, touch(1))) - r) < 1e-7);

% A simplex with unit edges in 9 dimensions: the radius is known.
d = 9;
P = eye (d + 1) / sqrt (2);
A = kron (ones (d + 1, 1), [zeros(1, d + 1), -1; eye(d + 1), zeros(d + 1, 1)]);
b = reshape ([zeros(1, d + 1); P], [], 1);
x = dls_conic ([], [zeros(d + 1, 1); 1], A, b, struct ('q', (d + 2) * ones (1, d + 1)));
fprintf ('\nBall around a simplex with edges of length 1 in %d dimensions: radius %.10f\n', d, ...
         x(end));
fprintf ('  sqrt (d / (2 (d + 1)))                                           %.10f\n', ...
         sqrt (d / (2 * (d + 1))));
assert (abs (x(end) - sqrt (d / (2 * (d + 1)))) < 1e-8);

fig = figure ('visible', 'off', 'position', [0 0 600 600]);
t = linspace (0, 2 * pi, 200);
plot (X(1, :), X(2, :), '.', c(1) + r * cos (t), c(2) + r * sin (t), 'k-', 'linewidth', 2, ...
      X(1, touch), X(2, touch), 'ro', 'markersize', 8, 'linewidth', 2, c(1), c(2), 'k+');
hold on
for k = touch'
  plot ([c(1), X(1, k)], [c(2), X(2, k)], 'r-', 'linewidth', 0.5 + 4 * w(k));
end
hold off
axis equal
title ('the points that carry the smallest disc, and how much');
save_picture (fig, 'ball');

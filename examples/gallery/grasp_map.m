% GRASP_MAP  How well two fingers hold a kidney-shaped plate, for all pairs of places.
%   Quality: radius of the largest ball of wrenches that normal forces of sum one resist (moments
%   over the mean radius), by dls_grasp. Two fingers hold if and only if the line through them
%   lies in both friction cones: that curve is drawn, and compared at each point.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
mu = 0.4;
r = @(s) 1 + 0.25 * cos (2 * s) - 0.25 * cos (s) + 0.08 * sin (3 * s);
places = 64;
s = (0:places - 1) * 2 * pi / places;
point = @(s) r(s) .* [cos(s); sin(s)];
slope = (point (s + 1e-6) - point (s - 1e-6)) / 2e-6;
normal = [-slope(2, :); slope(1, :)] ./ sqrt (sumsq (slope));   % into the plate
P = point (s);
quality = zeros (places);
closed = hand = false (places);
for i = 1:places
  for j = 1:i - 1
    d = (P(:, j) - P(:, i)) / norm (P(:, j) - P(:, i));
    angle = [acos(d' * normal(:, i)), acos(-d' * normal(:, j))];
    hand(i, j) = hand(j, i) = all (angle < atan (mu));
    Q = dls_grasp (P(:, [i j]), normal(:, [i j]), mu, 'Scale', [1; 1; mean(r (s))]);
    closed(i, j) = closed(j, i) = isequal (Q.force_closure, true);
    quality(i, j) = quality(j, i) = Q.quality;
  end
end
figure_row (sprintf ('force closure, %d pairs', places * (places - 1) / 2), 'both cones', ...
            sprintf ('%d exceptions', nnz (closed ~= hand) / 2), 'agrees: closed form');
assert (isequal (closed, hand) && all (quality(closed) > 0) && all (quality(~closed) == 0));
[best, k] = max (quality(:));
[i, j] = ind2sub ([places places], k);
figure_row ('best pair, quality', 'not stated', best, sprintf ('at %d and %d degrees', ...
            round (s([i j]) * 180 / pi)));

fig = figure ('visible', 'off', 'position', [0 0 1100 480]);
axes ('position', [0.02 0.05 0.4 0.85]);
t = linspace (0, 2 * pi, 200);
patch (r (t) .* cos (t), r (t) .* sin (t), [0.88 0.90 0.96]);
hold on
for k = [i j]
  cone = [cos(atan (mu)), -sin(atan (mu)); sin(atan (mu)), cos(atan (mu))];
  for edge = {cone, cone'}
    line_ = P(:, k) + 0.5 * edge{1} * normal(:, k) * [0 1];
    plot (line_(1, :), line_(2, :), 'b-');
  end
  tail = P(:, k) - 0.45 * normal(:, k) * [0 1];
  plot (tail(1, :), tail(2, :), 'r-', 'linewidth', 6);
  plot (P(1, k), P(2, k), 'ko', 'markerfacecolor', 'k');
end
plot (P(1, [i j]), P(2, [i j]), 'k--');
axis ([-1.9 1.7 -1.5 1.5], 'off');
title ('the best grasp, its friction cones (\mu = 0.4)');
axes ('position', [0.5 0.13 0.45 0.77]);
degrees = s * 180 / pi;
contourf (degrees, degrees, quality, 10, 'linestyle', 'none');
colormap ([1 1 1; viridis(63)(end:-1:1, :)]);
caxis ([0 0.25]);
colorbar ();
hold on
contour (degrees, degrees, double (closed), [0.5 0.5], 'k');
plot (degrees([i j]), degrees([j i]), 'rp', 'markerfacecolor', 'r');
xlabel ('finger 1 in degrees');
ylabel ('finger 2 in degrees');
title ('grasp quality (white: no force closure)');
figure_save (fig, 'grasp_map', {'finger1', 'finger2', 'quality'}, ...
             [repmat(s(:), places, 1), repelem(s(:), places), quality(:)]);

function [S, corner] = arch_of_stones (stones, t)
% ARCH_OF_STONES  A semicircular arch of radius 1 and thickness t under its own weight.
%   S: contacts at both edges of each joint, springings included, mu = Inf; corner: the edges of
%   the joints (2-by-2-by-stones+1). Coordinates: centroid and angle of each stone.
% SPDX-License-Identifier: GPL-3.0-or-later
angle = linspace (pi, 0, stones + 1);
r = [1 - t / 2, 1 + t / 2];
half = pi / stones / 2;
area = half * (r(2)^2 - r(1)^2);
centre = 2 / 3 * (r(2)^3 - r(1)^3) / (r(2)^2 - r(1)^2) * sin (half) / half ...
         * [cos(angle(1:end-1) - half); sin(angle(1:end-1) - half)];
N = H = zeros (3 * stones, 2 * (stones + 1));
corner = zeros (2, 2, stones + 1);
for j = 1:stones + 1
  radial = [cos(angle(j)); sin(angle(j))];
  along = [sin(angle(j)); -cos(angle(j))];       % from stone j-1 to stone j
  for side = 1:2
    p = r(side) * radial;
    corner(:, side, j) = p;
    for k = [j - 1, j](([j - 1, j] >= 1) & ([j - 1, j] <= stones))
      d = p - centre(:, k);
      sign_ = 1 - 2 * (k == j - 1);
      rows_ = 3 * k - 2:3 * k;
      N(rows_, 2 * j - 2 + side) = sign_ * [along; d(1) * along(2) - d(2) * along(1)];
      H(rows_, 2 * j - 2 + side) = sign_ * [radial; d(1) * radial(2) - d(2) * radial(1)];
    end
  end
end
inertia = area / 12 * (t ^ 2 + (2 * half) ^ 2);
S = dls_system ('M', diag (repmat ([area; area; inertia], stones, 1)), 'Gu', N, 'Hu', H, ...
                'F', repmat ([0; area; 0], stones, 1), 'muu', 1);
end

function theta = dls_angles_in_metric (G, X, H, Y)
% Kinetic angles (COUPLING (9)) between the columns of G and H, whose accelerations are X and Y:
% from norms of sums and differences, for the arccosine loses half the digits near 0 and pi.
% SPDX-License-Identifier: GPL-3.0-or-later
  length_g = sqrt (full (sum (G .* X, 1)));
  length_h = sqrt (full (sum (H .* Y, 1)));
  theta = zeros (size (G, 2), size (H, 2));
  for i = 1:size (G, 2)
    for j = 1:size (H, 2)
      g = full (G(:,i)) / length_g(i);
      h = full (H(:,j)) / length_h(j);
      x = X(:,i) / length_g(i);
      y = Y(:,j) / length_h(j);
      theta(i,j) = 2 * atan2 (sqrt (max ((g + h)' * (x + y), 0)), ...
                              sqrt (max ((g - h)' * (x - y), 0)));
      if (isnan (length_g(i) + length_h(j)))
        theta(i,j) = NaN;
      end
    end
  end
end

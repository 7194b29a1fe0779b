function [points, reach] = dls_grasp_support (W, mu, facets, D)
% For unit normal forces: how far the wrenches of each contact reach in the directions D (n-by-N),
% reach (contacts-by-N), and which wrench does, points (n-by-N-by-contacts).
% SPDX-License-Identifier: GPL-3.0-or-later
  k = numel (mu);
  q = W.d - 1;
  N = size (D, 2);
  reach = zeros (k, N);
  points = zeros (size (D, 1), N, k);
  angle = 2 * pi * (0:facets - 1)' / max (facets, 1);
  corners = [cos(angle), sin(angle)];          % of the pyramids
  for i = 1:k
    H = W.tangent(:,q * (i - 1) + (1:q));
    t = H' * D;
    if (q == 2 && facets > 0)
      [far, j] = max (corners * t, [], 1);
      unit = corners(j,:)';
    else
      far = sqrt (sum (t .^ 2, 1));
      unit = bsxfun (@rdivide, t, max (far, realmin));
    end
    reach(i,:) = W.normal(:,i)' * D + mu(i) * far;
    points(:,:,i) = bsxfun (@plus, W.normal(:,i), mu(i) * (H * unit));
  end
end

function varargout = dls_inertia (what, varargin)
% In the metric of a mass matrix; dls_inertia (WHAT, ...): angles, solve.
% SPDX-License-Identifier: GPL-3.0-or-later
  switch (what)
    case 'angles'
      [varargout{1:nargout}] = inertia_angles (varargin{:});
    case 'solve'
      [varargout{1:nargout}] = inertia_solve (varargin{:});
  end
end

% Kinetic angles (COUPLING (9)) between the columns of G and H, whose accelerations are X and Y:
% from norms of sums and differences, for the arccosine loses half the digits near 0 and pi.
function theta = inertia_angles (G, X, H, Y)
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

% Accelerations X caused by the forces J under the constraints G'*x = 0, one column each, the
% shortest where they are not unique, and whether they are proper: a force that meets neither
% inertia nor a constraint has none.
function [X, proper] = inertia_solve (M, G, J)
  [n, k] = size (J);
  X = zeros (n, k);
  proper = true (1, k);
  if (n > 0 && k > 0)
    [X, ~, info] = dls_kkt_mex ('once', M, G, -full (J), zeros (size (G, 2), k), {});
    proper = info.consistent;
  end
end

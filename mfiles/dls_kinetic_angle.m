function theta = dls_kinetic_angle (M, g1, g2, varargin)
%DLS_KINETIC_ANGLE  Angle between constraints in the kinetic metric (COUPLING (9)).
%   THETA = DLS_KINETIC_ANGLE (M, G1, G2) returns
%       theta = pi - arccos (g1'*inv(M)*g2 / sqrt (g1'*inv(M)*g1 * g2'*inv(M)*g2))
%   in radians, from 0 to pi, for each pair of columns: entry (i,j) belongs to column i of G1
%   (n-by-k) and column j of G2 (n-by-l). pi/2: the constraints do not feel each other's impulses;
%   above pi/2: a force on one accelerates towards opening the other. Gradients that depend on each
%   other give pi (same sense) or 0 (opposite sense), up to rounding of their data.
%   THETA = DLS_KINETIC_ANGLE (M, G) takes the columns of G in pairs; the diagonal is pi.
%
%   M is symmetric positive semidefinite. Where it is singular the angle is taken in the
%   pseudo-metric: inv(M) is replaced by the Moore-Penrose inverse, which is exact (and the limit
%   of every regularisation) for gradients in the image of M. A gradient that is not in the image
%   has no inertia behind a part of it, and no angle: an error names it.
%
%   Example: two walls at 45 degrees, a point mass that moves easily along x
%     theta = dls_kinetic_angle (diag ([1 4]), [1; 0], [1; 2]);
%     theta / pi
%     % ans = 0.7500
%
%   See also DLS_DELASSUS, DLS_IMPACT, DLS_FRICTION_BOUND.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 2 || nargin > 3)
    error ('delassus:dimension', 'dls_kinetic_angle: %d given; expected M, g1, g2', nargin);
  end
  M = dls_sparse_input (M, 'dls_kinetic_angle', 'M', 'square');
  g1 = gradients (g1, size (M, 1), 'g1');
  if (nargin == 2)
    g2 = g1;
  else
    g2 = gradients (g2, size (M, 1), 'g2');
  end
  k = size (g1, 2);
  J = [g1, g2];
  [X, proper] = dls_in_name_of ('dls_kinetic_angle', @dls_inertia, 'solve', M, ...
                                  sparse (size (M, 1), 0), J);
  bad = find (~proper, 1);
  if (~isempty (bad))
    error ('delassus:singular', ['dls_kinetic_angle: column %d of g%d is not in the image ', ...
           'of the singular M; expected gradients with inertia behind them'], ...
           bad - k * (bad > k), 1 + (bad > k));
  end
  theta = dls_inertia ('angles', J(:,1:k), X(:,1:k), g2, X(:,k+1:end));
end

function G = gradients (G, n, name)
  G = dls_sparse_input (G, 'dls_kinetic_angle', name);
  if (size (G, 1) ~= n)
    dls_raise ('delassus:dimension', ...
               'dls_kinetic_angle: %s is %d-by-%d; expected %d rows, as M', name, size (G, 1), ...
               size (G, 2), n);
  end
  dls_finite_input (G, 'dls_kinetic_angle', name);
  empty = find (~any (G, 1), 1);
  if (~isempty (empty))
    error ('delassus:structure', ...
           'dls_kinetic_angle: column %d of %s is zero; expected a gradient', empty, name);
  end
end

%!test  % the example of the help
%! assert (dls_kinetic_angle (diag ([1 4]), [1; 0], [1; 2]), 0.75 * pi, 1e-15)
%!test  % the rod of GOLDEN 12
%! m = 1.5;  l = 0.8;  t = 0.6;
%! M = diag ([m m m*l^2/3]);  N = [1; 0; l*sin(t)];  G = [0; 1; -l*cos(t)];
%! assert (dls_kinetic_angle (M, N, G), 0.960722126330249, 1e-14)
%!test  % dependent gradients: pi in the same sense, 0 in the opposite one; orthogonal ones
%! M = [2 1; 1 3];  g = [1; 2];
%! assert (dls_kinetic_angle (M, [g, g], [3*g, -g]), [pi 0; pi 0], 1e-14)
%! assert (dls_kinetic_angle (M, g, M * [-2; 1]), pi / 2, 1e-15)
%! assert (diag (dls_kinetic_angle (M, [1 0; 1 1])), [pi; pi], 1e-14)
%!test  % singular M: the pseudo-metric, and the limit of regularisations
%! M = [1 1 0; 1 1 0; 0 0 2];  G = [1 1; 1 1; 1 -3];
%! theta = dls_kinetic_angle (M, G(:,1), G(:,2));
%! P = pinv (M);
%! c = G(:,1)' * P * G(:,2) / sqrt ((G(:,1)' * P * G(:,1)) * (G(:,2)' * P * G(:,2)));
%! assert (theta, pi - acos (c), 1e-12)
%! assert (theta, dls_kinetic_angle (M + 1e-9 * diag ([1 2 3]), G(:,1), G(:,2)), 1e-7)
%!error id=delassus:singular dls_kinetic_angle (diag ([1 0]), [1; 0], [0; 1])
%!error <column 2 of g1> dls_kinetic_angle (diag ([1 0]), [1 0; 0 1], [1; 0])
%!error id=delassus:structure dls_kinetic_angle (1, 0, 1)
%!error id=delassus:dimension dls_kinetic_angle (1)
%!error id=delassus:dimension dls_kinetic_angle (eye (2), 1, 1)
%!error id=delassus:indefinite dls_kinetic_angle ([1 2; 2 1], [1; 0], [0; 1])
%!error id=delassus:notFinite dls_kinetic_angle (1, NaN, 1)
%!error id=delassus:type dls_kinetic_angle (1, {}, 1)
%!demo
%! % a point between two walls: how one wall feels a push of the other, over the mass along x
%! mass = logspace (-2, 2, 41);
%! wall = [1 1; 0.5 -1];
%! theta = arrayfun (@(m) dls_kinetic_angle (diag ([m 1]), wall(:,1), wall(:,2)), mass);
%! semilogx (mass, theta, mass, 0 * mass + pi/2, 'k:');
%! xlabel ('mass along x'); ylabel ('kinetic angle');

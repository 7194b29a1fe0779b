function [A, q, psi, h] = make_obstacle (N)
% MAKE_OBSTACLE  A membrane over an obstacle: LCP with the 5-point Laplacian on N-by-N points.
%   [A, q, psi, h] = make_obstacle (N)
%   -Laplace (u) >= -8, u >= psi, complementary, u = 0 on the boundary of the unit square;
%   psi is a dome. z = u - psi, w = A*z + q is the force of the obstacle times h^2. psi: N^2-by-1.
% SPDX-License-Identifier: GPL-3.0-or-later
h = 1 / (N + 1);
e = ones (N, 1);
L = spdiags ([-e, 2 * e, -e], -1:1, N, N);
A = kron (speye (N), L) + kron (L, speye (N));
[x, y] = meshgrid (h * (1:N), h * (1:N));
psi = 0.25 - 2 * ((x(:) - 0.5).^2 + (y(:) - 0.4).^2);
q = A * psi + 8 * h^2;
end

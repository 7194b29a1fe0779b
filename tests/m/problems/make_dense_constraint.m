function [M, G, F, b, a0] = make_dense_constraint (n, k)
% MAKE_DENSE_CONSTRAINT  Banded mass, local constraints, and k constraints on everything.
%   [M, G, F, b, a0] = make_dense_constraint (n, k)
%   M = tridiag(-1, 3, -1); constraints x_j - x_{j+1} for j = 1, 4, 7, ...; then k columns
%   touching all n coordinates (sin(j i)). G G' is full: the Cholesky form fills, the
%   quasi-definite form does not. Full rank; b = -G' a0, F = sin(1:n)'.
% SPDX-License-Identifier: GPL-3.0-or-later
e = ones (n, 1);
M = spdiags ([-e, 3*e, -e], -1:1, n, n);
j = (1:3:n-1)';
ml = numel (j);
G = sparse ([j; j+1], [1:ml, 1:ml]', [ones(ml, 1); -ones(ml, 1)], n, ml);
G = [G, sparse(sin ((1:n)' * (1:k)))];
a0 = cos (0.7 * (1:n)');
b = -(G' * a0);
F = sin (1:n)';
end

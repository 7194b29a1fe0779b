function [M, G, F, b, P, bars, a0] = make_lattice (N, dim)
% MAKE_LATTICE  Braced lattice of N^dim points, far more bars than degrees of freedom.
%   [M, G, F, b, P, bars, a0] = make_lattice (N, dim)
%   dim = 2 (default): bars along x, y and both diagonals; n = 2 N^2,
%   m = 2 N (N-1) + 2 (N-1)^2, rank n - 3. dim = 3: bars along the axes and both diagonals
%   of every face; rank n - 6. Points perturbed by up to 0.05, masses in [1, 2), 20 % of
%   them zero. Columns of G: unit vectors along the bars. b = -G' a0, F = sin(1:n)'.
%   P: dim-by-N^dim positions; bars: m-by-2 point numbers.
% SPDX-License-Identifier: GPL-3.0-or-later
if nargin < 2, dim = 2; end
if dim == 2
  steps = [1 0; 0 1; 1 1; 1 -1];
else
  steps = [1 0 0; 0 1 0; 0 0 1; 1 1 0; 1 -1 0; 1 0 1; 1 0 -1; 0 1 1; 0 1 -1];
end
np = N^dim;
id = (0:np-1)';
X = [mod(id, N), mod(floor (id / N), N), floor(id / N^2)];
X = X(:, 1:dim);

% Bars: every point to its neighbour at each step, when that is inside.
stride = N .^ (0:dim-1)';
bars = cell (size (steps, 1), 1);
for k = 1:numel (bars)
  Y = X + repmat (steps(k, :), np, 1);
  inside = all (Y >= 0 & Y < N, 2);
  bars{k} = [id(inside), Y(inside, :) * stride] + 1;
end
bars = vertcat (bars{:});
m = size (bars, 1);
n = dim * np;

P = X' + 0.1 * (lcg_rand (1, dim, np) - 0.5);
d = P(:, bars(:, 2)) - P(:, bars(:, 1));
d = d ./ repmat (sqrt (sum (d.^2, 1)), dim, 1);
shift = repmat ((1:dim)' - dim, 1, m);
first = dim * repmat (bars(:, 1)', dim, 1) + shift;
second = dim * repmat (bars(:, 2)', dim, 1) + shift;
col = repmat (1:m, 2 * dim, 1);
G = sparse ([first; second], col, [-d; d], n, m);

u = lcg_rand (2, 2, np);
mass = (1 + u(1, :)) .* (u(2, :) >= 0.2);
mass = repmat (mass, dim, 1);
M = spdiags (mass(:), 0, n, n);
a0 = cos (0.7 * (1:n)');
b = -(G' * a0);
F = sin (1:n)';
end

function [M, G, F, b, T] = make_random_kkt (kind, n, m, seed)
% MAKE_RANDOM_KKT  Random sparse KKT system whose Moore-Penrose solution is known.
%   [M, G, F, b, T] = make_random_kkt (kind, n, m, seed)
%   kind: full, redundant, singular (ker M meets ker G' only in 0), floating (it does
%   not), wide (m > n), zero-column, repeated, empty (m = 0), scalar (n = m = 1), scaled
%   (units), rowscaled (columns of G times 1e-4..1e4), inconsistent-b, inconsistent-F.
%   T: a in Im [M G] and lambda in Im G' (the truth), consistent, rank, V (basis of ker M
%   cap ker G'), y and x (the parts of b and F outside the range).
% SPDX-License-Identifier: GPL-3.0-or-later
rnd = @(k, r, c) 2 * lcg_rand (1000 * seed + k, r, c) - 1;
scale = [1, 1];
if strcmp (kind, 'scalar'), n = 1;  m = 1; end
if strcmp (kind, 'empty'),  m = 0; end
if strcmp (kind, 'scaled')
  units = [1e8 1e-8; 1e-8 1e8; 1e8 1e8; 1e-8 1e-8];
  scale = units(1 + mod (seed, 4), :);
end

% Coordinates before the rotation Q: `massless` ones, of which `loose` are free of G.
floating = any (strcmp (kind, {'floating', 'inconsistent-F'}));
nloose = floating * max (1, floor (n / 6));
r = min (m, n - nloose);
if ~any (strcmp (kind, {'full', 'singular', 'scalar', 'empty'}))
  r = max (1, min (r, floor (0.65 * m)));
end
nzero = ~any (strcmp (kind, {'full', 'scaled', 'empty'})) * floor (0.4 * r);
if strcmp (kind, 'scalar'), nzero = mod (seed, 2); end
[~, order] = sort (rnd (1, 1, n));
massless = order(1:nzero);
loose = order(n-nloose+1:n);
pivots = order(1:r);

% Symmetric positive semidefinite M with known kernel, r independent gradients: one
% dominant entry each, on different coordinates, so their conditioning is moderate.
mass = 1.5 + rnd (2, n, 1) / 2;
mass([massless, loose]) = 0;
fixed = order(1:n-nloose);
off = fixed(1 + floor (numel (fixed) * (rnd (3, 2, r) + 1) / 2));
G = sparse ([pivots; reshape(off, 2, r)], repmat (1:r, 3, 1), ...
            [1 + (rnd(4, 1, r) + 1) / 2; 0.3 * rnd(5, 2, r)], n, r);
G = [G, G * dependencies(kind, r, m - r, rnd)];
[~, shuffle] = sort (rnd (6, 1, m));
G = G(:, shuffle);
if strcmp (kind, 'rowscaled')
  G = G * spdiags (10 .^ (4 * rnd (7, m, 1)), 0, m, m);
end
Q = rotations (n, rnd);
M = scale(1) * (Q * spdiags (mass, 0, n, n) * Q');
M = (M + M') / 2;
G = scale(2) * (Q * G);
T.V = full (Q(:, loose));
T.rank = r;

% Truth: a in the complement of V, lambda in Im G'.
T.a = rnd (8, n, 1);
T.a = T.a - T.V * (T.V' * T.a);
T.lambda = G' * rnd (9, n, 1);
if m > 0
  T.lambda = T.lambda / max (norm (T.lambda), realmin) * sqrt (m) * scale(1) / scale(2);
end
F = G * T.lambda - M * T.a;
b = -(G' * T.a);

% Inconsistent data: add something outside Im G', or outside Im [M G].
T.y = zeros (m, 1);
T.x = zeros (n, 1);
if strcmp (kind, 'inconsistent-b')
  Z = null (full (G));
  T.y = Z * rnd (10, size (Z, 2), 1);
elseif strcmp (kind, 'inconsistent-F')
  T.x = T.V * rnd (11, nloose, 1);
end
b = b + T.y;
F = F + T.x;
T.consistent = ~any (T.y) && ~any (T.x);
end

function C = dependencies (kind, r, k, rnd)
% Columns of G beyond the rank: G * C, with 3 entries each, or copies, or nothing.
if k == 0
  C = sparse (r, 0);
  return
end
rows = 1 + floor (r * (rnd (20, 3, k) + 1) / 2);
vals = rnd (21, 3, k);
switch kind
  case 'repeated'
    factors = [1, -1, 2];
    C = sparse (rows(1, :), 1:k, factors(1 + mod (1:k, 3)), r, k);
  case 'zero-column'
    vals(:, 1:2:k) = 0;
    C = sparse (rows, repmat (1:k, 3, 1), vals, r, k);
  otherwise
    C = sparse (rows, repmat (1:k, 3, 1), vals, r, k);
end
end

function Q = rotations (n, rnd)
% Sparse orthogonal matrix: two layers of plane rotations on random pairs.
Q = speye (n);
for layer = 1:2
  [~, p] = sort (rnd (30 + layer, 1, n));
  h = floor (n / 2);
  i = p(1:h);
  j = p(h+1:2*h);
  t = pi * rnd (40 + layer, 1, h);
  rest = p(2*h+1:n);
  Q = Q * sparse ([i, j, i, j, rest], [i, j, j, i, rest], ...
                  [cos(t), cos(t), -sin(t), sin(t), ones(1, n - 2*h)], n, n);
end
end

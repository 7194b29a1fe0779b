function [P, q, A, b, cones, T] = make_conic (kind, n, seed)
% MAKE_CONIC  Conic programs in n variables with a known answer.
%   [P, q, A, b, cones, T] = make_conic (kind, n, seed)
%   'lp', 'qp', 'socp', 'mixed'   random; a strictly complementary optimal pair
%   'tall', 'equations'           many rows; equations only, twice each
%   'definite'                    P definite: one solution
%   'redundant', 'rankdef'        repeated rows; repeated columns of [P; A] as well
%   'nointerior'                  pairs of opposite inequalities, cones held on their boundary
%   'degenerate'                  pairs with s = y = 0, so not strictly complementary
%   'zero_rows'                   a cone and an inequality without variables, an unused variable
%   'twins'                       the same cone twice
%   'homogeneous', 'feasibility'  b = 0; q = 0 and P = 0
%   'scaled', 'badly_scaled'      rows and columns over 1e-2..1e2; over 1e-8..1e8
%   'infeasible', 'infeasible_cone', 'unbounded', 'unbounded_cone'   with certificate T.y or T.x
%   T.status, and for the solvable T.x, T.s, T.y, T.objective, T.strict, T.strong, T.inactive (m).
% SPDX-License-Identifier: GPL-3.0-or-later
U = @(k, r, c) 2 * lcg_rand (97 * seed + k, r, c) - 1;
if strncmp (kind, 'infeasible', 10) || strncmp (kind, 'unbounded', 9)
  [P, q, A, b, cones, T] = without_solution (kind, n, U);
  return
end
[cones, rank_P] = shape (kind, n, U);
m = cones.z + cones.l + sum (cones.q);
A = U(1, m, n) .* (lcg_rand (97 * seed + 2, m, n) < min (1, 6 / n + 0.1));
B = U(3, n, rank_P);
P = B * B';
[A, P] = deform (kind, A, P, cones);
x = U(4, n, 1);
[s, y, strong, inactive] = complementary (cones, U, strcmp (kind, 'degenerate'));
if strcmp (kind, 'nointerior')
  [A, s, y, strong, inactive] = flatten (A, s, y, strong, inactive, cones);
elseif strcmp (kind, 'homogeneous')
  x = 0 * x;
  s = 0 * s;
elseif strcmp (kind, 'feasibility')
  y = 0 * y;
end
b = A * x + s;
q = -P * x - A' * y;
if any (strcmp (kind, {'scaled', 'badly_scaled'}))
  decades = 2 + 6 * strcmp (kind, 'badly_scaled');
  D = diag (10 .^ (decades * U(5, n, 1)));
  e = 10 .^ (decades * U(6, m, 1));
  from = cones.z + cones.l;
  for k = cones.q
    e(from+1:from+k) = e(from+1);
    from = from + k;
  end
  P = D * P * D;
  P = (P + P') / 2;
  q = D * q;
  A = diag (e) * A * D;
  b = e .* b;
  x = D \ x;
  s = e .* s;
  y = e .\ y;
end
strict = ~any (strcmp (kind, {'degenerate', 'homogeneous', 'feasibility'}));
T = struct ('status', 'solved', 'x', x, 's', s, 'y', y, 'objective', x' * P * x / 2 + q' * x, ...
            'strict', strict, 'strong', strong, 'inactive', inactive);
end

function [cones, rank_P] = shape (kind, n, U)
k = floor ((1 + U(10, 1, 1)) * 2);
sizes = 1 + floor ((1 + U(11, 1, 2 + k)) * 2.5);
cones = struct ('z', floor (n / 4), 'l', n + 1, 'q', sizes);
rank_P = floor (n / 2);
switch kind
  case 'lp'
    cones = struct ('z', floor (n / 4), 'l', 2 * n, 'q', []);
    rank_P = 0;
  case 'qp'
    cones = struct ('z', floor (n / 4), 'l', 2 * n, 'q', []);
  case {'socp', 'feasibility'}
    cones.l = 0;
    rank_P = 0;
  case 'tall'
    cones.l = 5 * n;
  case 'equations'
    cones = struct ('z', 2 * n, 'l', 0, 'q', []);
  case 'definite'
    rank_P = n + 2;
  case {'nointerior', 'twins'}
    cones.l = n + 4;
    cones.q = [4, 4, sizes];
  case 'zero_rows'
    cones.q = [3, 2, sizes];
end
end

function [A, P] = deform (kind, A, P, cones)
[m, n] = size (A);
from = cones.z + cones.l;
switch kind
  case {'redundant', 'rankdef'}
    half = floor (m / 2);
    A(m-half+1:m, :) = 2 * A(1:half, :);
    if strcmp (kind, 'rankdef') && n > 1
      mix = eye (n);
      mix(1, n) = 1;
      mix(n, n) = 0;
      A = A * mix;
      P = mix' * P * mix;
    end
  case 'equations'
    A(n+1:2*n, :) = A(1:n, :);
    A(n, :) = A(1, :);
  case 'zero_rows'
    A([cones.z + 1, from+1:from+3], :) = 0;
    A(:, n) = 0;
    P(:, n) = 0;
    P(n, :) = 0;
  case 'twins'
    A(from+5:from+8, :) = A(from+1:from+4, :);
end
end

function [s, y, strong, inactive] = complementary (cones, U, ties)
% Inside and zero, zero and inside, both on the boundary; with `ties` some pairs are zero twice.
m = cones.z + cones.l + sum (cones.q);
s = zeros (m, 1);
y = U(20, m, 1);
strong = true (m, 1);
rows = cones.z+1:cones.z+cones.l;
size_ = 0.1 + abs (U(21, m, 1));
strong(rows) = U(22, numel (rows), 1) > 0;
y(rows) = size_(rows) .* strong(rows);
s(rows) = size_(rows) .* ~strong(rows);
from = cones.z + cones.l;
for j = 1:numel (cones.q)
  k = cones.q(j);
  rows = from+1:from+k;
  v = U(30 + 2 * j, k - 1, 1);
  room = size_(from+1);
  choice = mod (floor (1e6 * room), 2 + (k > 1));
  y(rows) = (choice == 1) * [norm(v) + room; v];
  s(rows) = (choice == 0) * [norm(v) + room; v];
  if choice == 2
    y(rows) = room * [norm(v); -v];
    s(rows) = [norm(v); v];
  end
  strong(rows) = choice > 0;
  from = from + k;
end
inactive = ~strong;
if ties
  zero = cones.z+1:3:cones.z+cones.l;
  y(zero) = 0;
  s(zero) = 0;
  strong(zero) = false;
  inactive(zero) = false;
end
end

function [A, s, y, strong, inactive] = flatten (A, s, y, strong, inactive, cones)
% a'x <= b and a'x >= b; (t, v) in K and (-t, w) in K: both zero in the end.
z = cones.z;
q = z + cones.l;
A(z+2, :) = -A(z+1, :);
A(q+5, :) = -A(q+1, :);
still = [z+1, z+2, q+1:q+8];
s(still) = 0;
y(still) = 0.2;
y([q+1, q+5]) = 1;
strong(still) = true;
inactive(still) = false;
end

function [P, q, A, b, cones, T] = without_solution (kind, n, U)
T = struct ('status', 'primal_infeasible', 'x', [], 's', [], 'y', [], 'strict', false);
cones = struct ('z', floor (n / 3), 'l', n + 3, 'q', []);
if ~isempty (strfind (kind, 'cone')), cones.q = [3, 1, 5, n + 1]; end
m = cones.z + cones.l + sum (cones.q);
A = U(1, m, n);
B = U(3, n, floor (n / 3));
P = B * B';
x = U(4, n, 1);
inside = 0.1 + abs (U(5, m, 1));
from = cones.z + cones.l;
for k = cones.q
  inside(from+2:from+k) = U(6, k - 1, 1) / k;
  inside(from+1) = 1.2;
  from = from + k;
end
q = U(7, n, 1);
if strncmp (kind, 'infeasible', 10)
  A = A - inside * (inside' * A) / (inside' * inside);
  b = U(8, m, 1);
  b = b - inside * (inside' * b + 1) / (inside' * inside);
  T.y = inside;
else
  T.status = 'dual_infeasible';
  inside(1:cones.z) = 0;
  A = A - (A * x + inside) * x' / (x' * x);       % A x + s = 0, P x = 0, q'x = -1
  Z = eye (n) - x * x' / (x' * x);
  P = Z * P * Z;
  P = (P + P') / 2;
  q = q - x * (q' * x + 1) / (x' * x);
  b = A * U(9, n, 1) + inside;
  T.x = x;
end
end

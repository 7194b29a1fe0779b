function [P, T] = make_mlcp (kind, n, m, seed)
% MAKE_MLCP  Mixed problems A x + B z + a = 0, w = C x + D z + b with a known solution.
%   [P, T] = make_mlcp (kind, n, m, seed)    n free unknowns, m complementarity rows
%   regular      [A B; C D] positive definite
%   monotone     a quadratic program: A = [H -E; E' 0] singular (E with repeated columns)
%   singular     A = 0 in half of its rows and columns, still solvable
%   redundant    regular, with the first equations repeated at the end (A is taller than wide)
%   wide         regular, without its last equation (A is wider than tall)
%   infeasible   monotone with contradicting equations
%   P: A, B, C, D, a, b; T: x, z (a solution, [] if none), unique.
% SPDX-License-Identifier: GPL-3.0-or-later
rnd = @(k, r, c) 2 * lcg_rand (1000 * seed + k, r, c) - 1;
T.unique = any (strcmp (kind, {'regular', 'redundant'}));
S = rnd (1, n + m, n + m);
M = S * S' / (n + m) + eye (n + m);
if any (strcmp (kind, {'monotone', 'infeasible'}))
  k = floor (n / 2);
  E = rnd (2, n - k, k);
  E(:, end) = E(:, 1);
  H = rnd (3, n - k, n - k);
  H = H * H' + eye (n - k);
  G = rnd (4, n - k, m);
  M = [H, -E, -G; E', zeros(k, k + m); G', zeros(m, k + m)];
elseif strcmp (kind, 'singular')
  h = 1:floor (n / 2);
  S(h, :) = 0;
  M = S * S' / (n + m);
end
v = rnd (5, n + m, 1);
w = zeros (n + m, 1);
z = v(n+1:end);
w(n+1:end) = max (-z, 0);
v(n+1:end) = max (z, 0);
q = w - M * v;
e = 1:n;
c = n+1:n+m;
T.x = v(e);
T.z = v(c);
if strcmp (kind, 'redundant')
  e = [e, 1:ceil(n / 3)];
elseif strcmp (kind, 'wide')
  e = e(1:end-1);
elseif strcmp (kind, 'infeasible')
  q(n) = q(n) + 1;                             % its row of M is that of another equation
  T.x = [];
  T.z = [];
end
f = 1:n;
P = struct ('A', sparse (M(e, f)), 'B', sparse (M(e, c)), 'C', sparse (M(c, f)), ...
            'D', sparse (M(c, c)), 'a', q(e), 'b', q(c));
end

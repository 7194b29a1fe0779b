function [a, lambda, T] = oracle_kkt (M, G, F, b, W)
% ORACLE_KKT  Independent dense Moore-Penrose solution of M a + F = G lambda, G'a + b = 0.
%   [a, lambda, T] = oracle_kkt (M, G, F, b, W)
%   The kernel of the KKT matrix is (ker M cap ker G') x ker G; bases V, Z come from SVDs
%   with relative tolerances (columns of G normalised, M and G brought to norm 1).
%   F, b are projected on the range, the rest is a regular dense system. With W (vector
%   or SPD matrix) lambda minimises lambda' W lambda. T: rank, Z, V, cond, consistent.
% SPDX-License-Identifier: GPL-3.0-or-later
M = full (M);
G = full (G);
[n, m] = size (G);
k = size (F, 2);
mu = norm (M, 1);
if mu == 0, mu = 1; end
D = sqrt (sum (G.^2, 1))';
D(D == 0) = 1;
Mn = M / mu;
Gn = G ./ repmat (D', n, 1);

[Yn, ~, T.rank] = split (Gn);
[A, T.V] = split ([Mn; Gn']);                % coordinates: reachable, and not
T.Z = kernel (G, T.rank);

Fc = F - T.V * (T.V' * F);
bc = b - T.Z * (T.Z' * b);
outside = @(v, vc) norm (v - vc, 'fro') > 1e-10 * norm (v, 'fro');
T.consistent = ~outside (F, Fc) && ~outside (b, bc);
if ~outside (b, bc), bc = b; end             % keep small entries exact

% Regular system in a = A x, lambda = mu D^-1 Yn y, then the part of lambda in ker G is
% removed; repeated on the residuals, since the removal cancels digits.
na = size (A, 2);
K = [A'*Mn*A, -A'*Gn*Yn; -Yn'*Gn'*A, zeros(T.rank)];
T.cond = 1;
if ~isempty (K), T.cond = cond (K); end
a = zeros (n, k);
lambda = zeros (m, k);
for pass = 1:4
  r1 = Fc + M * a - G * lambda;
  r2 = bc + G' * a;
  x = K \ [-A'*r1/mu; Yn'*(r2 ./ repmat(D, 1, k))];
  a = a + A * x(1:na, :);
  lambda = lambda + mu * (Yn * x(na+1:end, :)) ./ repmat (D, 1, k);
  lambda = lambda - T.Z * (T.Z' * lambda);
end
lambda = lambda - T.Z * (T.Z' * lambda);
if nargin > 4 && ~isempty (T.Z)
  if isvector (W) && m > 1, W = diag (W); end
  ZW = T.Z' * full (W);
  lambda = lambda - T.Z * ((ZW * T.Z) \ (ZW * lambda));
end
end

function Z = kernel (G, r)
% Orthonormal basis of ker G of known rank. Pivoting takes large columns first, hence the
% coefficients of the others are moderate and accurate whatever the scaling of columns.
m = size (G, 2);
if r == 0 || r == m
  Z = eye (m);
  Z = Z(:, r+1:m);
  return
end
[~, R, p] = qr (G, 0);
Z = zeros (m, m - r);
Z(p, :) = [-R(1:r, 1:r) \ R(1:r, r+1:m); eye(m - r)];
[Z, ~] = qr (Z, 0);
end

function [Y, Z, r] = split (B)
% Orthonormal bases of Im B' and ker B.
m = size (B, 2);
if m == 0 || isempty (B)
  Y = zeros (m, 0);
  Z = eye (m);
  r = 0;
  return
end
[~, S, Q] = svd (B);
if min (size (S)) == 1, s = S(1); else, s = diag (S); end
r = sum (s > 1e-11 * max (s));
Y = Q(:, 1:r);
Z = Q(:, r+1:end);
end

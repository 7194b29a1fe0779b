function [A, q, T] = make_lcp (kind, n, seed)
% MAKE_LCP  Linear complementarity problems w = A z + q with known truth.
%   [A, q, T] = make_lcp (kind, n, seed)
%   p                  row- and column-scaled positive definite, not symmetric: one solution
%   psd_lowrank        symmetric, rank n/3: w is unique, z need not be
%   psd_infeasible     the same with T.u >= 0, A'u = 0, q'u < 0
%   copositive         strictly copositive, not monotone
%   degenerate         positive definite, a third of the pairs z_i = w_i = 0
%   many               symmetric, the solutions are a face of dimension >= 1
%   murty, fathi       on which pivoting rules are exponential: z = e_1
%   contact_redundant  G'M^-1 G with more contacts than coordinates
%   skew               primal and dual of a linear program
%   badly_scaled       positive definite, entries from 1e-8 to 1e8
%   T: z (a solution, [] if there is none), unique, monotone, u.
% SPDX-License-Identifier: GPL-3.0-or-later
rnd = @(k, r, c) 2 * lcg_rand (1000 * seed + k, r, c) - 1;
T = struct ('z', [], 'unique', false, 'monotone', true, 'u', []);
switch kind
  case {'murty', 'fathi'}
    A = sparse (eye (n) + 2 * tril (ones (n), -1));
    if strcmp (kind, 'fathi'), A = A * A'; end
    q = -ones (n, 1);
    T.z = double ((1:n)' == 1);
    T.unique = true;
    return
  case 'contact_redundant'
    [A, q] = redundant_contacts (n, rnd);
    return
  case 'psd_infeasible'
    [A, q, T.u] = infeasible (n, rnd);
    return
  case 'skew'
    h = floor (n / 2);
    E = rnd (1, h, n - h);
    A = [zeros(n - h), -E'; E, zeros(h)];
  case {'psd_lowrank', 'many'}
    S = rnd (1, n, max (1, floor (n / 3)));
    A = S * S';
  case 'copositive'
    S = rnd (1, n, 2);
    A = 0.1 * (S * S') + 2 * abs (rnd (2, n, n)) .* (abs (rnd (3, n, n)) < 0.6) + eye (n);
    T.monotone = false;
  otherwise
    S = rnd (1, n, n);
    K = rnd (2, n, n);
    A = S * S' / n + eye (n) + (K - K') / 2;
    T.unique = true;
end

% A solution with `active` z_i > 0 and the others w_i > 0; of degenerate ones a third neither.
[~, order] = sort (rnd (4, 1, n));
active = order(1:ceil (n / 2));
z = zeros (n, 1);
w = 0.5 + abs (rnd (5, n, 1));
z(active) = w(active);
w(active) = 0;
if strcmp (kind, 'degenerate')
  third = order(1:3:end);
  z(third) = 0;
  w(third) = 0;
elseif strcmp (kind, 'many')
  w(:) = 0;                                  % then z + ker A solves, as long as it is >= 0
  z(:) = 1 + abs (rnd (6, n, 1));
end
[left, right] = units (kind, n, rnd);
T.monotone = T.monotone && ~strcmp (kind, 'p');
A = diag (left) * A * diag (right);
z = z ./ right;
q = left .* w - A * z;
T.z = z;
A = sparse (A);
end

function [left, right] = units (kind, n, rnd)
left = ones (n, 1);
right = left;
if strcmp (kind, 'p')
  left = 10 .^ rnd (7, n, 1);
  right = 10 .^ rnd (8, n, 1);
elseif strcmp (kind, 'badly_scaled')
  left = 10 .^ (4 * rnd (7, n, 1));
  right = left;
end
end

function [A, q] = redundant_contacts (n, rnd)
% n contacts on about n/2 coordinates; q = G'v is compatible, so there is a solution.
c = max (1, floor (n / 2));
G = rnd (1, c, n) .* (abs (rnd (2, c, n)) < 0.5);
G(:, 2:3:n) = G(:, 1:3:end-(mod (n, 3) == 1));   % every third contact twice
mass = 1 + abs (rnd (3, c, 1));
A = sparse (G' * diag (1 ./ mass) * G);
A = (A + A') / 2;
q = G' * rnd (4, c, 1);
end

function [A, q, u] = infeasible (n, rnd)
u = max (rnd (1, n, 1), 0);
u(1) = 1;
S = rnd (2, n, max (1, floor (n / 2)));
S = S - u * (u' * S) / (u' * u);
A = sparse (S * S');
q = rnd (3, n, 1);
q = q - u * (u' * q + 1) / (u' * u);
end

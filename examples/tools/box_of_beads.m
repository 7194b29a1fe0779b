function [model, q0, r, width, weight] = box_of_beads (n)
% BOX_OF_BEADS  Discs above a box: gaps between all of them, Coulomb friction, turning.
%   q = (x, y, angle) of each disc. Contacts: floor, left wall, right wall of each, then all pairs.
%   r: radii; the box goes from x = 0 to width, its floor is y = 0; weight of all discs.
% SPDX-License-Identifier: GPL-3.0-or-later
width = 0.55;
r = 0.08 + 0.03 * lcg_rand (3, n, 1);
mass = 100 * pi * r .^ 2;
g = 9.81;
pairs = nchoosek (1:n, 2);
force = reshape ([zeros(1, n); -g * mass'; zeros(1, n)], [], 1);
M = diag (reshape ([mass, mass, mass .* r.^2 / 2]', [], 1));
model = dls_model ('mass', M, 'force', force, ...
                   'gap', @(q) box_contacts (q, r, width, pairs), ...
                   'gapgrad', @(q) box_normals (q, r, width, pairs), ...
                   'tangent', @(q) box_tangents (q, r, width, pairs), 'mu', 0.4, ...
                   'restitution', 0.2);
x = width * (0.3 + 0.4 * mod (0:n-1, 2)) + 0.02 * lcg_rand (5, 1, n);
q0 = reshape ([x; 0.15 + 0.23 * (0:n-1); zeros(1, n)], [], 1);
weight = g * sum (mass);
end

% Gaps, normals and tangents.
function [g, N, T] = box_contacts (q, r, width, pairs)
  n = numel (r);
  x = q(1:3:end);
  y = q(2:3:end);
  a = pairs(:,1);
  b = pairs(:,2);
  d = [x(a) - x(b), y(a) - y(b)];
  len = sqrt (sum (d .^ 2, 2));
  d = [d(:,1) ./ len, d(:,2) ./ len];
  g = [y - r; x - r; width - x - r; len - r(a) - r(b)];
  if (nargout < 2)
    return
  end
  m = numel (a);
  k = (1:n)';
  j = (1:m)' + 3 * n;
  one = ones (n, 1);
  N = zeros (3 * n, 3 * n + m);
  T = N;
  at = @(row, col) sub2ind (size (N), row, col);
  N(at (3*k-1, k)) = one;
  T(at (3*k-2, k)) = one;
  T(at (3*k, k)) = r;
  N(at (3*k-2, n+k)) = one;
  T(at (3*k-1, n+k)) = -one;
  T(at (3*k, n+k)) = r;
  N(at (3*k-2, 2*n+k)) = -one;
  T(at (3*k-1, 2*n+k)) = one;
  T(at (3*k, 2*n+k)) = r;
  N(at (3*a-2, j)) = d(:,1);
  N(at (3*a-1, j)) = d(:,2);
  N(at (3*b-2, j)) = -d(:,1);
  N(at (3*b-1, j)) = -d(:,2);
  T(at (3*a-2, j)) = d(:,2);
  T(at (3*a-1, j)) = -d(:,1);
  T(at (3*a, j)) = r(a);
  T(at (3*b-2, j)) = -d(:,2);
  T(at (3*b-1, j)) = d(:,1);
  T(at (3*b, j)) = r(b);
end

function N = box_normals (varargin)
  [~, N] = box_contacts (varargin{:});
end

function T = box_tangents (varargin)
  [~, ~, T] = box_contacts (varargin{:});
end

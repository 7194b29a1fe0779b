% BEADS_MOTION  What you learn: a pile settles: many contacts with friction, from free fall to rest.
%   Discs fall into a box and come to rest on its floor, on each other and against the walls: gaps
%   between all of them, Coulomb friction, turning. At rest floor and walls (by friction) carry the
%   weight exactly, and no energy was created on the way. Writes build/beads_motion.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'), ...
         fullfile (here, '..', 'tests', 'm', 'problems'));
dls_setup ();
1;

% Gaps, normals and tangents: floor, left and right wall, pairs. q = (x, y, angle) of each disc.
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

n = 7;
width = 0.55;
r = 0.08 + 0.03 * lcg_rand (3, n, 1);
mass = 100 * pi * r .^ 2;
g = 9.81;
pairs = nchoosek (1:n, 2);
weight = reshape ([zeros(1, n); -g * mass'; zeros(1, n)], [], 1);
M = diag (reshape ([mass, mass, mass .* r.^2 / 2]', [], 1));
model = dls_model ('mass', M, 'force', weight, ...
                   'gap', @(q) box_contacts (q, r, width, pairs), ...
                   'gapgrad', @(q) box_normals (q, r, width, pairs), ...
                   'tangent', @(q) box_tangents (q, r, width, pairs), 'mu', 0.4, ...
                   'restitution', 0.2);
x = width * (0.3 + 0.4 * mod (0:n-1, 2)) + 0.02 * lcg_rand (5, 1, n);
q0 = reshape ([x; 0.15 + 0.23 * (0:n-1); zeros(1, n)], [], 1);
assert (dls_check_model (model, q0, zeros (3 * n, 1)));
sol = dls_simulate (model, [0 2], q0, zeros (3 * n, 1), 'Step', 4e-3);
fprintf ('%s: %d steps, %.1f s, up to %d contacts at once\n', sol.result, sol.stats.steps, ...
         sol.stats.time, max (sum (sol.status > 0, 1)));
p = mean (sol.p(:,end-50:end), 2) / 4e-3;
nu = size (sol.status, 1);
floor_force = sum (p(1:n));
wall_force = sum (p(nu+2*n+(1:n))) - sum (p(nu+n+(1:n)));
speed = max (abs (sol.v(:,end)));
fprintf ('weight %.6f: the floor carries %.6f, the walls %.6f by friction\n', g * sum (mass), ...
         floor_force, wall_force);
fprintf ('deepest penetration %.2e of radius %.2f\n', max (sol.drift.gap), min (r));
assert (strcmp (sol.result, 'finished'));
assert (abs ((floor_force + wall_force) / (g * sum (mass)) - 1) < 1e-8 && speed < 1e-6);
assert (max (sol.drift.gap) < 4e-3 * 2);              % a step of the fastest approach
assert (sol.energy.total(end) < sol.energy.total(1));

fig = figure ('visible', 'off', 'position', [0 0 900 350]);
c = linspace (0, 2 * pi, 60);
when = round ([1, 75, 125, numel(sol.t)]);
for k = 1:4
  subplot (1, 4, k);
  hold on
  for i = 1:n
    q = sol.q(3*i-2:3*i, when(k));
    plot (q(1) + r(i) * cos (c), q(2) + r(i) * sin (c), '-', ...
          q(1) + [0, r(i) * cos(q(3))], q(2) + [0, r(i) * sin(q(3))], 'k-');
  end
  plot ([0 0 width width], [1.7 0 0 1.7], 'k-');
  hold off
  axis ([-0.05, width + 0.05, -0.05, 1.75], 'equal');
  title (sprintf ('t = %.2f', sol.t(when(k))));
end
save_picture (fig, 'beads_motion');

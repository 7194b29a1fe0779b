% SLIDER_CRANK_CLEARANCE  What you learn: a joint with clearance is four contacts, not a constraint.
%   A slider-crank whose slider has 0.3 or 1 mm of play in its guide (angles of crank, rod and
%   slider; four corners, restitution 0.4, mu = 0.01). The mechanism without play has one degree of
%   freedom, and its crank speed follows from energy alone: the smaller the play, the closer the
%   motion is to it. Writes build/slider_crank_clearance.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
1;

function p = parameters (c)
  p = struct ('l1', 0.153, 'l2', 0.306, 'a', 0.05, 'b', 0.025, 'c', c, 'm', [0.038 0.038 0.076], ...
              'J', [7.4e-5 5.9e-4 2.7e-6], 'g', 9.81);
end

function M = mass_of (q, p)
  k = p.l1 * p.l2 * cos (q(1) - q(2)) * (p.m(2) / 2 + p.m(3));
  M = [p.J(1) + (p.m(1) / 4 + p.m(2) + p.m(3)) * p.l1^2, k, 0; ...
       k, p.J(2) + (p.m(2) / 4 + p.m(3)) * p.l2^2, 0; 0, 0, p.J(3)];
end

function f = force_of (q, v, p)
  k = p.l1 * p.l2 * sin (q(1) - q(2)) * (p.m(2) / 2 + p.m(3));
  f = [-k * v(2)^2 - p.g * p.l1 * cos(q(1)) * (p.m(1) / 2 + p.m(2) + p.m(3)); ...
       k * v(1)^2 - p.g * p.l2 * cos(q(2)) * (p.m(2) / 2 + p.m(3)); 0];
end

function V = potential_of (q, p)
  V = p.g * (p.l1 * sin (q(1)) * (p.m(1) / 2 + p.m(2) + p.m(3)) ...
             + p.l2 * sin (q(2)) * (p.m(2) / 2 + p.m(3)));
end

% Corners: lower left, lower right, upper left, upper right. Gaps to the walls at -+(b + c).
function [g, N, T] = corners (q, p)
  side = [-1 1 -1 1] * p.a;
  up = [-1 -1 1 1] * p.b;
  s = sin (q);
  c = cos (q);
  y = p.l1 * s(1) + p.l2 * s(2) + side * s(3) + up * c(3);
  dy = [p.l1 * c(1) * ones(1, 4); p.l2 * c(2) * ones(1, 4); side * c(3) - up * s(3)];
  dx = [-p.l1 * s(1) * ones(1, 4); -p.l2 * s(2) * ones(1, 4); -side * s(3) - up * c(3)];
  sense = [1 1 -1 -1];
  g = (p.b + p.c + sense .* y)';
  N = dy * diag (sense);
  T = dx;
end

function N = normals (q, p)
  [~, N] = corners (q, p);
end

function T = tangents (q, p)
  [~, ~, T] = corners (q, p);
end

% Crank speed without play at angle x, from the energy E: rod by sin (q2) = -l1/l2*sin (q1).
function w = ideal_speed (x, E, p)
  w = zeros (size (x));
  for k = 1:numel (x)
    q = [x(k); asin(-p.l1 / p.l2 * sin (x(k))); 0];
    r = [1; -p.l1 * cos(q(1)) / (p.l2 * cos (q(2))); 0];
    w(k) = sqrt (2 * (E - potential_of (q, p)) / (r' * mass_of (q, p) * r));
  end
end

q0 = zeros (3, 1);
v0 = [150; -75; 0];
play = [1e-3 3e-4];
late = zeros (1, 2);
sols = cell (1, 2);
for k = 1:2
  p = parameters (play(k));
  model = dls_model ('mass', @(q) mass_of (q, p), 'force', @(t, q, v) force_of (q, v, p), ...
                     'gap', @(q) corners (q, p), 'gapgrad', @(q) normals (q, p), ...
                     'tangent', @(q) tangents (q, p), 'mu', 0.01, 'restitution', 0.4, ...
                     'potential', @(q) potential_of (q, p));
  assert (dls_check_model (model, [0.3; -0.1; 0.01], [1; 2; 3]));
  sol = dls_simulate (model, [0 0.075], q0, v0, 'Step', 4e-5);
  sols{k} = sol;
  E = sol.energy.total(1);
  ideal = quadgk (@(x) 1 ./ ideal_speed (x, E, p), 0, 2 * pi);
  turn = interp1 (sol.q(1,:), sol.t, 2 * pi);
  late(k) = turn / ideal - 1;
  shocks = nnz (diff (sol.status > 0, 1, 2) > 0);
  fprintf ('play %.1f mm: a turn takes %.5f s (without play %.5f), %d shocks, ', 1e3 * play(k), ...
           turn, ideal, shocks);
  fprintf ('energy %.3f -> %.3f, penetration %.1e mm\n', sol.energy.total([1 end]), ...
           1e3 * max (sol.drift.gap));
  assert (strcmp (sol.result, 'finished') && shocks > 3);
  assert (max (sol.drift.gap) < 2e-4);                  % a few steps of the fastest approach
  assert (sol.energy.total(end) < E && max (diff (sol.energy.total(1:20:end))) < 1e-3 * E);
end
assert (abs (late(1)) < 0.1 && abs (late(2)) < 0.1);

fig = figure ('visible', 'off', 'position', [0 0 700 700]);
p = parameters (1e-3);
y = 1e3 * (p.l1 * sin (sols{1}.q(1,:)) + p.l2 * sin (sols{1}.q(2,:)));
subplot (3, 1, 1);
plot (sols{1}.t, y);
ylabel ('height of the slider, mm');
subplot (3, 1, 2);
plot (sols{1}.t, 1e3 * sols{1}.q(3,:));
ylabel ('its angle, mrad');
subplot (3, 1, 3);
plot (sols{1}.t, sols{1}.energy.total, sols{2}.t, sols{2}.energy.total);
legend ('1 mm of play', '0.3 mm');
ylabel ('energy');
xlabel ('t');
save_picture (fig, 'slider_crank_clearance');

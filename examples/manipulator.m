% MANIPULATOR  What you learn: reduced coordinates, and how a wall wedges a machine on its track.
%   A planar Cartesian manipulator on the ellipse 4*q1^2 + q2^2 = 1 (COUPLING, Example 2, with its
%   errata): the equations (64) in q2 alone, from dls_delassus. Then it rests against the wall
%   q1 + q2/2 >= c. Where the wall becomes parallel to the track (q2 = 1/sqrt (2)) the reactions
%   grow without bound, there they are undetermined, and moving there contradicts the constraints:
%   each comes with its proof. Writes build/manipulator.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
tau = @(x) -0.5 * x ./ sqrt (1 - x .^ 2);                % dq1/dq2 on the track
q1 = @(x) 0.5 * sqrt (1 - x .^ 2);
h = [1; 0.5];
F = [2; 3];
track = @(x, v, F) dls_system ('M', eye (2), 'F', F, 'Gb', [8 * q1(x); 2 * x], ...
                               'bb', 8 * (tau (x) * v) ^ 2 + 2 * v ^ 2, 'Gu', h);

% (64) at q2 = 0.3, speed 0.7, acceleration -0.4; GOLDEN 13.
D = dls_delassus (track (0.3, 0.7, [0; 0]), 'Reduced', 1);
r = D.reduced;
rows = [r.coupling, r.mass] * -0.4 + [r.force1, r.force];
fprintf ('dq1/dq2 = %.9f, rows of (64): %.11f and %.12f\n', r.dOmega, rows);
fprintf ('  reduced mass %.14f, velocity term %.13f\n', r.mass, r.force);
assert (abs (r.dOmega + 0.15 / sqrt (0.91)) < 1e-12);
assert (norm (rows - [-0.21933344276, -0.365511411665]) < 1e-11);
assert (norm ([r.mass, r.force] - [1.02472527472527, 0.0443786982248521]) < 1e-13);

% At rest against the wall, anywhere: (68)-(70) by hand.
x = [-0.9:0.05:0.65, 0.69, 0.70, 0.705, 0.71, 0.715, 0.73, 0.75:0.05:0.9];
wall = guide = percussion = zeros (size (x));
for k = 1:numel (x)
  S = track (x(k), 0, F);
  [a, lambda] = dls_contact (S);
  D = dls_delassus (S, 'Reduced', 1);
  t = tau (x(k));
  mass = 1 + t ^ 2;
  slope = h(2) + t * h(1);                               % wall along the track
  force = F(2) + t * F(1);
  wall(k) = max (0, force / slope);
  a2 = (slope * wall(k) - force) / mass;
  guide(k) = (t * a2 + F(1) - h(1) * wall(k)) / (8 * q1 (x(k)));
  assert (max (abs ([lambda.nu - wall(k), lambda.nb - guide(k)])) < 1e-8 * (1 + wall(k)));
  assert (norm (a - [t; 1] * a2) < 1e-8);
  assert (max (abs ([D.Ac, D.reduced.Ar] - slope ^ 2 / mass)) < 1e-11);
  assert (max (abs ([D.H4, D.reduced.H5] + slope * force / mass)) < 1e-10);
  assert (abs (D.reduced.Lb * wall(k) + D.reduced.lb0 - guide(k)) < 1e-8 * (1 + wall(k)));
  % Hitting the wall: p_b = -(g'*h)/(g'*g)*p_u, (72).
  [after, p] = dls_impact (S, -sign (slope) * [t; 1], 0.6);
  percussion(k) = p.nb / p.nu;
  assert (abs (percussion(k) + (S.Gb' * h) / (S.Gb' * S.Gb)) < 1e-9);
  assert (norm (after - sign (slope) * 0.6 * [t; 1]) < 1e-9);
end
fprintf ('at rest against the wall: largest reaction %.4f, at q2 = %.3f\n', max (wall), ...
         x(find (wall == max (wall), 1)));

% The wall parallel to the track.
x0 = 1 / sqrt (2);
S = track (x0, 0, F);
angle = dls_kinetic_angle (S.M, S.Gb, S.Gu);
[lo, hi, range] = dls_reaction_range (S);
fprintf ('q2 = 1/sqrt (2): kinetic angle %.6f; at rest the wall may push with [%.4f, %g] N\n', ...
         angle, lo.nu, hi.nu);
assert (abs (angle - pi) < 1e-7 && abs (lo.nu) < 1e-7 && isinf (hi.nu) && ~range.determined.nu);
S = track (x0, 0.7, F);
[a, lambda, info] = dls_contact (S);
k = info.certificate;
p = k.problem;
fprintf ('  moving along it: %s, proof (%.4f, %.4f, %.4f | %.4f)\n', info.status, k.y, k.u);
assert (strcmp (info.status, 'infeasible') && all (k.u >= 0) && p.a' * k.y + p.b' * k.u < 0);
assert (norm (p.A' * k.y + p.C' * k.u) < 1e-9 && all (p.B' * k.y + p.D' * k.u < 1e-9));

fig = figure ('visible', 'off', 'position', [0 0 1000 420]);
subplot (1, 2, 1);
s = linspace (0, 2 * pi, 200);
plot (0.5 * cos (s), sin (s), 'k-');
hold on
for x1 = [-0.6 0 0.5 x0]
  c = q1 (x1) + x1 / 2;                                  % the wall through this point
  d = [-0.5; 1] * [-0.5 0.5];
  plot (q1 (x1) + d(1, :), x1 + d(2, :), 'r-', q1 (x1), x1, 'bo', 'linewidth', 2);
end
axis ([-1 1.5 -1.2 1.4], 'equal');
title ('track, and the wall at four places');
subplot (1, 2, 2);
low = x < x0;
plot (x(low), wall(low), 'r-', x(low), guide(low), 'b-', x, percussion, 'k.', [x0 x0], [-10 20], ...
      'k--', x(~low), wall(~low), 'r-', x(~low), guide(~low), 'b-');
axis ([-0.9 0.9 -6 12]);
xlabel ('q2');
legend ('reaction of the wall in N', 'of the track', 'p_b / p_u', 'parallel', 'location', ...
        'northwest');
title ('at rest against the wall, and hitting it');
save_picture (fig, 'manipulator');

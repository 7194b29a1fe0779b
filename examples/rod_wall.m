% ROD_WALL  What you learn: how a guide feels the shocks of a wall, and when it does not.
%   A slender rod touches a wall with one end; the other end runs along a guide (COUPLING, Section
%   4.3). The inverse mass under the guide (39), the Delassus matrix Ac and the kinetic angle say
%   how the two constraints are coupled. When the rod hits the wall the guide answers with
%   a percussion p_b = -alpha/(alpha^2 + beta^2)*p_u for the guide alpha*x + beta*y + gamma = 0
%   through the centre (Example 3, with its errata): none for alpha = 0. Writes build/rod_wall.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
m = 1.5;
l = 0.8;                                         % half length
M = m * diag ([1, 1, l^2 / 3]);
% q = (x, y, theta). Wall: x - l*cos(theta) >= 0; guide of the other end: y - l*sin(theta) = H.
wall = @(th) [1; 0; l * sin(th)];
guide = @(th) [0; 1; -l * cos(th)];
Ac = @(th) 1 / m + 3 * sin (th) .^ 2 ./ (m * (1 + 3 * cos (th) .^ 2));

% (39) and its numbers at theta = 0.6; GOLDEN 12.
th = 0.6;
c = 3 * cos (th);
paper = [1 + 3 * cos(th)^2, 0, 0; 0, c * cos(th), c / l; 0, c / l, 3 / l^2] ...
        / (m * (1 + 3 * cos (th) ^ 2));
D = dls_delassus (dls_system ('M', M, 'Gb', guide (th), 'Gu', wall (th)));
fprintf ('theta = 0.6: Mcinv(2:3,2:3) = [%.12f %.12f; . %.12f], rank (Mcinv) = %d\n', ...
         D.Mcinv(2, 2:3), D.Mcinv(3, 3), rank (D.Mcinv));
fprintf ('  Ac = %.12f, kinetic angle %.12f rad\n', D.Ac, D.angles);
assert (norm (D.Mcinv - paper) < 1e-12 && rank (D.Mcinv) == 2);
golden = [0.447623248651026 0.677941252874462 1.02676602194832 0.876173672062563 0.960722126330249];
assert (max (abs ([D.Mcinv(2, 2:3), D.Mcinv(3, 3), D.Ac, D.angles] - golden)) < 1e-12);

% Accelerations and shocks for many angles; the rod is pushed to the wall by 4 N at its centre.
th = linspace (0, pi / 2, 46);
angle = ratio = zeros (size (th));
for k = 1:numel (th)
  om = 1.2;
  bends = om ^ 2 * l * [cos(th(k)), sin(th(k))];
  S = dls_system ('M', M, 'F', [4; 0; 0], 'Gb', guide (th(k)), 'bb', bends(2), ...
                  'Gu', wall (th(k)), 'bu', bends(1));
  D = dls_delassus (S);
  [a, lambda] = dls_contact (S);
  c = cos (th(k));
  s = sin (th(k));
  % Without the wall: (1/m + l^2*c^2/I)*l_b = -bends(2), and the rod turns with -l*c*l_b/I.
  w = bends(1) - 4 / m + s * c / (c ^ 2 + 1/3) * bends(2);
  assert (abs (D.H4 - w) < 1e-11 && abs (D.Ac - Ac(th(k))) < 1e-12);
  assert (abs (lambda.nu - max (0, -w / D.Ac)) < 1e-10);
  before = [-1; l * c * om; om];                 % along the guide
  [after, p, info] = dls_impact (S, before, 0.5);
  hit = wall (th(k))' * before;
  assert (strcmp (info.status, 'solved') && hit < 0);
  assert (abs (p.nu + 1.5 * hit / Ac(th(k))) < 1e-10);
  assert (abs (info.energy.loss - (1 - 0.5^2) * hit^2 / (2 * Ac(th(k)))) < 1e-10);
  ratio(k) = p.nb / p.nu;
  assert (abs (ratio(k) - 3 * s * c / (1 + 3 * c ^ 2)) < 1e-10);     % (72)
  angle(k) = dls_kinetic_angle (M, guide (th(k)), wall (th(k)));
  assert (abs (angle(k) - (pi - acos (-3*s*c / sqrt ((1 + 3*s^2) * (1 + 3*c^2))))) < 1e-7);
end
[least, k] = min (angle);
fprintf ('kinetic angle: pi/2 at theta = 0 and pi/2, least %.6f near theta = %.4f\n', least, th(k));
assert (abs (least - acos (3/5)) < 1e-3 && norm (angle([1 end]) - pi / 2) < 1e-12);

% Guides through the centre, (75); and the class of all guides that feel nothing.
th = 0.6;
turn = linspace (0, pi, 31);
passed = zeros (size (turn));
for k = 1:numel (turn)
  n = [cos(turn(k)); sin(turn(k))];
  S = dls_system ('M', M, 'Gb', [n; 0], 'Gu', wall (th));
  [after, p] = dls_impact (S, [-n(2); n(1); -6], 0.5);
  passed(k) = p.nb / p.nu;
  assert (abs (passed(k) + n(1) / (n' * n)) < 1e-10);
end
[after, p] = dls_impact (dls_system (S, 'Gb', [0.4; 1.1; 0]), [-1.1; 0.4; 0], 0.5);
still = [-3 * sin(th) / l; 2; 1];               % (-3*sin(theta)*gamma/l, beta, gamma)
[after, none] = dls_impact (dls_system (S, 'Gb', still), cross (still, [0; 2; 1]), 0.5);
fprintf ('alpha = 0.4, beta = 1.1: p_b/p_u = %.11f; orthogonal guide: %.0e\n', p.nb / p.nu, ...
         abs (none.nb / none.nu));
assert (abs (p.nb / p.nu + 0.29197080292) < 1e-11 && none.nu > 0 && abs (none.nb) < 1e-12);

fig = figure ('visible', 'off', 'position', [0 0 1000 420]);
subplot (1, 2, 1);
th = linspace (0, pi / 2, 46);
plot (th, angle, 'b-', th, ratio, 'r-', 'linewidth', 2, [0 pi/2], [pi pi] / 2, 'k--');
axis ([0 pi/2 0 2.2]);
xlabel ('theta in rad');
legend ('kinetic angle of guide and wall', 'p_b / p_u', 'pi/2', 'location', 'north');
title ('rod with an end on a guide');
subplot (1, 2, 2);
plot (turn, -cos (turn), 'k-', turn, passed, 'ro');
axis ([0 pi -1 1]);
xlabel ('direction of the guide''s normal in rad (pi/2: parallel to x)');
ylabel ('p_b / p_u');
title ('rod with its centre on a guide');
save_picture (fig, 'rod_wall');

function pass = test_rattle ()
% TEST_RATTLE  The scheme 'rattle' of dls_simulate: closed forms and invariants.
%   pass = test_rattle ()   logical row; each failing element prints its name.
%   Promise: order 2 in smooth motion with constraints, no drift of positions or velocities, energy
%   that neither grows nor falls, redundant constraints, singular masses, springs of any stiffness;
%   with contacts no penetration, order 2 while they last, exact rest after bounces.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [pendulum(), top(), four_bars(), drives(), light(), stiff(), bounces(), bowl(), stack(), ...
        slope()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_rattle: %s\n', name); end
end

function sol = run (model, times, varargin)
sol = dls_simulate (model, times, varargin{:}, 'Scheme', 'rattle');
end

% Without drift, and with a residual of rounding
function ok = exact (name, sol, tol)
ok = holds (sprintf ('%s: %s, drift %.1e, gap %.1e, residual %.1e', name, sol.result, ...
                     max ([0, sol.drift.constraint]), max ([0, sol.drift.gap]), ...
                     max (sol.residual)), ...
            strcmp (sol.result, 'finished') && max ([0, sol.drift.constraint]) < tol ...
            && max ([0, sol.drift.gap]) < tol && max (sol.residual) < 1e-9);
end

% A rod on a hinge: the angle by elliptic functions, from rest at the angle a
function pass = pendulum ()
pass = [];
[g, a] = deal (9.81, 1);
B = dls_mechanism ('gravity', [0 -g]);
B = dls_body (B, 'rod', 'mass', 2, 'inertia', 1/6, 'at', [sin(a), -cos(a)] / 2, 'turned', a);
B = dls_joint (B, 'pin', 'hinge', {'ground'}, {'rod', [0 1/2]});
t = 2;
k = sin (a / 2);
w = sqrt (1.5 * g);
[sn, ~, ~] = ellipj (w * t, k ^ 2);
[K, ~] = ellipke (k ^ 2);
[~, cn, dn] = ellipj (w * t, k ^ 2);
angle = 2 * asin (k * cn / dn);                  % sn (K - w*t) = cn/dn
h = 0.02 ./ [1 2 4];
for i = 1:3
  s = run (B, [0 t], 'Step', h(i));
  e(i) = abs (s.q(3,end) - angle);
  pass(end+1) = exact ('pendulum', s, 1e-13);
  off(i) = max (abs (s.energy.total - s.energy.total(1)));
end
order = log2 (e(1:2) ./ e(2:3));
pass(end+1) = holds (sprintf ('pendulum: order %.2f %.2f', order), all (abs (order - 2) < 0.05));
pass(end+1) = holds ('pendulum: energy', all (abs (log2 (off(1:2) ./ off(2:3)) - 2) < 0.1) ...
                     && abs (s.energy.balance(end)) < 1e-11);
off = s.v(1,end) - s.v(3,end) * cos (s.q(3,end)) / 2;
pass(end+1) = holds ('pendulum: velocities', abs (off) < 1e-13);
s = run (B, [0 t], 'Adaptive', 'on', 'RelTol', 1e-7);
pass(end+1) = holds ('pendulum: adaptive', abs (s.q(3,end) - angle) < 1e-4 && s.stats.steps < 1000);
B.v = 12 * [cos(a); sin(a); 2] / 2;
s = run (B, [0 2], 'Step', 0.1);                 % more than a radian in a step: in pieces
pass(end+1) = exact ('pendulum: pieces', s, 1e-12);
pass(end+1) = holds ('pendulum: pieces', s.stats.rejected > 0 ...
                     && max (abs (s.energy.total - s.energy.total(1))) < 10);
half = run (B, [0 1], 'Step', 0.01);             % goes on as if it had not stopped
s = run (B, [0 t], 'Step', 0.01);
half = run (B, t, half, 'Step', 0.01);
pass(end+1) = holds ('pendulum: continued', norm (half.q(:,end) - s.q(:,end), Inf) < 1e-13);
end

% A top on its tip: energy and the momentum about both axes
function pass = top ()
B = dls_mechanism ('gravity', [0 0 -9.81]);
B = dls_body (B, 'top', 'mass', 1, 'inertia', [.05 .05 .02], 'at', [0 0 .5], 'spin', [1 0 80], ...
              'velocity', [0 -.5 0]);
B = dls_joint (B, 'tip', 'ball', {'ground'}, {'top', [0 0 -.5]});
s = run (B, [0 0.6], 'Step', 1e-3);
E = s.energy.total - s.energy.total(1);
pass = [exact('top', s, 1e-12), ...
        holds(sprintf ('top: energy %.1e', max (abs (E))), max (abs (E)) < 1e-3), ...
        holds('top: spin', max (abs (s.v(6,:) - 80)) < 1e-9)];
% two hinges on one axis in space: five equations repeat others
B = dls_mechanism ('gravity', [0 0 -9.81]);
B = dls_body (B, 'door', 'mass', 20, 'inertia', [2 2 1], 'at', [.4 0 0], 'spin', [0 0 2], ...
              'velocity', [0 .8 0]);
for z = [-1 1] * .7
  B = dls_joint (B, sprintf ('h%d', z > 0), 'hinge', {'ground', [0 0 z], 'along', [0 0 1]}, ...
                 {'door', [-.4 0 z]});
end
s = run (B, [0 1], 'Step', 1e-2);
pass = [pass, exact('door', s, 1e-13), holds('door: spin', abs (s.v(6,end) - 2) < 1e-12), ...
        holds('door: energy', max (abs (s.energy.total - s.energy.total(1))) < 1e-11)];
end

% Bars side by side pass positions where all are in line: which way they go on is not determined by
% constraints there. The motion stays on its branch, all bars parallel.
function pass = four_bars ()
N = 2;
B = dls_mechanism ('gravity', [0 -9.81]);
for k = 0:N
  B = dls_body (B, sprintf ('r%d', k), 'mass', 1, 'inertia', 1/12, 'at', [k .5], 'turned', pi/2, ...
                'velocity', [.5 0], 'spin', -1);
  B = dls_joint (B, sprintf ('g%d', k), 'hinge', {'ground', [k 0]}, {sprintf('r%d', k), [-.5 0]});
end
for k = 1:N
  c = sprintf ('c%d', k);
  B = dls_body (B, c, 'mass', 1, 'inertia', 1/12, 'at', [k-.5 1], 'velocity', [1 0]);
  B = dls_joint (B, ['a', c], 'hinge', {sprintf('r%d', k-1), [.5 0]}, {c, [-.5 0]});
  B = dls_joint (B, ['b', c], 'hinge', {sprintf('r%d', k), [.5 0]}, {c, [.5 0]});
end
s = run (B, [0 3], 'Step', 5e-3);
a = s.q(3:3:3*(N+1),:);
off = max (max (abs (a - a(ones (N + 1, 1),:))));
E = max (abs (s.energy.total - s.energy.total(1)));
pass = [exact('bars', s, 1e-10), holds(sprintf ('bars: branch %.1e energy %.1e', off, E), ...
                                       off < 1e-7 && E < 0.02 && s.q(3,end) < -1)];
end

% A mass on a rail that turns with the speed w: r'' = w^2 r; the constraint moves, and works.
function pass = drives ()
w = 2;
model = dls_model ('mass', eye (2), 'force', [0; 0], ...
                   'constraint', @(t, q, v) q(2) * cos (w*t) - q(1) * sin (w*t), ...
                   'constraintgrad', @(t, q, v) [-sin(w*t); cos(w*t)], ...
                   'constrainttime', @(t, q, v) -w * (q(2) * sin (w*t) + q(1) * cos (w*t)));
h = 0.02 ./ [1 2 4];
for i = 1:3
  s = run (model, [0 1], [1; 0], [0; w], 'Step', h(i));
  e(i) = norm (s.q(:,end) - cosh (w) * [cos(w); sin(w)]);
end
order = log2 (e(1:2) ./ e(2:3));
pass = [exact('rail', s, 1e-13), ...
        holds(sprintf ('rail: order %.2f %.2f', order), all (abs (order - 2) < 0.05))];
end

% Coordinates without mass, held by springs and dampers; M and G singular
function pass = light ()
model = dls_model ('M', diag ([1 0]), 'K', [20 -20; -20 30], 'C', [0 0; 0 .5], 'f', [0; 0]);
h = 0.01 ./ [1 2 4];                             % 0.5 y' = 20 x - 30 y
[~, Y] = ode45 (@(t, y) [y(2); 20 * (y(3) - y(1)); 40 * y(1) - 60 * y(3)], [0 .5 1], ...
                [1; 0; 2/3], odeset ('RelTol', 1e-11, 'AbsTol', 1e-12));
for i = 1:3
  s = run (model, [0 1], [1; 2/3], [0; 0], 'Step', h(i));
  e(i) = norm (s.q(:,end) - Y(end,[1 3])');
end
order = log2 (e(1:2) ./ e(2:3));
pass = holds (sprintf ('light: order %.2f %.2f', order), all (abs (order - 2) < 0.2));
handles = dls_model ('mass', diag ([1 0]), ...
                     'force', @(t, q, v) [20 * (q(2) - q(1)); 20*q(1) - 30*q(2) - .5*v(2)]);
s = run (handles, [0 1], [1; 2/3], [0; 0], 'Step', h(3));
pass(end+1) = holds ('light: handles', norm (s.q(:,end) - Y(end,[1 3])') < 1e-4 ...
                     && max (s.residual) < 1e-9);
model = dls_model ('M', diag ([1 1 0]), 'f', [0; -9.81; 0], 'constraint', [0; 0; 0], ...
                   'constraintgrad', [1 1 0; 2 2 1; 0 0 1]');
s = run (model, [0 1], [0; 0; 0], [0; 0; 0], 'Step', 0.1);
pass = [pass, exact('redundant', s, 1e-13), holds('redundant: path', ...
        norm (s.q(:,end) - 9.81 / 4 * [1; -1; 0]) < 1e-12)];
end

% A damper and a spring far beyond the step
function pass = stiff ()
model = dls_model ('M', 1, 'C', 1e6, 'K', 0, 'f', 0);
s = run (model, [0 0.1], 0, 1, 'Step', 1e-3, 'SpectralRadius', 0.5);
pass = holds ('damper', abs (s.v(end)) < 1e-6);
model = dls_model ('M', eye (2), 'K', 1e10 * [1 -1; -1 1], 'f', [0; -9.81]);
s = run (model, [0 1], [0; 0], [0; 0], 'Step', 1e-2);
pass(end+1) = holds ('spring', abs (mean (s.q(:,end)) + 9.81 / 4) < 1e-8 ...
                     && abs (diff (s.q(:,end))) < 1e-7);
end

% A ball on the floor: exactly at rest after infinitely many bounces at t = 3
function pass = bounces ()
model = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
s = run (model, [0 4], 1, 0, 'Step', 1.3e-3);
rest = s.t > 3.01;
pass = [exact('ball', s, 1e-15), ...
        holds('ball: rests', all (s.v(rest) == 0 & abs (s.q(rest)) < 1e-15)), ...
        holds('ball: force', all (abs (s.p(s.t > 3.01 & s.t < 3.99) - 2 * 1.3e-3) < 1e-15))];
jam = dls_model ('M', 1, 'K', 9, 'f', -2, 'gap', [0; 0], 'gapgrad', [1 -1], 'restitution', 0.25);
j = run (jam, [0 0.2], 0, -2, 'Step', 0.01);     % v >= 0.5, -v >= 0: no velocity bounces here
pass(end+1) = exact ('jam', dls_simulate (jam, [0 0.2], 0, 0, 'Scheme', 'rattle'), 1e-14);
pass(end+1) = holds ('jam: plastic', strcmp (j.result, 'finished') && all (j.v(2:end) == 0) ...
                     && j.stats.rejected == 1 && any (strcmp ({j.events.kind}, 'unsettled')));
s = dls_simulate (model, 5, s);
pass(end+1) = holds ('ball: stays', strcmp (s.scheme, 'rattle') && s.v(end) == 0);
end

% A point slides in a bowl with friction: order 2 while the contact lasts
function pass = bowl ()
[g, R, mu] = deal (9.81, 1, 0.2);
model = dls_model ('mass', eye (2), 'force', [0; -g], 'gap', @(q) R - norm (q), ...
                   'gapgrad', @(q) -q / norm (q), 'tangent', @(q) [-q(2); q(1)] / norm (q), ...
                   'mu', mu);
f = @(t, y) [y(2); -g / R * sin(y(1)) - mu * sign(y(2)) * (y(2) ^ 2 + g / R * cos(y(1)))];
a = 1;
[~, Y] = ode45 (f, [0 .2 .4], [a; -1e-9], odeset ('RelTol', 1e-11, 'AbsTol', 1e-12));
h = 0.01 ./ [1 2 4];
for i = 1:3
  s = run (model, [0 .4], R * [sin(a); -cos(a)], [0; 0], 'Step', h(i));
  e(i) = abs (atan2 (s.q(1,end), -s.q(2,end)) - Y(end,1));
end
order = log2 (e(1:2) ./ e(2:3));
pass = [exact('bowl', s, 1e-12), ...
        holds(sprintf ('bowl: order %.2f %.2f', order), all (abs (order - 2) < 0.15))];
end

% Boxes fall on each other, and are exactly at rest soon
function pass = stack ()
B = dls_mechanism ('gravity', [0 -9.81]);
B = dls_body (B, 'floor', 'fixed', true, 'shape', 'halfplane');
for k = 1:3
  B = dls_body (B, sprintf ('b%d', k), 'mass', 1, 'shape', 'box', 'size', [.3 .2], ...
                'at', [.01 * (-1)^k, .12 + .23 * (k-1)], 'turned', .05 * (-1)^k);
end
B = dls_touch (B, 'all', 'all', 'mu', .3, 'restitution', .5);
s = run (B, [0 .6], 'Step', 2e-3);
pass = [exact('stack', s, 1e-8), ...
        holds(sprintf ('stack: rests, %.1e', s.energy.kinetic(end)), ...
              s.energy.kinetic(end) < 1e-20 && all (diff (s.energy.total) < 1e-9))];
end

% Blocks on slopes in the plane and in space: they stay where they are, or slide as Galilei says
function pass = slope ()
pass = [];
for d = 2:3
  for mu = [0.7, 0.2]
    n = d;
    a = 0.5;
    force = zeros (n, 1);
    force(1) = 9.81 * sin (a);
    force(n) = -9.81 * cos (a);
    model = dls_model ('mass', eye (n), 'force', force, 'gap', 0, 'gapgrad', [zeros(n-1, 1); 1], ...
                       'tangent', [eye(n-1); zeros(1, n-1)], 'mu', mu, 'd', d);
    s = run (model, [0 1], zeros (n, 1), zeros (n, 1), 'Step', 0.01);
    path = max (sin (a) - mu * cos (a), 0) * 9.81 / 2;
    pass(end+1) = exact ('slope', s, 1e-14);
    pass(end+1) = holds (sprintf ('slope: d = %d, mu = %g: %.1e', d, mu, s.q(1,end) - path), ...
                         abs (s.q(1,end) - path) < 1e-12);
  end
end
end

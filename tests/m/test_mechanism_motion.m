function pass = test_mechanism_motion ()
% TEST_MECHANISM_MOTION  Motions of mechanisms by the engine, against closed forms.
%   pass = test_mechanism_motion ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
pass = [pendulum(), top(), driven(), flap(), guide(), play(), chain(), own(), goes_on(), told(), ...
        springs(), groups(), tower(), posts()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_mechanism_motion: %s\n', name); end
end

function pass = posts ()
% A plate on hinged posts, all but two of them redundant, stays at rest in every scheme, however
% many they are: with more than 48 equations another solver is used.
pass = [];
for n = [3, 12, 14, 25]
  B = dls_mechanism ('gravity', [0 -9.81]);
  for k = 1:n
    B = dls_body (B, sprintf ('p%d', k), 'mass', 1, 'inertia', 1/12, 'at', [k 0.5]);
    B = dls_joint (B, sprintf ('a%d', k), 'hinge', {'ground', [k 0]}, ...
                   {sprintf('p%d', k), [0 -0.5]});
  end
  B = dls_body (B, 'top', 'mass', 1, 'inertia', 1, 'at', [(n+1)/2 1]);
  for k = 1:n
    B = dls_joint (B, sprintf ('t%d', k), 'hinge', {sprintf('p%d', k), [0 0.5]}, ...
                   {'top', [k-(n+1)/2 0]});
  end
  for scheme = {'moreau-jean', 'moreau-jean-projected', 'event-driven', ...
                'rattle', 'nonsmooth-generalized-alpha', 'schatzman-paoli'}
    s = dls_simulate (B, [0 0.03], 'Scheme', scheme{1}, 'Step', 1e-2, 'OnError', 'return');
    name = sprintf ('%d posts, %s: %s', n, scheme{1}, s.message);
    pass(end+1) = holds (name, strcmp (s.result, 'finished') && norm (s.v(:), Inf) < 1e-12 ...
                         && norm (s.q(:,end) - B.q, Inf) < 1e-12);
  end
end
end

function pass = groups ()
% Contacts that have nothing to do with each other move as if the others were not there: columns of
% balls that fall on the floor and on each other, the bodies in any order (but the same order in
% a column: its contacts act on the second of their bodies).
[columns, high] = deal (7, 5);
at = @(c, k) [3 * c + 0.01 * sin(5 * k + c), 0.01 * cos(3 * k), 0.25 + 0.55 * (k - 1)];
[c, k] = ndgrid (1:columns, 1:high);
order = mod ((0:columns*high-1) * 13, columns * high) + 1;
all_of = column (c(order), k(order), at);
v = reshape (all_of.v(:,end), 6, []);
pass = holds ('columns: all touch', sum (all_of.status(:,end) > 0) >= 20 ...
              && max (all_of.residual) < 1e-9);
for i = 1:columns
  mine = order(c(order) == i);
  one = column (c(mine), k(mine), at);
  pass(end+1) = holds (sprintf ('column %d', i), near (v(:,c(order) == i), ...
                       reshape (one.v(:,end), 6, []), 1e-9));
end
end

function sol = column (c, k, at)
B = dls_mechanism ('gravity', [0 0 -9.81]);
for i = 1:numel (c)
  B = dls_body (B, sprintf ('ball_%d_%d', c(i), k(i)), 'mass', 1 + 0.1 * c(i), 'shape', ...
                'sphere', 'size', 0.25, 'at', at(c(i), k(i)), 'spin', [0.1 * c(i), 0, 1]);
end
B = dls_touch (B, 'ground', 'all', 'mu', 0.3, 'restitution', 0.2);
B = dls_touch (B, 'all', 'all', 'mu', 0.4);
sol = dls_simulate (B, [0 0.5], 'Step', 5e-3);
end

function ok = near (x, y, tol)
ok = isequal (size (x), size (y)) && all (abs (x(:) - y(:)) <= tol * (1 + abs (y(:))));
end

function B = rod (d)
% A rod of length 1, mass 1 at its end, level, in the plane or in space (about y).
B = dls_mechanism ('gravity', -9.81 * [zeros(1, d - 1), 1]);
if d == 2
  B = dls_body (B, 'rod', 'mass', 1, 'shape', 'segment', 'size', 1, 'at', [0.5 0]);
  B = dls_joint (B, 'pin', 'hinge', {'ground', [0 0]}, {'rod', [-0.5 0]});
else
  B = dls_body (B, 'rod', 'mass', 1, 'inertia', [0 1 1] / 12, 'at', [0.5 0 0]);
  B = dls_joint (B, 'pin', 'hinge', {'ground', [0 0 0], 'along', [0 -1 0]}, {'rod', [-0.5 0 0]});
end
end

function pass = pendulum ()
% The rod swings: it is upright below after a quarter of its period, an elliptic integral, with the
% speed of the height that it lost. Two orders of the scheme: halving steps quarters the error.
quarter = ellipke (0.5) / sqrt (1.5 * 9.81);
speed = sqrt (3 * 9.81);
pass = [];
for d = [2 3]
  error_of = [0 0];
  for k = 1:2
    sol = dls_simulate (rod (d), [0 quarter], 'Step', quarter / (100 * k), ...
                        'Scheme', 'nonsmooth-generalized-alpha', 'SpectralRadius', 1);
    low = sol.q(d, end) + 0.5;
    fast = abs (norm (sol.v(end-2*d+4:end, end)) - speed);
    error_of(k) = max (abs (low), fast);
  end
  pass(end+1) = holds (sprintf ('pendulum in %dD, error %.1e', d, error_of(1)), ...
                       error_of(1) < 1e-2 && error_of(2) < 0.3 * error_of(1));
  sol = dls_simulate (rod (d), [0 quarter], 'Scheme', 'event-driven');
  errors = [sol.q(d,end) + 0.5, norm(sol.v(end-2*d+4:end,end)) - speed, sol.drift.constraint];
  pass(end+1) = holds ('pendulum, event-driven', abs (errors) < 1e-9);
end
sol = dls_simulate (rod (3), [0 1], 'Scheme', 'moreau-jean-projected');
pass(end+1) = holds ('no drift, unit quaternions', all (sol.drift.constraint < 1e-9) ...
                     && all (abs (sum (sol.q(4:7, :) .^ 2) - 1) < 1e-12));
end

function pass = top ()
% A symmetric body without forces: its axis turns about the momentum with |H|/I_1, the angular
% velocity about its own axis with (I_3 - I_1)/I_1 w_3.
I = [1 1 2];
w = [0.5; 0; 3];
B = dls_mechanism ('d', 3);
B = dls_body (B, 'top', 'mass', 1, 'inertia', I, 'spin', w);
sol = dls_simulate (B, [0 1], 'Step', 1e-3, 'Theta', 0.5);
turn = (I(3) - I(1)) / I(1) * w(3);
pass = holds ('angular velocity', ...
              norm (sol.v(4:6, end) - [0.5 * cos(turn); 0.5 * sin(turn); 3], Inf) < 1e-4);
p = sol.q(4:7, end);
axis = [2 * (p(2) * p(4) + p(1) * p(3))
        2 * (p(3) * p(4) - p(1) * p(2))
        1 - 2 * (p(2)^2 + p(3)^2)];
H = I' .* w;
n = H / norm (H);
a = norm (H) / I(1);
start = [0; 0; 1];
truth = start * cos (a) + cross (n, start) * sin (a) + n * (n' * start) * (1 - cos (a));
pass(end+1) = holds ('nutation', norm (axis - truth, Inf) < 1e-4);
end

function pass = driven ()
% A crank whose angle is given, by numbers and by a function.
pass = [];
motions = {[0 2 0.5], @(t) [2 * t + 0.5 * t^2; 2 + t; 1]};
for k = 1:2
  B = dls_joint (rod (2), 'motor', 'drive', 'pin', motions{k});
  B = dls_assemble (B);
  sol = dls_simulate (B, [0 1], 'Scheme', 'moreau-jean-projected', 'Step', 1e-2);
  pass(end+1) = holds ('drive', abs (sol.q(3, end) - 2.5) < 1e-9 && abs (sol.v(3, end) - 3) < 0.02);
end
B = dls_joint (rod (2), 'motor', 'drive', 'pin', @(t) [2 * t; 2; 1 / (t < 0.5)]);
B = dls_assemble (B);
pass(end+1) = raises (@() dls_simulate (B, [0 1]), 'delassus:model', 'motor');
end

function pass = flap ()
% A rod falls on its stop and bounces.
B = rod (2);
B.q = [0.5 * cos(0.5); 0.5 * sin(0.5); 0.5];
B.joints(1).limits = [0; 2];
B.joints(1).restitution = 0.5;
sol = dls_simulate (B, [0 0.4], 'Step', 1e-4, 'Theta', 0.5);
hit = find (diff (sol.v(3, :)) > 1, 1);
pass = [holds('bounce', abs (sol.v(3, hit+1) / sol.v(3, hit) + 0.5) < 1e-2), ...
        holds('speed', abs (sol.v(3, hit) + sqrt (3 * 9.81 * sin (0.5))) < 1e-2), ...
        holds('names', isequal (sol.names.u, {'pin.low', 'pin.high'}))];
end

function pass = guide ()
% A block slides in a guide with friction: it stops after v^2/(2 mu g).
B = dls_mechanism ('gravity', [0 -9.81]);
B = dls_body (B, 'block', 'mass', 2, 'inertia', 1, 'velocity', [1 0]);
B = dls_joint (B, 'guide', 'slider', {'ground', [0 0], 'along', [1 0]}, {'block'}, ...
               'mu', 0.2, 'size', 0.5, 'clearance', 1e-6);
sol = dls_simulate (B, [0 1], 'Step', 1e-3);
pass = holds ('guide', abs (sol.q(1, end) - 1 / (0.4 * 9.81)) < 2e-3 && abs (sol.v(1, end)) < 1e-9);
end

function pass = play ()
% Pins of radius r in holes with a clearance c. At rest: a weight that hangs beside the pin, by d,
% is held where the pin touches, sin (angle) = d/r, if mu >= tan (angle). Turning: the pin climbs to
% the angle of friction phi, the reaction is upright beside the middle by r sin (phi).
[m, g, r, c, d, mu] = deal (2, 9.81, 0.1, 1e-3, 0.02, 0.5);
pass = [];
kinds = {2, 'hinge', {}; 3, 'hinge', {'size', 0.4}; 3, 'cylindrical', {'size', 0.4}; 3, 'ball', {}};
for k = 1:4
  [dim, kind, more] = kinds{k,:};
  up = [zeros(1, dim - 1), 1];
  out = [zeros(1, dim - 2), 1, 0];                     % the pin is along x in space
  a = asin (d / r);
  B = dls_mechanism ('gravity', -g * up);
  B = dls_body (B, 'w', 'mass', m, 'inertia', 0.5 * ones (1, 2 * dim - 3), ...
                'at', d * out + c * (sin (a) * out - cos (a) * up));
  hole = {'ground', zeros(1, dim), 'along', [1, zeros(1, dim - 1)]};
  if strcmp (kind, 'ball'), hole = hole(1:2); end
  B = dls_joint (B, 'pin', kind, hole, {'w', -d * out}, 'mu', mu, 'radius', r, 'clearance', c, ...
                 more{:});
  V = dls_sticking (B);
  pass(end+1) = holds (sprintf ('%s in %dD: rests', kind, dim), ...
                       strcmp (V.verdict, 'sticking') && abs (V.mu_min - tan (a)) <= 1e-6);
  if strcmp (kind, 'cylindrical'), continue, end
  phi = atan (mu);
  B.bodies.inertia = 0.5 * eye (2 * dim - 3);
  B.q(1:dim) = -c * (sin (phi) * out + cos (phi) * up);
  B.joints.b.point = zeros (dim, 1);
  B.v(end - 2 * (dim == 3)) = 3;                       % about the axis
  sol = dls_simulate (B, [0 0.2], 'Step', 1e-3);
  w = 3 - m * g * r * sin (phi) / 0.5 * sol.t;
  pass(end+1) = holds (sprintf ('%s in %dD: slows', kind, dim), ...
                       norm (sol.v(end - 2 * (dim == 3),:) - w, Inf) <= 1e-4);
end
% a slider in space, pushed off its line by 4, is tilted: two ends 2 apart press on opposite sides
c = 1e-6;
B = dls_body (dls_mechanism ('d', 3), 'block', 'mass', 1, 'inertia', [1 1 1], ...
              'turned', [0 -asin(c) 0]);
B = dls_joint (B, 'guide', 'slider', {'ground', [0 0 0], 'along', [1 0 0], 'across', [0 1 0]}, ...
               {'block', [0 0 0], 'along', [1 0 0], 'across', [0 1 0]}, 'mu', 0.5, 'size', 2, ...
               'clearance', c);
B = dls_force (B, 'push', 'force', {'block', [0 0 4]}, [-10 0 0]);
V = dls_sticking (B);
pass(end+1) = holds ('slider in space', isfield (V.lambda.guide, 'rx') ...
                     && abs (V.mu_min - 0.25) <= 1e-5);
sol = dls_simulate (B, [0 0.2], 'Step', 1e-3);
pass(end+1) = holds ('slider in space: locks', norm (sol.v(:,end)) <= 1e-9);
B.joints.mu = 0.2;                                     % slips: a = (10 - 0.2 * 2 * 20)/m
sol = dls_simulate (B, [0 0.2], 'Step', 1e-3);
pass(end+1) = holds ('slider in space: slips', abs (sol.v(1,end) + 0.2 * (10 - 0.4 * 20)) <= 1e-3);
end

function pass = chain ()
% A chain of 60 links swings in its first mode, that of a rope: J0 (2 w sqrt (s/g)) at s above the
% free end, on the other side after half a period. With 3 (h c/l)^2 = 2.5, c^2 = g L at the top,
% iterations grow unless they are relaxed.
[n, L, g] = deal (60, 2, 9.81);
l = L / n;
B = dls_mechanism ('gravity', [0 -g]);
[before, at] = deal ('ground', [0 0]);
for k = 1:n
  name = sprintf ('link%d', k);
  B = dls_body (B, name, 'mass', l, 'shape', 'segment', 'size', l, 'at', [0 (0.5-k)*l], ...
                'turned', -pi/2);
  B = dls_joint (B, sprintf ('pin%d', k), 'hinge', {before, at}, {name, [-l/2 0]});
  [before, at] = deal (name, [l/2 0]);
end
w = 2.404825557695773 / 2 * sqrt (g / L);
x = 0.01 * L * besselj (0, 2 * w * sqrt ((L - l * (0:n)) / g));
x(1) = 0;
dy = -sqrt (l^2 - diff (x) .^ 2);
y = [0, cumsum(dy)];
B.q = reshape ([x(1:n) + diff(x) / 2; y(1:n) + dy / 2; atan2(dy, diff (x))], [], 1);
h = sqrt (2.5 / 3 * l^2 / (g * L));
sol = dls_simulate (B, [0, pi / w], 'Scheme', 'moreau-jean-projected', 'Step', h);
x = sol.q(1:3:end,[1 end]);
pass = holds ('chain', strcmp (sol.result, 'finished') ...
              && abs (x(:,1)' * x(:,2) / sumsq (x(:,1)) + 1) <= 2e-3);
end

function pass = own ()
% A bead on a circle by an own constraint, pushed by an own force against its weight: it rests.
B = dls_mechanism ('gravity', [0 -9.81]);
B = dls_body (B, 'bead', 'mass', 1, 'inertia', 1, 'at', [1 0], 'velocity', [0 2], 'spin', 1);
f = @(t, q, v) deal (q(1:2)' * q(1:2) / 2 - 0.5, [q(1); q(2); 0], v(1:2)' * v(1:2));
B = dls_joint (B, 'ring', 'own', {'n'}, f);
B = dls_force (B, 'lift', 'own', @(t, q, v) [0; 9.81; 0]);
sol = dls_simulate (B, [0 0.5], 'Scheme', 'moreau-jean-projected', 'Step', 5e-3);
pass = holds ('own', norm (sol.q(1:2, end) - [cos(1); sin(1)], Inf) < 1e-2 ...
              && abs (sol.q(3, end) - 0.5) < 1e-9);
end

function pass = goes_on ()
% A run in two parts is the run; questions at an instant of it.
B = rod (3);
one = dls_simulate (B, [0 1], 'Step', 0.01);
two = dls_simulate (B, [0 0.5], 'Step', 0.01);
two = dls_simulate (B, 1, two);
pass = holds ('goes on', norm (one.q(:, end) - two.q(:, end), Inf) < 1e-10);
C = dls_at (B, one, numel (one.t));
[~, lambda] = dls_kkt (C);
S = dls_system (C);
pass(end+1) = holds ('dls_at', C.t == 1 && isequal (C.q, one.q(:, end)) ...
                     && isfield (lambda.pin, 'rz') && S.n == 6);
pass(end+1) = holds ('dls_system of a motion', isequal (dls_system (one, numel (one.t)), S));
end

function pass = told ()
% What is wrong, by name.
B = rod (2);
B.v = [0; 1; 0];
pass = raises (@() dls_simulate (B, [0 1]), 'delassus:initial', 'constraint pin.y');
B = dls_force (rod (2), 'motor', 'torque', 'rod', @(t, q, v) error ('burnt'));
pass(end+1) = raises (@() dls_simulate (B, [0 1]), 'delassus:model', '''motor'' failed: burnt');
B = dls_joint (rod (2), 'rub', 'slot', {'ground', [0 0], 'along', [1 0]}, {'rod'}, 'mu', 0.1);
pass(end+1) = raises (@() dls_simulate (B, [0 1]), 'delassus:option', 'clearance');
end

function pass = springs ()
% Balls on springs with dampers: their closed form from when they touch, in space, where contacts
% come and go; the force in questions; rest with its eigenvalues; wrong use.
[m, k, c, g, r, fall] = deal (2, 1e4, 20, 9.81, 0.5, 0.01);
B = dls_body (dls_mechanism ('gravity', [0 -g]), 'ball', 'mass', m, 'shape', 'circle', ...
              'size', r, 'at', [0 r]);
C = dls_mechanism ('gravity', [0 0 -g]);
for i = 1:30
  C = dls_body (C, sprintf ('ball%d', i), 'mass', m, 'shape', 'sphere', 'size', r, ...
                'at', [2*i, 0, r + fall]);
end
C = dls_touch (C, 'ground', 'all', 'stiffness', k, 'damping', c, 'mu', 0.3);
C = dls_touch (C, 'all', 'all');
sol = dls_simulate (C, [0 0.1], 'Step', 1e-4);
t = sol.t - sqrt (2 * fall / g);
in = t > 0 & t < 0.02;
[w, z] = deal (sqrt (k / m), c / (2 * sqrt (k * m)));
wd = w * sqrt (1 - z ^ 2);
x = -m * g / k + exp (-z * w * t) .* (m * g / k * cos (wd * t) ...
    + (-sqrt (2 * fall * g) + z * w * m * g / k) / wd * sin (wd * t));
deep = max (abs (x(in)));
wrong = bsxfun (@minus, sol.q(3:7:end,in) - r, x(in));
pass = holds ('spring', norm (wrong(:), Inf) < 1e-3 * deep);
pass(end+1) = raises (@() dls_contact (dls_at (C, sol, find (in, 1, 'last'))), ...
                      'delassus:option', 'ground-ball1.n'' has ''stiffness'' and ''mu''');
B = dls_touch (B, 'ground', 'ball', 'stiffness', k, 'damping', c);
B.q(2) = r - 1e-3;
B.v(2) = -0.1;
[a, lambda] = dls_contact (B);
pass(end+1) = holds ('a load', near (a, [0; (k * 1e-3 + c * 0.1) / m - g; 0], 1e-12) ...
                     && isempty (lambda.nu));
[~, info] = dls_assemble (B);
pass(end+1) = holds ('overlap', info.exitflag == 1);
E = dls_equilibrium (B);
s = E.eigenvalues(imag (E.eigenvalues) > 0);
pass(end+1) = holds ('rest', near (E.q(2), r - m * g / k, 1e-12) ...
                     && near (s, -z * w + wd * 1i, 1e-8));
model = dls_model ('mass', m, 'force', -m * g, 'gap', @(q) q - r, 'gapgrad', 1, 'stiffness', k, ...
                   'damping', c);
E = dls_equilibrium (model, r);
pass(end+1) = holds ('rest of a model', near (E.q, r - m * g / k, 1e-12) ...
                     && near (max (imag (E.eigenvalues)), wd, 1e-8));
pass = [pass, raises(@() dls_touch (C, 'ball1', 'ball2', 'damping', 1), 'delassus:option', ...
                     '''damping'' is given without ''stiffness'''), ...
        raises(@() dls_touch (C, 'ball1', 'ball2', 'stiffness', 1, 'restitution', 1), ...
               'delassus:option', 'expected one of them'), ...
        raises(@() dls_touch (C, 'ball1', 'ball2', 'stiffness', -1), 'delassus:option', '>= 0')];
end

% Boxes on each other, whose reactions are not unique: at rest by every scheme, the floor carries
% the weights, and nobody pulls (80 kg each). A ball thrown into them: implicit steps that
% edges of boxes do not let settle are told, and what they lack is in sol.residual.
function pass = tower ()
B = dls_mechanism ('gravity', [0 -9.81]);
for row = 1:3
  for k = 1:4-row
    B = dls_body (B, sprintf ('box_%d_%d', row, k), 'density', 1000, 'shape', 'box', 'size', ...
                  [0.4 0.2], 'at', [0.42*(k+row/2), 0.2*row-0.1]);
  end
end
B = dls_touch (B, 'all', 'all', 'mu', 0.5);
B = dls_touch (B, 'all', 'ground', 'mu', 0.5);
pass = [];
for scheme = {'moreau-jean', 'moreau-jean-projected', 'schatzman-paoli', ...
              'rattle', 'nonsmooth-generalized-alpha', 'event-capturing', 'event-driven'}
  sol = dls_simulate (B, [0 0.05], 'Scheme', scheme{1}, 'Step', 5e-3);
  nu = size (sol.status, 1);
  normal = sol.p(sol.nb+1:sol.nb+nu,end);
  ground = ~cellfun (@isempty, strfind (sol.names.u, 'ground'));
  load = sum (normal(ground)) / 5e-3;            % sol.p: percussions of the step
  pass(end+1) = holds (sprintf ('tower, %s: %s, %g', scheme{1}, sol.message, load), ...
                       strcmp (sol.result, 'finished') ...
                       && norm (sol.q(:,end) - sol.q(:,1), Inf) < 1e-12 ...
                       && all (normal >= 0) && abs (load / (6 * 80 * 9.81) - 1) < 1e-9);
end
B = dls_body (B, 'ball', 'density', 3000, 'shape', 'circle', 'size', 0.15, 'at', [-0.5 0.3], ...
              'velocity', [6 0]);
B = dls_touch (B, 'ball', 'all', 'mu', 0.5, 'restitution', 0.2);
for scheme = {'moreau-jean', 'moreau-jean-projected', 'rattle', 'nonsmooth-generalized-alpha'}
  sol = dls_simulate (B, [0 0.5], 'Scheme', scheme{1}, 'Step', 2e-3);
  told = sol.events(strcmp ({sol.events.kind}, 'unsettled'));
  late = sol.t(sol.residual > 1e-6);
  pass(end+1) = holds (sprintf ('shot, %s: %s, %g', scheme{1}, sol.message, ...
                                max (sol.residual)), ...
                       strcmp (sol.result, 'finished') && all ([told.value] <= 1e-3) ...
                       && all (ismember (late, [told.t])) && max (sol.residual) < 1e-3);
end
end

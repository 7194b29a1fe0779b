function pass = test_mechanism ()
% TEST_MECHANISM  Mechanisms by bodies and joints: equations, questions by name.
%   pass = test_mechanism ()   logical row; each failing element prints its name.
%   Oracles: forces and moments of each joint as wrenches on its two bodies, computed here;
%   differences along motions computed here; Newton's and Euler's laws by hand; enumeration.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
pass = [wrenches(), rates(), pendulum(), by_name(), friction(), limits(), drives(), own(), ...
        forces(), turned()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_mechanism: %s\n', name); end
end

function ok = near (x, y, tol)
ok = isequal (size (x), size (y)) && all (abs (x(:) - y(:)) <= tol * (1 + abs (y(:))));
end

function B = two_bodies (d)
% Two bodies in general position and motion.
B = dls_mechanism ('gravity', -9.81 * [zeros(1, d - 1), 1]);
if d == 2
  B = dls_body (B, 'a', 'mass', 2, 'inertia', 0.7, 'at', [0.3 -0.2], 'turned', 0.4, ...
                'velocity', [1 -2], 'spin', 0.7);
  B = dls_body (B, 'b', 'mass', 3, 'inertia', 0.5, 'at', [1.1 0.6], 'turned', -1.1, ...
                'velocity', [0.5 1.5], 'spin', -1.3);
else
  B = dls_body (B, 'a', 'mass', 2, 'inertia', [1 2 2.5], 'at', [0.3 -0.2 0.1], ...
                'turned', [0.4 -0.3 0.8], 'velocity', [1 -2 0.3], 'spin', [0.7 0.2 -0.5]);
  B = dls_body (B, 'b', 'mass', 3, 'inertia', [0.5 0.4 0.3], 'at', [1.1 0.6 -0.4], ...
                'turned', [-1.1 0.5 0.2], 'velocity', [0.5 1.5 -1], 'spin', [-1.3 0.6 0.9]);
end
end

function [x, R] = pose (q, d, k)
% Position and rotation of moving body k, independent of the toolbox.
if d == 2
  p = q(3*k-2:3*k);
  x = p(1:2);
  R = [cos(p(3)), -sin(p(3)); sin(p(3)), cos(p(3))];
else
  p = q(7*k-6:7*k);
  x = p(1:3);
  w = p(4);
  r = p(5:7);
  U = [0, -r(3), r(2); r(3), 0, -r(1); -r(2), r(1), 0];
  R = eye (3) + 2 * w * U + 2 * U * U;
end
end

function pass = wrenches ()
% A reaction is a force and a moment on b at its point, in the axes of a, and the opposite on a:
% at the same point of the world. Bodies are placed so that orientations agree.
pass = [];
cases = {2, 'hinge', 'xy', ''; 2, 'slider', 'y', 'z'; 2, 'fixed', 'xy', 'z'; 2, 'slot', 'y', ''
         3, 'hinge', 'xyz', 'yz'; 3, 'slider', 'yz', 'xyz'; 3, 'slot', 'yz', ''
         3, 'ball', 'xyz', ''; 3, 'cylindrical', 'yz', 'yz'; 3, 'planar', 'x', 'yz'
         3, 'fixed', 'xyz', 'xyz'};
for k = 1:size (cases, 1)
  [d, kind, push, turn] = cases{k,:};
  B = two_bodies (d);
  if d == 2
    a = {'a', [0.2 0.5], 'along', [3 1]};
    b = {'b', [-0.4 0.1]};
  else
    a = {'a', [0.2 0.5 -0.1], 'along', [3 1 2], 'across', [0 1 1]};
    b = {'b', [-0.4 0.1 0.3]};
  end
  if strcmp (kind, 'ball'), a = a(1:2); end
  B = dls_joint (B, 'j', kind, a, b);
  S = dls_system (B);
  rows = [num2cell(push), strcat('r', num2cell (turn))];
  pass(end+1) = holds ([kind, ': names'], isequal (S.names.b, strcat ('j.', rows)));
  W = [];
  for r = push, W = [W, wrench(B, r, true)]; end
  for r = turn, W = [W, wrench(B, r, false)]; end
  pass(end+1) = holds (sprintf ('%s in %dD: wrenches', kind, d), near (full (S.Gb), W, 1e-13));
end
end

function w = wrench (B, axis, is_force)
% The unit force or moment about an axis of the first place, on the coordinates of both bodies.
d = B.d;
j = B.joints(1);
[xa, Ra] = pose (B.q, d, 1);
[xb, Rb] = pose (B.q, d, 2);
k = find (axis == 'xyz');
if d == 2
  e = Ra * j.a.frame(:,min (k, 2));
  p = xb + Rb * j.b.point;
  arm = @(x) e(2) * (p(1) - x(1)) - e(1) * (p(2) - x(2));
  if is_force
    w = [-e; -arm(xa); e; arm(xb)];
  else
    w = [0; 0; -1; 0; 0; 1];
  end
else
  e = Ra * j.a.frame(:,k);
  p = xb + Rb * j.b.point;
  if is_force
    w = [-e; -Ra' * cross(p - xa, e); e; Rb' * cross(p - xb, e)];
  else
    w = [zeros(3, 1); -Ra' * e; zeros(3, 1); Rb' * e];
  end
end
end

function next = move (B, h)
% Positions after a time h with constant velocities, independent of the toolbox.
next = B.q;
for k = 1:numel (B.bodies)
  if B.d == 2
    next(3*k-2:3*k) = B.q(3*k-2:3*k) + h * B.v(3*k-2:3*k);
  else
    v = B.v(6*k-5:6*k);
    p = B.q(7*k-3:7*k);
    turn = norm (v(4:6)) * h / 2;
    r = [cos(turn); sin(turn) * v(4:6) / norm(v(4:6))];
    next(7*k-6:7*k-4) = B.q(7*k-6:7*k-4) + h * v(1:3);
    next(7*k-3:7*k) = [p(1) * r(1) - p(2:4)' * r(2:4)
                       p(1) * r(2:4) + r(1) * p(2:4) + cross(p(2:4), r(2:4))];
  end
end
end

function pass = rates ()
% d/dt(G'*v) at constant v is b, by central differences: of all kinds, not closed.
pass = [];
x2 = [1 0.3];
x3 = [0.2 1 -0.4];
y3 = [1 0 0.5];
cases = {2, 'hinge', {}; 2, 'slider', {}; 2, 'fixed', {}; 2, 'distance', {'length', 1}
         2, 'curve', {'radius', 2}; 2, 'curve', {'conic', [1 2 3 4 5 6]}; 2, 'gear', {'ratio', -2}
         2, 'rack', {'radius', 0.5}; 2, 'rolling', {'radius', 0.5}; 2, 'slot', {}
         2, 'rolling', {'radius', 0.5, 'on', 0.7}
         3, 'hinge', {}; 3, 'slider', {}; 3, 'ball', {}; 3, 'universal', {}; 3, 'cylindrical', {}
         3, 'planar', {}; 3, 'fixed', {}; 3, 'distance', {'length', 1}; 3, 'gear', {'ratio', 3}
         3, 'rack', {'radius', 0.5}; 3, 'screw', {'pitch', 0.3}; 3, 'rolling', {'radius', 0.5}
         3, 'rolling', {'radius', 0.5, 'on', 0.7}; 3, 'slot', {}};
h = 1e-4;
for k = 1:size (cases, 1)
  [d, kind, more] = cases{k,:};
  B = two_bodies (d);
  if d == 2
    places = {{'a', [0.2 0.5], 'along', x2}, {'b', [-0.4 0.1]}};
  else
    places = {{'a', [0.2 0.5 0.1], 'along', x3}, {'b', [-0.4 0.1 0.3], 'along', y3}};
  end
  B = dls_joint (B, 'j', kind, places{:}, more{:});
  S = dls_system (B);
  before = setfield (B, 'q', move (B, -h));
  after = setfield (B, 'q', move (B, h));
  speed = @(C) getfield (dls_system (C), 'Gb')' * B.v;
  pass(end+1) = holds (sprintf ('%s in %dD: rate', kind, d), ...
                       near ((speed (after) - speed (before)) / (2 * h), S.bb, 1e-5));
end
end

function pass = pendulum ()
% A rod that turns about its end with the rate w: forces of the pivot by hand.
m = 2;
l = 1.5;
w = 3;
phi = 0.6;
J = m * l ^ 2 / 12;
e = [cos(phi); sin(phi)];
n = [-sin(phi); cos(phi)];
B = dls_mechanism ('gravity', [0 -9.81]);
B = dls_body (B, 'rod', 'mass', m, 'inertia', J, 'at', l / 2 * e, 'turned', phi, ...
              'velocity', w * l / 2 * n, 'spin', w);
B = dls_joint (B, 'pivot', 'hinge', {'ground', [0 0]}, {'rod', [-l/2 0]});
alpha = -m * 9.81 * cos (phi) * l / 2 / (J + m * l ^ 2 / 4);
acc = l / 2 * (alpha * n - w ^ 2 * e);
[a, lambda, info] = dls_kkt (B);
f = m * (acc + [0; 9.81]);
pass = [holds('pendulum: acceleration', near (a, [acc; alpha], 1e-12)), ...
        holds('pendulum: reactions', near ([lambda.pivot.x; lambda.pivot.y], f, 1e-12)), ...
        holds('pendulum: vectors', isequal (lambda.nb, [lambda.pivot.x; lambda.pivot.y])), ...
        holds('pendulum: status', strcmp (info.status, 'solved'))];
% the same in space, tilted: forces are the same, out of the plane there are none
R = [0 0 1; 1 0 0; 0 1 0];
C = dls_mechanism ('gravity', R * [0; -9.81; 0]);
C = dls_body (C, 'rod', 'mass', m, 'inertia', [0 J J], 'at', l / 2 * R * [e; 0], ...
              'turned', R * [e, n, [0; 0]; 0 0 1], 'velocity', w * l / 2 * R * [n; 0], ...
              'spin', [0 0 w]);
C = dls_joint (C, 'pivot', 'hinge', {'ground', [0 0 0], 'along', R(:,3), 'across', R(:,1)}, ...
               {'rod', [-l/2 0 0]});
[~, lambda] = dls_kkt (C);
p = lambda.pivot;
pass(end+1) = holds ('pendulum in space', near ([p.y; p.z; p.x; p.ry; p.rz], [f; 0; 0; 0], 1e-11));
end

function B = bridge ()
% A beam on three supports: one more than it needs.
B = dls_mechanism ('gravity', [0 -9.81]);
B = dls_body (B, 'beam', 'mass', 1, 'inertia', 1/3);
B = dls_joint (B, 'left', 'hinge', {'ground', [-1 0]}, {'beam', [-1 0]});
B = dls_joint (B, 'mid', 'slot', {'ground', [0 0], 'along', [1 0]}, {'beam', [0 0]});
B = dls_joint (B, 'right', 'slot', {'ground', [1 0], 'along', [1 0]}, {'beam', [1 0]});
end

function pass = by_name ()
% Every function that takes a system takes a mechanism: the same numbers, and names.
B = bridge ();
S = dls_system (B);
pass = holds ('names', isequal (S.names.b, {'left.x', 'left.y', 'mid.y', 'right.y'}));
[a, lambda] = dls_kkt (B);
[a2, l2] = dls_kkt (S.M, S.Gb, S.F, S.bb);
pass(end+1) = holds ('dls_kkt', isequal (a, a2) && isequal (lambda.nb, l2) ...
                     && lambda.mid.y == l2(3));
K = dls_kkt_setup (B);
[~, l3] = dls_kkt (K, S.F, S.bb);
pass(end+1) = holds ('dls_kkt_setup', near (l3, l2, 1e-12));
R = dls_redundancy (B);
pass(end+1) = holds ('redundancy', R.nullity == 1 && isequal (R.determined', [true, false(1, 3)]));
text = {'left: 2 reactions, not determined: y', 'right.y  undetermined', ...
        '- left.y + 2 mid.y', 'any 1 of left.y, mid.y, right.y'};
for t = text
  pass(end+1) = holds (['table: ', t{1}], ~isempty (strfind (R.table, t{1})));
end
[a, lambda] = dls_contact (B);
pass(end+1) = holds ('dls_contact', isequal (lambda.nb(3), lambda.mid.y));
V = dls_sticking (B);
pass(end+1) = holds ('dls_sticking', isequal (V.lambda.nb(2), V.lambda.left.y));
[lo, hi, info] = dls_reaction_range (B);
pass(end+1) = holds ('dls_reaction_range', lo.mid.y == -Inf && hi.mid.y == Inf ...
                     && ~info.determined.mid.y && info.determined.left.x && info.unbounded.mid.y);
[v, p] = dls_impact (B, [0; -1; 0], []);
pass(end+1) = holds ('dls_impact', near (v, zeros (3, 1), 1e-12) ...
                     && near (p.left.y + p.mid.y + p.right.y, 1, 1e-12));
W = dls_wellposed (B);
D = dls_delassus (B);
F = dls_friction_bound (B);
pass(end+1) = holds ('others', isstruct (W.criteria) && size (D.A, 1) == 4 && isstruct (F));
answers = {struct('lo', lo, 'hi', hi, 'info', info), V, R};
[a, lambda, info] = dls_contact (B);
answers{end+1} = struct ('a', a, 'lambda', lambda, 'info', info);
[a, lambda, info] = dls_kkt (B);
answers{end+1} = struct ('a', a, 'lambda', lambda, 'info', info);
for k = 1:numel (answers)
  pass(end+1) = holds (sprintf ('dls_verify %d', k), dls_verify (B, answers{k}));
end
answers{end}.lambda.nb = 2 * answers{end}.lambda.nb;
pass(end+1) = holds ('dls_verify, forged', ~dls_verify (B, answers{end}));
end

function pass = friction ()
% A block in a guide, pushed off its line: two contacts, self-locking for d > l/(2 mu).
block = @(mu, d) dls_force (dls_joint (dls_body (dls_mechanism ('d', 2), 'block', 'mass', 1, ...
  'inertia', 1), 'guide', 'slider', {'ground', [0 0], 'along', [1 0]}, {'block'}, 'mu', mu, ...
  'size', 2), 'push', 'force', {'block', [0 d]}, [-10 0]);
pass = [];
for d = [1.9 2.1]
  V = dls_sticking (block (0.5, d));
  sticks = {'not_sticking', 'sticking'};
  pass(end+1) = holds (sprintf ('self-locking at %g', d), ...
                       strcmp (V.verdict, sticks{1 + (d > 2)}));
end
V = dls_sticking (block (0.5, 4));
l = V.lambda.guide;
pass(end+1) = holds ('mu_min', near (V.mu_min, 0.25, 1e-7));
pass(end+1) = holds ('ends', near ([l.n1 + l.n2; l.n1 - l.n2; l.t1 + l.t2], [0; -40; 10], 1e-7));
B = block (0.5, 1);
B.v = [3; 0; 0];
S = dls_system (B);
pass(end+1) = holds ('sliding', isequal (S.modeb, {'sliding', 'sliding'}) ...
                     && isequal (S.vtb, [3 3]));
end

function pass = limits ()
% A flap that rests on its stop.
B = dls_mechanism ('gravity', [0 -9.81]);
B = dls_body (B, 'flap', 'mass', 2, 'inertia', 1, 'at', [1 0]);
B = dls_joint (B, 'pin', 'hinge', {'ground', [0 0]}, {'flap', [-1 0]}, 'limits', [0 1]);
S = dls_system (B);
pass = holds ('names of limits', isequal (S.names.u, {'pin.low'}));
[a, lambda] = dls_contact (B);
pass(end+1) = holds ('stop', near (a, zeros (3, 1), 1e-12) ...
                     && near (lambda.pin.low, 2 * 9.81, 1e-12));
B.q = [cos(1); sin(1); 1];
S = dls_system (B);
pass(end+1) = holds ('upper limit', isequal (S.names.u, {'pin.high'}) ...
                     && near (full (S.Gu), [0; 0; -1], 1e-13));
B.v = [-sin(1); cos(1); 1] * -0.1;
pass(end+1) = holds ('leaving', isempty (getfield (getfield (dls_system (B), 'names'), 'u')));
end

function pass = drives ()
% A crank that is driven: torque of the motor by hand.
B = dls_mechanism ('gravity', [0 -9.81]);
B = dls_body (B, 'crank', 'mass', 2, 'inertia', 1, 'at', [1 0]);
B = dls_joint (B, 'pin', 'hinge', {'ground', [0 0]}, {'crank', [-1 0]});
A = dls_joint (B, 'motor', 'drive', 'pin', [0 0 2]);
C = dls_joint (B, 'motor', 'drive', 'pin', @(t) [2*t^2; 4*t; 4]);
pass = [];
for D = {A, C}
  [a, lambda] = dls_kkt (D{1});
  pass(end+1) = holds ('drive', near (a(3), 4, 1e-12) ...
                       && near (lambda.motor.drive, 4 * (1 + 2) + 2 * 9.81, 1e-11));
end
B = dls_joint (B, 'motor', 'drive', 'pin', @(t) [1; 2]);
pass(end+1) = raises (@() dls_system (B), 'delassus:dimension', 'motor');
B.joints(2).handle = @(t) error ('broken');
pass(end+1) = raises (@() dls_system (B), 'delassus:model', '''motor'' failed: broken');
end

function pass = own ()
% A hinge by own functions does what the hinge does.
B = dls_mechanism ('gravity', [0 -9.81]);
B = dls_body (B, 'rod', 'mass', 1, 'inertia', 1/12, 'at', [cos(0.3) sin(0.3)] / 2, ...
              'turned', 0.3, 'spin', 2, 'velocity', [-sin(0.3) cos(0.3)]);
f = @(t, q, v) deal (q(1:2) - [cos(q(3)); sin(q(3))] / 2, ...
                     [1 0; 0 1; sin(q(3))/2, -cos(q(3))/2], v(3)^2 / 2 * [cos(q(3)); sin(q(3))]);
A = dls_joint (B, 'pin', 'hinge', {'ground', [0 0]}, {'rod', [-.5 0]});
C = dls_joint (B, 'pin', 'own', {'x', 'y'}, f);
[a, l] = dls_kkt (A);
[a2, l2] = dls_kkt (C);
pass = holds ('own constraint', near (a, a2, 1e-12) && near (l.pin.x, l2.pin.x, 1e-12) ...
              && near (l.pin.y, l2.pin.y, 1e-12));
C = dls_joint (B, 'pin', 'own', {'x'}, f);
pass(end+1) = raises (@() dls_system (C), 'delassus:dimension', 'G is 3-by-2; expected 3-by-1');
end

function pass = forces ()
% Forces on the right: each one by hand.
B = dls_mechanism ('d', 2);
B = dls_body (B, 'a', 'mass', 1, 'inertia', 1, 'at', [1 2], 'turned', pi / 2, 'velocity', [3 0]);
F = @(B) -getfield (dls_system (B), 'F');
add = @(varargin) F (dls_force (B, 'f', varargin{:}));
pass = [holds('force', near (add ('force', {'a', [1 0]}, [2 3]), [2; 3; -2], 1e-13)), ...
        holds('thrust', near (add ('thrust', {'a', [0 1]}, [1 0]), [0; 1; -1], 1e-13)), ...
        holds('torque', near (add ('torque', 'a', @(t, q, v) v(1)), [0; 0; 3], 1e-13)), ...
        holds('spring', near (add ('spring', {'ground', [1 0]}, {'a', [0 0]}, 'stiffness', 5, ...
                                   'length', 1.5), [0; -2.5; 0], 1e-13)), ...
        holds('damper', near (add ('spring', {'ground', [0 2]}, {'a', [0 0]}, 'damping', 5), ...
                              [-15; 0; 0], 1e-13)), ...
        holds('own', near (add ('own', @(t, q, v) [1; 2; 3]), [1; 2; 3], 1e-13)), ...
        holds('bushing', near (add ('bushing', {'ground', [1 2], 'along', [1 0]}, {'a', [0 0]}, ...
              'damping', [2 1]), [-6; 0; 0], 1e-13))];
C = dls_mechanism ('d', 3);
C = dls_body (C, 'a', 'mass', 1, 'inertia', [1 2 2], 'turned', [0 0 pi / 2], 'spin', [1 2 3]);
gyro = -cross ([1; 2; 3], [1; 4; 6]);
pass(end+1) = holds ('gyroscope', near (F (C), [0; 0; 0; gyro], 1e-13));
C = dls_force (C, 'f', 'torque', 'a', [1 0 0]);
pass(end+1) = holds ('torque in space', near (F (C), [0; 0; 0; gyro + [0; -1; 0]], 1e-13));
C = dls_joint (B, 'pin', 'hinge', {'ground', [1 2]}, {'a'});
C = dls_force (C, 'f', 'torque', 'pin', 4);
pass(end+1) = holds ('torque of a joint', near (F (C), [0; 0; 4], 1e-13));
C = dls_force (C, 'g', 'spring', 'pin', 'stiffness', 2, 'length', -1);
pass(end+1) = holds ('spring of a joint', near (F (C), [0; 0; 2], 1e-13));
end

% Bodies and axes turned by any angle: a slider is closed as it was made, and the angle of a hinge
% is zero there.
function pass = turned ()
pass = [];
for at = [-7 -2.5 0 2.5 5]
  for w = [-170 0 100 170] * pi / 180
    A = dls_body (dls_mechanism ('d', 2), 'a', 'mass', 1, 'inertia', 1, 'turned', at);
    ground = {'ground', [0 0], 'along', [cos(w) sin(w)]};
    [B, info] = dls_assemble (dls_joint (A, 's', 'slider', ground, {'a'}));
    name = sprintf ('turned %g, %g', at, w);
    pass(end+1) = holds (name, strcmp (info.status, 'assembled') && near (B.q, A.q, 1e-12));
    B = dls_joint (A, 'h', 'hinge', ground, {'a'}, 'limits', [-1 1]);
    B = dls_joint (B, 'm', 'drive', 'h', [0.5 0 0]);
    [B, info] = dls_assemble (B);
    pass(end+1) = holds ([name, ', hinge'], strcmp (info.status, 'assembled') ...
                         && near (B.q, A.q + [0; 0; 0.5], 1e-9));
  end
end
end

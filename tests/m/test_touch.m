function pass = test_touch ()
% TEST_TOUCH  Shapes of mechanisms that touch: gaps, gradients, questions by name, motions.
%   pass = test_touch ()   logical row; each failing element prints its name.
%   Oracles: distances by support functions in sampled directions; differences along motions;
%   statics, sliding and impacts by hand.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
pass = [distances(), differences(), statics(), sliding(), bouncing(), balls(), many(), pasted(), ...
        wrong()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_touch: %s\n', name); end
end

function ok = near (x, y, tol)
ok = isequal (size (x), size (y)) && all (abs (x(:) - y(:)) <= tol * (1 + abs (y(:))));
end

function [given, corners, radius] = shape (kind)
% Arguments of dls_body; the same outline for the oracle.
radius = 0;
switch kind
  case 'circle'
    given = {'shape', 'circle', 'size', 0.4};
    corners = [0; 0];
    radius = 0.4;
  case 'box'
    given = {'shape', 'box', 'size', [1.2 0.5]};
    corners = [-0.6 0.6 0.6 -0.6; -0.25 -0.25 0.25 0.25];
  case 'segment'
    given = {'shape', 'segment', 'size', 1.4};
    corners = [-0.7 0.7; 0 0];
  case 'polygon'
    corners = [0.8 -0.2 -0.6; 0.1 0.5 -0.6];
    given = {'shape', 'polygon', 'points', corners};
end
end

function [B, X, r] = pair_of (kinds, at, turned, moving)
% Two bodies; their corners in the world, their radii.
B = dls_mechanism ('gravity', [0 -9.81]);
names = {'a', 'b'};
X = cell (1, 2);
r = zeros (1, 2);
for k = 1:2
  [given, P, r(k)] = shape (kinds{k});
  B = dls_body (B, names{k}, 'mass', 1 + k, 'inertia', 0.3 * k, given{:}, 'at', at(:,k), ...
                'turned', turned(k), 'velocity', moving(1:2,k), 'spin', moving(3,k));
  c = cos (turned(k));
  s = sin (turned(k));
  X{k} = [c, -s; s, c] * P + repmat (at(:,k), 1, size (P, 2));
end
B = dls_touch (B, 'a', 'b', 'mu', 0.4);
end

function [far, n] = apart (X, r)
% How far the outlines are apart: the best of many directions, then of finer ones around it.
from = linspace (0, 2 * pi, 721);
for width = [0, 1e-2, 1e-4, 1e-6]
  if width > 0, from = best + linspace (-width, width, 401); end
  n = [cos(from); sin(from)];
  [far, k] = max (min (n' * X{2}, [], 2) - max (n' * X{1}, [], 2) - sum (r));
  best = from(k);
end
n = n(:,k);
end

function pass = distances ()
% The least gap is the distance where an edge or a round side is nearest; where two corners are, it
% is less, but has its sign; overlapping shapes have the depth of the overlap.
pass = [];
kinds = {'circle', 'box', 'segment', 'polygon'};
rand ('twister', 7);
[wrong_sign, off, normals, seen] = deal (0);
for i = 1:4
  for j = 1:4
    for k = 1:8
      at = [zeros(2, 1), 1.1 * (2 * rand(2, 1) - 1)];
      turned = 7 * rand (1, 2);
      [B, X, r] = pair_of (kinds([i j]), at, turned, zeros (3, 2));
      [far, n] = apart (X, r);
      E = look (B, B.q, B.v);
      [g, k] = min (E.g);
      wrong_sign = wrong_sign + (sign (g) ~= sign (far) && abs (far) > 1e-9);
      touched = all (ismember ([i j], 1)) || far < 0 || at_edge (n, B, kinds([i j]), turned);
      if touched
        seen = seen + 1;
        off = max (off, abs (g - far));
        normals = max (normals, norm (E.normal(:,k) - n));
      end
    end
  end
end
pass(end+1) = holds ('signs of gaps', wrong_sign == 0);
pass(end+1) = holds ('distances', seen > 70 && off < 1e-7);
pass(end+1) = holds ('normals from the first to the second', normals < 1e-5);
end

function yes = at_edge (n, B, kinds, turned)
% Is the direction the normal of an edge of a (outwards) or b (inwards), or a circle's?
yes = any (strcmp (kinds, 'circle'));
sides = [1, -1];
for k = 1:2
  [~, P] = shape (kinds{k});
  if size (P, 2) > 1
    if size (P, 2) == 2, P = P(:,[1 2 2 1]) + [0 0 0 0; -1 -1 1 1] * 1e-3; end
    E = P(:,[2:end, 1]) - P;
    c = cos (turned(k));
    s = sin (turned(k));
    m = [c, -s; s, c] * [E(2,:); -E(1,:)];
    m = m ./ repmat (sqrt (sum (m .^ 2, 1)), 2, 1);
    yes = yes || any (sides(k) * (n' * m) > 1 - 1e-9);
  end
end
end

function E = look (B, q, v)
% All contacts, closed or not.
sol = dls_simulate (B, [0 0], 'InitialTolerance', Inf);
E = dls_mechanism_mex ('evaluate', sol.model.machine, 0, q, v);
E.normal = E.normal(1:B.d,:);
end

function pass = differences ()
% Speeds are the derivatives of gaps, rates those of speeds, along a motion; friction is along the
% velocity of the material points, and its rate that of this velocity.
pass = [];
kinds = {'circle', 'box', 'segment', 'polygon'};
h = 1e-5;
rand ('twister', 8);
[speeds, rates, slips, arms] = deal (0);
for i = 1:4
  for j = 1:4
    at = [zeros(2, 1), 1.1 * (2 * rand(2, 1) - 1)];
    B = pair_of (kinds([i j]), at, 7 * rand (1, 2), 2 * rand (3, 2) - 1);
    E = look (B, B.q, B.v);
    before = look (B, B.q - h * B.v, B.v);
    after = look (B, B.q + h * B.v, B.v);
    speeds = max ([speeds; abs((after.g - before.g) / (2 * h) - E.N' * B.v)]);
    rates = max ([rates; abs((after.N - before.N)' * B.v / (2 * h) - E.bu)]);
    slips = max ([slips; abs((after.T - before.T)' * B.v / (2 * h) - E.bt)]);
    for k = 1:numel (E.g)
      x = E.point(1:2,k);
      n = E.normal(:,k);
      arm = @(y, t) (x(1) - y(1)) * t(2) - (x(2) - y(2)) * t(1);
      W = @(t) [-t; -arm(B.q(1:2), t); t; arm(B.q(4:5), t)];
      arms = max ([arms; norm(E.N(:,k) - W (n)); norm(E.T(:,k) - W ([n(2); -n(1)]))]);
    end
  end
end
pass(end+1) = holds ('speeds of gaps', speeds < 1e-7);
pass(end+1) = holds ('rates', rates < 1e-7);
pass(end+1) = holds ('rates of slips', slips < 1e-7);
pass(end+1) = holds ('forces act in the point', arms < 1e-14);
end

function pass = statics ()
% Two blocks on the ground and a ball on them; a block whose middle is beyond its support.
pass = [];
B = dls_mechanism ('gravity', [0 -10]);
B = dls_body (B, 'a', 'mass', 1, 'shape', 'box', 'size', [2 1], 'at', [0 0.5]);
B = dls_body (B, 'b', 'mass', 1, 'shape', 'box', 'size', [2 1], 'at', [0 1.5]);
B = dls_body (B, 'c', 'mass', 1, 'shape', 'circle', 'size', 0.3, 'at', [0.2 2.3]);
B = dls_touch (B, 'ground', 'a', 'mu', 0.5);
B = dls_touch (B, 'b', 'a', 'mu', 0.5);
B = dls_touch (B, 'c', 'b');
[a, lambda] = dls_contact (B);
pass(end+1) = holds ('a stack rests', norm (a) < 1e-12);
[lo, hi] = dls_reaction_range (B);
want = [14 16 9 11 10];
pass(end+1) = holds ('loads of a stack', near (lambda.nu', want, 1e-9) ...
                     && near (lo.nu', want, 1e-6) && near (hi.nu', want, 1e-6) ...
                     && lambda.b_a.n1 == lambda.nu(3));
S = dls_system (B);
pass(end+1) = holds ('rows', isequal (S.names.u, {'ground-a.n1', 'ground-a.n2', 'b-a.n1', ...
                                                  'b-a.n2', 'c-b.n'}));
B.q(4:6) = [1.2; 1.5; 0];
B.q(8) = 5;
a = dls_contact (B);
pass(end+1) = holds ('it topples', a(6) < -1);
end

function pass = sliding ()
% A block slides v^2/(2 mu g): on the ground, and on another body, over whose end it juts at last.
pass = [];
B = dls_mechanism ('gravity', [0 -10]);
B = dls_body (B, 'box', 'mass', 3, 'shape', 'box', 'size', [1 0.4], 'at', [0 0.2], ...
              'velocity', [2 0]);
B = dls_body (B, 'floor', 'fixed', true, 'at', [0.3 -1], 'shape', 'box', 'size', [1.1 2]);
on = {'ground', 'floor'};
for k = 1:2
  C = dls_touch (B, on{k}, 'box', 'mu', 0.4);
  sol = dls_simulate (C, [0 1], 'Step', 1e-3);
  pass(end+1) = holds (['slides on the ', on{k}], near (sol.q(1:3,end)', [0.5 0.2 0], 2e-3) ...
                       && norm (sol.v(:,end)) < 1e-12);
end
end

function pass = bouncing ()
% The time of the first impact of a disk, and how high it is later.
pass = [];
B = dls_mechanism ('gravity', [0 -10]);
B = dls_body (B, 'disk', 'mass', 1, 'shape', 'circle', 'size', 0.2, 'at', [0 1.45]);
B = dls_body (B, 'table', 'fixed', true, 'shape', 'box', 'size', [4 0.2], 'turned', pi);
B = dls_touch (B, 'disk', 'table', 'restitution', 0.8);
sol = dls_simulate (B, [0 0.9], 'Scheme', 'event-driven');
hit = sol.events(find (strcmp ({sol.events.kind}, 'impact'), 1));
pass(end+1) = holds ('time of an impact', abs (hit.t - sqrt (2 * 1.15 / 10)) < 1e-9);
up = 0.9 - hit.t;
v = 0.8 * sqrt (2 * 1.15 * 10);
pass(end+1) = holds ('it jumps', near (sol.q(2,end), 0.3 + v * up - 5 * up ^ 2, 1e-8));
end

function pass = balls ()
% Spheres in space: one on another, beside a half space; material velocities by hand.
pass = [];
B = dls_mechanism ('gravity', [0 0 -10]);
B = dls_body (B, 'wall', 'fixed', true, 'turned', [0 pi/2 0], 'shape', 'halfspace');
B = dls_body (B, 'a', 'mass', 2, 'shape', 'sphere', 'size', 0.5, 'at', [0.5 0 0.5]);
B = dls_body (B, 'b', 'mass', 1, 'shape', 'sphere', 'size', 0.5, 'at', [0.5 0 1.5]);
for name = {'a', 'b'}
  B = dls_touch (B, name{1}, 'wall');
  B = dls_touch (B, 'ground', name{1}, 'mu', 0.3);
end
B = dls_touch (B, 'a', 'b', 'restitution', 0.5);
E = look (B, B.q, B.v);
pass(end+1) = holds ('gaps of spheres', near (E.g', [0 0 0 1 0], 1e-14));
[~, lambda] = dls_contact (B);
pass(end+1) = holds ('a tower of spheres', abs (lambda.ground_a.n - 30) < 1e-8);
C = dls_mechanism ('gravity', [0 0 -10]);
C = dls_body (C, 'table', 'mass', 4, 'shape', 'box', 'size', [2 1 0.5], 'at', [0 0 0.25]);
C = dls_body (C, 'bar', 'mass', 1, 'shape', 'capsule', 'size', [0.2 1], 'at', [3 0 0.2], ...
              'turned', [0 pi/2 0]);
C = dls_touch (C, 'ground', 'table', 'mu', 0.3);
C = dls_touch (C, 'ground', 'bar', 'mu', 0.3);
[lo, hi] = dls_reaction_range (C);
low = lo.nu(1:4)';
high = hi.nu(1:4)';
pass(end+1) = holds ('a table: no foot is determined', near (low, zeros (1, 4), 1e-6) ...
                     && near (high, 20 * ones (1, 4), 1e-6));
pass(end+1) = holds ('a capsule: both ends are', near ([lo.nu(5:6)', hi.nu(5:6)'], ...
                                                       [5 5 5 5], 1e-6));
w = [0.3 -0.2 0.5; 0.1 0.4 -0.3]';
B.v = [0; 0; 0; w(:,1); 1; 2; 3; w(:,2)];
E = look (B, B.q, B.v);
slip = [1; 2; 3] + cross (w(:,2), [0; 0; -0.5]) - cross (w(:,1), [0; 0; 0.5]);
pass(end+1) = holds ('slips of spheres', near (norm (E.T(:,9:10)' * B.v), norm (slip(1:2)), 1e-12));
end

function B = disks (far)
% Twelve disks above a wedge, and others that never move.
B = dls_mechanism ('gravity', [0 -10]);
B = dls_body (B, 'left', 'fixed', true, 'turned', -0.7, 'shape', 'halfplane');
B = dls_body (B, 'right', 'fixed', true, 'turned', 0.7, 'shape', 'halfplane');
for k = 0:11
  B = dls_body (B, sprintf ('disk%d', k), 'mass', 1, 'shape', 'circle', 'size', 0.2 + 0.01 * k, ...
                'at', [0.65 * mod(k, 4) - 1 + 0.03 * k, 1.5 + 0.65 * floor(k / 4)]);
end
for k = 1:far
  B = dls_body (B, sprintf ('far%d', k), 'fixed', true, 'shape', 'circle', 'size', 0.2, ...
                'at', [5 * k, 50]);
end
B = dls_touch (B, 'all', 'all', 'mu', 0.2, 'restitution', 0.3);
end

function pass = many ()
% Where there are many pairs only those that are near are watched: the same motion, and at each time
% nothing overlaps that is not among the contacts.
pass = [];
few = disks (0);
lot = disks (12);
args = {[0 0.8], 'Step', 4e-3, 'Tolerance', 1e-10};
a = dls_simulate (few, args{:});
b = dls_simulate (lot, args{:});
pass(end+1) = holds ('contacts come and go', isempty (a.contact) && size (b.contact, 1) > 0 ...
                     && size (b.contact, 1) < 90);
pass(end+1) = holds ('the same motion', norm (a.q - b.q, Inf) < 1e-6);
[lost, off] = deal (0);
r = 0.2 + 0.01 * (0:11);
for j = 1:5:numel (b.t)
  x = reshape (b.q(:,j), 3, [])(1:2,:);
  for k = 1:12
    for i = 1:k-1
      gap = norm (x(:,i) - x(:,k)) - r(i) - r(k);
      at = b.contact(:,j) == 1 + 1024 * (2 + i + 27 * (2 + k));
      lost = lost + (gap < 0 && j > 1 && ~any (at));
      off = max ([off; abs(b.gap(at,j) - gap)]);
    end
  end
end
pass(end+1) = holds ('none is lost', lost == 0);
pass(end+1) = holds ('gaps by identity', off < 1e-12);
pass(end+1) = holds ('free places', all (isinf (b.gap(b.contact == 0))));
half = dls_simulate (lot, [0 0.4], args{2:end});
whole = dls_simulate (lot, [0.4 0.8], half, args{2:end});
pass(end+1) = holds ('a motion goes on', norm (whole.q(:,end) - b.q(:,end)) < 1e-2 ...
                     && numel (whole.t) == numel (b.t));
few.q = b.q(:,end);
few.v = 0 * few.v;
lot = dls_at (lot, b, numel (b.t));
lot.v = few.v;
S = dls_system (few);
T = dls_system (lot);
pass(end+1) = holds ('the same question', isequal (sort (S.names.u), sort (T.names.u)));
end

function B = engine ()
B = dls_mechanism ('gravity', [0 -9.81]);
B = dls_body (B, 'crank', 'mass', 1, 'inertia', .1, 'at', [0 0], 'turned', pi/4, ...
              'shape', 'box', 'size', [1 .1]);
B = dls_joint (B, 'bearing', 'hinge', {'ground', [0 0]}, {'crank', [-.5 0]});
B = dls_body (B, 'rod', 'mass', 1, 'inertia', .3, 'at', [1 .5], 'turned', -pi/8, ...
              'shape', 'box', 'size', [2 .1]);
B = dls_body (B, 'piston', 'mass', .5, 'inertia', .01, 'at', [2 0], 'shape', 'box', ...
              'size', [.3 .2]);
B = dls_body (B, 'wall', 'fixed', true, 'at', [3.2 0], 'shape', 'box', 'size', [.2 1]);
B = dls_joint (B, 'crankpin', 'hinge', {'crank', [.5 0]}, {'rod', [-1 0]});
B = dls_joint (B, 'wristpin', 'hinge', {'rod', [1 0]}, {'piston', [0 0]});
B = dls_joint (B, 'guide', 'slider', {'ground', [0 0], 'along', [1 0]}, {'piston', [0 0]}, ...
               'mu', .2, 'size', .3);
end

function pass = pasted ()
% The lines of the manual, in every question and a motion; then a stronger motor drives the piston
% against the wall.
B = dls_force (engine (), 'motor', 'torque', 'crank', @(t, q, v) 3);
B = dls_touch (B, 'piston', 'wall', 'mu', .3, 'restitution', .5);
B = dls_assemble (B);
sol = dls_simulate (B, [0 5]);
R = dls_redundancy (B);
[~, lambda] = dls_kkt (B);
V = dls_sticking (B);
[lo, hi] = dls_reaction_range (B);
W = dls_wellposed (B);
[~, contact] = dls_contact (B);
pass = holds ('the lines of the manual', strcmp (sol.result, 'finished') && R.rank == 8 ...
              && isfield (lambda, 'bearing') && strcmp (V.verdict, 'sticking') ...
              && lo.bearing.x <= hi.bearing.x + 1e-9 && ~isempty (W.table) ...
              && isfield (contact.guide, 't1'));
B = dls_force (engine (), 'motor', 'torque', 'crank', 30);
B = dls_touch (B, 'piston', 'wall', 'mu', .3, 'restitution', .5);
B = dls_assemble (B);
sol = dls_simulate (B, [0 3], 'Step', 2e-3);
names = sol.model.names.u;
wall = find (strncmp ('piston-wall', names, 11));
pass(end+1) = holds ('contacts of a motion', isequal (names(wall), {'piston-wall.n1', ...
                                                                    'piston-wall.n2'}));
p = sol.p(6 + wall,:);                           % after those of the hinges
pass(end+1) = holds ('the piston hits the wall', any (p(:) > 0.1) ...
                     && max (sol.q(7,:)) < 2.95 + 2e-3);
B.q = sol.q(:,find (any (p > 0), 1));
k = find (sol.q(7,:) > 2.9, 1);
S = dls_system (sol, k);
pass(end+1) = holds ('the system of an instant', size (S.Gb, 2) == 8);
end

function pass = wrong ()
pass = [];
B = dls_mechanism ('gravity', [0 -9.81]);
B = dls_body (B, 'ball', 'mass', 1, 'shape', 'circle', 'size', 1);
B = dls_body (B, 'point', 'mass', 1, 'inertia', 1);
B = dls_body (B, 'floor', 'fixed', true, 'shape', 'halfplane');
C = dls_touch (B, 'ground', 'ball');
cases = {@() dls_touch(B, 'ball'), 'dimension', '2 given'
         @() dls_touch(B, 'ball', 'bal'), 'option', 'no body ''bal'''
         @() dls_touch(B, 'ball', 'ball'), 'option', 'a body and itself'
         @() dls_touch(B, 'floor', 'ground'), 'option', 'neither body moves'
         @() dls_touch(B, 'ball', 'point'), 'option', '''point'' has no shape'
         @() dls_touch(C, 'ball', 'ground'), 'option', 'touch already'
         @() dls_touch(B, 'ball', 'ground', 'mu', -1), 'option', '''mu'''
         @() dls_touch(B, 'ball', 'ground', 'nu', 1), 'option', '''nu'''
         @() dls_body(B, 'x', 'density', 1, 'shape', 'halfplane'), 'option', 'halfplane'
         @() dls_body(B, 'x', 'mass', 1, 'shape', 'halfplane'), 'option', 'inertia'};
for k = 1:size (cases, 1)
  pass(end+1) = holds (sprintf ('wrong %d', k), ...
                       raises (cases{k,1}, ['delassus:', cases{k,2}], cases{k,3}));
end
B = dls_mechanism ('gravity', [0 0 -9.81]);
B = dls_body (B, 'brick', 'mass', 1, 'shape', 'box', 'size', [1 1 1]);
B = dls_touch (B, 'ground', 'brick');
pass(end+1) = holds ('overlap', ...
                     raises (@() dls_assemble (B), 'delassus:assembly', 'shapes overlap'));
end

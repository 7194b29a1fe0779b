function [pass, skipped] = test_solids ()
% TEST_SOLIDS  Solids that touch in space: boxes, cylinders, capsules, hulls, meshes.
%   [pass, skipped] = test_solids ()   logical row; each failing element prints its name.
%   Oracles: points of known pairs; distances of convex bodies by quadratic programs (qp); statics,
%   momentum, rolling by hand. Without ODE only what says so is tested.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
pass = [outlines(), files(), on_planes(), robot()];
[there, pass(end+1)] = collider ();
skipped = double (~there);
if there
  pass = [pass, known_pairs(), distances(), identities(), stacks(), dropped(), ...
          collision()];
end
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_solids: %s\n', name); end
end

function ok = near (x, y, tol)
ok = isequal (size (x), size (y)) && all (abs (x(:) - y(:)) <= tol * (1 + abs (y(:))));
end

function [P, F] = cube (s)
P = diag (s / 2) * [-1 1 1 -1 -1 1 1 -1; -1 -1 1 1 -1 -1 1 1; -1 -1 -1 -1 1 1 1 1];
F = [1 1 5 5 1 1 2 2 3 3 4 4; 3 4 6 7 2 6 3 7 4 8 1 5; 2 3 7 8 6 5 7 6 8 7 5 8];
end

function [there, ok] = collider ()
B = pair ({'shape', 'box', 'size', [1 1 1]}, {'shape', 'box', 'size', [1 1 1]}, [0 0 1], [0 0 0]);
ok = true;
try
  S = dls_system (B);
  there = S.nu > 0;
catch err
  there = false;
  ok = holds ('what is missing', ~isempty (strfind (err.message, 'libode-dev')));
end
end

function B = pair (a, b, at, turned)
B = dls_mechanism ('gravity', [0 0 -10]);
B = dls_body (B, 'base', 'fixed', true, a{:});
B = dls_body (B, 'top', 'mass', 1, 'inertia', [1 1 1], b{:}, 'at', at, 'turned', turned);
B = dls_touch (B, 'base', 'top', 'mu', 0.5);
end

function pass = outlines ()
% Volume and inertia of a box by its triangles; broken ones.
[P, F] = cube ([1 2 3]);
B = dls_mechanism ('d', 3);
B = dls_body (B, 'box', 'density', 2, 'shape', 'box', 'size', [1 2 3]);
B = dls_body (B, 'mesh', 'density', 2, 'shape', 'mesh', 'points', P, 'faces', F);
B = dls_body (B, 'hull', 'density', 2, 'shape', 'hull', 'points', [P, 0.5 * P]);
pass = [holds('mesh', near (B.bodies(2).inertia, B.bodies(1).inertia, 1e-14)), ...
        holds('hull', near (B.bodies(3).inertia, B.bodies(1).inertia, 1e-14)), ...
        holds('mass', near ([B.bodies.mass], [12 12 12], 1e-14)), ...
        holds('corners', isequal (size (B.bodies(3).points), [3 8]))];
mesh = @(P, F) dls_body (B, 'x', 'density', 1, 'shape', 'mesh', 'points', P, 'faces', F);
turned = F;
turned(:,3) = F([2 1 3],3);
cases = {@() mesh(P, F + 1), 'numbers of points, from 1 to 8'
         @() mesh(P, [F, [1; 1; 2]]), 'triangle 13 has no area'
         @() mesh(P, turned), 'in the same direction'
         @() mesh(P, F(:,2:end)), 'the mesh is open'
         @() mesh(P, F([2 1 3],:)), 'inside out'
         @() mesh(P + 1, F), 'the centre of the triangles is at (1, 1, 1)'
         @() mesh(P(1:2,:), F), '3-by-k'
         @() dls_body(B, 'x', 'mass', 1, 'shape', 'hull', 'points', P(:,1:4)), 'lie in a plane'
         @() dls_body(B, 'x', 'mass', 1, 'shape', 'hull', 'points', P(:,1:3)), 'k >= 4'};
for k = 1:size (cases, 1)
  pass(end+1) = holds (sprintf ('broken %d', k), ...
                       raises (cases{k,1}, 'delassus:option', cases{k,2}));
end
end

function name = written (extension, text)
name = [tempname(), extension];
fid = fopen (name, 'w');
fwrite (fid, text);
fclose (fid);
end

function pass = files ()
[P, F] = cube ([1 2 3]);
X = P(:,F);
text = sprintf (['facet normal 0 0 0\nouter loop\n', repmat('vertex %g %g %g\n', 1, 3), ...
                 'endloop\nendfacet\n'], X);
binary = [zeros(1, 80), double(typecast (uint32 (12), 'uint8'))];
for k = 1:12
  corners = typecast (single (reshape (X(:,3*k-2:3*k), 1, [])), 'uint8');
  binary = [binary, zeros(1, 12), double(corners), 0, 0];
end
squares = [1 4 3 2; 5 6 7 8; 1 2 6 5; 2 3 7 6; 3 4 8 7; -5 -8 -4 -1];
obj = [sprintf('v %g %g %g\n', P), sprintf('f %d/1 %d//2 %d %d\n', squares')];
kinds = {'.stl', ['solid x', text, 'endsolid']; '.STL', char(binary); '.obj', obj};
pass = [];
for k = 1:3
  name = written (kinds{k,:});
  B = dls_body (dls_mechanism ('d', 3), 'x', 'density', 1, 'shape', 'mesh', 'file', name);
  pass(end+1) = holds (kinds{k,1}, near ([B.bodies.mass; diag(B.bodies.inertia)], ...
                                         [6; 6.5; 5; 2.5], 1e-6));
  delete (name);
end
bad = {'.stl', 'vertex 1 2 3', '1 corners'; '.obj', 'v 1 2', 'expected v and 3'; ...
       '.obj', 'v 1 2 3', 'no faces'; '.txt', ' ', 'no .stl or .obj'
       '.obj', sprintf('v 1 2 3\nf 1 1 9\n'), 'the point 9; there are 1'
       '.obj', sprintf('v 1 2 3\nf 1 1\n'), 'the line ''f 1 1'''};
for k = 1:size (bad, 1)
  name = written (bad{k,1:2});
  pass(end+1) = holds (bad{k,3}, raises (@() dls_body (B, 'y', 'mass', 1, 'shape', 'hull', ...
                                                       'file', name), 'delassus:format', bad{k,3}));
  delete (name);
end
end

function B = lying (shape, at, turned)
B = dls_mechanism ('gravity', [0 0 -10]);
B = dls_body (B, 'floor', 'fixed', true, 'shape', 'halfspace', 'turned', [0 0.3 0]);
R = [cos(0.3) 0 sin(0.3); 0 1 0; -sin(0.3) 0 cos(0.3)];
T = eye (3);
if any (turned), T = [1 0 0; 0 0 -1; 0 1 0]; end
B = dls_body (B, 'body', 'mass', 2, shape{:}, 'at', R * at(:), 'turned', R * T);
B = dls_touch (B, 'floor', 'body', 'mu', 0.8);
end

function pass = on_planes ()
% A cylinder stands on 8 points, lies on 2; rolls down a slope with 2/3 g sin. A hull on a plane.
% (No ODE for these.)
B = lying ({'shape', 'cylinder', 'size', [0.5 2]}, [0 0 1], 0);
S = dls_system (B);
C = lying ({'shape', 'cylinder', 'size', [0.5 2]}, [0 0 0.5], 1);
a = dls_contact (C);
[~, ~, info] = dls_contact (C);
along = [cos(0.3) 0 -sin(0.3)];
[P, ~] = cube ([1 2 3]);
D = lying ({'shape', 'hull', 'points', [P, [0.6; 0; 0]], 'inertia', [1 1 1]}, [0 0 1.5], 0);
T = dls_system (D);
sol = dls_simulate (C, [0 0.5], 'Step', 1e-3);
pass = [holds('stands', S.nu == 8), holds('lies', strcmp (info.status, 'solved')), ...
        holds('rolls', near (along * a(1:3), 20/3 * sin (0.3), 1e-9)), ...
        holds('hull', T.nu == 4), ...
        holds('rolled', near (along * sol.v(1:3,end), 10/3 * sin (0.3), 2e-3))];
end

function pass = known_pairs ()
[P, F] = cube ([1 1 1]);
box = {'shape', 'box', 'size', [1 1 1]};
hull = {'shape', 'hull', 'points', P};
skew = {'shape', 'hull', 'points', [P, [0.7; 0; 0]]};
mesh = {'shape', 'mesh', 'points', P, 'faces', F};
tube = {'shape', 'cylinder', 'size', [0.3 1]};
disk = {'shape', 'cylinder', 'size', [2 1]};
ball = {'shape', 'sphere', 'size', 0.5};
pill = {'shape', 'capsule', 'size', [0.25 0.6]};
flat = [pi/2 0 0];
four = [0.5 0.5 -0.4 -0.4; 0.5 -0.45 0.5 -0.45]';
cases = {box, box, [0.1 0.05 1], 0, 4; hull, box, [0.1 0.05 1], 0, 4
         box, skew, [0.1 0.05 1], 0, 4; skew, skew, [0.1 0.05 1], 0, 4
         mesh, box, [0.1 0.05 1], 0, 4; box, mesh, [0.1 0.05 1], 0, 4
         mesh, skew, [0.1 0.05 1], 0, 4; mesh, mesh, [0.1 0.05 1], 0, 4
         box, tube, [0.1 0.05 1], 0, 8; mesh, tube, [0.1 0.05 1], 0, 8
         skew, tube, [0.1 0.05 1], 0, 8; disk, box, [0.1 0.05 1], 0, 4
         disk, tube, [0.1 0.05 1], 0, 8; disk, mesh, [0.1 0.05 1], 0, 4
         box, tube, [0.1 0 0.8], 1, 2; tube, tube, [0.6 0 0.2], 0, 2
         mesh, tube, [0.1 0 0.8], 1, 2; box, pill, [0.1 0 0.75], 1, 2
         mesh, pill, [0.1 0 0.75], 1, 2; pill, pill, [0.5 0 0.1], 0, 2
         box, ball, [0.1 0.2 1], 0, 1; mesh, ball, [0.1 0.2 1], 0, 1
         skew, ball, [0.1 0.2 1], 0, 1; disk, ball, [1.9 0 1], 0, 1
         tube, ball, [0.8 0 0.1], 0, 1; pill, ball, [0 0 1.05], 0, 1};
pass = [];
for k = 1:size (cases, 1)
  B = pair (cases{k,1}, cases{k,2}, cases{k,3}, cases{k,4} * flat);
  S = dls_system (B);
  [C, name] = deal (B, sprintf ('pair %d', k));
  pass(end+1) = holds (name, S.nu == cases{k,5});
  if k <= 8                                    % the corners of what both squares share
    N = sortrows (round (full (S.Gu([4 5],:))' * 1e6) / 1e6);    % torques: y, -x of the points
    pass(end+1) = holds ([name, ', where'], near (N, sortrows ([four(:,2) - 0.05, ...
                                                                0.1 - four(:,1)]), 1e-9));
  end
  C.q(1:3) = C.q(1:3) * (1 - 1e-7);            % a little inside
  S = dls_system (C);
  pass(end+1) = holds ([name, ', pressed'], S.nu == cases{k,5});
end
end

function d = distance (X, Y)
% Of two hulls of points
n = size (X, 2);
m = size (Y, 2);
Z = [X, -Y];
l = qp (1 / n * ones (n + m, 1), Z' * Z + 1e-13 * eye (n + m), zeros (n + m, 1), ...
        [ones(1, n), zeros(1, m); zeros(1, n), ones(1, m)], [1; 1], zeros (n + m, 1), []);
d = norm (Z * l);
end

function pass = distances ()
% Convex bodies in any position, nearly in touch: the least gap of their points is their distance.
kinds = {'box', 'hull', 'mesh', 'capsule', 'sphere'};
pass = [];
for k = 1:40
  u = lcg_rand (k, 1, 64);
  type = 1 + floor (5 * u(1:2));
  X = cell (1, 2);
  given = cell (1, 2);
  r = zeros (1, 2);
  q = zeros (4, 2);
  for i = 1:2
    [P, F] = cube (0.5 + u(3*i:3*i+2));
    given{i} = {'size', 2 * max(P, [], 2)'};
    if type(i) == 2
      P = reshape (u(10+18*i:27+18*i), 3, []) - 0.5;
      given{i} = {'points', P};
    elseif type(i) == 3
      given{i} = {'points', P, 'faces', F};
    elseif type(i) == 4
      P = [0 0; 0 0; max(P(3,:)) * [-1 1]];
      r(i) = 0.2 + u(9) / 2;
      given{i} = {'size', [r(i), 2 * P(3,2)]};
    elseif type(i) == 5
      P = zeros (3, 1);
      r(i) = 0.2 + u(9);
      given{i} = {'size', r(i)};
    end
    q(:,i) = u(6+4*i:9+4*i)' - 0.5;
    q(:,i) = q(:,i) / norm (q(:,i));
    w = q(1,i);
    v = q(2:4,i);
    K = [0 -v(3) v(2); v(3) 0 -v(1); -v(2) v(1) 0];
    X{i} = (eye (3) + 2 * w * K + 2 * K * K) * P;
  end
  way = u(18:20)' - 0.5;
  way = way / norm (way);
  high = 4;
  low = 0;
  for step = 1:26                              % until they are 2e-4 apart
    s = (low + high) / 2;
    far = distance (X{1}, bsxfun (@plus, X{2}, s * way)) - sum (r) > 2e-4;
    low = low + (s - low) * ~far;
    high = high + (s - high) * far;
  end
  if abs (distance (X{1}, bsxfun (@plus, X{2}, s * way)) - sum (r) - 2e-4) > 1e-6
    continue                                   % they were not nearer along the way all the time
  end
  B = pair ({'shape', kinds{type(1)}, given{1}{:}, 'turned', q(:,1)}, ...
            {'shape', kinds{type(2)}, given{2}{:}}, s * way, q(:,2));
  sol = dls_simulate (B, [0 1e-9], 'Step', 1e-9);
  gap = sol.gap(:,1);
  pass(end+1) = holds (sprintf ('distance %d: %s, %s', k, kinds{type}), ...
                       ~isempty (gap) && near (min (gap), 2e-4, 3e-5));
end
end

function pass = identities ()
% A box slides on another one: its points keep their places and their names.
B = pair ({'shape', 'box', 'size', [2 2 1]}, {'shape', 'box', 'size', [1 1 1]}, [0 0 1], [0 0 0]);
B.touches.mu = 0;
B.v(1) = 1;
sol = dls_simulate (B, [0 0.4], 'Step', 1e-2);
here = sol.contact;
pass = [holds('kept', all (all (here(1:4,:) == here(1:4,1) * ones (1, size (here, 2))))), ...
        holds('four', sum (here(:,1) > 0) == 4), ...
        holds('slides', near (sol.q(1:3,end), [0.4; 0; 1], 1e-9))];
S = dls_system (B);
pass(end+1) = holds ('names', isequal (S.names.u, {'base-top.n1', 'base-top.n2', 'base-top.n3', ...
                                                   'base-top.n4'}));
[~, lambda] = dls_contact (B);
pass(end+1) = holds ('by name', isfield (lambda.base_top, 'n4'));
end

function pass = stacks ()
% Three of a kind fall a little and rest; what gravity brought and contacts took is in balance.
[P, F] = cube ([1 1 1]);
shapes = {{'shape', 'box', 'size', [1 1 1]}, {'shape', 'hull', 'points', [P, [0; 0; 0]]}, ...
          {'shape', 'mesh', 'points', P, 'faces', F}, {'shape', 'cylinder', 'size', [0.5 1]}};
pass = [];
for k = 1:4
  B = dls_mechanism ('gravity', [0 0 -10]);
  for j = 1:3
    B = dls_body (B, sprintf ('b%d', j), 'density', 1, shapes{k}{:}, ...
                  'at', [0.05*j 0 1.01*j-0.5], 'turned', [0 0 0.2*j]);
  end
  B = dls_touch (B, 'all', 'all', 'mu', 0.5);
  B = dls_touch (B, 'ground', 'b1', 'mu', 0.5);
  sol = dls_simulate (B, [0 0.2], 'Step', 2e-3);
  pass(end+1) = holds (sprintf ('rests %d', k), norm (sol.v(:,end), Inf) < 1e-9);
  pass(end+1) = holds (sprintf ('stays %d', k), ...
                       near (sol.q([3 10 17],end), [0.5; 1.5; 2.5], 2e-3));
  pass(end+1) = holds (sprintf ('energy %d', k), norm (sol.energy.balance, Inf) < 1e-9);
end
end

function pass = dropped ()
% Boxes that fall on each other have no contact at first and twelve at last, in all schemes.
pass = [];
B = dls_mechanism ('gravity', [0 0 -10]);
for k = 1:2
  B = dls_body (B, sprintf ('b%d', k), 'density', 1, 'shape', 'box', 'size', [1 1 1], 'at', ...
                [0.1*k 0 1.4*k-0.5]);
end
B = dls_touch (B, 'all', 'all', 'mu', 0.5);
B = dls_touch (B, 'ground', 'all', 'mu', 0.5);
for scheme = {'moreau-jean', 'moreau-jean-projected', 'rattle', 'nonsmooth-generalized-alpha', ...
              'event-capturing', 'event-driven'}
  sol = dls_simulate (B, [0 0.6], 'Step', 5e-3, 'Scheme', scheme{1});
  pass(end+1) = holds (['dropped, ', scheme{1}], strcmp (sol.result, 'finished') ...
    && ~any (sol.contact(:,1)) && nnz (sol.contact(:,end)) == 12 ...
    && near (sol.q([3 10],end), [0.5; 1.5], 0.01) && norm (sol.v(:,end), Inf) < 1e-6);
end
end

function [push, spin] = momentum (B, q, v)
push = zeros (3, 1);
spin = zeros (3, 1);
for i = 0:1
  w = q(7*i+4);
  u = q(7*i+(5:7));
  K = [0 -u(3) u(2); u(3) 0 -u(1); -u(2) u(1) 0];
  R = eye (3) + 2 * w * K + 2 * K * K;
  p = B.bodies(i+1).mass * v(6*i+(1:3));
  push = push + p;
  spin = spin + R * (B.bodies(i+1).inertia * v(6*i+(4:6))) + cross (q(7*i+(1:3)), p);
end
end

function pass = collision ()
% Free hulls hit each other: momentum is kept, spin to the order of the scheme.
u = lcg_rand (3, 1, 60);
B = dls_mechanism ('d', 3);
for k = 1:2
  P = reshape (u(30*k-29:30*k), 3, 10) - 0.5;
  B = dls_body (B, char ('a' + k - 1), 'mass', k, 'inertia', [1 1.2 1.5] * k / 9, 'shape', ...
                'hull', 'points', P, 'at', [2*k 0.1*k 0], 'velocity', [3-2*k 0 0], ...
                'spin', [0 0.3 k]);
end
B = dls_touch (B, 'a', 'b', 'mu', 0.3, 'restitution', 0.5);
sol = dls_simulate (B, [0 2], 'Step', 2e-3);
[p0, s0] = momentum (B, sol.q(:,1), sol.v(:,1));
[p1, s1] = momentum (B, sol.q(:,end), sol.v(:,end));
pass = [holds('momentum', near (p0, p1, 1e-12)), holds('spin', near (s0, s1, 5e-3)), ...
        holds('hit', norm (sol.v(1:3,1) - sol.v(1:3,end)) > 0.1)];
end

function pass = robot ()
% Meshes of a URDF file: beside it, scaled, moved to the centre of mass; broken ones are told.
[P, F] = cube ([1 2 3]);
points = sprintf ('v %g %g %g\n', P);
name = written ('.obj', [points, sprintf('f %d %d %d\n', F)]);
broken = written ('.obj', [points, sprintf('f %d %d %d\n', F(:,[1 1:end]))]);
[folder, file] = fileparts (name);
[~, other] = fileparts (broken);
part = ['<collision><origin xyz="0 0 1"/><geometry><mesh filename="%s" %s/></geometry>', ...
        '</collision>'];
text = ['<robot name="r"><link name="a"><inertial><origin xyz="0 0 1"/><mass value="1"/>', ...
        '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>', ...
        sprintf(part, ['package://r/', file, '.obj'], 'scale="2 1 1"'), ...
        sprintf(part, [other, '.obj'], ''), sprintf(part, 'none.stl', ''), '</link></robot>'];
urdf = fullfile (folder, 'test_solids.urdf');
fid = fopen (urdf, 'w');
fputs (fid, text);
fclose (fid);
[B, told] = dls_read (urdf);
delete (urdf);
delete (name);
delete (broken);
text = strjoin (told, '; ');
pass = [holds('robot', strcmp (B.bodies(1).shape, 'mesh')), ...
        holds('its points', near (B.bodies(1).points, diag ([2 1 1]) * P, 1e-12)), ...
        holds('broken one', ~isempty (strfind (text, 'in the same direction'))), ...
        holds('missing one', ~isempty (strfind (text, 'there is no file ''none.stl')))];
end

function pass = test_mechanism_asked ()
% TEST_MECHANISM_ASKED  What takes a system or a model takes a mechanism.
%   pass = test_mechanism_asked ()   logical row; each failing element prints its name.
%   Oracles: the system of the same state; a model by hand; closed forms; dls_residual.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [each_function(), bodies(), steps(), told(), rest()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_mechanism_asked: %s\n', name); end
end

function ok = near (x, y, tol)
ok = isequal (size (x), size (y)) && all (abs (x(:) - y(:)) <= tol * (1 + abs (y(:))));
end

function pass = each_function ()
% All functions of INDEX: what takes a system or a model takes a mechanism, with the same answer.
% Others are listed with what they take.
root = fileparts (which ('dls_mechanism'));
text = fileread (fullfile (root, 'package', 'INDEX'));
names = setdiff (regexp (text, 'dls_\w+', 'match'), {});
B = dls_mechanism ('gravity', [0 -9.81]);
B = dls_body (B, 'arm', 'mass', 1, 'inertia', 0.1, 'at', [0.5 1]);
B = dls_body (B, 'box', 'mass', 2, 'shape', 'box', 'size', [1 1], 'at', [1.5 0.5]);
B = dls_joint (B, 'pin', 'hinge', {'ground', [0 1]}, {'arm', [-0.5 0]});
B = dls_joint (B, 'lid', 'hinge', {'arm', [0.5 0]}, {'box', [-0.5 0.5]});
B = dls_force (B, 'wind', 'force', {'box', [0 0.2]}, [-3 -1]);
B = dls_touch (B, 'ground', 'box', 'mu', 0.4);
S = dls_system (B);
v = [0; -1; -2; 0; -2; 0];
x = struct ();
[x.a, x.lambda, x.info] = dls_contact (S);
model = pointed (B);
of_system = {'dls_contact', {}; 'dls_modes', {}; 'dls_sticking', {}; 'dls_grasp', {}
             'dls_reaction_range', {}; 'dls_wellposed', {}; 'dls_delassus', {}
             'dls_friction_bound', {}; 'dls_impact', {v, 0.3}; 'dls_sensitivity', {x, 'F'}
             'dls_verify', {x}; 'dls_redundancy', {}; 'dls_kkt', {}; 'dls_loads', {eye(6)(:,1:2)}};
% what they take with a model, and with a mechanism
of_model = {'dls_simulate', {[0 0.1], B.q, B.v, 'Step', 4e-3}, {[0 0.1], 'Step', 4e-3}, {'q', 'v'}
            'dls_problem', {0, B.q, B.v, 0.01}, {0.01}, {'W', 'q', 'mu'}
            'dls_equilibrium', {B.q}, {}, {'q', 'closed', 'margin', 'stability'}
            'dls_orders', {[0 0.1], B.q, B.v, 'Steps', 0.01}, {[0 0.1], 'Steps', 0.01}, {'q', 'v'}};
others = {'dls_kkt_setup', 'dls_plot', 'dls_show', 'dls_check_model', ...      tested elsewhere
          'dls_variation', 'dls_value', 'dls_table', ...
          'dls_system', 'dls_mechanism', 'dls_body', 'dls_joint', 'dls_force', 'dls_touch', ...
          'dls_assemble', 'dls_at', 'dls_model', ...                           make them
          'dls_factorisation', 'dls_kinetic_angle', 'dls_lcp', 'dls_lcp_setup', 'dls_lcp_all', ...
          'dls_mlcp', 'dls_matrix_class', 'dls_conic', 'dls_conic_setup', ...  matrices
          'dls_solver', 'dls_friction', 'dls_friction_setup', 'dls_friction_exists', ...
          'dls_friction_map', 'dls_residual', 'dls_write', ...                 problems
          'dls_animate', 'dls_error', 'dls_plot_map', 'dls_sweep', 'dls_profile', ... results
          'dls_read', 'dls_tableau', 'dls_options', 'dls_setup', 'dls_build', 'dls_version'};
known = sort ([of_system(:,1)', of_model(:,1)', {'dls_periodic'}, others]);
pass = holds ('each function of INDEX is listed', isequal (known, sort (names)));
for k = 1:size (of_system, 1)
  [name, args] = deal (of_system{k,:});
  one = cell (1, max (nargout (name), 1));
  two = one;
  [one{:}] = feval (name, B, args{:});
  [two{:}] = feval (name, S, args{:});
  if strcmp (name, 'dls_redundancy')         % of joints, which S does not know
    pass(end+1) = holds (name, numel (one{1}.nearest.joints) == numel (B.joints));
    one{1}.nearest.joints = [];
  end
  pass(end+1) = holds (name, alike (one, two, 1e-13));
  pass(end+1) = refused (B, name, args);
end
for k = 1:size (of_model, 1)
  [name, given, short, fields] = of_model{k,:};
  one = feval (name, B, short{:});
  two = feval (name, model, given{:});
  for field = fields
    pass(end+1) = holds ([name, ', ', field{1}], alike (one.(field{1}), two.(field{1}), 1e-6));
  end
end
% a mass on a spring and a damper, pushed: multipliers are exp (s)
C = dls_body (dls_mechanism ('d', 2), 'a', 'mass', 1, 'inertia', 1, 'at', [1 0]);
C = dls_joint (C, 'rail', 'slider', {'ground', [0 0], 'along', [1 0]}, {'a'});
C = dls_force (C, 'spring', 'spring', 'rail', 'stiffness', 9, 'damping', 1);
C = dls_force (C, 'push', 'force', {'a'}, @(t, q, v) [cos(2*pi*t); 0]);
R = dls_periodic (C, 1);
pass(end+1) = holds ('dls_periodic', strcmp (R.status, 'solved') ...
                     && near (prod (R.multipliers(1:2)), exp (-1), 1e-5) ...
                     && near (R.q(1), (9 - 4 * pi^2) / ((9 - 4 * pi^2)^2 + 4 * pi^2), 1e-6));
end

function ok = refused (B, name, args)
% What is wrong with a mechanism is told in the name of the function that was asked.
said = [name, ': the body ''ghost'' has no mass'];
ok = strcmp (name, 'dls_verify');              % looks at the answer before
if ~ok
  try
    feval (name, dls_body (B, 'ghost', 'mass', 0), args{:});
  catch err
    ok = strncmp (err.message, said, numel (said));
  end
end
ok = holds ([name, ': whose error'], ok);
end

function pass = bodies ()
% What is known of coordinates comes by the names of bodies, too; fixed ones have none.
B = dls_mechanism ('gravity', [0 -9.81]);
B = dls_body (B, 'arm', 'mass', 1, 'inertia', 0.1, 'at', [0.5 1]);
B = dls_body (B, 'wall', 'fixed', true);
B = dls_body (B, 'box', 'mass', 2, 'shape', 'box', 'size', [1 1], 'at', [1.5 0.5]);
B = dls_body (B, 'bob', 'mass', 1, 'inertia', 1, 'at', [9 0]);
B = dls_joint (B, 'pin', 'hinge', {'ground', [0 1]}, {'arm', [-0.5 0]});
B = dls_joint (B, 'lid', 'hinge', {'arm', [0.5 0]}, {'box', [-0.5 0.5]});
B = dls_touch (B, 'ground', 'box', 'mu', 0.4);
x = struct ();
[x.a, x.lambda, x.info] = dls_contact (B);
[a, ~, kkt] = dls_kkt (B);
[v, ~, hit] = dls_impact (B, [0; -1; -2; 0; -2; 0; 1; 2; 3], 0.3);
V = dls_sticking (B);
J = dls_sensitivity (B, x, 'F');
of = {x.info, x.a; kkt, a; hit, v; V, V.a; J, J.a};
pass = [];
for k = 1:size (of, 1)
  found = of{k,1}.bodies;
  pass(end+1) = holds (sprintf ('bodies, %d', k), isequal (fieldnames (found), ...
                       {'arm'; 'box'; 'bob'}) && alike (found.arm, of{k,2}(1:3,:), 0) ...
                       && alike (found.box, of{k,2}(4:6,:), 0) ...
                       && alike (found.bob, of{k,2}(7:9,:), 0));
end
pass(end+1) = holds ('bob falls', near (x.info.bodies.bob, [0; -9.81; 0], 1e-12));
pass(end+1) = holds ('derivatives of reactions', alike (J.lambda.pin.y, J.lambda.nb(2,:), 0) ...
                     && alike (J.lambda.ground_box.t2, J.lambda.tu(2,:), 0));
% the name of a body that is no name of coordinates of S is told
S = dls_system (B);
pass(end+1) = holds ('kept', isequal (S.names.bodies, {'arm', 'box', 'bob'}) ...
                     && isequal (dls_system (S, 'F', S.F), S));
S.names.bodies = {'arm', 'box'};
said = '';
try
  dls_contact (S);
catch err
  said = err.message;
end
pass(end+1) = holds ('bodies of other sizes', ~isempty (strfind (said, 'names.bodies')));
% a massless bar along x that nothing pulls: only that coordinate is undetermined; places at rest
C = dls_body (B, 'light', 'mass', 0, 'at', [0 5]);
C = dls_joint (C, 'rail', 'slider', {'ground', [0 5], 'along', [1 0]}, {'light'});
R = dls_redundancy (C);
pass(end+1) = holds ('determined', isequal (R.bodies.light, [false; true; true]) ...
                     && all ([R.bodies.arm; R.bodies.box; R.bodies.bob]));
D = dls_body (dls_mechanism ('gravity', [0 0 -9.81]), 'plumb', 'mass', 1, 'inertia', [1 1 1], ...
              'at', [0 0 -1]);
D = dls_joint (D, 'hook', 'ball', {'ground'}, {'plumb', [0 0 1]});
E = dls_equilibrium (D);
pass(end+1) = holds ('at rest', near (E.bodies.plumb, [0; 0; -1; 1; 0; 0; 0], 1e-12));
% a box on the floor can leave it: the motion by name
F = dls_body (dls_mechanism ('d', 2), 'crate', 'mass', 1, 'shape', 'box', 'size', [1 1], ...
              'at', [0 0.5]);
Q = dls_grasp (dls_touch (F, 'ground', 'crate', 'mu', 0.3));
pass(end+1) = holds ('motion', isequal (Q.bodies.crate, Q.motion) && Q.bodies.crate(2) <= 0);
end

function model = pointed (B)
% The mechanism of each_function as a model by hand.
M = diag ([1 1 0.1, 2 2 1/3]);
F = @(q) [0; -9.81; 0; -3; -1-2*9.81; 3 * 0.2 * cos(q(6)) - (-0.2 * sin (q(6)))*-1];
e = @(x) [cos(x); sin(x)];
n = @(x) [-sin(x); cos(x)];
R = @(x) [e(x), n(x)];
arm = @(q, x) q(1:2) + R (q(3)) * x;
box = @(q, x) q(4:5) + R (q(6)) * x;
Z = zeros (2, 3);
on = @(a, x) [eye(2), [0 -1; 1 0] * R(a) * x];
h = @(q) [arm(q, [-.5; 0]) - [0; 1]; box(q, [-.5; .5]) - arm(q, [.5; 0])];
G = @(q) [on(q(3), [-.5; 0]), Z; -on(q(3), [.5; 0]), on(q(6), [-.5; .5])]';
low = @(q, x, k) [zeros(1, 3), [k == 1, k == 2] * on(q(6), x)]';
pts = [-.5 .5; -.5 -.5];
model = dls_model ('mass', M, 'force', @(t, q, v) F (q), 'constraint', h, 'constraintgrad', G, ...
  'gap', @(q) [[0 1] * box(q, pts(:,1)); [0 1] * box(q, pts(:,2))], ...
  'gapgrad', @(q) [low(q, pts(:,1), 2), low(q, pts(:,2), 2)], ...
  'tangent', @(t, q, v) [low(q, pts(:,1), 1), low(q, pts(:,2), 1)], 'mu', 0.4);
end

function ok = alike (x, y, tol)
% The same but for rounding, names and times
ok = strcmp (class (x), class (y));
if ok && isstruct (x)
  ok = numel (x) == numel (y);
  for name = fieldnames (x)'
    for k = 1:numel (x) * isempty (regexp (name{1}, 'time$|^seconds$|^worst$'))
      ok = ok && alike (x(k).(name{1}), y(k).(name{1}), tol);
    end
  end
elseif ok && iscell (x)
  ok = numel (x) == numel (y);
  for k = 1:numel (x) * ok
    ok = ok && alike (x{k}, y{k}, tol);
  end
elseif ok && isnumeric (x)
  x = full (x);
  y = full (y);
  same = isequal (size (x), size (y)) && isequal (isnan (x), isnan (y)) ...
         && isequal (isinf (x), isinf (y));
  ok = same && all (isinf (x(:)) | isnan (x(:)) | abs (x(:) - y(:)) <= tol * (1 + abs (y(:))));
elseif ok && ~isa (x, 'function_handle')
  ok = isequal (x, y);
end
end

function pass = steps ()
% What the engine takes as percussions of a step solves its problem; contacts are named.
pass = [];
B = dls_mechanism ('gravity', [0 0 -9.81]);
B = dls_body (B, 'box', 'mass', 2, 'shape', 'box', 'size', [2 1 1], 'at', [0 0 0.5], ...
              'velocity', [1 0.5 0], 'spin', [0 0 0.5]);
B = dls_body (B, 'ball', 'mass', 1, 'shape', 'sphere', 'size', 0.2, 'at', [0.3 0 1.2], ...
              'velocity', [1 0 -1]);
B = dls_touch (B, 'ground', 'box', 'mu', 0.3);
B = dls_touch (B, 'box', 'ball', 'mu', 0.2, 'restitution', 0.5);
P = dls_problem (B, 0.01);
sol = dls_simulate (B, [0 0.01], 'Step', 0.01, 'Initial', 'off');
nu = size (sol.status, 1);
p = [sol.p(1:nu,end)'; reshape(sol.p(nu+1:end,end), 2, nu)];
p = reshape (p(:,sol.status(:,end) > 0), [], 1);
pass(end+1) = holds ('dls_problem in space', P.nc == 5 ...
                     && dls_residual (P, p, sol.v(:,end)) < 1e-9);
pass(end+1) = holds ('dls_problem: names', ...
                     ~isempty (strfind (P.name, 'ground-box.n4, box-ball.n')));
C = B;
C.q(3) = 9;
C.q(10) = 5;
P = dls_problem (C, 0.01);
pass(end+1) = holds ('dls_problem in space, nothing touches', P.d == 3 && P.nc == 0);
B = dls_joint (B, 'strut', 'distance', {'ground', [0 0 3]}, {'ball'});
B.v(10:12) = 0;
B = dls_assemble (B);
P = dls_problem (B, 0.01);
r = dls_friction (P);
pass(end+1) = holds ('dls_problem with joints', strcmp (P.form, 'local') ...
                     && dls_residual (P, r) < 1e-6);
end

function pass = told ()
% What is printed has the names of joints and rows: reactions, what repeats what, what contacts do.
B = dls_mechanism ('gravity', [0 0 -9.81]);
B = dls_body (B, 'door', 'mass', 20, 'shape', 'box', 'size', [1 0.1 2], 'at', [0.5 0 1]);
for k = 1:3
  B = dls_joint (B, sprintf ('hinge%d', k), 'hinge', {'ground', [0 0 k/2], 'along', [0 0 1]}, ...
                 {'door', [-0.5 0 k/2-1]});
end
out = evalc ('dls_kkt (B)');
pass = holds ('joints in lines', numel (strfind (out, sprintf ('\n  hinge'))) == 3 ...
              && ~isempty (regexp (out, '\n  hinge2: x [-.\de]+, y [-.\de]+, z [-.\de]+, ry')));
R = dls_redundancy (B);
out = dls_show (R);
rows = regexp (out, '\n  (hinge\d\.\w+) +undetermined [\d.]+ +\S', 'tokens');
pass(end+1) = holds ('rows that repeat others', sum (out == 10) <= 20 ...
                     && isequal ([rows{:}], R.names(sort (R.redundant(1:numel (rows))))) ...
                     && numel (rows) >= 6);
B = dls_body (B, 'stone', 'mass', 1, 'shape', 'sphere', 'size', 0.1, 'at', [3 0 0.1]);
B = dls_touch (B, 'ground', 'stone', 'mu', 0.4);
pass(end+1) = holds ('counts of joints only', ...
                     ~isempty (strfind (dls_show (B), 'degrees of freedom: 7 ')));
D = dls_modes (B);
pass(end+1) = holds ('modes of contacts', isequal (D.contacts, {'ground-stone.n'}) ...
                     && ~isempty (strfind (D.table, 'states of ground-stone.n')) ...
                     && isequal (D.modes(D.here).name, 'stick'));
end

function pass = rest ()
% What came to rest in steps stands in questions, too, in any units of length: a box on the floor, a
% guide that its friction locks. Rounding of steps neither opens contacts nor makes them slide.
pass = [];
for unit = [1e-6 1 1e6]
  B = dls_mechanism ('gravity', [0 -9.81] * unit);
  B = dls_body (B, 'box', 'mass', 2, 'shape', 'box', 'size', [1 1] * unit, 'at', [5 0.5] * unit, ...
                'velocity', [0.1 0] * unit);
  B = dls_touch (B, 'ground', 'box', 'mu', 0.4);
  B = dls_body (B, 'sledge', 'mass', 1, 'inertia', unit ^ 2, 'at', [1 3] * unit, 'velocity', ...
                [0.2 0] * unit);
  B = dls_joint (B, 'guide', 'slider', {'ground', [0 3] * unit, 'along', [1 0]}, {'sledge'}, ...
                 'mu', 0.3, 'size', 0.3 * unit);
  B = dls_force (B, 'hand', 'force', {'sledge'}, [1 0.3] * unit);
  sol = dls_simulate (B, [0 1], 'Step', 1e-3);
  rounding = 1e-15 * unit * [1; -1; 1; -1; 1; 1] .* [1; 1; 1/unit; 1; 1; 1/unit];
  for v = [sol.v(:,end), rounding, -rounding]
    C = dls_at (B, sol, numel (sol.t));
    C.v = v;
    S = dls_system (C);
    V = dls_sticking (C);
    stands = S.nu == 2 && ~any ([S.vtb(:); S.vtu(:)]) && strcmp (V.verdict, 'sticking');
    pass(end+1) = holds (sprintf ('rest, unit %g', unit), ...
                         stands && norm (V.a(1:2)) < 1e-6 * unit);
  end
  C.v = [1e-6; 0; 0; -1e-6; 0; 0] * unit;      % slow, but no rounding
  S = dls_system (C);
  pass(end+1) = holds ('slow', all (S.vtu > 0) && all (S.vtb < 0));
end
end

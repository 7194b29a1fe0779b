function pass = test_turns ()
% TEST_TURNS  Angles of joints in space beyond half a turn: springs, stops and functions of angles,
% against closed forms.
%   pass = test_turns ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
pass = [coils(), stops(), rows(), cross(), within_steps(), of_angles(), refused()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_turns: %s\n', name); end
end

function list = schemes ()
list = {'moreau-jean', 'moreau-jean-projected', 'rattle', 'nonsmooth-generalized-alpha', ...
        'event-capturing', 'event-driven'};
end

function pass = coils ()
% J a'' + k a = 0 from a = 0: A sin (2 t) for J = 0.5, k = 2, energy A^2.
pass = [];
for A = [3.3, -8]
  for s = schemes ()
    B = dls_force (make_wheel (3, 0.5, 2 * A), 'coil', 'spring', 'h', 'stiffness', 2);
    C = dls_force (make_wheel (2, 0.5, 2 * A), 'coil', 'spring', 'h', 'stiffness', 2);
    sol = dls_simulate (B, [0 2], 'Scheme', s{1}, 'Step', 5e-3);
    flat = dls_simulate (C, [0 2], 'Scheme', s{1}, 'Step', 5e-3);
    exact = [A * sin(2 * sol.t); 2 * A * cos(2 * sol.t)];
    off = max (max (abs ([turned_angle(sol); sol.v(6,:)] - exact))) / abs (A);
    if (strncmp (s{1}, 'event', 5)), most = 1e-9; else, most = 5e-4; end
    name = sprintf ('coil, amplitude %g, %s', A, s{1});
    pass(end+1) = holds ([name, ': closed form'], off < most);
    pass(end+1) = holds ([name, ': energy'], abs (sol.energy.total - A ^ 2) < 1e-3 * A ^ 2);
    pass(end+1) = holds ([name, ': as in the plane'], ...
                         max (abs ([turned_angle(sol) - turned_angle(flat), ...
                                    sol.v(6,:) - flat.v(3,:)])) < 1e-9);
    pass(end+1) = holds ([name, ': turns'], sol.turns == round (A * sin (2 * sol.t) / (2 * pi)) ...
                         | abs (abs (mod (turned_angle (sol), 2 * pi)) - pi) < 0.01);
  end
end
% without a step of the user, and where a spring is at rest beyond a turn
B = dls_force (make_wheel (3, 0.5, -7), 'coil', 'spring', 'h', 'stiffness', 2, 'length', 10);
sol = dls_simulate (B, [0 3], 'Scheme', 'event-driven');
exact = 10 - 10 * cos (2 * sol.t) - 3.5 * sin (2 * sol.t);
pass(end+1) = holds ('coil at rest beyond a turn', abs (turned_angle (sol) - exact) < 1e-8);
end

function pass = stops ()
% Beyond half a turn, on either side: there in |stop|/10, and back with e.
pass = [];
for range = {[-Inf 7], [-Inf 3*pi], [-4 2], [-pi pi], [3 Inf] - 7 * pi, [-1 9]}
  for spin = [10 -10]
    for s = schemes ()
      B = make_wheel (3, 1, spin, 'limits', range{1}, 'restitution', 0.5);
      stop = range{1}(1 + (spin > 0));
      if (isinf (stop) || (abs (stop) > 7 && ~strcmp (s{1}, 'event-driven'))), continue, end
      t = stop / spin;
      sol = dls_simulate (B, [0, t + 0.2001], 'Scheme', s{1}, 'Step', 1e-3);
      name = sprintf ('stop at %g, %s', stop, s{1});
      pass(end+1) = holds ([name, ': rebounds'], abs (sol.v(6,end) + spin / 2) < 1e-9);
      a = turned_angle (sol);
      pass(end+1) = holds ([name, ': angle'], abs (a(end) - stop + sign (spin)) < 0.012);
      pass(end+1) = holds ([name, ': never beyond'], ...
                           [range{1}(1) - a, a - range{1}(2)] < 0.011);
      if (strcmp (s{1}, 'event-driven'))
        pass(end+1) = holds ([name, ': when'], abs ([sol.events.t] - t) < 1e-9);
      end
    end
  end
end
end

function pass = rows ()
% The angles of cylindrical and planar joints
pass = [];
for kind = {'cylindrical', 'planar'}
  some = [repmat([-Inf Inf], 1 + strcmp (kind{1}, 'planar'), 1); -9, 2];
  B = dls_mechanism ('d', 3);
  B = dls_body (B, 'w', 'mass', 1, 'inertia', [1 1 1], 'spin', [0 0 -10]);
  B = dls_joint (B, 'h', kind{1}, {'ground', [0 0 0], 'along', [0 0 1]}, {'w'}, ...
                 'limits', some, 'restitution', 1);
  sol = dls_simulate (B, [0 1.5], 'Scheme', 'event-driven');
  pass(end+1) = holds (['stop of a ', kind{1}, ' joint'], abs (sol.v(6,end) - 10) < 1e-9);
  pass(end+1) = holds ([kind{1}, ': where'], abs (turned_angle (sol)(end) + 3) < 1e-8);
  pass(end+1) = holds ([kind{1}, ': one stop'], numel (sol.events) > 0 ...
                       && all (abs ([sol.events.t] - 0.9) < 1e-9));
end
end

function pass = cross ()
% A universal joint turns about two axes: a ring about x, a wheel in it about the other axis.
pass = [];
for which = 1:2
  B = dls_mechanism ('d', 3);
  spin = [0 0 0];
  spin(which) = 8;
  B = dls_body (B, 'w', 'mass', 1, 'inertia', [1 1 1], 'spin', spin);
  some = [-Inf Inf; -Inf Inf];
  some(which,:) = [-20 7];
  B = dls_joint (B, 'h', 'universal', {'ground', [0 0 0], 'along', [1 0 0], 'across', [0 1 0]}, ...
                 {'w', [0 0 0], 'along', [0 1 0]}, 'limits', some, 'restitution', 1);
  for s = schemes ()
    sol = dls_simulate (B, [0 1.5], 'Scheme', s{1}, 'Step', 1e-3);
    name = sprintf ('universal joint, angle %d, %s', which, s{1});
    pass(end+1) = holds ([name, ': stop'], norm (sol.v(3+(1:3),end)' + spin) < 1e-9);
    pass(end+1) = holds ([name, ': turns'], max (sol.turns, [], 2)' == [2 - which, which - 1]);
  end
end
% both at once, over a turn: the angles are integrals of their rates
B = dls_mechanism ('d', 3);
B = dls_body (B, 'w', 'mass', 1, 'inertia', [1 2 3], 'spin', [9 6 0]);
B = dls_joint (B, 'h', 'universal', {'ground', [0 0 0], 'along', [1 0 0], 'across', [0 1 0]}, ...
               {'w', [0 0 0], 'along', [0 1 0]});
sol = dls_simulate (B, [0 3], 'Scheme', 'event-driven', 'Step', 1e-3);
rate = zeros (2, numel (sol.t));
total = rate;
for k = 1:numel (sol.t)
  q = sol.q(4:7,k);
  R = [1-2*(q(3)^2+q(4)^2), 2*(q(2)*q(3)-q(1)*q(4)), 2*(q(2)*q(4)+q(1)*q(3))
       2*(q(2)*q(3)+q(1)*q(4)), 1-2*(q(2)^2+q(4)^2), 2*(q(3)*q(4)-q(1)*q(2))
       2*(q(2)*q(4)-q(1)*q(3)), 2*(q(3)*q(4)+q(1)*q(2)), 1-2*(q(2)^2+q(3)^2)];
  w = R * sol.v(4:6,k);
  rate(:,k) = [w(1); R(:,2)' * w];                     % the axes are x and the second of the body
  total(:,k) = [atan2(R(3,2), R(2,2)); atan2(-R(1,1:3) * [0; 0; -1], R(1,1))];
end
whole = total + 2 * pi * sol.turns;
turned = cumtrapz (sol.t, rate, 2);
pass(end+1) = holds ('universal joint: angles are integrals of rates', ...
                     max (abs (whole - turned), [], 2) < 1e-3);
pass(end+1) = holds ('universal joint: whole turns of both', max (abs (turned), [], 2) > 7);
end

function pass = within_steps ()
% Steps of several turns, steps that are tried and thrown away, positions between steps
pass = [];
for s = {'moreau-jean-projected', 'rattle', 'nonsmooth-generalized-alpha'}
  B = dls_force (make_wheel (3, 0.5, 16), 'coil', 'spring', 'h', 'stiffness', 2);
  sol = dls_simulate (B, [0 2], 'Scheme', s{1}, 'Adaptive', 'on', 'RelTol', 1e-7, 'Step', 2);
  pass(end+1) = holds (['adaptive, ', s{1}], sol.stats.rejected > 2 ...
                       && abs (turned_angle (sol)(end) - 8 * sin (4)) < 1e-3);
end
% several turns within one step: the way is known
B = make_wheel (3, 1, 100);
for s = {'moreau-jean', 'moreau-jean-projected', 'rattle', 'nonsmooth-generalized-alpha'}
  sol = dls_simulate (B, [0 1], 'Scheme', s{1}, 'Step', 0.25);
  pass(end+1) = holds (['turns within a step, ', s{1}], ...
                       abs (turned_angle (sol) - 100 * sol.t) < 1e-9);
end
% positions between steps
sol = dls_simulate (B, [0 0.137 0.3 1], 'Scheme', 'moreau-jean', 'Step', 0.05);
pass(end+1) = holds ('turns between steps', abs (turned_angle (sol) - 100 * sol.t) < 1e-9);
end

function pass = of_angles ()
% A torque that is a function of angle and rate is a spring with a damper; of positions, too
pass = [];
for d = [2 3]
  B = make_wheel (d, 0.5, 16);
  C = dls_force (B, 'coil', 'spring', 'h', 'stiffness', 2, 'damping', 0.1, 'length', 1);
  B = dls_force (B, 'coil', 'torque', 'h', @(t, q, v, a, w) -2 * (a - 1) - 0.1 * w);
  for s = schemes ()
    one = dls_simulate (B, [0 2], 'Scheme', s{1}, 'Step', 5e-3);
    two = dls_simulate (C, [0 2], 'Scheme', s{1}, 'Step', 5e-3);
    pass(end+1) = holds (sprintf ('torque of the angle, d = %d, %s', d, s{1}), ...
                         max (abs (turned_angle (one) - turned_angle (two))) < 1e-8);
  end
  k = find (one.t >= 0.8, 1);
  pass(end+1) = holds ('its system', norm (dls_system (one, k).F - dls_system (two, k).F) < 1e-6 ...
                       && norm (dls_system (one, k).F) > 1);
  pass(end+1) = holds ('q of the function is that of the bodies', ...
                       dls_check_model (dls_force (B, 'more', 'torque', 'h', ...
                                                   @(t, q, v) numel (q) - 4 * d + 5)));
end
B = dls_mechanism ('d', 2);
B = dls_body (B, 'b', 'mass', 2, 'inertia', 1, 'at', [3 0], 'velocity', [4 0]);
B = dls_joint (B, 'r', 'slider', {'ground', [0 0], 'along', [1 0]}, {'b'});
B = dls_force (B, 'f', 'torque', 'r', @(t, q, v, x, u) -8 * x);
sol = dls_simulate (B, [0 1], 'Scheme', 'event-driven');
pass(end+1) = holds ('force of the position of a slider', ...
                     abs (sol.q(1,:) - 3 * cos (2 * sol.t) - 2 * sin (2 * sol.t)) < 1e-8);
end

function pass = refused ()
pass = [];
B = make_wheel (3, 1, 10);
sol = dls_simulate (B, [0 1], 'Step', 0.1);
D = sol.model.machine;
pass(end+1) = holds ('the state of C is whole', ...
                     isequal (size (dls_mechanism_mex ('angles', D, sol.q)), [8, numel(sol.t)]));
bad = B;
bad.joints(1).turns = [1 2];
pass(end+1) = raises (@() dls_kkt (bad), 'delassus:type', ...
                     'has 2 ''turns''; expected 1');
cut = sol;
cut.turns = zeros (0, numel (sol.t));
pass(end+1) = raises (@() dls_at (B, cut, 3), 'delassus:dimension', ...
                     '0 numbers of turns');
pass(end+1) = raises (@() dls_simulate (B, 2, rmfield (sol, 'turns')), 'delassus:type', ...
                     '''turns''');
E = D;
E.angle(1) = 1;
pass(end+1) = raises (@() dls_mechanism_mex ('angles', E, sol.q), 'delassus:option', ...
                     'expected a turn or a bend');
E = D;
E.joint(33,1) = 7;
pass(end+1) = raises (@() dls_mechanism_mex ('angles', E, sol.q), 'delassus:dimension', ...
                     'the angle of joint 1');
end

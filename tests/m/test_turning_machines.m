function pass = test_turning_machines ()
% TEST_TURNING_MACHINES  Machines in space whose joints turn several times: drives, chains, motions
% that go on, against the same machine in the plane.
%   pass = test_turning_machines ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
pass = [drives(), goes_on(), machines(), adaptive(), rests(), returns(), ...
        damage_refused({@wheel_motion})];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_turning_machines: %s\n', name); end
end

function list = schemes ()
list = {'moreau-jean', 'moreau-jean-projected', 'rattle', 'nonsmooth-generalized-alpha', ...
        'event-capturing', 'event-driven'};
end

function pass = drives ()
% Five turns of a drive; the reaction of the motor against the weight
pass = [];
for rate = {[0 2*pi 0], [0 -2*pi 0], @(t) [2*pi*t; 2*pi; 0]}
  list = schemes ();
  if (~isequal (rate{1}, [0 2*pi 0])), list = list([2 5]); end
  for s = list
    B = make_crank (3, rate{1});
    sol = dls_simulate (B, [0 5.2], 'Scheme', s{1}, 'Step', 1e-2);
    flat = dls_simulate (make_crank (2, rate{1}), [0 5.2], 'Scheme', s{1}, 'Step', 1e-2);
    way = sign (sol.v(6,1));
    name = sprintf ('drive %d, %s', way, s{1});
    pass(end+1) = holds ([name, ': finished'], strcmp (sol.result, 'finished'));
    pass(end+1) = holds ([name, ': as in the plane'], ...
                         max (max (abs (sol.q(1:2,:) - flat.q(1:2,:)))) < 1e-9);
    pass(end+1) = holds ([name, ': drift'], ...
                         abs (sol.drift.constraint - flat.drift.constraint) < 1e-7);
    pass(end+1) = holds ([name, ': turns'], sol.turns(:,end)' == 5 * way);
    if (strcmp (s{1}, 'moreau-jean-projected'))
      pass(end+1) = holds ([name, ': no drift'], sol.drift.constraint < 1e-12);
    end
  end
  % at an instant after three turns it is assembled, as a system and as a mechanism
  k = find (sol.t >= 3.3, 1);
  C = dls_at (B, sol, k);
  D = dls_assemble (C);
  pass(end+1) = holds ('assembled after three turns', norm (D.q - C.q) < 1e-8 ...
                       && isequal (D.joints(1).turns, 3 * way));
  [~, lambda] = dls_kkt (C);
  [~, plane] = dls_kkt (dls_at (make_crank (2, rate{1}), flat, k));
  pass(end+1) = holds ('torque of the motor', abs (lambda.motor.drive - plane.motor.drive) < 1e-6);
  pass(end+1) = holds ('dls_system (sol, k)', norm (dls_system (sol, k).F - dls_system (C).F) == 0);
  pass(end+1) = holds ('checked', dls_check_model (C));
end
B = make_wheel (3, 1, 2 * pi);
B = dls_joint (B, 'm', 'drive', 'h', [0 2*pi 0]);
for s = schemes ()
  sol = dls_simulate (B, [0 5.2], 'Scheme', s{1}, 'Step', 0.01);
    % stages of Runge and Kutta add up rates of quaternions
  if (strncmp (s{1}, 'event', 5)), most = 1e-8; else, most = 1e-13; end
  pass(end+1) = holds (['wheel with a drive, ', s{1}], sol.drift.constraint < most);
end
end

function pass = goes_on ()
% In the middle: on from a solution, from dls_at, from a file; joints in another order
pass = [];
B = dls_force (make_crank (3, [0 4*pi 1]), 'coil', 'spring', 'base', 'stiffness', 3, 'length', 9);
file = [tempname(), '.mat'];
remove = onCleanup (@() delete (file));
for s = {'moreau-jean-projected', 'rattle', 'nonsmooth-generalized-alpha', 'event-driven'}
  step = {'Scheme', s{1}, 'Step', 2^-7};
  whole = dls_simulate (B, [0 3], step{:});
  half = dls_simulate (B, [0 1.5], step{:});
  save ('-v6', file, 'half');
  loaded = load (file);
  one = dls_simulate (B, 3, half);
  two = dls_simulate (B, 3, loaded.half);
  k = numel (half.t);
  three = dls_simulate (dls_at (B, half, k), [1.5 3], step{:}, 'Initial', 'off');
  name = ['goes on, ', s{1}];
  pass(end+1) = holds ([name, ': as at once'], max (abs (one.q(:,end) - whole.q(:,end))) < 1e-12 ...
                       && isequal (one.turns, whole.turns) && whole.turns(end) >= 6);
  pass(end+1) = holds ([name, ': from a file'], isequal ({one.q, one.turns}, {two.q, two.turns}));
  % (without what the scheme remembers)
  pass(end+1) = holds ([name, ': from dls_at'], ...
                       max (abs (three.q(:,end) - whole.q(:,end))) < 1e-4 ...
                       && isequal (three.turns(end), whole.turns(end)));
end
% another joint is first now
A = dls_mechanism ('d', 3);
for k = 1:2
  A = dls_body (A, sprintf ('w%d', k), 'mass', 1, 'inertia', [1 1 1], 'spin', [0 0 5*k]);
  A = dls_joint (A, sprintf ('h%d', k), 'hinge', {'ground', [0 0 0], 'along', [0 0 1]}, ...
                 {sprintf('w%d', k)});
end
sol = dls_simulate (A, [0 3], 'Step', 0.1);
pass(end+1) = holds ('two wheels', sol.turns(:,end)' == [2 5]);
A.joints = A.joints([2 1]);
C = dls_at (A, sol, numel (sol.t));
pass(end+1) = holds ('joints by their names', [C.joints.turns] == [5 2]);
more = dls_simulate (A, 3.1, sol);
pass(end+1) = holds ('on with joints by their names', more.last.turns' == [5 2]);
% events of the user, and what is asked of a system between steps
sol = dls_simulate (B, [0 3], 'Scheme', 'event-driven', 'Step', 0.01, ...
                    'Monitor', @(S) norm (S.F), 'Events', @(t, q, v) deal (t - 2.2, true, 0));
pass(end+1) = holds ('ended by an event', abs (sol.t(end) - 2.2) < 1e-12 && sol.turns(end) == 5 ...
                     && sol.last.turns == 5 && sol.drift.constraint(end) < 1e-6);
on = dls_simulate (B, 3, sol, 'Step', 0.01);
pass(end+1) = holds ('on from an event', on.turns(end) == 7 && all (on.drift.constraint < 1e-6));
end

function pass = machines ()
% The same machine in the plane and in space: angles between two bodies, several turns either way
pass = [];
for free = [false true]
  list = schemes ();
  if (free), list = list([1 4]); else, list = list([2 3 5]); end
  for s = list
    [B, C] = deal (make_spinning_chain (3, free, 7), make_spinning_chain (2, free, 7));
    step = {'Scheme', s{1}, 'Step', 1e-3};
    sol = dls_simulate (B, [0 0.5], step{:});
    flat = dls_simulate (C, [0 0.5], step{:});
    name = sprintf ('chain, free %d, %s', free, s{1});
    at = [1:2, 8:9, 15:16];
    on = [1:2, 4:5, 7:8];
    pass(end+1) = holds ([name, ': places'], max (max (abs (sol.q(at,:) - flat.q(on,:)))) < 1e-9);
    pass(end+1) = holds ([name, ': spins'], ...
                         max (max (abs (sol.v(6:6:18,:) - flat.v(3:3:9,:)))) < 1e-8);
    pass(end+1) = holds ([name, ': energy'], max (abs (sol.energy.total - flat.energy.total)) ...
                         < 1e-8 * (1 + max (abs (flat.energy.total))));
    pass(end+1) = holds ([name, ': gaps'], max (max (abs (sol.gap - flat.gap))) < 1e-9);
    a = diff ([zeros(1 - free, numel (flat.t)); flat.q(3:3:9,:)]);
    pass(end+1) = holds ([name, ': turns'], sol.turns == round (a / (2 * pi)) ...
                         | abs (abs (a - 2 * pi * sol.turns) - pi) < 1e-8);
    pass(end+1) = holds ([name, ': many'], max (abs (a), [], 2)' > [pi pi 6.8](4-size (a, 1):end));
  end
end
end

function pass = adaptive ()
% Steps that are tried and thrown away, in the middle of turns; a first one that is much too long,
% in which stages do not converge.
pass = [];
for d = [2 3]
  B = make_spinning_chain (d, false, 7);
  fine = dls_simulate (B, [0 0.6], 'Scheme', 'event-driven', 'Step', 4e-4);
  for first = [0.02 0.3]
    sol = dls_simulate (B, [0 0.6], 'Scheme', 'event-driven', 'RelTol', 1e-9, 'Step', first, ...
                        'Adaptive', 'on');
    pass(end+1) = holds (sprintf ('adaptive, d = %d, first step %g', d, first), ...
                         sol.stats.rejected > 2 ...
                         && norm (sol.q(:,end) - fine.q(:,end), Inf) < 1e-6 ...
                         && isequal (sol.turns(:,end), fine.turns(:,end)));
  end
end
end

function pass = rests ()
% A position of rest beyond a turn: a spring that is relaxed at 11 rad, against a weight
B = dls_force (crank_free (3), 'coil', 'spring', 'base', 'stiffness', 20, 'length', 11);
E = dls_equilibrium (B, 'Reach', 0);
exact = fzero (@(a) 20 * (11 - a) - 9.81 * 0.5 * cos (a), 11);
found = 2 * atan2 (E.q(7), E.q(4));
found = found - 2 * pi * round (found / (2 * pi)) + 2 * pi * E.turns;
pass = holds ('rest beyond a turn', strcmp (E.status, 'solved') && abs (found - exact) < 1e-7);
rate = sqrt ((20 - 9.81 * 0.5 * sin (exact)) / (0.1 + 0.25)) / (2 * pi);
pass(end+1) = holds ('its frequency', abs (E.frequencies - rate) < 1e-5);
end

function B = crank_free (d)
B = make_crank (d, [0 0 0]);
B.joints(2) = [];
end

function pass = returns ()
% What turns once in a period returns, though its quaternion is less what it was.
B = make_wheel (3, 1, 2 * pi);
B = dls_joint (B, 'm', 'drive', 'h', [0 2*pi 0]);
R = dls_periodic (B, 1, 'Scheme', 'moreau-jean', 'Step', 0.25, 'MaxShots', 2);
pass = holds ('returns after a turn', strcmp (R.status, 'solved') && R.residual < 1e-8);
end

% The motion of a wheel on a coil, that meets a stop: dls_verify refuses what is not so.
function [B, sol, claims] = wheel_motion ()
B = make_wheel (3, 0.5, 16, 'limits', [-Inf 7], 'restitution', 0.5);
B = dls_force (B, 'coil', 'spring', 'h', 'stiffness', 2);
sol = dls_simulate (B, [0 0.6], 'Scheme', 'moreau-jean-projected', 'Step', 0.2);
claims = {'turns', 'numbers'; 'q', 'numbers'; 'v', 'numbers'; 'gap', 'numbers'; ...
          'energy.kinetic', 'numbers'; 'energy.potential', 'numbers'; 'energy.total', 'numbers'; ...
          'drift.constraint', 'numbers'; 'drift.gap', 'numbers'; 'p|status', 'list'; ...
          'equations of the steps', 'left'};
end

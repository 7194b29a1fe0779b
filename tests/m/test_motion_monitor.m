function pass = test_motion_monitor ()
% TEST_MOTION_MONITOR  Questions along a motion, and events where verdicts change.
%   pass = test_motion_monitor ()   logical row; each failing element prints its name.
%   Promise: values are those of the contact system at the times of the steps; verdicts that change
%   are events in their place; what fails is told with the time.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [along_motion(), names(), mechanism(), failing()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_motion_monitor: %s\n', name); end
end

% A block that is pushed more and more
function model = block ()
model = dls_model ('mass', eye (2), 'force', @(t, q, v) [6 * t; -10], 'gap', @(q) q(2), ...
                   'gapgrad', [0; 1], 'tangent', [1; 0], 'mu', 0.2);
end

function pass = along_motion ()
s = dls_simulate (block (), [0 0.45], [0; 0], [0; 0], 'Step', 0.05, ...
                  'Monitor', {@(S) S.F(1), 'sticking', @(S) S.nu > 0, 'mu_min'});
M = s.monitor;
pass(1) = holds ('times', numel (M) == 4 && isequal (M(1).t, s.t) && isequal (M(2).t, s.t));
pass(2) = holds ('values', abs (M(1).value + 6 * s.t) < 1e-12);
stuck = s.t < 1/3;
pass(3) = holds ('mu_min', abs (M(4).value(stuck) - 0.6 * s.t(stuck)) < 1e-6);
e = s.events(strcmp ({s.events.kind}, 'monitor'));
pass(4) = holds ('event', numel (e) == 2 && e(1).contact == 2 ...   % then it slides: no question
                 && strcmp (e(1).value, 'not_sticking') && abs (e(1).t - 0.35) < 1e-12 ...
                 && issorted ([s.events.t]));
pass(5) = holds ('texts', iscellstr (M(2).value) && strcmp (M(2).value{1}, 'sticking'));
s = dls_simulate (block (), [0 1], [0; 0], [0; 0], 'Step', 0.05, 'Stride', 5, 'Monitor', @(S) S.nu);
pass(6) = holds ('stride', isequal (s.monitor.t, s.t));
s = dls_simulate (block (), 1.5, s, 'Monitor', @(S) S.nu);
pass(7) = holds ('goes on', numel (s.monitor) == 2 && s.monitor(2).t(1) == 1);
s = dls_simulate (block (), [0 0.1], [0; 0], [0; 0], 'Step', 0.05);
pass(8) = holds ('nothing', isempty (s.monitor));
end

function pass = names ()
rod = dls_model ('mass', eye (2), 'force', [0; -10], 'constraint', @(q) [1; 2] * (q' * q - 1), ...
                 'constraintgrad', @(q) 2 * q * [1, 2]);
s = dls_simulate (rod, [0 0.1], [1; 0], [0; 0], 'Step', 0.05, ...
                  'Monitor', {'redundancy', 'wellposed'});
pass(1) = holds ('redundancy', s.monitor(1).value == 1);
text = s.monitor(2).value{1};
pass(2) = holds ('wellposed', ~isempty (strfind (text, 'acceleration is unique')) ...
                 && isempty (strfind (text, 'reactions are unique')));
end

function pass = mechanism ()
B = dls_mechanism ('gravity', [0 -9.81]);
B = dls_body (B, 'rod', 'mass', 1, 'inertia', 1/12, 'at', [0.5 0]);
B = dls_joint (B, 'pivot', 'hinge', {'ground', [0 0]}, {'rod', [-0.5 0]});
function size_of_force = force (S)
  [~, lambda] = dls_kkt (S.M, S.Gb, S.F, S.bb);
  size_of_force = norm (lambda);
end
s = dls_simulate (B, [0 0.2], 'Step', 0.05, 'Monitor', @force, 'Scheme', 'event-driven');
phi = s.q(3,:);
w = s.v(3,:);
along = 9.81 * sin (-phi) + w .^ 2 / 2;                  % the reaction of a rod that swings
across = 9.81 * cos (phi) / 4;
pass = holds ('pendulum', abs (s.monitor.value - hypot (along, across)) < 1e-6);
end

function pass = failing ()
pass(1) = holds ('error', says ('failed at t = 0: mine', @(S) error ('mine')));
pass(2) = holds ('kind', says ('returned a 1-by-2', @(S) [1 2]));
pass(3) = holds ('name', says ('expected functions of a contact system', 'mu'));
end

function ok = says (text, f)
ok = false;
try
  dls_simulate (block (), [0 1], [0; 0], [0; 0], 'Monitor', f);
catch err
  ok = ~isempty (strfind (err.message, text)) && strncmp (err.identifier, 'delassus:', 9);
  if ~ok, disp (err.message), end
end
end

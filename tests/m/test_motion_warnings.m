function pass = test_motion_warnings ()
% TEST_MOTION_WARNINGS  A motion says what is wrong with it.
%   pass = test_motion_warnings ()   logical row; each failing element prints its name.
%   Promise: 'finished' stands over no motion whose numbers refute it: SOL.warnings has what, where,
%   when, how much, the limit and a remedy; right motions have none; SOL.message names the worst;
%   dls_show and 'Display' print them; dls_verify finds a warning that is missing or made up.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [wrong_gradient(), clearance(), curved(), joints_open(), four_bar(), steps(), events(), ...
        options(), impacts(), energies(), right(), shown(), verified()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_motion_warnings: %s\n', name); end
end

% Has it the warning, with a value beyond its limit and a remedy?
function yes = warns (sol, what)
w = sol.warnings(strcmp ({sol.warnings.what}, what));
yes = ~isempty (w) && all ([w.value] > [w.limit]) && ~any (cellfun ('isempty', {w.remedy})) ...
      && ~isempty (sol.message);
end

function yes = quiet (sol)
yes = isstruct (sol.warnings) && isempty (sol.warnings) && isempty (sol.message);
end

% A ball 43 m under the floor
function pass = wrong_gradient ()
parts = {'mass', 1, 'force', -9.81, 'gap', @(q) q, 'restitution', 0.7};
bad = dls_simulate (dls_model (parts{:}, 'gapgrad', -1), [0 3], 1, 0, 'Step', 1e-3);
deep = bad.warnings(strcmp ({bad.warnings.what}, 'penetration'));
pass = holds ('sign of gapgrad', warns (bad, 'gradient') && abs (deep.value - 43.145) < 1e-2 ...
              && strcmp (deep.where, 'contact 1') && deep.t == 3 ...
              && ~isempty (strfind (bad.message, 'gradient gap 1: 1')));
good = dls_simulate (dls_model (parts{:}, 'gapgrad', 1), [0 3], 1, 0, 'Step', 1e-3);
pass(end+1) = holds ('right gapgrad', quiet (good));
h = @(q) q' * q - 1;
model = dls_model ('mass', eye(2), 'force', [0; -9.81], 'constraint', h, ...
                   'constraintgrad', @(q) [2*q(1); 2.1*q(2)]);
bad = dls_simulate (model, [0 0.01], [0.6; -0.8], [0; 0], 'Initial', 'off');
pass(end+1) = holds ('an entry of constraintgrad', warns (bad, 'gradient') ...
                     && strcmp (bad.warnings(1).where, 'constraint 1'));
end

% A pin 13 mm outside of its clearance of 1 mm
function pass = clearance ()
B = dls_mechanism ('gravity', [0 -9.81]);
B = dls_body (B, 'crank', 'mass', 1, 'at', [.1 0], 'shape', 'box', 'size', [.2 .02]);
B = dls_body (B, 'rod', 'mass', 1.5, 'at', [.45 0], 'shape', 'box', 'size', [.5 .02]);
B = dls_body (B, 'piston', 'mass', 2, 'at', [.7 0], 'shape', 'box', 'size', [.1 .08]);
B = dls_joint (B, 'main', 'hinge', {'ground', [0 0]}, {'crank', [-.1 0]});
B = dls_joint (B, 'pin', 'hinge', {'crank', [.1 0]}, {'rod', [-.25 0]}, 'radius', .01, ...
               'clearance', .001, 'mu', .1);
B = dls_joint (B, 'wrist', 'hinge', {'rod', [.25 0]}, {'piston', [0 0]});
B = dls_joint (B, 'cyl', 'slider', {'ground', [0 0], 'along', [1 0]}, {'piston', [0 0]});
B = dls_joint (B, 'motor', 'drive', 'main', [0 10 0]);
B = dls_assemble (B);
for step = [1.2e-3, 2.5e-4]                 % the second is 1.8 mm: below 1/100 of the machine
  sol = dls_simulate (B, [0 1.2], 'Step', step);
  w = sol.warnings(strcmp ({sol.warnings.what}, 'penetration'));
  pass(1 + (step < 1e-3)) = holds ('clearance', numel (w) == 1 && w.limit == 1e-3 ...
    && strcmp (w.where, 'pin.n') && abs (w.value + min (sol.gap(:))) < 1e-12);
end
sol = dls_simulate (B, [0 0.3], 'Step', 2.5e-4, 'Scheme', 'moreau-jean-projected');
pass(3) = holds ('clearance kept', quiet (sol));
end

% Several J of energy go into a curved constraint
function pass = curved ()
model = dls_model ('mass', eye(2), 'force', [0; -9.81], 'constraint', @(q) (q' * q - 4) / 4, ...
                   'potential', @(q) 9.81 * q(2));
sol = dls_simulate (model, [0 5], [2; 0], [0; 0], 'Step', 2e-2);
w = sol.warnings(strcmp ({sol.warnings.what}, 'energy lost to constraints'));
pass = holds ('curved', warns (sol, 'energy lost to constraints') && w.value > 1 ...
              && abs (w.value + min (sol.energy.constraint)) < 1e-12);
sol = dls_simulate (model, [0 1], [2; 0], [0; 0], 'Scheme', 'event-driven');
pass(2) = holds ('curved, event-driven', quiet (sol));
end

% Drift by centimetres; small constraints are no small distances
function pass = joints_open ()
for s = [1, 1e-6]
  model = dls_model ('mass', eye(2), 'force', [0; 0], 'constraint', @(q) s * (q' * q - 1));
  sol = dls_simulate (model, [0 2], [1; 0], [0; 3], 'Step', 2e-3);
  w = sol.warnings(strcmp ({sol.warnings.what}, 'drift'));
  off = norm (sol.q(:,end)) - 1;
  pass(1 + (s < 1)) = holds ('drift', numel (w) == 1 && off > 2e-3 ...
                             && abs (w.value - off) < 0.1 * off && w.t == sol.t(end));
end
sol = dls_simulate (model, [0 2], [1; 0], [0; 3], 'Step', 2e-3, ...
                    'Scheme', 'moreau-jean-projected');
pass(3) = holds ('no drift', ~warns (sol, 'drift'));
end

% The N-four-bar meets singular positions: on the branch that keeps its bars parallel, and off it
function pass = four_bar ()
B = dls_mechanism ('gravity', [0 -9.81]);
at = [0 .5; .5 1; 1 .5; 1.5 1; 2 .5];
for k = 1:5
  stands = mod (k, 2);
  B = dls_body (B, sprintf ('b%d', k), 'mass', 1, 'inertia', 1/12, 'at', at(k,:), ...
                'turned', stands * pi / 2, 'velocity', [1 - stands / 2, 0], 'spin', -stands);
end
[L, R] = deal ([-.5 0], [.5 0]);
pins = {'b1', R, 'b2', L; 'b2', R, 'b4', L; 'b3', R, 'b4', L; 'b4', R, 'b5', R};
for k = 1:3
  B = dls_joint (B, sprintf ('g%d', k), 'hinge', {'ground', [k-1 0]}, {sprintf('b%d', 2*k-1), L});
end
for k = 1:4
  B = dls_joint (B, sprintf ('p%d', k), 'hinge', pins(k,1:2), pins(k,3:4));
end
bend = @(s) max (max (abs ([s.q(3,:) - s.q(9,:); s.q(3,:) - s.q(15,:)])));
sol = dls_simulate (B, [0 1.5], 'Step', 1e-3);
pass = holds ('another branch', bend (sol) > 0.1 && warns (sol, 'branch'));
sol = dls_simulate (B, [0 1.5], 'Step', 1e-3, 'Scheme', 'event-capturing');
pass(2) = holds ('the same branch', bend (sol) < 1e-8 && quiet (sol));
end

function pass = steps ()
model = dls_model ('M', 1, 'K', 1e4);
state = warning ('off', 'delassus:stepSize');
back = onCleanup (@() warning (state));
sol = dls_simulate (model, [0 1], 1e-3, 0, 'Step', 0.021, 'Theta', 0);
w = sol.warnings(strcmp ({sol.warnings.what}, 'step'));
pass = holds ('unstable step', numel (w) == 1 && w.value == 0.021 && w.limit < 0.021);
sol = dls_simulate (model, [0 1], 1e-3, 0, 'Step', 0.021, 'Theta', 1);
pass(2) = holds ('stable step', ~warns (sol, 'step'));
end

% Captured events, steps that have not converged
function pass = events ()
ball = dls_model ('mass', 1, 'force', -9.81, 'gap', 0, 'gapgrad', 1, 'restitution', 0.99);
sol = dls_simulate (ball, [0 1e8], 1, 0, 'Scheme', 'event-driven', 'Step', 1e8);
count = sum (strcmp ({sol.events.kind}, 'captured'));
w = sol.warnings(strcmp ({sol.warnings.what}, 'captured'));
pass = holds ('captured', count > 0 && numel (w) == 1 && w.value == count);
model = dls_model ('mass', 1, 'force', @(t, q, v) -100 * sin (q));
sol = dls_simulate (model, [0 0.2], 1, 0, 'Step', 0.01, 'MaxIterations', 2);
pass(2) = holds ('unsettled', warns (sol, 'unsettled'));
sol = dls_simulate (model, [0 0.2], 1, 0, 'Step', 0.001);
pass(3) = holds ('settled', quiet (sol));
end

% Options that nothing uses
function pass = options ()
model = dls_model ('mass', 1, 'force', -9.81, 'gap', @(q) q, 'restitution', .5);
run = @(varargin) dls_simulate (model, [0 0.2], 1, 0, varargin{:});
names = @(sol) {sol.warnings(strcmp ({sol.warnings.what}, 'option')).where};
pass = [holds('RelTol', isequal (names (run ('RelTol', 1e-8)), {'''RelTol'''})), ...
        holds('reltol', isequal (names (run ('reltol', 1e-8)), {'''RelTol'''})), ...
        holds('struct', isequal (names (run (struct ('RelTol', 1e-8))), {'''RelTol'''})), ...
        holds('defaults', quiet (run (dls_options ('dls_simulate')))), ...
        holds('Adaptive', isempty (names (run ('RelTol', 1e-8, 'Adaptive', 'on')))), ...
        holds('event-driven', isempty (names (run ('RelTol', 1e-8, 'Scheme', 'event-driven')))), ...
        holds('Theta', isequal (names (run ('Theta', 0.6, 'Scheme', 'event-driven')), ...
                                {'''Theta'''})), ...
        holds('of others', numel (names (run ('SpectralRadius', 0.5, 'Index', 2, ...
                                              'Combined', 'all'))) == 3)];
end

% Newton's law with friction makes energy; 'EnergyGuard' does not let it
function pass = impacts ()
model = dls_model ('mass', diag ([1 1 1/12]), 'gap', @(q) q(2), 'gapgrad', [0; 1; 0.25], ...
                   'tangent', [1; 0; -0.43], 'mu', 0.8, 'restitution', 0.9, 'd', 2);
[made, sol] = deal (zeros (1, 40), []);
for k = 1:40
  v = [cos(k); -abs(sin (k)) - 0.1; 3*sin(2.4 * k)];
  v = v * -sign (v(2) + 0.25 * v(3));
  sol{k} = dls_simulate (model, [0 1e-3], [0; 0; 0], v, 'Step', 1e-4);
  made(k) = sol{k}.energy.kinetic(end) / sol{k}.energy.kinetic(1) - 1;
end
[most, k] = max (made);
least = find (made < 0, 1);
pass = [holds(sprintf ('impacts make %g', most), most > 0.02 ...
              && warns (sol{k}, 'energy made by impacts')), ...
        holds('impacts', isempty (strfind ([sol{least}.warnings.what, ' '], 'impacts')))];
end

% A mass that changes much within a step
function pass = energies ()
model = dls_model ('mass', @(q) 1 + 20 * q ^ 2, 'force', ...
                   @(t, q, v) -20 * q * v ^ 2 - 10 * q);
coarse = dls_simulate (model, [0 5], 1, 0, 'Step', 0.2);
fine = dls_simulate (model, [0 5], 1, 0, 'Step', 1e-3);
pass = [holds('energy made or lost', warns (coarse, 'energy lost') ...
                                     || warns (coarse, 'energy made')), ...
        holds('energy kept', quiet (fine))];
end

% Right motions have no warnings, and what goes on keeps those of its beginning
function pass = right ()
ball = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
pass = [];
for scheme = {'moreau-jean', 'moreau-jean-projected', 'schatzman-paoli', ...
              'rattle', 'nonsmooth-generalized-alpha', 'event-capturing', 'event-driven'}
  sol = dls_simulate (ball, [0 4], 1, 0, 'Scheme', scheme{1});
  pass(end+1) = holds (['ball, ', scheme{1}], quiet (sol));
end
pass(end+1) = equilibrium ();
soft = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'stiffness', 20);
sol = dls_simulate (soft, [0 4], 1, 0);
pass(end+1) = holds ('compliant', min (sol.gap) < -0.1 && quiet (sol));
sol = dls_simulate (ball, [0 1], 1, 0, 'RelTol', 1e-8);
more = dls_simulate (ball, 2, sol);
pass(end+1) = holds ('goes on', isequal ({more.warnings.what}, {'option'}));
none = dls_simulate (ball, [0 0], 1, 0);
% a struct of odeset: [] is not given, 'InitialStep' is 'Step', 'RelTol' needs 'Adaptive'
ode = dls_simulate (ball, [0 1], 1, 0, odeset ('InitialStep', 0.25, 'RelTol', 1e-6));
pass(end+1) = holds ('odeset', numel (ode.t) == 5 && isequal ({ode.warnings.what}, {'option'}) ...
                               && strcmp (ode.warnings.where, '''RelTol'''));
pass(end+1) = holds ('no time', quiet (none));
end

% A door on two hinges, at rest: of the work of its weight only rounding is left, wherever it hangs
function pass = equilibrium ()
B = dls_mechanism ('gravity', [0 -9.81]);
B = dls_body (B, 'door', 'mass', 20, 'inertia', 2, 'at', [0.4 0]);
B = dls_joint (B, 'upper', 'hinge', {'ground', [0 0.7]}, {'door', [-0.4 0.7]});
B = dls_joint (B, 'lower', 'hinge', {'ground', [0 -0.7]}, {'door', [-0.4 -0.7]});
sol = dls_simulate (B, [0 1]);
G = [1 0 1 0; 0 1 0 1; -0.7 -0.4 0.7 -0.4];
door = dls_model ('mass', diag ([20 20 2]), 'force', [0; -20*9.81; 0], ...
                  'constraint', @(q) G' * q, 'constraintgrad', G);
linear = dls_simulate (door, [0 1], zeros (3, 1), zeros (3, 1), 'Step', 1e-2);
pass = holds ('equilibrium', quiet (sol) && quiet (linear));
end

function pass = shown ()
bad = dls_model ('mass', 1, 'force', -9.81, 'gap', @(q) q, 'gapgrad', -1, 'restitution', 0.7);
sol = dls_simulate (bad, [0 1], 1, 0);
text = evalc ('dls_show (sol)');
final = evalc ('dls_simulate (bad, [0 1], 1, 0, ''Display'', ''final'');');
[~] = evalc ('s = dls_simulate (bad, [0 1], 1, 0, ''Display'', ''final'');');
final = [final, evalc('s = dls_simulate (bad, [0 1], 1, 0, ''Display'', ''final'');')];
off = evalc ('s = dls_simulate (bad, [0 1], 1, 0, ''Display'', ''off'');');
stopped = dls_simulate (bad, [0 1], 1, 0, 'MaxSteps', 5);
pass = [holds('dls_show', ~isempty (strfind (text, 'warning: gradient gap 1'))), ...
        holds('final', numel (strfind (final, 'dls_simulate: gradient gap 1')) >= 1), ...
        holds('off', isempty (off)), ...
        holds('other messages stay', strcmp (stopped.message, 'MaxSteps') ...
                                     && warns (stopped, 'gradient'))];
end

% dls_verify makes the list again
function pass = verified ()
model = dls_model ('mass', eye(2), 'force', [0; -9.81], 'constraint', @(q) (q' * q - 4) / 4);
sol = dls_simulate (model, [0 5], [2; 0], [0; 0], 'Step', 2e-2);
pass = holds ('right', dls_verify (model, sol));
for k = 1:numel (sol.warnings)
  bad = sol;
  bad.warnings(k) = [];
  pass(end+1) = holds ('dropped', ~dls_verify (model, bad));
  bad = sol;
  bad.warnings(k).value = bad.warnings(k).value * 1.001;
  pass(end+1) = holds ('value', ~dls_verify (model, bad));
  bad = sol;
  bad.warnings(k).where = 'elsewhere';
  pass(end+1) = holds ('where', ~dls_verify (model, bad));
end
bad = sol;
bad.warnings(end+1) = setfield (sol.warnings(1), 'what', 'penetration');
pass(end+1) = holds ('added', ~dls_verify (model, bad));
for part = {'drift', 'constraint'; 'drift', 'gap'; 'energy', 'kinetic'}'
  bad = sol;
  x = bad.(part{1}).(part{2});
  bad.(part{1}).(part{2}) = x * 1.001 + 1e-3 * (max (x) == 0);
  pass(end+1) = holds (part{2}, ~dls_verify (model, bad));
end
end

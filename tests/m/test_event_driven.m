function pass = test_event_driven ()
% TEST_EVENT_DRIVEN  The event-driven scheme against closed forms.
%   pass = test_event_driven ()   logical row; each failing element prints its name.
%   Promise: times of impacts to rounding (GOLDEN), also through accumulations; contact forces end
%   where they should; many balls; constraints beside contacts; a Runge-Kutta method keeps its
%   order; stiff chains, whose Newton matrices are sparse, by the exponential of their matrix.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [ball(), oscillator(), cradle(), pendulum(), bead(), shaken(), slides(), default_steps(), ...
        stack(), falling_column(), places(), chain(), proofs(), edge(), heap(), clusters()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_event_driven: %s\n', name); end
end

function sol = run (model, tspan, q0, v0, h, varargin)
sol = dls_simulate (model, tspan, q0, v0, 'Scheme', 'event-driven', 'Step', h, varargin{:});
end

function t = times (sol, kind)
t = [sol.events(strcmp ({sol.events.kind}, kind)).t];
end

% Three fall together, whose free accelerations are the same: they come to rest one on the other.
function pass = falling_column ()
pass = [];
for e = [0.3 0.5]
  model = dls_model ('mass', eye (3), 'force', [-10; -10; -10], 'restitution', e, 'gap', ...
                     @(q) [q(1); q(2) - q(1) - 1; q(3) - q(2) - 1], ...
                     'gapgrad', [1 -1 0; 0 1 -1; 0 0 1]);
  s = dls_simulate (model, [0 2], [0.1; 1.2; 2.5], [0; 0; 0], 'Scheme', 'event-driven', ...
                    'MaxSteps', 200);
  pass(end+1) = holds ('column: rests', strcmp (s.result, 'finished') ...
                       && norm (s.v(:,end)) < 1e-15 ...
                       && norm (s.q(:,end) - [0; 1; 2]) < 1e-11 && numel (s.events) < 300);
  pass(end+1) = holds ('column: percussions', norm (sum (s.p, 2) - 20 * [3; 2; 1]) < 1e-5);
end
end

% A disk rolls on another one while a contact before it in the list comes to an end: the same motion
% where contacts come and go (many bodies) as where they do not, but for the errors of differences
% (of tangents along the motion).
function pass = places ()
for far = [0 40]
  B = dls_mechanism ('gravity', [0 -10]);
  B = dls_body (B, 'low', 'fixed', true, 'shape', 'circle', 'size', 0.5);
  B = dls_body (B, 'wall', 'fixed', true, 'shape', 'circle', 'size', 0.1, 'at', [-0.8 0.9]);
  B = dls_body (B, 'flies', 'mass', 1, 'inertia', 0.02, 'shape', 'circle', 'size', 0.1, ...
                'at', [-0.6 0.9], 'velocity', [4 0]);
  B = dls_body (B, 'rolls', 'mass', 1, 'inertia', 0.02, 'shape', 'circle', 'size', 0.2, ...
                'at', 0.7 * [sin(0.2) cos(0.2)]);
  for k = 1:far
    B = dls_body (B, sprintf ('far%d', k), 'fixed', true, 'shape', 'circle', 'size', 0.2, ...
                  'at', [5 * k, 50]);
  end
  B = dls_touch (B, 'all', 'all', 'mu', 2);
  s = dls_simulate (B, [0 0.2], 'Scheme', 'event-driven', 'Step', 0.01);
  q{1 + (far > 0)} = s.q(:,end);
end
pass = holds ('places: one came free before it', any (s.contact(1,:) == 0) && s.contact(2,1) > 0);
pass(end+1) = holds ('places: the same motion', norm (q{1} - q{2}) < 1e-9);
end

% Radius 0.1, dropped from 1: last line of GOLDEN.
function pass = ball ()
model = dls_model ('mass', 1, 'force', -9.81, 'gap', -0.1, 'gapgrad', 1, 'restitution', 0.9);
s = run (model, [0 8.2], 1, 0, 0.1);
t = times (s, 'impact');
exact = exact_ball (9.81, 0.9, 0.9);
pass = holds ('ball 0.9: impacts', [abs(t(1:2) - [0.428352937 1.199388223]) < 1e-9, ...
                                  abs(t(1:60) - exact.jumps(1:60)) < 1e-10]);
pass(end+1) = holds ('ball 0.9: accumulation', abs (times (s, 'close') - 8.138705801) < 1e-5 ...
                     && s.v(end) == 0 && abs (s.q(end) - 0.1) < 1e-13);
s = run (dls_model (model, 'restitution', 0.5), [0 2], 1, 0, 0.05);
pass(end+1) = holds ('ball 0.5: accumulation', abs (times (s, 'close') - 1.285058811) < 1e-6);
pass(end+1) = holds ('ball 0.5: at rest', abs (sum (s.p) - 9.81 * 2) < 1e-6);
s = run (dls_model (model, 'restitution', 0), [0 1], 1, 0, 0.3);
pass(end+1) = holds ('ball 0: one impact', numel (times (s, 'impact')) == 1 && s.status(end) == 1);
s = run (dls_model (model, 'restitution', 1), [0 5], 1, 0, 0.3);
pass(end+1) = holds ('ball 1: energy', abs (s.energy.total - 9.81) < 1e-11);
end

function pass = oscillator ()
model = dls_model ('mass', 1, 'force', @(q) -10 * (q + 0.3), 'gap', 0, 'gapgrad', 1, ...
                   'restitution', 0.5);
exact = exact_oscillator (10, 0.5, 1, 0.3);
h = [0.1 0.05];
pass = [];
for method = {'gauss-4', 'half-explicit-3', 'lobatto-iiia-6'}
  for k = 1:2
    s = run (model, [0 3], 1, 0, h(k), 'Method', method{1});
    e(k) = dls_error (s, exact, 'uniform').q;
  end
  p = dls_tableau (method{1}).order;
  pass(end+1) = holds (sprintf ('oscillator, %s: %.2f', method{1}, log2 (e(1) / e(2))), ...
                       abs (log2 (e(1) / e(2)) - p) < 0.5);
end
pass(end+1) = holds ('oscillator: rest', abs (times (s, 'close') - exact.rest) < 1e-6);
end

% Three equal elastic balls; the first hits the others, which do not touch: velocities are handed
% on.
function pass = cradle ()
model = dls_model ('mass', eye (3), 'force', zeros (3, 1), 'gap', @(q) diff (q) - 1, ...
                   'gapgrad', [-1 0; 1 -1; 0 1], 'restitution', 1);
s = run (model, [0 4], [0; 2; 3.5], [1; 0; 0], 0.3);
pass = holds ('cradle', norm (s.v(:,end) - [0; 0; 1]) < 1e-12 ...
              && norm (s.q(:,end) - [1; 2.5; 6]) < 1e-10);
pass(end+1) = holds ('cradle: times', abs (times (s, 'impact') - [1 1.5]) < 1e-12);
s = run (dls_model (model, 'restitution', 0), [0 4], [0; 2; 3.5], [1; 0; 0], 0.3);
pass(end+1) = holds ('plastic cradle', norm (s.v(:,end) - 1/3) < 1e-12 ...
                     && abs (unique (times (s, 'impact')) - [1 2]) < 1e-9 && s.status(:,end) == 1);
end

% Without gravity a pendulum turns evenly, and is thrown back by a wall with e: a redundant
% constraint.
function pass = pendulum ()
model = dls_model ('mass', eye (2), 'force', [0; 0], ...
  'constraint', @(q) [q'*q - 1; 2*(q'*q) - 2], 'constraintgrad', @(q) [2*q, 4*q], ...
  'gap', @(q) q(2) - 0.5, 'gapgrad', [0; 1], 'restitution', 0.5);
s = run (model, [0 2.5], [0; 1], [1; 0], 0.05, 'Method', 'radau-iia-5');
hit = acos (0.5);
angle = hit - 0.5 * (2.5 - hit);
pass = holds ('pendulum: impact', abs (times (s, 'impact') - hit) < 1e-8);
pass(end+1) = holds ('pendulum: after', norm (s.q(:,end) - [sin(angle); cos(angle)]) < 1e-7 ...
                     && abs (norm (s.v(:,end)) - 0.5) < 1e-7);
end

% A bead slides off a sphere without friction where cos (theta) = 2/3.
function pass = bead ()
model = dls_model ('mass', eye (2), 'force', [0; -9.81], 'gap', @(q) norm (q) - 1, ...
                   'gapgrad', @(q) q / norm (q));
q0 = [sin(0.2); cos(0.2)];
s = run (model, [0 1], q0, [0; 0], 0.02, 'Method', 'radau-iia-5');
at = times (s, 'open');
k = find (s.t > at(end), 1);
c = 2/3 * cos (0.2);
% energy: v^2 = 2*g*(cos (0.2) - c) = g*c where the reaction vanishes
before = s.q(:,k-1);
pass = holds ('bead: lifts off', numel (at) == 1 && before(2) > c && s.q(2,k) < c);
speed = sqrt (9.81 * c);
t = s.t(end) - at;
fall = [sqrt(1 - c^2); c] + t * speed * [c; -sqrt(1 - c^2)] + t^2 / 2 * [0; -9.81];
pass(end+1) = holds ('bead: flies', norm (s.q(:,end) - fall) < 1e-6);
end

% A block shaken by 8*cos (t) slips, sticks, slips back: GOLDEN.
function pass = shaken ()
model = dls_model ('mass', eye (2), 'force', @(t, q, v) [8*cos(t); -9.81], 'gap', 0, ...
                   'gapgrad', [0; 1], 'tangent', [1; 0], 'mu', 0.8);
pass = [];
for method = {'radau-iia-5', 'half-explicit-5'}
  s = run (model, [0 3], [0; 0], [0; 0], 0.05, 'Method', method{1});
  k = find (s.t > 1, 1);
  pass(end+1) = holds (['shaken: sticks, ', method{1}], ...
    abs (times (s, 'stick') - 0.338608185) < 1e-8 && abs (s.q(1,k) - 4.348569727e-3) < 1e-9);
  pass(end+1) = holds (['shaken: slips back, ', method{1}], ...
    abs (times (s, 'slip') - 2.946346) < 1e-6 && s.v(1,end) < 0);
  pass(end+1) = holds (['shaken: status, ', method{1}], ...
    isequal (unique (s.status(2:end)), [2 3]) && all (s.status(s.t > 0.34 & s.t < 2.94) == 2));
end
% the block is shaken by its floor instead: the same motion relative to it, mass times acceleration
belt = dls_model ('mass', eye (2), 'force', [0; -9.81], 'gap', 0, 'gapgrad', [0; 1], 'tangent', ...
                  [1; 0], 'mu', 0.8, 'tangenttime', @(t, q, v) 8 * sin (t));
s = run (belt, [0 1], [0; 0], [0; 0], 0.05, 'Method', 'radau-iia-5');
pass(end+1) = holds ('shaken floor', abs (times (s, 'stick') - 0.338608185) < 1e-8 ...
  && abs (s.q(1,end) + 8 * (1 - cos (1)) - 4.348569727e-3) < 1e-9);
end

% In space: a block slides straight until it stops; thrown on the floor, it loses mu times the
% percussion of its tangential velocity.
function pass = slides ()
model = dls_model ('mass', eye (3), 'force', [0; 0; -9.81], 'gap', @(q) q(3), ...
  'gapgrad', [0; 0; 1], 'tangent', [1 0; 0 1; 0 0], 'mu', 0.3, 'd', 3, 'restitution', 0.5);
s = run (model, [0 1], zeros (3, 1), [0.6; 0.8; 0], 0.05, 'Method', 'radau-iia-5');
stop = 1 / (0.3 * 9.81);
pass = holds ('slides: stops', abs (times (s, 'stick') - stop) < 1e-9 ...
              && norm (s.q(:,end) - stop / 2 * [0.6; 0.8; 0]) < 1e-10);
pass(end+1) = holds ('slides: percussions', norm (sum (s.p, 2) - [9.81; -0.6; -0.8]) < 1e-6);
s = run (model, [0 0.2], [0; 0; 0.1], [6; 8; -1], 0.05);
speed = sqrt (1 + 2 * 9.81 * 0.1);                 % 1.5 of it, times mu, from the velocity of 10
pass(end+1) = holds ('thrown', norm (s.v(1:2,end) - (10 - 0.45 * speed) * [0.6; 0.8]) < 1e-9 ...
                     && numel (times (s, 'impact')) == 1);
end

% Without 'Step' its errors choose the steps; values at given times come by dense output.
function pass = default_steps ()
pendulum = dls_model ('mass', eye (2), 'force', [0; -pi^2], 'constraint', @(q) q'*q - 1, ...
                      'constraintgrad', @(q) 2*q);
period = 2.36068119791596;
pass = [];
for method = {'radau-iia-5', 'lobatto-iiia-6'}
  s = dls_simulate (pendulum, [0 period], [1; 0], [0; 0], 'Scheme', 'event-driven', ...
                    'Method', method{1}, 'Energy', 'off');
  e = norm ([s.q(:,end) - [1; 0]; s.v(:,end)]);
  pass(end+1) = holds (sprintf ('pendulum, adaptive: %.1e', e), ...
                e < 5e-9 && s.stats.steps < 400 && max (diff (s.t)) > 3 * min (diff (s.t)));
end
model = dls_model ('mass', 1, 'force', -9.81, 'gap', -0.1, 'gapgrad', 1, 'restitution', 0.5);
t = 0:0.01:1;
s = dls_simulate (model, t, 1, 0, 'Scheme', 'event-driven');
exact = exact_ball (9.81, 0.5, 0.9);
x = exact.state (t);
pass(end+1) = holds ('times', isequal (s.t, t) && norm (s.q - 0.1 - x(1,:), Inf) < 1e-10);
end

% So many closed contacts that independent ones are found in sparse matrices; two more than a
% mass can have, which repeat others.
function pass = stack ()
n = 250;
N = spdiags ([-ones(n, 1), ones(n, 1)], [-1 0], n, n)';
N = [N, N(:,1:2)];
model = dls_model ('M', speye (n), 'f', -9.81 * ones (n, 1), 'gap', zeros (n + 2, 1), ...
                   'gapgrad', N, 'restitution', 0);
s = run (model, [0 0.01], zeros (n, 1), zeros (n, 1), 0.005);
weight = 9.81 * 0.01 * (n:-1:1)';
p = sum (s.p, 2);
p(1:2) = p(1:2) + p(n+1:n+2);
pass = holds ('stack', [abs(p(1:n) - weight) < 1e-10 * n; abs(s.q(:)) < 1e-12; ...
                        s.status(1:n,end) == 1]);
end

% Four boxes fall one on the other: impacts of a cluster are taken together (48, which were 407),
% and the boxes rest where they belong.
function pass = clusters ()
B = dls_mechanism ('gravity', [0 -9.81]);
for k = 1:4
  B = dls_body (B, sprintf ('b%d', k), 'density', 1000, 'shape', 'box', 'size', [0.4 0.2], ...
                'at', [0, 0.21 * k - 0.1]);
end
B = dls_touch (B, 'all', 'all', 'mu', 0.3, 'restitution', 0.2);
B = dls_touch (B, 'ground', 'all', 'mu', 0.3, 'restitution', 0.2);
s = dls_simulate (B, [0 0.3], 'Scheme', 'event-driven', 'Step', 5e-3);
E = s.energy.total;
pass = holds ('clusters: rest', strcmp (s.result, 'finished') && s.energy.kinetic(end) < 1e-20 ...
              && abs (E(end) - 80 * 9.81 * 1.6) < 1e-4 * E(1) && max (diff (E)) < 1e-12 * E(1));
kinds = {s.events.kind};
pass(end+1) = holds ('clusters: impacts', sum (strcmp (kinds, 'impact')) < 200 ...
                     && sum (strcmp (kinds, 'captured')) < 10);
end

% Springs and dampers in a row, x; the last mass bears on the ground, y, and slips there
function pass = chain ()
n = 25;
e = ones (n, 1);
K = 400 * spdiags ([-e, 2 * e, -e], -1:1, n, n);
C = 0.01 * K;
[M, f] = deal (diag (1 + mod (1:n, 3)), 0.1 * (1:n)');
v0 = [sin((1:n)'); 0];
v0(n) = 20;                                    % slips all the time, forwards
tie = [1; 0; -2; zeros(n - 2, 1)];             % x1 = 2 x3
B = null (tie(1:n)');                          % x = B z
z = {B' * M * B, B' * C * B, B' * K * B};
g = B' * (f - [zeros(n - 1, 1); 0.2 * 5]);     % mu times the weight
k = size (B, 2);
A = [zeros(k), eye(k), zeros(k, 1); -z{1} \ [z{3}, z{2}, -g]; zeros(1, 2 * k + 1)];
w0 = v0(1:n) - M \ (tie(1:n) * (tie(1:n)' * v0(1:n)) / (tie(1:n)' * (M \ tie(1:n))));
y = expm (0.03 * A) * [zeros(k, 1); B \ w0; 1];
exact = [B * y(1:k); 0; B * y(k+1:2*k); 0];
[M, C, K, f] = deal (blkdiag (M, 1), blkdiag (C, 0), blkdiag (K, 0), [f; -5]);
contact = {'gap', 0, 'gapgrad', [zeros(n, 1); 1], 'tangent', [zeros(n - 1, 1); 1; 0], 'mu', 0.2, ...
           'd', 2};
force = {'force', @(t, q, v) f - C * v - K * q, 'force_q', -K, 'force_v', -C};
tied = {'constraint', @(q) tie' * q, 'constraintgrad', @(q) tie};
models = {dls_model('M', M, 'C', C, 'K', K, 'f', f, contact{:}, 'constraint', 0, ...
                    'constraintgrad', tie), ...
          dls_model('mass', @(q) M, force{:}, contact{:}, tied{:}), ...
          dls_model('mass', M, force{:}, contact{:}, 'constraint', @(q) tie' * q + q(end)^2 / 2, ...
                    'constraintgrad', @(q) tie + [zeros(n, 1); q(end)])};
pass = [];
for k = 1:3
  s = run (models{k}, [0 0.03], zeros (n + 1, 1), [w0; 0], 0.002, 'Index', 1);
  error = norm ([s.q(:,end); s.v(:,end)] - exact) / norm (exact);
  pass(end+1) = holds (sprintf ('chain %d: %.1e, %d', k, error, s.stats.iterations), ...
    error < 1e-7 & all (s.residual < 1e-10) & s.status(2:end) == 3 ...
    & s.stats.iterations < 12 * s.stats.steps);
  for index = 1:2                              % friction knows index 1 only
    smooth = dls_model (models{k}, 'mu', 0);
    s(index) = run (smooth, [0 0.03], zeros (n + 1, 1), [w0; 0], 0.002, 'Index', index);
  end
  error = norm ([s(1).q(:,end) - s(2).q(:,end); s(1).v(:,end) - s(2).v(:,end)]) / norm (exact);
  pass(end+1) = holds (sprintf ('chain %d, index 2: %.1e, %d', k, error, s(2).stats.iterations), ...
    error < 1e-7 & all (s(2).residual < 1e-10) & s(2).stats.iterations < 12 * s(2).stats.steps);
end
end

% A pendulum by methods of each kind: sol.residual is of the stages that were made.
function pass = proofs ()
model = dls_model ('mass', eye (2), 'force', [0; -9.81], 'constraint', @(q) (q' * q - 1) / 2, ...
                   'constraintgrad', @(q) q);
pass = [];
for method = {'radau-iia-5', 'gauss-4', 'lobatto-iiia-6', 'lobatto-iiic-4', 'half-explicit-2', ...
              'half-explicit-3', 'half-explicit-4', 'half-explicit-5'}
  for index = 1:2
    sol = run (model, [0 0.3], [1; 0], [0; 0], 0.01, 'Method', method{1}, 'Index', index);
    pass(end+1) = holds (sprintf ('proofs, %s, %d: %g', method{1}, index, max (sol.residual)), ...
                         strcmp (sol.result, 'finished') && max (sol.residual) < 1e-10 ...
                         && isempty (sol.events));
  end
end
end

% A circle shot onto boxes leaves an edge: its reaction leaps from pressing to pulling within a
% step, and a step across that pushed the bodies by what was never there (0.1 m/s). Nobody pulls.
function pass = edge ()
pass = [];
for scheme = {'event-driven', 'event-capturing'}
  for speed = [2 4 6 8]
    B = dls_mechanism ('gravity', [0 -9.81]);
    for k = 1:2
      B = dls_body (B, sprintf ('box%d', k), 'density', 1000, 'shape', 'box', 'size', [0.4 0.2], ...
                    'at', [0.42*k, 0.1]);
    end
    B = dls_body (B, 'ball', 'density', 1000, 'shape', 'circle', 'size', 0.15, 'at', [0.3 0.36], ...
                  'velocity', [speed 0]);
    B = dls_touch (B, 'all', 'all', 'mu', 0);
    B = dls_touch (B, 'all', 'ground', 'mu', 0);
    sol = dls_simulate (B, [0 0.4], 'Scheme', scheme{1}, 'Step', 4e-3);
    n = sol.p(1:size (sol.status, 1),:);
    ground = ~cellfun (@isempty, strfind (sol.names.u(:), 'ground'));
    m = [80, 80, 1000 * pi * 0.15 ^ 2];
    won = m * sol.v(2:3:end,:);
    given = cumsum (sum (n(ground,:), 1)) - 9.81 * sum (m) * sol.t;
    pass(end+1) = holds (sprintf ('edge, %s, %g: %s, %g', scheme{1}, speed, sol.message, ...
                                  min (n(:))), ...
                         strcmp (sol.result, 'finished') && all (n(:) >= -1e-9 * max (n(:))) ...
                         && norm (won - given, Inf) < 1e-7 * max (abs (given)));
  end
end
end

% Circles that fall into each other between walls: hits of rounding are no events; where impacts go
% on without end, or accelerations have no solution, a step of Moreau goes across ('captured'); no
% energy is made, and momentum is what the ground and the walls gave.
function pass = heap ()
pass = [];
for e = [0 0.5]
  B = dls_mechanism ('gravity', [0 -9.81]);
  B = dls_body (B, 'left', 'fixed', true, 'turned', -pi / 2, 'shape', 'halfplane');
  B = dls_body (B, 'right', 'fixed', true, 'at', [0.7 0], 'turned', pi / 2, 'shape', 'halfplane');
  for k = 0:8
    B = dls_body (B, sprintf ('c%d', k), 'mass', 1, 'inertia', 0.005, 'shape', 'circle', 'size', ...
                  0.1, 'at', [0.12 + 0.22 * mod(k, 3) + 0.01 * floor(k / 3), ...
                              0.11 + 0.21 * floor(k / 3)], 'velocity', [0.3 * (-1) ^ k, 0]);
  end
  B = dls_touch (B, 'all', 'all', 'restitution', e);
  B = dls_touch (B, 'ground', 'all', 'restitution', e);
  sol = dls_simulate (B, [0 0.6], 'Scheme', 'event-driven', 'Step', 5e-3);
  hits = sol.events(strcmp ({sol.events.kind}, 'impact'));
  n = sol.p(1:size (sol.status, 1),:);
  E = sum (sol.v(1:3:end,:) .^ 2 + sol.v(2:3:end,:) .^ 2 + 0.005 * sol.v(3:3:end,:) .^ 2, 1) / 2 ...
      + 9.81 * sum (sol.q(2:3:end,:), 1);
  ground = ~cellfun (@isempty, strfind (sol.names.u(:), 'ground'));
  won = sum (sol.v(2:3:end,:), 1);
  given = cumsum (sum (n(ground,:), 1)) - 9.81 * 9 * sol.t;
  pass = [pass, ...
          holds(sprintf ('heap, %g: %s', e, sol.message), strcmp (sol.result, 'finished')), ...
          holds('heap: energy', max (diff (E)) < 1e-12 * max (E)), ...
          holds('heap: hits', numel (hits) > 30 && (e > 0 || numel (hits) < 3000)), ...
          holds('heap: captured', e == 0 || any (strcmp ({sol.events.kind}, 'captured'))), ...
          holds('heap: pulls', all (n(:) >= -1e-8 * max (n(:)))), ...
          holds('heap: momentum', norm (won - given, Inf) < 1e-6 * max (abs (given)))];
end
end

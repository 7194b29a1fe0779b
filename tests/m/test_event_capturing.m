function pass = test_event_capturing ()
% TEST_EVENT_CAPTURING  Algorithm 1 of HIGHORDER with all Runge-Kutta methods.
%   pass = test_event_capturing ()   logical row; each failing element prints its name.
%   Promise: order p for constraints of index 1 and 2 (test_orders: through impacts); linear models
%   and functions of the user move alike; bilateral mechanisms agree with GOLDEN
%   (pendulum, four-bars through singular positions, Andrews' squeezer, Bricard's redundant
%   mechanism); contacts rest, lift off and share loads; percussions balance momentum.
%   HIGHORDER (71) to (73), Theorem 1.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [ball(), alike(), index_orders(), mechanisms(), massless(), ...
        contacts(), friction(), refusals()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_event_capturing: %s\n', name); end
end

function sol = run (model, tspan, q0, v0, method, h, varargin)
sol = dls_simulate (model, tspan, q0, v0, 'Scheme', 'event-capturing', 'Method', method, ...
                    'Step', h, varargin{:});
end

% A spring presses the mass on its stop: rest from t = 2.286, after 30 impacts and more.
function model = pressed ()
model = dls_model ('M', 1, 'K', 10, 'f', -3, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
end

function pass = ball ()
model = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
sol = run (model, [0 4], 1, 0, 'radau-iia-5', 0.025, 'CriticalOrder', 6, 'CriticalFactor', 1, ...
           'Energy', 'off');
pass = holds ('ball at rest', sol.status(end) == 1 && sol.v(end) == 0 ...
              && abs (sum (sol.p) - 8) < 1e-6);
times = [sol.events(strcmp ({sol.events.kind}, 'impact')).t];
pass(end+1) = holds ('ball, events', numel (times) > 10 ...
                     && abs (times(1:10) - exact_ball ().jumps(1:10)) < 1e-8);
end

function pass = alike ()
pass = [];
general = dls_model ('mass', @(q) 1, 'force', @(t, q, v) -10 * (q + 0.3), 'gap', @(q) q, ...
                     'gapgrad', @(q) 1, 'restitution', 0.5);
for method = {'lobatto-iiic-4', 'half-explicit-4', 'radau-iia-5'}
  a = run (pressed (), [0 3], 1, 0, method{1}, 0.1, 'Energy', 'off');
  b = run (general, [0 3], 1, 0, method{1}, 0.1, 'Energy', 'off');
  pass(end+1) = holds (['linear and general, ', method{1}], norm (a.q - b.q, Inf) < 1e-10);
end
% two halves of a run: the last one above
c = run (general, [0 1.3], 1, 0, 'radau-iia-5', 0.1);
c = dls_simulate (general, 3, c, 'Scheme', 'event-capturing', 'Method', 'radau-iia-5', 'Step', 0.1);
pass(end+1) = holds ('continued', abs (c.q(end) - b.q(end)) < 1e-9 && c.t(end) == 3);
% stiff: the stages need the Jacobian, which nobody gave
stiff = dls_model ('mass', 1, 'force', @(t, q, v) -1e6 * (v - cos (t)));
s = run (stiff, [0 1], 0, 1, 'radau-iia-5', 0.05);
pass(end+1) = holds ('stiff', strcmp (s.result, 'finished') && abs (s.v(end) - cos (1)) < 2e-6);
end

% Double pendulum with M(q), forces that depend on t and v: order for both indices, no drift.
function pass = index_orders ()
pass = [];
G = @(q) 2 * [q(1), q(1)-q(3); q(2), q(2)-q(4); 0, q(3)-q(1); 0, q(4)-q(2)];
h = @(q) [q(1:2)'*q(1:2) - 1; (q(3:4)-q(1:2))'*(q(3:4)-q(1:2)) - 1];
model = dls_model ('mass', @(q) diag (1 + 0.3*q.^2) + 0.1, 'force', ...
  @(t, q, v) [sin(t); -9.81; 0.3*cos(2*t); -19.62] - 0.2*v - 0.1*v.^2 .*q, 'constraint', h, ...
  'constraintgrad', G);
q0 = [0.6; -0.8; 0.6; -1.8];
v0 = [0.8; 0.6; 1.3; 0.6];
v0 = v0 - G (q0) * ((G (q0)' * G (q0)) \ (G (q0)' * v0));
exact = run (model, [0 0.5], q0, v0, 'half-explicit-5', 1/400, 'Index', 1);
exact = [exact.q(:,end); exact.v(:,end)];
methods = {'lobatto-iiia-2', 'radau-iia-3', 'lobatto-iiic-4', 'gauss-4', 'half-explicit-4', ...
           'lobatto-iiia-6'};
for k = 1:numel (methods)
  p = dls_tableau (methods{k}).order;
  for index = 1:2
    for j = 1:2
      sol = run (model, [0 0.5], q0, v0, methods{k}, 0.5 / 2^(j+3), 'Index', index, ...
                 'Energy', 'off');
      e(j) = norm ([sol.q(:,end); sol.v(:,end)] - exact);
    end
    slope = log2 (e(1) / e(2));
    pass(end+1) = holds (sprintf ('%s, index %d: order %.2f', methods{k}, index, slope), ...
                         abs (slope - p) < 0.5);
    drift = max (abs (G (sol.q(:,end))' * sol.v(:,end)));
    pass(end+1) = holds (sprintf ('%s, index %d: drift %.1e', methods{k}, index, drift), ...
                         drift < 1e-12 || index == 1);
  end
end
end

function pass = mechanisms ()
pendulum = dls_model ('mass', eye (2), 'force', [0; -pi^2], 'constraint', @(q) q'*q - 1, ...
                      'constraintgrad', @(q) 2*q);
s = run (pendulum, [0 2.3606811980], [1; 0], [0; 0], 'radau-iia-5', 0.02);
pass = holds ('pendulum: period of GOLDEN', norm ([s.q(:,end) - [1; 0]; s.v(:,end)]) < 1e-6);

[model, q0, v0] = model_fourbars (2);
s = run (model, [0 4], q0, v0, 'half-explicit-5', 0.02);
e = norm (s.q(1:2,end) - [0.117616102; 0.993059138]);
pass(end+1) = holds (sprintf ('2 four-bars: %.1e', e), e < 5e-5 && max (s.drift.constraint) < 1e-6);
pass(end+1) = holds ('2 four-bars: singular positions', sum (diff (sign (s.q(2,:))) ~= 0) >= 2);
s = run (model, [0 1], q0, v0, 'radau-iia-5', 0.02);
pass(end+1) = holds ('2 four-bars: implicit', strcmp (s.result, 'finished') ...
                     && norm (s.energy.total - s.energy.total(1), Inf) < 2e-5);
[model, q0, v0] = model_fourbars (40);
s = run (model, [0 1], q0, v0, 'half-explicit-4', 0.04, 'Energy', 'off');
c = (41/2 + 40) * 9.81 / (41/3 + 40);       % 40 four-bars: one equation for the angle
angle = exact_pendulum (c, [pi/2; -1], 1);
e = norm (s.q(1:2,end) - [cos(angle); sin(angle)]);
pass(end+1) = holds (sprintf ('40 four-bars: %.1e', e), e < 1e-3 && angle < 0);

[model, q0, v0, exact] = model_andrews ();
s = run (model, [0 0.03], q0, v0, 'half-explicit-5', 0.03 / 150, 'Energy', 'off');
e = max (abs (s.q(:,end) - exact));
pass(end+1) = holds (sprintf ('squeezer: %.1e', e), e < 3e-6 && max (s.drift.constraint) < 1e-8);

[model, q0, v0] = model_bricard ();
s = run (model, [0 1], q0, v0, 'half-explicit-5', 0.02);
e = max (abs (s.energy.total - s.energy.total(1)));
pass(end+1) = holds (sprintf ('Bricard: energy %.1e', e), strcmp (s.result, 'finished') ...
                     && e < 1e-5 && max (s.drift.constraint) < 1e-6 ...
                     && max (abs (s.q(:,end) - q0)) > 0.5);
end

% GOLDEN: parallelogram with a third, massless bar: singular M, 6 constraints of rank 5. The bars
% turn like one of inertia 2/3 + 2 under the weight of 3.
function pass = massless ()
ground = [0 0; 1 0; 2 0; 1 0; 0 1];                % A, B, C and two directions
up = [cos(pi/3), sin(pi/3)];
X = [ground; ground(1:3,:) + up];
E = zeros (6, 8);
F = E;
for k = 1:3
  E(k,[k, k+5]) = [-1 1];
  F(k,:) = E(k,:);
end
E(4,[6 8]) = [-1 1];
F(4,:) = E(4,:);
E(5:6,6:8) = [-0.5 1 -0.5; -0.5 1 -0.5];
F(5,4) = 1;
F(6,5) = 1;
mass = zeros (8);
mass([6 8],[6 8]) = 2 * [2 1; 1 2] / 6 + eye (2) / 3;
load = zeros (8, 2);
load([6 8],2) = -9.81 * 1.5;
[model, q0] = natural_model (X, 6:8, E, F, mass, load);
v0 = repmat ([-up(2); up(1)], 3, 1);
pass = [];
for method = {'gauss-4', 'radau-iia-5', 'half-explicit-5'}
  s = run (model, [0 1], q0, v0, method{1}, 0.02);
  drift = max (s.drift.constraint);
  e = max (abs (s.energy.total - s.energy.total(1)));
  pass(end+1) = holds (sprintf ('massless bar, %s: %.1e %.1e', method{1}, e, drift), ...
                       strcmp (s.result, 'finished') && e < 1e-4 && drift < 1e-5);
  a = run (model, [0 1e-4], q0, v0, method{1}, 1e-4);
  a = (a.v(1:2,end) - v0(1:2)) / 1e-4;
  pass(end+1) = holds ('massless bar: GOLDEN', norm (a - [4.2788364313; -3.6250879038]) < 5e-3);
end
end

function pass = contacts ()
% lifts off when the load turns: q = (t-1)^3/6
lift = dls_model ('mass', 1, 'force', @(t, q, v) t - 1, 'gap', 0, 'gapgrad', 1);
s = run (lift, [0 2], 0, 0, 'radau-iia-3', 0.3);
pass = holds ('lift', [abs(s.q - max (s.t - 1, 0).^3 / 6) < 1e-13, ...
                       s.status(2:end) == (s.t(2:end) < 1)]);
pass(end+1) = holds ('lift: reaction', abs (sum (s.p) - 0.5) < 1e-13);
pass(end+1) = holds ('lift: event', strcmp (s.events(end).kind, 'open') ...
                     && abs (s.events(end).t - 1) < 1e-9);
% a floor that moves: the ball lands without bouncing, and stays on it as long as it is pressed
floor_ = dls_model ('mass', 1, 'force', -9.81, 'gap', @(t, q, v) q - 0.1*sin (3*t), ...
                    'gapgrad', 1, 'gaptime', @(t, q, v) -0.3*cos (3*t));
s = run (floor_, [0 3], 1, 0, 'gauss-4', 0.05);
late = s.t > 0.6;
pass(end+1) = holds ('moving floor', abs (s.q(late) - 0.1*sin (3*s.t(late))) < 2e-7 ...
                     & s.status(late) == 1);
% a bar on three supports, two would do: redundant contacts
bar = dls_model ('mass', diag ([1 1/3]), 'force', [-9.81; 0], ...
                 'gap', @(q) q(1) + [-1;0;1] * q(2), 'gapgrad', [1 1 1; -1 0 1], 'restitution', 0);
s = run (bar, [0 2], [1; 0.2], [0; 0], 'radau-iia-3', 0.05);
pass(end+1) = holds ('bar on three supports', strcmp (s.result, 'finished') ...
                     && norm (s.q(:,end)) < 1e-7 && norm (s.v(:,end)) < 1e-14);
% elastic: energy stays
ball = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 1);
s = run (ball, [0 6], 1, 0, 'radau-iia-5', 0.1);
pass(end+1) = holds ('elastic', abs (s.energy.total - 2) < 1e-13);
s = run (dls_model (ball, 'restitution', 0), [0 2], 1, 0, 'lobatto-iiia-2', 0.1);
pass(end+1) = holds ('plastic', abs (s.q(end)) < 2e-6 && s.v(end) == 0 ...
                     && abs (sum (s.p) - 4) < 1e-13);
free = run (dls_model ('mass', 1, 'force', @(q) -q), [0 1], 1, 0, 'lobatto-iiia-6', 0.1);
pass(end+1) = holds ('no contacts', abs (free.q - cos (free.t)) < 1e-9);
end

% GOLDEN: a block shaken by 8*cos (t) slips, sticks, slips back. In space one that is thrown loses
% mu times the percussion and slides straight.
function pass = friction ()
model = dls_model ('mass', eye (2), 'force', @(t, q, v) [8*cos(t); -9.81], 'gap', 0, ...
                   'gapgrad', [0; 1], 'tangent', [1; 0], 'mu', 0.8);
pass = [];
for method = {'radau-iia-5', 'half-explicit-5'}
  s = run (model, [0 3], [0; 0], [0; 0], method{1}, 0.05);
  kinds = {s.events.kind};
  k = find (s.t > 1, 1);
  pass(end+1) = holds (['shaken, ', method{1}], ...
    [abs(s.events(strcmp (kinds, 'stick')).t - 0.338608185) < 1e-8, ...
     abs(s.events(strcmp (kinds, 'slip')).t - acos (-0.981)) < 1e-8, ...
     abs(s.q(1,k) - 4.348569727e-3) < 1e-9, s.v(1,end) < 0]);
end
model = dls_model ('mass', eye (3), 'force', [0; 0; -9.81], 'gap', @(q) q(3), ...
  'gapgrad', [0; 0; 1], 'tangent', [1 0; 0 1; 0 0], 'mu', 0.3, 'd', 3, 'restitution', 0.5);
s = run (model, [0 2], [0; 0; 0.1], [6; 8; -1], 'gauss-4', 0.05);
% all percussions together: the weight of two seconds, and what stopped the first fall
loss = 0.3 * (9.81 * 2 + 1);
pass(end+1) = holds ('thrown', norm (s.v(:,end) - [(10 - loss) * [0.6; 0.8]; 0]) < 1e-5);
% a corner slips when its impacts accumulate: what closes it rubs, too
B = dls_mechanism ('gravity', [0 -9.81]);
B = dls_body (B, 'a', 'mass', 1, 'shape', 'box', 'size', [0.3 0.2], 'at', [0 0.3], ...
              'velocity', [0.7 0], 'spin', 1);
B = dls_touch (B, 'ground', 'a', 'mu', 0.3, 'restitution', 0.5);
s = dls_simulate (B, [0 0.6], 'Scheme', 'event-driven', 'Step', 0.01);
off = abs (s.p(5:8,:)) - 0.3 * s.p(1:4,:);
pass(end+1) = holds ('friction in its cone where impacts accumulate', ...
                     any (strcmp ({s.events.kind}, 'close')) && max (off(:)) < 1e-15);
end

function pass = refusals ()
id = '';
pass = [];
ball = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1);
try
  run (ball, [0 1], 1, 0, 'gauss-5', 0.1);
catch err
  id = err.message;
end
pass(end+1) = holds ('method', ~isempty (strfind (id, 'gauss-5')));
ball = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.9);
s = run (ball, [0 8], 0.01, 0, 'gauss-4', 4, 'MaxEvents', 5, 'CriticalFactor', 1e-6);
pass(end+1) = holds ('too many events', strcmp (s.result, 'failed') ...
                     && ~isempty (strfind (s.message, 'MaxEvents')));
end

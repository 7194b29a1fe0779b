function pass = test_step_friction ()
% TEST_STEP_FRICTION  Motions with Coulomb friction, redundant constraints and singular masses.
%   pass = test_step_friction ()   logical row; each failing element prints its name.
%   Promise: times of sticking and slipping, distances of sliding and angles of hyperstatic
%   mechanisms agree with closed forms and with reduced equations.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [shaken(), sliding(), inclined(), table_legs(), parallelogram(), ...
        checked_models(), many_copies(), many_contacts(), other_scheme(), load_in_time(), coarse()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_step_friction: %s\n', name); end
end

% GOLDEN, block shaken by 8 cos t
function pass = shaken ()
model = dls_model ('mass', eye (2), 'force', @(t, q, v) [8 * cos(t); -9.81], ...
                   'gap', @(q) q(2), 'gapgrad', [0; 1], 'tangent', [1; 0], 'mu', 0.8);
s = dls_simulate (model, [0 3.2], [0; 0], [0; 0], 'Step', 2e-3, 'Energy', 'off');
[fastest, k] = max (s.v(1,:));
kinds = {s.events.kind};
stick = s.events(find (strcmp (kinds, 'stick'), 1)).t;
slips = [s.events(strcmp (kinds, 'slip')).t];
x = s.q(1, find (s.status == 2, 1));
pass = holds ('fastest', abs (fastest - 0.01977232659) < 1e-6 && abs (s.t(k) - 0.195245862) < 3e-3);
pass(end+1) = holds ('sticks', abs (stick - 0.338608185) < 3e-3 && abs (x - 4.348569727e-3) < 1e-6);
pass(end+1) = holds ('slips back', abs (slips(2) - 2.946346) < 3e-3 && numel (slips) == 2 ...
                     && ~any (strcmp (kinds, 'open')));
end

% v decreases by mu*g*h a step until it is zero, in 2D and 3D, in any direction.
function pass = sliding ()
mu = 0.3;
g = 9.81;
h = 0.01;
models = {dls_model('M', eye (2), 'f', [0; -g], 'gap', 0, 'gapgrad', [0; 1], 'tangent', [1; 0], ...
                    'mu', mu), ...
          dls_model('M', eye (3), 'f', [0; 0; -g], 'gap', 0, 'gapgrad', [0; 0; 1], ...
                    'tangent', [1 0; 0 1; 0 0], 'mu', mu, 'd', 3)};
starts = {[5; 0], [3; 4; 0]};
pass = [];
for k = 1:2
  for load = {models{k}.f, @(t) models{k}.f}
    s = dls_simulate (dls_model (models{k}, 'f', load{1}), [0 2], 0 * starts{k}, starts{k}, ...
                      'Step', h);
    speed = sqrt (sum (s.v .^ 2, 1));
    moving = s.t < 5 / (mu * g) - h;
    direction = starts{k} / 5;
    pass(end+1) = holds (sprintf ('sliding in %dD', k + 1), ...
      norm (speed(moving) - (5 - mu * g * s.t(moving))) < 1e-8 && abs (speed(end)) < 1e-12 ...
      && norm (s.v - direction * speed) < 1e-8 ...
      && abs (norm (s.q(:,end)) - 25 / (2 * mu * g)) < h * mu * g * h ...
      && all (s.status(moving(2:end)) <= 3) && s.status(end) == 2 && all (s.status(2:170) == 3) ...
      && s.stats.iterations == 0);       % one contact is solved in closed form
  end
end
end

% Slides exactly when tan (angle) > mu.
function pass = inclined ()
angle = [0.2 0.28 0.31 0.5];
fine = false (1, 4);
for k = 1:4
  a = angle(k);
  model = dls_model ('M', 2 * eye (2), 'f', 2 * 9.81 * [sin(a); -cos(a)], 'gap', 0, ...
                     'gapgrad', [0; 1], 'tangent', [1; 0], 'mu', 0.3);
  s = dls_simulate (model, [0 1], [0; 0], [0; 0], 'Step', 0.01);
  fine(k) = abs (s.v(1,end) - max (0, 9.81 * (sin (a) - 0.3 * cos (a)))) < 1e-11;
end
pass = holds ('inclined plane', fine);
end

% Four legs, one too many: reactions are not unique, the motion is. Pushed through the centre.
function pass = table_legs ()
x = [1 1 -1 -1; 1 -1 -1 1];
T = zeros (6, 8);
N = zeros (6, 4);
for k = 1:4
  r = [x(:,k); 0];
  wrench = @(d) [d; cross(r, d)];
  N(:,k) = wrench ([0; 0; 1]);
  T(:,2*k-1) = wrench ([1; 0; 0]);
  T(:,2*k) = wrench ([0; 1; 0]);
end
model = dls_model ('M', diag ([1 1 1 0.5 0.5 0.7]), 'f', [0; 0; -10; 0; 0; 0], ...
                   'gap', zeros (4, 1), 'gapgrad', N, 'tangent', T, 'mu', 0.2, 'd', 3);
v0 = [0.6; 0.8; 0; 0; 0; 0];
s = dls_simulate (model, [0 0.6], zeros (6, 1), v0, 'Step', 0.01);
k = s.t < 0.49;
speed = sqrt (sum (s.v(1:2,:) .^ 2, 1));
pass = holds ('table slides', strcmp (s.result, 'finished') ...
              && norm (speed(k) - (1 - 2 * s.t(k)), Inf) < 1e-10 && norm (s.v(:,end)) < 1e-12 ...
              && abs (norm (s.q(:,end)) - 0.25) < 1e-10 && norm (s.q(3:6,:), Inf) < 1e-10);
% turning on the spot: the moment of friction is constant, w decreases by sqrt (2)*mu*m*g/I
v0 = [0; 0; 0; 0; 0; 2];
s = dls_simulate (model, [0 0.3], zeros (6, 1), v0, 'Step', 0.01);
rate = sqrt (2) * 0.2 * 10 / 0.7;
pass(end+1) = holds ('table turns', norm (s.v(6,:) - (2 - rate * s.t), Inf) < 1e-6 ...
                     && norm (s.v(1:5,:), Inf) < 1e-6);
end

% Natural coordinates, one constraint too many (rank 5 of 6), with and without a massless bar (M of
% rank 4): theta'' = -V/I*cos (theta).
function pass = parallelogram ()
pass = [];
for massless = [false, true]
  [M, G0, F, ~, ~, ~, q0] = make_parallelogram (massless);
  B = [0 1 2; 0 0 0];
  u = [cos(pi/3); sin(pi/3)];
  v0 = repmat ([-u(2); u(1)], 3, 1);
  model = dls_model ('mass', full (M), 'force', -full (F), ...
                     'constraint', @(q) bars (q, B), 'constraintgrad', @(q) bar_gradients (q, B));
  pass(end+1) = holds ('gradients', dls_check_model (model, q0, v0) ...
                       && norm (bar_gradients (q0, B) - G0, 1) < 1e-14);
  inertia = 2 + (2 + ~massless) / 3;
  weight = 9.81 * (2 + (2 + ~massless) / 2);
  angle = exact_pendulum (weight / inertia, [pi/3; 1], 0.5);
  truth = [cos(angle); sin(angle)];
  e = zeros (1, 2);
  for k = 1:2
    s = dls_simulate (model, [0 0.5], q0, v0, 'Step', 0.01 / k);
    e(k) = norm (s.q(1:2,end) - truth);
  end
  ga = dls_simulate (model, [0 0.5], q0, v0, 'Step', 0.01, 'Scheme', ...
                     'nonsmooth-generalized-alpha');
  flat = dls_simulate (model, [0 0.5], q0, v0, 'Step', 0.01, 'Scheme', ...
                       'moreau-jean-projected', 'Projection', 'euclidean');
  pass(end+1) = holds (sprintf ('massless %d: errors %.1e %.1e, %.1e, %.1e', massless, e, ...
    norm (ga.q(1:2,end) - truth), norm (flat.q(1:2,end) - truth)), strcmp (s.result, 'finished') ...
    && e(2) < 0.6 * e(1) && e(1) < 0.05 && norm (ga.q(1:2,end) - truth) < 2e-3 ...
    && norm (flat.q(1:2,end) - truth) < 0.05 && max (flat.drift.constraint) < 1e-12);
end
end

function h = bars (q, B)
P = reshape (q, 2, 3);
h = [sumsq(P - B, 1)' - 1; sumsq(P(:,3) - P(:,1)) - 4; P(:,2) - (P(:,1) + P(:,3)) / 2];
end

function G = bar_gradients (q, B)
P = reshape (q, 2, 3);
z = [0; 0];
D = 2 * (P - B);
d = 2 * (P(:,3) - P(:,1));
G = [D(:,1) z z -d; z D(:,2) z z; z z D(:,3) d];
G = [G, kron([-1/2; 1; -1/2], eye (2))];
end

% What dls_check_model says of mechanisms with redundant constraints.
function pass = checked_models ()
[M, ~, F, ~, ~, ~, q0] = make_parallelogram (true);
B = [0 1 2; 0 0 0];
model = dls_model ('mass', full (M), 'force', -full (F), 'constraint', @(q) bars (q, B), ...
                   'constraintgrad', @(q) bar_gradients (q, B));
[ok, report] = dls_check_model (model, q0, zeros (6, 1));
texts = [report.text];
pass = holds ('check', ok && ~isempty (strfind (texts, '1 of 6 constraints are redundant')) ...
              && ~isempty (strfind (texts, 'singular')));
end

% Sixty pendulums with a rough wall, side by side in one model: the sparse path against the dense
% one.
function pass = many_copies ()
N = 60;
one = pendulum_model (1);
all_of = pendulum_model (N);
q0 = [1; 0];
o = {'Step', 0.01};
a = dls_simulate (one, [0 1.2], q0, [0; 0], o{:});
b = dls_simulate (all_of, [0 1.2], repmat (q0, N, 1), zeros (2 * N, 1), o{:});
pass = holds (sprintf ('copies: %.1e', norm (b.q - repmat (a.q, N, 1), Inf)), ...
              strcmp (b.result, 'finished') && any (a.status == 3) ...
              && norm (b.q - repmat (a.q, N, 1), Inf) < 1e-6 ...
              && norm (b.p - kron (a.p, ones (N, 1)), Inf) < 1e-6);
c = dls_simulate (smooth_model (N), [0 1.2], repmat (q0, N, 1), zeros (2 * N, 1), o{:});
d = dls_simulate (smooth_model (1), [0 1.2], q0, [0; 0], o{:});
pass(end+1) = holds (sprintf ('copies without friction: %.1e', ...
                              norm (c.q - repmat (d.q, N, 1), Inf)), ...
                     norm (c.q - repmat (d.q, N, 1), Inf) < 1e-9);
end

function model = pendulum_model (N)
e = speye (N);
model = dls_model ('mass', kron (e, diag (sparse ([1 2]))), 'force', repmat ([0; -9.81], N, 1), ...
  'constraint', @(q) sum (reshape (q, 2, N) .^ 2, 1)' - 1, ...
  'constraintgrad', @(q) 2 * spdiags(q, 0, 2*N, 2*N) * kron (e, [1; 1]), ...
  'gap', @(q) q(1:2:end) + 0.3, 'gapgrad', kron (e, [1; 0]), 'tangent', kron (e, [0; 1]), ...
  'mu', 0.2, 'restitution', 0.4);
end

function model = smooth_model (N)
model = dls_model (pendulum_model (N), 'mu', 0);
end

% So many contacts at once that the sparse problems take over; each is a problem of its own.
function pass = many_contacts ()
N = 5000;
model = dls_model ('mass', speye (N), 'force', @(t, q, v) -3 * ones (N, 1), ...
                   'gap', @(q) q, 'gapgrad', speye (N), 'restitution', 0.5);
v0 = -1 - mod (0:N-1, 7)';
s = dls_simulate (model, [0 0.02], zeros (N, 1), v0, 'Step', 0.02);
pass = holds ('5000 contacts', norm (s.v(:,2) + 0.5 * v0, Inf) < 1e-9 && all (s.status(:,2) == 1));
model = dls_model (model, 'force', -3 * ones (N, 1));
tied = dls_model (model, 'constraint', @(q) q(1:2:end) - q(2:2:end), ...
                  'constraintgrad', kron (speye (N / 2), [1; -1]));
v0 = -1 - mod (floor ((0:N-1)' / 2), 7);
s = dls_simulate (tied, [0 0.02], zeros (N, 1), v0, 'Step', 0.02);
pass(end+1) = holds ('5000 contacts of pairs', norm (s.v(:,2) + 0.5 * v0, Inf) < 1e-8);
N = 2400;
model = dls_model ('mass', speye (3 * N), 'force', @(t, q, v) repmat ([0; 0; -10], N, 1), ...
                   'gap', @(q) q(3:3:end), 'gapgrad', kron (speye (N), [0; 0; 1]), ...
                   'tangent', kron (speye (N), [1 0; 0 1; 0 0]), 'mu', 0.3, 'd', 3);
s = dls_simulate (model, [0 0.02], zeros (3 * N, 1), repmat ([0.6; 0.8; 0], N, 1), 'Step', 0.02);
pass(end+1) = holds ('2400 sliding blocks', ...
                     norm (s.v(:,2) - 0.94 * repmat ([0.6; 0.8; 0], N, 1), Inf) < 1e-6);
end

% Friction in the generalized-alpha method: the block shaken by 8 cos t.
function pass = other_scheme ()
model = dls_model ('mass', eye (2), 'force', @(t, q, v) [8 * cos(t); -9.81], ...
                   'gap', @(q) q(2), 'gapgrad', [0; 1], 'tangent', [1; 0], 'mu', 0.8);
s = dls_simulate (model, [0 1], [0; 0], [0; 0], 'Step', 5e-3, ...
                  'Scheme', 'nonsmooth-generalized-alpha');
x = s.q(1, find (s.status == 2, 1));
pass = holds ('generalized-alpha with friction', abs (max (s.v(1,:)) - 0.01977232659) < 1e-5 ...
              && abs (x - 4.348569727e-3) < 4e-6 && norm (s.q(2,:), Inf) < 1e-12);
end

% A linear model with a load f (t): v = sin (t); the stop is never reached.
function pass = load_in_time ()
model = dls_model ('M', 2, 'f', @(t) 2 * cos (t), 'gap', 0.5, 'gapgrad', 1);
s = dls_simulate (model, [0 4], 0, 0, 'Step', 0.01);
pass = holds ('load in time', norm (s.v - sin (s.t), Inf) < 1.01 * 0.01^2 / 24 ...
              && strcmp (s.result, 'finished'));
end

% Spheres pile up in a corner; every tolerance of friction is met, by both measures, and coarse ones
% need fewer iterations.
function pass = coarse ()
pass = [];
B = dls_mechanism ('gravity', [0.6 0 -9.81]);
B = dls_body (B, 'floor', 'fixed', true, 'shape', 'halfspace');
B = dls_body (B, 'wall', 'fixed', true, 'shape', 'halfspace', 'at', [0.4 0 0], ...
              'turned', [0 -pi/2 0]);
for k = 1:9
  B = dls_body (B, sprintf ('s%d', k), 'density', 1000, 'shape', 'sphere', 'size', 0.1, 'at', ...
                [0.29 - 0.21*mod(k, 3), 0.02 * sin(5*k), 0.11 + 0.22*floor((k-1)/3)]);
end
B = dls_touch (B, 'all', 'all', 'mu', 0.4);
iterations = [];
for tolerance = [1e-12, 1e-6, 1e-4, 1e-3, 1e-2]
  s = dls_simulate (B, [0 0.4], 'Step', 2e-3, 'Tolerance', tolerance);
  pass(end+1) = holds (sprintf ('tolerance %g: %s', tolerance, s.message), ...
                       strcmp (s.result, 'finished') && s.stats.residual <= tolerance);
  iterations(end+1) = s.stats.iterations;
end
pass(end+1) = holds (sprintf (' %g', iterations), iterations(end) < iterations(1) / 2);
end

function pass = test_step_schemes ()
% TEST_STEP_SCHEMES  The low-order schemes of dls_simulate: golden numbers, invariants.
%   pass = test_step_schemes ()   logical row; each failing element prints its name.
%   Promise: Moreau and Schatzman-Paoli reproduce reference trajectories step by step, in compiled
%   code and with functions of the user; they are of order one in L1 and not in the uniform norm for
%   velocities; projection keeps constraints; energy never grows in passive systems; friction obeys
%   closed forms in 2D and 3D; redundant constraints and singular masses do no harm.
%   HIGHORDER (16) to (19), (21) to (27).
% SPDX-License-Identifier: GPL-3.0-or-later
state = rand ('twister');
restore = onCleanup (@() rand ('twister', state));
rand ('twister', 11);
pass = [golden_ball(), golden_oscillator(), compiled_equals_handles(), ...
        passive_energy(), projected(), through_impacts(), stiff(), moving_wall(), ...
        platform(), combined(), held_damper(), hit_at_once()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_step_schemes: %s\n', name); end
end

% The same system four ways: numbers, the load a function, functions of the user with Jacobians and
% without.
function models = four_ways (K, C, f, e)
contact = {'gap', 0, 'gapgrad', 1, 'restitution', e};
linear = dls_model ('M', 1, 'K', K, 'C', C, 'f', f, contact{:});
general = dls_model ('mass', @(q) 1, 'force', @(t, q, v) f - K*q - C*v, 'gap', @(q) q, ...
                     'gapgrad', @(q) 1, 'restitution', e);
jacobian = dls_model (general, 'force_q', -K, 'force_v', -C);
models = {linear, loaded(linear), general, jacobian};
end

% Two contacts are closed at t0, one approaches: 'impact' at t0 in every scheme, once.
function pass = hit_at_once ()
pass = [];
model = dls_model ('mass', eye (2), 'force', [0; 0], 'gap', [0; 0], 'gapgrad', eye (2), ...
                   'restitution', 0.5);
for scheme = {'moreau-jean', 'moreau-jean-projected', 'schatzman-paoli', ...
              'rattle', 'nonsmooth-generalized-alpha', 'event-capturing', 'event-driven'}
  s = dls_simulate (model, [0 0.1], [0; 0], [0; -2], 'Scheme', scheme{1}, 'Step', 1e-2);
  e = s.events(strcmp ({s.events.kind}, 'impact'));
  sum_p = sum (s.p, 2);
  pass(end+1) = holds (['impact at t0: ', scheme{1}], numel (e) == 1 && e.contact == 2 ...
                       && abs (e.t) < 1e-9 && e.value > 0.9 && norm (sum_p - [0; 3]) < 1e-12);
  s = dls_simulate (model, 0.2, s, 'Scheme', scheme{1}, 'Step', 1e-2);
  pass(end+1) = holds (['once: ', scheme{1}], sum (strcmp ({s.events.kind}, 'impact')) == 1);
end
end

% GOLDEN 18
function pass = golden_ball ()
pass = [];
models = four_ways (0, 0, -2, 0.5);
k = [15 20 30 40 60] + 1;
for m = 1:4
  s = dls_simulate (models{m}, [0 4.2], 1, 0, 'Step', 0.07);
  active = cumsum (s.status > 0);
  pass(end+1) = holds (sprintf ('ball %d', m), ...
    norm (s.q(k) - [0.0053 0.2258 -0.01185 0.004075 -0.005520855141]) < 1e-11 ...
    && norm (s.v(k) - [0.98 0.28 0.49 -0.245 0.000001869202]) < 1e-11 ...
    && isequal (active(k), [1 1 2 3 20]));
  s = dls_simulate (models{m}, [0 4.2], 1, 0, 'Step', 0.07, 'Scheme', 'schatzman-paoli');
  pass(end+1) = holds (sprintf ('ball on positions %d', m), ...
    norm (s.q(k) - [-0.08595 0.1725 -0.03275 -0.002225 -0.00001541748]) < 1e-10 ...
    && abs (s.q(2) - (1 - 0.07^2)) < 1e-15);
end
end

% GOLDEN 19
function pass = golden_oscillator ()
pass = [];
models = four_ways (10, 0, 0, 0.8);
k = [10 20 30 40 80] + 1;
q = [0.134522773379 0.789960445771 0.192597437 0.612147107367 0.336516779266];
v = [2.501140227740 -0.443047565814 1.940127781132 -0.622730057035 -0.759883844901];
for m = 1:4
  s = dls_simulate (models{m}, [0 4], 1, 0, 'Step', 0.05);
  pass(end+1) = holds (sprintf ('oscillator %d', m), ...
                       norm (s.q(k) - q) < 2e-9 && norm (s.v(k) - v) < 2e-9);
end
end

% Chains with stops, redundant constraints, damping; sparse and dense, small and large.
function pass = compiled_equals_handles ()
pass = [];
for n = [3 60]
  for bilateral = 0:2
    [linear, general, q0, v0] = chain (n, bilateral);
    for scheme = {'moreau-jean', 'moreau-jean-projected', 'schatzman-paoli'}
      o = {'Step', 0.01, 'Scheme', scheme{1}, 'Theta', 0.7};
      a = dls_simulate (linear, [0 0.6], q0, v0, o{:});
      b = dls_simulate (loaded (linear), [0 0.6], q0, v0, o{:});
      c = dls_simulate (general, [0 0.6], q0, v0, o{:});
      scale = norm (a.v, Inf) + 1;
      pass(end+1) = holds (sprintf ('%s, n = %d, %d constraints: %.0e %.0e', scheme{1}, n, ...
        bilateral, norm (a.v - b.v, Inf) / scale, norm (a.v - c.v, Inf) / scale), ...
        strcmp (a.result, 'finished') && any (a.status(:) > 0) ...
        && norm ([a.q - b.q; a.v - b.v], Inf) < 1e-12 * scale * n ...
        && norm ([a.q - c.q; a.v - c.v], Inf) < 1e-9 * scale * n ...
        && norm (a.p - b.p, Inf) < 1e-11 * scale * n && isequal (a.status, b.status));
    end
  end
end
% friction in 2D
linear = dls_model ('M', eye (2), 'f', [1; -9.81], 'K', [4 0; 0 0], 'gap', 0, 'gapgrad', [0; 1], ...
                    'tangent', [1; 0], 'mu', 0.3);
a = dls_simulate (linear, [0 3], [1; 0], [0; -1], 'Step', 0.01);
b = dls_simulate (loaded (linear), [0 3], [1; 0], [0; -1], 'Step', 0.01);
pass(end+1) = holds ('friction', norm ([a.q - b.q; a.v - b.v], Inf) < 1e-12 ...
                     && norm (a.p - b.p, Inf) < 1e-12 ...
                     && any (a.status == 2) && any (a.status == 3));
end

% The load as a function.
function model = loaded (model)
f = model.f;
model = dls_model (model, 'f', @(t) f);
end

% Masses on springs above stops; `bilateral` of them are tied to the first one, twice.
function [linear, general, q0, v0] = chain (n, bilateral)
K = 50 * spdiags (ones (n, 1) * [-1 2 -1], -1:1, n, n);
C = 0.02 * K;
f = -3 * ones (n, 1);
stops = 1:2:n;
N = sparse (stops, 1:numel (stops), 1, n, numel (stops));
G = zeros (n, 0);
if bilateral > 0
  G = sparse ([1; 2], [1; 1], [1; -1], n, 1);
  G = G(:,ones (1, bilateral));                     % the second one is redundant
end
rest = {'gap', 0.05 * ones(numel (stops), 1), 'gapgrad', N, 'restitution', 0.5};
hinge = {};
if bilateral > 0
  hinge = {'constraint', zeros(bilateral, 1), 'constraintgrad', G};
end
linear = dls_model ('M', speye (n), 'K', K, 'C', C, 'f', f, rest{:}, hinge{:});
if bilateral > 0
  hinge = {'constraint', @(q) G' * q, 'constraintgrad', G};
end
general = dls_model ('mass', @(q) eye (n), 'force', @(t, q, v) f - K*q - C*v, ...
                     'force_q', -K, 'force_v', -C, 'gap', @(q) N' * q + 0.05, ...
                     'gapgrad', @(q) N, 'restitution', 0.5, hinge{:});
q0 = zeros (n, 1);
v0 = -ones (n, 1);
v0(1:min (n, 2)) = -1;
end

% Random oblique stops, any theta >= 1/2, any restitution up to 1, but the same for all: with
% several coefficients Newton's law itself can create energy.
function pass = passive_energy ()
grows = zeros (1, 12);
hits = grows;
for k = 1:12
  n = 2 + mod (k, 4);
  B = rand (n) - 0.5;
  K = B * B' * 20;
  N = rand (n, n + 1) - 0.5;
  model = dls_model ('M', eye (n) + B * B', 'K', K, 'C', 0.1 * mod (k, 3) * eye (n), ...
                     'gap', 0.1 + rand (n + 1, 1), 'gapgrad', N, 'restitution', rand ());
  s = dls_simulate (model, [0 5], zeros (n, 1), 8 * rand (n, 1) - 4, 'Step', 0.01, ...
                    'Theta', 0.5 + 0.25 * mod (k, 3));
  grows(k) = max (diff (s.energy.total)) / s.energy.total(1);
  hits(k) = sum (s.status(:) > 0);
  grows(k) = max (grows(k), strcmp (s.result, 'failed'));
end
pass = holds (sprintf ('energy never grows: %.1e', max (grows)), ...
              [grows < 1e-12, sum(hits > 0) > 9]);
% perfect restitution keeps it
model = dls_model ('M', 1, 'f', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 1);
s = dls_simulate (model, [0 20], 1, 0, 'Step', 0.01);
pass(end+1) = holds ('energy is kept', norm (s.energy.total - 2, Inf) < 1e-10 ...
                     && sum (s.status) == 10);
% a mathematical double pendulum that hits walls, in Cartesian coordinates, with friction
model = walls ();
s = dls_simulate (model, [0 2], [1; 0; 1; 1], zeros (4, 1), 'Step', 0.005, 'Theta', 0.5);
sampled = s.energy.total(1:5:end);
pass(end+1) = holds (sprintf ('double pendulum: %.1e', max (diff (sampled))), ...
  strcmp (s.result, 'finished') && max (diff (sampled)) < 2e-3 * 9.81 && s.energy.total(end) ...
  < s.energy.total(1) && any (s.status(:) > 0));
end

function model = walls ()
model = dls_model ('mass', eye (4), 'force', [0; -9.81; 0; -9.81], ...
  'constraint', @(q) [q(1:2)'*q(1:2) - 1; sumsq(q(3:4) - q(1:2)) - 1], ...
  'constraintgrad', @(q) 2 * [q(1:2), q(1:2) - q(3:4); 0, q(3) - q(1); 0, q(4) - q(2)], ...
  'gap', @(q) q(3) + 0.4, 'gapgrad', [0; 0; 1; 0], 'tangent', [0; 0; 0; 1], 'mu', 0.2, ...
  'restitution', 0.5);
end

function pass = projected ()
% pendulum in Cartesian coordinates above a floor, two metrics (1e5 steps: bench_step)
model = dls_model ('mass', diag ([1 3]), 'force', [0; -9.81], 'constraint', @(q) q'*q - 1, ...
                   'constraintgrad', @(q) 2*q, 'gap', @(q) q(1) + 0.5, 'gapgrad', [1; 0], ...
                   'restitution', 0.9);
pass = [];
for metric = {'mass', 'euclidean'}
  s = dls_simulate (model, [0 8], [1; 0], [0; 0], 'Step', 0.01, 'Projection', metric{1}, ...
                    'Scheme', 'moreau-jean-projected');
  free = dls_simulate (model, [0 8], [1; 0], [0; 0], 'Step', 0.01);
  pass(end+1) = holds (sprintf ('drift %.0e, without projection %.0e', ...
    max ([s.drift.constraint, s.drift.gap]), max (free.drift.constraint)), ...
    max ([s.drift.constraint, s.drift.gap]) < 1e-12 && max (free.drift.constraint) > 1e-5 ...
    && strcmp (s.result, 'finished') && s.stats.steps == 800);
end
% GOLDEN 18 with (19): the position of an impact is the ground
model = dls_model ('M', 1, 'f', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
s = dls_simulate (model, [0 4.2], 1, 0, 'Step', 0.07, 'Scheme', 'moreau-jean-projected');
pass(end+1) = holds ('ball projected', abs (min (s.q)) < 1e-15 && abs (s.q(end)) < 1e-12);
end

function pass = through_impacts ()
ball = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
s = dls_simulate (ball, [0 4], 1, 0, 'Step', 0.0131, 'Scheme', 'nonsmooth-generalized-alpha');
L1 = dls_error (s, exact_ball (), 'L1');
pass = holds ('generalized-alpha through impacts', L1.q < 0.05 && L1.v < 0.2);
end

% A force far stiffer than the step allows for fixed-point iterations, without Jacobians.
function pass = stiff ()
model = dls_model ('mass', 1, 'force', @(t, q, v) -1e6 * q - 1e4 * v);
s = dls_simulate (model, [0 1], 1, 0, 'Step', 0.01, 'Theta', 1);
given = dls_simulate (dls_model (model, 'force_q', -1e6, 'force_v', -1e4), [0 1], 1, 0, ...
                      'Step', 0.01, 'Theta', 1);
pass = holds ('stiff', strcmp (s.result, 'finished') && abs (s.q(end)) < 1e-8 ...
              && norm (s.q - given.q) < 1e-6 ...
              && given.stats.factorisations <= 2.1 * given.stats.steps);
end

% A piston hits a ball at rest: V(1 + e). A belt drags a block until it moves with it.
function pass = moving_wall ()
wall = dls_model ('mass', 1, 'gap', @(t, q, v) q - 2 * t, 'gapgrad', 1, 'gaptime', -2, ...
                  'restitution', 0.25);
s = dls_simulate (wall, [0 1], 0.5, 0, 'Step', 0.0101);
pass = holds ('piston', abs (s.v(end) - 2.5) < 1e-12);
belt = dls_model ('mass', eye (2), 'force', [0; -10], 'gap', @(q) q(2), 'gapgrad', [0; 1], ...
                  'tangent', [1; 0], 'tangenttime', -3, 'mu', 0.2);
s = dls_simulate (belt, [0 2], [0; 0], [0; 0], 'Step', 0.01);
k = find (s.status == 2, 1);
pass(end+1) = holds ('belt', abs (s.t(k) - 1.5) < 0.011 && abs (s.v(1,end) - 3) < 1e-12 ...
                     && norm (s.v(1,1:k-1) - 2 * s.t(1:k-1)) < 1e-10);
rod = dls_model ('mass', 1, 'constraint', @(t, q, v) q - sin (t), 'constraintgrad', 1, ...
                 'constrainttime', @(t, q, v) -cos (t));
s = dls_simulate (rod, [0 1], 0, 1, 'Step', 0.01);
pass(end+1) = holds ('driven', norm (s.q - sin (s.t), Inf) < 0.005);
end

% A double pendulum and a wall
function pendulum = struck_pendulum ()
bent = @(q) q(1) - q(2);
pendulum = dls_model ('mass', @(q) [2 cos(bent (q)); cos(bent (q)) 1], 'force', ...
  @(t, q, v) [-sin(bent (q)) * v(2)^2 - 19.62 * sin(q(1)); ...
              sin(bent (q)) * v(1)^2 - 9.81 * sin(q(2))], ...
  'gap', @(q) 1.2 - sin (q(1)) - sin (q(2)), 'gapgrad', @(q) -cos (q), 'restitution', 0.8);
end

% 'Preset', 'siconos': a double pendulum and a wall, moved by Siconos 4.4 (TimeStepping, Newton's
% method to 1e-13), and the equations of its step with a bent constraint, a belt and friction.
function pass = platform ()
pendulum = struck_pendulum ();
s = dls_simulate (pendulum, [0 2], [0.3; -0.2], [2; 1], 'Step', 0.01, 'Preset', 'siconos');
there = [0.45801661800719 -0.04843528864244 1.13409896537246 2.00817261566838
         0.33212321516732 1.02416559498894 -1.42730798834137 1.15561603030563
         0.00304773026526 0.20815369111944 0.95767089257875 -4.56921549459976
         -0.74864058200522 -0.14493815018763 0.93081883122404 0.95477995851126]';
pass = holds ('Siconos', norm ([s.q; s.v](:,[10 50 100 200] + 1) - there, Inf) < 1e-10 ...
              && nnz (s.p(1,:)) == 1 && all (s.residual < 1e-11));
o = dls_options ('dls_simulate', 'Preset', 'siconos', 'Theta', 1);
pass(end+1) = holds ('preset', o.Theta == 1 && o.Gamma == 0.5 && strcmp (o.Gradients, 'end'));
% a mass on a circle that strikes a belt, which moves along it
[h, e, et, mu] = deal (0.01, 0.6, 0.3, 0.4);
N = @(q) [2 * q(1) / 5; 1];                             % the ground bends
T = @(q) [1; -2 * q(1) / 5];
f = @(t, q, v) [sin(5 * t); -9.81] - 0.3 * norm (v) * v;
model = dls_model ('mass', eye (3), 'force', @(t, q, v) [f(t, q(1:2), v(1:2)); q(1) - v(3)], ...
  'constraint', @(q) q(3) - q(1) * q(2), 'constraintgrad', @(q) [-q(2); -q(1); 1], ...
  'gap', @(t, q, v) q(2) + q(1)^2 / 5 - 0.1 * sin (3 * t), 'gapgrad', @(q) [N(q); 0], ...
  'gaptime', @(t, q, v) -0.3 * cos (3 * t), 'tangent', @(q) [T(q); 0], 'tangenttime', ...
  @(t, q, v) -0.2 * t, 'restitution', e, 'tangentrestitution', et, 'mu', mu);
s = dls_simulate (model, [0 3], [0; 0.5; 0], [0.5; 0; 0.25], 'Step', h, 'Preset', 'siconos');
[worst, slips] = deal (0, [0 0]);
for k = 1:numel (s.t) - 1
  [q0, q1, v0, v1, p] = deal (s.q(:,k), s.q(:,k+1), s.v(:,k), s.v(:,k+1), s.p(:,k+1));
  a = [f(s.t(k), q0(1:2), v0(1:2)); q0(1) - v0(3)];
  b = [f(s.t(k+1), q1(1:2), v1(1:2)); q1(1) - v1(3)];
  G = [-q1(2); -q1(1); 1];
  rest = [v1 - v0 - h * (a + b) / 2 - [G, [N(q1), T(q1); 0 0]] * p; q1 - q0 - h * (v0 + v1) / 2; ...
          G' * v1];
  w = -[0.3 * cos(3 * s.t(k:k+1)); 0.2 * s.t(k:k+1)];
  before = [N(q0), T(q0)]' * v0(1:2) + w(:,1);
  u = [N(q1), T(q1)]' * v1(1:2) + w(:,2) + [e; et] .* before;
  if p(2) > 0
    slips(1 + (s.status(k+1) == 3)) += 1;
    slides = norm ([mu * p(2) - abs(p(3)), max(0, u(2) * p(3))]);
    rest(end+1:end+2) = [u(1); min(abs (u(2)), slides)];
  end
  worst = max ([worst; abs(rest)]);
end
pass(end+1) = holds (sprintf ('equations of the platform: %.1e', worst), worst < 1e-9 ...
                     && all (slips > 3) && all (s.residual < 1e-9) && any (s.status(2:end) == 0));
end

% Dampers that act on a contact that is held, beside a constraint that repeats: Newton's method of
% the generalized-alpha step knows what the smooth motion does to percussions (30 iterations were
% not enough from c = 100 on).
function pass = held_damper ()
pass = [];
rest = {'gap', @(q) q(1), 'gapgrad', [1; 0; 0], 'tangent', [0; 1; 0], 'mu', 0.3, 'd', 2, ...
        'constraint', @(q) [q(3); 2 * q(3)], 'constraintgrad', [0 0; 0 0; 1 2]};
o = {'Scheme', 'nonsmooth-generalized-alpha', 'Step', 1e-2};
for c = [1, 100, 300]
  [C, K, f] = deal (c * [1 .5 0; .5 1 0; 0 0 1], 100 * [2 -1 0; -1 2 0; 0 0 1], [-10; 3; 1]);
  m = {'mass', eye(3), 'force', @(t, q, v) f - C * v - K * q, rest{:}};
  a = dls_simulate (dls_model (m{:}, 'force_v', -C, 'force_q', -K), [0 1], zeros (3, 1), ...
                    [0; 0.5; 0], o{:});
  b = dls_simulate (dls_model ('M', eye (3), 'C', C, 'K', K, 'f', f, 'gap', 0, ...
    'gapgrad', [1; 0; 0], 'tangent', [0; 1; 0], 'mu', 0.3, 'd', 2, 'constraint', [0; 0], ...
    'constraintgrad', [0 0; 0 0; 1 2]), [0 1], zeros (3, 1), [0; 0.5; 0], o{:});
  n = a.p(3,2:end);
  pass(end+1) = holds (sprintf ('damper %g on a held contact', c), ...
    all (strcmp ({a.result, b.result}, 'finished')) & max ([a.residual, b.residual]) < 1e-12 ...
    & norm ([a.q - b.q; a.v - b.v], Inf) < 1e-12 & n > 0 & any (a.status == 2) ...
    & abs (a.p(4,2:end)) <= 0.3 * n * (1 + 1e-12) & a.stats.evaluations < 12 * a.stats.steps);
end
end

% Index 3: the same pendulum, moved by TimeSteppingCombinedProjection of Siconos 4.4 (which leaves
% 1e-8 of positions); a block on a string that is thrown at a wall and comes to rest there.
function pass = combined ()
o = {'Scheme', 'moreau-jean-projected', 'Projection', 'euclidean', 'Combined'};
s = dls_simulate (struck_pendulum (), [0 2], [0.3; -0.2], [2; 1], 'Step', 0.01, 'Preset', ...
                  'siconos', o{:}, 'active');
there = [0.45801661800719 -0.04843528864244 1.13409896537246 2.00817261566838
         0.33221849235829 1.02422271883091 -1.42733669875773 1.15562987711877
         0.00305336048277 0.20820384626328 0.95746328949212 -4.56933423944793
         -0.74869048227550 -0.14504248927051 0.93093527752498 0.95474961382706]';
pass = holds ('Siconos, combined', norm ([s.q; s.v](:,[10 50 100 200] + 1) - there, Inf) < 5e-8 ...
              && nnz (s.p(1,:)) == 1 && all (s.residual < 1e-11));
block = dls_model ('mass', diag ([1 1 0.3]), 'force', [4; -9.81; 0], ...
  'constraint', @(q) q(3) - hypot (q(1), q(2)), ...
  'constraintgrad', @(q) [-q(1:2) / norm(q(1:2)); 1], ...
  'gap', @(q) [0.6 - q(1); q(2) + 0.5], 'gapgrad', [-1 0; 0 1; 0 0], ...
  'tangent', [0 1; 1 0; 0 0], 'mu', [0.2 0.4], 'restitution', [0.3 0.6]);
for which = {'all', 'active'}
  s = dls_simulate (block, [0 2], [0; -0.3; 0.3], [1; 2; -2], 'Step', 0.005, o{:}, which{1});
  loose = 1e-4 * strcmp (which{1}, 'all');               % closed contacts may keep a gap
  pass(end+1) = holds (['combined, ', which{1}], all (s.residual < 1e-9) ...
    && max (s.drift.constraint) < 1e-13 && max (s.drift.gap) < 1e-13 + 0.005 * ~loose ...
    && norm (s.v(:,end)) < 1e-9 && norm (s.gap(:,end), Inf) < 1e-12 + loose ...
    && all (s.status(:,end) > 0) && nnz (s.status(1,:) == 0) > 50);
end
end

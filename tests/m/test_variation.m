function pass = test_variation ()
% TEST_VARIATION  dls_variation against closed forms and differences of whole motions.
%   pass = test_variation ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
pass = [bounces(), belt(), thrown(), constrained(), periodic(), mechanisms(), refused(), ...
        steps(), converges(), no_steps()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_variation: %s\n', name); end
end

function pass = mechanisms ()
% A ball that bounces, in closed form; a pendulum with a motor and a stop against differences.
B = dls_body (dls_mechanism ('gravity', [0 -9.81]), 'ball', 'mass', 2, 'shape', 'circle', ...
              'size', 0.5, 'at', [0 1.5]);
B = @(e) dls_touch (B, 'ground', 'ball', 'restitution', e);
sol = dls_simulate (B(0.8), [0 0.6], 'Scheme', 'event-driven');
J = dls_variation (sol, B, 0.8);
[g, e, t] = deal (9.81, 0.8, sqrt (2 / 9.81));
pass = holds ('ball', strcmp (J.status, 'solved') && numel (J.events) == 1 ...
              && norm (J.parameter([2 5]) - [g * t * (0.6 - t); g * t]) < 1e-7 ...
              && norm (J.initial(5,[2 5]) - ((1 + e) * g * [1/(g*t), 1/g] - [0 e])) < 1e-7);
p = [1.2; 0.4];
sol = dls_simulate (stopped (p), [0 0.6], 'Scheme', 'event-driven', 'RelTol', 1e-5);
J = dls_variation (sol, @stopped, p);
found = zeros (2, 2);
for k = 1:2
  h = 1e-5 * ((1:2)' == k);
  x = cell (1, 2);
  for side = 1:2
    s = dls_simulate (stopped (p + (3 - 2 * side) * h), [0 0.6], 'Scheme', 'event-driven', ...
                      'RelTol', 1e-8);
    x{side} = [s.q(3,end); s.v(3,end)];
  end
  found(:,k) = (x{1} - x{2}) / 2e-5;
end
pass(end+1) = holds ('pendulum', strcmp (J.status, 'solved') && numel (J.events) == 1 ...
                     && norm (J.parameter([3 6],:) - found) < 1e-4 * norm (found));
C = dls_body (dls_mechanism ('d', 2), 'a', 'mass', 1, 'inertia', 1);
C = dls_joint (C, 'rail', 'slider', {'ground', [0 0], 'along', [1 0]}, {'a'}, 'mu', 0.1, 'size', 1);
D = dls_body (dls_mechanism ('d', 3), 'a', 'mass', 1, 'inertia', [1 1 1]);
said = {'joints without friction', 'as many coordinates as velocities'};
of = {C, D};
for k = 1:2
  sol = dls_simulate (of{k}, [0 0.1], 'Scheme', 'event-driven');
  text = '';
  try
    dls_variation (sol);
  catch err
    text = err.message;
  end
  pass(end+1) = holds (said{k}, ~isempty (strfind (text, said{k})));
end
end

function B = stopped (p)
% Mass and restitution are the parameters; the motor is a function of the user.
B = dls_body (dls_mechanism ('gravity', [0 -9.81]), 'bob', 'mass', p(1), 'inertia', 0.1, ...
              'at', [0.5 0]);
B = dls_joint (B, 'pin', 'hinge', {'ground', [0 0]}, {'bob', [-0.5 0]}, 'limits', [-1 3], ...
               'restitution', p(2));
B = dls_force (B, 'motor', 'torque', 'bob', @(t, q, v) 0.3 * cos (3 * t) - 0.1 * v(3));
end

function x = last (model, T, q, v)
sol = dls_simulate (model, [0 T], q, v, 'Scheme', 'event-driven', 'Energy', 'off', ...
                    'Residual', 'off', 'Initial', 'off');
x = [sol.q(:,end); sol.v(:,end)];
end

% Columns of J against those of differences along the directions D (of q0, v0) and all parameters.
function off = compared (family, p, T, q, v, D)
n = numel (q);
sol = dls_simulate (family (p), [0 T], q, v, 'Scheme', 'event-driven', 'RelTol', 1e-9);
J = dls_variation (sol, family, p);
off = J.error + 1e3 * ~strcmp (J.status, 'solved');
for d = D
  h = 1e-5;
  x = (last (family (p), T, q + h * d(1:n), v + h * d(n+1:end)) ...
       - last (family (p), T, q - h * d(1:n), v - h * d(n+1:end))) / (2 * h);
  off = max (off, norm (x - J.initial * d) / (1 + norm (x)));
end
for j = 1:numel (p)
  h = 1e-5 * (1 + abs (p(j))) * ((1:numel (p))' == j);
  x = (last (family (p + h), T, q, v) - last (family (p - h), T, q, v)) / (2 * sum (h));
  off = max (off, norm (x - J.parameter(:,j)) / (1 + norm (x)));
end
end

function pass = bounces ()
% The k-th impact of a ball that starts at a height q with speed v is at
% t0 + 2*w*(e + ... + e^(k-1))/g, w = sqrt (v^2 + 2*g*q), t0 = (v + w)/g.
[g, e, q, v, T, k] = deal (9.81, 0.7, 1.2, 0.4, 1.9, 3);
model = dls_model ('mass', 1, 'force', -g, 'gap', 0, 'gapgrad', 1, 'restitution', e);
sol = dls_simulate (model, [0 T], q, v, 'Scheme', 'event-driven');
J = dls_variation (sol);
w = sqrt (v ^ 2 + 2 * g * q);
dw = [g, v] / w;
hit = (v + w + 2 * w * sum (e .^ (1:k-1))) / g;
dhit = ([0 1] + dw * (1 + 2 * sum (e .^ (1:k-1)))) / g;
dv = e ^ k * dw + g * dhit;                        % v = e^k*w - g*(T - hit)
dq = e ^ k * dw * (T - hit) - e ^ k * w * dhit + g * (T - hit) * dhit;
pass = holds ('closed form', numel (J.events) == k && norm (J.initial - [dq; dv]) <= 1e-7 ...
              && isempty (J.parameter));
pass(end+1) = holds ('determinant', abs (det (J.initial) - e ^ (2 * k)) <= 1e-8);
end

function pass = belt ()
% A spring holds a block on a moving belt: slips, sticks (rank is lost), slips again.
belt = @(p) dls_model ('M', eye (2), 'K', diag ([p(1) 0]), 'f', [0; -10], 'gap', 0, 'gapgrad', ...
                       [0; 1], 'tangent', [1; 0], 'tangenttime', -0.5, 'mu', p(2));
D = [1 0; 0 0; 0 1; 0 0];
pass = holds ('stick-slip', compared (belt, [10; 0.3], 0.9, [0; 0], [0.1; 0], D) <= 1e-6);
end

function pass = thrown ()
% A rod hits the floor with friction, slips or sticks, mass and friction are parameters.
rod = @(p) dls_model ('mass', diag ([1 1 p(2)]), 'force', [0; -9.81; 0], 'mu', p(1), ...
                      'restitution', 0.5, 'gap', @(q) q(2) - sin (q(3)), ...
                      'gapgrad', @(q) [0; 1; -cos(q(3))], 'tangent', @(q) [1; 0; sin(q(3))]);
pass = [];
for mu = [0.1 2]
  off = compared (rod, [mu; 1/3], 0.5, [0; 1.5; 0.9], [0.5; 0; 0.3], eye (6)(:,[2 3 6]));
  pass(end+1) = holds (sprintf ('rod, mu = %g', mu), off <= 2e-6);
end
end

function pass = constrained ()
% A pendulum in natural coordinates that hits a wall; directions that the constraint admits.
wall = @(p) dls_model ('mass', eye (2), 'force', [0; -9.81], 'gap', @(q) q(1) + p, 'gapgrad', ...
                       [1; 0], 'constraint', @(q) (q' * q - 1) / 2, 'constraintgrad', @(q) q, ...
                       'restitution', 0.6);
q = [sin(0.5); -cos(0.5)];
v = 1.5 * [q(2); -q(1)];
D = [q(2) 0; -q(1) 0; v(2) q(2); -v(1) -q(1)];
pass = holds ('pendulum', compared (wall, 0.1, 0.5, q, v, D(:,2)) <= 2e-6);
end

function pass = periodic ()
% Floquet multipliers of the ball on a shaken table: det = e^2; the same as of dls_periodic.
[e, g, w] = deal (0.8, 9.81, 2 * pi);
model = dls_model ('mass', 1, 'force', -g, 'gap', @(t,q,v) q - 0.3 * sin (w * t), 'gapgrad', 1, ...
                   'gaptime', @(t,q,v) -0.3 * w * cos (w * t), 'restitution', e);
R = dls_periodic (model, 1.03, -3, 1);
J = dls_variation (dls_simulate (model, [0 1], R.q, R.v, 'Scheme', 'event-driven'));
pass = holds ('monodromy', norm (J.initial - R.monodromy) <= 1e-6 ...
              && abs (det (J.initial) - e ^ 2) <= 1e-8 && strcmp (R.status, 'solved'));
end

function pass = refused ()
% Two balls at once; impacts without end.
two = dls_model ('mass', eye (2), 'force', [-1; -1], 'gap', [0; 0], 'gapgrad', eye (2), ...
                 'restitution', [0.1; 0.1]);
J = dls_variation (dls_simulate (two, [0 2], [1; 1], [0; 0], 'Scheme', 'event-driven'));
pass = holds ('two at once', strcmp (J.status, 'not_differentiable') && all (isnan (J.initial(:))));
J = dls_variation (dls_simulate (two, [0 2], [1; 7], [0; 0], 'Scheme', 'event-driven'));
pass(end+1) = holds ('accumulation', strcmp (J.status, 'not_differentiable') ...
                     && ~isempty (strfind (J.message, 'accumulate')));
end

% Of steps of Moreau and Jean the derivatives of their numbers: belt, pendulum, two points on the
% floor with a spring between them, one with a function for its friction.
function pass = steps ()
pass = [];
belt = @(p) dls_model ('M', eye (2), 'K', diag ([p(1) 0]), 'f', [0; -10], 'gap', 0, 'gapgrad', ...
                       [0; 1], 'tangent', [1; 0], 'tangenttime', -0.5, 'mu', p(2));
swing = @(p) dls_model ('mass', @(q) diag ([1, 1 + p * q(1) ^ 2]), 'force', [0; -9.81], ...
                        'constraint', @(q) (q' * q - 1) / 2, 'constraintgrad', @(q) q);
pair = @(p) dls_model ('M', diag ([1 1 1 p(1) p(1) p(1)]), 'K', 20 * kron ([1 -1; -1 1], ...
                       diag ([1 1 0])), 'f', [0; 0; -9.81; 0; 0; -9.81 * p(1)], 'd', 3, 'mu', ...
                       [p(2); p(3)], 'gap', [0; 0], 'gapgrad', eye (6)(:,[3 6]), 'tangent', ...
                       eye (6)(:,[1 2 4 5]));
worn = @(p) dls_model ('M', eye (2), 'f', [0; -10], 'gap', 0, 'gapgrad', [0; 1], 'tangent', ...
                       [1; 0], 'mu', @(q) p * (1 + q(1) ^ 2));
cases = {belt, [10; 0.3], [0; 0], [0.1; 0], eye(4)(:,[1 3]), 0.5, 'slips, sticks'
         swing, 0.2, [sin(0.5); -cos(0.5)], [-cos(0.5); -sin(0.5)], eye(4), 1, 'pendulum'
         pair, [.4; .1; .5], zeros(6, 1), [1; .3; 0; 0; 0; 0], eye(12)(:,[1 2 7 8]), .5, 'pair'
         worn, 0.2, [0; 0], [1; 0], eye(4)(:,[1 3]), 0.7, 'worn'};
for c = cases'
  [family, p, q, v, D, theta, name] = c{:};
  run = @(p, q, v) dls_simulate (family (p), [0 0.2], q, v, 'Step', 0.01, 'Theta', theta, ...
                                 'NewtonTolerance', 1e-13, 'Tolerance', 1e-13, 'Initial', 'off');
  J = dls_variation (run (p, q, v), family, p);
  [n, h] = deal (numel (q), 1e-6);
  off = norm (J.steps - [J.initial, J.parameter]);
  for d = D
    x = end_of (run (p, q + h * d(1:n), v + h * d(n+1:end))) ...
        - end_of (run (p, q - h * d(1:n), v - h * d(n+1:end)));
    off = max (off, norm (x / (2 * h) - J.steps(:,1:2*n) * d));
  end
  for j = 1:numel (p)
    e = h * ((1:numel (p))' == j);
    x = (end_of (run (p + e, q, v)) - end_of (run (p - e, q, v))) / (2 * h);
    off = max (off, norm (x - J.steps(:,2*n+j)));
  end
  pass(end+1) = holds (sprintf ('steps: %s, off by %.1e', name, off), off <= 1e-6 ...
                       && J.error <= 1e-9 && isempty (J.events));
end
end

function x = end_of (sol)
x = [sol.q(:,end); sol.v(:,end)];
end

% Across impacts to the derivatives of the motion: a ball that bounces, a rod that slips or sticks.
function pass = converges ()
ball = @(e) dls_model ('mass', 1, 'force', -9.81, 'gap', 0, 'gapgrad', 1, 'restitution', e);
rod = @(p) dls_model ('mass', diag ([1 1 p(2)]), 'force', [0; -9.81; 0], 'mu', p(1), ...
                      'restitution', 0.5, 'gap', @(q) q(2) - sin (q(3)), ...
                      'gapgrad', @(q) [0; 1; -cos(q(3))], 'tangent', @(q) [1; 0; sin(q(3))]);
cases = {ball, 0.8, 1.6, 1, 0, 2; rod, [0.1; 1/3], 0.5, [0; 1.5; 0.9], [0.5; 0; 0.3], 1; ...
         rod, [2; 1/3], 0.5, [0; 1.5; 0.9], [0.5; 0; 0.3], 1};
pass = [];
for c = cases'
  [family, p, T, q, v, count] = c{:};
  E = dls_variation (dls_simulate (family (p), [0 T], q, v, 'Scheme', 'event-driven', ...
                                   'RelTol', 1e-9), family, p);
  exact = [E.initial, E.parameter];
  off = [];
  for h = [T/30, T/120]
    J = dls_variation (dls_simulate (family (p), [0 T], q, v, 'Step', h), family, p);
    off(end+1) = norm ([J.initial, J.parameter] - exact) / norm (exact);
  end
  pass(end+1) = holds ('converges', off(2) <= 0.04 && off(2) <= off(1) / 2 ...
                       && numel (J.events) == count && norm (J.steps - exact) > 0.2 * norm (exact));
  sol = dls_simulate (family (p), [0 T], q, v, 'Scheme', 'event-capturing', 'Step', T/50);
  J = dls_variation (sol, family, p);
  pass(end+1) = holds ('event-capturing', norm ([J.initial, J.parameter] - exact) ...
                       <= 1e-6 * norm (exact) && J.error <= 1e-8);
end
end

% Steps that are not stored, gradients at the end, what is not Coulomb's law.
function pass = no_steps ()
model = dls_model ('mass', 1, 'force', @(t,q,v) -q - v ^ 3, 'gap', @(q) q + q ^ 2, ...
                   'gapgrad', @(q) 1 + 2 * q);
sol = dls_simulate (model, [0 2], 1, 0, 'Step', 0.05, 'Stride', 2);
pass = holds ('stride', raises (@() dls_variation (sol), 'delassus:option', 'Stride'));
sol = dls_simulate (model, [0 2], 1, 0, 'Scheme', 'schatzman-paoli', 'Step', 0.05);
pass(end+1) = holds ('scheme', raises (@() dls_variation (sol), 'delassus:option', 'event'));
soft = dls_model (model, 'stiffness', 100);
sol = dls_simulate (soft, [0 2], 1, 0, 'Step', 0.05);
pass(end+1) = holds ('stiffness', raises (@() dls_variation (sol), 'delassus:option', 'stiff'));
two = dls_model ('mass', eye (2), 'force', [-1; -1], 'gap', [0; 0], 'gapgrad', eye (2), ...
                 'restitution', [0.1; 0.1]);
J = dls_variation (dls_simulate (two, [0 2], [1; 1], [0; 0], 'Step', 0.05));
pass(end+1) = holds ('two in a step', strcmp (J.status, 'not_differentiable') ...
                     && all (isnan (J.initial(:))));
end

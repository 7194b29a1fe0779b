function pass = test_orders ()
% TEST_ORDERS  Orders of all schemes by dls_orders: smooth motion, impacts, accumulation, friction.
%   pass = test_orders ()   logical row; each failing element prints its name.
%   Promise: slopes by least squares over four steps or more where errors fall are within 0.15 of
%   the order; in L1 where velocities jump, in the uniform norm where motion is smooth; positions,
%   velocities, integrals of reactions.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [smooth(), impacts(), captured(), friction(), table_of(), refusals()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_orders: %s\n', name); end
end

function ok = slopes_are (what, R, order, names)
ok = [];
for s = 1:numel (R.schemes)
  for name = names
    x = R.slopes.(name{1})(s,:);
    text = sprintf ('%s, %s, order of %s:%s, expected %g', what, R.schemes{s}, name{1}, ...
                    sprintf (' %.2f', x), order(s));
    ok(end+1) = holds (text, abs (x - order(s)) < 0.15);
  end
end
end

% A pendulum as a constrained point; the reaction against a fine motion. And a forced spring.
function pass = smooth ()
pendulum = dls_model ('mass', eye (2), 'force', [0; -9.81], 'constraint', @(q) q'*q - 1, ...
                      'constraintgrad', @(q) 2*q);
fine = dls_simulate (pendulum, [0 0.5], [1; 0], [0; 0], 'Scheme', 'event-capturing', 'Method', ...
                     'gauss-4', 'Step', 1/800);
total = cumsum (fine.p, 2);
exact.state = @(t) interp1 (fine.t, [fine.q; fine.v]', t, 'spline')';
exact.percussions = @(t) interp1 (fine.t, total, t, 'spline');
schemes = {'moreau-jean', 'moreau-jean-projected', 'rattle', 'nonsmooth-generalized-alpha', ...
           'event-capturing lobatto-iiia-2', 'event-driven radau-iia-3'};
R = dls_orders (pendulum, [0 0.5], [1; 0], [0; 0], 'Schemes', schemes(1:2), 'Reference', exact, ...
                'Steps', 0.01 ./ 2 .^ (0:3), 'Norms', 'uniform');
pass = slopes_are ('pendulum', R, [1 1], {'q', 'v', 'p'});
R = dls_orders (pendulum, [0 0.5], [1; 0], [0; 0], 'Schemes', schemes(3:6), 'Reference', exact, ...
                'Steps', 0.05 ./ 2 .^ (0:3), 'Norms', 'uniform', 'Adaptive', 'off');
pass = [pass, slopes_are('pendulum', R, [2 2 2 3], {'q', 'v', 'p'})];
spring = dls_model ('mass', 1, 'force', @(t, q, v) -q^3 - 0.1*v + sin (t));
schemes = {'moreau-jean', 'schatzman-paoli', 'rattle', 'nonsmooth-generalized-alpha', ...
           'event-capturing half-explicit-4', 'event-capturing gauss-4'};
R = dls_orders (spring, [0 2], 1, 0, 'Schemes', schemes, 'Steps', 0.1 ./ 2 .^ (0:3), ...
                'Norms', 'uniform');
pass = [pass, slopes_are('spring', R, [2 1 2 2 4 4], {'q', 'v'})];
R = dls_orders (spring, [0 2], 1, 0, 'Schemes', {'moreau-jean', 'schatzman-paoli'}, 'Steps', ...
                0.02 ./ 2 .^ (0:3), 'Norms', 'uniform', 'Theta', 1);
pass = [pass, slopes_are('spring, Theta 1', R, [1 1], {'q', 'v'})];
end

% Steps that do not meet impacts; the phase of an impact within its step makes the errors jump, so
% that slopes need many steps. In the uniform norm velocities do not converge.
function pass = impacts ()
ball = dls_model ('M', 1, 'f', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
spring = dls_model ('M', 1, 'K', 10, 'gap', 0, 'gapgrad', 1, 'restitution', 0.8);
schemes = {'moreau-jean', 'moreau-jean-projected', 'schatzman-paoli', ...
           'nonsmooth-generalized-alpha'};
cases = {'ball', ball, exact_ball(), 4; 'spring', spring, exact_oscillator(), 9};
pass = [];
for c = 1:2
  R = dls_orders (cases{c,2}, [0 cases{c,4}], 1, 0, 'Schemes', schemes, 'Reference', cases{c,3}, ...
                  'Steps', 0.03 ./ 1.37 .^ (0:13), 'Norms', {'L1', 'uniform'});
  uniform = R.slopes.v(:,2);
  pass(end+1) = holds (sprintf ('%s, uniform norm:%s', cases{c,1}, sprintf (' %.2f', uniform)), ...
                       uniform < 0.4);
  R.slopes.q = R.slopes.q(:,1);
  R.slopes.v = R.slopes.v(:,1);
  pass = [pass, slopes_are(cases{c,1}, R, ones (1, 4), {'q', 'v'})];
end
end

% Through an accumulation: a spring presses the mass on its stop, rest from t = 2.286. Of the ball
% free flight is exact, what remains is the error of the critical steps: order r.
function pass = captured ()
pressed = dls_model ('M', 1, 'K', 10, 'f', -3, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
methods = {'lobatto-iiia-2', 'half-explicit-3', 'radau-iia-3', 'gauss-4', 'half-explicit-4', ...
           'radau-iia-5', 'half-explicit-5', 'lobatto-iiia-6'};
R = dls_orders (pressed, [0 2.6], 1, 0, 'Schemes', strcat ({'event-capturing '}, methods), ...
                'Steps', 0.05 * 10 .^ (-(0:0.1:0.6)), 'Norms', 'uniform', ...
                'Reference', exact_oscillator (10, 0.5, 1, 0.3), 'Energy', 'off');
pass = slopes_are ('accumulation', R, [2 3 3 4 4 5 5 6], {'q'});
ball = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
for r = [2 4 6]
  R = dls_orders (ball, [0 4], 1, 0, 'Schemes', 'event-capturing radau-iia-5', 'Steps', ...
                  0.1 ./ 2 .^ (0:0.4:2), 'CriticalOrder', r, 'CriticalFactor', 1, 'Norms', ...
                  'uniform', 'Reference', exact_ball (), 'Energy', 'off');
  pass = [pass, slopes_are('ball', R, r, {'q'})];
end
end

% A mass on a spring rubs on the floor: half swings about +-mu g / k, until it sticks.
function pass = friction ()
w = 3;
rub = 0.35;                                      % mu g / k
model = dls_model ('M', eye (2), 'K', diag ([w^2, 0]), 'f', [0; -rub*w^2], 'gap', 0, 'gapgrad', ...
                   [0; 1], 'tangent', [1; 0], 'mu', 1);
swings = @(t) min (floor (w * t / pi), 4);       % from 3: 2.3, 1.6, 0.9, 0.2
x = @(t) (-1) .^ swings (t) .* (3 - 2*rub*swings (t) - rub);
exact.state = @(t) [(-1) .^ swings(t) .* rub + x(t) .* cos(w*t - pi*swings (t)) .* (t < 4*pi/w) ...
                    - (t >= 4*pi/w) .* (rub - 0.2); zeros(size (t)); ...
                    -w * x(t) .* sin(w*t - pi*swings (t)) .* (t < 4*pi/w); zeros(size (t))];
pass = holds ('swings', norm (exact.state (0) - [3; 0; 0; 0]) < 1e-12 ...
              && abs (exact.state (pi/w)(1) + 2.3) < 1e-12 ...
              && abs (exact.state (5)(1) - 0.2) < 1e-12);
R = dls_orders (model, [0 5], [3; 0], [0; 0], 'Schemes', {'moreau-jean', 'schatzman-paoli', ...
                'nonsmooth-generalized-alpha'}, 'Steps', 0.05 ./ 2 .^ (0:0.5:4), ...
                'Reference', exact);
pass = [pass, slopes_are('friction', R, [1 1 1], {'q', 'v'})];
end

function pass = table_of ()
ball = dls_model ('M', 1, 'f', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
R = dls_orders (ball, [0 0.5], 1, 0, 'Norms', {'L1', 'uniform'}, 'Steps', [0.1 0.03 0.01], ...
                'Reference', 'moreau-jean');
pass = holds ('a free flight is exact', isequal (size (R.q), [1 3 2]) && all (R.q(:) < 1e-14) ...
              && all (isnan (R.slopes.q)) && isequal (R.steps, 0.5 ./ [5 17 50]) ...
              && ~isempty (strfind (R.table, 'error of v, uniform')));
file = [tempname(), '.png'];
state = warning ('off', 'all');
R = dls_orders (ball, [0 1.5], 1, 0, 'Picture', file);
warning (state);
pass(end+1) = holds ('picture', exist (file, 'file') == 2 && numel (R.steps) == 5);
unlink (file);
end

function pass = refusals ()
ball = dls_model ('M', 1, 'f', -2);
f = {@() dls_orders(ball, [0 1], 1), 'delassus:dimension', ...
     @() dls_orders(ball, [0 1 2], 1, 0), 'delassus:dimension', ...
     @() dls_orders(ball, [0 1], 1, 0, 'Steps', [0.1 2]), 'delassus:option', ...
     @() dls_orders(ball, [0 1], 1, 0, 'Schemes', 3), 'delassus:option', ...
     @() dls_orders(ball, [0 1], 1, 0, 'Schemes', 'euler'), 'delassus:option', ...
     @() dls_orders(ball, [0 1], 1, 0, 'Norms', 'L3'), 'delassus:option'};
pass = [];
for k = 1:2:numel (f)
  pass(end+1) = holds (func2str (f{k}), raises (f{k}, f{k+1}, 'dls_'));
end
end

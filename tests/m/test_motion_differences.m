function pass = test_motion_differences ()
% TEST_MOTION_DIFFERENCES  Models that do not give their gradients.
%   pass = test_motion_differences ()   logical row; each failing element prints its name.
%   Promise: differences have the step that the function asks for: a machine of any size moves as
%   with gradients, also where its curvature changes on the way or a function ends next to it; rates
%   along the motion are exact to 1e-8; Newton's method asks no more of them than they can give.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [curved_floor(), bump(), edge(), pendulum(), spring(), slider(), instants()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_motion_differences: %s\n', name); end
end

% A point slides down a cubic floor of size s
function pass = curved_floor ()
pass = [];
for s = [1, 1e-2, 1e-4, 1e-6, 1e3]
  parts = {'mass', eye(2), 'force', [0; -10 * s], 'restitution', 0, ...
           'gap', @(q) q(2) - s * (q(1) / s) ^ 3};
  with = dls_model (parts{:}, 'gapgrad', @(q) [-3 * (q(1) / s) ^ 2; 1]);
  for scheme = {'moreau-jean', 'event-driven'}
    row = {[0 0.3], s * [0.5; 0.125], [0; 0], 'Scheme', scheme{1}, 'Step', 5e-3};
    a = dls_simulate (dls_model (parts{:}), row{:});
    b = dls_simulate (with, row{:});
    pass(end+1) = holds (sprintf ('floor of %g, %s', s, scheme{1}), ...
                         strcmp (a.result, 'finished') ...
                         && norm (a.q(:,end) - b.q(:,end)) < 1e-8 * s);
  end
end
end

% A flat floor, then one that bends within a thousandth
function pass = bump ()
s = 1e-3;
turn = @(x) max (x - 0.1, 0) / s;
parts = {'mass', eye(2), 'force', [0; -10], 'restitution', 0, ...
         'gap', @(q) q(2) - s * turn (q(1)) ^ 4 / (1 + turn (q(1)) ^ 4)};
slope = @(z) 4 * z ^ 3 / (1 + z ^ 4) ^ 2;
row = {[0 0.4], [0; 0], [0.3; 0], 'Step', 2e-3};
a = dls_simulate (dls_model (parts{:}), row{:});
b = dls_simulate (dls_model (parts{:}, 'gapgrad', @(q) [-slope(turn (q(1))); 1]), row{:});
pass = holds ('bump', b.q(2,end) ~= 0 && norm (a.q(:,end) - b.q(:,end)) < 1e-7);
end

% Outside of a bowl of a millionth there is no gap
function pass = edge ()
s = 1e-6;
inside = @(x) s - sqrt (max (s ^ 2 - x ^ 2, 0)) + 0 / (abs (x) < s);
parts = {'mass', eye(2), 'force', [0; -10 * s], 'restitution', 0, ...
         'gap', @(q) q(2) - inside (q(1))};
row = {[0 0.3], s * [0.6; 0.2], [0; 0], 'Step', 5e-3};
a = dls_simulate (dls_model (parts{:}), row{:});
slope = @(x) x / sqrt (s ^ 2 - x ^ 2);
b = dls_simulate (dls_model (parts{:}, 'gapgrad', @(q) [-slope(q(1)); 1]), row{:});
pass = holds ('edge', strcmp (a.result, 'finished') ...
              && norm (a.q(:,end) - b.q(:,end)) < 1e-8 * s);
end

% Of constraints, in index 2 and by their rates
function pass = pendulum ()
pass = [];
for s = [1e-6, 1, 1e3]
  parts = {'mass', eye(2), 'force', [0; -9.81 * s], 'constraint', @(q) (q' * q) / s - s};
  with = dls_model (parts{:}, 'constraintgrad', @(q) 2 * q / s, ...
                    'constraintrate', @(t, q, v) 2 * (v' * v) / s);
  for scheme = {'event-driven', 'nonsmooth-generalized-alpha', 'event-capturing'}
    row = {[0 0.5], [s; 0], [0; 0], 'Scheme', scheme{1}, 'Step', 5e-3};
    a = dls_simulate (dls_model (parts{:}), row{:});
    b = dls_simulate (with, row{:});
    pass(end+1) = holds (sprintf ('pendulum of %g, %s', s, scheme{1}), ...
                         norm (a.q(:,end) - b.q(:,end)) < 1e-8 * s);
  end
end
end

% A force that changes over a millionth: Newton's method needs its Jacobian
function pass = spring ()
pass = [];
for s = [1e-6, 1]
  force = @(t, q, v) -1e4 * s * sinh (q / s) - s * v;
  with = dls_model ('mass', 1, 'force', force, 'force_q', @(t, q, v) -1e4 * cosh (q / s), ...
                    'force_v', @(t, q, v) -s);
  for scheme = {'moreau-jean', 'event-driven'}
    row = {[0 0.1], 2 * s, 0, 'Scheme', scheme{1}, 'Step', 5e-3};
    a = dls_simulate (dls_model ('mass', 1, 'force', force), row{:});
    b = dls_simulate (with, row{:});
    pass(end+1) = holds (sprintf ('spring of %g, %s', s, scheme{1}), ...
      strcmp (a.result, 'finished') && norm (a.q - b.q) < 1e-8 * s ...
      && a.stats.iterations < 1.3 * b.stats.iterations + 10);
  end
end
end

% A ladder slides down with friction: accuracy that gradients have not must not be asked for
function pass = slider ()
pass = [];
parts = {'mass', diag([1 1 0.4]), 'force', [0; -10; 0], 'mu', 0.2, 'd', 2, ...
         'gap', @(q) [q(2) - sin(q(3)); q(1) - cos(q(3))], ...
         'tangent', @(q) [1, 0; 0, 1; -sin(q(3)), cos(q(3))]};
with = dls_model (parts{:}, 'gapgrad', @(q) [0, 1; 1, 0; -cos(q(3)), sin(q(3))]);
for more = {{}, {'Step', 1e-2}, {'RelTol', 1e-8}}
  row = [{[0 0.3], [cos(1); sin(1); 1], [0; 0; 0], 'Scheme', 'event-driven'}, more{1}];
  a = dls_simulate (dls_model (parts{:}), row{:});
  b = dls_simulate (with, row{:});
  pass(end+1) = holds (sprintf ('ladder: %d evaluations, %d with gradients', ...
                                a.stats.evaluations, b.stats.evaluations), ...
    strcmp (a.result, 'finished') && norm (a.q(:,end) - b.q(:,end)) < 1e-7 ...
    && a.stats.evaluations < 12 * b.stats.evaluations);
end
end

% The same equations at an instant, in m
function pass = instants ()
pass = [];
for s = [1e-6, 1]
  parts = {'mass', eye(2), 'force', [0; -10 * s], 'restitution', 0, ...
           'gap', @(q) q(2) - s * (q(1) / s) ^ 3};
  grad = @(q) [-3 * (q(1) / s) ^ 2; 1];
  [q, v] = deal (s * [0.5; 0.125], s * [2; 1.5]);
  a = dls_system (dls_model (parts{:}), 0, q, v);
  b = dls_system (dls_model (parts{:}, 'gapgrad', grad), 0, q, v);
  rate = -6 * q(1) / s ^ 2 * v(1) ^ 2;
  pass(end+1) = holds (sprintf ('instant: gradient of %g', s), norm (a.Gu - grad (q)) < 1e-8);
  pass(end+1) = holds (sprintf ('instant: rate of %g', s), ...
                       abs ([a.bu, b.bu] - rate) < 1e-7 * abs (rate));
end
end

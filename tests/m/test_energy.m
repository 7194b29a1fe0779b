function pass = test_energy ()
% TEST_ENERGY  The balance of energy of a motion: sol.energy, in all schemes.
%   pass = test_energy ()   logical row; each failing element prints its name.
%   Promise: work of forces, drives, impacts and friction are those of closed forms; with them the
%   kinetic energy is accounted for, to rounding where Moreau's step says so, else to the order of
%   the scheme; a motion that goes on counts on; contacts that part while others hit make none.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [closed_forms(), bent(), orders(), goes_on(), parting()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_energy: %s\n', name); end
end

function list = schemes ()
list = {{'moreau-jean'}, {'moreau-jean', 'Adaptive', 'on', 'RelTol', 1e-6}, ...
        {'moreau-jean-projected'}, {'schatzman-paoli'}, {'rattle'}, ...
        {'nonsmooth-generalized-alpha'}, ...
        {'event-capturing'}, {'event-capturing', 'Method', 'half-explicit-4'}, ...
        {'event-driven'}, {'event-driven', 'Method', 'lobatto-iiia-4', 'Index', 1}};
end

% On a circle a step of Moreau and Jean turns by h*w, and keeps the part cos (h*w) of the speed w.
function pass = bent ()
pass = [];
model = dls_model ('mass', eye (2), 'force', [0; 0], 'constraint', @(q) (q' * q - 1) / 2, ...
                   'constraintgrad', @(q) q);
for h = [0.02 0.01]
  lost = [];
  for scheme = {'moreau-jean-projected', 'rattle', 'nonsmooth-generalized-alpha', 'event-driven'}
    e = dls_simulate (model, [0 1], [1; 0], [0; 2], 'Scheme', scheme{1}, 'Step', h).energy;
    lost(end+1) = -e.constraint(end) / e.kinetic(1);
  end
  w = 2;
  for k = 1:round (1 / h)
    w = w * cos (h * w / (1 + (k == 1)));                     % the first one by half of it
  end
  pass(end+1) = holds ('bent', abs (lost(1) / (1 - w^2 / 4) - 1) < h ...
                       && all (abs (lost(2:4)) < [1e-12, h^2, 1e-7]));
end
end

function pass = closed_forms ()
pass = [];
% a ball with three impacts; a point that is lifted; a block that slides to rest; a damper
ball = dls_model ('M', 1, 'f', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
lifted = dls_model ('mass', 2, 'force', -9.81, 'constraint', @(t, q, v) q - sin (t), ...
                    'constraintgrad', 1, 'constrainttime', @(t, q, v) -cos (t));
block = dls_model ('M', eye (2), 'f', [0; -2], 'gap', 0, 'gapgrad', [0; 1], 'tangent', [1; 0], ...
                   'mu', 0.25);
damper = dls_model ('M', 1, 'C', 0.5, 'f', 3);
v = @(t) 6 - 7 * exp (-t/2);                               % from -1
work = v (2)^2 / 2 - 1/2;
for scheme = schemes ()
  o = [{'Scheme'}, scheme{1}, {'Step', 0.01}];
  name = strjoin (cellfun (@num2str, scheme{1}, 'UniformOutput', false), ' ');
  first = any (strcmp (scheme{1}{1}, {'schatzman-paoli', 'moreau-jean', 'moreau-jean-projected', ...
                                      'rattle', 'nonsmooth-generalized-alpha'}));
  accuracy = {1e-6, 0.1}{1 + first};
  e = dls_simulate (ball, [0 2.7], 1, 0, o{:}).energy;
  pass(end+1) = holds (['impacts, ', name], ...
                       abs (e.contact(end) + 3/8 * (4 + 1 + 1/4)) < accuracy);
  e = dls_simulate (lifted, [0 2], 0, 1, o{:}).energy;
  pass(end+1) = holds (['drive, ', name], ...
                       abs (e.constraint(end) - (cos (2)^2 - 1 + 9.81 * sin (2))) < accuracy ...
                       && abs (e.balance) < accuracy);
  e = dls_simulate (block, [0 3], [0; 0], [1; 0], o{:}).energy;
  pass(end+1) = holds (['friction, ', name], abs (e.friction(end) + 1/2) < accuracy / 6 ...
                       && abs (e.contact + e.force) < 1e-3);
  e = dls_simulate (damper, [0 2], 0, -1, o{:}).energy;
  pass(end+1) = holds (['damper, ', name], abs (e.force(end) - work) < accuracy / 3);
end
end

% Most of the balance over the steps: a driven pendulum of constant mass with friction on the way, a
% double pendulum in angles, whose mass changes (all schemes of second order there, at most).
function pass = orders ()
pass = [];
double = dls_model ('mass', @(q) [3+2*cos(q(2)), 1+cos(q(2)); 1+cos(q(2)), 1], 'force', ...
  @(t, q, v) [sin(q(2))*(2*v(1)*v(2)+v(2)^2); -sin(q(2))*v(1)^2] ...
             - 9.81*[2*sin(q(1))+sin(q(1)+q(2)); sin(q(1)+q(2))]);
rubs = dls_model ('M', eye (2), 'K', diag ([9, 0]), 'f', [0; -3], 'gap', 0, 'gapgrad', [0; 1], ...
                  'tangent', [1; 0], 'mu', 0.3, 'restitution', 0.4);
pendulum = dls_model ('mass', eye (2), 'force', @(t, q, v) [0; -9.81] - 0.1*v, 'constraint', ...
                      @(q) q'*q - 1, 'constraintgrad', @(q) 2*q);
for scheme = schemes ()([1 3 5 6 7 8 10])
  high = strncmp (scheme{1}{1}, 'event', 5);
  e = zeros (3, 2);
  for k = 1:2
    o = [{'Scheme'}, scheme{1}, {'Step', 0.04 / 4^k, 'Adaptive', 'off'}];
    most = @(sol) max (abs (sol.energy.balance));
    e(1,k) = most (dls_simulate (double, [0 1], [1; 0.5], [2; 0], o{:}));
    e(2,k) = most (dls_simulate (rubs, [0 3], [1; 0.5], [2; 0], o{:}));
    e(3,k) = most (dls_simulate (pendulum, [0 1], [1; 0], [0; 0], o{:}));
  end
  slope = log2 (e(:,1) ./ e(:,2)) / 2;
  name = strjoin (cellfun (@num2str, scheme{1}, 'UniformOutput', false), ' ');
  pass(end+1) = holds (sprintf ('balance, %s: slopes%s, least%s', name, sprintf (' %.2f', ...
                       slope), sprintf (' %.1e', e(:,2))), abs (slope(1) - 2) < 0.2 ...
                       && all (slope(2:3) > 0.85 + 2 * high | e(2:3,2) < 1e-12));
end
end

function pass = goes_on ()
damper = dls_model ('M', 1, 'C', 0.5, 'K', 10, 'f', 3);
for scheme = {'moreau-jean', 'event-capturing'}
  sol = dls_simulate (damper, [0 2], 0, -1, 'Step', 0.1, 'Scheme', scheme{1}, 'Method', 'gauss-4');
  pass(strcmp (scheme{1}, 'moreau-jean') + 1) = holds (['to rounding, ', scheme{1}], ...
                                                       abs (sol.energy.balance) < 1e-13);
end
ball = dls_model ('M', 1, 'f', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
whole = dls_simulate (ball, [0 2], 1, 0, 'Step', 0.01);
half = dls_simulate (ball, [0 1.2], 1, 0, 'Step', 0.01);
sol = dls_simulate (ball, 2, half);
pass(end+1) = holds ('goes on', abs (sol.energy.contact - whole.energy.contact) < 1e-12 ...
              & abs (sol.energy.force - whole.energy.force) < 1e-12 ...
              & abs (sol.energy.balance) < 1e-13);
sol = dls_simulate (ball, [0 0.5 0.7501 1], 1, 0, 'Step', 0.01);
pass(end+1) = holds ('NaN within a step', isequal (isnan (sol.energy.force), [0 0 1 0] > 0));
sol = dls_simulate (ball, [0 1], 1, 0, 'Step', 0.01, 'Energy', 'off');
pass(end+1) = holds ('off', isnan ([sol.energy.kinetic, sol.energy.force, sol.energy.balance]));
end

% A contact that parts while another one hits: in a step across the event it may come back, and its
% percussion does no work; in an impact it is hit next. By hand: balls of one mass swap velocities.
function pass = parting ()
a = dls_model ('mass', eye (2), 'force', [-10; -10], 'gap', [0; 0], 'gapgrad', eye (2), ...
               'restitution', [0.5; 0.5]);
s = dls_simulate (a, [0 0.3], [0; 0], [0.1; -1], 'Scheme', 'event-capturing', 'Step', 0.1, ...
                  'CriticalFactor', 1e9);
E = s.v .^ 2 / 2 + 10 * s.q;
b = dls_model ('mass', eye (2), 'gap', @(q) [q(1); q(2) - q(1)], 'gapgrad', [1 -1; 0 1], ...
               'restitution', 1);
r = dls_simulate (b, [0 0.1], [0; 0], [1; -10], 'Scheme', 'event-driven', 'Step', 0.1);
pass = [holds('parting: step', max (max (diff (E, 1, 2))) <= 1e-15), ...
        holds('parting: impact', norm (r.v(:,end) - [1; 10]) < 1e-13 ...
              && isequal ({r.events.kind}, {'impact', 'impact'}))];
end

function pass = test_thrown ()
% TEST_THROWN  No body flies through another one between events.
%   pass = test_thrown ()   logical row; each failing element prints its name.
%   Promise: the event-driven scheme finds all impacts of bodies in free flight, whatever the length
%   of its steps, the speed and the size of the bodies; flights without an impact cost nothing more.
%   Oracles: roots of polynomials (thrown_balls), collisions by hand.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
pass = [balls(), obstacles(), up_and_down(), relay(), row(), passing(), cost()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_thrown: %s\n', name); end
end

function sol = run (B, span, varargin)
sol = dls_simulate (B, span, varargin{:}, 'Scheme', 'event-driven');
end

function t = impacts (sol)
t = [sol.events(strcmp ({sol.events.kind}, 'impact')).t];
end

function pass = balls ()
pass = [];
ways = {'shapes', 'many', 'functions'};
for seed = 1:30
  [P, exact] = thrown_balls (seed);
  way = ways{1 + mod(seed, 3)};
  [sol, v] = throw_balls (P, way, {'Scheme', 'event-driven'});
  t = impacts (sol);
  pass(end+1) = holds (sprintf ('%d, %s', seed, way), size (exact.hits, 1) > 8 ...
    || (numel (t) == size (exact.hits, 1) && all (abs (t - exact.hits(:,1)') < 1e-7) ...
        && norm (v - exact.v(:,~P.fixed), Inf) < 1e-5 * norm (exact.v, Inf)));
end
end

% A ball at a fixed ball and at a wall; two balls thrown at each other
function pass = obstacles ()
pass = [];
shapes = {{'shape', 'circle', 'size', 0.1}, {'shape', 'box', 'size', [0.2 2]}, ...
          {'shape', 'box', 'size', [0.002 2]}};
for v = [2 10 100]
  for k = 1:3
    B = dls_mechanism ('d', 2);
    B = dls_body (B, 'a', 'mass', 1, 'shape', 'circle', 'size', 0.1, 'velocity', [v 0]);
    B = dls_body (B, 'w', 'fixed', true, 'at', [1 0], shapes{k}{:});
    B = dls_touch (B, 'w', 'a', 'restitution', 1);
    sol = run (B, [0 2]);
    at = (0.9 - [0.1 0.1 0.001](k)) / v;
    pass(end+1) = holds (sprintf ('wall %d, %g', k, v), numel (impacts (sol)) == 1 ...
      && abs (impacts (sol) - at) < 1e-10 && norm (sol.v(:,end) - [-v; 0; 0]) < 1e-9 * v);
  end
end
B = dls_mechanism ('gravity', [0 -9.81]);
B = dls_body (B, 'a', 'mass', 1, 'shape', 'circle', 'size', 0.1, 'at', [0 0], 'velocity', [3 5]);
B = dls_body (B, 'b', 'mass', 1, 'shape', 'circle', 'size', 0.1, 'at', [3 0], 'velocity', [-3 5]);
B = dls_touch (B, 'a', 'b', 'restitution', 1);
sol = run (B, [0 2]);
pass(end+1) = holds ('at each other', norm (sol.v([1 4],end) - [-3; 3]) < 1e-9 ...
                     && abs (impacts (sol) - 2.8 / 6) < 1e-10);
end

% A point is thrown up from a thin plate that it falls through: its gap rises at both ends
function pass = up_and_down ()
r = 1e-2;
model = dls_model ('mass', 1, 'force', -10, 'gap', @(q) abs (q) - r, 'gapgrad', @(q) sign (q), ...
                   'restitution', 1);
sol = run (model, [0 1.2], 1, 3, 'Step', 1.2);
t = (3 + sqrt (9 + 20 * (1 - r))) / 10;
pass = holds ('up and down', numel (impacts (sol)) == 1 && abs (impacts (sol) - t) < 1e-12);
end

% A heavy ball drives a light one at a third, far away, within one step: the pair was not near when
% the step began, neither with the few pairs that are always there nor with many others
function pass = relay ()
for others = [0 30]
  B = dls_mechanism ('d', 3);
  at = {[0 0 0], [4.2 0 0], [7 0 0]};
  mass = [100 1 1];
  for k = 1:3
    B = dls_body (B, char ('a' + k - 1), 'mass', mass(k), 'inertia', 0.01 * mass(k) * [1 1 1], ...
                  'shape', 'sphere', 'size', 0.1, 'at', at{k}, 'velocity', [10*(k == 1) 0 0], ...
                  'fixed', k == 3);
  end
  for k = 1:others
    B = dls_body (B, sprintf ('other%d', k), 'fixed', true, 'shape', 'sphere', 'size', 0.1, ...
                  'at', [100+5*k 0 0]);
  end
  B = dls_touch (B, 'all', 'all', 'restitution', 1);
  sol{1+(others > 0)} = run (B, [0 0.8]);
end
t = {impacts(sol{1}), impacts(sol{2})};
second = 0.4 + 2.6 * 1.01 / 20;
pass = [holds('relay', numel (t{1}) > 9 && abs (t{1}(2) - second) < 1e-9), ...
        holds('relay among others', isequal (size (t{1}), size (t{2})) ...
              && norm (t{1} - t{2}) < 1e-7)];
end

% Balls that fly in a row at one speed, none near the next one within a step, until the first stops
function pass = row ()
B = dls_mechanism ('d', 2);
for k = 0:21
  B = dls_body (B, sprintf ('b%d', k), 'mass', 1, 'shape', 'circle', 'size', 0.1, 'at', ...
                [0.22*k 0.01*mod(k,2)], 'velocity', [-4 0]);
end
B = dls_body (B, 'wall', 'fixed', true, 'shape', 'circle', 'size', 0.1, 'at', [-0.4 0]);
B = dls_touch (B, 'all', 'all');
sol = dls_simulate (B, [0 0.15], 'Scheme', 'moreau-jean-projected', 'Step', 6e-3);
x = sol.q(1:3:end,:);
y = sol.q(2:3:end,:);
gap = hypot (diff (x), diff (y)) - 0.2;
pass = holds ('row', strcmp (sol.result, 'finished') && min (gap(:)) > -1e-9 ...
              && min (gap(:)) < 1e-6 && ~isempty (sol.contact));
end

function pass = passing ()
% A ball that flies past a wall in space, or against it
pass = [];
for off = [0 0.5 1.2 2 3]
  B = dls_mechanism ('d', 3);
  B = dls_body (B, 'ball', 'mass', 1, 'inertia', [1 1 1], 'shape', 'sphere', 'size', 0.1, ...
                'at', [-2 off 0], 'velocity', [100 0 0]);
  B = dls_body (B, 'wall', 'fixed', true, 'shape', 'box', 'size', [0.2 2 2], 'at', [1 0 0]);
  B = dls_touch (B, 'wall', 'ball', 'restitution', 1);
  try
    sol = run (B, [0 0.05]);
  catch err
    pass = holds ('without ODE', ~isempty (strfind (err.message, 'libode-dev')));
    return
  end
  t = impacts (sol);
  hits = off < 1;
  pass(end+1) = holds (sprintf ('passing, %g', off), norm (sol.v(1:3,end)' - [100-200*hits 0 0]) ...
    < 1e-7 && numel (t) == hits && all (abs (t - 0.028) < 1e-10) && sol.stats.steps < 100);
end
end

% Evaluations of balls that pass each other, beside those of balls that cannot touch
function pass = cost ()
B = dls_mechanism ('gravity', [0 -9.81]);
for k = 1:6
  B = dls_body (B, sprintf ('b%d', k), 'mass', 1, 'shape', 'circle', 'size', 0.1, ...
                'at', [k 0], 'velocity', [sin(k) 3*k]);
end
C = dls_touch (B, 'all', 'all');
[b, c] = deal (run (B, [0 2]), run (C, [0 2]));
pass = holds (sprintf ('cost: %d, %d', b.stats.evaluations, c.stats.evaluations), ...
              isempty (c.events) && c.stats.evaluations < 1.3 * b.stats.evaluations + 20);
end

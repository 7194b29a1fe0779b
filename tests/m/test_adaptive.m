function pass = test_adaptive ()
% TEST_ADAPTIVE  Adaptive steps, HIGHORDER (63) to (70), with all schemes.
%   pass = test_adaptive ()   logical row; each failing element prints its name.
%   Promise: GOLDEN 22; errors follow the tolerance; the order that contacts suggest saves steps;
%   the first and last steps, limits and failures are as asked.
% SPDX-License-Identifier: GPL-3.0-or-later
[pass, moreau] = low_order ();
pass = [pass, formula(), flights(), bounces(), high_order(moreau), limits(), failures()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_adaptive: %s\n', name); end
end

% Free fall by explicit steps: halves and the whole differ by h^2*g/4, so that the second step is
% (66) with the error (65) of the first one, (67) or of order 1; GOLDEN 22.
function pass = formula ()
pass = [];
g = 9.81;
h = 0.02;
fall = dls_model ('mass', 1, 'force', @(q) -g);
for wanted = [3, 1e-6, 100, 0.3]                   % errors times the tolerance
  tol = h^2 * g / 4 / wanted;
  sol = dls_simulate (fall, [0 1], 0, 0, 'Theta', 0, 'Adaptive', 'on', 'RelTol', realmin, ...
                      'AbsTol', tol, 'Step', h, 'StepFactors', [0.9 0.5 5]);
  proposal = h * min (5, max (0.5, 0.9 * sqrt (1 / wanted)));
  if (wanted > 1)
    first = min (proposal, 0.95 * h);
    while (first^2 * g / 4 > tol)
      first = min (first * max (0.5, 0.9 * sqrt (tol / (first^2 * g / 4))), 0.95 * first);
    end
    found = sol.t(2);
    proposal = first;
  else
    found = diff (sol.t)(2);
  end
  pass(end+1) = holds (sprintf ('(66), error %g: %.15g, not %.15g', wanted, found, proposal), ...
                       abs (found - proposal) < 1e-12);
end
end

function [model, exact] = pressed ()
model = dls_model ('mass', 1, 'force', @(q) -10 * (q + 0.3), 'gap', 0, 'gapgrad', 1, ...
                   'restitution', 0.5);
exact = exact_oscillator (10, 0.5, 1, 0.3);
end

function sol = run (model, scheme, tol, varargin)
sol = dls_simulate (model, [0 3], 1, 0, 'Scheme', scheme, 'Adaptive', 'on', 'RelTol', tol, ...
                    'AbsTol', tol, 'Step', 0.01, 'Energy', 'off', varargin{:});
end

% moreau: the motion by Moreau's scheme with the tolerance 1e-4.
function [pass, moreau] = low_order ()
pass = [];
[model, exact] = pressed ();
for scheme = {'moreau-jean', 'rattle', 'nonsmooth-generalized-alpha'}
  tol = [1e-2 1e-3 1e-4];
  for j = 1:3
    sol = run (model, scheme{1}, tol(j));
    e(j) = dls_error (sol, exact, 'L1').q;
    steps(j) = sol.stats.steps;
  end
  if (strcmp (scheme{1}, 'moreau-jean'))
    moreau = sol;
  end
  label = sprintf ('%s: %.1e %.1e %.1e in %d %d %d', scheme{1}, e, steps);
  pass(end+1) = holds ([label, ' (finished)'], strcmp (sol.result, 'finished') && sol.t(end) == 3);
  pass(end+1) = holds ([label, ' (tolerance)'], all (e < 30 * tol) && e(3) < e(1) / 5);
  pass(end+1) = holds ([label, ' (steps vary)'], max (diff (sol.t)) > 20 * min (diff (sol.t)) ...
                       && sol.stats.rejected > 0);
  fixed = dls_simulate (model, [0 3], 1, 0, 'Scheme', scheme{1}, 'Step', 3 / steps(3), ...
                        'Energy', 'off');
  pass(end+1) = holds ([label, ' (better than equal steps)'], ...
                       e(3) < dls_error (fixed, exact, 'L1').q);
end
% between impacts the order 1 of (69) allows longer steps than (67)
fall = dls_model ('mass', 1, 'force', @(q) -q, 'gap', 5, 'gapgrad', 1);
a = run (fall, 'moreau-jean', 1e-5);
b = run (fall, 'moreau-jean', 1e-5, 'Estimate', 'coordinates');
pass(end+1) = holds (sprintf ('free motion: %d and %d steps', a.stats.steps, b.stats.steps), ...
                     a.stats.steps + a.stats.rejected <= b.stats.steps + b.stats.rejected);
end

function pass = high_order (moreau)
pass = [];
high = [];
[model, exact] = pressed ();
for k = {'event-capturing', 'radau-iia-5'; ...
         'event-capturing', 'half-explicit-4'; ...
         'event-driven', 'radau-iia-5'}'
  tol = [1e-4 1e-7];
  for j = 1:2
    sol = run (model, k{1}, tol(j), 'Method', k{2});
    e(j) = dls_error (sol, exact, 'uniform').q;
  end
  label = sprintf ('%s %s: %.1e %.1e, %d steps', k{:}, e, sol.stats.steps);
  pass(end+1) = holds (label, all (e < 100 * tol) && sol.t(end) == 3 ...
                       && strcmp (sol.result, 'finished') && sol.stats.steps < 60);
  if (isempty (high)), high = sol; end
end
pass(end+1) = holds ('less work than Moreau for more digits', ...
                     high.stats.steps < moreau.stats.steps / 2 ...
                     && dls_error (high, exact, 'L1').q < dls_error (moreau, exact, 'L1').q / 50);
end

% Positions of schemes that project are right where a step ends on the ground: no flight may be
% jumped over all the same. A ball under g = 2 that falls from 1 with e = 1/2, in closed form.
function pass = flights ()
ball = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
t = [0 0.5 1.5 2.25 2.6 4];
exact = [1 0.75 0.25 0.0625 0.015 0];
pass = [];
for scheme = {'moreau-jean', 'moreau-jean-projected'}
  sol = dls_simulate (ball, t, 1, 0, 'Scheme', scheme{1}, 'Adaptive', 'on', 'RelTol', 1e-6, ...
                      'AbsTol', 1e-6);
  pass(end+1) = holds (sprintf ('flights, %s: %.1e', scheme{1}, max (abs (sol.q - exact))), ...
                       abs (sol.q - exact) < 5e-4);
end
end

% Sixteen impacts: errors are those of the tolerance. No step flies through the ground because whole
% and halves agree to, or is turned round in the air.
function pass = bounces ()
[g, e, T] = deal (9.81, 0.9, 7);
ball = dls_model ('mass', 1, 'force', -g, 'gap', 0, 'gapgrad', 1, 'restitution', e);
[t, u] = deal (sqrt (2 / g), e * sqrt (2 * g));
while (t + 2 * u / g < T)
  [t, u] = deal (t + 2 * u / g, e * u);
end
exact = [u - g * (T - t); u * (T - t) - g * (T - t)^2 / 2];
pass = [];
for scheme = {'moreau-jean', 'moreau-jean-projected', 'rattle', 'nonsmooth-generalized-alpha'}
  for tol = [1e-3, 1e-5, 1e-7]
    sol = dls_simulate (ball, [0 T], 1, 0, 'Scheme', scheme{1}, 'Adaptive', 'on', 'RelTol', tol);
    hits = nnz (diff (sol.v) > 0.1);
    off = abs ([sol.v(end); sol.q(end)] - exact);
    most = [2; 0.02] * tol * (1 + 9 * strcmp (scheme{1}, 'rattle'));
    pass(end+1) = holds (sprintf ('%s %g: %d impacts, off by %.1e %.1e', scheme{1}, tol, hits, ...
                                  off), hits == 16 & off < most);
  end
end
end

function pass = limits ()
fall = dls_model ('mass', 1, 'force', -2);
sol = run (fall, 'event-capturing', 1e-3, 'MaxStep', 0.25);
pass = holds ('MaxStep', max (diff (sol.t)) <= 0.25 + 1e-15 && any (diff (sol.t) > 0.2) ...
              && abs (diff (sol.t)(1) - 0.01) < 1e-15 && sol.t(end) == 3);
sol = run (fall, 'event-capturing', 1e-3, 'StepFactors', [0.9 0.5 2]);
ratio = diff (sol.t)(2:end) ./ diff (sol.t)(1:end-1);
pass(end+1) = holds ('StepFactors', max (ratio) <= 2 + 1e-9 && max (ratio) > 1.9);
id = '';
try
  run (fall, 'event-capturing', 1e-3, 'StepFactors', [1 2 3]);
catch err
  id = err.identifier;
end
pass(end+1) = holds ('StepFactors refused', strcmp (id, 'delassus:option'));
end

% v' = v^2 explodes at t = 1; what the tolerance cannot reach is said.
function pass = failures ()
model = dls_model ('mass', 1, 'force', @(t, q, v) v^2);
warned = warning ('off', 'all');
restore = onCleanup (@() warning (warned));
sol = dls_simulate (model, [0 2], 0, 1, 'Scheme', 'event-capturing', 'Adaptive', 'on', 'Step', ...
                    0.1, 'MinStep', 1e-6, 'Energy', 'off', 'OnError', 'return');
pass = holds (sprintf ('explosion at %g: %s', sol.t(end), sol.message), ...
              any (strcmp (sol.result, {'failed', 'error'})) && abs (sol.t(end) - 1) < 1e-3 ...
              && ~isempty (sol.message));
% a function that is not defined where a trial step leads, but is where the motion goes
model = dls_model ('mass', 1, 'force', @(t, q, v) -2 / (q > -0.1), 'gap', 0, 'gapgrad', 1);
sol = run (model, 'event-capturing', 1e-5, 'Method', 'half-explicit-3', ...
           'StepFactors', [0.9 0.5 1e3]);
pass(end+1) = holds ('domain of the model', strcmp (sol.result, 'finished') ...
                     && abs (sol.events(1).t - 1) < 1e-7 && abs (sol.q(end)) < 1e-7 ...
                     && sol.v(end) == 0 && abs (sum (sol.p) - 6) < 1e-12);
[model, exact] = pressed ();
sol = run (model, 'moreau-jean', 1e-6, 'MinStep', 0.005);
pass(end+1) = holds ('MinStep', strcmp (sol.result, 'failed') ...
                     && ~isempty (strfind (sol.message, 'tolerance')) && sol.t(end) < 3);
end

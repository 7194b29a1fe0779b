function pass = test_motion_states ()
% TEST_MOTION_STATES  States beside q and v, and sampled control.
%   pass = test_motion_states ()   logical row; each failing element prints its name.
%   Promise: x obeys dx/dt = g to the order of the scheme, in contact, too; a control acts at its
%   samples, whatever the steps; neither is part of the energy; what does not fit is refused.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [orders(), sampled(), goes_on(), in_contact(), asked(), refused()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_motion_states: %s\n', name); end
end

function model = third_order (mass)
model = dls_model ('mass', mass, 'n', 1, 'force', @(t, q, v, x) x, 'x0', 0.3, ...
                   'state', @(t, q, v, x) -q, 'potential', @(q) 0);
end

% q''' = -q: the slope of the errors, or rounding
function pass = orders ()
pass = [];
exact = expm ([0 1 0; 0 0 1; -1 0 0]) * [1; 0; 0.3];
order = struct ('moreau_jean', 2, 'moreau_jean_projected', 2, 'nonsmooth_generalized_alpha', 2, ...
                'rattle', 2);
for scheme = {'moreau-jean', 'moreau-jean-projected', 'rattle', 'nonsmooth-generalized-alpha'}
  h = [0.1 0.05 0.02 0.01];
  for k = 1:4
    s = dls_simulate (third_order (1), [0 1], 1, 0, 'Scheme', scheme{1}, 'Step', h(k));
    errors(k) = norm ([s.q(end); s.v(end); s.x(end)] - exact, 1);
  end
  slope = polyfit (log (h), log (errors), 1);
  pass(end+1) = holds (scheme{1}, abs (slope(1) - order.(strrep (scheme{1}, '-', '_'))) < 0.15);
end
for scheme = {'event-driven', 'event-capturing'}
  s = dls_simulate (third_order (speye (1)), [0 1], 1, 0, 'Scheme', scheme{1}, 'Step', 0.02);
  pass(end+1) = holds (scheme{1}, norm ([s.q(end); s.v(end); s.x(end)] - exact) < 1e-11);
end
pass(end+1) = holds ('sizes', isequal (size (s.x), [1, numel(s.t)]) && s.x(1) == 0.3 ...
                     && isequal (size (s.q), size (s.v), size (s.t)));
pass(end+1) = holds ('energy', abs (s.energy.total - s.v .^ 2 / 2) < 1e-14);
end

function model = held (T, kp, kd)
model = dls_model ('mass', eye (2), 'force', @(t, q, v, x) [x(1); -10], 'gap', @(q) q(2), ...
                   'gapgrad', [0; 1], 'x0', [0; 0], ...
                   'sample', {T, @(t, q, v, x) [-kp*q(1) - kd*v(1); x(2) + 1]});
end

% A mass under a control that is held between samples, exactly
function y = exact_held (T, kp, kd, samples)
F = expm ([0 1 0; 0 0 1; 0 0 0] * T);
y = [1; 0];
for k = 1:samples
  y = F(1:2,:) * [y; -kp*y(1) - kd*y(2)];
end
end

function pass = sampled ()
[T, kp, kd] = deal (0.1, 4, 1);
y = exact_held (T, kp, kd, 10);
pass = [];
for scheme = {'moreau-jean', 'rattle', 'nonsmooth-generalized-alpha', 'event-driven'}
  for h = [0.01, 0.03, 0.25]
    s = dls_simulate (held (T, kp, kd), [0 1], [1; 0], [0; 0], 'Scheme', scheme{1}, 'Step', h);
    pass(end+1) = holds (sprintf ('%s, step %g', scheme{1}, h), ...
      abs ([s.q(1,end); s.v(1,end)] - y) < 1e-12 & s.x(2,end) == 10 & s.t(end) == 1);
  end
end
s = dls_simulate (held (T, kp, kd), [0 1], [1; 0], [0; 0], 'Scheme', 'event-driven');
pass(end+1) = holds ('adaptive', abs ([s.q(1,end); s.v(1,end)] - y) < 1e-11);
s = dls_simulate (held (T, kp, kd), [0 1], [1; 0], [0; 0], 'Step', 0.01, 'Stride', 7);
pass(end+1) = holds ('stride', abs (diff (s.t(1:end-1)) - 0.07) < 1e-12);
s = dls_simulate (held (T, kp, kd), [0 0.05 0.5 1], [1; 0], [0; 0], 'Step', 0.01);
pass(end+1) = holds ('times', s.x(2,:) == [0 1 5 10]);
end

% Two motions, one after the other, are one.
function pass = goes_on ()
model = held (0.1, 4, 1);
whole = dls_simulate (model, [0 1], [1; 0], [0; 0], 'Step', 0.01);
pass = [];
for t = [0.4, 0.43]
  s = dls_simulate (model, [0 t], [1; 0], [0; 0], 'Step', 0.01);
  s = dls_simulate (model, 1, s);
  pass(end+1) = holds (sprintf ('from %g', t), abs (s.q(:,end) - whole.q(:,end)) < 1e-13 ...
    & s.x(:,end) == whole.x(:,end) & size (s.x, 2) == numel (s.t));
end
end

% LuGre friction: bristles x, at rest below what they bear, then the law of sliding
function pass = in_contact ()
[sigma, mu, g] = deal (1e4, 0.5, 10);
bristle = @(v, x) v(1) - sigma * abs (v(1)) / (mu * g) * x;
model = dls_model ('mass', eye (2), 'x0', 0, 'gap', @(q) q(2), 'gapgrad', [0; 1], ...
  'force', @(t, q, v, x) [8 * t - sigma * x - 50 * bristle(v, x); -g], ...
  'state', @(t, q, v, x) bristle (v, x));
s = dls_simulate (model, [0 1], [0; 0], [0; 0], 'Step', 1e-3);
k = find (s.t >= 0.5, 1);
pass(1) = holds ('bristles bear', abs (s.x(k) * sigma - 4) < 0.1 && abs (s.q(1,k)) < 1e-3);
pass(2) = holds ('they slide', abs (s.x(end) * sigma - mu * g) < 0.05 && s.v(1,end) > 0.3);
pass(3) = holds ('on the ground', all (abs (s.q(2,:)) < 1e-12) && all (s.status(2:end) == 1));
S = dls_system (s, k);
pass(4) = holds ('system', abs (S.F(1) + 8 * s.t(k) - sigma * s.x(k) ...
                               - 50 * bristle (s.v(:,k), s.x(k))) < 1e-9);
P = dls_problem (model, 0.2, [0; 0], [0.01; 0], 1e-3);
one = dls_simulate (model, [0.2 0.201], [0; 0], [0.01; 0], 'Step', 1e-3);
[r, ~, v] = dls_friction (P);
pass(5) = holds ('problem', abs (v - one.v(:,end)) < 1e-12);
end

% Functions between steps have them as their last argument.
function pass = asked ()
last = [];
function stop = out (t, q, v, flag, x)
  stop = false;
  last = [last, x];
end
function [value, terminal, direction] = low (t, q, v, x)
  [value, terminal, direction] = deal (x - 0.2, true, 0);
end
s = dls_simulate (third_order (1), [0 1], 1, 0, 'OutputFcn', @out, 'Step', 0.01, 'Events', @low);
pass(1) = holds ('event', abs (s.x(end) - 0.2) < 1e-12 && strcmp (s.message, 'Events'));
pass(2) = holds ('output', last(1) == 0.3 && numel (last) == s.stats.steps + 2);
t = s.t(end);
s = dls_simulate (third_order (1), [0 1], 1, 0, 'Stop', @(t, q, v, x) x < 0.2, 'Step', 0.01);
pass(3) = holds ('stop', abs (s.t(end) - t) <= 0.01);
end

function pass = refused ()
pass(1) = holds ('schatzman-paoli', says ('positions of two steps', @() dls_simulate ( ...
                 third_order (1), [0 1], 1, 0, 'Scheme', 'schatzman-paoli')));
bad = dls_model (third_order (1), 'state', @(t, q, v, x) [x x]);
pass(2) = holds ('size', says ('''state'' of the model returned a 1-by-2', ...
                               @() dls_simulate (bad, [0 1], 1, 0)));
bad = dls_model (held (0.1, 1, 1), 'sample', {0.1, @(t, q, v, x) [NaN; 0]});
pass(3) = holds ('sample', says ('''sample'' of the model returned NaN in (1,1)', ...
                                 @() dls_simulate (bad, [0 1], [1; 0], [0; 0])));
bad = dls_model (third_order (1), 'state', @(t, q, v, x) Inf);
pass(4) = holds ('state', says ('''state'' of the model returned Inf in (1,1)', ...
                                @() dls_simulate (bad, [0 1], 1, 0)));
s = dls_simulate (third_order (1), [0 1], 1, 0);
pass(5) = holds ('other model', says ('1 state,', @() dls_simulate (dls_model ('mass', 1), 2, s)));
end

function ok = says (text, f)
ok = false;
try
  f ();
catch err
  ok = ~isempty (strfind (err.message, text));
  if ~ok, disp (err.message), end
end
end

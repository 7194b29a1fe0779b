function pass = test_simulate ()
% TEST_SIMULATE  The loop of dls_simulate: options, stops, storage, continuation, bad input, errors.
%   pass = test_simulate ()   logical row; each failing element prints its name.
%   Promise: every way to end a run tells how it ended and keeps what was computed; inconsistent
%   data and failing functions of the user are reported with names and numbers.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [ends(), stores(), continues(), initial_data(), user_errors(), failing_steps(), calls()];
end

function ok = holds (name, ok)
ok = logical (all (ok(:)));
if ~ok, fprintf ('test_simulate: %s\n', name); end
end

function model = ball (varargin)
model = dls_model ('mass', 1, 'force', @(t, q, v) -2, 'gap', @(q) q, 'gapgrad', 1, ...
                   'restitution', 0.5, varargin{:});
end

% The identifier and the message of the error of a call.
function [id, text] = error_of (varargin)
id = '';
text = '';
try
  dls_simulate (varargin{:});
catch err
  id = err.identifier;
  text = err.message;
end
end

function pass = ends ()
s = dls_simulate (ball (), [0 4], 1, 0, 'Step', 0.01, 'Stop', @(t, q, v) v > 0);
pass = holds ('Stop', strcmp (s.result, 'stopped') && s.v(end) > 0 && all (s.v(1:end-1) <= 0) ...
              && strcmp (s.message, 'Stop') && s.t(end) < 1.03);
s = dls_simulate (ball (), [0 4], 1, 0, 'Step', 0.01, 'MaxSteps', 7);
pass(end+1) = holds ('MaxSteps', s.stats.steps == 7 && numel (s.t) == 8);
start = cputime ();
s = dls_simulate (ball (), [0 1e4], 1, 0, 'Step', 0.01, 'MaxTime', 0.2);
pass(end+1) = holds ('MaxTime', strcmp (s.message, 'MaxTime') && cputime () - start < 20);
seen = output_calls ('reset');
s = dls_simulate (ball (), [0 4], 1, 0, 'Step', 0.01, 'OutputFcn', @watch);
seen = output_calls ();
pass(end+1) = holds ('OutputFcn', seen(1) == 1 && seen(3) == 1 && seen(2) == s.stats.steps ...
                     && strcmp (s.message, 'OutputFcn') && s.t(end) >= 0.5 && s.t(end) < 0.52);
s = dls_simulate (ball (), [0 1], 1, 0, 'Step', 0.3);
pass(end+1) = holds ('last step', norm (s.t - [0 0.3 0.6 0.9 1]) < 1e-12);
s = dls_simulate (ball (), [2 2], 1, 0);
pass(end+1) = holds ('empty interval', numel (s.t) == 1 && strcmp (s.result, 'finished'));
text = evalc ('dls_simulate (ball (), [0 1], 1, 0, ''Display'', ''final'');');
pass(end+1) = holds ('Display', ~isempty (strfind (text, 'finished at t = 1')));
end

function stop = watch (t, q, v, flag)
stop = strcmp (flag, '') && t >= 0.5;
output_calls (flag);
end

% How often each flag came: init, none, done.
function n = output_calls (flag)
persistent seen
if nargin > 0
  if strcmp (flag, 'reset')
    seen = [0 0 0];
  else
    seen = seen + strcmp (flag, {'init', '', 'done'});
  end
end
n = seen;
end

function pass = stores ()
pass = [];
linear = dls_model ('M', 1, 'f', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
for m = {ball(), linear}
  a = dls_simulate (m{1}, [0 4], 1, 0, 'Step', 0.01);
  b = dls_simulate (m{1}, [0 4], 1, 0, 'Step', 0.01, 'Stride', 7);
  pass(end+1) = holds ('Stride', isequal (b.q(1:end-1), a.q(1:7:end-1)) && b.q(end) == a.q(end) ...
                       && b.t(end) == 4 && a.stats.steps == b.stats.steps);
  pass(end+1) = holds ('sizes', isequal (size (a.t), [1 401]) && isequal (size (a.p), [1 401]) ...
                       && numel (a.energy.total) == 401 && numel (a.drift.gap) == 401);
  pass(end+1) = holds ('impulses change momentum', ...
                       abs (sum (a.p) - (a.v(end) - a.v(1) + 2 * 4)) < 1e-9);
  kinds = {a.events.kind};
  pass(end+1) = holds ('events', strcmp (kinds{1}, 'close') && strcmp (kinds{2}, 'open') ...
                       && abs (a.events(1).t - 1) < 0.02 && a.events(1).value > 2.9);
end
end

function pass = continues ()
pass = [];
schemes = {'moreau-jean', 'schatzman-paoli', 'rattle', 'nonsmooth-generalized-alpha'};
linear = dls_model ('M', 1, 'K', 10, 'gap', 0, 'gapgrad', 1, 'restitution', 0.8);
for m = {ball(), linear}
  for s = schemes
    o = {'Scheme', s{1}, 'Step', 0.01};
    a = dls_simulate (m{1}, [0 3], 1, 0, o{:});
    b = dls_simulate (m{1}, [0 1.37], 1, 0, o{:});
    b = dls_simulate (m{1}, 3, b, o{:});
    pass(end+1) = holds (['continuation of ', s{1}], numel (a.t) == numel (b.t) ...
                         && norm (a.t - b.t) < 1e-12 && norm (a.q - b.q) < 1e-9 ...
                         && a.stats.steps == b.stats.steps);
  end
end
m = dls_model ('mass', 1, 'force', -2, 'gap', @(q) q, 'gapgrad', 1);
for force = {-1, @(t, q, v) -1}                     % a continuation may change the model
  b = dls_simulate (m, [0 0.5], 1, 0, 'Step', 0.1, 'Scheme', 'event-capturing');
  b = dls_simulate (dls_model (m, 'force', force{1}), 0.7, b, 'Step', 0.1, 'Scheme', ...
                    'event-capturing');
  pass(end+1) = holds ('another model', abs (b.q(end) - (0.75 - 0.2 - 0.02)) < 1e-12);
end
% by the scheme and the step of what goes on, unless others are given, in any form of options
ball = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
names = {'moreau-jean', 'moreau-jean-projected', 'schatzman-paoli', ...
         'rattle', 'nonsmooth-generalized-alpha', 'event-capturing', 'event-driven'};
for a = 1:6
  s = dls_simulate (ball, [0 0.5], 1, 0, 'Scheme', names{a}, 'Step', 0.01);
  r = dls_simulate (ball, 1.2, s);
  pass(end+1) = holds (['goes on by ', names{a}], strcmp (r.scheme, names{a}) && r.step == 0.01);
  r = dls_simulate (ball, 1.2, s, struct ('Step', 0.02));
  pass(end+1) = holds (['goes on by ', names{a}], strcmp (r.scheme, names{a}) && r.step == 0.02);
  b = mod (a, 6) + 1;
  r = dls_simulate (ball, 1.2, s, 'scheme', names{b});
  pass(end+1) = holds (['goes on by ', names{b}], strcmp (r.scheme, names{b}) ...
                       && strcmp (r.result, 'finished') && abs (r.q(end) - 0.16) < 0.02);
  r = dls_simulate (ball, 1.2, s, struct ('Scheme', names{b}));
  pass(end+1) = holds (['goes on by ', names{b}], strcmp (r.scheme, names{b}));
end
r = dls_simulate (ball, 1.2, s, 'Preset', 'siconos');
pass(end+1) = holds ('goes on by a preset', strcmp (r.scheme, 'moreau-jean'));
end

function pass = initial_data ()
[id, text] = error_of (ball (), [0 1], -0.25, 0);
pass = holds ('penetration', strcmp (id, 'delassus:initial') && ~isempty (strfind (text, '0.25')));
rod = dls_model ('mass', eye (2), 'constraint', @(q) q'*q - 1, 'constraintgrad', @(q) 2*q);
[id, text] = error_of (rod, [0 1], [1.5; 0], [0; 0]);
pass(end+1) = holds ('constraint', strcmp (id, 'delassus:initial') ...
                     && ~isempty (strfind (text, '1.25')));
[id, text] = error_of (rod, [0 1], [1; 0], [0.5; 0]);
pass(end+1) = holds ('velocity', strcmp (id, 'delassus:initial') ...
                     && ~isempty (strfind (text, 'rate of change is 1')));
s = dls_simulate (rod, [0 0.01], [1.5; 0], [0.5; 2], 'Initial', 'project');
pass(end+1) = holds ('project', norm (s.q(:,1) - [1; 0]) < 1e-12 ...
                     && norm (s.v(:,1) - [0; 2]) < 1e-12);
s = dls_simulate (ball (), [0 0.01], -0.25, -1, 'Initial', 'project');
pass(end+1) = holds ('project: gap', s.q(1) == 0 && s.v(1) == -1 && s.v(end) > 0);
[id, text] = error_of (ball (), [0 1], 1, 0, 'Step', 1e-10);
pass(end+1) = holds ('too many steps', strcmp (id, 'delassus:limit') ...
                     && ~isempty (strfind (text, '1e+10 steps')));
s = dls_simulate (ball (), [0 0.1], -0.25, 0, 'Initial', 'off', 'Step', 0.05);
pass(end+1) = holds ('Initial off', strcmp (s.result, 'finished') && all (s.q == -0.25) ...
                     && abs (sum (s.p) - 0.2) < 1e-14);
id = error_of (ball (), [0 1], [1; 1], [0; 0]);
pass(end+1) = holds ('size of q0', strcmp (id, 'delassus:dimension'));
id = error_of (ball (), [0 1], 1, [0; 0]);
pass(end+1) = holds ('size of v0', strcmp (id, 'delassus:dimension'));
id = error_of (ball (), [0 1], NaN, 0);
pass(end+1) = holds ('NaN in q0', strcmp (id, 'delassus:notFinite'));
id = error_of (ball ('restitution', [1; 1]), [0 1], 1, 0);
pass(end+1) = holds ('size of restitution', strcmp (id, 'delassus:dimension'));
id = error_of (ball ('mass', eye (2)), [0 1], [1; 1], [0; 0]);
pass(end+1) = holds ('size of gapgrad', strcmp (id, 'delassus:dimension'));
end

% Each function of the model fails in each way, at t > 0.5.
function pass = user_errors ()
pass = [];
bad = {@(t, x) NaN * x, @(t, x) [x, x], @(t, x) error('user:mine', 'broken'), @(t, x) 'text', ...
       @(t, x) x * 1i, @(t, x) {x}};
good = {'mass', 1; 'force', -2; 'gap', 1; 'gapgrad', 1; 'tangent', 1};
schemes = {'moreau-jean', 'schatzman-paoli', 'rattle', 'nonsmooth-generalized-alpha', ...
           'moreau-jean-projected'};
for k = 1:size (good, 1)
  for b = 1:numel (bad)
    s = schemes{1 + mod(k + b, 4)};
    pair = {good{k,1}, @(t, q, v) late(bad{b}, t, good{k,2})};
    if strcmp (good{k,1}, 'tangent')
      s = schemes{1};
      pair = [pair, {'mu', 0.1, 'd', 2}];
    end
    model = ball (pair{:});
    [id, text] = error_of (model, [0 1], 1, 0, 'Step', 0.05, 'Scheme', s);
    part = dls_simulate ('last');
    pass(end+1) = holds (sprintf ('%s, way %d: %s', good{k,1}, b, text), ...
      strcmp (id, 'delassus:model') && ~isempty (strfind (text, ['''', good{k,1}, ''''])) ...
      && ~isempty (strfind (text, 't = 0.5')) && strcmp (part.result, 'error') ...
      && part.t(end) >= 0.45 && part.t(end) < 0.56 && numel (part.energy.total) == numel (part.t));
  end
end
model = ball ('force', @(t, q, v) late (bad{3}, t, -2));
s = dls_simulate (model, [0 1], 1, 0, 'Step', 0.05, 'OnError', 'return');
pass(end+1) = holds ('OnError return', strcmp (s.result, 'error') ...
                     && ~isempty (strfind (s.message, 'broken')) && numel (s.t) > 9);
id = error_of (ball (), [0 1], 1, 0, 'Step', 0.05, 'Stop', @(t, q, v) error ('mine:id', 'no'));
pass(end+1) = holds ('error in Stop', strcmp (id, 'mine:id'));
s = dls_simulate (ball (), [0 1], 1, 0, 'Step', 0.05);     % the session goes on
pass(end+1) = holds ('afterwards', strcmp (s.result, 'finished') ...
                     && all (abs (s.q(1:20) - (1 - s.t(1:20).^2)) < 1e-14));
end

function x = late (spoil, t, x)
if t > 0.5, x = spoil (t, x); end
end

function pass = failing_steps ()
% v = 0 and v = 1 at once
model = dls_model ('mass', 1, 'constraint', @(t, q, v) [q; q - max(t - 0.5, 0)], ...
                   'constraintgrad', [1, 1], 'constrainttime', @(t, q, v) [0; -(t > 0.5)]);
s = dls_simulate (model, [0 1], 0, 0, 'Step', 0.1);
pass = holds ('contradiction', strcmp (s.result, 'failed') && ~isempty (s.message) ...
              && abs (s.t(end) - 0.5) < 0.11);
% a motion without mass and without constraint
model = dls_model ('mass', [1 0; 0 0], 'force', [0; 1]);
s = dls_simulate (model, [0 1], [0; 0], [0; 0], 'Step', 0.1);
pass(end+1) = holds ('massless', strcmp (s.result, 'failed') && numel (s.t) == 1);
s = dls_simulate (dls_model ('M', [1 0; 0 0], 'f', [0; 1]), [0 1], [0; 0], [0; 0], 'Step', 0.1);
pass(end+1) = holds ('massless, compiled', strcmp (s.result, 'failed') && numel (s.t) == 1);
end

function pass = calls ()
pass = holds ('tspan', strcmp (error_of (ball (), [1 0], 1, 0), 'delassus:dimension'));
pass(end+1) = holds ('v0 missing', strcmp (error_of (ball (), [0 1], 1), 'delassus:dimension'));
pass(end+1) = holds ('model', strcmp (error_of (3, [0 1], 1, 0), 'delassus:type'));
pass(end+1) = holds ('option', strcmp (error_of (ball (), [0 1], 1, 0, 'Stp', 1), ...
                                       'delassus:option'));
pass(end+1) = holds ('value', strcmp (error_of (ball (), [0 1], 1, 0, 'Theta', 2), ...
                                      'delassus:option'));
pass(end+1) = holds ('scheme', strcmp (error_of (ball (), [0 1], 1, 0, 'Scheme', 'euler'), ...
                                       'delassus:option'));
pass(end+1) = holds ('sol', strcmp (error_of (ball (), 1, struct ()), 'delassus:type'));
pass(end+1) = holds ('adaptive on positions', strcmp (error_of (ball (), [0 1], 1, 0, 'Scheme', ...
  'schatzman-paoli', 'Adaptive', 'on'), 'delassus:option'));
end

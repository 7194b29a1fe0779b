function pass = test_motion_input ()
% TEST_MOTION_INPUT  What dls_simulate and its companions are given wrong is refused by name.
%   pass = test_motion_input ()   logical row; each failing element prints its name.
%   Promise: an error of this toolbox that names the field or the option, never a foreign one; a
%   motion that goes on keeps its steps.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [continued(), damaged(), by_hand(), kinds(), functions_of_models(), ...
        numbers_of_functions(), redundant(), too_long(), without_mass()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_motion_input: %s\n', name); end
end

function model = ball ()
model = dls_model ('mass', 1, 'force', @(q) -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
end

% Is there an error of an id whose message has a text?
function ok = raises (f, id, text)
ok = false;
try
  f ();
catch err
  ok = strcmp (err.identifier, id) && ~isempty (strfind (err.message, text));
  if ~ok, fprintf ('%s: %s\n', err.identifier, err.message); end
end
end

function pass = continued ()
pass = [];
for scheme = {'moreau-jean', 'schatzman-paoli', 'event-driven'}
  run = @(varargin) dls_simulate (ball (), varargin{:}, 'Scheme', scheme{1});
  s = run (0.4, run ([0 0.2], 1, 0, 'Step', 0.01));
  whole = run ([0 0.4], 1, 0, 'Step', 0.01);
  pass(end+1) = holds (['continued, ', scheme{1}], numel (s.t) == 41 ...
                       && norm (s.q - whole.q) < 1e-14);
end
for name = {'Stride', 'MaxSteps', 'MaxEvents'}
  f = @() dls_simulate (ball (), [0 1], 1, 0, name{1}, 1.5);
  pass(end+1) = holds (name{1}, raises (f, 'delassus:option', ['''', name{1}, ''' is 1.5']));
end
end

% Every field of a solution, spoilt in several ways, or gone.
function pass = damaged ()
pass = [];
junk = {'x', NaN, 1i, single(1), struct(), {}, [1 2 3]};
for scheme = {'moreau-jean', 'event-driven', 'schatzman-paoli'}
  s = dls_simulate (ball (), [0 0.1], 1, 0, 'Step', 0.01, 'Scheme', scheme{1});
  foreign = {};
  for part = {'', 'last', 'stats', 'energy', 'drift', 'events'}
    fields = fieldnames (s)';
    if ~isempty (part{1})
      fields = fieldnames (s.(part{1}))';
    end
    for name = fields
      for k = 1:numel (junk)
        foreign{end+1} = goes_on (s, part{1}, name{1}, junk{k}, scheme{1});
      end
    end
  end
  foreign = foreign(~cellfun (@isempty, foreign));
  pass(end+1) = holds ([scheme{1}, ': ', strjoin(foreign, ', ')], isempty (foreign));
end
f = @() dls_simulate (ball (), 0.2, rmfield (s, 'gap'));
pass(end+1) = holds ('a field is missing', raises (f, 'delassus:type', '''gap'' of the solution'));
s.q = s.q(1:end-1);
f = @() dls_simulate (ball (), 0.2, s);
pass(end+1) = holds ('too few columns', raises (f, 'delassus:type', '''q'' of the solution'));
end

% '' where a run goes on, or is refused in our words.
function text = goes_on (s, part, name, x, scheme)
text = '';
if isempty (part)
  s.(name) = x;
else
  [s.(part).(name)] = deal (x);
end
try
  s = dls_simulate (ball (), 0.12, s, 'Scheme', scheme);
catch err
  if ~strncmp (err.identifier, 'delassus:', 9)
    text = [part, '.', name, ' ', err.message];
  end
end
end

% A model that was changed past dls_model.
function pass = by_hand ()
m = ball ();
cases = {'gapp', 3, 'delassus:option', 'did you mean ''gap''?'; ...
         'force', 1, 'delassus:type', '''force'''; 'mu', {1}, 'delassus:type', '''mu'''; ...
         'restitution', 'a', 'delassus:type', '''restitution'''; ...
         'arity', 3, 'delassus:type', '''arity'''; 'n', {}, 'delassus:type', '''n'''; ...
         'd', 7, 'delassus:type', '''d'''; 'linear', 'x', 'delassus:type', '''linear'''; ...
         'mass', int8(1), 'delassus:type', '''mass'''};
pass = [];
for k = 1:size (cases, 1)
  bad = m;
  bad.(cases{k,1}) = cases{k,2};
  pass(end+1) = holds (cases{k,1}, [ ...
    raises(@() dls_simulate (bad, [0 1], 1, 0), cases{k,3:4}), ...
    raises(@() dls_check_model (bad, 1, 0), cases{k,3:4})]);
end
f = @() dls_simulate (rmfield (m, 'mass'), [0 1], 1, 0);
pass(end+1) = holds ('no mass', raises (f, 'delassus:type', 'no field ''mass'''));
end

% Structs of other kinds.
function pass = kinds ()
S = dls_system ('M', 1, 'F', 1);
sol = dls_simulate (ball (), [0 0.1], 1, 0, 'Step', 0.05);
calls = {@() dls_simulate(S, [0 1], 1, 0), @() dls_check_model(S, 1, 0), ...
         @() dls_model(S, 'd', 2), @() dls_plot(S), @() dls_animate(S, @(t, q, v) 0, 'x.gif'), ...
         @() dls_simulate(ball (), 1, S)};
pass = strcmp (sol.kind, 'motion');
for k = 1:numel (calls)
  pass(end+1) = holds (func2str (calls{k}), raises (calls{k}, 'delassus:type', 'a contact system'));
end
f = @() dls_error (struct ('kind', 'system', 't', 0, 'q', 0, 'v', 0), @(t) [0; 0], 'L1');
pass(end+1) = holds ('dls_error', raises (f, 'delassus:type', 'a contact system'));
pass(end+1) = holds ('model', raises (@() dls_plot (ball ()), 'delassus:type', 'a model'));
pass(end+1) = holds ('motion', raises (@() dls_simulate (sol, [0 1], 1, 0), 'delassus:type', ...
                                       'a motion'));
end

% dls_check_model finds every answer that is no finite real double of its size.
function pass = functions_of_models ()
pass = [];
bad = {@(q) NaN, @(q) Inf, @(q) 1i, @(q) single(1), @(q) int32(1), @(q) true, @(q) 'a', ...
       @(q) {1}, @(q) struct(), @(q) [1 2], @(t, q, v) NaN};
for k = 1:numel (bad)
  model = dls_model ('mass', 1, 'gap', bad{k}, 'gapgrad', 1);
  pass(end+1) = holds (['gap ', func2str(bad{k})], ~dls_check_model (model, 1, 0));
  model = dls_model ('mass', 1, 'constraint', bad{k});
  pass(end+1) = holds (['constraint ', func2str(bad{k})], ~dls_check_model (model, 1, 0));
  model = dls_model ('mass', 1, 'force', bad{k});
  pass(end+1) = holds (['force ', func2str(bad{k})], ~dls_check_model (model, 1, 0));
end
end

% Laws below zero, masses that are none, identities that are not different
function pass = numbers_of_functions ()
pass = [];
block = dls_model ('mass', eye (2), 'force', [0; -2], 'gap', @(q) q(2), 'gapgrad', [0; 1], ...
                   'tangent', [1; 0], 'mu', 0.3);
run = @(model, varargin) dls_simulate (model, [0 1], [0; 1], [0; 0], 'Step', 0.1, varargin{:});
for name = {'mu', 'restitution', 'cohesion', 'stiffness', 'damping', 'creep'}
  model = dls_model (block, 'stiffness', 1e3, name{1}, @(t, q, v) -1);
  pass(end+1) = holds (['-1 for ', name{1}], raises (@() run (model), 'delassus:model', ...
                       sprintf ('''%s'' of the model returned -1 in (1,1)', name{1})));
end
model = dls_model (block, 'restitution', @(t, q, v) 1.5);
pass(end+1) = holds ('1.5 for restitution', ...
                     raises (@() run (model), 'delassus:model', ...
                             'returned 1.5 in (1,1); expected numbers in [0,1]'));
masses = {[1 2; 0 1], 'delassus:notSymmetric', 'not symmetric'; ...
          -eye(2), 'delassus:indefinite', 'not positive semidefinite'; ...
          NaN(2), 'delassus:model', 'returned NaN in (1,1)'; ...
          1, 'delassus:model', 'returned a 1-by-1 matrix'};
for k = 1:4
  model = dls_model (block, 'mass', @(q) masses{k,1}, 'n', 2);
  pass(end+1) = holds (['mass ', mat2str(masses{k,1})], ...
                       raises (@() run (model), masses{k,2}, masses{k,3}));
end
model = dls_model ('mass', eye (2), 'force', [0; -2], 'contacts', @(q) [3; 7; 3], ...
                   'gap', @(q, list) q(2) + 0 * list, ...
                   'gapgrad', @(q, list) [0; 1] * ones (1, numel (list)));
pass(end+1) = holds ('identities', raises (@() run (model), 'delassus:model', ...
                                           'returned the identity 3 twice'));
end

% Constraints that repeat each other: the motion of one of them, least reactions, an event.
function pass = redundant ()
pass = [];
masses = {eye(2), @(q) [2 1; 1 2]};
for k = 1:6
  schemes = {'moreau-jean', 'moreau-jean-projected', 'schatzman-paoli', ...
             'rattle', 'nonsmooth-generalized-alpha', 'event-capturing', 'event-driven'};
  for mass = masses
    model = dls_model ('mass', mass{1}, 'force', [3; -1], 'constraintgrad', [1 2; 0 0], ...
                       'constraint', @(q) [q(1); 2 * q(1)]);
    sol = dls_simulate (model, [0 1], [0; 0], [0; 0], 'Scheme', schemes{k}, 'Step', 0.1);
    e = sol.events;
    pass(end+1) = holds (['redundant, ', schemes{k}], strcmp (sol.result, 'finished') ...
                         && numel (e) == 1 && strcmp (e.kind, 'redundant') && e.value == 1 ...
                         && any (e.contact == [1 2]) && e.t == sol.t(2));
  end
end
end

% An oscillator: (1 + s^2)^(1/2) of explicit Euler, s^2 (1 - 2 theta) <= 4 of Schatzman and Paoli
function pass = too_long ()
pass = [];
model = dls_model ('M', 1, 'K', 1e4);
run = @(varargin) dls_simulate (model, [0 1], 1, 0, 'MaxSteps', 3, varargin{:});
limit = told (run, {'Step', 1e-3, 'Theta', 0});
pass(end+1) = holds ('Euler', abs (limit - 2 * log (10) / 1e4) < 2e-6);
limit = told (run, {'Step', 0.1, 'Theta', 0.25, 'Scheme', 'schatzman-paoli'});
pass(end+1) = holds ('Paoli', limit >= 0.0283 && limit < 0.029);
explicit = {'Scheme', 'event-driven', 'Method', 'half-explicit-4'};
limit = told (run, [{'Step', 0.1}, explicit]);
pass(end+1) = holds ('half-explicit', limit > 0.02 && limit < 0.05);
pass(end+1) = holds ('stable', isnan (told (run, [{'Step', 0.95 * limit}, explicit])));
pass(end+1) = holds ('implicit', isnan (told (run, {'Step', 1})));
end

% The step that the warning tells; NaN: there is none
function h = told (run, options)
lastwarn ('', '');
evalc ('sol = run (options{:});');
[text, id] = lastwarn ();
h = NaN;
if strcmp (id, 'delassus:stepSize')
  h = sscanf (text(strfind (text, 'step is')+8:end), '%g', 1);
end
end

function pass = without_mass ()
pass = [];
for scheme = {'moreau-jean', 'event-driven'}                    % which tries shorter steps
  model = dls_model ('mass', diag ([1 0]), 'force', [0; 1], 'names', {'x', 'y'});
  sol = dls_simulate (model, [0 1], [0; 0], [0; 0], 'Scheme', scheme{1});
  pass(end+1) = holds (['mass, ', scheme{1}], strcmp (sol.result, 'failed') ...
                       && ~isempty (strfind (sol.message, 'in coordinates 2 (y)')));
end
stop = @(t, q, v, flag) ~strcmp (flag, 'init');
lastwarn ('', '');
options = {'Step', 1e-11, 'Stride', 1e7, 'OutputFcn', stop};
evalc ('sol = dls_simulate (dls_model (''M'', 1), [0 1], 1, 0, options{:});');
[~, id] = lastwarn ();
pass(end+1) = holds ('estimate', strcmp (id, 'delassus:limit'));
end

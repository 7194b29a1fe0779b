function pass = test_motion_handles ()
% TEST_MOTION_HANDLES  The user's functions in compiled steps: how often they are asked, what they
%   may return, and what is left when they fail.
%   pass = test_motion_handles ()   logical row; each failing element prints its name.
%   Promise: a function is asked once for an argument; full or sparse, the motion is the same; an
%   error or Ctrl-C at any moment leaves a run that tells what it knows, and goes on.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [asked_once(), loads(), classes(), numbers(), laws(), times(), left(), ...
        stopped_in_handle(), events(), nested(), coloured()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_motion_handles: %s\n', name); end
end

% What a function was asked, column by column.
function y = asked (name, x, y)
persistent log
if nargin == 0
  [y, log] = deal (log, struct ());
  return
elseif ~isfield (log, name)
  log.(name) = x(:);
else
  log.(name)(:,end+1) = x(:);
end
end

function n = repeated (x)
n = size (x, 2) - size (unique (x', 'rows'), 1);
end

function pass = asked_once ()
asked ();
co = @(q) cos (q(1) - q(2));
si = @(q) sin (q(1) - q(2));
model = dls_model ('mass', @(q) asked ('mass', q, [2, co(q); co(q), 1]), 'n', 2, ...
  'force', @(t, q, v) asked ('force', [t; q; v], [-v(2)^2*si(q) - 20*sin(q(1)); ...
                                                  v(1)^2*si(q) - 10*sin(q(2))]), ...
  'gap', @(q) asked ('gap', q, [sin(q(1)) + 0.5; sin(q(1)) + sin(q(2)) + 0.5]), ...
  'gapgrad', @(q) asked ('grad', q, [cos(q(1)), cos(q(1)); 0, cos(q(2))]), ...
  'potential', @(q) asked ('potential', q, -20*cos(q(1)) - 10*cos(q(2))));
s = dls_simulate (model, [0 1], [0.1; 0.2], [0; 0], 'Step', 0.01);
log = asked ();
pass = [];
for name = {'mass', 'force', 'gap', 'grad', 'potential'}
  x = log.(name{1});
  text = sprintf ('%s: %d calls, %d repeated', name{1}, size (x, 2), repeated (x));
  pass(end+1) = holds (text, repeated (x) <= 2 && size (x, 2) >= 100);  % sizes are sought first
end
pass(end+1) = holds ('steps', s.stats.steps == 100 && strcmp (s.result, 'finished'));
asked ();                                          % a wall at the end and the next beginning
wall = dls_model ('mass', 1, 'force', -10, 'gap', @(t, q, v) q - sin (t), 'gapgrad', 1, 'n', 1, ...
                  'gaptime', @(t, q, v) asked ('wall', [t; q; v], -cos (t)));
dls_simulate (wall, [0 1], 1, 0, 'Step', 0.01, 'Energy', 'off');
log = asked ();
pass(end+1) = holds ('wall', repeated (log.wall) <= 1);
spent = s.stats.seconds;
pass(end+1) = holds ('seconds', spent.functions > 0 && spent.factorisation > 0 ...
  && abs (sum (cell2mat (struct2cell (spent))) - s.stats.time) < 1e-9 && ~s.stats.compiled);
end

% A load that depends on time alone is asked once in a step, however many iterations there are.
function pass = loads ()
asked ();
model = dls_model ('M', eye (2), 'K', [2 -1; -1 2], 'f', @(t) asked ('f', t, [cos(t); 0]));
s = dls_simulate (model, [0 1], [0; 0], [0; 0], 'Step', 0.01, 'Energy', 'off');
log = asked ();
pass = holds ('f(t) once', repeated (log.f) == 0 && size (log.f, 2) <= 102);
K = [2 -1; -1 2];
whole = dls_model ('mass', eye (2), 'force', @(t, q, v) [cos(t); 0] - K * q, 'force_q', -K, ...
                   'force_v', zeros (2));
w = dls_simulate (whole, [0 1], [0; 0], [0; 0], 'Step', 0.01, 'Energy', 'off');
pass(end+1) = holds ('f(t) is a force', norm (s.q - w.q) < 1e-13);
end

% Special kinds of matrices of the interpreter, full and sparse ones: one motion.
function pass = classes ()
kinds = {@(x) x, @sparse, @(x) x + 0};
masses = {@(q) eye(2), @(q) speye(2), @(q) [1 0; 0 1], @(q) 2 * eye(2) / 2};
pass = [];
for k = 1:numel (masses)
  f = kinds{1 + mod(k, 3)};
  model = dls_model ('mass', masses{k}, 'force', @(q) f ([0; -10]), 'gap', @(q) f (q(2)), ...
                     'gapgrad', @(q) f ([0; 1]), 'restitution', 0.5, 'n', 2, 'mu', 0.2, ...
                     'tangent', @(q) f ([1; 0]));
  s = dls_simulate (model, [0 1], [0; 1], [1; 0], 'Step', 0.01);
  if k == 1, first = s; end
  pass(end+1) = holds (func2str (masses{k}), isequal (s.q, first.q) && isequal (s.p, first.p));
end
ranges = dls_model ('mass', 1, 'force', @(q) 1:1, 'gap', @(q) (0:1)' + q(1), ...
                    'gapgrad', @(q) ones (1, 2));
s = dls_simulate (ranges, [0 0.1], 1, 0, 'Step', 0.01);
pass(end+1) = holds ('ranges', abs (s.gap(2,:) - s.gap(1,:) - 1) < 1e-14);
wrong = {@(q) ones(1, 2), @(q) zeros(2, 2, 2), @() 1, @(q) true, @(q) single(1), @(q) {1}, ...
         @(q) complex(1, 0), @(q) sparse([NaN; 1])};
for k = 1:numel (wrong)
  try
    model = dls_model ('mass', eye (2), 'n', 2, 'force', @(t, q, v) later (t, wrong{k}, [0; -1]));
    dls_simulate (model, [0 1], [0; 1], [1; 0], 'Step', 0.05);
    text = 'nothing';
  catch err
    text = [err.identifier, err.message];
  end
  pass(end+1) = holds ([func2str(wrong{k}), ': ', text], ...
                       ~isempty (strfind (text, 'delassus:modeldls_simulate: ''force''')) ...
                       && ~isempty (strfind (text, 'at t = 0.5')));
end
end

function x = later (t, f, x)
if t > 0.5, x = f (0); end
end

% Numbers in the place of functions change nothing.
function pass = numbers ()
N = [0 1; 1 -1; 0 0];
M = diag ([1 2 3]);
K = [2 -1 0; -1 2 -1; 0 -1 2];
given = {'gap', [0; 0.1], 'gapgrad', N, 'restitution', 0.5};
a = dls_simulate (dls_model ('M', M, 'f', [0; -10; -10], given{:}), [0 1], [2; 1; 3], ...
                  zeros (3, 1), 'Step', 1e-3);
b = dls_simulate (dls_model ('mass', M, 'force', [0; -10; -10], given{:}), [0 1], [2; 1; 3], ...
                  zeros (3, 1), 'Step', 1e-3);
pass = holds ('M, f and mass, force', isequal (a.q, b.q) && isequal (a.energy, b.energy) ...
              && a.stats.compiled && b.stats.compiled && a.stats.evaluations <= 1);
c = dls_simulate (dls_model ('M', M, 'K', K, 'f', @(t) [0; -10; -10], given{:}), [0 1], ...
                  [2; 1; 3], zeros (3, 1), 'Step', 1e-2);
d = dls_simulate (dls_model ('M', M, 'K', K, 'f', [0; -10; -10], given{:}), [0 1], [2; 1; 3], ...
                  zeros (3, 1), 'Step', 1e-2);
pass(end+1) = holds ('load as a function', norm (c.q - d.q) < 1e-12 && ~c.stats.compiled);
end

% Coefficients that depend on place and time: a ball bounces with less on the left; a block on ice
% that ends at x = 1.
function pass = laws ()
model = dls_model ('mass', eye (2), 'force', [0; -10], 'gap', @(q) q(2), 'gapgrad', [0; 1], ...
                   'restitution', @(q) 0.5 + 0.5 * (q(1) > 0));
e = [];
for x = [-1 1]
  s = dls_simulate (model, [0 0.5], [x; 0.05], [0; 0], 'Step', 1e-3, 'Scheme', 'moreau-jean');
  k = find (s.p > 0, 1);
  e(end+1) = -s.v(2,k) / s.v(2,k-1);
end
pass = holds (sprintf ('restitution by place: %g %g', e), abs (e - [0.5 1]) < 0.02);
model = dls_model ('mass', eye (2), 'force', [0; -10], 'gap', 0, 'gapgrad', [0; 1], ...
                   'tangent', [1; 0], 'mu', @(t, q, v) 0.2 * (q(1) > 1));
s = dls_simulate (model, [0 3], [0; 0], [2; 0], 'Step', 1e-3);
pass(end+1) = holds (sprintf ('friction by place: %g', s.q(1,end)), ...
                     abs (s.q(1,end) - 2) < 0.01 && abs (s.v(1,100) - 2) < 1e-12);
end

% Columns at given times, and nowhere else.
function pass = times ()
model = dls_model ('mass', 1, 'force', @(q) -4 * q, 'potential', @(q) 2 * q^2);
at = [0, 0.1, 0.123456, 0.5, 0.9999, 1];
pass = [];
for step = [1e-3 0.3]
  s = dls_simulate (model, at, 1, 0, 'Step', step);
  fine = dls_simulate (model, [0 1], 1, 0, 'Step', step);
  pass(end+1) = holds ('times', isequal (s.t, at) && s.q(end) == fine.q(end) ...
                       && s.stats.steps == fine.stats.steps);
  pass(end+1) = holds ('values', abs (s.q - cos (2 * at)) < 2 * step^2 ...
                       & abs (s.v + 2 * sin (2 * at)) < 4 * step^2);
end
c = dls_simulate (model, [0 1.2 1.3 1.4], s, 'Step', 1e-3);
pass(end+1) = holds ('going on', isequal (c.t, [at, 1.2, 1.3, 1.4]));
bad = {[0 1 1], [0 1 0.5], [1 0], [0 NaN 1], {0, 1}, [0 1; 2 3]};
for k = 1:numel (bad)
  id = '';
  try
    dls_simulate (model, bad{k}, 1, 0);
  catch err
    id = err.identifier;
  end
  pass(end+1) = holds ('bad times', strcmp (id, 'delassus:dimension'));
end
end

% What an error leaves is the run up to there, to the bit; it goes on.
function pass = left ()
pass = [];
for scheme = {'moreau-jean', 'rattle', 'nonsmooth-generalized-alpha', 'event-capturing'}
  for adaptive = {'off', 'on'}
    opts = {'Scheme', scheme{1}, 'Step', 0.01, 'Adaptive', adaptive{1}, 'MaxStep', 0.02};
    broken = @(on) dls_model ('mass', 1, 'force', @(t, q, v) fails (on && t > 0.5, -10 * q), ...
                              'gap', @(q) q + 0.5, 'gapgrad', @(q) 1, 'restitution', 0.5);
    text = '';
    try
      dls_simulate (broken (true), [0 1], 1, 0, opts{:});
    catch err
      text = [err.identifier, err.message];
    end
    last = dls_simulate ('last');
    whole = dls_simulate (broken (false), [0 1], 1, 0, opts{:});
    k = numel (last.t);
    name = [scheme{1}, ' ', adaptive{1}];
    pass(end+1) = holds ([name, ': ', text], ~isempty (strfind (text, 'my words')) ...
                         && strncmp (text, 'delassus:model', 14));
    pass(end+1) = holds ([name, ': left'], k > 10 && abs (last.t(end) - 0.5) < 0.03 ...
      && isequal (last.result, 'error') && (strcmp (adaptive{1}, 'on') ...
          || (isequal (last.q, whole.q(:,1:k)) && isequal (last.p, whole.p(:,1:k)))));
    if strcmp (adaptive{1}, 'off')
      on = dls_simulate (broken (false), 1, last, opts{:});
      pass(end+1) = holds ([name, ': goes on'], numel (on.t) == numel (whole.t) ...
                           && norm (on.q - whole.q) < 1e-12);
    end
  end
end
end

function y = fails (now, y)
if now, error ('my:id', 'my words'); end
end

% Ctrl-C within a function of the model: what there was is kept.
function pass = stopped_in_handle ()
code = ['m = dls_model (''mass'', 1, ''force'', @(t, q, v) -q + 0 * sum (ones (1, 2000)), ', ...
        '''gap'', @(q) q + 2, ''gapgrad'', @(q) 1); ', ...
        'system (sprintf (''(sleep 1; kill -INT %d) &'', getpid ())); ', ...
        'try, dls_simulate (m, [0 1e4], 1, 0, ''Step'', 1e-4, ''Stride'', 1000); ', ...
        'catch err, disp (err.message), end; ', ...
        's = dls_simulate (''last''); printf (''%s %d '', s.message, numel (s.t) > 1); ', ...
        's = dls_simulate (m, s.t(end) + 0.01, s); printf (''%s'', s.result)'];
folders = {fileparts(which ('dls_simulate')), fileparts(which ('dls_motion_mex'))};
command = sprintf (['echo "%s" | timeout 600 octave-cli -f -H -q -i --path "%s" --path "%s" ', ...
                    '2>&1'], code, folders{:});
[~, text] = system (command);
pass = holds (['Ctrl-C: ', text], ~isempty (strfind (text, 'interrupted 1 finished')));
end

% Zeros of functions of the user, as ode45 finds them; directions, ends.
function pass = events ()
pass = [];
model = dls_model ('mass', 1, 'force', @(q) -4 * q);              % cos (2 t)
f = @(t, q, v) deal ([q; v; q - 0.5], [0; 0; 0], [0; 1; -1]);
for scheme = {'moreau-jean', 'rattle', 'nonsmooth-generalized-alpha', 'event-driven'}
  s = dls_simulate (model, [0 3], 1, 0, 'Step', 5e-3, 'Scheme', scheme{1}, 'Events', f);
  truth = [pi/6, pi/4, pi/2, 3*pi/4];                             % ends at 3: before 7 pi/6
  pass(end+1) = holds ([scheme{1}, ': zeros'], numel (s.te) == 4 && norm (s.te - truth) < 1e-4 ...
                       && isequal (s.ie, [3 1 2 1]) && norm (s.qe - cos (2 * truth)) < 1e-4 ...
                       && norm (s.ve + 2 * sin (2 * truth)) < 1e-3);
end
stop = @(t, q, v) deal (q, true, []);
s = dls_simulate (model, [0 3], 1, 0, 'Step', 1e-2, 'Events', stop);
pass(end+1) = holds ('an end', strcmp (s.message, 'Events') && s.t(end) == s.te ...
                     && abs (s.q(end)) < 1e-12 && s.last.t == s.te && abs (s.te - pi/4) < 1e-4);
s = dls_simulate (model, 1, s, 'Step', 1e-2);
pass(end+1) = holds ('goes on', abs (s.q(end) - cos (2)) < 1e-4 && s.t(end) == 1 ...
                     && numel (s.te) == 1);
for bad = {@(t, q, v) q, @(t, q, v) deal ('x', 1, 0), 3}
  id = '';
  try
    dls_simulate (model, [0 1], 1, 0, 'Step', 0.1, 'Events', bad{1});
  catch err
    id = err.identifier;
  end
  pass(end+1) = holds (['bad events ', id], ...
                       any (strcmp (id, {'delassus:model', 'delassus:option'})));
end
end

% A function of a model may simulate something itself.
function pass = nested ()
inner = dls_model ('mass', 1, 'force', @(q) -q);
model = dls_model ('mass', 1, 'force', @(t, q, v) -final (dls_simulate (inner, [0 1], 1, 0)), ...
                   'n', 1);
s = dls_simulate (model, [0 1], 0, 0, 'Step', 0.1, 'OutputFcn', @(t, q, v, flag) ...
                  ~isempty (dls_simulate ('last')));
pass = holds ('nested', strcmp (s.result, 'finished') && abs (s.v(end) + cos (1)) < 1e-5 ...
              && isempty (dls_simulate ('last')));
broken = dls_model ('mass', 1, 'force', @(t, q, v) fails (t > 0.05, -q));
model = dls_model ('mass', 1, 'n', 1, 'force', @(t, q, v) ...
                   -final (dls_simulate (broken, [0 max(t - 0.5, 0)], 1, 0)));
text = '';
try
  dls_simulate (model, [0 1], 0, 0, 'Step', 0.1);
catch err
  text = err.message;
end
last = dls_simulate ('last');
pass(end+1) = holds (['an error within: ', text], ~isempty (strfind (text, 'my words')) ...
                     && abs (last.t(end) - 0.5) < 0.11);
end

function x = final (sol)
x = sol.q(end);
end

% Stiff springs in a row; how often their force was asked: [calls, states]
function f = springs (q, v, most)
persistent count
if nargin == 0
  [f, count] = deal (count, [0 0]);
  return
elseif columns (q) > most
  error ('too many at once');
end
count = count + [1, columns(q)];
u = [q; zeros(1, columns (q))] - [zeros(1, columns (q)); q];
s = 1e5 * (u + u .^ 3);
f = s(2:end,:) - s(1:end-1,:) - 0.1 * v - 1;
end

% Jacobians by differences: one coordinate after the other, by colours, all at once; a force that
% takes several states but mixes them up is asked for one after the other.
function pass = coloured ()
n = 12;
row = {'mass', eye(n), 'gap', 1.4, 'gapgrad', [1; zeros(n - 1, 1)], 'restitution', 0.5, 'force'};
S = spdiags (ones (n, 3), -1:1, n, n);
mixed = @(t, q, v) springs (q, v + 0 * norm (q(:) - q(1)), Inf) * (1 + norm (v) * 1e-9);
alone = @(t, q, v) springs (q, v, 1);
at_once = @(t, q, v) springs (q, v, Inf);
models = {dls_model(row{:}, alone), dls_model(row{:}, alone, 'force_pattern', S), ...
          dls_model(row{:}, at_once, 'force_pattern', S > 0), dls_model(row{:}, at_once), ...
          dls_model(row{:}, mixed)};
count = zeros (5, 2);
q = cell (1, 5);
for m = 1:5
  springs ();
  s = dls_simulate (models{m}, [0 0.04], -linspace (0, 1, n)', zeros (n, 1), 'Step', 2e-3);
  count(m,:) = springs ();
  q{m} = s.q;
  pass(m) = holds (sprintf ('Jacobian %d: %d calls, %d states', m, count(m,:)), ...
                   strcmp (s.result, 'finished') ...
                   && norm (q{m} - q{1}, Inf) < 1e-7 + (m == 5) * 1e-2);
end
pass(end+1) = holds ('fewer calls', count(1,1) > 2.5 * count(2,1) && count(2,1) > 2 * count(3,1) ...
  && count(4,1) < count(1,1) / 5 && count(4,2) > count(1,1) / 2 && count(5,1) > count(1,1) / 2);
pass(end+1) = holds ('pattern of another size', raises (@() dls_simulate (dls_model (row{:}, ...
  alone, 'force_pattern', 1), [0 1], zeros (n, 1), zeros (n, 1)), 'delassus:dimension', 'pattern'));
end

function pass = test_checkpoint ()
% TEST_CHECKPOINT  A run that was ended goes on from its file and has the bits of one that was not.
%   Promise: in all schemes, with contacts that come and go, with functions that are called between
%   steps; after kill -9 and SIGTERM. A file of another motion or with a changed bit is refused.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, 'problems'));
folder = tempname ();
mkdir (folder);
confirm_recursive_rmdir (false, 'local');
cleaner = onCleanup (@() rmdir (folder, 's'));
file = fullfile (folder, 'run.mat');
pass = [ended(file), asked(file), killed(folder), refused(file), damaged(file)];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_checkpoint: %s\n', name); end
end

% Fields that differ, bits of numbers included; computing time does.
function text = other (a, b)
text = '';
a.stats = rmfield (a.stats, {'time', 'seconds'});
b.stats = rmfield (b.stats, {'time', 'seconds'});
for name = fieldnames (rmfield (a, 'model'))'
  [x, y] = deal (a.(name{1}), b.(name{1}));
  same = isequaln (x, y);
  if isa (x, 'double')
    same = same && isequal (typecast (x(:), 'uint64'), typecast (y(:), 'uint64'));
  end
  if ~same, text = [text, ' ', name{1}]; end
end
end

% run (...) whole; and ended by MaxSteps after a third of its steps, then on from its file.
function [pass, sol] = twice (name, file, run)
[~, ~] = unlink (file);
sol = run ('Checkpoint', file);
[~, ~] = unlink (file);
part = run ('Checkpoint', file, 'MaxSteps', ceil (0.4 * sol.stats.steps));
pass = holds ([name, ': written'], exist (file, 'file') == 2 ...
              && part.stats.steps < 0.9 * sol.stats.steps);
for k = 1:1 + (numel (name) > 8)                % a second one is at its end
  text = other (sol, run ('Checkpoint', file));
  pass(end+1) = holds (sprintf ('%s, %d:%s', name, k, text), isempty (text));
end
end

function pass = ended (file)
slide = dls_model ('mass', @(q) eye (2), 'force', [3; -10], 'gap', @(q) q(2) - 0.1 * sin (q(1)), ...
                   'gapgrad', @(q) [-0.1 * cos(q(1)); 1], 'tangent', @(q) [1; 0.1 * cos(q(1))], ...
                   'mu', 0.2, 'restitution', 0.5);
pend = dls_model ('mass', eye (2), 'force', [0; -9.81], 'constraint', @(q) (q' * q - 1) / 2, ...
                  'constraintgrad', @(q) q);
held = dls_model ('mass', eye (2), 'force', @(t, q, v, x) [x(1); -10], 'gap', @(q) q(2), ...
                  'gapgrad', [0; 1], 'x0', [0; 0], ...
                  'sample', {0.1, @(t, q, v, x) [-4*q(1) - v(1); x(2) + 1]});
boxes = stack ();
on = {'Adaptive', 'on'};
cases = {
  slide, {2, [0; 0.1], [0; 0], 'Step', 1e-3, 'RelTol', 1e-4, on{:}}
  slide, {2.2, [0; 0.1], [0; 0], 'Step', 1e-3, 'Scheme', 'schatzman-paoli', 'Stride', 7}
  pend, {3, [1; 0], [0; 1], 'Step', 1e-3, 'Scheme', 'nonsmooth-generalized-alpha'}
  pend, {10, [1; 0], [0; 1], 'Scheme', 'event-driven', 'MaxStep', 0.02}
  held, {[0 1 2.5 2.9995 3], [1; 0], [0; 0], 'Step', 1e-3}
  boxes, {0.3, 'Step', 1e-3, 'Scheme', 'moreau-jean-projected'}};
pass = [];
for k = 1:size (cases, 1)
  [model, args] = cases{k,:};
  if isscalar (args{1}), args{1} = [0, args{1}]; end
  pass = [pass, twice(sprintf ('run %d', k), file, ...
                      @(varargin) dls_simulate (model, args{:}, varargin{:}))];
end
end

% Two boxes and a ball that fall on each other: contacts come, go, and are known by their points.
function B = stack ()
B = dls_mechanism ('gravity', [0 0 -9.81]);
B = dls_body (B, 'floor', 'fixed', true, 'shape', 'halfspace');
for k = 1:2
  B = dls_body (B, sprintf ('box%d', k), 'density', 2500, 'shape', 'box', ...
                'size', [0.2 0.15 0.1], 'at', [0.04 * k, 0.02, 0.12 * k - 0.05], ...
                'turned', [0.05 * k, 0.03, 0.1 * k]);
end
B = dls_body (B, 'ball', 'density', 2500, 'shape', 'sphere', 'size', 0.05, 'at', [0.1 0.03 0.4]);
B = dls_touch (B, 'floor', 'all', 'mu', 0.3);
B = dls_touch (B, 'all', 'all', 'mu', 0.3);
end

% Functions that are called between steps, and what they have found.
function pass = asked (file)
n = 32;                                         % instants are 64 steps apart
ball = dls_model ('mass', speye (n), 'force', @(t, q, v) -2 - sin (3 * t) * ones (n, 1), ...
                  'gap', @(q) q(1), 'gapgrad', sparse (1, 1, 1, n, 1), 'restitution', 0.5);
say = {'strong', 'weak'};
args = {ball, [0 4], ones(n, 1), zeros(n, 1), 'Step', 0.02, ...
        'Events', @(t, q, v) deal (q(1) - 0.1, false, 0), ...
        'Monitor', {@(S) say{1 + (abs (S.F(1)) > 2)}, @(S) S.F(1)}};
[pass, sol] = twice ('with functions', file, @(varargin) dls_simulate (args{:}, varargin{:}));
pass(end+1) = holds ('events', numel (sol.te) > 1 && any (strcmp ({sol.events.kind}, 'monitor')));
args = {ball, [0 4], ones(n, 1), zeros(n, 1), 'Step', 0.02, 'Stop', @(t, q, v) t > 3};
[more, sol] = twice ('that stops', file, @(varargin) dls_simulate (args{:}, varargin{:}));
pass = [pass, more, holds('stopped', abs (sol.t(end) - 3) < 0.03 && strcmp (sol.message, 'Stop'))];
sol = dls_simulate (ball, [0 1], ones (n, 1), zeros (n, 1), 'Step', 0.02);
pass = [pass, twice('goes on', file, @(varargin) dls_simulate (ball, 4, sol, varargin{:}))];
end

% Processes that are ended from outside: SIGTERM writes the file; kill -9 leaves the one before.
function pass = killed (folder)
whole = checkpoint_run (fullfile (folder, 'whole.mat'));
file = fullfile (folder, 'killed.mat');
setenv ('CODE', sprintf (['crash_dumps_octave_core (false); ', ...
                          'checkpoint_run (''%s'', ''CheckpointTime'', 0);'], file));
command = sprintf (['exec "%s" -f -H -q --path ''%s'' --path ''%s'' --path ''%s'' ', ...
                    '--eval "$CODE"'], fullfile (OCTAVE_EXEC_HOME (), 'bin', 'octave-cli'), ...
                   fileparts (which ('dls_lcp')), fileparts (which ('dls_lcp_mex')), ...
                   fileparts (which ('checkpoint_run')));
pass = [];
for name = {'TERM', 'KILL'}
  before = written (file);
  pid = system ([command, ' >/dev/null 2>&1'], false, 'async');
  start = tic ();
  while isequal (written (file), before) && waitpid (pid, WNOHANG ()) == 0 && toc (start) < 120
    pause (0.01);
  end
  if strcmp (name{1}, 'TERM'), [~, ~] = unlink (file); end
  kill (pid, SIG ().(name{1}));
  waitpid (pid);
  pass(end+1) = holds ([name{1}, ': a file'], ~isempty (written (file)));
end
text = other (whole, checkpoint_run (file));
pass(end+1) = holds (['after TERM and KILL:', text], isempty (text));
end

% A file that is written anew is another one
function number = written (file)
[found, err] = stat (file);
number = [];
if err == 0, number = [found.ino, found.mtime]; end
end

function pass = refused (file)
[~, ~] = unlink (file);
ball = @(e) dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', e);
run = @(e, tf, q0, varargin) dls_simulate (ball (e), [0 tf], q0, 0, 'Step', 1e-3, 'Checkpoint', ...
                                           file, varargin{:});
run (0.5, 4, 1, 'MaxSteps', 3000);
bad = {@() run(0.25, 4, 1), @() run(0.5, 3, 1), @() run(0.5, 4, 1 + eps), ...
       @() run(0.5, 4, 1, 'Theta', 1), @() run(0.5, 4, 1, 'Stop', @(t, q, v) false)};
for k = 1:numel (bad)
  pass(k) = holds (sprintf ('of another motion, %d', k), raises ('delassus:resume', bad{k}));
end
P = struct ('kind', 'matrix', 'A', 1);
texts = {'', 'no file of this kind', fileread(file)(1:end-9)};
for k = 1:numel (texts)
  fid = fopen (file, 'w');
  fwrite (fid, texts{k});
  fclose (fid);
  pass(end+1) = holds (sprintf ('no checkpoint, %d', k), raises ('delassus:format', ...
                                                                 @() run (0.5, 4, 1)));
end
save (file, 'P', '-v7');
pass(end+1) = holds ('a problem', raises ('delassus:format', @() run (0.5, 4, 1)));
pass(end+1) = holds ('no text', raises ('delassus:option', ...
                                        @() dls_simulate (ball (1), [0 1], 1, 0, 'Checkpoint', 3)));
pass(end+1) = holds ('no folder', raises ('delassus:file', @() dls_simulate (ball (1), [0 1], 1, ...
                                          0, 'Checkpoint', fullfile (file, 'none', 'x.mat'))));
end

function yes = raises (id, f)
yes = false;
try
  f ();
catch err
  yes = strcmp (err.identifier, id);
end
end

% Each changed bit behind the header is found, but for those that fill up the last byte.
function pass = damaged (file)
[~, ~] = unlink (file);
ball = dls_model ('mass', 1, 'force', -2);
run = @() dls_simulate (ball, [0 0.1], 1, 0, 'Step', 1e-2, 'Checkpoint', file);
sol = run ();
fid = fopen (file);
bytes = fread (fid, [1, Inf], 'uint8=>uint8');
fclose (fid);
pass = [];
last = numel (bytes);
for at = [128, 131, 133, round(linspace (140, last - 20, 15)), last-19:last]
  bad = bytes;
  bad(at) = bitxor (bad(at), uint8 (2 ^ mod (at, 8)));
  fid = fopen (file, 'w');
  fwrite (fid, bad);
  fclose (fid);
  [found, id] = deal (false, '');
  try
    found = isempty (other (sol, run ()));
  catch err
    id = err.identifier;
  end
  pass(end+1) = holds (sprintf ('byte %d', at), found || strcmp (id, 'delassus:format'));
end
end

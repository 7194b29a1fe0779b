function [pass, skipped] = test_sweep ()
% TEST_SWEEP  Sweeps: arrays over the grid, errors, real kills, the same results from any number of
% workers and ranks, each point computed once.
%   [pass, skipped] = test_sweep ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
home = tempname ();
mkdir (home);
[mpi, skipped] = under_mpirun (fullfile (home, 'mpirun'));
pass = [arrays(), folders(fullfile (home, 'folders')), ...
        workers(fullfile (home, 'workers')), ...
        deaths(fullfile (home, 'deaths')), killed(fullfile (home, 'killed')), ...
        rank_dies(fullfile (home, 'ranks')), mpi];
confirm_recursive_rmdir (false, 'local');
rmdir (home, 's');
end

function ok = holds (name, ok)
ok = all (ok(:));
if ~ok, fprintf ('test_sweep: %s\n', name); end
end

function R = serial (fun, grid, varargin)
R = dls_sweep (fun, grid, 'Engine', 'serial', 'Display', 'off', varargin{:});
end

function R = cores (workers, fun, grid, varargin)
R = dls_sweep (fun, grid, 'Engine', 'cores', 'Workers', workers, 'Display', 'off', varargin{:});
end

function same = alike (R, Q)
same = isequaln (rmfield (R, 'stats'), rmfield (Q, 'stats'));
end

function pass = arrays ()
% Shapes and classes, against loops.
a = [2 3 5];
b = [1 7];
c = {'x', 'yy'};
V = zeros (3, 2, 2);
for i = 1:3, for j = 1:2, for k = 1:2, V(i,j,k) = a(i) * 10 + b(j) + numel (c{k}) / 8; end, end, end
grid = struct ('a', a, 'b', b, 'c', {c});
f = @(p) p.a * 10 + p.b + numel (p.c) / 8;
R = serial (f, grid);
one = struct ('a', a);
two = struct ('a', a, 'b', b);
pass = [holds('three parameters', isequal (R.value, V) && isequal (R.names, {'a', 'b', 'c'}) ...
              && strcmp (R.status, 'complete') && all (R.done(:)) && ~any (R.failed(:))), ...
        holds('a column', isequal (serial (@(p) p.a, one).value, a')), ...
        holds('rows', isequal (serial (@(p) [p.a; 1i], one).value, [a.', 1i * ones(3, 1)])), ...
        holds('vectors', isequal (serial (@(p) [p.a, p.b, 0], two).value, ...
                                  cat (3, a' * [1 1], [1; 1; 1] * b, zeros (3, 2)))), ...
        holds('matrices', isequal (squeeze (serial (@(p) p.a * magic (4), two).value(3,2,:,:)), ...
                                   5 * magic (4))), ...
        holds('blocks', isequal (squeeze (serial (@(p) reshape (p.a * (1:24), [2 3 4]), ...
                                                  two).value(2,1,:,:,:)), ...
                                 reshape (3 * (1:24), [2 3 4]))), ...
        holds('structs', isequal (serial (@(p) struct ('s', p.a), one).value, ...
                                  {struct('s', 2); struct('s', 3); struct('s', 5)})), ...
        holds('sizes differ', isequal (serial (@(p) ones (1, p.a), one).value, ...
                                       {ones(1, 2); ones(1, 3); ones(1, 5)})), ...
        holds('sparse', isequal (serial (@(p) sparse (p.a), one).value, a')), ...
        holds('texts', isequal (serial (@(p) char (p.a + 60), one).value, {'>'; '?'; 'A'})), ...
        holds('empty', isequal (serial (@(p) [], one).value, cell (3, 1)))];
R = serial (@(p) p.a > 2, one);
pass(end+1) = holds ('logical', islogical (R.value) && isequal (R.value, a' > 2));
R = serial (@(p) int8 (p.a) / (p.a ~= 3) + ones (1, 1 - (p.a == 3)) (1), one);
pass(end+1) = holds ('integers with a failure', isa (R.value, 'double') ...
                     && isequaln (R.value, [3; NaN; 6]) ...
                     && isequal (R.failed, [false; true; false]) && strcmp (R.status, 'errors') ...
                     && ~isempty (R.error{2}));
R = serial (@(p) p.f (), struct ('f', {@() containers.Map(), @() 3}));
pass(end+1) = holds ('what cannot be stored', isequaln (R.value, [NaN; 3]) ...
                     && ~isempty (strfind (R.error{1}, 'class containers.Map cannot be stored')));
R = serial (@(p) single (p.a), one);
pass(end+1) = holds ('single', isa (R.value, 'single'));
list = struct ('u', {1, 4, 'z'}, 'w', 2);
R = serial (@(p) p.u * p.w, list);
pass(end+1) = holds ('list', isequal (R.value, [2; 8; 'z' * 2]));
R = serial (f, struct ('a', a, 'b', [], 'c', {c}));
pass(end+1) = holds ('no points', isequal (size (R.value), [3 0 2]) ...
                     && strcmp (R.status, 'complete'));
R = serial (@(p) error ('always'), one);
pass(end+1) = holds ('all fail', all (isnan (R.value)) && isequal (R.error, {'always'; 'always'; ...
                                                                           'always'}));
R = serial (@(p) dls_sweep (@(q) q.b * p.a, struct ('b', 1:4), 'Display', 'off').value, one);
pass(end+1) = holds ('a sweep in a sweep', isequal (R.value, a' * (1:4)));
state = {rand('twister'), randn('twister')};
serial (@(p) rand (), one);
pass(end+1) = holds ('generators untouched', isequal (state, {rand('twister'), randn('twister')}));
end

function d = fresh (d)
mkdir (d);
mkdir ([d, '/calls']);
end

function n = calls (d, k)
% How often the points k were computed.
names = regexprep (readdir ([d, '/calls']), '-.*', '');
n = arrayfun (@(k) sum (strcmp (names, sprintf ('%d', k))), k);
end

function g = points (n, what, at, special)
g = struct ('k', num2cell (1:n), 'what', what);
if nargin > 2, [g(at).what] = deal (special); end
end

function pass = folders (d)
% Going on, other sweeps, other processes, damage.
fresh (d);
f = @(p) sweep_trial (p, d);
F = [d, '/a [b] *c''s'];                       % a name that shells and patterns would mangle
g = points (9, 'value', [2 6], 'flag');
R = serial (f, g, 'Folder', F);
pass = holds ('failures', isequal (find (R.failed)', [2 6]) && strcmp (R.error{6}, 'no flag') ...
              && strcmp (R.status, 'errors') && ~isempty (strfind (R.message, '2 of 9')));
Q = serial (f, g, 'Folder', F);
pass(end+1) = holds ('nothing twice', alike (Q, R) && all (calls (d, 1:9) == 1) ...
                     && Q.stats.resumed == 9);
fclose (fopen ([d, '/flag'], 'w'));
truth = serial (f, g);
Q = cores (2, f, g, 'Folder', F, 'Retry', true);
pass(end+1) = holds ('Retry', alike (Q, truth) && Q.stats.resumed == 7);
fid = fopen (sprintf ('%s/points/%07d', F, 4), 'r+');
fwrite (fid, zeros (1, 60));
fclose (fid);
quiet = warning ('off', 'delassus:damaged');
R = serial (f, g, 'Folder', F);
warning (quiet);
pass(end+1) = holds ('a damaged point comes back', alike (R, truth));
id = {};
changes = {f, points(8, 'value'), 0; @(p) [1, 2], g, 0; f, g, 1};
for i = 1:3
  try
    serial (changes{i,1:2}, 'Folder', F, 'Seed', changes{i,3});
    id{i} = '';
  catch err
    id{i} = err.identifier;
  end
end
pass(end+1) = holds ('other sweeps are refused', strcmp (id, 'delassus:resume'));
[~, host] = system ('hostname');
lock = sprintf ('%s/run.1.%s-%d', F, regexprep (strtrim (host), '\W', '_'), getppid ());
mkdir (lock);
try
  serial (f, g, 'Folder', F);
  id = '';
catch err
  id = err.identifier;
end
pass(end+1) = holds ('a folder in use', strcmp (id, 'delassus:busy'));
end

function pass = workers (d)
% Any number of workers: the same bits, each point once, also with very uneven points.
fresh (d);
f = @(p) sweep_trial (p, d);
g = points (40, 'value', [1 2 3 30], 'slow');
truth = serial (f, g);
pass = [];
trial = @trial_of;                             % a local function travels as a handle
for w = [1 3]
  delete ([d, '/calls/*']);
  R = cores (w, @(p) trial (p, d), g);
  pass(end+1) = holds (sprintf ('%d workers', w), alike (R, truth) && R.stats.died == 0 ...
                       && all (calls (d, 1:40) == 1) && isempty (R.stats.folder));
end
end

function y = trial_of (p, d)
y = sweep_trial (p, d);
end

function pass = deaths (d)
% Points that kill their worker; workers that cannot work.
warning ('off', 'delassus:died', 'local');
fresh (d);
f = @(p) sweep_trial (p, d);
g = points (12, 'value', 5, 'die');
g(3).what = 'once';
g(8).what = 'exit';
R = cores (2, f, g);
n = ones (1, 12);
n([3 5 8]) = 2;
pass = holds ('deadly points', isequal (find (R.failed)', [5 8]) && all (R.done) ...
              && ~isempty (strfind (R.error{5}, 'died')) && R.stats.died == 5 ...
              && isequal (calls (d, 1:12), n));
R = cores (1, @(p) kill (getpid (), 9), struct ('x', {1, 2}));
pass(end+1) = holds ('all points are deadly', all (R.failed) && strcmp (R.status, 'errors') ...
                     && R.stats.died == 4);
before = getenv ('OCTAVE_HOME');
setenv ('OCTAVE_HOME', '/nowhere');            % Octave does not start
F = [d, '/none'];
R = cores (1, @(p) p.x, struct ('x', {1, 2, 3}), 'Folder', F);
unsetenv ('OCTAVE_HOME');
if ~isempty (before), setenv ('OCTAVE_HOME', before); end
pass(end+1) = holds ('workers that cannot start', strcmp (R.status, 'incomplete') ...
                     && ~any (R.done) && ~isempty (strfind (R.message, 'die at once: ')) ...
                     && strcmp (R.stats.folder, F));
R = cores (1, @(p) p.x, struct ('x', {1, 2, 3}), 'Folder', F);
pass(end+1) = holds ('they can again', isequal (R.value, [1; 2; 3]));
end

function text = command (d, rest)
% Octave on its own, with this path, running an m-file of the folder d.
text = sprintf ('OPENBLAS_NUM_THREADS=1 exec %s -f -H -q %s %s/run.m >>%s/out 2>&1 </dev/null', ...
                fullfile (OCTAVE_EXEC_HOME (), 'bin', 'octave-cli'), rest, d, d);
end

function script (d, call)
fid = fopen ([d, '/run.m'], 'w');
fprintf (fid, 'addpath (''%s'');\n', strjoin (strsplit (path (), pathsep ()), ''', '''));
fprintf (fid, 'd = ''%s'';\nk = getenv (''RUN'');\n%s\n', d, call);
fclose (fid);
end

function ok = await (condition, seconds)
start = tic ();
ok = condition ();
while ~ok && toc (start) < seconds
  pause (0.02);
  ok = condition ();
end
end

function n = stored (F)
n = numel (glob ([F, '/points/*']));
end

function pass = killed (home)
% kill -9 in the middle, then the same call, in this session.
pass = [];
for engine = {'serial', 'cores'}
  d = fresh ([home, engine{1}]);
  F = [d, '/F'];
  g = points (24, 'slow');
  call = sprintf (['R = dls_sweep (@(p) sweep_trial (p, d), struct (''k'', num2cell (1:24), ', ...
                   '''what'', ''slow''), ''Engine'', ''%s'', ''Workers'', 2, ''Folder'', ', ...
                   '[d, ''/F'']);'], engine{1});
  script (d, call);
  pid = system (command (d, ''), false, 'async');
  ok = await (@() stored (F) >= 4, 600);
  kill (pid, 9);
  waitpid (pid);
  children = str2double (regexprep (glob ([F, '/run.*/out.*']), '.*out\.', ''))';
  gone = await (@() all (arrayfun (@(c) kill (c, 0) ~= 0 || zombie (c), children)), 60);
  n = stored (F);
  R = serial (@(p) sweep_trial (p, d), g, 'Folder', F);
  truth = (1:24)' .^ 2;
  c = calls (d, 1:24);
  once = all (c == 1) || (strcmp (engine{1}, 'serial') && sum (c) <= 25);
  pass(end+1) = holds (['killed ', engine{1}], ok && gone && n >= 4 && n < 24 ...
                       && R.stats.resumed == n && strcmp (R.status, 'complete') ...
                       && isequal (R.value(:,1), truth) && once);
end
end

function yes = zombie (pid)
[~, text] = system (sprintf ('ps -o stat= -p %d', pid));
yes = isempty (strtrim (text)) || text(1) == 'Z';
end

function call = rank_call (what, folder)
call = sprintf (['R = dls_sweep (@(p) sweep_trial (p, d), struct (''k'', num2cell (1:20), ', ...
                 '''what'', %s), ''Folder'', [d, ''/%s'']);\nr = R.stats.rank;\n', ...
                 'save (''-binary'', sprintf (''%%s/R%%d'', d, r), ''R'');\n'], what, folder);
end

function pass = rank_dies (d)
% Two processes that believe to be ranks of srun; one is killed at its first point.
fresh (d);
script (d, ['cd (d);', rank_call('[{''once''}, repmat({''slow''}, 1, 19)]', 'F')]);
text = sprintf ('(SLURM_PROCID=%d SLURM_NTASKS=2; export SLURM_PROCID SLURM_NTASKS; %s) & ', ...
                0, command (d, ''), 1, command (d, ''));
system ([text, 'wait']);
file = [glob([d, '/R0']); glob([d, '/R1'])];
pass = holds ('a rank dies', numel (file) == 1);
if pass
  R = load (file{1}).R;
  c = calls (d, 1:20);
  pass = holds ('its points are taken over', isequal (R.value(:,1)', (1:20) .^ 2) ...
                && R.stats.died == 1 && c(1) == 2 && all (c(2:end) == 1));
end
end

function [pass, skipped] = under_mpirun (d)
% The same script alone and under mpirun: the same result on all ranks.
pass = [];
skipped = system ('command -v mpirun >/dev/null 2>&1') ~= 0;
if skipped
  fprintf ('test_sweep: no mpirun\n');
  return
end
fresh (d);
script (d, ['cd (d);', rank_call('''slow''', 'F'), rank_call('''value''', 'G')]);
mpirun = ['OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 timeout 600 mpirun ', ...
          '--oversubscribe -np 2 '];
system ([mpirun, strrep(command (d, ''), 'OPENBLAS_NUM_THREADS=1 exec ', '')]);
ok = exist ([d, '/R0'], 'file') && exist ([d, '/R1'], 'file');
if ok
  R = {load([d, '/R0']).R, load([d, '/R1']).R};
  c = calls (d, 1:20);
  ok = alike (R{1}, R{2}) && R{1}.stats.ranks == 2 && all (c == 2) ...
       && alike (R{1}, serial (@(p) sweep_trial (p, d), points (20, 'value')));
end
pass = holds ('mpirun', ok);
% A rank is killed at its point: the other one, or the same call again, has all results.
d = fresh ([d, '2']);
script (d, rank_call ('[repmat({''slow''}, 1, 9), {''once''}, repmat({''slow''}, 1, 10)]', 'F'));
run = [mpirun, strrep(command (d, ''), 'OPENBLAS_NUM_THREADS=1 exec ', '')];
system (run);
n = stored ([d, '/F']);
whole = ~isempty (glob ([d, '/R*']));          % the launcher may end the others at any time
system (run);
files = [glob([d, '/R0']); glob([d, '/R1'])];
c = calls (d, 1:20);
text = fileread ([d, '/out']);
pass(end+1) = holds ('a killed rank', n >= 1 && numel (files) == 2 && c(10) == 2 ...
                     && sum (c) <= 22 && isequal (load (files{1}).R.value(:,1)', (1:20) .^ 2));
pass(end+1) = holds ('is told', ~isempty (strfind (text, 'that died: 1;')) || ~whole);
end

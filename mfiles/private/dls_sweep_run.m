function varargout = dls_sweep_run (what, varargin)
% Who computes the points of a sweep; dls_sweep_run (WHAT, ...): work: this process; cores: worker
% processes of it, each a worker; ranks: those of mpirun; compute: some points.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['sweep_', what], varargin{:});
end

% Claim chunks and compute their points until nothing is free or go_on (), asked before each
% point, says no.
function sweep_work (J, go_on)
  next = 1;
  [points, next, again] = dls_sweep_claim (J, next);
  while (~isempty (points))
    if (~sweep_compute (J, points, again, go_on))
      return
    end
    [points, next, again] = dls_sweep_claim (J, next);
  end
end

% Claim a chunk: its points, [] when nothing is free. Chunks are tried from number `next` on;
% after the last, those that dead processes left (again: some of their points may be finished).
function [points, next, again] = dls_sweep_claim (J, next)
  claims = [J.folder, '/claims/'];
  again = false;
  if (isinf (next))
    [points, again] = left_behind (J, claims);
    return
  end
  names = {};
  while (true)
    name = sprintf ('%07d', next);
    mine = [claims, name, '.', J.me];
    if (dls_sweep_store ('move', [claims, name], mine))
      points = sscanf (fileread (mine), '%d')';
      next = next + 1;
      return
    end
    if (isempty (names))                       % somebody has it, or it is past the last
      names = dls_sweep_store ('names', claims(1:end-1));
      last = max ([0, str2double(regexprep (names, '\..*', ''))]);
    end
    next = next + 1;
    if (next > last)
      next = Inf;
      [points, again] = left_behind (J, claims);
      return
    end
  end
end

function [points, again] = left_behind (J, claims)
  points = [];
  again = false;
  names = dls_sweep_store ('names', claims(1:end-1));
  for name = names(~cellfun (@isempty, regexp (names, '^\d+\.free$')))
    mine = [claims, name{1}(1:end-4), J.me];
    if (dls_sweep_store ('move', [claims, name{1}], mine))
      points = sscanf (fileread (mine), '%d')';
      again = true;
      return
    end
  end
end

% Compute and store points of a claim; again: some of them may be finished. Generators of random
% numbers start at every point from the seed and its number, whoever computes it.
function yes = sweep_compute (J, points, again, go_on)
  if (again)
    finished = str2double (dls_sweep_store ('names', [J.folder, '/points']));
    points = points(~ismember (points, finished));
  end
  yes = true;
  for k = points
    yes = go_on ();
    if (~yes)
      return
    end
    dls_sweep_store ('random', [J.seed, k]);
    store (J, k, result (J.fun, dls_sweep_point (J.G, k)));
  end
end

% A result that cannot be stored is an error of its point; if not even this can be, the sweep ends.
function store (J, k, r)
  file = sprintf ('points/%07d', k);
  try
    dls_sweep_store ('save', J.folder, file, r);
  catch err
    r.message = sprintf ('a result of class %s cannot be stored: %s', class (r.value), err.message);
    r.value = [];
    dls_sweep_store ('save', J.folder, file, r);
  end
end

function r = result (fun, p)
  r = struct ('value', [], 'seconds', 0, 'message', '');
  start = tic ();
  try
    r.value = fun (p);
  catch err
    r.message = err.message;
    if (isempty (r.message))
      r.message = 'error without a message';
    end
  end
  r.seconds = toc (start);
end

% The k-th point of the grid G of dls_sweep_grid: a scalar struct.
function p = dls_sweep_point (G, k)
  if (~isempty (G.list))
    p = G.list(k);
    return
  end
  k = k - 1;
  for i = 1:numel (G.names)
    p.(G.names{i}) = G.values{i}{1+mod(k, G.dims(i))};
    k = floor (k / G.dims(i));
  end
end

% Compute the points of a sweep by processes on this machine. A worker that dies is replaced and
% its points are offered again; why: '' or the reason for points left; died: how many did.
function [why, died] = sweep_cores (J, workers, progress)
  job = struct ('J', J, 'parent', getpid (), 'home', pwd ());
  job.path = strsplit (path (), pathsep ());
  dls_sweep_send (job);
  pids = arrayfun (@(k) cores_start (J.folder), 1:workers);
  died = 0;
  idle = 0;                                    % workers that died without a claim
  why = '';
  while (~isempty (pids) && isempty (why))
    pause (0.02);
    progress ();
    for pid = pids
      [ended, status] = waitpid (pid, WNOHANG ());
      if (ended == 0)
        continue
      end
      pids(pids == pid) = [];
      [held, left] = take_back (J, pid);
      if (~held && WIFEXITED (status) && WEXITSTATUS (status) == 0)
        continue
      end
      died = died + 1;
      idle = idle + ~held;
      if (idle > workers)
        why = last_words (J.folder, pid);
      elseif (left)
        pids(end+1) = cores_start (J.folder);
      end
    end
  end
end

% The folder travels in the environment: no quoting of its name.
function pid = cores_start (folder)
  setenv ('DLS_SWEEP_FOLDER', folder);
  setenv ('DLS_SWEEP_CODE', fileparts (mfilename ('fullpath')));
  setenv ('DLS_SWEEP_OCTAVE', fullfile (OCTAVE_EXEC_HOME (), 'bin', 'octave-cli'));
  pid = system (['export OPENBLAS_NUM_THREADS=${OPENBLAS_NUM_THREADS:-1} ', ...
                 'OMP_NUM_THREADS=${OMP_NUM_THREADS:-1}; exec "$DLS_SWEEP_OCTAVE" -f -H -q ', ...
                 '--eval "addpath (getenv (''DLS_SWEEP_CODE'')); ', ...
                 'dls_sweep_run (''worker'', getenv (''DLS_SWEEP_FOLDER''))" ', ...
                 '>"$DLS_SWEEP_FOLDER/workers/$$" 2>&1 </dev/null'], false, 'async');
  for name = {'DLS_SWEEP_FOLDER', 'DLS_SWEEP_CODE', 'DLS_SWEEP_OCTAVE'}
    unsetenv (name{1});
  end
end

% Offer the claims of a dead worker again. held: it had unfinished ones; left: points are left.
function [held, left] = take_back (J, pid)
  [~, host] = dls_sweep_store ('owner');
  names = dls_sweep_store ('names', [J.folder, '/claims']);
  tail = sprintf ('.%s-%d', host, pid);
  held = false;
  for name = names
    if (numel (name{1}) > numel (tail) && strcmp (name{1}(end-numel (tail)+1:end), tail))
      [points, unfinished] = dls_sweep_store ('lost', J, name{1});
      held = held || unfinished;
      if (~isempty (points))
        dls_sweep_store ('move', [J.folder, '/claims/', name{1}], ...
                                       [J.folder, '/claims/', name{1}(1:7), '.free']);
      end
    end
  end
  left = numel (dls_sweep_store ('names', [J.folder, '/points'])) < J.G.count;
end

function text = last_words (folder, pid)
  text = 'no output';
  file = sprintf ('%s/workers/%d', folder, pid);
  if (exist (file, 'file') == 2 && ~isempty (strtrim (fileread (file))))
    text = regexp (strtrim (fileread (file)), '(error:.*|[^\n]*$)', 'match', 'once', ...
                   'dotexceptnewline');
  end
  text = ['workers die at once: ', text];
end

% Store a job for worker processes. They know neither functions defined at the prompt or in a
% script, nor anonymous functions that Octave, which stores their text, cannot read back.
function dls_sweep_send (job)
  J = job.J;
  name = unknown (J.fun);
  if (~isempty (name))
    error ('delassus:function', ['dls_sweep: ''%s'' was defined at the prompt or in a script, ', ...
           'where workers do not see it; expected functions in files, anonymous ones, or ', ...
           'engine serial'], name);
  end
  why = 'it changes';
  same = false;
  try
    dls_sweep_store ('save', J.folder, 'job', job);
    copy = dls_sweep_store ('load', [J.folder, '/job']);
    same = isequal (dls_sweep_store ('signature', copy.J.fun, J.G, J.seed), J.signature);
  catch err
    why = err.message;
  end
  if (~same)
    error ('delassus:function', ['dls_sweep: ''%s'' does not survive being stored for worker ', ...
           'processes (%s); expected a function in a file, or engine serial'], ...
           func2str (J.fun), why);
  end
end

% The first function in a handle, or in the handles it captured, that has no file.
function name = unknown (f)
  about = functions (f);
  text = func2str (f);
  captured = struct ();
  if (isfield (about, 'workspace') && ~isempty (about.workspace))
    captured = about.workspace{1};
  end
  parameters = regexp (text, '@\(([^)]*)\)', 'tokens');
  parameters = regexp (strjoin ([{''}, parameters{:}], ','), '\w+', 'match');
  known = [fieldnames(captured)', parameters];
  text = regexprep (text, '''[^'']*''|"[^"]*"|\.[A-Za-z]\w*|@\([^)]*\)', ' ');
  name = '';
  for word = setdiff (regexp (text, '[A-Za-z_]\w*', 'match'), known)
    if (exist (word{1}) == 103)
      name = word{1};
      return
    end
  end
  for value = struct2cell (captured)'
    if (isa (value{1}, 'function_handle') && isempty (name))
      name = unknown (value{1});
    end
  end
end

% A worker process of dls_sweep: it computes until no point is free or its parent has ended.
function sweep_worker (folder)
  job = dls_sweep_store ('load', [folder, '/job']);
  if (isempty (job))
    error ('delassus:file', 'dls_sweep: a worker cannot read ''%s/job''', folder);
  end
  cd (job.home);                               % folders of the path may be relative
  own = strsplit (path (), pathsep ());
  dirs = job.path(~ismember (job.path, own));
  if (~isempty (dirs))
    addpath (dirs{:});
  end
  setenv ('DLS_SWEEP_INSIDE', '1');
  job.J.me = dls_sweep_store ('owner');
  sweep_work (job.J, @() getppid () == job.parent);
end

% Compute the points of a sweep by the ranks of a launcher, which share the folder; every rank
% returns when all points are finished. Rank 0 opens the folder. Who finds nothing free waits for
% the others and takes over what a dead process of its machine holds, and, when no point was
% finished for opts.Patience seconds, what any process holds: then a point may be computed twice,
% with the same result.
function died = sweep_ranks (J, L, opts, progress)
  if (L.rank == 0)
    dls_sweep_store ('open', J, L.ranks, opts.Retry);
  else
    await (J, opts.Patience);
  end
  dls_sweep_store ('save', J.folder, sprintf ('workers/here.%d.%s', L.rank, J.me), 1);
  sweep_work (J, progress);
  died = 0;
  count = -1;
  while (true)
    open = is_open (J);                        % asked first: rank 0 closes what is complete
    names = dls_sweep_store ('names', [J.folder, '/points']);
    if (numel (names) >= J.G.count)
      return
    end
    if (numel (names) > count)
      count = numel (names);
      since = tic ();
    end
    [points, dead] = take_over (J, toc (since) > opts.Patience);
    died = died + dead;
    if (~open)
      error ('delassus:file', 'dls_sweep: rank 0 gave up; its message says why');
    elseif (isempty (points))
      pause (min (1, 0.01 + 0.1 * toc (since)));
    else
      sweep_compute (J, points, true, progress);
    end
    progress ();
  end
end

% Until rank 0 of this very run has opened the folder.
function await (J, patience)
  start = tic ();
  while (~is_open (J))
    pause (0.02);
    if (toc (start) > patience)
      error ('delassus:file', 'dls_sweep: rank 0 did not open ''%s'' within %g seconds', ...
             J.folder, patience);
    end
  end
  if (~isequal (dls_sweep_store ('load', [J.folder, '/sweep']), J.signature))
    error ('delassus:resume', ['dls_sweep: this rank was given another sweep than rank 0; ', ...
                               'expected the same script with the same data on all ranks']);
  end
end

function yes = is_open (J)
  yes = exist ([J.folder, '/claims/run.', J.run], 'file') == 2;
end

% Unfinished points of a process that died or, when patience is over, of any other; now ours.
function [points, dead] = take_over (J, any_other)
  points = [];
  dead = false;
  known = struct ();
  for name = dls_sweep_store ('names', [J.folder, '/claims'])
    owner = regexprep (name{1}, '^\d+\.?', '');
    if (isempty (owner) || strcmp (owner, J.me) || strncmp (owner, 'run', 3))
      continue
    end
    key = ['p', strrep(owner, '-', '_')];
    if (~isfield (known, key))
      known.(key) = dls_sweep_store ('gone', owner);
    end
    mine = [name{1}(1:7), '.', J.me];
    claims = [J.folder, '/claims/'];
    if (known.(key) && dls_sweep_store ('move', [claims, name{1}], [claims, mine]))
      [points, held] = dls_sweep_store ('lost', J, mine);
      dead = dead || held;
    elseif (any_other)
      points = ranks_unfinished (J, [claims, name{1}]);
      if (~isempty (points) && ~dls_sweep_store ('move', [claims, name{1}], [claims, mine]))
        points = [];
      end
    end
    if (~isempty (points))
      return
    end
  end
end

function points = ranks_unfinished (J, file)
  try
    points = sscanf (fileread (file), '%d')';
  catch
    points = [];                               % another rank was faster
  end
  taken = str2double (dls_sweep_store ('names', [J.folder, '/points']));
  points = points(~ismember (points, taken));
end

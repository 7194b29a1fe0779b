function R = dls_sweep (fun, grid, varargin)
%DLS_SWEEP  A function on every point of a parameter grid, on all cores or nodes; survives kills.
%   R = DLS_SWEEP (FUN, GRID) calls FUN (P) for every point P of GRID: friction maps, basins of
%   attraction, convergence studies. P is a struct with one value per parameter. GRID is
%     a struct of vectors   all combinations, the first parameter fastest; a cell vector lists
%                           values that are not numbers, a text is one value
%     a struct array        the points themselves (two or more)
%   Every finished point is stored at once; a point that raises an error is recorded and the others
%   go on. R has
%     R.value     results over the grid: N1-by-N2-by-... for scalars (a column for one parameter),
%                 with the dimensions of the result behind for vectors and matrices of one size,
%                 NaN where there is none; a cell for everything else
%     R.error     cell of messages, '' where all went well;  R.failed, R.done  logical arrays
%     R.status    'complete' | 'errors' (all points done, some failed) | 'incomplete'
%     R.message   the same in a sentence
%     R.grid, R.names, R.kind     the grid, its parameters, 'sweep'
%     R.stats     engine, workers, rank, ranks, points found finished (resumed), workers that
%                 died, seconds of each point, time in all, folder (where it is kept)
%   All but R.stats is the same whatever the engine and the number of workers.
%
%   R = DLS_SWEEP (FUN, GRID, OPTS) or DLS_SWEEP (FUN, GRID, 'Option', VALUE, ...):
%     'Engine'    'serial': in this session
%                 'cores': worker processes on this machine (Octave only)
%                 'mpi': one process per rank, started by mpirun or srun, each running the same
%                 script. All ranks return R; print and draw where R.stats.rank is 0.
%                 'auto' (default): 'mpi' under a launcher with several ranks, else 'cores';
%                 'serial' in MATLAB and inside another sweep
%     'Workers'   number of processes of 'cores'; 0 (default): one per core
%     'Folder'    where points are stored. Default: a temporary folder (for 'mpi' one in the current
%                 folder), deleted when all points are done. A folder that is given stays. After
%                 an interruption the same call with the same folder goes on where it was; grid,
%                 seed and function (its text, captured variables, the text of its file; not what it
%                 calls) must be the same
%     'Retry'     true: compute failed points again when going on
%     'Seed'      rand, randn, ... start at each point from this number and that of the point
%     'Patience'  'mpi': seconds (600) without a new point after which ranks that have nothing to
%                 do compute the points of others, for these may have died
%     'Display'   'iter' (default): progress, first after 1 s, with the time left; 'final' | 'off'
%   Workers have the path and the current folder of the session, but not its global variables nor
%   functions defined at its prompt or in a script; local functions of a file they find only
%   through handles (f = @local; FUN = @(p) f (p.a)). They use one thread of OpenBLAS and OpenMP
%   each unless OPENBLAS_NUM_THREADS and OMP_NUM_THREADS are set. A worker that dies is replaced;
%   its point is tried once more and then recorded as failed.
%
%   Example:
%     R = dls_sweep (@(p) p.a^2 + p.b, struct ('a', 1:3, 'b', [10 20]), 'Engine', 'serial');
%     R.value
%     % ans =
%     %    11   21
%     %    14   24
%     %    19   29
%
%   See also DLS_PLOT_MAP.
% SPDX-License-Identifier: GPL-3.0-or-later
  clock = tic ();
  if (nargin < 2)
    error ('delassus:dimension', 'dls_sweep: %d arguments; expected a function and a grid', nargin);
  elseif (~isa (fun, 'function_handle'))
    error ('delassus:type', 'dls_sweep: the function is %s; expected a function handle', ...
           dls_describe (fun));
  end
  opts = options (varargin);
  J.fun = fun;
  J.G = dls_sweep_grid (grid);
  J.seed = opts.Seed;
  J.me = dls_sweep_store ('owner');
  J.signature = dls_sweep_store ('signature', fun, J.G, opts.Seed);
  L = dls_sweep_launcher ();
  opts = engine_of (opts, L, J.G.count);
  [J, L] = place (J, L, opts);
  guard = onCleanup (@() dls_sweep_stop (J, opts));
  [why, stats] = computed (J, L, opts);
  R = dls_sweep_store ('collect', J);
  R = verdict (R, why);
  stats.seconds = R.seconds;
  R = rmfield (R, 'seconds');
  stats.folder = finish (J, L, opts, R);
  R.grid = grid;
  R.names = J.G.names;
  R.kind = 'sweep';
  stats.time = toc (clock);
  R.stats = stats;
  if (L.rank == 0 && (strcmp (opts.Display, 'final') ...
                      || (strcmp (opts.Display, 'iter') && stats.time > 1)))
    fprintf ('dls_sweep: %s, %.1f s\n', R.message, stats.time);
  end
  if (nargout == 0)
    dls_show (R)
    clear R
  end
end

function opts = options (args)
  opts = dls_table_options ('dls_sweep', args);
  if (~(ischar (opts.Folder) && size (opts.Folder, 1) <= 1))
    error ('delassus:option', 'dls_sweep: ''Folder'' is %s; expected its name as a text', ...
           dls_describe (opts.Folder));
  end
end

function opts = engine_of (opts, L, points)
  octave = exist ('OCTAVE_VERSION', 'builtin') ~= 0;
  if (strcmp (opts.Engine, 'auto'))
    if (~isempty (getenv ('DLS_SWEEP_INSIDE')))
      opts.Engine = 'serial';
    elseif (L.ranks > 1)
      opts.Engine = 'mpi';
    elseif (octave)
      opts.Engine = 'cores';
    else
      opts.Engine = 'serial';
    end
  end
  switch (opts.Engine)
    case 'serial'
      opts.Workers = 1;
    case 'mpi'
      opts.Workers = L.ranks;
    otherwise
      if (~octave)
        error ('delassus:option', ['dls_sweep: engine ''cores'' needs Octave; expected ', ...
               '''serial'' or ''mpi''']);
      elseif (opts.Workers == 0)
        opts.Workers = nproc ();
      end
      opts.Workers = max (1, min (opts.Workers, points));
  end
end

% The folder, and a name of this run that all ranks find: sweeps of a script are counted.
function [J, L] = place (J, L, opts)
  persistent count
  if (isempty (count))
    count = 0;
  end
  count = count + 1;
  J.run = J.me;
  J.folder = opts.Folder;
  if (strcmp (opts.Engine, 'mpi'))
    J.run = sprintf ('%s.%d', L.run, count);
    if (isempty (J.folder))
      J.folder = sprintf ('dls_sweep_%s_%d', J.signature(1:12), count);
    end
  else
    L.rank = 0;
    L.ranks = 1;
    if (isempty (J.folder))
      J.folder = [tempname(), '_sweep'];
    end
  end
  if (~any (J.folder(1) == '/\') && ~any (J.folder(2:end) == ':'))
    J.folder = fullfile (pwd (), J.folder);    % the function may change the current folder
  end
end

function [why, stats] = computed (J, L, opts)
  stats = struct ('engine', opts.Engine, 'workers', opts.Workers, 'rank', L.rank, ...
                  'ranks', L.ranks, 'resumed', 0, 'died', 0);
  id = uint64 (0);
  if (strcmp (opts.Display, 'iter') && L.rank == 0)
    id = tic ();
  end
  progress = @() dls_sweep_progress (J, id);
  why = '';
  stats.resumed = numel (dls_sweep_store ('names', [J.folder, '/points']));
  if (~strcmp (opts.Engine, 'mpi'))
    dls_sweep_store ('open', J, opts.Workers, opts.Retry);
    stats.resumed = numel (dls_sweep_store ('names', [J.folder, '/points']));
  end
  if (strcmp (opts.Engine, 'cores'))
    [why, stats.died] = dls_sweep_run ('cores', J, opts.Workers, progress);
    return
  end
  before = {dls_sweep_store('random'), getenv('DLS_SWEEP_INSIDE')};
  restore = onCleanup (@() put_back (before));
  setenv ('DLS_SWEEP_INSIDE', '1');
  if (strcmp (opts.Engine, 'mpi'))
    stats.died = dls_sweep_run ('ranks', J, L, opts, progress);
  else
    dls_sweep_run ('work', J, progress);
  end
end

function put_back (before)
  dls_sweep_store ('random', before{1});
  setenv ('DLS_SWEEP_INSIDE', before{2});
end

function R = verdict (R, why)
  n = numel (R.done);
  bad = sum (R.failed(:));
  if (~all (R.done(:)))
    R.status = 'incomplete';
    R.message = sprintf ('%d of %d points are missing', n - sum (R.done(:)), n);
    if (~isempty (why))
      R.message = [R.message, ': ', why];
    end
  elseif (bad > 0)
    R.status = 'errors';
    first = find (R.failed, 1);
    R.message = sprintf ('%d of %d points failed, the first, %d: %s', bad, n, first, ...
                         R.error{first});
  else
    R.status = 'complete';
    R.message = sprintf ('%d points', n);
  end
end

% The folder that stays, '' if none does. Ranks must have read everything before rank 0 deletes.
function folder = finish (J, L, opts, R)
  folder = J.folder;
  whole = isempty (opts.Folder) && all (R.done(:));
  if (strcmp (opts.Engine, 'mpi'))
    whole = dls_sweep_leave (J, L, whole, min (60, opts.Patience));
  end
  if (L.rank == 0 && (whole || ~strcmp (opts.Engine, 'mpi')))
    dls_sweep_close (J.folder, whole);
  elseif (L.rank == 0)
    dls_sweep_store ('delete', [J.folder, '/lock']);    % late ranks still find what they need
  end
  if (whole)
    folder = '';
  end
end

% What mpirun, srun and the like tell a process: its rank, the number of ranks, a name of the run.
function L = dls_sweep_launcher ()
  names = {'OMPI_COMM_WORLD_RANK', 'OMPI_COMM_WORLD_SIZE'; 'PMI_RANK', 'PMI_SIZE'; ...
           'SLURM_PROCID', 'SLURM_STEP_NUM_TASKS'; 'SLURM_PROCID', 'SLURM_NTASKS'};
  L = struct ('rank', 0, 'ranks', 1, 'run', '');
  for i = 1:size (names, 1)
    rank = str2double (getenv (names{i,1}));
    ranks = str2double (getenv (names{i,2}));
    if (rank >= 0 && ranks > rank)
      L.rank = rank;
      L.ranks = ranks;
      break
    end
  end
  ids = cellfun (@getenv, {'PMIX_NAMESPACE', 'OMPI_MCA_ess_base_jobid', 'PMI_JOBID', ...
                           'SLURM_JOB_ID', 'SLURM_STEP_ID'}, 'UniformOutput', false);
  L.run = regexprep (strjoin (ids, '-'), '[^\w-]', '_');
end

% A rank has read all results. Rank 0 waits, up to a limit in seconds, until the others have, too,
% or are known to be dead: then the whole folder may be deleted.
function whole = dls_sweep_leave (J, L, whole, limit)
  dls_sweep_store ('save', J.folder, sprintf ('workers/left.%d', L.rank), 1);
  if (L.rank > 0 || ~whole)
    return
  end
  start = tic ();
  while (toc (start) < limit)
    names = dls_sweep_store ('names', [J.folder, '/workers']);
    away = 0;
    for r = 0:L.ranks-1
      owner = regexp (names, sprintf ('^here\\.%d\\.(.*)', r), 'tokens', 'once');
      owner = [owner{:}];
      away = away + (any (strcmp (names, sprintf ('left.%d', r))) ...
                     || (~isempty (owner) && dls_sweep_store ('gone', owner{1})));
    end
    if (away == L.ranks)
      return
    end
    pause (0.01);
  end
  whole = false;
end

% After an error or Ctrl-C: stop the workers, free the folder, say where the finished points are.
% Nothing to do when the sweep came to its end: then the lock is gone.
function dls_sweep_stop (J, opts)
  lock = [J.folder, '/lock'];
  if (exist (lock, 'file') ~= 2 || ~strcmp (strtrim (fileread (lock)), J.me))
    return
  end
  dls_sweep_store ('clear', [J.folder, '/claims'], true);   % no worker finds anything any more
  if (strcmp (opts.Engine, 'cores'))
    for pid = str2double (dls_sweep_store ('names', [J.folder, '/workers']))
      if (waitpid (pid, WNOHANG ()) == 0)
        kill (pid, SIG ().KILL);
        waitpid (pid);
      end
    end
  end
  points = numel (dls_sweep_store ('names', [J.folder, '/points']));
  keep = points > 0 || ~isempty (opts.Folder);
  dls_sweep_close (J.folder, ~keep);
  if (keep && ~strcmp (opts.Display, 'off'))
    how = '';
    if (~strcmp (opts.Engine, 'mpi') && isempty (opts.Folder))
      how = ' with this ''Folder''';
    end
    fprintf ('dls_sweep: stopped; %d of %d points are in ''%s'': the same call%s goes on\n', ...
             points, J.G.count, J.folder, how);
  end
end

% Leave the folder of a sweep: what is stored stays, or the folder disappears (whole).
function dls_sweep_close (folder, whole)
  for part = {'claims', 'claims.new', 'tmp', 'lost', 'workers'}
    dls_sweep_store ('clear', [folder, '/', part{1}], true);
  end
  dls_sweep_store ('delete', [folder, '/job']);
  if (whole)
    dls_sweep_store ('clear', [folder, '/points'], true);
    dls_sweep_store ('delete', [folder, '/sweep']);
  end
  dls_sweep_store ('delete', [folder, '/lock']);
  if (whole && isempty (dls_sweep_store ('names', folder)))
    rmdir (folder);
  end
end

% Print how far a sweep is, at times that become rarer (1 s to 1 min); id: the tic of its start,
% 0: silence. Always true: work goes on.
function yes = dls_sweep_progress (J, id)
  persistent clock due before
  yes = true;
  if (id == 0)
    return
  elseif (~isequal (clock, id))
    clock = id;
    due = 1;
    before = numel (dls_sweep_store ('names', [J.folder, '/points']));
  end
  t = toc (id);
  if (t < due)
    return
  end
  due = t + min (60, max (1, t / 2));
  now = numel (dls_sweep_store ('names', [J.folder, '/points']));
  left = 'no point finished yet';
  if (now > before)
    left = sprintf ('about %s left', words (t * (J.G.count - now) / (now - before)));
  end
  fprintf ('dls_sweep: %d of %d points (%d %%), %s, %s\n', now, J.G.count, ...
           floor (100 * now / J.G.count), words (t), left);
  if (exist ('OCTAVE_VERSION', 'builtin'))
    fflush (stdout);
  end
end

function text = words (s)
  if (s < 100)
    text = sprintf ('%.0f s', s);
  elseif (s < 6000)
    text = sprintf ('%.0f min', s / 60);
  else
    text = sprintf ('%.1f h', s / 3600);
  end
end

% The points of a sweep: G.names, G.values (one row cell per parameter; {} for a list), G.dims of
% the results, G.count of points, G.list. The first parameter runs fastest.
function G = dls_sweep_grid (grid)
  if (~isstruct (grid))
    error ('delassus:type', ['dls_sweep: the grid is %s; expected a struct of vectors or ', ...
           'a struct array of points'], dls_describe (grid));
  elseif (isempty (fieldnames (grid)))
    error ('delassus:dimension', 'dls_sweep: the grid has no parameters; expected fields');
  end
  G.names = fieldnames (grid)';
  G.values = {};
  G.list = [];
  if (~isscalar (grid))
    G.list = grid;
    G.dims = size (grid);
    if (numel (G.dims) == 2 && any (G.dims == 1))
      G.dims = numel (grid);
    end
  else
    for i = 1:numel (G.names)
      G.values{i} = values_of (grid.(G.names{i}), G.names{i});
    end
    G.dims = cellfun (@numel, G.values);
  end
  G.count = prod (G.dims);
end

% A cell row: the values of one parameter. A text is one value.
function v = values_of (v, name)
  if (ischar (v))
    v = {v};
  elseif (~(iscell (v) || isnumeric (v) || islogical (v)) ...
          || (~isempty (v) && (ndims (v) > 2 || ~any (size (v) == 1))))
    error ('delassus:type', ['dls_sweep: the parameter ''%s'' of the grid is %s; expected a ', ...
           'vector or a cell vector of values'], name, dls_describe (v));
  elseif (~iscell (v))
    v = num2cell (full (v));
  end
  v = reshape (v, 1, []);
end

%!function R = sweep (varargin)
%!  R = dls_sweep (varargin{:}, 'Engine', 'serial', 'Display', 'off');
%!endfunction
%!test  % the example
%! R = sweep (@(p) p.a^2 + p.b, struct ('a', 1:3, 'b', [10 20]));
%! assert (R.value, [11 21; 14 24; 19 29])
%! assert ({R.status, R.message, R.kind, R.stats.folder}, {'complete', '6 points', 'sweep', ''})
%! assert (fieldnames (R.stats)', {'engine', 'workers', 'rank', 'ranks', 'resumed', 'died', ...
%!                                 'seconds', 'folder', 'time'})
%!test  % workers: captured variables, nested handles, random numbers; nothing left behind
%! s = struct ('f', @(x) x + 1);
%! h = @(x) 2 * x;
%! f = @(p) [s.f(p.a), h(p.a), rand(), randn(), rande(), randg(2), randp(5)];
%! R = sweep (f, struct ('a', 1:5), 'Seed', 4);
%! Q = dls_sweep (f, struct ('a', 1:5), 'Engine', 'cores', 'Workers', 2, 'Display', 'off', ...
%!                'Seed', 4);
%! assert (rmfield (Q, 'stats'), rmfield (R, 'stats'))
%! assert (Q.value(:,1:2), [2:6; 2:2:10]')
%! assert (numel (unique (Q.value(:,3:6))), 20)
%! assert (isempty (Q.stats.folder) && Q.stats.workers == 2)
%! Q = sweep (f, struct ('a', 1:5), 'Seed', 5);
%! assert (~any (any (Q.value(:,3:6) == R.value(:,3:6))))
%!test  % functions of this library, with errors recorded
%! R = dls_sweep (@(p) dls_lcp (p.a, -1), struct ('a', {2, 'x', 4}), 'Engine', 'cores', ...
%!                'Display', 'off');
%! assert (R.value, [0.5; NaN; 0.25])
%! assert (R.status, 'errors')
%! assert (~isempty (strfind (R.message, '1 of 3 points failed, the first, 2: dls_lcp')))
%!test  % what is printed
%! t = evalc ('R = dls_sweep (@(p) p.a, struct (''a'', 1:3), ''Engine'', ''serial'');');
%! assert (isempty (t))
%! t = evalc (['R = dls_sweep (@(p) pause (0.3) + ones (1, nargin (@sin) == -1), ', ...
%!             'struct (''a'', 1:5), ''Engine'', ''serial'');']);
%! assert (~isempty (regexp (t, '^dls_sweep: [345] of 5 points \(\d+ %\), 1 s, about [01] s left')))
%! t = evalc (['R = dls_sweep (@(p) p.a, struct (''a'', 1:3), ''Engine'', ''serial'', ', ...
%!             '''Display'', ''final'');']);
%! assert (~isempty (regexp (t, '^dls_sweep: 3 points, [\d.]+ s\n$')))
%!test  % after an error in the engine the folder is free
%! d = [tempname(), '_x'];
%! fail = false;
%! try
%!   dls_sweep (@(p) ['it''s ', sprintf('%d', p.a)], struct ('a', 1:2), 'Engine', 'cores', ...
%!              'Folder', d, 'Display', 'off');
%! catch err
%!   fail = strcmp (err.identifier, 'delassus:function');
%! end
%! assert (fail && ~exist (fullfile (d, 'lock'), 'file'))
%! R = sweep (@(p) ['it''s ', sprintf('%d', p.a)], struct ('a', 1:2), 'Folder', d);
%! assert (R.status, 'complete')
%! confirm_recursive_rmdir (false, 'local');
%! rmdir (d, 's');
%!error id=delassus:dimension dls_sweep (@sin)
%!error id=delassus:type dls_sweep ('sin', struct ('a', 1))
%!error id=delassus:type dls_sweep (@sin, 1:3)
%!error id=delassus:type dls_sweep (@sin, struct ('a', magic (3)))
%!error id=delassus:type dls_sweep (@sin, struct ('a', @cos))
%!error id=delassus:dimension dls_sweep (@sin, struct ())
%!error id=delassus:option dls_sweep (@sin, struct ('a', 1), 'Engine', 'gpu')
%!error id=delassus:option dls_sweep (@sin, struct ('a', 1), 'Wrkers', 2)
%!error id=delassus:option dls_sweep (@sin, struct ('a', 1), 'Workers', 1.5)
%!error id=delassus:option dls_sweep (@sin, struct ('a', 1), 'Workers', -1)
%!error id=delassus:option dls_sweep (@sin, struct ('a', 1), 'Seed', 0.5)
%!error id=delassus:option dls_sweep (@sin, struct ('a', 1), 'Folder', 3)
%!error id=delassus:option dls_sweep (@sin, struct ('a', 1), 'Retry', 'no')
%!error id=delassus:file dls_sweep (@sin, struct ('a', 1), 'Folder', '/proc/x', 'Engine', 'serial')
%!error <sweep_here.*prompt>
%! eval ('function y = sweep_here (p), y = 1; end');
%! dls_sweep (@sweep_here, struct ('a', 1), 'Engine', 'cores');

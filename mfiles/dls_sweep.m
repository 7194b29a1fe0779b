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
%     R.stats     engine, workers, rank, ranks, points found finished (resumed), processes that
%                 died, seconds of each point, folder (where it is kept), time in all
%   All but R.stats is the same whatever the engine and the number of workers. In Octave only.
%
%   R = DLS_SWEEP (FUN, GRID, OPTS) or DLS_SWEEP (FUN, GRID, 'Option', VALUE, ...):
%     'Engine'    'serial': in this session
%                 'cores': processes on this machine
%                 'slurm': the tasks of one job array, submitted by sbatch; SBATCH_PARTITION,
%                 SBATCH_TIMELIMIT and the like say where and how long. The call waits for them
%                 'mpi': one process per rank, started by mpirun or srun, each running the same
%                 script. All ranks return R; print and draw where R.stats.rank is 0
%                 'auto' (default): 'mpi' under a launcher with several ranks, 'serial' inside
%                 another sweep, else 'cores'
%     'Workers'   number of processes; 0 (default): one per core of this machine
%     'Folder'    where points are stored; for 'slurm' and 'mpi' one that all nodes see. Default: a
%                 temporary folder that is deleted when all points are done; one that is given
%                 stays. After an interruption the same call with the same folder goes on where it
%                 was; grid, seed and function (its text, captured variables, the text of its file;
%                 not what it calls) must be the same
%     'Retry'     true: compute failed points again when going on
%     'Trust'     true: read function handles in results from a 'Folder' that is given, and accept
%                 a folder of another user. Reading a handle runs its text: do so for folders that
%                 nobody else can write. Default false: results are data, and a point whose result
%                 contains a function handle fails (a temporary folder is trusted)
%   A point whose file was damaged is computed again, with a warning that names it.
%     'Seed'      rand, randn, ... start at each point from this number and that of the point
%     'Patience'  'mpi': seconds (600) without a new point after which ranks that have nothing to
%                 do compute the points of others, for these may have died
%     'Display'   'auto' (default): at the prompt, after 2 s, one line with the time left; 'iter':
%                 lines with it, in scripts, too; 'final': the message; 'off'
%   Processes have the path and the current folder of the session, but not its global variables nor
%   functions defined at its prompt or in a script; local functions of a file they find only
%   through handles (f = @local; FUN = @(p) f (p.a)). They use one thread of OpenBLAS and OpenMP
%   each unless OPENBLAS_NUM_THREADS and OMP_NUM_THREADS are set. When one dies, its point is tried
%   once more and then recorded as failed.
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
    error ('delassus:dimension', 'dls_sweep: %d given; expected a function and a grid', nargin);
  elseif (~exist ('OCTAVE_VERSION', 'builtin'))
    error ('delassus:octave', 'dls_sweep: expected Octave; here is none');
  elseif (~isa (fun, 'function_handle'))
    error ('delassus:type', 'dls_sweep: the function is %s; expected a function handle', ...
           dls_describe (fun));
  end
  J = points_of (grid);
  J.fun = fun;
  L = launcher ();
  [opts, L] = options (varargin, L, J.count);
  [J, found] = opened (J, L, opts);
  guard = onCleanup (@() closed (J, opts));
  [why, died] = computed (J, opts);
  [R, seconds] = collected (J);
  R = verdict (R, why, opts.Engine);
  [R.grid, R.names, R.kind] = deal (grid, J.names, 'sweep');
  kept = {J.folder, ''};
  kept = kept{1+(isempty (opts.Folder) && all (R.done(:)))};
  R.stats = struct ('engine', opts.Engine, 'workers', opts.Workers, 'rank', L.rank, 'ranks', ...
                    L.ranks, 'resumed', found, 'died', died, 'seconds', seconds, 'folder', kept, ...
                    'time', toc (clock));
  if (any (strcmp (opts.Display, {'final', 'iter'})))
    fprintf ('dls_sweep: %s, %.1f s\n', R.message, R.stats.time);
  end
  if (nargout == 0)
    dls_show (R)
    clear R
  end
end

function [opts, L] = options (args, L, points)
  opts = dls_table_options ('dls_sweep', args);
  if (~(ischar (opts.Folder) && size (opts.Folder, 1) <= 1))
    error ('delassus:option', 'dls_sweep: ''Folder'' is %s; expected its name as a text', ...
           dls_describe (opts.Folder));
  end
  if (strcmp (opts.Engine, 'auto'))
    engines = {'cores', 'mpi', 'serial', 'serial'};
    opts.Engine = engines{1+(L.ranks > 1)+2*~isempty(getenv ('DLS_SWEEP_INSIDE'))};
  end
  if (isempty (opts.Folder) && any (strcmp (opts.Engine, {'mpi', 'slurm'})))
    error ('delassus:option', ['dls_sweep: engine ''%s'' without ''Folder''; expected the ', ...
           'name of a folder that all processes see, which stays'], opts.Engine);
  elseif (strcmp (opts.Engine, 'mpi'))
    opts.Workers = L.ranks;
    if (L.rank > 0)
      opts.Display = 'off';
    end
    return
  end
  [L.rank, L.ranks] = deal (0, 1);
  if (strcmp (opts.Engine, 'serial'))
    opts.Workers = 1;
  elseif (opts.Workers == 0)
    opts.Workers = nproc ();
  end
  opts.Workers = max (1, min (opts.Workers, points));
end

% What mpirun, srun and the like tell a process: its rank, the number of ranks, a name of the run.
function L = launcher ()
  names = {'OMPI_COMM_WORLD_RANK', 'OMPI_COMM_WORLD_SIZE'; 'PMI_RANK', 'PMI_SIZE'; ...
           'SLURM_PROCID', 'SLURM_STEP_NUM_TASKS'; 'SLURM_PROCID', 'SLURM_NTASKS'};
  L = struct ('rank', 0, 'ranks', 1);
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

% Make the folder, or take it up again when it belongs to this sweep and nobody works in it. Rank 0
% does; the others wait for the folder of this run, whose name all ranks know: sweeps of a script
% are counted. found: points finished before.
function [J, found] = opened (J, L, opts)
  persistent count
  count = max ([0, count]) + 1;
  J.order = 1:J.count;
  if (opts.Workers > 1)
    [~, J.order] = sort (mod (J.order * (sqrt (5) - 1) / 2, 1));    % golden section
  end
  [J.seed, J.home, J.path, J.parent] = deal (opts.Seed, pwd (), strsplit (path (), pathsep ()), 0);
  J.trust = opts.Trust || isempty (opts.Folder);
  J.alone = strcmp (opts.Engine, 'serial');
  J.folder = opts.Folder;
  if (isempty (J.folder))
    J.folder = [tempname(), '_sweep'];
  elseif (J.folder(1) ~= '/')
    J.folder = fullfile (J.home, J.folder);    % the function may change the current folder
  end
  id = {dls_sweep_work('owner'), L.run};
  J.run = sprintf ('%s/run.%d.%s', J.folder, count, id{1+strcmp (opts.Engine, 'mpi')});
  if (L.rank == 0)
    made (J, opts.Retry);
  end
  start = tic ();
  while (exist (J.run, 'dir') ~= 7)
    pause (0.02);
    if (toc (start) > opts.Patience)
      error ('delassus:file', 'dls_sweep: rank 0 did not open ''%s'' within %g seconds', ...
             J.folder, opts.Patience);
    end
  end
  belongs (J);
  found = finished (J);
  J.progress = dls_progress ('dls_sweep', J.count, opts.Display);
end

function made (J, retry)
  [ok, text] = mkdir ([J.folder, '/points']);
  if (~ok)
    error ('delassus:file', 'dls_sweep: the folder ''%s'' cannot be made: %s', J.folder, text);
  end
  dls_sweep_work ('own', J);
  belongs (J);
  for name = dls_sweep_work ('names', J.folder)
    other = regexprep (name{1}, '^run\.\d+\.', '');
    if (dls_sweep_work ('alive', other, false) && ~strcmp (other, dls_sweep_work ('owner')))
      error ('delassus:busy', ['dls_sweep: process %s already works in ''%s''; expected a ', ...
             'folder of its own (or delete ''%s'')'], other, J.folder, name{1});
    elseif (~strcmp (other, name{1}))
      removed ([J.folder, '/', name{1}]);
    end
  end
  dls_sweep_work ('save', [J.folder, '/sweep'], parts (J), false);
  if (~J.alone)
    send (J);
  end
  damaged = {};
  for name = dls_sweep_work ('stored', J)
    r = dls_sweep_work ('result', J, name{1});
    if (isempty (r))
      damaged = [damaged, name];
    end
    if (isempty (r) || (retry && ~isempty (r.message)))
      removed ([J.folder, '/points/', name{1}]);
    end
  end
  if (~isempty (damaged))
    warning ('delassus:damaged', ['dls_sweep: %s of ''%s/points'' are damaged, or hold code ', ...
             'that is not trusted; these points are computed again'], dls_some (damaged), J.folder);
  end
  mkdir (J.run);                               % last: now the others may begin
end

% Octave stores the text of functions, which it cannot always read back.
function send (J)
  same = false;
  try
    dls_sweep_work ('save', [J.folder, '/job'], J, true);
    copy = dls_sweep_work ('load', [J.folder, '/job'], true);
    same = isequaln (parts (copy), parts (J));
  end
  if (~same)
    error ('delassus:function', ['dls_sweep: ''%s'' does not survive being stored for other ', ...
           'processes; expected a function in a file, or engine serial'], func2str (J.fun));
  end
end

% What decides the results.
function x = parts (J)
  x = dls_plain ({J.fun, J.names, J.values, J.list, J.seed});
end

% Does what the folder holds belong to this sweep?
function belongs (J)
  [before, code] = dls_sweep_work ('load', [J.folder, '/sweep'], false);
  if (code)
    error ('delassus:trust', ['dls_sweep: ''%s/sweep'' contains code, which dls_sweep does ', ...
           'not write; it was not read'], J.folder);
  elseif (~isempty (before) && ~isequaln (before, parts (J)))
    error ('delassus:resume', ['dls_sweep: the folder ''%s'' holds another sweep (other ', ...
           'grid, function, captured variables or seed); expected the same or a new folder'], ...
           J.folder);
  end
end

% why: '' or the reason for points left; died: how many processes did.
function [why, died] = computed (J, opts)
  [why, died] = deal ('', 0);
  switch (opts.Engine)
    case 'serial'
      J = dls_sweep_work ('points', J);
    case 'mpi'
      [J, died] = by_ranks (J, opts.Patience);
    otherwise
      slurm = strcmp (opts.Engine, 'slurm');
      [J, why, died] = dls_sweep_work ('start', J, opts.Workers, slurm);
  end
  dls_progress (J.progress, J.count);
  if (died > 0)
    warning ('delassus:died', ['dls_sweep: processes that died: %d; their points were ', ...
             'computed by others, nothing is lost'], died);
  end
end

% The ranks share the folder. Who finds nothing free waits for the others and takes over what a dead
% process of its machine holds and, when no point was finished for so long, what any process holds:
% then a point may be computed twice, with the same result.
function [J, died] = by_ranks (J, patience)
  [died, lost, count, since] = deal (0, 1, -1, tic ());
  while (finished (J) < J.count)
    if (lost > 0)
      J = dls_sweep_work ('points', J);
    else
      pause (min (1, 0.01 + 0.1 * toc (since)));
    end
    if (finished (J) > count)
      [count, since] = deal (finished (J), tic ());
    end
    lost = dls_sweep_work ('lost', J, toc (since) > patience);
    died = died + lost;
  end
end

function n = finished (J)
  n = numel (dls_sweep_work ('stored', J));
end

% The results of the points as arrays over the grid; points without one, or with a damaged file
% (the next call computes them again), are not done.
function [R, seconds] = collected (J)
  shape = [J.dims, ones(1, 2 - numel (J.dims))];
  values = cell (shape);
  R.error = repmat ({''}, shape);
  R.done = false (shape);
  seconds = NaN (shape);
  for name = dls_sweep_work ('stored', J)
    k = str2double (name{1});
    r = dls_sweep_work ('result', J, name{1});
    if (~isempty (r) && k <= J.count)
      values{k} = r.value;
      R.error{k} = r.message;
      seconds(k) = r.seconds;
      R.done(k) = true;
    end
  end
  R.failed = ~cellfun (@isempty, R.error);
  R.value = assembled (values, R.done & ~R.failed, J.dims);
end

% Numbers: the grid, then the dimensions of one value (none for scalars, one for vectors); NaN
% where there is no value. All else, and values of different sizes: a cell.
function A = assembled (values, good, dims)
  some = reshape (values(good), 1, []);
  numbers = cellfun (@isnumeric, some) | cellfun (@islogical, some);
  sizes = cellfun (@size, some, 'UniformOutput', false);
  A = values;
  if (isempty (some))
    A = NaN (size (values));
  elseif (all (numbers) && ~isempty (some{1}) && (isscalar (some) || isequal (sizes{:})))
    kinds = unique (cellfun (@class, some, 'UniformOutput', false));
    kind = kinds{1};
    if (numel (kinds) > 1 || (~all (good(:)) && ~strcmp (kind, 'single')))
      kind = 'double';                         % which knows NaN
      some = cellfun (@double, some, 'UniformOutput', false);
    end
    some = cellfun (@(v) full (v(:)), some, 'UniformOutput', false);
    inner = sizes{1};
    A = cast (zeros (numel (values), prod (inner)), kind);
    if (~all (good(:)))
      A(~good,:) = NaN;
    end
    A(good(:),:) = [some{:}].';
    outer = [dims, inner(inner ~= 1)];
    A = reshape (A, [outer, ones(1, 2 - numel (outer))]);
  end
end

function R = verdict (R, why, engine)
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
    if (~strcmp (engine, 'serial') && ~isempty (strfind (R.error{first}, ' undefined')))
      R.message = [R.message, ' (other processes know functions in files of the path, ', ...
                   'not those of the prompt or of a script)'];
    end
  else
    R.status = 'complete';
    R.message = sprintf ('%d points', n);
  end
end

% A folder that was not asked for goes when all is done; else, after an error or Ctrl-C, say where
% the finished points are. Ranks leave all as it is, for others may still be reading.
function closed (J, opts)
  points = finished (J);
  if (isempty (opts.Folder) && any (points == [0, J.count]))
    removed (J.folder);
  elseif (~strcmp (opts.Engine, 'mpi'))
    removed (J.run);
    if (points < J.count && ~strcmp (opts.Display, 'off'))
      fprintf (['dls_sweep: %d of %d points are in ''%s'': the same call with this ''Folder'' ', ...
                'goes on\n'], points, J.count, J.folder);
    end
  end
end

% A file, a folder, or a link: rmdir would empty the folder that a link leads to.
function removed (name)
  confirm_recursive_rmdir (false, 'local');
  [err, ~] = unlink (name);
  if (err ~= 0 && exist (name, 'dir') == 7)
    rmdir (name, 's');
  end
end

% The points of a sweep: names, values (one row cell per parameter; {} for a list), dims of the
% results, count of points, list. The first parameter runs fastest.
function J = points_of (grid)
  if (~isstruct (grid))
    error ('delassus:type', ['dls_sweep: the grid is %s; expected a struct of vectors or ', ...
           'a struct array of points'], dls_describe (grid));
  elseif (isempty (fieldnames (grid)))
    error ('delassus:dimension', 'dls_sweep: the grid has no parameters; expected fields');
  end
  J = struct ('names', {fieldnames(grid)'}, 'values', {{}}, 'list', []);
  if (isscalar (grid))
    J.values = cellfun (@(name) values_of (grid.(name), name), J.names, 'UniformOutput', false);
    J.dims = cellfun (@numel, J.values);
  else
    J.list = grid;
    J.dims = size (grid);
    if (isvector (grid))
      J.dims = numel (grid);
    end
  end
  J.count = prod (J.dims);
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
%!test  % what is printed: nothing in scripts, or what is asked for
%! t = evalc ('R = dls_sweep (@(p) p.a, struct (''a'', 1:3), ''Engine'', ''serial'');');
%! assert (isempty (t))
%! t = evalc (['R = dls_sweep (@(p) numel (evalc (''pause (0.6)'')), ', ...
%!             'struct (''a'', 1:5), ''Engine'', ''serial'', ''Display'', ''iter'');']);
%! expected = ['^(dls_sweep: \d of 5 \(\d+ %\), \d+ s, about \d+ s left\n)+', ...
%!             'dls_sweep: 5 points, [\d.]+ s\n$'];
%! assert (~isempty (regexp (t, expected)))
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
%! assert (fail && isempty (glob (fullfile (d, 'run.*'))))
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
%!error id=delassus:option dls_sweep (@sin, struct ('a', 1), 'Engine', 'slurm')
%!error id=delassus:option dls_sweep (@sin, struct ('a', 1), 'Engine', 'mpi')
%!test  % a function that processes do not see
%! eval ('function y = sweep_here (p), y = 1; end');
%! R = dls_sweep (@(p) sweep_here (p), struct ('a', 1), 'Engine', 'cores');
%! assert ({R.status, isempty(strfind (R.message, '''sweep_here'' undefined'))}, {'errors', false})
%! assert (~isempty (strfind (R.message, 'not those of the prompt')))
%!demo
%! % which fingers hold a disc, and how well
%! f = @(p) dls_grasp ([-1, cos(p.at); 0, sin(p.at)], [1, -cos(p.at); 0, -sin(p.at)], p.mu).quality;
%! R = dls_sweep (f, struct ('at', linspace (0, 1.2, 13), 'mu', linspace (0.1, 1, 10)));
%! dls_plot_map (R);

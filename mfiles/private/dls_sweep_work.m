function varargout = dls_sweep_work (what, varargin)
% The folder of a sweep and who works in it; dls_sweep_work (WHAT, ...): start: processes, and wait
% for them; process: one of them; points: compute what is free; lost: points of processes that died;
% names, stored, load, save, result: files; owner, alive: processes; own: is the folder ours.
%   sweep, job        what decides the results; what processes need to compute them
%   points/0000123    value, message, seconds of point 123, and its number
%   run.ID/0000123    a link to nowhere, "host-pid", made by the one process that computes point 123
%   run.ID/lost.123   a process died computing it
%   run.ID/out.pid    what a process printed
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['sweep_', what], varargin{:});
end

% Processes on this machine, or the tasks of a job array. When one has died, its point is free again
% and another one starts; in place of tasks, when all have ended.
function [J, why, died] = sweep_start (J, workers, slurm)
  [~, ~, pid] = sweep_owner ();
  setenv ('DLS_SWEEP_FOLDER', J.folder);       % names travel in the environment: no quotes
  setenv ('DLS_SWEEP_RUN', J.run);
  setenv ('DLS_SWEEP_CODE', fileparts (mfilename ('fullpath')));
  setenv ('DLS_SWEEP_OCTAVE', fullfile (OCTAVE_EXEC_HOME (), 'bin', 'octave-cli'));
  setenv ('DLS_SWEEP_EVAL', sprintf ( ...
      ['addpath (getenv (''DLS_SWEEP_CODE'')); dls_sweep_work (''process'', ', ...
       'getenv (''DLS_SWEEP_FOLDER''), getenv (''DLS_SWEEP_RUN''), %d)'], pid * ~slurm));
  [why, died, lost] = deal ('', 0, workers);
  ids = [];
  guard = onCleanup (@() ended (J.run));
  while (finished (J) < J.count && isempty (why))
    ids = [ids, started(lost, slurm)];
    start = tic ();
    lost = 0;
    while (~isempty (ids) && lost == 0)
      pause (min (2, 0.02 + 0.02 * slurm * (10 + toc (start))));
      J.progress = dls_progress (J.progress, @() finished (J));
      left = ids(arrayfun (@(id) at_work (id, slurm), ids));
      if (numel (left) < numel (ids))
        ids = left;
        lost = sweep_lost (J, slurm);
      end
    end
    died = died + lost;
    if (lost == 0 && finished (J) < J.count)
      why = last_words (J.run);
    end
  end
end

function ids = started (n, slurm)
  command = ['export OPENBLAS_NUM_THREADS=${OPENBLAS_NUM_THREADS:-1} ', ...
             'OMP_NUM_THREADS=${OMP_NUM_THREADS:-1}; exec "$DLS_SWEEP_OCTAVE" -f -H -q ', ...
             '--eval "$DLS_SWEEP_EVAL" >"$DLS_SWEEP_RUN/out.$$" 2>&1 </dev/null'];
  if (~slurm)
    ids = arrayfun (@(k) system (command, false, 'async'), 1:n);
    return
  end
  [status, text] = system (sprintf (['sbatch --parsable --job-name=dls_sweep --array=1-%d ', ...
                           '--output=/dev/null --wrap=''%s'' 2>&1'], n, command));
  ids = sscanf (text, '%d', 1);
  if (status ~= 0 || isempty (ids))
    error ('delassus:engine', 'dls_sweep: sbatch does not take the job: %s', strtrim (text));
  end
  symlink ('slurm', sprintf ('%s/job.%d', getenv ('DLS_SWEEP_RUN'), ids));
end

% A controller that does not answer says nothing about its jobs.
function yes = at_work (id, slurm)
  if (slurm)
    [~, text] = system (sprintf ('squeue -h -j %d -o %%t 2>&1', id));
    yes = ~isempty (strtrim (text)) && isempty (strfind (text, 'Invalid job id'));
  else
    yes = waitpid (id, WNOHANG ()) == 0;
  end
end

% Nobody works for a run that is over.
function ended (run)
  for name = sweep_names (run)
    id = sscanf (name{1}, 'out.%d');
    if (~isempty (id) && waitpid (id, WNOHANG ()) == 0)
      kill (id, SIG ().KILL);
      waitpid (id);
    end
    id = sscanf (name{1}, 'job.%d');
    if (~isempty (id))
      system (sprintf ('scancel %d >/dev/null 2>&1', id));
    end
  end
end

function text = last_words (run)
  text = 'no output';
  for name = sweep_names (run)
    if (strncmp (name{1}, 'out.', 4))
      words = strtrim (fileread ([run, '/', name{1}]));
      text = regexp ([words, ' '], '(error:.*|[^\n]*$)', 'match', 'once', 'dotexceptnewline');
    end
  end
  text = ['processes die at once: ', strtrim(text)];
end

function n = finished (J)
  n = numel (sweep_stored (J));
end

% A process computes until no point is free or, on the same machine, the sweep has ended.
function sweep_process (folder, run, parent)
  J = sweep_load ([folder, '/job'], true);     % written by the process that started this one
  if (isempty (J))
    error ('delassus:file', 'dls_sweep: a process cannot read ''%s/job''', folder);
  end
  cd (J.home);                                 % folders of the path may be relative
  dirs = J.path(~ismember (J.path, strsplit (path (), pathsep ())));
  if (~isempty (dirs))
    addpath (dirs{:});
  end
  [J.folder, J.run, J.parent, J.alone] = deal (folder, run, parent, false);
  J.progress = dls_progress ('dls_sweep', J.count, 'off');
  sweep_points (J);
end

% All points that nobody has. Random numbers start at each point from the seed and its number.
function J = sweep_points (J)
  before = {getenv('DLS_SWEEP_INSIDE'), generators()};
  guard = onCleanup (@() put_back (before));
  setenv ('DLS_SWEEP_INSIDE', '1');
  points = str2double (sweep_stored (J));
  for k = J.order(~ismember (J.order, points))
    if (J.parent > 0 && getppid () ~= J.parent)
      return
    end
    J.progress = dls_progress (J.progress, @() finished (J));
    if (J.alone || symlink (sweep_owner (), sprintf ('%s/%07d', J.run, k)) == 0)
      generators (num2cell (repmat ([J.seed, k], 5, 1), 2));
      keep (J, k, result (J.fun, point (J, k)));
    end
  end
end

function put_back (before)
  setenv ('DLS_SWEEP_INSIDE', before{1});
  generators (before{2});
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

% A result that cannot be stored is an error of its point; if not even this can be, the sweep ends.
function keep (J, k, r)
  file = sprintf ('%s/points/%07d', J.folder, k);
  r.point = k;
  try
    sweep_save (file, r, J.trust);
  catch err
    r.message = sprintf ('a result of class %s cannot be stored: %s', class (r.value), err.message);
    r.value = [];
    sweep_save (file, r, J.trust);
  end
end

% The k-th point: a scalar struct.
function p = point (J, k)
  if (~isempty (J.list))
    p = J.list(k);
    return
  end
  k = k - 1;
  for i = 1:numel (J.names)
    p.(J.names{i}) = J.values{i}{1+mod(k, J.dims(i))};
    k = floor (k / J.dims(i));
  end
end

% Points without a result whose process died (or all of them) are free again; those that were lost
% before become failures. Their number.
function lost = sweep_lost (J, all_of_them)
  lost = 0;
  for name = setdiff (sweep_names (J.run), sweep_stored (J))
    link = [J.run, '/', name{1}];
    owner = readlink (link);                   % '' where it is none
    if (isempty (owner) || isnan (str2double (name{1})) ...
        || (~all_of_them && sweep_alive (owner, true)))
      continue
    end
    lost = lost + 1;
    if (symlink (owner, [J.run, '/lost.', name{1}]) == 0)
      unlink (link);
    else
      keep (J, str2double (name{1}), struct ('value', [], 'seconds', NaN, 'message', ...
            'the processes that computed this point died, twice'));
    end
  end
end

% Names of the files in a folder, sorted: a row cell, empty when there is no such folder. (dir
% takes 100 times as long.)
function names = sweep_names (folder)
  names = readdir (folder)';
  if (isempty (names))
    names = {};
  end
  names = names(~strncmp (names, '.', 1));
end

% Points that are stored: other files in the folder are not ours.
function names = sweep_stored (J)
  names = sweep_names ([J.folder, '/points']);
  numbers = str2double (names);
  names = names(numbers >= 1 & numbers <= J.count & cellfun (@numel, names) >= 7);
end

% What sweep_save stored, [] if there is no such file or a bit of it has changed. A file with code
% is not read unless it is TRUSTED: load evaluates the text of function handles.
function [x, code] = sweep_load (file, trusted)
  x = [];
  text = bytes_of (file);
  code = with_code (text);
  [data, sum_] = divided (text);
  if (strcmp (sum_, hash ('md5', data)) && (trusted || ~code))
    try
      x = load ('-binary', file, 'x');
      x = x.x;
    catch
      x = [];
    end
  end
end

function text = bytes_of (file)
  text = '';
  fid = fopen (file, 'r');
  if (fid >= 0)
    text = fread (fid, Inf, 'uint8=>char')';
    fclose (fid);
  end
end

% Does a file of Octave hold values that are code? In front of the name of a type stand the byte 255
% and four bytes for its length.
function yes = with_code (text)
  yes = false;
  for type = {'function handle', 'object', 'inline', 'inline function', 'onCleanup'}
    at = strfind (text, type{1});
    at = at(at > 5);
    yes = yes || any (text(at - 5) == char (255));
  end
end

% The bytes of x, and the sum in the variable behind them.
function [data, sum_] = divided (text)
  last = max ([0, strfind(text, 'checksum_of_x')]) - 5;    % four bytes for the length of the name
  data = text(1:max (last, 0));
  sum_ = text(max (end - 31, 1):end);
end

% Store x whole or not at all: written under another name in the same folder, then renamed.
function sweep_save (file, x, trusted)
  [folder, name] = fileparts (file);
  part = sprintf ('%s/.%s-%s', folder, name, sweep_owner ());
  cleaner = onCleanup (@() removed (part));
  save ('-binary', part, 'x');
  checksum_of_x = hash ('md5', bytes_of (part));
  save ('-append', '-binary', part, 'checksum_of_x');
  % save is silent about a full disk and about functions that it writes but cannot read
  [stored, code] = sweep_load (part, trusted);
  if (code && ~trusted)
    error ('delassus:trust', ['dls_sweep: function handles are code, which a folder keeps ', ...
           'with ''Trust'', true only']);
  elseif (isempty (stored) || rename (part, file) ~= 0)
    error ('delassus:file', ['dls_sweep: ''%s'' was written but cannot be read: a full ', ...
           'disk, or something that cannot be stored'], file);
  end
end

function removed (file)
  [~, ~] = unlink (file);
end

% The result of a point as it was stored under its name; [] otherwise.
function r = sweep_result (J, name)
  r = sweep_load ([J.folder, '/points/', name], J.trust);
  if (~(isstruct (r) && isscalar (r) ...
        && all (isfield (r, {'value', 'seconds', 'message', 'point'})) && ischar (r.message) ...
        && isscalar (r.seconds) && isequal (sprintf ('%07d', r.point), name)))
    r = [];
  end
end

% Is the folder, and what decides its results, of this user?
function sweep_own (J)
  for file = {J.folder, [J.folder, '/sweep'], [J.folder, '/job'], [J.folder, '/points']}
    [found, err] = stat (file{1});
    [~, no_link] = readlink (file{1});
    if (no_link == 0 && ~strcmp (file{1}, J.folder) && ~J.trust)
      error ('delassus:trust', ['dls_sweep: ''%s'' is a link; expected what dls_sweep made, ', ...
             'or ''Trust'', true'], file{1});
    elseif (err == 0 && found.uid ~= geteuid () && ~J.trust)
      error ('delassus:trust', ['dls_sweep: ''%s'' belongs to another user; expected a folder ', ...
             'of your own, or ''Trust'', true'], file{1});
    end
  end
end

% host-pid of this process, and its parts.
function [me, host, pid] = sweep_owner ()
  persistent name
  if (isempty (name))
    name = regexprep (gethostname (), '\W', '_');
  end
  [host, pid] = deal (name, getpid ());
  me = sprintf ('%s-%d', host, pid);
end

% Is there a process host-pid? Of other hosts nobody knows.
function yes = sweep_alive (owner, elsewhere)
  [~, host] = sweep_owner ();
  pid = str2double (regexp (owner, ['^', host, '-(\d+)$'], 'tokens', 'once'));
  yes = elsewhere;
  if (~isempty (pid))
    yes = kill (pid, 0) == 0;
  end
end

% The states of the generators of random numbers; given such a cell, they go on from there.
function state = generators (state)
  all = {@rand, @randn, @rande, @randg, @randp};
  for i = 1:5
    if (nargin == 0)
      state{i} = all{i}('twister');
    else
      all{i}('twister', state{i});
    end
  end
end

function [why, died] = dls_sweep_cores (J, workers, progress)
% Compute the points of a sweep by processes on this machine. A worker that dies is replaced and
% its points are offered again; why: '' or the reason for points left; died: how many did.
% SPDX-License-Identifier: GPL-3.0-or-later
  job = struct ('J', J, 'parent', getpid (), 'home', pwd ());
  job.path = strsplit (path (), pathsep ());
  dls_sweep_send (job);
  pids = arrayfun (@(k) start (J.folder), 1:workers);
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
        pids(end+1) = start (J.folder);
      end
    end
  end
end

% The folder travels in the environment: no quoting of its name.
function pid = start (folder)
  setenv ('DLS_SWEEP_FOLDER', folder);
  setenv ('DLS_SWEEP_CODE', fileparts (mfilename ('fullpath')));
  setenv ('DLS_SWEEP_OCTAVE', fullfile (OCTAVE_EXEC_HOME (), 'bin', 'octave-cli'));
  pid = system (['export OPENBLAS_NUM_THREADS=${OPENBLAS_NUM_THREADS:-1} ', ...
                 'OMP_NUM_THREADS=${OMP_NUM_THREADS:-1}; exec "$DLS_SWEEP_OCTAVE" -f -H -q ', ...
                 '--eval "addpath (getenv (''DLS_SWEEP_CODE'')); ', ...
                 'dls_sweep_worker (getenv (''DLS_SWEEP_FOLDER''))" ', ...
                 '>"$DLS_SWEEP_FOLDER/workers/$$" 2>&1 </dev/null'], false, 'async');
  for name = {'DLS_SWEEP_FOLDER', 'DLS_SWEEP_CODE', 'DLS_SWEEP_OCTAVE'}
    unsetenv (name{1});
  end
end

% Offer the claims of a dead worker again. held: it had unfinished ones; left: points are left.
function [held, left] = take_back (J, pid)
  [~, host] = dls_sweep_owner ();
  names = dls_sweep_names ([J.folder, '/claims']);
  tail = sprintf ('.%s-%d', host, pid);
  held = false;
  for name = names
    if (numel (name{1}) > numel (tail) && strcmp (name{1}(end-numel (tail)+1:end), tail))
      [points, unfinished] = dls_sweep_lost (J, name{1});
      held = held || unfinished;
      if (~isempty (points))
        dls_rename ([J.folder, '/claims/', name{1}], ...
                          [J.folder, '/claims/', name{1}(1:7), '.free']);
      end
    end
  end
  left = numel (dls_sweep_names ([J.folder, '/points'])) < J.G.count;
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
    dls_sweep_save (J.folder, 'job', job);
    copy = dls_sweep_load ([J.folder, '/job']);
    same = isequal (dls_sweep_signature (copy.J.fun, J.G, J.seed), J.signature);
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

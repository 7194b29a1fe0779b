function dls_sweep_send (job)
% Store a job for worker processes. They know neither functions defined at the prompt or in a
% script, nor anonymous functions that Octave, which stores their text, cannot read back.
% SPDX-License-Identifier: GPL-3.0-or-later
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

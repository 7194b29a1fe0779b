% DOC_MESSAGES  The page of statuses and of ids of errors, from the sources.
%
%   lines = doc_messages (top, names)     % folder of the project, public functions
%
% SPDX-License-Identifier: GPL-3.0-or-later
function lines = doc_messages (top, names)
  header = fileread (fullfile (top, 'libcore', 'delassus.h'));
  list = regexp (header, '\n#define DLS_OUTCOMES\(X\).*?\n\n', 'match', 'once');
  statuses = [regexp(list, '"(\w+)", (-?\d+)\)', 'tokens'), ...
              own_words()];
  texts = cellfun (@(n) fileread (fullfile (top, 'mfiles', [n, '.m'])), names, ...
                   'UniformOutput', false);
  lines = {'# Statuses and errors', '', ...
           ['Outcomes never raise: `info.status` says what it is, `info.exitflag` as a ', ...
            'number. Verdicts and results are words, too.'], '', ...
           '| status | exitflag | functions that say so |', '|---|---|---|'};
  for s = statuses
    who = said_by (['''', s{1}{1}, ''''], texts, names);
    lines{end+1} = sprintf ('| `%s` | %s | %s |', s{1}{:}, who);
  end
  inside = [glob(fullfile (top, 'mfiles', 'private', '*.m')); ...
            glob(fullfile (top, 'mex', '*.c')); glob(fullfile (top, 'libcore', '*', '*.c'))];
  every = [texts, cellfun(@fileread, inside', 'UniformOutput', false)];
  ids = unique ([regexp(strjoin (every), 'delassus:\w+', 'match')]);
  lines = [lines, {'', ['Errors have ids, for `try`, `catch err`, `err.identifier`; their ', ...
                        'text names the function, the argument, what was found and expected.'], ...
                   '', '| id | functions that name it |', '|---|---|'}];
  for id = ids
    lines{end+1} = sprintf ('| `%s` | %s |', id{1}, said_by (id{1}, texts, names));
  end
end

% What functions say beside the outcomes of the core; verdicts and results have no number.
function list = own_words ()
  list = {'exists', '1'; 'not_guaranteed', '-2'; 'bounds', '0'; 'no_acceleration', '-2'
          'no_balance', '-2'; 'assembled', '1'; 'open', '-2'; 'unmatched', '-2'; 'violated', '-2'
          'max_points', ''; 'sticking', ''; 'not_sticking', ''; 'form_closure', ''
          'force_closure', ''; 'no_closure', ''; 'holds', ''; 'fails', ''; 'finished', ''
          'stopped', ''; 'failed', ''; 'complete', ''; 'incomplete', ''; 'errors', ''};
  list = num2cell (list, 2)';
end

function text = said_by (word, texts, names)
  found = ! cellfun (@isempty, strfind (texts, word));
  text = strjoin (strcat ('`', names(found), '`'), ', ');
  if (! any (found))
    text = 'through the library';
  end
end

% DOC_MESSAGES  The page of statuses and of ids of errors, from the sources.
%
%   lines = doc_messages (top, names)     % folder of the project, public functions
%
% SPDX-License-Identifier: GPL-3.0-or-later
function lines = doc_messages (top, names)
  header = fileread (fullfile (top, 'libcore', 'delassus.h'));
  list = regexp (header, '\n#define DLS_OUTCOMES\(X\).*?\n\n', 'match', 'once');
  statuses = regexp (list, '"(\w+)", (-?\d+)\)', 'tokens');
  texts = cellfun (@(n) fileread (fullfile (top, 'mfiles', [n, '.m'])), names, ...
                   'UniformOutput', false);
  lines = {'# Statuses and errors', '', ['Outcomes never raise: `info.status` says what it ', ...
                                         'is, `info.exitflag` as a number.'], '', ...
           '| status | exitflag | functions that say so |', '|---|---|---|'};
  for s = statuses
    who = said_by (['''', s{1}{1}, ''''], texts, names);
    lines{end+1} = sprintf ('| `%s` | %s | %s |', s{1}{:}, who);
  end
  every = [texts, {fileread(fullfile (top, 'libcore', 'base', 'status.c'))}];
  ids = unique ([regexp(strjoin (every), 'delassus:\w+', 'match')]);
  lines = [lines, {'', ['Errors have ids, for `try`, `catch err`, `err.identifier`; their ', ...
                        'text names the function, the argument, what was found and expected.'], ...
                   '', '| id | functions that name it |', '|---|---|'}];
  for id = ids
    lines{end+1} = sprintf ('| `%s` | %s |', id{1}, said_by (id{1}, texts, names));
  end
end

function text = said_by (word, texts, names)
  found = ! cellfun (@isempty, strfind (texts, word));
  text = strjoin (strcat ('`', names(found), '`'), ', ');
  if (! any (found))
    text = 'through the library';
  end
end

% DOC_CHUNKS  Split lines of code into complete statements.
%
%   chunks = doc_chunks (lines, first)
%
% A chunk has the fields code (text), line (where it begins, counted from FIRST), after (cell of the
% lines that follow it and hold only comments). What never becomes complete is the last chunk:
% running it tells what is wrong.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function chunks = doc_chunks (lines, first)
  chunks = struct ('code', {}, 'line', {}, 'after', {});
  held = {};
  begins = first;
  for i = 1:numel (lines)
    line = regexprep (lines{i}, '\s+$', '');
    comment = ! isempty (regexp (line, '^\s*%', 'once'));
    if (isempty (held))
      begins = first + i - 1;
      if (isempty (line))
        continue;
      elseif (comment && ! isempty (chunks))
        chunks(end).after{end+1} = line;
        continue;
      end
    end
    held{end+1} = line;
    text = strjoin (held, "\n");
    if ((! comment && is_complete (text)) || i == numel (lines))
      chunks(end+1) = struct ('code', text, 'line', begins, 'after', {{}});
      held = {};
    end
  end
end

% Does the text parse, with a number in the next line (which could not continue it)? The condition
% is false: nothing is run.
function yes = is_complete (text)
  yes = true;
  try
    eval (sprintf ('if (false)\n%s\n1;\nendif;', text));
  catch
    yes = false;
  end
end

% DOC_HELP  The help text of an m-file, taken apart.
%
%   h = doc_help (file)
%
% h.name, h.summary (rest of the first line), h.body (cell of lines, common indentation removed),
% h.examples (struct array: title, chunks as from DOC_CHUNKS), h.see (cell of names). Examples begin
% with "Example" and end at an empty line; "See also" ends the text. h.demo are the chunks of the
% first block %!demo.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function h = doc_help (file)
  [~, h.name] = fileparts (file);
  all = strsplit (fileread (file), "\n", 'CollapseDelimiters', false);
  [lines, first] = comment_block (all);
  h.summary = strtrim (regexprep (lines{1}, '^\S+', ''));
  h.body = {};
  h.examples = struct ('title', {}, 'chunks', {});
  h.see = {};
  k = 2;
  while (k <= numel (lines))
    last = k;
    if (strncmp (lines{k}, 'See also', 8))
      rest = strjoin (lines(k:end), ' ');
      h.see = lower (regexp (rest(9:end), '\w+', 'match'));
      break;
    elseif (strncmp (lines{k}, 'Example', 7))
      while (last < numel (lines) && any (strncmp (lines{last + 1}, ' ', 1)))
        last = last + 1;
      end
      title = strtrim (regexprep (lines{k}, '^Example:?', ''));
      code = regexprep (lines(k + 1:last), '^  ', '');
      h.examples(end+1) = struct ('title', title, 'chunks', doc_chunks (code, first + k));
    else
      h.body{end+1} = lines{k};
    end
    k = last + 1;
  end
  first = find (strncmp (all, '%!demo', 6), 1) + 1;
  last = first + find (! strncmp ([all(first:end), {''}], '%! ', 3), 1) - 2;
  h.demo = doc_chunks (regexprep (all(first:last), '^%! ', ''), first);
end

% The first block of comments, without "%   "; its first line is number FIRST of the file.
function [lines, first] = comment_block (all)
  first = find (strncmp (all, '%', 1), 1);
  last = first;
  while (last < numel (all) && strncmp (all{last + 1}, '%', 1)
         && isempty (strfind (all{last + 1}, 'SPDX-License')))
    last = last + 1;
  end
  lines = regexprep (all(first:last), '^% ? ? ?', '');
end

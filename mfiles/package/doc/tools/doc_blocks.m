% DOC_BLOCKS  Split Markdown into blocks.
%
%   blocks = doc_blocks (lines)
%
% A struct array with the fields kind, text (cell of lines), line (number of the first), detail:
%   'heading' (detail: level), 'paragraph', 'quote', 'list' (detail: 'ul' or 'ol', text: items),
%   'table' (text: rows), 'code' (detail: language), 'figure' (text: caption, detail: file),
%   'include' (detail: heading of README.md)
%
% SPDX-License-Identifier: GPL-3.0-or-later
function blocks = doc_blocks (lines)
  blocks = struct ('kind', {}, 'text', {}, 'line', {}, 'detail', {});
  k = 1;
  while (k <= numel (lines))
    line = lines{k};
    if (isempty (strtrim (line)))
      k = k + 1;
      continue;
    end
    [kind, detail] = kind_of (line);
    last = k;
    text = {regexprep(line, '^(#+|>|[-*]|\d+\.)\s+', '')};
    if (strcmp (kind, 'code'))
      text = {};
      while (last < numel (lines) && ! strncmp (lines{last + 1}, '```', 3))
        last = last + 1;
        text{end+1} = lines{last};
      end
      last = last + 1;
    elseif (! any (strcmp (kind, {'heading', 'figure', 'include'})))
      while (last < numel (lines) && goes_on (kind, lines{last + 1}))
        last = last + 1;
        text = continued (kind, text, lines{last});
      end
    end
    if (any (strcmp (kind, {'figure', 'include'})))
      text = {detail{1}};
      detail = detail{end};
    elseif (strcmp (kind, 'table'))
      text = lines(k:last);
    end
    blocks(end+1) = struct ('kind', kind, 'text', {text}, 'line', k, 'detail', detail);
    k = last + 1;
  end
end

function [kind, detail] = kind_of (line)
  kinds = {'heading', '^(#+) '; 'code', '^```(.*)$'; 'figure', '^!\[(.*)\]\((.*)\)\s*$'
           'include', '^\{README: (.*)\}$'; 'quote', '^(>) '; 'list', '^([-*]|\d+\.)\s'
           'table', '^(\|)'};
  for i = 1:rows (kinds)
    detail = regexp (line, kinds{i, 2}, 'tokens', 'once');
    if (! isempty (detail))
      kind = kinds{i, 1};
      if (! any (strcmp (kind, {'figure', 'include'})))
        detail = detail{1};
      end
      if (strcmp (kind, 'list'))
        detail = {'ul', 'ol'}{1 + (detail(1) != '-' && detail(1) != '*')};
      end
      return;
    end
  end
  kind = 'paragraph';
  detail = '';
end

function yes = goes_on (kind, line)
  if (isempty (strtrim (line)))
    yes = false;
    return;
  end
  next = kind_of (line);
  yes = strcmp (next, 'paragraph') && ! strcmp (kind, 'table') || ...
        strcmp (next, kind) && any (strcmp (kind, {'list', 'quote', 'table'}));
end

% A list grows by items, everything else by lines.
function text = continued (kind, text, line)
  item = regexprep (line, '^([-*]|\d+\.)\s+', '');
  if (strcmp (kind, 'list') && ! strcmp (item, line))
    text{end+1} = item;
  elseif (strcmp (kind, 'list'))
    text{end} = [text{end}, ' ', strtrim(line)];
  else
    text{end+1} = regexprep (line, '^>\s?', '');
  end
end

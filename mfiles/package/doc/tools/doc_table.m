% DOC_TABLE  Rows "| a | b |" of Markdown as an HTML table; a bar within `code` or after \ is text.
%
% The first row is a heading where a row "|---|---|" follows it.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function html = doc_table (rows, context)
  html = '';
  headed = numel (rows) > 1 && ! isempty (regexp (rows{2}, '^[|:\s-]+$', 'once'));
  if (headed)
    rows(2) = [];
  end
  for i = 1:numel (rows)
    row = regexprep (strtrim (rows{i}), '^\||\|$', '');
    row = strrep (row, '\|', char (2));
    inside = mod (cumsum (row == '`'), 2) == 1;
    row(row == '|' & inside) = char (2);
    cells = strrep (strtrim (strsplit (row, '|', 'CollapseDelimiters', false)), char (2), '|');
    tag = {'td', 'th'}{1 + (headed && i == 1)};
    cells = cellfun (@(c) sprintf ('<%s>%s</%s>', tag, doc_inline (c, context), tag), cells, ...
                     'UniformOutput', false);
    html = sprintf ('%s<tr>%s</tr>\n', html, [cells{:}]);
  end
  html = sprintf ('<div class="wide"><table>\n%s</table></div>\n', html);
end

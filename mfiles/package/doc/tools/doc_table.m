% DOC_TABLE  Rows "| a | b |" of Markdown as an HTML table; a bar within `code` or after \ is text.
% SPDX-License-Identifier: GPL-3.0-or-later
function html = doc_table (rows, context)
  html = '';
  for i = [1, 3:numel(rows)]             % the second row is |---|---|
    row = regexprep (strtrim (rows{i}), '^\||\|$', '');
    row = strrep (row, '\|', char (2));
    inside = mod (cumsum (row == '`'), 2) == 1;
    row(row == '|' & inside) = char (2);
    cells = strrep (strtrim (strsplit (row, '|', 'CollapseDelimiters', false)), char (2), '|');
    tag = {'td', 'th'}{1 + (i == 1)};
    cells = cellfun (@(c) sprintf ('<%s>%s</%s>', tag, doc_inline (c, context), tag), cells, ...
                     'UniformOutput', false);
    html = sprintf ('%s<tr>%s</tr>\n', html, [cells{:}]);
  end
  html = sprintf ('<div class="wide"><table>\n%s</table></div>\n', html);
end

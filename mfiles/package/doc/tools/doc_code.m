% DOC_CODE  A statement and what it printed, as HTML.
%
%   html = doc_code (code, output)
%
% Comments are marked; empty lines of the output are left out.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function html = doc_code (code, output)
  lines = strsplit (code, "\n", 'CollapseDelimiters', false);
  html = sprintf ('<pre class="code">%s</pre>\n', ...
                  strjoin (cellfun (@mark, lines, 'UniformOutput', false), "\n"));
  output = regexprep (output, '(?m)[ \t]+$', '');
  output = regexprep (output, '\n\n+', "\n");
  output = regexprep (output, '^\n+|\n+$', '');
  if (! isempty (output))
    html = sprintf ('%s<pre class="out">%s</pre>\n', html, doc_escape (output));
  end
end

% The comment of a line: from the first % that is not in a text. A quote after a name, a number or
% a bracket is a transpose.
function html = mark (line)
  inside = false;
  for i = 1:numel (line)
    if (line(i) == '''')
      if (inside)
        inside = false;
      else
        inside = i == 1 || isempty (regexp (line(i - 1), '[\w)\].'']', 'once'));
      end
    elseif (line(i) == '%' && ! inside)
      html = sprintf ('%s<span class="note">%s</span>', doc_escape (line(1:i - 1)), ...
                      doc_escape (line(i:end)));
      return;
    end
  end
  html = doc_escape (line);
end

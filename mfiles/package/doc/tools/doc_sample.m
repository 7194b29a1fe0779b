% DOC_SAMPLE  Code that was run, with what it printed and drew, as HTML.
%
%   html = doc_sample (chunks, results)     % of DOC_CHUNKS and DOC_SESSION
%
% SPDX-License-Identifier: GPL-3.0-or-later
function html = doc_sample (chunks, results)
  html = '';
  code = '';
  for k = 1:numel (chunks)
    code = [code, strjoin([{chunks(k).code}, chunks(k).after], "\n"), "\n"];
    if (! isempty (results(k).output) || k == numel (chunks))
      html = [html, doc_code(code(1:end - 1), results(k).output)];
      code = '';
    end
  end
  if (! isempty (results(end).picture))
    [~, name, type] = fileparts (results(end).picture);
    html = sprintf ('%s<p><img src="%s%s" alt="The figure that this code draws"></p>\n', html, ...
                    name, type);
  end
  html = sprintf ('<div class="sample">\n%s</div>\n', html);
end

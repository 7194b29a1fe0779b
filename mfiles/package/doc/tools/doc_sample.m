% DOC_SAMPLE  Code that was run, with what it printed and drew, as Markdown.
%
%   lines = doc_sample (chunks, results)     % of DOC_CHUNKS and DOC_SESSION
%
% SPDX-License-Identifier: GPL-3.0-or-later
function lines = doc_sample (chunks, results)
  lines = {'::: sample'};
  code = {};
  for k = 1:numel (chunks)
    code = [code, {chunks(k).code}, chunks(k).after];
    if (! isempty (results(k).output) || k == numel (chunks))
      lines = [lines, {'```octave'}, code, {'```', ''}, printed(results(k).output)];
      code = {};
    end
  end
  if (! isempty (results(end).picture))
    [~, name, type] = fileparts (results(end).picture);
    lines = [lines, {sprintf('![](%s%s){alt="The figure that this code draws"}', name, type), ''}];
  end
  lines = [lines, {':::', ''}];
end

% Empty lines of the output are left out.
function lines = printed (output)
  output = regexprep (output, '(?m)[ \t]+$', '');
  output = regexprep (output, '\n\n+', "\n");
  output = regexprep (output, '^\n+|\n+$', '');
  lines = {};
  if (! isempty (output))
    lines = {'```out', output, '```', ''};
  end
end

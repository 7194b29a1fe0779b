% DOC_FUNCTION  The page of a public function as Markdown, from its help text.
%
%   [lines, notes] = doc_function (h, context)     % h of DOC_HELP
%
% Notes as of DOC_EXPAND.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function [lines, notes] = doc_function (h, context)
  notes = struct ('samples', numel (h.examples), 'missing', {{}}, 'errors', {{}});
  raw = @(html) [{'```{=html}'}, {html}, {'```', ''}];
  lines = [{['# ', h.name], ''}, ...
           raw(['<p class="lead">', doc_links(doc_escape (h.summary), context), '</p>']), ...
           raw(doc_help_body (h.body, context))];
  chunks = [h.examples.chunks];
  pictures = repmat ({''}, size (chunks));
  ends = cumsum (arrayfun (@(e) numel (e.chunks), h.examples));
  for i = 1:numel (ends)
    pictures{ends(i)} = fullfile (context.out, sprintf ('%s-%d.png', h.name, i));
  end
  results = doc_session ({chunks.code}, pictures);
  if (! isempty (results(end).error))
    notes.errors = {sprintf('%s.m:%d: %s', h.name, chunks(numel (results)).line, ...
                            results(end).error)};
    return;
  end
  for e = h.examples
    lines = [lines, {'## Example', ''}];
    if (! isempty (e.title))
      title = doc_links (doc_escape ([upper(e.title(1)), e.title(2:end)]), context);
      lines = [lines, raw(['<p>', title, '</p>'])];
    end
    mine = results(1:numel (e.chunks));
    results(1:numel (e.chunks)) = [];
    for k = find (! cellfun (@isempty, {mine.output}))
      e.chunks(k).after = {};              % the real output stands for what the text shows
    end
    lines = [lines, doc_sample(e.chunks, mine)];
  end
  [demo, problem] = demonstration (h, context);
  lines = [lines, demo];
  notes.errors = [notes.errors, problem];
  notes.samples += 1;
  see = strjoin ([strcat('`', h.see, '`'), {'[all functions](functions.md)'}], ', ');
  lines = [lines, options(h.name), {'::: see', ['See also ', see, '.'], ':::'}];
end

% The block %!demo and its picture; only what says so draws nothing.
function [lines, errors] = demonstration (h, context)
  errors = {};
  pictures = [repmat({''}, 1, numel (h.demo) - 1), ...
              {fullfile(context.out, sprintf ('%s-demo.png', h.name))}];
  results = doc_session ({h.demo.code}, pictures);
  lines = [{'## Demonstration', ''}, doc_sample(h.demo(1:numel (results)), results)];
  silent = ! isempty (strfind (h.demo(1).code, '(nothing to draw)'));
  if (! isempty (results(end).error))
    errors = {sprintf('%s.m:%d: %s', h.name, h.demo(numel (results)).line, results(end).error)};
  elseif (isempty (results(end).picture) != silent)
    errors = {sprintf('%s.m: %%!demo draws nothing, or should, "(nothing to draw)"', h.name)};
  end
end

function lines = options (name)
  lines = {};
  try
    table = evalc ('dls_options (name)');
    lines = {'## Options and defaults', '', '```octave', ['dls_options ', name], '```', '', ...
             '```out', table, '```', ''};
  catch
    % it has no options
  end
end

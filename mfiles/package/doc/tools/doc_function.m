% DOC_FUNCTION  The page of a public function, from its help text.
%
%   [html, notes] = doc_function (h, context)     % h of DOC_HELP
%
% Notes as of DOC_MARKDOWN.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function [html, notes] = doc_function (h, context)
  notes = struct ('samples', numel (h.examples), 'missing', {{}}, 'errors', {{}});
  context.page = h.name;
  html = sprintf ('<h1>%s</h1>\n<p class="lead">%s</p>\n%s', h.name, ...
                  doc_links (doc_escape (h.summary), context), doc_help_body (h.body, context));
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
  used = 0;
  for e = h.examples
    html = sprintf ('%s<h2>Example</h2>\n', html);
    if (! isempty (e.title))
      title = [upper(e.title(1)), e.title(2:end)];
      html = sprintf ('%s<p>%s</p>\n', html, doc_links (doc_escape (title), context));
    end
    mine = used + (1:numel (e.chunks));
    used = mine(end);
    shown = e.chunks;
    for k = find (! cellfun (@isempty, {results(mine).output}))
      shown(k).after = {};               % the real output stands for what the text shows
    end
    html = [html, doc_sample(shown, results(mine))];
  end
  html = [html, options_html(h.name), see_html(h.see, context)];
end

function html = options_html (name)
  html = '';
  try
    table = evalc ('dls_options (name)');
  catch
    return;                              % it has no options
  end
  html = sprintf ('<h2>Options and defaults</h2>\n%s', doc_code (['dls_options ', name], table));
end

function html = see_html (names, context)
  names = cellfun (@(n) doc_links (n, context), names, 'UniformOutput', false);
  names{end+1} = '<a href="functions.html">all functions</a>';
  html = sprintf ('<p class="see">See also %s.</p>\n', strjoin (names, ', '));
end

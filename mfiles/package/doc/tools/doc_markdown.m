% DOC_MARKDOWN  A page of Markdown as HTML, its Octave samples run.
%
%   [html, notes] = doc_markdown (lines, context)
%
% Fenced samples in the language "octave" run in one session; their output and the figures they draw
% appear beneath them. context: names (functions), page (name of the page), out (folder of the
% manual), build (where pictures are looked for), top (folder of the project). notes: samples (how
% many ran), missing (pictures that are not there), errors ('page.md:line: what').
%
% SPDX-License-Identifier: GPL-3.0-or-later
function [html, notes] = doc_markdown (lines, context)
  notes = struct ('samples', 0, 'missing', {{}}, 'errors', {{}});
  blocks = doc_blocks (lines);
  chunks = cell (size (blocks));
  codes = {};
  pictures = {};
  for i = find (strcmp ({blocks.kind}, 'code') & strcmp ({blocks.detail}, 'octave'))
    chunks{i} = doc_chunks (blocks(i).text, blocks(i).line + 1);
    codes = [codes, {chunks{i}.code}];
    here = repmat ({''}, 1, numel (chunks{i}));
    here{end} = fullfile (context.out, sprintf ('%s-%d.png', context.page, i));
    pictures = [pictures, here];
    notes.samples = notes.samples + 1;
  end
  results = doc_session (codes, pictures);
  if (! isempty (results) && ! isempty (results(end).error))
    every = [chunks{:}];
    notes.errors = {sprintf('%s.md:%d: %s', context.page, every(numel (results)).line, ...
                            results(end).error)};
    html = '';
    return;
  end
  html = '';
  used = 0;
  for i = 1:numel (blocks)
    if (isempty (chunks{i}))
      [piece, missing] = block_html (blocks(i), context);
      notes.missing = [notes.missing, missing];
    else
      mine = used + (1:numel (chunks{i}));
      used = mine(end);
      piece = doc_sample (chunks{i}, results(mine));
    end
    html = [html, piece];
  end
end

function [html, missing] = block_html (b, context)
  missing = {};
  joined = strjoin (b.text, ' ');
  switch (b.kind)
    case 'heading'
      level = numel (b.detail);
      html = sprintf ('<h%d id="%s">%s</h%d>\n', level, doc_slug (joined), ...
                      doc_inline (joined, setfield (context, 'names', {})), level);
    case 'paragraph'
      html = sprintf ('<p>%s</p>\n', doc_inline (joined, context));
    case 'quote'
      html = sprintf ('<blockquote><p>%s</p></blockquote>\n', doc_inline (joined, context));
    case 'list'
      items = cellfun (@(s) sprintf ('<li>%s</li>\n', doc_inline (s, context)), b.text, ...
                       'UniformOutput', false);
      html = sprintf ('<%s>\n%s</%s>\n', b.detail, [items{:}], b.detail);
    case 'table'
      html = doc_table (b.text, context);
    case 'code'
      html = sprintf ('<pre class="text">%s</pre>\n', doc_escape (strjoin (b.text, "\n")));
    case 'figure'
      [html, missing] = figure_html (joined, b.detail, context);
    case 'include'
      lines = doc_section (fullfile (context.top, 'README.md'), b.detail);
      [html, notes] = doc_markdown (lines, context);
      missing = notes.missing;
  end
end

% Pictures are made by other targets; where one is absent the page does without it.
function [html, missing] = figure_html (caption, file, context)
  from = fullfile (context.build, file);
  html = '';
  missing = {};
  if (! exist (from, 'file'))
    missing = {file};
    return;
  end
  [~, name, type] = fileparts (file);
  copyfile (from, fullfile (context.out, [name, type]));
  html = sprintf ('<figure><img src="%s%s" alt="%s"><figcaption>%s</figcaption></figure>\n', ...
                  name, type, doc_escape (caption), doc_inline (caption, context));
end

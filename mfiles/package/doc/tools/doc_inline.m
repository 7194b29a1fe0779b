% DOC_INLINE  A paragraph of Markdown as HTML: `code`, **strong**, *emphasis*, [text](target).
%
%   html = doc_inline (text, context)
%
% <sub> and <sup> pass; everything else is escaped. Targets x.md become x.html. Code that begins
% with the name of a function links to its page.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function html = doc_inline (text, context)
  parts = strsplit (text, '`', 'CollapseDelimiters', false);
  codes = cellfun (@(c) code (c, context), parts(2:2:end), 'UniformOutput', false);
  text = strjoin (parts(1:2:end), char (1));       % a mark stands for each code
  links = '\[([^\]]*)\]\(([^)\s]*)\)';
  [link, around] = regexp (text, links, 'tokens', 'split');
  around = cellfun (@(s) doc_links (plain (s), context), around, 'UniformOutput', false);
  for i = 1:numel (link)
    target = regexprep (link{i}{2}, '\.md(#.*)?$', '.html$1');
    link{i} = sprintf ('<a href="%s">%s</a>', doc_escape (target), plain (link{i}{1}));
  end
  html = emphasis (strjoin (around, link));
  pieces = strsplit (html, char (1), 'CollapseDelimiters', false);
  html = strjoin (pieces, codes);
  html = regexprep (html, '(<a [^>]*>)<a [^>]*>(<code>.*?</code>)</a></a>', '$1$2</a>');
end

function html = plain (text)
  html = regexprep (doc_escape (text), '&lt;(/?su[bp])&gt;', '<$1>');
end

function html = emphasis (html)
  html = regexprep (html, '\*\*(\S|\S.*?\S)\*\*', '<strong>$1</strong>');
  html = regexprep (html, '(^|[\s(])\*(\w|\w[^*]*?[\w.?!])\*(?!\w)', '$1<em>$2</em>');
end

function html = code (text, context)
  html = sprintf ('<code>%s</code>', doc_escape (text));
  name = regexp (text, '^dls_\w+', 'match', 'once');
  if (any (strcmp (name, context.names)) && isempty (strfind (text, '_mex')))
    html = sprintf ('<a href="%s.html">%s</a>', name, html);
  end
end

% DOC_HELP_BODY  The prose of a help text as HTML.
%
%   html = doc_help_body (lines, context)
%
% Empty lines separate paragraphs. Lines "term  meaning" (two blanks or more; one after the name of
% an option or a field) become definitions; lines that continue a meaning are indented about as far
% as it. Other indented lines, and those with "term = ...", are formulas: in TeX (a piece of
% Markdown between those of HTML) where DOC_FORMULA understands them.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function html = doc_help_body (lines, context)
  html = '';
  open = struct ('kind', 'none', 'text', {{}}, 'terms', [], 'column', 0);
  for i = 1:numel (lines)
    line = lines{i};
    depth = numel (regexp (line, '^ *', 'match', 'once'));
    row = definition (line, depth, open);
    if (isempty (strtrim (line)))
      kind = 'none';
    elseif (! isempty (row))
      kind = 'terms';
    elseif (strcmp (open.kind, 'terms') && depth > min ([open.terms.depth]))
      kind = 'terms';
    elseif (depth > 0 && ! (depth > 11 && strcmp (open.kind, 'prose')))
      kind = 'formula';
    else
      kind = 'prose';
    end
    if (! strcmp (kind, open.kind) || (strcmp (kind, 'prose') && begins (line, open.text{end})))
      html = [html, closed(open, context)];
      open = struct ('kind', kind, 'text', {{}}, 'terms', [], 'column', 0);
    end
    if (! isempty (row))
      open.terms = [open.terms, row];
      open.column = row(end).column;
    elseif (strcmp (kind, 'terms'))
      open.terms(end).meaning = [open.terms(end).meaning, gap(line, depth, open), strtrim(line)];
    else
      open.text{end+1} = line;
    end
  end
  html = [html, closed(open, context)];
end

% A line that goes back to an outer column, or names another value, begins a new line.
function text = gap (line, depth, open)
  text = ' ';
  if (depth < open.column - 2 || ! isempty (regexp (line, '^ *''[\w-]+'':', 'once')))
    text = "\n";
  end
end

% Another call, or a line after one that ended early, begins a new paragraph.
function yes = begins (line, before)
  call = '^(\[[^\]]*\] = |\w+ = )?DLS_[A-Z_]+ \(';
  yes = before(end) == '.' && (numel (before) < 72 || ! isempty (regexp (line, call, 'once')));
end

% [] or one or two definitions: "'Sticking'  'equations'  as above" is one within another.
function row = definition (line, depth, open)
  row = [];
  parts = regexp (line, '^ *(\S.{0,43}?)(\s{2,})(\S.*)$', 'tokens', 'once');
  name = '(?:''\w+''|[A-Z]+\.\w+)(?:, (?:''\w+''|[A-Z]*\.\w+))*';
  if (isempty (parts) && depth > 0)            % a long name, and a name that needs no word
    parts = regexp (line, ['^ *(', name, ')( )([a-z(].*)$'], 'tokens', 'once');
    if (isempty (parts) && ! isempty (regexp (line, ['^ *', name, '$'], 'once')))
      parts = {strtrim(line), '  ', ' '};
    end
  end
  if (isempty (parts) || any (parts{1}(end) == '.;,') || parts{3}(1) == '=' ...
      || ! isempty (regexp (parts{1}, ' <?= ', 'once')) ...
      || (depth == 0 && isempty (regexp (parts{1}, '^([A-Z]\.|INFO|[\w.]+$|''|\[)', 'once'))))
    return;
  end
  if (strcmp (open.kind, 'terms') && depth >= open.column - 2 && numel (parts{1}) > 28)
    return;
  end
  column = depth + numel (parts{1}) + numel (parts{2});
  row = struct ('depth', depth, 'term', parts{1}, 'meaning', parts{3}, 'column', column);
  inner = definition_in (parts{3});
  if (parts{1}(1) == '''' && ! isempty (inner))
    row.meaning = '';
    row(2) = struct ('depth', column, 'term', inner{1}, 'meaning', inner{3}, 'column', ...
                     column + numel (inner{1}) + numel (inner{2}));
  end
end

function parts = definition_in (text)
  parts = regexp (text, '^(''[^'']*''(?: \| ''[^'']*'')*)(\s{2,})(\S.*)$', 'tokens', 'once');
end

function html = closed (open, context)
  switch (open.kind)
    case 'prose'
      html = sprintf ('<p>%s</p>\n', text_html (strjoin (strtrim (open.text), ' '), context));
    case 'formula'
      depth = min (cellfun (@(s) numel (regexp (s, '^ *', 'match', 'once')), open.text));
      text = strjoin (cellfun (@(s) s(depth + 1:end), open.text, 'UniformOutput', false), "\n");
      html = sprintf ('<pre class="text">%s</pre>\n', doc_links (doc_escape (text), context));
      tex = doc_formula (open.text);
      if (! isempty (tex))                     % Markdown between pieces of HTML
        html = sprintf ("```\n\n$$%s$$\n\n```{=html}\n", tex);
      end
    case 'terms'
      html = sprintf ('<dl>\n%s</dl>\n', terms_html (open.terms, context));
    otherwise
      html = '';
  end
end

% The depth of nesting, not the width of the indentation, sets a term in.
function html = terms_html (terms, context)
  html = '';
  depths = [];
  for t = terms
    depths = [depths(depths < t.depth - 1), t.depth];
    html = sprintf ('%s<dt class="in%d"><code>%s</code></dt><dd>%s</dd>\n', html, ...
                    min (numel (depths) - 1, 3), doc_escape (t.term), ...
                    strrep (text_html (t.meaning, context), "\n", '<br>'));
  end
end

function html = text_html (text, context)
  html = doc_links (doc_escape (text), context);
end

function text = dls_table (X, format, file, varargin)
%DLS_TABLE  A result as a table for a paper, a page or a spreadsheet: LaTeX, Markdown, CSV.
%   TEXT = DLS_TABLE (X, 'latex' | 'markdown' | 'csv') of what one of these returned:
%       DLS_REDUNDANCY   a row per constraint: determined or not, leverage, what it depends on
%       DLS_WELLPOSED    a row per criterion that applies: verdict, number, meaning
%       DLS_MODES        a row per mode of the contacts: its loads, whether it is that under F
%       DLS_SIMULATE     a row per column of the motion: t, q, v (of a mechanism by their names),
%                        energy
%   TEXT = DLS_TABLE (SOL, FORMAT, NAMES) with these quantities of DLS_VALUE, a cell, beside t
%   DLS_TABLE (X, FORMAT, 'file.csv') writes it to a file (of a motion: all)
%   LaTeX is a tabular with booktabs rules. CSV separates by commas, with quotes where needed.
%
%   Example:
%     R = dls_redundancy (diag ([1 1/3]), [1 1 1; -1 0 1], 'Names', {'left', 'mid', 'right'});
%     dls_table (R, 'markdown')
%
%   See also DLS_REDUNDANCY, DLS_WELLPOSED, DLS_MODES, DLS_VALUE.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 2 || nargin > 3)
    error ('delassus:dimension', ['dls_table: called with %d arguments; expected a result ', ...
           'and ''latex'', ''markdown'' or ''csv'''], nargin);
  end
  kinds = {'redundancy', 'wellposed', 'modes', 'motion'};
  if (~(isstruct (X) && isscalar (X) && isfield (X, 'kind') && ischar (X.kind) ...
        && any (strcmp (X.kind, kinds))))
    error ('delassus:type', 'dls_table: the argument is %s; expected a result of %s', ...
           dls_describe (X), 'dls_redundancy, dls_wellposed, dls_modes or dls_simulate');
  end
  writers = struct ('latex', @latex, 'markdown', @markdown, 'csv', @csv);
  if (~(ischar (format) && isfield (writers, lower (format))))
    error ('delassus:option', 'dls_table: the format is %s; expected ''latex'', %s', ...
           dls_describe (format), '''markdown'' or ''csv''');
  end
  names = {};
  if (nargin > 2 && iscellstr (file) && strcmp (X.kind, 'motion'))
    names = file;
    file = '';
  elseif (nargin < 3)
    file = '';
  elseif (~ischar (file))
    error ('delassus:type', 'dls_table: the file is %s; expected its name', dls_describe (file));
  end
  writer = writers.(lower (format));
  switch (X.kind)
    case 'redundancy'
      text = writer (constraints (X));
    case 'wellposed'
      text = writer (criteria (X));
    case 'modes'
      text = writer (modes (X));
    otherwise
      text = writer (motion (X, names));
  end
  if (~isempty (file))
    dls_output ('whole', 'dls_table', {file}, ...
                @(part) dls_output ('bytes', 'dls_table', part{1}, {text}));
  end
  if (nargout == 0 && isempty (file))
    fprintf ('%s', text);
  end
  if (nargout == 0)
    clear text
  end
end

% Cells, the first row the heads: texts and numbers
function C = constraints (R)
  m = numel (R.determined);
  C = [{'constraint', 'reaction', 'leverage', 'depends on'}; cell(m, 4)];
  words = {'indeterminate', 'determined'};
  for k = 1:m
    C(k+1,:) = {dls_repeats('name', R, k), words{1 + R.determined(k)}, [], ''};
    if (~isempty (R.leverage))
      C{k+1,3} = R.leverage(k);
    end
    if (any (R.redundant == k))
      C{k+1,4} = dls_repeats ('of', R, k);
    end
  end
end

function C = criteria (W)
  c = W.criteria(~strcmp ({W.criteria.holds}, 'not applicable'));
  texts = {c.guarantees};
  told = ~cellfun ('isempty', {c.why});
  texts(told) = {c(told).why};
  C = [{'criterion', 'verdict', 'number', 'meaning'}
       {c.source}', {c.holds}', {c.number}', texts'];
end

function C = modes (D)
  C = {'mode', 'states', 'facets', 'under F'};
  for k = 1:numel (D.modes)
    here = '';
    if (any (D.here == k))
      here = 'yes';
    end
    C(k+1,:) = {k, D.modes(k).name, size(D.modes(k).A, 1), here};
  end
end

function C = motion (sol, names)
  if (isempty (names))
    all_of = struct ('Coordinates', [], 'Names', {{}});
    G = dls_plot_curves (sol, all_of, Inf);
    q = sort_rows (G.q, G.angles);
    v = sort_rows (G.v, G.spins);
    names = [q.names, v.names];
    values = [sol.q(q.rows,:); sol.v(v.rows,:)];
    if (any (isfinite (sol.energy.total)))
      names{end+1} = 'energy';
      values = [values; sol.energy.total];
    end
  else
    values = dls_value (sol, names);
  end
  C = [[{'t'}, names(:)']; num2cell([sol.t; values]')];
end

function G = sort_rows (a, b)
  [G.rows, order] = sort ([a.rows, b.rows]);
  G.names = [a.names, b.names];
  G.names = G.names(order);
end

% Numbers as texts, with so many digits
function C = texts_of (C, digits)
  for k = find (cellfun ('isclass', C(:), 'double'))'
    if (isempty (C{k}) || isnan (C{k}))
      C{k} = '';
    else
      C{k} = sprintf ('%.*g', digits, C{k});
    end
  end
end

function text = csv (C)
  C = texts_of (C, 16);
  quoted = ~cellfun ('isempty', regexp (C, '[,"\n\r]', 'once'));
  C(quoted) = strcat ('"', strrep (C(quoted), '"', '""'), '"');
  text = rows_of (C, '', ',', '');
end

function text = markdown (C)
  C = strrep (texts_of (C, 6), '|', '\|');
  C = [C(1,:); repmat({'---'}, 1, size (C, 2)); C(2:end,:)];
  text = rows_of (C, '| ', ' | ', ' |');
end

function text = latex (C)
  right = cellfun ('isclass', C(min (2, end),:), 'double');
  C = texts_of (C, 6);
  C = regexprep (C, '([&%$#_{}])', '\\$1');
  C = strrep (strrep (C, '^', '\textasciicircum{}'), '~', '\textasciitilde{}');
  columns = repmat ('l', 1, size (C, 2));
  columns(right) = 'r';
  text = [sprintf('\\begin{tabular}{%s}\n\\toprule\n', columns), ...
          rows_of(C(1,:), '', ' & ', ' \\'), sprintf('\\midrule\n'), ...
          rows_of(C(2:end,:), '', ' & ', ' \\'), sprintf('\\bottomrule\n\\end{tabular}\n')];
end

function text = rows_of (C, open, between, close)
  lines = cell (1, size (C, 1));
  for k = 1:size (C, 1)
    lines{k} = [open, strjoin(C(k,:), strrep (between, '\', '\\')), close, sprintf('\n')];
  end
  text = [lines{:}];
end

%!shared R, sol
%! R = dls_redundancy (diag ([1 1/3]), [1 1 1; -1 0 1], 'Names', {'left', 'mid_1', 'a,"b"'});
%! model = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', 0.5);
%! sol = dls_simulate (model, [0 2], 1, 0, 'Step', 0.5);
%!test  % each format, line by line; what a format reserves is escaped
%! lines = strsplit (dls_table (R, 'csv'), "\n");
%! assert (lines([1 2 4]), {'constraint,reaction,leverage,depends on', ...
%!         ['left,indeterminate,', sprintf('%.16g', R.leverage(1)), ','], ...
%!         ['"a,""b""",indeterminate,', sprintf('%.16g', R.leverage(3)), ',- left + 2 mid_1']})
%! lines = strsplit (dls_table (R, 'Markdown'), "\n");
%! assert (lines(1:3), {'| constraint | reaction | leverage | depends on |', ...
%!         '| --- | --- | --- | --- |', '| left | indeterminate | 0.833333 |  |'})
%! text = dls_table (R, 'latex');
%! assert (~isempty (strfind (text, ['mid\_1 & indeterminate & 0.333333 &  \\', "\n"])))
%! assert (strncmp (text, "\\begin{tabular}{llrl}\n\\toprule\n", 30))
%!test  % a motion as numbers: what is read is what was stored
%! file = [tempname(), '.csv'];
%! dls_table (sol, 'csv', file);
%! x = dlmread (file, ',', 1, 0);
%! delete (file);
%! assert (x(:,1:3), [sol.t; sol.q; sol.v]', 1e-15)
%! lines = strsplit (dls_table (sol, 'csv', {'gap1', 'kinetic'}), "\n");
%! assert (lines{1}, 't,gap1,kinetic')
%! assert (sscanf (lines{4}, '%f,%f,%f')', [sol.t(3), sol.gap(3), sol.energy.kinetic(3)], 1e-14)
%!test  % criteria and modes
%! S = dls_system ('M', eye (2), 'F', [0; 10], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5, 'd', 2);
%! W = dls_wellposed (S);
%! text = dls_table (W, 'csv');
%! assert (sum (text == 10), 1 + sum (~strcmp ({W.criteria.holds}, 'not applicable')))
%! text = dls_table (dls_modes (S), 'markdown');
%! assert (~isempty (strfind (text, '| 2 | stick | 2 | yes |')))
%!error id=delassus:dimension dls_table (R)
%!error <expected 'latex', 'markdown' or 'csv'> dls_table (R, 'html')
%!error id=delassus:type dls_table (3, 'csv')
%!error id=delassus:type dls_table (R, 'csv', 3)
%!demo
%! % a table of redundancy for a page (nothing to draw)
%! R = dls_redundancy (diag ([1 1/3]), [1 1 1; -1 0 1], 'Names', {'left', 'mid', 'right'});
%! dls_table (R, 'markdown')

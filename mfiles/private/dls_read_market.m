function P = dls_read_market (file)
% A Matrix Market file; or, where X.mtx does not exist, the problem in X_M.mtx, X_H.mtx ...
% SPDX-License-Identifier: GPL-3.0-or-later
  if (exist (file, 'file') == 2)
    P = dls_read_problem (struct ('file', file), 'matrix', struct ('A', market (file, false)));
    return
  end
  stem = file(1:end-4);
  there = @(kind, field) dls_is_file (dls_market_name (stem, kind, field));
  kinds = {'global', 'local', 'mlcp', 'lcp'};
  marks = {'H', 'W', 'D', 'A'};
  found = find (cellfun (there, kinds, marks));
  if (isempty (found))
    error ('delassus:file', ['dls_read: there is no file ''%s'', nor a set %s_M.mtx, _H, _f, ', ...
           '_w, _mu, or _W, _q, _mu, or _A, _q, or _A, _B, _C, _D, _aa, _bb'], file, stem);
  elseif (numel (found) > 1 && ~isequal (found, [3 4]))
    dls_read_fail (struct ('file', file), sprintf (['its files are of several problems: ', ...
      '_%s.mtx of kind %s and _%s.mtx of kind %s'], marks{found(1)}, kinds{found(1)}, ...
      marks{found(2)}, kinds{found(2)}));
  end
  kind = kinds{found(1)};
  [matrices, vectors] = dls_file_fields (kind);
  names = [matrices, vectors];
  g = struct ('d', []);
  for k = 1:numel (names)
    part = dls_market_name (stem, kind, names{k});
    if (~dls_is_file (part))
      error ('delassus:file', ...
             'dls_read: there is no file ''%s'' beside the others of the problem', part);
    end
    [x, d] = market (part, strcmp (names{k}, 'mu'));
    if (k > numel (matrices))
      x = full (x);
    end
    g.(names{k}) = x;
    if (~isempty (d))
      g.d = d;
    end
  end
  P = dls_read_problem (struct ('file', file), kind, g);
end

% %%MatrixMarket matrix FORMAT FIELD SYMMETRY, comments, the size line, the entries. d is what a
% comment "% d = 2|3" says.
function [A, d] = market (file, infinite)
  [S, head, symmetry] = header (file);
  d = str2double (regexp (S.comments, '% d = ([23])', 'tokens', 'once'));
  [size_of, S] = dls_read_take (S, 2, 'the size');
  if (~all (size_of >= 0 & size_of == floor (size_of) & size_of < 2^31))
    dls_read_fail (S, sprintf ('the matrix is %g-by-%g; expected whole numbers', size_of));
  end
  rows = size_of(1);
  cols = size_of(2);
  if (rows ~= cols && ~strcmp (symmetry, 'general'))
    dls_read_fail (S, sprintf ('the matrix is %d-by-%d and %s', rows, cols, symmetry));
  end
  left = numel (S.numbers) - S.next + 1;
  if (max (rows, cols) > 1e6 + 1e3 * left)       % sparse matrices cost memory for empty columns
    dls_read_fail (S, sprintf ('the matrix is %d-by-%d but only %d numbers follow', rows, cols, ...
                               left));
  elseif (strcmp (head, 'array'))
    A = array (S, rows, cols, symmetry, infinite);
  else
    A = entries (S, rows, cols, symmetry, head);
  end
end

function [S, head, symmetry] = header (file)
  text = dls_read_bytes (file);
  S = struct ('file', file, 'numbers', [], 'next', 1, 'rest', '', 'line', 1);
  word = regexp (text, '^%%MatrixMarket[ \t]+matrix[ \t]+(\w+)[ \t]+(\w+)[ \t]+([\w-]+)', ...
                 'tokens', 'once', 'ignorecase');
  if (isempty (word))
    first = strtok (text(1:min (end, 60)), sprintf ('\r\n'));
    dls_read_fail (S, sprintf (['it begins with ''%s''; expected %%%%MatrixMarket matrix, a ', ...
                   'format, a field and a symmetry'], regexprep (first, '[^ -~]', '?')));
  end
  word = lower (word);
  if (~any (strcmp (word{1}, {'coordinate', 'array'})) ...
      || ~any (strcmp (word{2}, {'real', 'double', 'integer', 'pattern'})) ...
      || ~any (strcmp (word{3}, {'general', 'symmetric', 'skew-symmetric'})) ...
      || (strcmp (word{1}, 'array') && strcmp (word{2}, 'pattern')))
    dls_read_fail (S, sprintf (['it holds a matrix of the kind ''%s %s %s''; expected ', ...
      'coordinate or array, real, integer or pattern, general, symmetric or skew-symmetric'], ...
      word{:}));
  end
  S.comments = strjoin (regexp (text, '^%.*$', 'match', 'lineanchors', 'dotexceptnewline'), ...
                        sprintf ('\n'));
  data = regexprep (text, '^%.*$', '', 'lineanchors', 'dotexceptnewline');
  [S.numbers, ~, ~, at] = sscanf (data, '%f');
  S.rest = strtok (data(at:min (end, at + 80)));
  S.line = 1 + sum (data(1:min (at - 1, end)) == sprintf ('\n'));
  head = word{1};
  if (strcmp (word{2}, 'pattern'))
    head = 'pattern';
  end
  symmetry = word{3};
end

function A = array (S, rows, cols, symmetry, infinite)
  if (strcmp (symmetry, 'general'))
    count = rows * cols;
  elseif (strcmp (symmetry, 'symmetric'))
    count = rows * (rows + 1) / 2;
  else
    count = rows * (rows - 1) / 2;
  end
  args = {count, 'the matrix'};
  if (infinite)
    args{3} = true;
  end
  [x, S] = dls_read_take (S, args{:});
  finished (S);
  if (strcmp (symmetry, 'general'))
    A = reshape (x, rows, cols);
    return
  end
  A = zeros (rows);
  A(tril (true (rows), -strcmp (symmetry, 'skew-symmetric'))) = x;
  A = mirrored (A, symmetry);
end

function A = entries (S, rows, cols, symmetry, head)
  [count, S] = dls_read_count (S, 'the number of entries');
  width = 3 - strcmp (head, 'pattern');
  [x, S] = dls_read_take (S, width * count, 'the entries');
  finished (S);
  x = [reshape(x, width, count); ones(3 - width, count)];
  bad = find (~(x(1,:) >= 1 & x(1,:) <= rows & x(2,:) >= 1 & x(2,:) <= cols) ...
              | any (x(1:2,:) ~= floor (x(1:2,:)), 1), 1);
  if (~isempty (bad))
    dls_read_fail (S, sprintf ('entry %d is at (%g,%g); expected a place in %d-by-%d', bad, ...
                               x(1:2,bad), rows, cols));
  end
  A = sparse (x(1,:), x(2,:), x(3,:), rows, cols);
  if (~strcmp (symmetry, 'general') && nnz (triu (A, 1)) > 0)
    dls_read_fail (S, sprintf ('the matrix is %s; expected entries below the diagonal only', ...
                               symmetry));
  end
  A = mirrored (A, symmetry);
end

function A = mirrored (A, symmetry)
  if (strcmp (symmetry, 'symmetric'))
    A = A + tril (A, -1)';
  elseif (strcmp (symmetry, 'skew-symmetric'))
    A = A - tril (A, -1)';
  end
end

function finished (S)
  left = numel (S.numbers) - S.next + 1;
  if (left > 0 || ~isempty (S.rest))
    dls_read_fail (S, sprintf ('the file goes on after the last entry: %d numbers and ''%s''', ...
                               left, regexprep (S.rest, '[^ -~]', '?')));
  end
end

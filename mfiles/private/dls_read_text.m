function varargout = dls_read_text (what, varargin)
% Files of text and HDF5; dls_read_text (WHAT, S ...): market, fclib.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['read_', what], varargin{:});
end

% A Matrix Market file; or, where X.mtx does not exist, the problem in X_M.mtx, X_H.mtx ...
function P = read_market (file, most)
  if (exist (file, 'file') == 2)
    P = dls_file ('problem', struct ('file', file), 'matrix', struct ('A', market (file, false)));
    return
  end
  stem = file(1:end-4);
  there = @(kind, field) dls_file ('exists', dls_file ('market', stem, kind, field));
  kinds = {'global', 'local', 'mlcp', 'lcp'};
  marks = {'H', 'W', 'D', 'A'};
  found = find (cellfun (there, kinds, marks));
  if (isempty (found))
    error ('delassus:file', ['dls_read: there is no file ''%s'', nor a set %s_M.mtx, _H, _f, ', ...
           '_w, _mu, or _W, _q, _mu, or _A, _q, or _A, _B, _C, _D, _aa, _bb'], file, stem);
  elseif (numel (found) > 1 && ~isequal (found, [3 4]))
    dls_file ('fail', struct ('file', file), ['its files are of several problems: ', ...
        '_%s.mtx of kind %s and _%s.mtx of kind %s'], marks{found(1)}, kinds{found(1)}, ...
        marks{found(2)}, kinds{found(2)});
  end
  kind = kinds{found(1)};
  [matrices, vectors] = dls_file ('names', kind);
  names = [matrices, vectors];
  dls_file ('bounded', cellfun (@(name) dls_file ('market', stem, kind, name), names, ...
                                'UniformOutput', false), most);
  g = struct ('d', []);
  for k = 1:numel (names)
    part = dls_file ('market', stem, kind, names{k});
    if (~dls_file ('exists', part))
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
  P = dls_file ('problem', struct ('file', file), kind, g);
end

% %%MatrixMarket matrix FORMAT FIELD SYMMETRY, comments, the size line, the entries. d is what a
% comment "% d = 2|3" says.
function [A, d] = market (file, infinite)
  [S, head, symmetry] = header (file);
  d = str2double (regexp (S.comments, '% d = ([23])', 'tokens', 'once'));
  [size_of, S] = dls_file ('take', S, 2, 'the size');
  if (~all (size_of >= 0 & size_of == floor (size_of) & size_of < 2^31))
    dls_file ('fail', S, 'the matrix is %g-by-%g; expected whole numbers', size_of);
  end
  rows = size_of(1);
  cols = size_of(2);
  if (rows ~= cols && ~strcmp (symmetry, 'general'))
    dls_file ('fail', S, 'the matrix is %d-by-%d and %s', rows, cols, symmetry);
  end
  left = numel (S.numbers) - S.next + 1;
  if (max (rows, cols) > 1e6 + 1e3 * left)       % sparse matrices cost memory for empty columns
    dls_file ('fail', S, 'the matrix is %d-by-%d but only %d numbers follow', rows, cols, left);
  elseif (strcmp (head, 'array'))
    A = array (S, rows, cols, symmetry, infinite);
  else
    A = entries (S, rows, cols, symmetry, head);
  end
end

function [S, head, symmetry] = header (file)
  text = dls_file ('bytes', file);
  S = struct ('file', file, 'numbers', [], 'next', 1, 'rest', '', 'line', 1);
  word = regexp (text, '^%%MatrixMarket[ \t]+matrix[ \t]+(\w+)[ \t]+(\w+)[ \t]+([\w-]+)', ...
                 'tokens', 'once', 'ignorecase');
  if (isempty (word))
    first = strtok (text(1:min (end, 60)), sprintf ('\r\n'));
    dls_file ('fail', S, ['it begins with ''%s''; expected %%%%MatrixMarket matrix, a ', ...
             'format, a field and a symmetry'], dls_printable (first));
  end
  word = lower (word);
  if (~any (strcmp (word{1}, {'coordinate', 'array'})) ...
      || ~any (strcmp (word{2}, {'real', 'double', 'integer', 'pattern'})) ...
      || ~any (strcmp (word{3}, {'general', 'symmetric', 'skew-symmetric'})) ...
      || (strcmp (word{1}, 'array') && strcmp (word{2}, 'pattern')))
    dls_file ('fail', S, ['it holds a matrix of the kind ''%s %s %s''; expected ', ...
        'coordinate or array, real, integer or pattern, general, symmetric or skew-symmetric'], ...
        word{:});
  end
  comments = in_comments (text);
  S.comments = text(comments);
  data = text;
  data(comments) = ' ';
  [S.numbers, ~, ~, at] = sscanf (data, '%f');
  S.rest = strtok (data(at:min (end, at + 80)));
  S.line = 1 + sum (data(1:min (at - 1, end)) == sprintf ('\n'));
  head = word{1};
  if (strcmp (word{2}, 'pattern'))
    head = 'pattern';
  end
  symmetry = word{3};
end

% Characters of lines that begin with %, without their ends
function yes = in_comments (text)
  ends = [find(text == sprintf ('\n')), numel(text) + 1];
  starts = [1, ends(1:end-1) + 1];
  whole = [text, ' '];
  is_one = whole(starts) == '%';
  change = accumarray ([starts(is_one), ends(is_one)]', ...
                       [ones(1, sum (is_one)), -ones(1, sum (is_one))]', [numel(text) + 1, 1]);
  yes = reshape (cumsum (change(1:end-1)) > 0, 1, []);
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
  [x, S] = dls_file ('take', S, args{:});
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
  [count, S] = dls_file ('count', S, 'the number of entries');
  width = 3 - strcmp (head, 'pattern');
  [x, S] = dls_file ('take', S, width * count, 'the entries');
  finished (S);
  x = [reshape(x, width, count); ones(3 - width, count)];
  bad = find (~(x(1,:) >= 1 & x(1,:) <= rows & x(2,:) >= 1 & x(2,:) <= cols) ...
              | any (x(1:2,:) ~= floor (x(1:2,:)), 1), 1);
  if (~isempty (bad))
    dls_file ('fail', S, 'entry %d is at (%g,%g); expected a place in %d-by-%d', bad, ...
                         x(1:2,bad), rows, cols);
  end
  A = sparse (x(1,:), x(2,:), x(3,:), rows, cols);
  if (~strcmp (symmetry, 'general') && nnz (triu (A, 1)) > 0)
    dls_file ('fail', S, 'the matrix is %s; expected entries below the diagonal only', symmetry);
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
    dls_file ('fail', S, 'the file goes on after the last entry: %d numbers and ''%s''', ...
                         left, dls_printable (S.rest));
  end
end

% A friction problem of FCLIB, local or global, from its HDF5 file. S.paths are all datasets that
% are looked for, S.values what they hold, false where there is none.
function P = read_fclib (file)
  S = struct ('file', file, 'paths', {{}}, 'values', {{}});
  local = [below('/fclib_local/', {'spacedim', 'V/n', 'R/n', 'vectors/q', 'vectors/mu'}), ...
           of_matrix('/fclib_local/W'), of_info('/fclib_local')];
  global_paths = [below('/fclib_global/', {'spacedim', 'G/n', 'vectors/f', 'vectors/w', ...
                        'vectors/mu'}), of_matrix('/fclib_global/M'), ...
                  of_matrix('/fclib_global/H'), of_info('/fclib_global')];
  S = fetch (S, [local, global_paths, of_answer('/solution'), of_answer('/guesses/1'), ...
                 {'/guesses/number_of_guesses'}]);
  form = 'local';
  if (islogical (value (S, '/fclib_local/spacedim')))
    form = 'global';
  end
  root = ['/fclib_', form];
  d = whole (S, [root, '/spacedim']);
  if (~(d == 2 || d == 3))
    dls_file ('fail', S, '%s/spacedim is %d; expected 2 or 3', root, d);
  end
  no_bilateral (S, [root, '/V/n']);
  no_bilateral (S, [root, '/R/n']);
  no_bilateral (S, [root, '/G/n']);
  if (strcmp (form, 'local'))
    g = struct ('q', numbers (S, [root, '/vectors/q'], []));
    n = numel (g.q);
    g.W = matrix (S, [root, '/W'], n, n);
    counts = struct ('u', n, 'r', n, 'v', 0);
  else
    f = numbers (S, [root, '/vectors/f'], []);
    w = numbers (S, [root, '/vectors/w'], []);
    n = numel (w);
    H = matrix (S, [root, '/H'], numel (f), n);
    g = struct ('f', -f, 'w', w, 'H', H', 'M', matrix (S, [root, '/M'], numel (f), numel (f)));
    counts = struct ('u', n, 'r', n, 'v', numel (f));
  end
  g.mu = numbers (S, [root, '/vectors/mu'], n / d);
  g.d = d;
  P = dls_file ('problem', S, form, g);
  P = extras (S, P, root, counts);
end

function paths = below (group, names)
  paths = strcat (group, names);
end

function paths = of_matrix (path)
  paths = below ([path, '/'], {'m', 'n', 'nz', 'p', 'i', 'x'});
end

function paths = of_info (root)
  paths = below ([root, '/info/'], {'title', 'description', 'math_info'});
end

function paths = of_answer (path)
  paths = below ([path, '/'], {'u', 'r', 'v'});
end

% Multipliers of equalities have no place in our friction problem.
function no_bilateral (S, path)
  if (any (strcmp (path, S.paths)) && isequal (value (S, path) > 0, true))
    dls_file ('fail', S, ['%s: problems with equality constraints beside the contacts ', ...
                          'are not supported'], path);
  end
end

function P = extras (S, P, root, counts)
  for name = {'title', 'description', 'math_info'}
    text = value (S, [root, '/info/', name{1}]);
    if (ischar (text))
      P.info.(name{1}) = text;
    end
  end
  path = '/guesses/number_of_guesses';
  if (~islogical (value (S, path)))
    count = whole (S, path);
    if (count > 1000)
      dls_file ('fail', S, '%s is %d; expected at most 1000', path, count);
    end
    more = {};
    for k = 2:count
      more = [more, of_answer(sprintf ('/guesses/%d', k))];
    end
    S = fetch (S, more);
    for k = 1:count
      P.guesses(1,k) = answer (S, sprintf ('/guesses/%d', k), counts);
    end
  end
  [a, found] = answer (S, '/solution', counts);
  if (found)
    P.solution = a;
  end
end

function [a, found] = answer (S, path, counts)
  found = false;
  for name = {'u', 'r', 'v'}
    a.(name{1}) = [];
    part = [path, '/', name{1}];
    if (~islogical (value (S, part)))
      a.(name{1}) = numbers (S, part, counts.(name{1}));
      found = true;
    end
  end
end

% nz >= 0: triplets, rows in i and columns in p; -1: by columns; -2: by rows.
function A = matrix (S, path, rows, cols)
  found = [whole(S, [path, '/m']), whole(S, [path, '/n'])];
  if (~isequal (found, [rows, cols]))
    dls_file ('fail', S, '%s is %d-by-%d; expected %d-by-%d, as the vectors', path, found, ...
                         rows, cols);
  end
  nz = numbers (S, [path, '/nz'], 1);
  if (nz >= 0)
    i = indices (S, [path, '/i'], nz, rows);
    j = indices (S, [path, '/p'], nz, cols);
    count = nz;
  elseif (nz == -1)
    [j, count] = pointers (S, path, cols);
    i = indices (S, [path, '/i'], count, rows);
  elseif (nz == -2)
    [i, count] = pointers (S, path, rows);
    j = indices (S, [path, '/i'], count, cols);
  else
    dls_file ('fail', S, ['%s/nz is %g; expected -1 (by columns), -2 (by rows) or a ', ...
                          'number of triplets'], path, nz);
  end
  x = fclib_first (S, [path, '/x'], count);
  A = sparse (i, j, x, rows, cols);
end

function i = indices (S, path, count, size_of)
  i = fclib_first (S, path, count);
  bad = find (~(i >= 0 & i < size_of & i == floor (i)), 1);
  if (~isempty (bad))
    dls_file ('fail', S, '%s: index %d is %g; expected 0 to %d', path, bad, i(bad), size_of - 1);
  end
  i = i + 1;
end

% The index that the starts of rows or columns spell out.
function [j, count] = pointers (S, path, size_of)
  p = numbers (S, [path, '/p'], size_of + 1);
  count = p(end);
  if (p(1) ~= 0 || any (diff (p) < 0) || any (p ~= floor (p)))
    dls_file ('fail', S, '%s/p is not an increasing list of whole numbers from 0', path);
  end
  fclib_first (S, [path, '/i'], count);        % are there so many?
  j = dls_file ('repeated', diff (p));
end

% Arrays may be longer than what is used (nzmax).
function x = fclib_first (S, path, count)
  x = numbers (S, path, []);
  if (~(count == floor (count)) || count > numel (x))
    dls_file ('fail', S, '%s has %d entries; expected %g', path, numel (x), count);
  end
  x = x(1:count);
end

function n = whole (S, path)
  n = numbers (S, path, 1);
  if (~(n >= 0 && n == floor (n)))
    dls_file ('fail', S, '%s is %g; expected a whole number', path, n);
  end
end

function x = numbers (S, path, count)
  x = value (S, path);
  if (islogical (x))
    dls_file ('fail', S, 'there is no dataset %s', path);
  elseif (ischar (x))
    dls_file ('fail', S, '%s is a text; expected numbers', path);
  elseif (~isempty (count) && numel (x) ~= count)
    dls_file ('fail', S, '%s has %d entries; expected %g', path, numel (x), count);
  end
  bad = find (~isfinite (x) & x ~= Inf, 1);
  if (~isempty (bad))
    dls_file ('fail', S, 'entry %d of %s is %g', bad, path, x(bad));
  end
end

function x = value (S, path)
  x = S.values{find (strcmp (path, S.paths), 1)};
end

function S = fetch (S, paths)
  try
    values = dls_fclib_mex ('read', S.file, paths);
  catch err
    if (strcmp (err.identifier, 'delassus:format'))
      dls_file ('fail', S, '%s', dls_raise (err));
    end
    dls_raise (err, 'dls_read');
  end
  S.paths = [S.paths, paths];
  S.values = [S.values, values];
end

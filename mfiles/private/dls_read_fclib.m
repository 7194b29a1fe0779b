function P = dls_read_fclib (file)
% A friction problem of FCLIB, local or global, from its HDF5 file. S.paths are all datasets that
% are looked for, S.values what they hold, false where there is none.
% SPDX-License-Identifier: GPL-3.0-or-later
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
    dls_read_fail (S, sprintf ('%s/spacedim is %d; expected 2 or 3', root, d));
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
  P = dls_read_problem (S, form, g);
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
    dls_read_fail (S, sprintf (['%s: problems with equality constraints beside the contacts ', ...
                                'are not supported'], path));
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
      dls_read_fail (S, sprintf ('%s is %d; expected at most 1000', path, count));
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
    dls_read_fail (S, sprintf ('%s is %d-by-%d; expected %d-by-%d, as the vectors', path, found, ...
                               rows, cols));
  end
  nz = numbers (S, [path, '/nz'], 1);
  if (nz >= 0)
    i = indices (S, [path, '/i'], nz, rows);
    j = indices (S, [path, '/p'], nz, cols);
    count = nz;
  elseif (nz == -1)
    [j, count] = pointers (S, [path, '/p'], cols);
    i = indices (S, [path, '/i'], count, rows);
  elseif (nz == -2)
    [i, count] = pointers (S, [path, '/p'], rows);
    j = indices (S, [path, '/i'], count, cols);
  else
    dls_read_fail (S, sprintf (['%s/nz is %g; expected -1 (by columns), -2 (by rows) or a ', ...
                                'number of triplets'], path, nz));
  end
  x = first (S, [path, '/x'], count);
  A = sparse (i, j, x, rows, cols);
end

function i = indices (S, path, count, size_of)
  i = first (S, path, count);
  bad = find (~(i >= 0 & i < size_of & i == floor (i)), 1);
  if (~isempty (bad))
    dls_read_fail (S, sprintf ('%s: index %d is %g; expected 0 to %d', path, bad, i(bad), ...
                               size_of - 1));
  end
  i = i + 1;
end

% The index that the starts of rows or columns spell out.
function [j, count] = pointers (S, path, size_of)
  p = numbers (S, path, size_of + 1);
  count = p(end);
  if (p(1) ~= 0 || any (diff (p) < 0) || any (p ~= floor (p)) || count >= 2^31)
    dls_read_fail (S, sprintf ('%s is not an increasing list of whole numbers from 0', path));
  end
  j = dls_repeated (diff (p));
end

% Arrays may be longer than what is used (nzmax).
function x = first (S, path, count)
  x = numbers (S, path, []);
  if (~(count == floor (count)) || count > numel (x))
    dls_read_fail (S, sprintf ('%s has %d entries; expected %g', path, numel (x), count));
  end
  x = x(1:count);
end

function n = whole (S, path)
  n = numbers (S, path, 1);
  if (~(n >= 0 && n == floor (n)))
    dls_read_fail (S, sprintf ('%s is %g; expected a whole number', path, n));
  end
end

function x = numbers (S, path, count)
  x = value (S, path);
  if (islogical (x))
    dls_read_fail (S, sprintf ('there is no dataset %s', path));
  elseif (ischar (x))
    dls_read_fail (S, sprintf ('%s is a text; expected numbers', path));
  elseif (~isempty (count) && numel (x) ~= count)
    dls_read_fail (S, sprintf ('%s has %d entries; expected %g', path, numel (x), count));
  end
  bad = find (~isfinite (x) & x ~= Inf, 1);
  if (~isempty (bad))
    dls_read_fail (S, sprintf ('entry %d of %s is %g', bad, path, x(bad)));
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
      dls_read_fail (S, regexprep (err.message, '^(\w+_mex: )?dls_read: ', ''));
    end
    dls_raise (err, 'dls_read');
  end
  S.paths = [S.paths, paths];
  S.values = [S.values, values];
end

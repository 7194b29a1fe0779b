function P = dls_read_siconos (file)
% A complementarity or friction problem from a Siconos text file: all tokens are read at once into
% S.numbers, and a cursor S.next walks over them.
% SPDX-License-Identifier: GPL-3.0-or-later
  text = dls_file ('bytes', file);
  S = tokens (text, file);
  v = [S.numbers; -ones(7, 1)];                % never too short to be looked at
  sparse_next = S.dumps > 0;
  is_lcp = any (v(2) == [0 1 2]) && v(3) == v(1) && v(4) == v(1) ...
           && (v(2) == 2) == sparse_next && ~(v(1) == 1 && v(2) < 2 && v(5) == 0) ...
           && (v(2) < 2 || v(7) == v(1));      % else: two contacts and n = 2 in 2D, sparse
  is_mlcp = all (v(1:2) == 0 | v(1:2) == 1) && any (v(1:2)) && all (v(3:4) >= 0);
  if (is_lcp)
    P = lcp (S);
  elseif (is_mlcp)
    P = mlcp (S);
  elseif (any (v(1) == [2 3 5]) && v(2) >= 0 && any (v(3) == [0 1 2]) && v(4) >= 0 ...
          && v(4) == v(5))
    P = friction (S);
  else
    refuse (S, v);
  end
end

% The dumps of CSparse are the only part with words; written as plain tokens they are
% `kind rows cols entries`, then triplets, or `j first last` and pairs for each column.
function S = tokens (text, file)
  S = struct ('file', file, 'numbers', [], 'next', 1, 'rest', '', 'line', 1, 'dumps', 0);
  S.dumps = numel (strfind (text, 'CSparse Version'));
  if (S.dumps > 0)
    text = regexprep (text, 'CSparse Version[^\n]*', '');
    size_of = '(\d{1,20})-by-(\d{1,20}), *nzmax: *\d+ +nnz: *(\d+)';    % bounded: linear time
    text = regexprep (text, ['triplet: *', size_of], '1 $1 $2 $3');
    text = regexprep (text, [size_of, ', *1-norm: *\S+'], '0 $1 $2 $3');
    text = strrep (text, 'col ', '');
    text = strrep (text, ' : locations ', ' ');
    text = strrep (text, ' to ', ' ');
    text = strrep (text, ' : ', ' ');
  end
  [S.numbers, ~, ~, at] = sscanf (text, '%f');
  S.rest = strtok (text(at:min (end, at + 80)));
  S.line = 1 + sum (text(1:min (at - 1, end)) == sprintf ('\n'));
end

function P = lcp (S)
  [n, S] = dls_file ('count', S, 'the number of unknowns n');
  [A, S] = matrix (S, 'M', n, n);
  q = dls_file ('take', S, n, 'q');
  P = struct ('kind', 'lcp', 'A', A, 'q', q);
end

% The file has w = M v + q in one piece, or A u + C v + a = 0, w = D u + B v + b, or both.
function P = mlcp (S)
  [flags, S] = dls_file ('take', S, 2, 'the two flags of storage');
  [n, S] = dls_file ('count', S, 'the number of equations');
  [m, S] = dls_file ('count', S, 'the number of complementarity conditions');
  if (flags(1))
    P = whole (S, n, m);
  else
    P = pieces (S, n, m);
  end
end

function P = whole (S, n, m)
  ends = zeros (0, 1);
  while (isempty (ends) || ends(end) < n + m)
    [e, S] = dls_file ('count', S, 'an end of a block of rows');
    if (e > n + m || (~isempty (ends) && e <= ends(end)))
      dls_file ('fail', S, ['a block of rows ends at %d; expected an increasing list ', ...
                            'up to %d'], e, n + m);
    end
    ends(end+1) = e;
  end
  if (ends(1) ~= 0)
    ends = [0, ends(:)'];
  end
  [kinds, S] = dls_file ('take', S, numel (ends) - 1, 'the kinds of the blocks of rows');
  complementary = false (n + m, 1);
  for k = 1:numel (kinds)
    complementary(ends(k)+1:ends(k+1)) = kinds(k) ~= 0;
  end
  if (sum (complementary) ~= m)
    dls_file ('fail', S, 'the blocks hold %d complementarity rows; expected %d', ...
                         sum (complementary), m);
  end
  [M, S] = matrix (S, 'M', n + m, n + m);
  q = dls_file ('take', S, n + m, 'q');
  e = ~complementary;
  c = complementary;
  P = struct ('kind', 'mlcp', 'A', M(e,e), 'B', M(e,c), 'C', M(c,e), 'D', M(c,c), ...
              'a', q(e), 'b', q(c));
end

function P = pieces (S, n, m)
  [A, S] = by_rows (S, 'A', n, n);
  [D, S] = by_rows (S, 'B', m, m);             % their B is our D, their C our B, their D our C
  [B, S] = by_rows (S, 'C', n, m);
  [C, S] = by_rows (S, 'D', m, n);
  [a, S] = dls_file ('take', S, n, 'a');
  b = dls_file ('take', S, m, 'b');
  P = struct ('kind', 'mlcp', 'A', A, 'B', B, 'C', C, 'D', D, 'a', a, 'b', b);
end

function [A, S] = by_rows (S, name, rows, cols)
  [x, S] = dls_file ('take', S, rows * cols, name);
  A = sparse (reshape (x, cols, rows)');
end

% Nothing that this version reads: say what it looks like.
function refuse (S, v)
  if (isempty (S.numbers))
    dls_file ('fail', S, 'it begins with ''%s''; expected numbers', S.rest);
  end
  dls_file ('fail', S, ['it begins with %s, which is neither an LCP (n, storage, n, n) ', ...
      'nor an MLCP (two flags 0 or 1, n, m) nor a friction problem (2 or 3, contacts, ', ...
      'storage, n, n)'], strtrim (sprintf ('%g ', v(1:min (4, end-7)))));
end

% A friction problem from a Siconos text file; S as made by dls_read_siconos.
% Local: d nc W q mu. Global: d nc M H q b mu with M*v = H*r + q, u = H'*v + b: our f is -q,
% our H their H', our w their b. Of d = 5 (N, T1, T2 and two moments) mu_r follows mu.
function P = friction (S)
  [d, S] = dls_file ('count', S, 'the dimension d');
  [nc, S] = dls_file ('count', S, 'the number of contacts');
  n = S.numbers(S.next+1);
  name = 'W';
  if (n ~= d * nc)
    name = 'M';
  end
  storage = S.numbers(S.next);
  [A, S] = matrix (S, name, n, n);
  if (n ~= d * nc || is_header (S, storage, n, d * nc))
    [H, S] = matrix (S, 'H', n, d * nc);
    [q, S] = dls_file ('take', S, n, 'q');
    [b, S] = dls_file ('take', S, d * nc, 'b');
    g = struct ('M', A, 'H', H', 'f', -q, 'w', b);
    form = 'global';
  else
    [q, S] = dls_file ('take', S, d * nc, 'q');
    g = struct ('W', A, 'q', q);
    form = 'local';
  end
  [g.mu, S] = dls_file ('take', S, nc, 'mu', true);
  g.d = d;
  if (d == 5)
    g.d = 3;
    g.rolling = dls_file ('take', S, nc, 'mu_r', true);
  end
  P = dls_file ('problem', S, form, g);
end

% n = d*nc fits both forms: does H begin here, or q? A header of H and what follows it is longer
% than q and mu; fewer numbers than that are a file which was cut off.
function yes = is_header (S, storage, rows, cols)
  left = S.numbers(S.next:end);
  yes = numel (left) >= 3 && isequal (left(1:3), [storage; rows; cols]) ...
        && numel (left) ~= cols + cols / S.numbers(1) * (1 + (S.numbers(1) == 5));
end

% A matrix of a Siconos text file: dense by columns, blocks by rows, or a dump of CSparse.
function [A, S] = matrix (S, name, rows, cols)
  [storage, S] = dls_file ('count', S, ['the storage of ', name]);
  S = expect_size (S, name, rows, cols);
  switch (storage)
    case 0
      S = expect_size (S, name, rows, cols);
      [x, S] = dls_file ('take', S, rows * cols, name);
      A = sparse (reshape (x, rows, cols));
    case 1
      [A, S] = blocks (S, name, rows, cols);
    case 2
      [A, S] = csparse (S, name, rows, cols);
    otherwise
      dls_file ('fail', S, ['the storage of %s is %d; expected 0 (dense), 1 (blocks) ', ...
                            'or 2 (CSparse)'], name, storage);
  end
end

function S = expect_size (S, name, rows, cols)
  [found, S] = dls_file ('take', S, 2, ['the size of ', name]);
  if (~isequal (found, [rows; cols]))
    dls_file ('fail', S, '%s is %g-by-%g; expected %d-by-%d', name, found, rows, cols);
  elseif (max (rows, cols) > numel (S.numbers) - S.next + 1)      % a vector of that size follows
    dls_file ('fail', S, 'the file ends: %s is %d-by-%d, but only %d numbers follow', ...
                         name, rows, cols, numel (S.numbers) - S.next + 1);
  end
end

% Cumulated sizes of the block rows and columns, row pointers (those of empty last rows may be
% missing), block columns; then each block with its number, by columns.
function [A, S] = blocks (S, name, rows, cols)
  A = sparse (rows, cols);
  [count, S] = dls_file ('count', S, ['the number of blocks of ', name]);
  if (count == 0)
    return
  end
  [nr, S] = dls_file ('count', S, ['the number of block rows of ', name]);
  [nc, S] = dls_file ('count', S, ['the number of block columns of ', name]);
  [row_end, S] = sizes (S, ['the block rows of ', name], nr, rows);
  [col_end, S] = sizes (S, ['the block columns of ', name], nc, cols);
  [filled, S] = dls_file ('count', S, 'filled1');
  [indices, S] = dls_file ('count', S, 'filled2');
  [start, S] = dls_file ('take', S, filled, ['the pointers of block rows of ', name]);
  [column, S] = dls_file ('take', S, indices, ['the block columns of ', name]);
  good = filled >= 2 && filled <= nr + 1 && indices == count && start(1) == 0 ...
         && start(end) == count && all (diff (start) >= 0) ...
         && all (column >= 0 & column < nc & column == floor (column)) ...
         && all (start == floor (start));
  if (~good)
    dls_file ('fail', S, 'the block index of %s contradicts itself', name);
  end
  block_row = zeros (count, 1);
  for r = 1:filled-1
    block_row(start(r)+1:start(r+1)) = r;
  end
  [A, S] = fill (S, name, row_end, col_end, block_row, column + 1);
end

% All blocks at once: their places in the list of numbers follow from their sizes.
function [A, S] = fill (S, name, row_end, col_end, block_row, block_col)
  height = row_end(block_row+1) - row_end(block_row);
  width = col_end(block_col+1) - col_end(block_col);
  size_of = height .* width;
  count = numel (size_of);
  [x, S] = dls_file ('take', S, sum (size_of) + count, ['the blocks of ', name]);
  at = cumsum ([1; size_of(1:end-1) + 1]);      % each block begins with its number
  if (~isequal (x(at), (0:count-1)'))
    dls_file ('fail', S, 'the blocks of %s are not numbered from 0 to %d', name, count - 1);
  end
  x(at) = [];
  block = zeros (sum (size_of), 1);             % of each number
  first = cumsum ([1; size_of]);
  block(first(1:end-1)) = 1;
  block = cumsum (block);
  k = (1:numel (x))' - first(block);
  i = row_end(block_row(block)) + mod (k, height(block)) + 1;
  j = col_end(block_col(block)) + floor (k ./ height(block)) + 1;
  A = sparse (i, j, x, row_end(end), col_end(end));
end

function [ends, S] = sizes (S, what, count, total)
  [ends, S] = dls_file ('take', S, count, what);
  ends = [0; ends];
  if (ends(end) ~= total || any (diff (ends) < 1) || any (ends ~= floor (ends)))
    dls_file ('fail', S, '%s end at %g; expected increasing ends up to %d', what, ends(end), total);
  end
end

% `origin kind rows cols entries`, then lines `i j value` (kind 1) or, column by column,
% `j first last` and lines `i value`; origin 4 is one triangle of a symmetric matrix.
function [A, S] = csparse (S, name, rows, cols)
  [origin, S] = dls_file ('count', S, ['the origin of ', name]);
  [kind, S] = dls_file ('count', S, ['the dump of ', name]);
  if (~any (origin == [1 2 4]) || kind > 1)
    dls_file ('fail', S, 'the sparse matrix %s has origin %d; expected 1, 2 or 4', name, origin);
  end
  S = expect_size (S, name, rows, cols);
  [entries, S] = dls_file ('count', S, ['the number of entries of ', name]);
  if (kind == 1)
    [x, S] = dls_file ('take', S, 3 * entries, ['the triplets of ', name]);
    x = reshape (x, 3, entries);
    i = x(1,:) + 1;
    j = x(2,:) + 1;
    x = x(3,:);
  else
    [i, j, x, S] = by_columns (S, name, cols, entries);
  end
  if (any (i < 1 | i > rows | i ~= floor (i)) || any (j < 1 | j > cols | j ~= floor (j)))
    dls_file ('fail', S, 'an index of %s is outside of %d-by-%d', name, rows, cols);
  end
  A = sparse (i, j, x, rows, cols);
  if (origin == 4)
    A = A + A' - spdiags (diag (A), 0, rows, cols);
  end
end

function [i, j, x, S] = by_columns (S, name, cols, entries)
  [all_numbers, S] = dls_file ('take', S, 3 * cols + 2 * entries, ['the columns of ', name]);
  header = zeros (cols, 1);
  at = 1;
  for c = 1:cols
    header(c) = at;
    count = all_numbers(at+2) - all_numbers(at+1) + 1;
    if (all_numbers(at) ~= c - 1 || ~(count >= 0) || at + 2 + 2 * count > numel (all_numbers))
      dls_file ('fail', S, 'the columns of %s contradict their headers', name);
    end
    at = at + 3 + 2 * count;
    if (c < cols && at + 2 > numel (all_numbers))
      dls_file ('fail', S, 'the columns of %s contradict their headers', name);
    end
  end
  count = all_numbers(header+2) - all_numbers(header+1) + 1;
  if (sum (count) ~= entries)
    dls_file ('fail', S, 'the columns of %s hold %d entries; expected %d', name, ...
                         sum (count), entries);
  end
  j = zeros (entries, 1);
  start = cumsum ([1; count]);
  for c = 1:cols
    j(start(c):start(c+1)-1) = c;
  end
  all_numbers([header; header+1; header+2]) = [];
  pairs = reshape (all_numbers, 2, entries);
  i = pairs(1,:)' + 1;
  x = pairs(2,:)';
end

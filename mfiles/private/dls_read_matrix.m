function [A, S] = dls_read_matrix (S, name, rows, cols)
% A matrix of a Siconos text file: dense by columns, blocks by rows, or a dump of CSparse.
% SPDX-License-Identifier: GPL-3.0-or-later
  [storage, S] = dls_read_count (S, ['the storage of ', name]);
  S = expect_size (S, name, rows, cols);
  switch (storage)
    case 0
      S = expect_size (S, name, rows, cols);
      [x, S] = dls_read_take (S, rows * cols, name);
      A = sparse (reshape (x, rows, cols));
    case 1
      [A, S] = blocks (S, name, rows, cols);
    case 2
      [A, S] = csparse (S, name, rows, cols);
    otherwise
      dls_read_fail (S, sprintf (['the storage of %s is %d; expected 0 (dense), 1 (blocks) ', ...
                                  'or 2 (CSparse)'], name, storage));
  end
end

function S = expect_size (S, name, rows, cols)
  [found, S] = dls_read_take (S, 2, ['the size of ', name]);
  if (~isequal (found, [rows; cols]))
    dls_read_fail (S, sprintf ('%s is %g-by-%g; expected %d-by-%d', name, found, rows, cols));
  elseif (max (rows, cols) > numel (S.numbers) - S.next + 1)      % a vector of that size follows
    dls_read_fail (S, sprintf ('the file ends: %s is %d-by-%d, but only %d numbers follow', ...
                               name, rows, cols, numel (S.numbers) - S.next + 1));
  end
end

% Cumulated sizes of the block rows and columns, row pointers (those of empty last rows may be
% missing), block columns; then each block with its number, by columns.
function [A, S] = blocks (S, name, rows, cols)
  A = sparse (rows, cols);
  [count, S] = dls_read_count (S, ['the number of blocks of ', name]);
  if (count == 0)
    return
  end
  [nr, S] = dls_read_count (S, ['the number of block rows of ', name]);
  [nc, S] = dls_read_count (S, ['the number of block columns of ', name]);
  [row_end, S] = sizes (S, ['the block rows of ', name], nr, rows);
  [col_end, S] = sizes (S, ['the block columns of ', name], nc, cols);
  [filled, S] = dls_read_count (S, 'filled1');
  [indices, S] = dls_read_count (S, 'filled2');
  [start, S] = dls_read_take (S, filled, ['the pointers of block rows of ', name]);
  [column, S] = dls_read_take (S, indices, ['the block columns of ', name]);
  good = filled >= 2 && filled <= nr + 1 && indices == count && start(1) == 0 ...
         && start(end) == count && all (diff (start) >= 0) ...
         && all (column >= 0 & column < nc & column == floor (column)) ...
         && all (start == floor (start));
  if (~good)
    dls_read_fail (S, sprintf ('the block index of %s contradicts itself', name));
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
  [x, S] = dls_read_take (S, sum (size_of) + count, ['the blocks of ', name]);
  at = cumsum ([1; size_of(1:end-1) + 1]);      % each block begins with its number
  if (~isequal (x(at), (0:count-1)'))
    dls_read_fail (S, sprintf ('the blocks of %s are not numbered from 0 to %d', name, ...
                               count - 1));
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
  [ends, S] = dls_read_take (S, count, what);
  ends = [0; ends];
  if (ends(end) ~= total || any (diff (ends) < 1) || any (ends ~= floor (ends)))
    dls_read_fail (S, sprintf ('%s end at %g; expected increasing ends up to %d', what, ...
                               ends(end), total));
  end
end

% `origin kind rows cols entries`, then lines `i j value` (kind 1) or, column by column,
% `j first last` and lines `i value`; origin 4 is one triangle of a symmetric matrix.
function [A, S] = csparse (S, name, rows, cols)
  [origin, S] = dls_read_count (S, ['the origin of ', name]);
  [kind, S] = dls_read_count (S, ['the dump of ', name]);
  if (~any (origin == [1 2 4]) || kind > 1)
    dls_read_fail (S, sprintf ('the sparse matrix %s has origin %d; expected 1, 2 or 4', name, ...
                               origin));
  end
  S = expect_size (S, name, rows, cols);
  [entries, S] = dls_read_count (S, ['the number of entries of ', name]);
  if (kind == 1)
    [x, S] = dls_read_take (S, 3 * entries, ['the triplets of ', name]);
    x = reshape (x, 3, entries);
    i = x(1,:) + 1;
    j = x(2,:) + 1;
    x = x(3,:);
  else
    [i, j, x, S] = by_columns (S, name, cols, entries);
  end
  if (any (i < 1 | i > rows | i ~= floor (i)) || any (j < 1 | j > cols | j ~= floor (j)))
    dls_read_fail (S, sprintf ('an index of %s is outside of %d-by-%d', name, rows, cols));
  end
  A = sparse (i, j, x, rows, cols);
  if (origin == 4)
    A = A + A' - spdiags (diag (A), 0, rows, cols);
  end
end

function [i, j, x, S] = by_columns (S, name, cols, entries)
  [all_numbers, S] = dls_read_take (S, 3 * cols + 2 * entries, ['the columns of ', name]);
  header = zeros (cols, 1);
  at = 1;
  for c = 1:cols
    header(c) = at;
    count = all_numbers(at+2) - all_numbers(at+1) + 1;
    if (all_numbers(at) ~= c - 1 || ~(count >= 0) || at + 2 + 2 * count > numel (all_numbers))
      dls_read_fail (S, sprintf ('the columns of %s contradict their headers', name));
    end
    at = at + 3 + 2 * count;
    if (c < cols && at + 2 > numel (all_numbers))
      dls_read_fail (S, sprintf ('the columns of %s contradict their headers', name));
    end
  end
  count = all_numbers(header+2) - all_numbers(header+1) + 1;
  if (sum (count) ~= entries)
    dls_read_fail (S, sprintf ('the columns of %s hold %d entries; expected %d', name, ...
                               sum (count), entries));
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

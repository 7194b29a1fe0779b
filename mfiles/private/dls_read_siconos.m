function P = dls_read_siconos (file)
% A complementarity or friction problem from a Siconos text file: all tokens are read at once into
% S.numbers, and a cursor S.next walks over them.
% SPDX-License-Identifier: GPL-3.0-or-later
  text = dls_read_bytes (file);
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
    P = dls_read_friction (S);
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
    size_of = '(\d+)-by-(\d+), *nzmax: *\d+ +nnz: *(\d+)';
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
  [n, S] = dls_read_count (S, 'the number of unknowns n');
  [A, S] = dls_read_matrix (S, 'M', n, n);
  q = dls_read_take (S, n, 'q');
  P = struct ('kind', 'lcp', 'A', A, 'q', q);
end

% The file has w = M v + q in one piece, or A u + C v + a = 0, w = D u + B v + b, or both.
function P = mlcp (S)
  [flags, S] = dls_read_take (S, 2, 'the two flags of storage');
  [n, S] = dls_read_count (S, 'the number of equations');
  [m, S] = dls_read_count (S, 'the number of complementarity conditions');
  if (flags(1))
    P = whole (S, n, m);
  else
    P = pieces (S, n, m);
  end
end

function P = whole (S, n, m)
  ends = zeros (0, 1);
  while (isempty (ends) || ends(end) < n + m)
    [e, S] = dls_read_count (S, 'an end of a block of rows');
    if (e > n + m || (~isempty (ends) && e <= ends(end)))
      dls_read_fail (S, sprintf (['a block of rows ends at %d; expected an increasing list ', ...
                                  'up to %d'], e, n + m));
    end
    ends(end+1) = e;
  end
  if (ends(1) ~= 0)
    ends = [0, ends(:)'];
  end
  [kinds, S] = dls_read_take (S, numel (ends) - 1, 'the kinds of the blocks of rows');
  complementary = false (n + m, 1);
  for k = 1:numel (kinds)
    complementary(ends(k)+1:ends(k+1)) = kinds(k) ~= 0;
  end
  if (sum (complementary) ~= m)
    dls_read_fail (S, sprintf ('the blocks hold %d complementarity rows; expected %d', ...
                               sum (complementary), m));
  end
  [M, S] = dls_read_matrix (S, 'M', n + m, n + m);
  q = dls_read_take (S, n + m, 'q');
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
  [a, S] = dls_read_take (S, n, 'a');
  b = dls_read_take (S, m, 'b');
  P = struct ('kind', 'mlcp', 'A', A, 'B', B, 'C', C, 'D', D, 'a', a, 'b', b);
end

function [A, S] = by_rows (S, name, rows, cols)
  [x, S] = dls_read_take (S, rows * cols, name);
  A = sparse (reshape (x, cols, rows)');
end

% Nothing that this version reads: say what it looks like.
function refuse (S, v)
  if (isempty (S.numbers))
    dls_read_fail (S, sprintf ('it begins with ''%s''; expected numbers', S.rest));
  end
  dls_read_fail (S, sprintf (['it begins with %s, which is neither an LCP (n, storage, n, n) ', ...
    'nor an MLCP (two flags 0 or 1, n, m) nor a friction problem (2 or 3, contacts, storage, ', ...
    'n, n)'], strtrim (sprintf ('%g ', v(1:min (4, end-7))))));
end

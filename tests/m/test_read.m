function [pass, skipped] = test_read ()
% TEST_READ  Files of every storage written here and read back; the two storages of the MLCPs.
%   [pass, skipped] = test_read ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
[agree, skipped] = both_storages ();
pass = [storages(), interleaved(), damaged(), agree];
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_read: %s\n', name); end
end

function [P, err] = read_text (text)
% The problem, or the error, that a file with this text gives.
P = [];
err = struct ('identifier', '', 'message', '');
file = [tempname(), '.dat'];
fid = fopen (file, 'w');
fputs (fid, text);
fclose (fid);
try
  P = dls_read (file);
catch err
end
delete (file);
end

function text = numbers (x)
text = sprintf ('%.17g ', full (x));
end

function text = dense (A)
text = sprintf ('0\n%d %d\n%d\t%d\n%s\n', size (A), size (A), numbers (A));
end

function text = blocks (A, ends)
% Only the blocks that are not zero; last rows without any are left out of the pointers.
n = numel (ends);
first = [1, ends(1:end-1) + 1];
body = '';
start = 0;
cols = [];
for r = 1:n
  for c = 1:n
    X = A(first(r):ends(r), first(c):ends(c));
    if nnz (X) > 0
      body = [body, sprintf('%d\n', numel (cols)), numbers(X)];
      cols(end+1) = c - 1;
    end
  end
  start(end+1) = numel (cols);
end
while numel (start) > 2 && start(end) == start(end-1), start(end) = []; end
text = sprintf ('1\n%d %d\n%d\n%d %d\n%s\n%s\n%d %d\n%s\n%s\n%s\n', size (A), numel (cols), ...
                n, n, numbers (ends), numbers (ends), numel (start), numel (cols), ...
                numbers (start), numbers (cols), body);
end

function text = dump (A, origin)
% As CSparse prints it: triplets (1, 4), or columns (2).
[i, j, x] = find (A);
head = sprintf ('2\n%d\n%d\n%d\nCSparse Version 3.1.9, May 4, 2016.  (c) T. Davis, 2006\n', ...
                size (A), origin);
if origin ~= 2
  if origin == 4, keep = i <= j; else, keep = true (size (i)); end
  text = [head, sprintf('triplet: %d-by-%d, nzmax: %d nnz: %d\n', size (A), nnz (A), ...
          sum (keep)), sprintf('    %d %d : %.17g\n', [i(keep)-1, j(keep)-1, x(keep)]')];
  return
end
text = [head, sprintf('%d-by-%d, nzmax: %d nnz: %d, 1-norm: %g\n', size (A), nnz (A), nnz (A), ...
        norm (A, 1))];
at = 0;
for c = 1:columns (A)
  here = find (j == c);
  text = [text, sprintf('    col %d : locations %d to %d\n', c - 1, at, at + numel (here) - 1), ...
          sprintf('      %d : %.17g\n', [i(here)-1, x(here)]')];
  at = at + numel (here);
end
end

function pass = storages ()
pass = [];
for n = [1 2 7]
  A = 2 * lcg_rand (n, n, n) - 1;
  A(lcg_rand (n + 50, n, n) < 0.4) = 0;
  A(1, 1) = 3;
  A(:, ceil (n / 2) + 1:n - 1) = 0;          % empty columns
  q = lcg_rand (n + 100, n, 1);
  S = sparse (A + A');
  A = sparse (A);
  ends = unique ([ceil(n / 3), ceil(n / 2), n]);
  tail = [numbers(q), sprintf('\n\nRemark 1: z_1 + z_2 = 1 : 3')];
  texts = {dense(A), A; blocks(A, ends), A; blocks(A, 1:n), A; dump(A, 1), A; dump(A, 2), A; ...
           dump(S, 4), S};
  for k = 1:size (texts, 1)
    [P, err] = read_text (sprintf ('%d\n%s%s', n, texts{k, 1}, tail));
    pass = [pass, holds(sprintf ('storage %d, n = %d: %s', k, n, err.message), ...
                        ~isempty (P) && strcmp (P.kind, 'lcp') && issparse (P.A) ...
                        && isequal (P.A, texts{k, 2}) && isequal (P.q, q))];
  end
end
end

function pass = interleaved ()
% Blocks of equations and of complementarity rows by turns.
M = magic (5);
q = (1:5)';
[P, err] = read_text (['1 0  3 2  0 1 2 4 5  0 1 0 1 ', dense(M), numbers(q)]);
e = [1 3 4];
c = [2 5];
pass = holds (['interleaved ' err.message], ~isempty (P) && strcmp (P.kind, 'mlcp') ...
  && isequal (full ([P.A, P.B; P.C, P.D]), M([e c], [e c])) && isequal ([P.a; P.b], q([e c])));
end

function pass = damaged ()
% Every beginning of a good file is refused in words, never with a crash.
A = sparse ([2 1 0; 0 3 0; 1 0 4]);
pass = [];
texts = {['3 ', dense(A), '1 2 3'], ['3 ', blocks(A, [1 3]), '1 2 3'], ...
         ['3 ', dump(A, 1), '1 2 3'], ['3 ', dump(A, 2), '1 2 3'], ...
         ['1 1 1 2 0 1 3 0 1 ', dense(A), '1 2 3 ']};
for k = 1:numel (texts)
  ok = true;
  last = numel (texts{k}) - 6;
  for cut = [0:5:last, last]
    [P, err] = read_text (texts{k}(1:cut));
    good = isempty (P) && strcmp (err.identifier, 'delassus:format') ...
           && strncmp (err.message, 'dls_read: ', 10);
    if ~good, fprintf ('cut at %d: %s\n', cut, err.message); end
    ok = ok && good;
  end
  for word = {'x', '-7', '2.5', '1e9', 'NaN'}
    at = find (diff (isspace (texts{k})) == -1);
    for t = at(1:min (end, 25))
      rest = regexprep (texts{k}(t+1:end), '^\S+', word{1});
      [P, err] = read_text ([texts{k}(1:t), rest]);
      good = ~isempty (P) || strcmp (err.identifier, 'delassus:format');
      if ~good, fprintf ('%s at %d: %s\n', word{1}, t, err.message); end
      ok = ok && good;
    end
  end
  pass = [pass, holds(sprintf ('damaged file %d', k), ok)];
end
end

function [pass, skipped] = both_storages ()
% In the shared files w = M v + q comes first, then A, B, C, D, a, b row by row.
pass = [];
files = glob (fullfile ('..', 'shared', 'data', 'siconos', 'mlcp', '*.dat'));
skipped = double (isempty (files));
for k = 1:numel (files)
  P = dls_read (files{k});
  n = rows (P.A);
  m = rows (P.D);
  v = sscanf (fileread (files{k}), '%f');
  v = v(4 + 3 + 2 + 5 + (n + m)^2 + (n + m) + 1:end);
  A = reshape (v(1:n*n), n, n)';
  B = reshape (v(n*n + (1:m*m)), m, m)';
  C = reshape (v(n*n + m*m + (1:n*m)), m, n)';
  D = reshape (v(n*n + m*m + n*m + (1:n*m)), n, m)';
  q = v(n*n + m*m + 2*n*m + (1:n+m));
  % M came from the same numbers: equal up to the digits written
  e = norm (full ([P.A, P.B; P.C, P.D]) - [A, C; D, B], 'fro') + norm ([P.a; P.b] - q);
  pass = [pass, holds(sprintf ('%s: storages differ by %g', P.name, e), ...
                      e <= 1e-12 * (1 + norm ([A, C; D, B], 'fro')))];
end
end

function dls_write_siconos (P, kind, file, storage)
% A Siconos text file. Digits are enough to give the same doubles back.
% SPDX-License-Identifier: GPL-3.0-or-later
  switch (kind)
    case 'global'
      sparse_ok = wants_sparse (storage, {P.M, P.H});
      pieces = {sprintf('%d\n%d\n', P.d, P.nc), matrix(P.M, sparse_ok), ...
                matrix(P.H', sparse_ok), vector(-P.f), vector(P.w), vector(P.mu)};
    case 'local'
      pieces = {sprintf('%d\n%d\n', P.d, P.nc), ...
                matrix(P.W, wants_sparse (storage, {P.W})), vector(P.q), vector(P.mu)};
    case 'lcp'
      pieces = {sprintf('%d\n', size (P.A, 1)), ...
                matrix(P.A, wants_sparse (storage, {P.A})), vector(P.q)};
    case 'mlcp'
      n = size (P.A, 1);
      m = size (P.D, 1);
      M = [P.A, P.B; P.C, P.D];
      ends = unique ([0, n, n + m]);
      kinds = [zeros(1, n > 0), ones(1, m > 0)];
      pieces = {sprintf('1 0\n%d %d\n', n, m), [sprintf('%d ', ends), sprintf('\n')], ...
                [sprintf('%d ', kinds), sprintf('\n')], ...
                matrix(M, wants_sparse (storage, {M})), vector([P.a; P.b])};
  end
  dls_write_text (file, pieces);
end

function yes = wants_sparse (storage, matrices)
  yes = strcmp (storage, 'sparse');
  if (strcmp (storage, 'auto'))
    room = 0;
    entries = 0;
    for k = 1:numel (matrices)
      room = room + prod (size (matrices{k}));
      entries = entries + nnz (matrices{k});
    end
    yes = room > 1e4 && entries < room / 4;
  end
end

% Dense: by columns. Sparse: the triplets that CSparse prints.
function text = matrix (A, is_sparse)
  [rows, cols] = size (A);
  if (is_sparse)
    [i, j, x] = find (A);
    text = [sprintf('2\n%d\n%d\n1\n', rows, cols), ...
            sprintf('CSparse Version 3.1.9, May 4, 2016.  written by Delassus\n'), ...
            sprintf('triplet: %d-by-%d, nzmax: %d nnz: %d\n', rows, cols, ...
                    max (numel (x), 1), numel (x)), ...
            sprintf('    %d %d : %.17g\n', [i(:) - 1, j(:) - 1, x(:)]')];
  else
    line = [repmat('%.17g ', 1, max (rows, 1)), '\n'];
    text = [sprintf('0\n%d\n%d\n%d\t%d\n', rows, cols, rows, cols), ...
            sprintf(line, full (A)), sprintf('\n')];
  end
end

function text = vector (x)
  text = [sprintf('%.17g\n', x), sprintf('\n')];
end

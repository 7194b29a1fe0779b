function dls_write (P, file, varargin)
%DLS_WRITE  Write a problem to a file, in a format that other programs read.
%   DLS_WRITE (P, FILE) writes a problem of DLS_PROBLEM or DLS_READ (P.kind 'friction', 'lcp',
%   'mlcp', 'matrix'), or a plain matrix, in the format that the extension of FILE names:
%     .dat         text for Siconos: friction of both forms, LCP, MLCP. In its convention:
%                  q = -f, H transposed, b = w
%     .hdf5, .h5   FCLIB, friction of both forms, with P.info, P.guesses, P.solution (see
%                  DLS_READ) when P has these fields
%     .mtx         Matrix Market. A matrix goes to FILE; of a problem, X.mtx stands for the set
%                  X_M.mtx, X_H.mtx, X_f.mtx, X_w.mtx, X_mu.mtx        global form
%                  X_W.mtx, X_q.mtx, X_mu.mtx                          local form
%                  X_A.mtx, X_q.mtx                                    LCP
%                  X_A.mtx, X_B.mtx, X_C.mtx, X_D.mtx, X_aa.mtx, X_bb.mtx   MLCP (a and b)
%     .kkt         data for dls_mpi (help: "dls_mpi --help"): P.kind 'kkt', P.M, P.G, P.F, P.b as
%                  in DLS_KKT, binary
%     .mat         the struct P, for MATLAB and Octave: also of P.kind 'law' (rolling, ellipse, ...)
%   DLS_READ gives the same numbers back, to the last bit. A file that exists is replaced when the
%   new one is complete.
%   DLS_WRITE (P, FILE, 'Storage', 'dense' | 'sparse' | 'auto') chooses how .dat files hold
%   matrices; sparse means triplets. 'auto' (default) is dense up to 10 000 entries and when a
%   quarter of them is not zero.
%   A problem that is not consistent raises the errors of DLS_PROBLEM; a file that cannot be
%   written raises delassus:file.
%
%   Example:
%     P = dls_problem ('W', eye (2), 'q', [-1; 1/3], 'mu', 0.5, 'd', 2);
%     file = [tempname(), '.dat'];
%     dls_write (P, file);
%     Q = dls_read (file);
%     delete (file);
%     isequal (Q.W, P.W) && isequal (Q.q, P.q)
%     % ans = 1
%
%   See also DLS_READ, DLS_PROBLEM.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 2)
    error ('delassus:dimension', 'dls_write: %d given; expected a problem and a file', ...
           nargin);
  elseif (~(ischar (file) && size (file, 1) == 1))
    error ('delassus:type', 'dls_write: the file is %s; expected its name as a text', ...
           dls_describe (file));
  end
  extra = dls_table_options ('dls_write', varargin);
  [P, kind] = checked (P);
  [~, ~, extension] = fileparts (file);
  extension = lower (extension);
  accepted = strcmp (extension, {'.dat', '.hdf5', '.h5', '.mtx', '.mat', '.kkt'});
  if (~any (accepted))
    error ('delassus:format', ...
           'dls_write: the extension is ''%s''; expected .dat, .hdf5, .h5, .mtx, .mat or .kkt', ...
           extension);
  elseif (any (accepted(2:3)) && ~any (strcmp (kind, {'global', 'local'})) ...
          || (~accepted(5) && strcmp (kind, 'law')) || (accepted(1) && strcmp (kind, 'matrix')) ...
          || (accepted(6) ~= strcmp (kind, 'kkt') && ~accepted(5)))
    error ('delassus:format', 'dls_write: %s files do not hold a problem of kind ''%s''', ...
           extension, kind);
  end
  files = {file};
  switch (extension)
    case '.dat'
      write = @(part) dls_write_siconos (P, kind, part{1}, extra.Storage);
    case '.mtx'
      files = market_files (file, kind);
      write = @(parts) dls_write_market (P, kind, parts);
    case '.kkt'
      write = @(part) dls_output ('kkt', 'dls_write', P, part{1});
    case '.mat'
      write = @(part) dls_output ('mat', 'dls_write', P, part{1});
    otherwise
      write = @(part) dls_write_fclib (P, kind, part{1});
  end
  dls_output ('whole', 'dls_write', files, write);
end

function files = market_files (file, kind)
  files = {file};
  if (~strcmp (kind, 'matrix'))
    [matrices, vectors] = dls_file ('names', kind);
    name = @(field) dls_file ('market', file(1:end-4), kind, field);
    files = cellfun (name, [matrices, vectors], 'UniformOutput', false);
  end
end

% P with checked data, and its kind in the sense of dls_file ('names').
function [P, kind] = checked (P)
  if (isnumeric (P))
    P = struct ('kind', 'matrix', 'A', P);
  elseif (~(isstruct (P) && isscalar (P) && isfield (P, 'kind') && ischar (P.kind)))
    error ('delassus:type', 'dls_write: P is %s; expected a problem of dls_problem or dls_read', ...
           dls_describe (P));
  end
  kind = P.kind;
  if (strcmp (kind, 'kkt'))
    P = kkt_data (P);
    return
  end
  if (any (strcmp (kind, {'friction', 'law'})))
    Q = dls_in_name_of ('dls_write', @dls_problem, P);
    if (strcmp (kind, 'law'))
      return
    end
    kind = Q.form;
  elseif (~any (strcmp (kind, {'lcp', 'mlcp', 'matrix'})))
    error ('delassus:option', ...
           'dls_write: P.kind is ''%s''; expected friction, lcp, mlcp, matrix or kkt', ...
           kind);
  end
  [matrices, vectors] = dls_file ('names', kind);
  absent = find (~isfield (P, [matrices, vectors]), 1);
  if (~strcmp (P.kind, 'friction'))
    if (~isempty (absent))
      names = [matrices, vectors];
      error ('delassus:dimension', 'dls_write: P.%s is missing; expected %s', names{absent}, ...
             strjoin (names, ', '));
    end
    Q = dls_file ('data', 'dls_write', kind, P);
  end
  for name = fieldnames (Q)'
    P.(name{1}) = Q.(name{1});
  end
end

function P = kkt_data (P)
  names = {'M', 'G', 'F', 'b'};
  absent = find (~isfield (P, names), 1);
  if (~isempty (absent))
    error ('delassus:dimension', 'dls_write: P.%s is missing; expected M, G, F, b', ...
           names{absent});
  end
  P.M = dls_sparse_input (P.M, 'dls_write', 'M');
  P.G = dls_sparse_input (P.G, 'dls_write', 'G', size (P.M, 1));
  P.F = dls_vector_input (P.F, size (P.M, 1), 'dls_write', 'F', 'coordinate');
  P.b = dls_vector_input (P.b, size (P.G, 2), 'dls_write', 'b', 'constraint');
  if (size (P.M, 1) ~= size (P.M, 2) || size (P.F, 2) ~= size (P.b, 2))
    dls_raise ('delassus:dimension', ['dls_write: M is %d-by-%d, F has %d columns and b %d; ', ...
               'expected a square M, and as many columns'], size (P.M), size (P.F, 2), ...
               size (P.b, 2));
  end
end

% A matrix, or the set of Matrix Market files of a problem (see dls_file ('market')): the matrices,
% then the vectors of dls_file ('names').
function dls_write_market (P, kind, files)
  [matrices, vectors] = dls_file ('names', kind);
  for k = 1:numel (matrices)
    dls_output ('bytes', 'dls_write', files{k}, {coordinates(P.(matrices{k}))});
  end
  for k = 1:numel (vectors)
    note = '';
    if (strcmp (vectors{k}, 'mu'))
      note = sprintf ('%% d = %d\n', P.d);
    end
    x = P.(vectors{k});
    text = [sprintf('%%%%MatrixMarket matrix array real general\n'), note, ...
            sprintf('%d 1\n', numel (x)), sprintf('%.17g\n', x)];
    dls_output ('bytes', 'dls_write', files{numel (matrices) + k}, {text});
  end
end

function text = coordinates (A)
  [i, j, x] = find (A);
  text = [sprintf('%%%%MatrixMarket matrix coordinate real general\n'), ...
          sprintf('%d %d %d\n', size (A, 1), size (A, 2), numel (x)), ...
          sprintf('%d %d %.17g\n', [i(:), j(:), x(:)]')];
end

% A Siconos text file. Digits are enough to give the same doubles back.
function dls_write_siconos (P, kind, file, storage)
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
  dls_output ('bytes', 'dls_write', file, pieces);
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

% A friction problem as FCLIB stores it: M*v = H*r + f, u = H'*v + w; matrices by columns.
function dls_write_fclib (P, kind, file)
  root = ['/fclib_', kind];
  sets = {[root, '/spacedim'], int32(P.d)};
  if (strcmp (kind, 'local'))
    sets = [sets; fclib_matrix([root, '/W'], P.W); {[root, '/vectors/q'], P.q}];
  else
    sets = [sets; fclib_matrix([root, '/M'], P.M); fclib_matrix([root, '/H'], P.H'); ...
            {[root, '/vectors/f'], -P.f; [root, '/vectors/w'], P.w}];
  end
  sets = [sets; {[root, '/vectors/mu'], P.mu}];
  if (isfield (P, 'info'))
    sets = [sets; texts([root, '/info/'], P.info)];
  end
  if (isfield (P, 'guesses') && ~isempty (P.guesses))
    sets = [sets; {'/guesses/number_of_guesses', int32(numel (P.guesses))}];
    for k = 1:numel (P.guesses)
      sets = [sets; answer(sprintf ('/guesses/%d/', k), P.guesses(k), P)];
    end
  end
  if (isfield (P, 'solution'))
    sets = [sets; answer('/solution/', P.solution, P)];
  end
  dls_in_name_of ('dls_write', @dls_fclib_mex, 'write', file, sets(:,1), sets(:,2));
end

function sets = fclib_matrix (path, A)
  [rows, cols] = size (A);
  [i, j, x] = find (A);
  if (max ([rows, cols, numel(x)]) >= 2^31)
    dls_raise ('delassus:dimension', ...
               'dls_write: %s is %d-by-%d with %d entries; FCLIB counts up to 2^31', path, rows, ...
               cols, numel (x));
  end
  p = cumsum ([0; accumarray(j(:), 1, [max(cols, 1), 1])]);
  sets = {[path, '/nzmax'], int32(numel (x)); [path, '/m'], int32(rows); ...
          [path, '/n'], int32(cols); [path, '/nz'], int32(-1); ...
          [path, '/p'], int32(p(1:cols+1)); [path, '/i'], int32(i(:) - 1); [path, '/x'], x(:)};
end

function sets = texts (path, info)
  names = {'title', 'description', 'math_info'};
  names = names(isfield (info, names));
  sets = cell (0, 2);
  for k = 1:numel (names)
    text = info.(names{k});
    if (~(ischar (text) && size (text, 1) <= 1))
      error ('delassus:type', 'dls_write: P.info.%s is %s; expected a text', names{k}, ...
             dls_describe (text));
    end
    sets(end+1,:) = {[path, names{k}], text};
  end
end

function sets = answer (path, values, P)
  names = {'u', 'r', 'v'};
  counts = [P.d * P.nc, P.d * P.nc, 0];
  if (strcmp (P.form, 'global'))
    counts(3) = numel (P.f);
  end
  sets = cell (0, 2);
  for k = 1:3
    if (isfield (values, names{k}) && ~isempty (values.(names{k})))
      x = dls_vector_input (values.(names{k}), counts(k), 'dls_write', [path(2:end), names{k}]);
      sets(end+1,:) = {[path, names{k}], x};
    end
  end
end

%!test  % other laws: the struct, or no file
%! P = dls_problem ('W', eye (3), 'q', [-1; 1; 2], 'mu', 0.5, 'd', 2, 'rolling', 0.1);
%! file = [tempname(), '.mat'];
%! dls_write (P, file);
%! Q = dls_read (file);
%! delete (file);
%! assert ({Q.kind, Q.W, Q.rolling}, {'law', P.W, 0.1})
%!error <.hdf5 files do not hold a problem of kind 'law'>
%! dls_write (dls_problem ('W', eye (3), 'mu', 0.5, 'd', 2, 'rolling', 0.1), [tempname(), '.hdf5']);

%!function Q = round_trip (P, extension, varargin)
%!  folder = tempname ();
%!  mkdir (folder);
%!  file = fullfile (folder, ['x', extension]);
%!  try
%!    dls_write (P, file, varargin{:});
%!    Q = rmfield (dls_read (file), {'name', 'file'});
%!  catch err
%!    Q = err;
%!  end
%!  delete (fullfile (folder, '*'));
%!  rmdir (folder);
%!endfunction

%!test  % the example of the help, in every format
%! P = dls_problem ('W', eye (2), 'q', [-1; 1/3], 'mu', 0.5, 'd', 2);
%! for extension = {'.dat', '.hdf5', '.h5', '.mtx', '.mat', '.MAT'}
%!   assert (isequal (round_trip (P, extension{1}), P))
%! end
%! assert (isequal (round_trip (P, '.dat', 'Storage', 'sparse'), P))
%! assert (round_trip (magic (3), '.mtx').A, sparse (magic (3)))
%!test  % KKT data
%! M = sparse ([2 1 0; 1 2 0; 0 0 0]);
%! P = struct ('kind', 'kkt', 'M', M, 'G', sparse ([1 0; 0 0; 1/3 0]), ...
%!             'F', [1 2; 3 4; 5 -pi], 'b', [7 8; 0 1e-300]);
%! assert (isequal (round_trip (P, '.kkt'), P))
%! P = struct ('kind', 'kkt', 'M', sparse (0, 0), 'G', sparse (0, 0), 'F', [], 'b', []);
%! assert (size (round_trip (P, '.kkt').G), [0 0])
%!error id=delassus:dimension dls_write (struct ('kind', 'kkt', 'M', 1), 'a.kkt')
%!error id=delassus:format dls_write (1, 'a.kkt')
%!error id=delassus:format ...
%! dls_write (struct ('kind', 'kkt', 'M', 1, 'G', 1, 'F', 1, 'b', 1), 'a.dat')
%!error id=delassus:file ...
%! dls_write (struct ('kind', 'kkt', 'M', 1, 'G', 1, 'F', 1, 'b', 1), '/no/such/folder/a.kkt')
%!error id=delassus:dimension dls_write (1)
%!error id=delassus:type dls_write (1, 2)
%!error id=delassus:type dls_write ('x', 'a.mtx')
%!error id=delassus:type dls_write (struct ('a', 1), 'a.mtx')
%!error id=delassus:option dls_write (struct ('kind', 'sdp'), 'a.mtx')
%!error id=delassus:format dls_write (1, 'a.dat')
%!error id=delassus:format dls_write (1, 'a.txt')
%!error id=delassus:format dls_write (struct ('kind', 'lcp', 'A', 1, 'q', 1), 'a.hdf5')
%!error id=delassus:option dls_write (1, 'a.mtx', 'Storage', 'small')
%!error id=delassus:dimension dls_write (struct ('kind', 'lcp', 'A', 1), 'a.dat')
%!error id=delassus:dimension dls_write (struct ('kind', 'lcp', 'A', 1, 'q', [1; 2]), 'a.dat')
%!error id=delassus:file dls_write (1, '/no/such/folder/a.mtx')
%!error id=delassus:file dls_write (struct ('kind', 'lcp', 'A', 1, 'q', 1), '/no/such/folder/a.mat')
%!error id=delassus:file dls_write (dls_problem ('W', eye (2), 'mu', 1, 'd', 2), '/no/such/a.hdf5')
%!demo
%! % how large the files of one problem of 40 contacts are
%! B = sprandn (60, 120, 0.1);
%! P = dls_problem ('M', speye (60), 'H', B', 'f', ones (60, 1), ...
%!                  'w', zeros (120, 1), 'mu', 0.5, 'd', 3);
%! types = {'.mat', '.dat', '.hdf5'};
%! for k = 1:3
%!   file = [tempname(), types{k}];
%!   dls_write (P, file);
%!   kilobytes(k) = dir (file).bytes / 1024;
%!   delete (file);
%! end
%! bar (kilobytes); set (gca, 'xticklabel', types); ylabel ('kB');

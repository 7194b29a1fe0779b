function varargout = dls_file (what, varargin)
% Files of problems; dls_file (WHAT, ...): exists, writable, whole: before and while they are
% written; bytes, take, count, repeated: what is read; market, names, problem, data: what it
% means; fail: that it means nothing; kkt: written by dls_write and for other processes; picture.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['file_', what], varargin{:});
end

% A regular file: of a pipe or a device, reading may never end.
function yes = file_exists (file)
  yes = exist (file, 'file') == 2;
  if (yes && exist ('OCTAVE_VERSION', 'builtin'))
    [found, err] = stat (file);
    yes = err == 0 && strncmp (found.modestr, '-', 1);
  end
end

% Raise an error where a file cannot be written ('' is none); what is in it stays.
function file_writable (file, caller)
  if (~isempty (file))
    [fid, why] = fopen (file, 'a');
    if (fid < 0)
      error ('delassus:file', '%s: cannot write ''%s'': %s', caller, file, why);
    end
    fclose (fid);
  end
end

% Files that are written whole or not at all: write (PARTS) writes them under other names in the
% same folder, then they are renamed.
function file_whole (caller, files, write)
  parts = cell (size (files));
  for k = 1:numel (files)
    if (exist (files{k}, 'file') && ~file_exists (files{k}))
      error ('delassus:file', ['%s: ''%s'' is a folder, a pipe or a device; expected the name ', ...
             'of a file'], caller, files{k});
    end
    [~, name, extension] = fileparts (files{k});
    folder = files{k}(1:end-numel (name)-numel (extension));    % fullfile wants UTF-8
    [~, mark] = fileparts (tempname ());
    parts{k} = [folder, name, '-', mark, extension];
  end
  cleaner = onCleanup (@() remove (parts));
  try
    write (parts);
  catch err
    text = err.message;
    for k = 1:numel (parts)
      text = strrep (text, parts{k}, files{k});
    end
    error (err.identifier, '%s', text);
  end
  for k = 1:numel (parts)
    if (~renamed (parts{k}, files{k}))
      error ('delassus:file', '%s: ''%s'' cannot be written', caller, files{k});
    end
  end
end

% In Octave, movefile would take [ and * in names as patterns.
function ok = renamed (from, to)
  if (exist ('OCTAVE_VERSION', 'builtin'))
    [err, ~] = rename (from, to);
    ok = err == 0;
  else
    ok = movefile (from, to, 'f');
  end
end

function remove (parts)
  for k = 1:numel (parts)
    if (exist (parts{k}, 'file'))
      delete (parts{k});
    end
  end
end

% All of a file as text.
function text = file_bytes (file)
  try
    text = fileread (file);
    text(text > 127) = '?';                    % numbers are what is looked for
  catch err
    error ('delassus:file', 'dls_read: ''%s'' cannot be read: %s', file, err.message);
  end
end

% The next `count` numbers of a file that is being read; S as made by dls_read_siconos.
% A fourth argument says that Inf is welcome.
function [x, S] = file_take (S, count, what, infinite)
  left = numel (S.numbers) - S.next + 1;
  if (count > left)
    if (isempty (S.rest))
      found = 'the file ends';
    else
      found = sprintf ('''%s'' in line %d is not a number', S.rest, S.line);
    end
    file_fail (S, '%s: expected %d numbers of %s, found %d', found, count, what, left);
  end
  x = S.numbers(S.next:S.next+count-1);
  S.next = S.next + count;
  bad = find (~isfinite (x) & ~(nargin > 3 & x == Inf), 1);
  if (~isempty (bad))
    file_fail (S, 'number %d of %s is %g; expected finite numbers', bad, what, x(bad));
  end
end

% The next number of a file that is being read, as a size.
function [n, S] = file_count (S, what)
  [n, S] = file_take (S, 1, what);
  if (~(n >= 0 && n == floor (n) && n < 2^31))
    file_fail (S, '%s is %g; expected a whole number', what, n);
  end
end

% Each k as often as counts(k) says, as a column.
function j = file_repeated (counts)
  at = cumsum ([1; counts(:)]);
  steps = accumarray (at(1:end-1), 1, [at(end), 1]);
  j = cumsum (steps(1:end-1));
end

% The Matrix Market file that holds a field of a problem. Some file systems know no case, so
% that a and b of an MLCP, beside A and B, are called aa and bb.
function name = file_market (stem, kind, field)
  if (strcmp (kind, 'mlcp') && any (strcmp (field, {'a', 'b'})))
    field = [field, field];
  end
  name = [stem, '_', field, '.mtx'];
end

% What a file holds of each kind of problem: names of matrices and vectors, in order.
function [matrices, vectors] = file_names (kind)
  switch (kind)
    case 'global'
      matrices = {'M', 'H'};
      vectors = {'f', 'w', 'mu'};
    case 'local'
      matrices = {'W'};
      vectors = {'q', 'mu'};
    case 'lcp'
      matrices = {'A'};
      vectors = {'q'};
    case 'mlcp'
      matrices = {'A', 'B', 'C', 'D'};
      vectors = {'a', 'b'};
    case 'kkt'
      matrices = {'M', 'G'};
      vectors = {'F', 'b'};
    case 'matrix'
      matrices = {'A'};
      vectors = {};
  end
end

% The problem with the data g of a file (S.file is its name), as file_data; what does not
% fit together is the file's fault.
function P = file_problem (S, kind, g)
  try
    P = file_data ('dls_read', kind, g);
  catch err
    if (~strncmp (err.identifier, 'delassus:', 9))
      rethrow (err);
    end
    file_fail (S, '%s', dls_raise (err));
  end
end

% A problem of one of the kinds of file_names from the data in g, its sizes checked.
function P = file_data (caller, kind, g)
  [matrices, vectors] = file_names (kind);
  switch (kind)
    case {'global', 'local'}
      laws = {'angle', 'cohesion', 'rolling', 'spinning'};
      names = [matrices, vectors, {'d'}, laws(isfield (g, laws))];
      pairs = cell (2, numel (names));
      for k = 1:numel (names)
        pairs(:,k) = [names(k); {g.(names{k})}];
      end
      P = dls_problem (pairs{:});
      return
    case 'lcp'
      shape = size (g.A, 1) * [1, 1];
      count = shape(1);
    case 'mlcp'
      n = size (g.A, 1);
      m = size (g.D, 1);
      shape = [n, n; n, m; m, n; m, m];
      count = [n, m];
    case 'kkt'
      [n, m] = deal (size (g.M, 1), size (g.G, 2));
      shape = [n, n; n, m];
      count = [n, m];
    case 'matrix'
      shape = size (g.A);
      count = [];
  end
  P = struct ('kind', kind);
  for k = 1:numel (matrices)
    A = dls_sparse_input (g.(matrices{k}), caller, matrices{k});
    if (~isequal (size (A), shape(k,:)))
      error ('delassus:dimension', '%s: %s is %d-by-%d; expected %d-by-%d', caller, ...
             matrices{k}, size (A, 1), size (A, 2), shape(k,1), shape(k,2));
    end
    dls_finite_input (A, caller, matrices{k});
    P.(matrices{k}) = A;
  end
  for k = 1:numel (vectors)
    P.(vectors{k}) = dls_vector_input (g.(vectors{k}), count(k), caller, vectors{k});
  end
end

% The system P.M, P.G, P.F, P.b as one piece of KKT data for dls_mpi. All numbers have 8 bytes,
% little-endian: a header of ten int64,
%   'DLSKKT1\n', bytes of the file, n, m, columns of F, first coordinate (0), coordinates (n),
%   constraints (m), entries of M, entries of G
% then by compressed columns with indices from 0
%   M.p (n+1)  M.i  M.x   numbers of constraints 0:m-1   G.p (m+1)  G.i  G.x   F   b
% where p and i are int64 and x, F, b double. (Pieces of a system: examples/mpi/piece.h.)
function file_kkt (caller, P, file)
  [n, m] = size (P.G);
  k = size (P.F, 2);
  counts = [nnz(P.M), nnz(P.G)];
  words = 10 + (n + 1) + 2 * counts(1) + m + (m + 1) + 2 * counts(2) + (n + m) * k;
  [fid, reason] = fopen (file, 'w', 'ieee-le');
  if (fid < 0)
    error ('delassus:file', '%s: ''%s'' cannot be written: %s', caller, file, reason);
  end
  done = put (fid, uint8 (sprintf ('DLSKKT1\n')), 'uint8') ...
         && put (fid, [8 * words, n, m, k, 0, n, m, counts], 'int64') ...
         && put_columns (fid, P.M) && put (fid, 0:m-1, 'int64') && put_columns (fid, P.G) ...
         && put (fid, P.F, 'double') && put (fid, P.b, 'double');
  fclose (fid);
  written = dir (file);                        % what a full disk swallows, fclose does not tell
  if (~done || ~isscalar (written) || written.bytes ~= 8 * words)
    error ('delassus:file', '%s: ''%s'' cannot be written: is the disk full?', caller, file);
  end
end

function done = put_columns (fid, A)
  [i, ~, x] = find (A);
  starts = [0, cumsum(full (sum (A ~= 0, 1)))];
  done = put (fid, starts, 'int64') && put (fid, i - 1, 'int64') && put (fid, x, 'double');
end

function done = put (fid, x, class_of_x)
  done = fwrite (fid, x, class_of_x) == numel (x);
end

% Raise the error of a file that cannot be understood.
function file_fail (S, what, varargin)
  [~, name, extension] = fileparts (S.file);
  dls_raise ('delassus:format', 'dls_read: %s%s: %s', name, extension, ...
             sprintf (what, varargin{:}));
end

% What draw () draws: in the current figure, or hidden and printed to FILE where that is not empty.
function file_picture (file, draw)
  if (isempty (file))
    clf (gcf ());
    draw ();
    return
  end
  fig = figure ('visible', 'off');
  closer = onCleanup (@() close (fig));
  draw ();
  print (fig, '-dpng', '-r100', file);
end

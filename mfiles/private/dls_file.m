function varargout = dls_file (what, varargin)
% Files that are read; dls_file (WHAT, ...): exists, size, bounded; bytes, take, count, repeated:
% what is read; market, names, problem, data: what it means; fail: that it means nothing.
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

% Raise an error if the files are larger than `most` bytes in all.
function file_bounded (files, most)
  bytes = sum (cellfun (@file_size, files));
  if (bytes > most)
    error ('delassus:format', ['dls_read: ''%s'' has %g bytes; expected at most %g ', ...
           '(''MaxBytes'')'], files{1}, bytes, most);
  end
end

% Bytes of a file, 0 where there is none. (dir of Octave refuses names that are not UTF-8.)
function bytes = file_size (file)
  bytes = 0;
  fid = fopen (file, 'r');
  if (fid >= 0)
    fseek (fid, 0, 'eof');
    bytes = ftell (fid);
    fclose (fid);
  end
end

% All of a file as text.
function text = file_bytes (file, caller)
  if (nargin < 2)
    caller = 'dls_read';
  end
  [fid, why] = fopen (file, 'r');
  if (fid < 0)
    error ('delassus:file', '%s: ''%s'' cannot be read: %s', caller, file, why);
  end
  text = fread (fid, [1, Inf], 'uint8=>char');
  fclose (fid);
  text(text > 127) = '?';                      % numbers are what is looked for
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

% Raise the error of a file that cannot be understood.
function file_fail (S, what, varargin)
  [~, name, extension] = fileparts (S.file);
  dls_raise ('delassus:format', 'dls_read: %s%s: %s', name, extension, ...
             sprintf (what, varargin{:}));
end

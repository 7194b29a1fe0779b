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
%     .mat         the struct P, for MATLAB and Octave
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
    error ('delassus:dimension', 'dls_write: %d arguments; expected a problem and a file', ...
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
          || (accepted(1) && strcmp (kind, 'matrix')) ...
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
      write = @(part) dls_write_kkt ('dls_write', P, part{1});
    case '.mat'
      write = @(part) write_mat (P, part{1});
    otherwise
      write = @(part) dls_write_fclib (P, kind, part{1});
  end
  dls_write_whole ('dls_write', files, write);
end

function files = market_files (file, kind)
  files = {file};
  if (~strcmp (kind, 'matrix'))
    [matrices, vectors] = dls_file_fields (kind);
    name = @(field) dls_market_name (file(1:end-4), kind, field);
    files = cellfun (name, [matrices, vectors], 'UniformOutput', false);
  end
end

% What could not be written whole cannot be read.
function write_mat (P, file)
  try
    save (file, 'P', '-v7');
    dls_read_mat (file);
  catch err
    error ('delassus:file', 'dls_write: ''%s'' cannot be written: %s', file, err.message);
  end
end

% P with checked data, and its kind in the sense of dls_file_fields.
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
  if (strcmp (kind, 'friction'))
    try
      Q = dls_problem (P);
    catch err
      dls_raise (err, 'dls_write');
    end
    kind = Q.form;
  elseif (~any (strcmp (kind, {'lcp', 'mlcp', 'matrix'})))
    error ('delassus:option', ...
           'dls_write: P.kind is ''%s''; expected friction, lcp, mlcp, matrix or kkt', ...
           kind);
  end
  [matrices, vectors] = dls_file_fields (kind);
  absent = find (~isfield (P, [matrices, vectors]), 1);
  if (~strcmp (P.kind, 'friction'))
    if (~isempty (absent))
      names = [matrices, vectors];
      error ('delassus:dimension', 'dls_write: P.%s is missing; expected %s', names{absent}, ...
             strjoin (names, ', '));
    end
    Q = dls_problem_data ('dls_write', kind, P);
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
  P.G = dls_gradients_input (P.G, P.M, 'dls_write');
  P.F = dls_columns_input (P.F, size (P.M, 1), 'dls_write', 'F', 'coordinate');
  P.b = dls_columns_input (P.b, size (P.G, 2), 'dls_write', 'b', 'constraint');
  if (size (P.M, 1) ~= size (P.M, 2) || size (P.F, 2) ~= size (P.b, 2))
    error ('delassus:dimension', ['dls_write: M is %d-by-%d, F has %d columns and b %d; ', ...
           'expected a square M, and as many columns'], size (P.M), size (P.F, 2), size (P.b, 2));
  end
end

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

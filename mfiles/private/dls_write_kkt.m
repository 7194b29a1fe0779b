function dls_write_kkt (caller, P, file)
% The system P.M, P.G, P.F, P.b as one piece of KKT data for dls_mpi. All numbers have 8 bytes,
% little-endian: a header of ten int64,
%   'DLSKKT1\n', bytes of the file, n, m, columns of F, first coordinate (0), coordinates (n),
%   constraints (m), entries of M, entries of G
% then by compressed columns with indices from 0
%   M.p (n+1)  M.i  M.x   numbers of constraints 0:m-1   G.p (m+1)  G.i  G.x   F   b
% where p and i are int64 and x, F, b double. (Pieces of a system: examples/mpi/piece.h.)
% SPDX-License-Identifier: GPL-3.0-or-later
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

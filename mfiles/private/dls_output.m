function varargout = dls_output (what, varargin)
% Files that are written; dls_output (WHAT, ...): writable: can it be; whole: all of it or nothing;
% bytes, mat: data, checked on the disk; complete: is a picture or film whole; picture: of a
% drawing; kkt: data of dls_write and for other processes.
% A full disk shows nowhere but in the file: fclose, print, imwrite and ffmpeg may not report it.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['output_', what], varargin{:});
end

% Raise an error if a file cannot be written ('' is none); its content stays.
function output_writable (file, caller)
  if (~isempty (file))
    new = ~exist (file, 'file');
    [fid, why] = fopen (file, 'a');
    if (fid < 0)
      error ('delassus:file', '%s: cannot write ''%s'': %s', caller, file, why);
    end
    fclose (fid);
    if (new)
      remove ({file});
    end
  end
end

% Files that are written whole or not at all: write (PARTS) writes them under other names in the
% same folder, then they are renamed. Pictures and films are checked before.
function output_whole (caller, files, write)
  parts = cell (size (files));
  for k = 1:numel (files)
    if (exist (files{k}, 'file') && ~dls_file ('exists', files{k}))
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
    if (~output_complete (parts{k}))
      full_disk (caller, files{k});
    elseif (~renamed (parts{k}, files{k}))
      error ('delassus:file', '%s: ''%s'' cannot be written', caller, files{k});
    end
  end
end

function full_disk (caller, file)
  error ('delassus:file', '%s: ''%s'' cannot be written: is the disk full?', caller, file);
end

% In Octave, movefile and delete take [ and * in names as patterns.
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
    if (exist ('OCTAVE_VERSION', 'builtin'))
      [~, ~] = unlink (parts{k});
    elseif (exist (parts{k}, 'file'))
      delete (parts{k});
    end
  end
end

% Write the texts (or bytes) of a cell, one after the other, and look for them on the disk.
function output_bytes (caller, file, pieces)
  [fid, why] = fopen (file, 'w');
  if (fid < 0)
    error ('delassus:file', '%s: ''%s'' cannot be written: %s', caller, file, why);
  end
  done = true;
  for k = 1:numel (pieces)
    done = done && put (fid, uint8 (pieces{k}), 'uint8');
  end
  closed (caller, file, fid, done, sum (cellfun (@numel, pieces)));
end

function closed (caller, file, fid, done, bytes)
  fclose (fid);
  if (~done || dls_file ('size', file) ~= bytes)
    full_disk (caller, file);
  end
end

function done = put (fid, x, class_of_x)
  done = fwrite (fid, x, class_of_x) == numel (x);
end

% Is a picture or film of COUNT pictures whole? Other files are taken as they are.
function yes = output_complete (file, count)
  [~, ~, kind] = fileparts (file);
  if (~any (strcmpi (kind, {'.png', '.gif', '.mp4'})))
    yes = true;
    return
  end
  fid = fopen (file, 'r');
  if (fid < 0)
    yes = false;
    return
  end
  closer = onCleanup (@() fclose (fid));
  x = fread (fid, Inf, 'uint8=>double')';
  switch (lower (kind))
    case '.png'                                % its last chunk
      yes = numel (x) > 12 && isequal (x(end-7:end), [double('IEND'), 174, 66, 96, 130]);
    case '.gif'
      pictures = gif_pictures (x);
      yes = pictures > 0 && (nargin < 2 || pictures == count);
    otherwise
      yes = mp4_whole (x);
  end
end

% The pictures of a GIF that has its end; -1 without. A block is 33 (extension) or 44 (picture), a
% head, and parts that begin with their length up to one of length 0; 59 is the end.
function pictures = gif_pictures (x)
  pictures = 0;
  last = numel (x);
  x = [x, -ones(1, 12)];                       % reading beyond the end finds no block
  at = 14 + table_of (x(11));
  while (at <= numel (x) && x(at) ~= 59)
    switch (x(at))
      case 33
        at = at + 2;
      case 44
        pictures = pictures + 1;
        at = at + 11 + table_of (x(at+9));
      otherwise
        pictures = -1;
        return
    end
    while (at <= numel (x) && x(at) > 0)
      at = at + 1 + x(at);
    end
    at = at + 1;
  end
  if (at ~= last)
    pictures = -1;
  end
end

% Bytes of a table of colours
function n = table_of (flags)
  n = (flags >= 128) * 3 * 2 ^ (1 + mod (flags, 8));
end

% Boxes, each with its length (4 bytes) and kind, fill the file, and one is the list of pictures.
function yes = mp4_whole (x)
  [at, listed] = deal (0, false);
  while (at + 8 <= numel (x))
    bytes = x(at+(1:4)) * 256 .^ (3:-1:0)';
    listed = listed || strcmp (char (x(at+(5:8))), 'moov');
    if (bytes == 1 && at + 16 <= numel (x))
      bytes = x(at+(9:16)) * 256 .^ (7:-1:0)';
    end
    at = at + max (bytes, 8);
  end
  yes = listed && at == numel (x);
end

% What draw () draws: in the current figure, or hidden and printed to FILE where that is not empty.
function output_picture (caller, file, draw)
  if (isempty (file))
    clf (gcf ());
    draw ();
    return
  end
  fig = figure ('visible', 'off');
  closer = onCleanup (@() close (fig));
  draw ();
  output_whole (caller, {file}, @(part) printed (caller, fig, part{1}));
end

% P in a MAT-file, which is read back as dls_read_mat does: what was not written whole cannot be.
function output_mat (caller, P, file, varargin)
  try
    save (file, 'P', '-v7');
    dls_read_mat (file, Inf, varargin{:});
  catch err
    error ('delassus:file', '%s: ''%s'' cannot be written (is the disk full?): %s', caller, ...
           file, err.message);
  end
end

% Programs print through a shell, which must not see the user's name of the file.
function printed (caller, fig, file)
  picture = [tempname(), '.png'];
  cleaner = onCleanup (@() remove ({picture}));
  print (fig, '-dpng', '-r100', picture);
  [fid, why] = fopen (picture, 'r');
  if (fid < 0)
    error ('delassus:file', '%s: no picture was drawn: %s', caller, why);
  end
  bytes = fread (fid, [1, Inf], 'uint8=>uint8');
  fclose (fid);
  output_bytes (caller, file, {bytes});
end

% The system P.M, P.G, P.F, P.b as one piece of KKT data for dls_mpi. All numbers have 8 bytes,
% little-endian: a header of ten int64,
%   'DLSKKT1\n', bytes of the file, n, m, columns of F, first coordinate (0), coordinates (n),
%   constraints (m), entries of M, entries of G
% then by compressed columns with indices from 0
%   M.p (n+1)  M.i  M.x   numbers of constraints 0:m-1   G.p (m+1)  G.i  G.x   F   b
% where p and i are int64 and x, F, b double. (Pieces of a system: examples/mpi/piece.h.)
function output_kkt (caller, P, file)
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
  closed (caller, file, fid, done, 8 * words);
end

function done = put_columns (fid, A)
  [i, ~, x] = find (A);
  starts = [0, cumsum(full (sum (A ~= 0, 1)))];
  done = put (fid, starts, 'int64') && put (fid, i - 1, 'int64') && put (fid, x, 'double');
end

function P = dls_read_mat (file, most, any_struct)
% The problem in a MAT-file (versions 5 to 7), or any struct: its variable P, or its only struct.
% Read element by element: `load` of Octave 7 crashes on damaged files, reserves what they claim,
% and runs code in them. Compressed elements have at most `most` bytes in all.
% SPDX-License-Identifier: GPL-3.0-or-later
  S = struct ('file', file, 'swap', false);
  fid = fopen (file, 'r');
  if (fid < 0)
    error ('delassus:file', 'dls_read: ''%s'' cannot be read', file);
  end
  bytes = fread (fid, Inf, 'uint8=>uint8')';
  fclose (fid);
  if (numel (bytes) < 128 || ~strncmp (char (bytes(1:19)), 'MATLAB 5.0 MAT-file', 19) ...
      || ~any (strcmp (char (bytes(127:128)), {'IM', 'MI'})))
    dls_file ('fail', S, ['its first 128 bytes are not the header of a MAT-file of version ', ...
                          '5 to 7 (save it with -v7)']);
  end
  [~, ~, endian] = computer ();
  S.swap = (endian == 'L') ~= strcmp (char (bytes(127:128)), 'IM');
  names = {};
  values = {};
  at = 129;
  while (at <= numel (bytes))
    [type, data, at] = dls_mat_element (S, bytes, at);
    if (type == 15)
      [data, most] = expanded (S, data, at, most);
      [type, data] = dls_mat_element (S, data, 1);
    end
    if (type == 14)
      [values{end+1}, names{end+1}] = dls_mat_array (S, data, 0);
    end
  end
  P = chosen (S, names, values);
  if (nargin < 3)
    P = problem (S, P);
  end
end

% A compressed element begins with its type and size: these are looked at before the rest.
function [data, most] = expanded (S, data, at, most)
  try
    head = dls_fclib_mex ('inflate', data, 8);
    claimed = 8;
    if (numel (head) == 8)
      sizes_of = typecast (head, 'uint32');
      if (S.swap)
        sizes_of = swapbytes (sizes_of);
      end
      claimed = 8 + 8 * ceil (double (sizes_of(2)) / 8);
    end
    most = most - claimed;
    if (most < 0 || claimed > 1100 * numel (data))   % zlib makes data at most 1032 times smaller
      dls_file ('fail', S, 'before byte %d: a compressed element claims %g bytes', at, claimed);
    end
    data = dls_fclib_mex ('inflate', data, claimed + 1);
    if (numel (data) > claimed)                % then its sum was not checked
      dls_file ('fail', S, 'before byte %d: a compressed element is damaged', at);
    end
  catch err
    if (~strncmp (err.identifier, 'delassus:', 9))
      dls_raise (err, 'dls_read');
    elseif (strncmp (err.message, 'dls_read: ', 10))
      rethrow (err);
    end
    dls_file ('fail', S, 'before byte %d: %s', at, dls_raise (err));
  end
end

function g = chosen (S, names, values)
  hit = find (strcmp (names, 'P'), 1);
  if (isempty (hit))
    hit = find (cellfun (@isstruct, values));
  end
  if (numel (hit) ~= 1 || ~isstruct (values{hit}) || ~isscalar (values{hit}))
    dls_file ('fail', S, 'it holds no struct P and not exactly one struct');
  end
  g = values{hit};
end

function P = problem (S, g)
  kind = kind_of (g);
  [matrices, vectors] = dls_file ('names', kind);
  names = [matrices, vectors];
  absent = find (~isfield (g, names), 1);
  if (~isempty (absent))
    dls_file ('fail', S, 'the struct lacks %s; expected %s', names{absent}, strjoin (names, ', '));
  elseif (~isfield (g, 'd'))
    g.d = [];
  end
  P = dls_file ('problem', S, kind, g);
  for name = {'info', 'guesses', 'solution'}
    if (isfield (g, name{1}))
      P.(name{1}) = g.(name{1});
    end
  end
end

function kind = kind_of (g)
  kind = 'lcp';
  if (isfield (g, 'kind') && ischar (g.kind) ...
      && any (strcmp (g.kind, {'lcp', 'mlcp', 'kkt', 'matrix'})))
    kind = g.kind;
  elseif (isfield (g, 'W'))
    kind = 'local';
  elseif (isfield (g, 'H'))
    kind = 'global';
  elseif (isfield (g, 'D'))
    kind = 'mlcp';
  end
end

% The array in the bytes of an element of type 14 of a MAT-file: flags, sizes, name, contents.
function [x, name] = dls_mat_array (S, bytes, depth)
  if (depth > 20)
    dls_file ('fail', S, 'structs and cells are nested more than 20 deep');
  elseif (isempty (bytes))
    x = [];
    name = '';
    return
  end
  [flags, at] = mat_numbers (S, bytes, 1, 6);
  [dims, at] = mat_numbers (S, bytes, at, 5);
  [name, at] = mat_numbers (S, bytes, at, 1);
  name = as_text (name);
  if (numel (flags) ~= 2 || numel (dims) < 2 || any (dims < 0))
    dls_file ('fail', S, 'the flags or sizes of the array ''%s'' are damaged', ...
                         dls_printable (name));
  end
  class_of = mod (flags(1), 256);
  if (mod (floor (flags(1) / 2048), 2))
    dls_file ('fail', S, '''%s'' is complex; expected real numbers', name);
  end
  switch (class_of)
    case {1, 2}
      x = container (S, bytes, at, class_of, dims, depth);
    case 4
      x = as_text (filled (S, bytes, at, dims, name));
    case 5
      x = sparse_array (S, bytes, at, dims, flags(2), name);
    case {6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
      x = filled (S, bytes, at, dims, name);
    otherwise
      dls_file ('fail', S, '''%s'' is of class number %d; expected numbers, text, struct', ...
                           dls_printable (name), class_of);
  end
  if (mod (floor (flags(1) / 512), 2))
    x = x ~= 0;
  end
end

% Numbers of the next element, as doubles; `expected` is its type, 0 for any.
function [x, at] = mat_numbers (S, bytes, at, expected)
  begun = at;
  [type, data, at] = dls_mat_element (S, bytes, at);
  names = {'int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'single', '', 'double', '', ...
           '', 'int64', 'uint64', '', '', 'uint8', 'uint16', 'uint32'};
  width = [1 1 2 2 4 4 4 0 8 0 0 8 8 0 0 1 2 4];
  if (type < 1 || type > 18 || width(type) == 0 || mod (numel (data), width(type)) ~= 0 ...
      || (expected > 0 && type ~= expected))
    dls_file ('fail', S, 'an element of type %d and %d bytes at byte %d of an array', ...
                         type, numel (data), begun);
  end
  x = typecast (data, names{type});
  if (S.swap)
    x = swapbytes (x);
  end
  x = double (x);
end

function x = as_text (x)
  x(x < 0 | x > 255) = '?';
  x = char (x);
end

function x = filled (S, bytes, at, dims, name)
  x = mat_numbers (S, bytes, at, 0);
  if (numel (x) ~= prod (dims))
    dls_file ('fail', S, '''%s'' has %d entries; expected %g', ...
                         dls_printable (name), numel (x), prod (dims));
  end
  x = reshape (x, dims);
end

function x = container (S, bytes, at, class_of, dims, depth)
  names = {};
  if (class_of == 2)
    [width, at] = mat_numbers (S, bytes, at, 5);
    [text, at] = mat_numbers (S, bytes, at, 1);
    if (~(isscalar (width) && width >= 1 && mod (numel (text), width) == 0))
      dls_file ('fail', S, 'the names of the fields of a struct are damaged');
    end
    text = reshape (as_text (text), width, [])';
    for k = 1:size (text, 1)
      names{k} = strtok (text(k,:), char (0));
    end
    if (~all (cellfun (@isvarname, names)) || numel (unique (names)) < numel (names))
      dls_file ('fail', S, 'the names of the fields of a struct are damaged');
    end
  end
  count = prod (dims) * max (numel (names), class_of == 1);
  if (8 * count > numel (bytes))                % each has a header
    dls_file ('fail', S, 'a struct or cell claims %g parts in %d bytes', count, numel (bytes));
  end
  parts = cell (1, count);
  for k = 1:count
    [type, data, at] = dls_mat_element (S, bytes, at);
    if (type ~= 14)
      dls_file ('fail', S, 'a part of a struct or cell is of type %d; expected 14', type);
    end
    parts{k} = dls_mat_array (S, data, depth + 1);
  end
  if (class_of == 1)
    x = reshape (parts, dims);
  else
    x = cell2struct (reshape (parts, [numel(names), dims]), names(:), 1);
  end
end

function x = sparse_array (S, bytes, at, dims, room, name)
  [i, at] = mat_numbers (S, bytes, at, 5);
  [p, at] = mat_numbers (S, bytes, at, 5);
  x = mat_numbers (S, bytes, at, 0);
  good = numel (dims) == 2 && numel (p) == dims(2) + 1 && p(1) == 0 && all (diff (p) >= 0) ...
         && p(end) <= min (numel (i), numel (x));
  if (good)
    i = i(1:p(end));
    x = x(1:p(end));
    good = all (i >= 0 & i < dims(1));
  end
  if (~good)
    dls_file ('fail', S, 'the sparse matrix ''%s'' (%d-by-%d, room for %d) is damaged', ...
                         dls_printable (name), dims(1:2), room);
  end
  j = dls_file ('repeated', diff (p));
  x = sparse (i + 1, j, x, dims(1), dims(2));
end

% The element of a MAT-file that begins at bytes(at): its type, its bytes, where the next begins.
% A small element has its size in the upper half of the type, and its data in 4 bytes.
function [type, data, next] = dls_mat_element (S, bytes, at)
  left = numel (bytes) - at + 1;
  if (left < 8)
    dls_file ('fail', S, 'the data end inside an element, at byte %d of %d', at, numel (bytes));
  end
  head = typecast (bytes(at:at+7), 'uint32');
  if (S.swap)
    head = swapbytes (head);
  end
  type = double (head(1));
  count = double (head(2));
  start = at + 8;
  next = at + 8 + 8 * ceil (count / 8);
  if (type >= 65536)
    count = floor (type / 65536);
    type = mod (type, 65536);
    start = at + 4;
    next = at + 8;
  elseif (type == 15)
    next = at + 8 + count;                      % compressed: not padded
  end
  if (count > left - (start - at) || (start == at + 4 && count > 4))
    dls_file ('fail', S, 'the element at byte %d claims %d bytes, but %d follow', at, ...
                         count, left - (start - at));
  end
  data = bytes(start:start+count-1);
end

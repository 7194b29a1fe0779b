function P = dls_read_mat (file)
% The problem in a MAT-file (versions 5 to 7): its variable P, or its only struct. Read element by
% element: `load` of Octave 7 crashes on damaged files, and reserves what they claim.
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
    dls_read_fail (S, ['its first 128 bytes are not the header of a MAT-file of version 5 to ', ...
                       '7 (save it with -v7)']);
  end
  [~, ~, endian] = computer ();
  S.swap = (endian == 'L') ~= strcmp (char (bytes(127:128)), 'IM');
  names = {};
  values = {};
  at = 129;
  while (at <= numel (bytes))
    [type, data, at] = dls_mat_element (S, bytes, at);
    if (type == 15)
      try
        data = dls_fclib_mex ('inflate', data);
      catch err
        dls_read_fail (S, sprintf ('before byte %d: %s', at, ...
                                   regexprep (err.message, '^.*dls_read: ', '')));
      end
      [type, data] = dls_mat_element (S, data, 1);
    end
    if (type == 14)
      [values{end+1}, names{end+1}] = dls_mat_array (S, data, 0);
    end
  end
  P = problem (S, chosen (S, names, values));
end

function g = chosen (S, names, values)
  hit = find (strcmp (names, 'P'), 1);
  if (isempty (hit))
    hit = find (cellfun (@isstruct, values));
  end
  if (numel (hit) ~= 1 || ~isstruct (values{hit}) || ~isscalar (values{hit}))
    dls_read_fail (S, 'it holds no struct P and not exactly one struct');
  end
  g = values{hit};
end

function P = problem (S, g)
  kind = kind_of (g);
  [matrices, vectors] = dls_file_fields (kind);
  names = [matrices, vectors];
  absent = find (~isfield (g, names), 1);
  if (~isempty (absent))
    dls_read_fail (S, sprintf ('the struct lacks %s; expected %s', names{absent}, ...
                               strjoin (names, ', ')));
  elseif (~isfield (g, 'd'))
    g.d = [];
  end
  P = dls_read_problem (S, kind, g);
  for name = {'info', 'guesses', 'solution'}
    if (isfield (g, name{1}))
      P.(name{1}) = g.(name{1});
    end
  end
end

function kind = kind_of (g)
  kind = 'lcp';
  if (isfield (g, 'kind') && ischar (g.kind) && any (strcmp (g.kind, {'lcp', 'mlcp', 'matrix'})))
    kind = g.kind;
  elseif (isfield (g, 'W'))
    kind = 'local';
  elseif (isfield (g, 'H'))
    kind = 'global';
  elseif (isfield (g, 'D'))
    kind = 'mlcp';
  end
end

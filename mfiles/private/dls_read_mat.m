function P = dls_read_mat (file)
% The problem in a MAT-file: its variable P, or its only struct.
% SPDX-License-Identifier: GPL-3.0-or-later
  S = struct ('file', file);
  fid = fopen (file, 'r');
  if (fid < 0)
    error ('delassus:file', 'dls_read: ''%s'' cannot be read', file);
  end
  head = fread (fid, 128, 'uint8=>char')';
  fclose (fid);
  if (numel (head) < 128 || ~strncmp (head, 'MATLAB 5.0 MAT-file', 19) ...
      || ~any (strcmp (head(127:128), {'IM', 'MI'})))
    dls_read_fail (S, ['its first 128 bytes are not the header of a MAT-file of version 5 to ', ...
                       '7 (save it with -v7)']);
  end
  try
    content = load (file);
  catch err
    dls_read_fail (S, sprintf ('the MAT-file is damaged: %s', strtrim (err.message)));
  end
  g = [];
  if (isfield (content, 'P'))
    g = content.P;
  elseif (isstruct (content))
    structs = find (cellfun (@isstruct, struct2cell (content)));
    names = fieldnames (content);
    if (numel (structs) == 1)
      g = content.(names{structs});
    end
  end
  if (~(isstruct (g) && isscalar (g)))
    dls_read_fail (S, 'it holds no struct P and not exactly one struct');
  end
  P = problem (S, g);
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

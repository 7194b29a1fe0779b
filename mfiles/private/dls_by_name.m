function L = dls_by_name (L, S)
% What answers have for constraints (fields nb, nu, tb, tu: any of them), once more by the names of
% the constraints 'joint.row': L.joint.row, of bodies that touch, 'a-b.row', L.a_b.row. The tangents
% of a row 'n...' are 't...'.
% SPDX-License-Identifier: GPL-3.0-or-later
  try
    if (~any ([S.names.b{:}, S.names.u{:}] == '.'))
      return                                   % none is of a joint
    end
  catch
    % what is wrong with the names is told below
  end
  for s = {'b', 'u'}
    if (~(isstruct (S.names) && isfield (S.names, s{1}) && iscellstr (S.names.(s{1}))))
      error ('delassus:type', ['dls_system: the names of the system are %s; expected those ', ...
             'that it made'], dls_describe (S.names));
    end
    names = S.names.(s{1});
    if (isempty (names) || ~any (cellfun ('length', strfind (names, '.'))))
      continue
    end
    part = regexp (strrep (names, '-', '_'), '^([A-Za-z]\w*)\.([A-Za-z]\w*)$', 'tokens', 'once');
    normal = values (L, ['n', s{1}], 1, numel (names));
    tangent = values (L, ['t', s{1}], S.d - 1, numel (names));
    rough = ~isempty (tangent) & ~strcmp (S.(['mode', s{1}]), 'frictionless');
    for i = find (cellfun ('length', part) == 2)
      joint = part{i}{1};
      row = part{i}{2};
      if (any (strcmp (joint, {'nb', 'nu', 'tb', 'tu'})))
        continue
      end
      if (~isempty (normal))
        L.(joint).(row) = normal(i);
      end
      if (rough(i))
        L.(joint).(['t', row(1 + (row(1) == 'n'):end)]) = tangent(:,i);
      end
    end
  end
end

% rows-by-count, or [] where there is nothing of the size
function X = values (L, name, rows, count)
  X = [];
  if (isfield (L, name) && numel (L.(name)) == rows * count)
    X = reshape (L.(name), rows, count);
  end
end

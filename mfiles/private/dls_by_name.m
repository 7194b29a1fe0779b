function L = dls_by_name (L, S, X)
% What answers have for constraints (fields nb, nu, tb, tu: any of them, one column or several),
% once more by the names of the constraints 'joint.row': L.joint.row, of bodies that touch,
% 'a-b.row', L.a_b.row. The tangents of a row 'n...' are 't...'.
% dls_by_name (L, S, X): L.bodies.name, the rows of X of each body, where S knows bodies.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin > 2)
    L = of_bodies (L, S.names, X);
    return
  end
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
        L.(joint).(row) = reshape (normal(1,i,:), 1, []);
      end
      if (rough(i))
        t = ['t', row(1 + (row(1) == 'n'):end)];
        L.(joint).(t) = reshape (tangent(:,i,:), S.d - 1, []);
      end
    end
  end
end

function L = of_bodies (L, names, X)
  if (~isfield (names, 'bodies') || isempty (names.bodies) || isempty (X))
    return
  end
  count = numel (names.bodies);
  if (~iscellstr (names.bodies) || mod (size (X, 1), count) > 0)
    dls_raise ('delassus:option', ...
               ['dls_system: names.bodies is %s; expected texts, for bodies ', ...
               'with as many of the %d coordinates each'], dls_describe (names.bodies), ...
               size (X, 1));
  end
  rows = repmat (size (X, 1) / count, 1, count);
  L.bodies = cell2struct (mat2cell (full (X), rows), names.bodies(:), 1);
end

% rows-by-count-by-columns, or [] where there is nothing of the size
function X = values (L, name, rows, count)
  X = [];
  if (isfield (L, name) && size (L.(name), 1) == rows * count)
    X = reshape (full (L.(name)), rows, count, []);
  end
end

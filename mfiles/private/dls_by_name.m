function L = dls_by_name (L, S)
% What answers have for constraints (fields nb, nu, tb, tu: any of them), once more by the names of
% the constraints 'joint.row': L.joint.row. The tangents of a row 'n...' are 't...'.
% SPDX-License-Identifier: GPL-3.0-or-later
  for s = {'b', 'u'}
    names = S.names.(s{1});
    dotted = find (~cellfun (@isempty, strfind (names, '.')));
    if (isempty (dotted))
      continue
    end
    normal = values (L, ['n', s{1}], 1, numel (names));
    tangent = values (L, ['t', s{1}], S.d - 1, numel (names));
    rough = ~strcmp (S.(['mode', s{1}]), 'frictionless');
    for i = dotted(:)'
      part = regexp (names{i}, '^([A-Za-z]\w*)\.([A-Za-z]\w*)$', 'tokens', 'once');
      if (isempty (part) || any (strcmp (part{1}, {'nb', 'nu', 'tb', 'tu'})))
        continue
      end
      if (~isempty (normal))
        L.(part{1}).(part{2}) = normal(i);
      end
      if (~isempty (tangent) && rough(i))
        L.(part{1}).(['t', part{2}(1 + (part{2}(1) == 'n'):end)]) = tangent(:,i);
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

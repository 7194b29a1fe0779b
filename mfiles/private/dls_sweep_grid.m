function G = dls_sweep_grid (grid)
% The points of a sweep: G.names, G.values (one row cell per parameter; {} for a list), G.dims of
% the results, G.count of points, G.list. The first parameter runs fastest.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (~isstruct (grid))
    error ('delassus:type', ['dls_sweep: the grid is %s; expected a struct of vectors or ', ...
           'a struct array of points'], dls_describe (grid));
  elseif (isempty (fieldnames (grid)))
    error ('delassus:dimension', 'dls_sweep: the grid has no parameters; expected fields');
  end
  G.names = fieldnames (grid)';
  G.values = {};
  G.list = [];
  if (~isscalar (grid))
    G.list = grid;
    G.dims = size (grid);
    if (numel (G.dims) == 2 && any (G.dims == 1))
      G.dims = numel (grid);
    end
  else
    for i = 1:numel (G.names)
      G.values{i} = values_of (grid.(G.names{i}), G.names{i});
    end
    G.dims = cellfun (@numel, G.values);
  end
  G.count = prod (G.dims);
end

% A cell row: the values of one parameter. A text is one value.
function v = values_of (v, name)
  if (ischar (v))
    v = {v};
  elseif (~(iscell (v) || isnumeric (v) || islogical (v)) ...
          || (~isempty (v) && (ndims (v) > 2 || ~any (size (v) == 1))))
    error ('delassus:type', ['dls_sweep: the parameter ''%s'' of the grid is %s; expected a ', ...
           'vector or a cell vector of values'], name, dls_describe (v));
  elseif (~iscell (v))
    v = num2cell (full (v));
  end
  v = reshape (v, 1, []);
end

function R = dls_sweep_collect (J)
% The results of the points as arrays over the grid; points without one, or with a damaged file
% (which is deleted: it will be computed again), are not done.
% SPDX-License-Identifier: GPL-3.0-or-later
  N = J.G.count;
  shape = [J.G.dims, ones(1, 2 - numel (J.G.dims))];
  values = cell (N, 1);
  R.error = repmat ({''}, shape);
  R.done = false (shape);
  R.seconds = NaN (shape);
  for name = dls_sweep_names ([J.folder, '/points'])
    k = str2double (name{1});
    r = dls_sweep_load ([J.folder, '/points/', name{1}]);
    if (isstruct (r) && k <= N)
      values{k} = r.value;
      R.error{k} = r.message;
      R.seconds(k) = r.seconds;
      R.done(k) = true;
    else
      dls_sweep_delete ([J.folder, '/points/', name{1}]);
    end
  end
  R.failed = ~cellfun (@isempty, R.error);
  R.value = assembled (values, R.done & ~R.failed, J.G.dims);
end

% Numbers: the grid, then the dimensions of one value (none for scalars, one for vectors); NaN
% where there is no value. All else, and values of different sizes: a cell.
function A = assembled (values, good, dims)
  values = reshape (values, [dims, ones(1, 2 - numel (dims))]);
  some = reshape (values(good), 1, []);
  numbers = cellfun (@isnumeric, some) | cellfun (@islogical, some);
  sizes = cellfun (@size, some, 'UniformOutput', false);
  if (isempty (some))
    A = NaN (size (values));
  elseif (~all (numbers) || isempty (some{1}) || (numel (some) > 1 && ~isequal (sizes{:})))
    A = values;
  else
    kinds = unique (cellfun (@class, some, 'UniformOutput', false));
    kind = kinds{1};
    if (numel (kinds) > 1 || (~all (good(:)) && ~strcmp (kind, 'single')))
      kind = 'double';                         % which knows NaN
      some = cellfun (@double, some, 'UniformOutput', false);
    end
    inner = sizes{1};
    if (numel (inner) > 2)
      some = cellfun (@(v) v(:), some, 'UniformOutput', false);
    end
    A = cast (zeros (numel (values), prod (inner)), kind);
    if (~all (good(:)))
      A(~good,:) = NaN;
    end
    A(good(:),:) = reshape (full ([some{:}]), prod (inner), []).';
    inner(inner == 1) = [];
    outer = [dims, inner];
    A = reshape (A, [outer, ones(1, 2 - numel (outer))]);
  end
end

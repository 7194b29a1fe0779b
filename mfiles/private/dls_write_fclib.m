function dls_write_fclib (P, kind, file)
% A friction problem as FCLIB stores it: M*v = H*r + f, u = H'*v + w; matrices by columns.
% SPDX-License-Identifier: GPL-3.0-or-later
  root = ['/fclib_', kind];
  sets = {[root, '/spacedim'], int32(P.d)};
  if (strcmp (kind, 'local'))
    sets = [sets; matrix([root, '/W'], P.W); {[root, '/vectors/q'], P.q}];
  else
    sets = [sets; matrix([root, '/M'], P.M); matrix([root, '/H'], P.H'); ...
            {[root, '/vectors/f'], -P.f; [root, '/vectors/w'], P.w}];
  end
  sets = [sets; {[root, '/vectors/mu'], P.mu}];
  if (isfield (P, 'info'))
    sets = [sets; fields([root, '/info/'], P.info, {'title', 'description', 'math_info'})];
  end
  if (isfield (P, 'guesses') && ~isempty (P.guesses))
    sets = [sets; {'/guesses/number_of_guesses', int32(numel (P.guesses))}];
    for k = 1:numel (P.guesses)
      sets = [sets; fields(sprintf ('/guesses/%d/', k), P.guesses(k), {'u', 'r', 'v'})];
    end
  end
  if (isfield (P, 'solution'))
    sets = [sets; fields('/solution/', P.solution, {'u', 'r', 'v'})];
  end
  try
    dls_fclib_mex ('write', file, sets(:,1), sets(:,2));
  catch err
    dls_raise (err, 'dls_write');
  end
end

function sets = matrix (path, A)
  [rows, cols] = size (A);
  [i, j, x] = find (A);
  if (max ([rows, cols, numel(x)]) >= 2^31)
    error ('delassus:dimension', ...
           'dls_write: %s is %d-by-%d with %d entries; FCLIB counts up to 2^31', path, rows, ...
           cols, numel (x));
  end
  p = cumsum ([0; accumarray(j(:), 1, [max(cols, 1), 1])]);
  sets = {[path, '/nzmax'], int32(numel (x)); [path, '/m'], int32(rows); ...
          [path, '/n'], int32(cols); [path, '/nz'], int32(-1); ...
          [path, '/p'], int32(p(1:cols+1)); [path, '/i'], int32(i(:) - 1); [path, '/x'], x(:)};
end

function sets = fields (path, values, names)
  sets = cell (0, 2);
  for k = 1:numel (names)
    if (isfield (values, names{k}))
      x = values.(names{k});
      if (ischar (x) || ~isempty (x))
        sets(end+1,:) = {[path, names{k}], x};
      end
    end
  end
end

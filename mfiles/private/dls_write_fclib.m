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
    sets = [sets; texts([root, '/info/'], P.info)];
  end
  if (isfield (P, 'guesses') && ~isempty (P.guesses))
    sets = [sets; {'/guesses/number_of_guesses', int32(numel (P.guesses))}];
    for k = 1:numel (P.guesses)
      sets = [sets; answer(sprintf ('/guesses/%d/', k), P.guesses(k), P)];
    end
  end
  if (isfield (P, 'solution'))
    sets = [sets; answer('/solution/', P.solution, P)];
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

function sets = texts (path, info)
  names = {'title', 'description', 'math_info'};
  names = names(isfield (info, names));
  sets = cell (0, 2);
  for k = 1:numel (names)
    text = info.(names{k});
    if (~(ischar (text) && size (text, 1) <= 1))
      error ('delassus:type', 'dls_write: P.info.%s is %s; expected a text', names{k}, ...
             dls_describe (text));
    end
    sets(end+1,:) = {[path, names{k}], text};
  end
end

function sets = answer (path, values, P)
  names = {'u', 'r', 'v'};
  counts = [P.d * P.nc, P.d * P.nc, 0];
  if (strcmp (P.form, 'global'))
    counts(3) = numel (P.f);
  end
  sets = cell (0, 2);
  for k = 1:3
    if (isfield (values, names{k}) && ~isempty (values.(names{k})))
      x = dls_vector_input (values.(names{k}), counts(k), 'dls_write', [path(2:end), names{k}]);
      sets(end+1,:) = {[path, names{k}], x};
    end
  end
end

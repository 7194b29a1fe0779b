function P = dls_problem_data (caller, kind, g)
% A problem of one of the kinds of dls_file_fields from the data in g, its sizes checked.
% SPDX-License-Identifier: GPL-3.0-or-later
  [matrices, vectors] = dls_file_fields (kind);
  switch (kind)
    case {'global', 'local'}
      names = [matrices, vectors, {'d'}];
      pairs = cell (2, numel (names));
      for k = 1:numel (names)
        pairs(:,k) = [names(k); {g.(names{k})}];
      end
      P = dls_problem (pairs{:});
      return
    case 'lcp'
      shape = size (g.A, 1) * [1, 1];
      count = shape(1);
    case 'mlcp'
      n = size (g.A, 1);
      m = size (g.D, 1);
      shape = [n, n; n, m; m, n; m, m];
      count = [n, m];
    case 'matrix'
      shape = size (g.A);
      count = [];
  end
  P = struct ('kind', kind);
  for k = 1:numel (matrices)
    A = dls_sparse_input (g.(matrices{k}), caller, matrices{k});
    if (~isequal (size (A), shape(k,:)))
      error ('delassus:dimension', '%s: %s is %d-by-%d; expected %d-by-%d', caller, ...
             matrices{k}, size (A, 1), size (A, 2), shape(k,1), shape(k,2));
    end
    dls_finite_input (A, caller, matrices{k});
    P.(matrices{k}) = A;
  end
  for k = 1:numel (vectors)
    P.(vectors{k}) = dls_vector_input (g.(vectors{k}), count(k), caller, vectors{k});
  end
end

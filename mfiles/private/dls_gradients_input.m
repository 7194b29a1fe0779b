function G = dls_gradients_input (G, M, caller)
% G as a sparse matrix; [] stands for no constraints.
% SPDX-License-Identifier: GPL-3.0-or-later
  G = dls_sparse_input (G, caller, 'G');
  if (isempty (G) && all (size (G) == 0))
    G = sparse (size (M, 1), 0);
  end
end

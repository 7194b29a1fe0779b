function lambda = dls_rk_reactions (model, y, lambda, memory)
% Reactions of the closed contacts: of minimum norm where some constraints are left out as
% redundant.
% SPDX-License-Identifier: GPL-3.0-or-later
  all_rows = [1:model.nb, model.nb + memory.active];
  if (numel (all_rows) > numel (memory.rows))
    G = full (dls_rk_at (model, memory, y.t, y.q, y.v, all_rows).G);
    kept = ismember (all_rows, memory.rows);
    lambda = pinv (G, 1e-7 * norm (G)) * (G(:,kept) * lambda);
  end
  lambda = lambda(model.nb+1:end);
end

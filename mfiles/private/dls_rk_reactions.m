function lambda = dls_rk_reactions (model, y, lambda, memory)
% Reactions of the closed contacts, then of the tangents that stick: of minimum norm where some
% constraints are left out as redundant.
% SPDX-License-Identifier: GPL-3.0-or-later
  rows = dls_rk_rows (model, memory);
  if (numel (rows) > numel (memory.rows))
    G = full (dls_rk_at (model, memory, y.t, y.q, y.v, rows).G);
    kept = ismember (rows, memory.rows);
    lambda = pinv (G, 1e-7 * norm (G)) * (G(:,kept) * lambda);
  end
  lambda = lambda(sum (rows <= model.nb)+1:end);
end

function E = dls_rk_at (model, t, q, v, active)
% What a stage needs: M, f, the gradients G of bilateral and closed contacts together, and the
% velocities w of moving ones (G'*v + w).
% SPDX-License-Identifier: GPL-3.0-or-later
  if (~model.nu && ~model.nb)
    E = dls_model_at (model, 'Mf', t, q, v);
    E.G = zeros (model.n, 0);
    E.w = zeros (0, 1);
    return
  end
  E = dls_model_at (model, 'MfGN', t, q, v);
  E.G = [E.G, E.N(:,active)];
  E.w = zeros (size (E.G, 2), 1);
  if (model.moving)
    W = dls_model_at (model, 'w', t, q, v);
    E.w = [W.wb; W.wu(active)];
  end
end

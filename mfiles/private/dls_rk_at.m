function E = dls_rk_at (model, memory, t, q, v, active)
% What a stage needs: M, f, the gradients G of bilateral and closed contacts together, and the
% velocities w of moving ones (G'*v + w).
% SPDX-License-Identifier: GPL-3.0-or-later
  if (model.fixed)
    E = struct ('f', dls_model_at (model, 'f', t, q, v).f, 'M', memory.M);
    E.G = memory.G(:,[1:model.nb, model.nb + active]);
  else
    E = dls_model_at (model, 'MfGN', t, q, v);
    E.G = [E.G, E.N(:,active)];
  end
  E.w = zeros (size (E.G, 2), 1);
  if (model.moving)
    W = dls_model_at (model, 'w', t, q, v);
    E.w = [W.wb; W.wu(active)];
  end
end

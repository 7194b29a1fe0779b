function E = dls_rk_at (model, memory, t, q, v, rows)
% What a stage needs: M, f, gradients G and velocities w (G'*v + w) of the constraints `rows`,
% numbered through [bilateral; contacts].
% SPDX-License-Identifier: GPL-3.0-or-later
  if (model.fixed)
    E = struct ('f', dls_model_at (model, 'f', t, q, v).f, 'M', memory.M);
    E.G = memory.G(:,rows);
  else
    E = dls_model_at (model, 'MfGN', t, q, v);
    E.G = [E.G, E.N](:,rows);
  end
  E.w = zeros (size (E.G, 2), 1);
  if (model.moving)
    W = dls_model_at (model, 'w', t, q, v);
    E.w = [W.wb; W.wu](rows);
  end
end

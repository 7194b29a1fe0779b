function E = dls_rk_at (model, memory, t, q, v, rows)
% What a stage needs: M, f, gradients G and velocities w (G'*v + w) of the constraints `rows`,
% numbered through [bilateral; contacts; tangents]. Where contacts slip, the directions E.F of the
% reactions are not the gradients: N - mu*T*s, s the direction of slipping.
% SPDX-License-Identifier: GPL-3.0-or-later
  n = model.n;
  nb = model.nb;
  if (isempty (rows))
    parts = memory.parts{1};
  elseif (rows(end) <= nb)
    parts = memory.parts{2};
  elseif (rows(end) <= nb + model.nu && isempty (memory.slips))
    parts = memory.parts{3};
  else
    parts = memory.parts{4};
  end
  try
    E = dls_model_values (model, parts, t, q, v, memory.values);
  catch err
    dls_model_diagnose (model, parts, t, q, v, err);
  end
  if (isempty (rows))
    E.G = memory.none;
  elseif (rows(end) <= nb)
    E.G = E.G(:,rows);
  else
    G = [E.G, E.N];
    if (model.friction)
      G = [G, E.T];
    end
    E.G = G(:,rows);
  end
  try
    x = [E.M, E.f, E.G];
    if (any (size (x) ~= [n, n + 1 + numel(rows)]) || ~isfinite (sum (x(:))))
      dls_model_diagnose (model, parts, t, q, v);
    end
  catch err
    dls_model_diagnose (model, parts, t, q, v, err);
  end
  if (model.moving && ~isempty (rows))
    w = [E.wb; E.wu; E.wt];
    E.w = w(rows);
  else
    E.w = zeros (numel (rows), 1);
  end
  if (isempty (memory.slips))
    return
  end
  E.F = E.G;
  for k = memory.slips(ismember (model.nb + memory.slips, rows))
    tangents = dls_rk_tangents (model, k);
    u = G(:,tangents)' * v;
    if (model.moving)
      u = u + w(tangents);
    end
    s = memory.direction(:,k);
    if (model.d == 3 && u' * s > 0.01 * memory.speed(k))   % nearly at rest it is undefined
      s = u / norm (u);
    end
    E.F(:,rows == model.nb + k) = G(:,model.nb+k) - model.mu(k) * (G(:,tangents) * s);
  end
end

function E = dls_rk_at (model, memory, t, q, v, rows)
% What a stage needs: M, f, gradients G and velocities w (G'*v + w) of the constraints `rows`,
% numbered through [bilateral; contacts; tangents]. Where contacts slip, the directions E.F of the
% reactions are not the gradients: N - mu*T*s, s the direction of slipping.
% SPDX-License-Identifier: GPL-3.0-or-later
  parts = 'MfGN';
  if (model.fixed)
    parts = 'f';
  end
  if (model.moving)
    parts = [parts, 'w'];
  end
  if (model.friction && ~model.fixed)
    parts = [parts, 'T'];
  end
  try
    E = dls_model_values (model, parts, t, q, v);
  catch err
    dls_model_diagnose (model, parts, t, q, v, err);
  end
  if (model.fixed)
    E.M = memory.M;
    G = memory.G;
  elseif (model.friction)
    G = [E.G, E.N, E.T];
  else
    G = [E.G, E.N];
  end
  E.G = G(:,rows);
  n = model.n;
  if (size_of (E.f) ~= n || numel (E.f) ~= n || size_of (E.M) ~= n || size_of (E.G) ~= n ...
      || ~isfinite (sum (E.f) + sum (E.M(:)) + sum (E.G(:))))
    dls_model_diagnose (model, parts, t, q, v);
  end
  if (model.moving)
    w = [E.wb; E.wu; E.wt];
  else
    w = zeros (size (G, 2), 1);
  end
  E.w = w(rows);
  E.F = E.G;
  for k = memory.slips(ismember (model.nb + memory.slips, rows))
    tangents = dls_rk_tangents (model, k);
    u = G(:,tangents)' * v + w(tangents);
    s = memory.direction(:,k);
    if (model.d == 3 && u' * s > 0.01 * memory.speed(k))   % nearly at rest it is undefined
      s = u / norm (u);
    end
    E.F(:,rows == model.nb + k) = G(:,model.nb+k) - model.mu(k) * (G(:,tangents) * s);
  end
end

function n = size_of (x)
  n = size (x, 1);
end

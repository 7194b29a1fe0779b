function E = dls_rk_at (model, memory, t, q, v, rows)
% What a stage needs: M, f, gradients G and velocities w (G'*v + w) of the constraints `rows`,
% numbered through [bilateral; contacts].
% SPDX-License-Identifier: GPL-3.0-or-later
  parts = 'MfGN';
  if (model.fixed)
    parts = 'f';
  end
  if (model.moving)
    parts = [parts, 'w'];
  end
  try
    E = dls_model_values (model, parts, t, q, v);
  catch err
    dls_model_diagnose (model, parts, t, q, v, err);
  end
  if (model.fixed)
    E.M = memory.M;
    E.G = memory.G(:,rows);
  else
    E.G = [E.G, E.N](:,rows);
  end
  n = model.n;
  if (size_of (E.f) ~= n || numel (E.f) ~= n || size_of (E.M) ~= n || size_of (E.G) ~= n ...
      || ~isfinite (sum (E.f) + sum (E.M(:)) + sum (E.G(:))))
    dls_model_diagnose (model, parts, t, q, v);
  end
  if (model.moving)
    E.w = [E.wb; E.wu](rows);
  else
    E.w = zeros (numel (rows), 1);
  end
end

function n = size_of (x)
  n = size (x, 1);
end

function b = dls_rk_bias (model, t, q, v, rows)
% d/dt (G'*v + w) at constant v for some constraints; of tangents by differences along the motion.
% SPDX-License-Identifier: GPL-3.0-or-later
  b = zeros (numel (rows), 1);
  if (isempty (rows) || (model.fixed && ~model.moving))
    return
  end
  E = dls_model_at (model, 'b', t, q, v);
  b = [E.bb; E.bu];
  if (any (rows > numel (b)))
    s = eps ^ (1/3) * max (1, norm (q, Inf)) / max ([1, norm(v, Inf)]);
    b = [b; (slip(model, t + s, q + s * v, v) - slip(model, t - s, q - s * v, v)) / (2 * s)];
  end
  b = b(rows);
end

function u = slip (model, t, q, v)
  E = dls_model_at (model, 'Tw', t, q, v);
  u = E.T' * v + E.wt;
end

function y = dls_rk_gaps (model, memory, y)
% Gaps y.g and their rates y.u at a state; y.tolerance is the gap that rounding leaves undecided.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (model.nu == 0)
    y.g = zeros (0, 1);
    y.u = y.g;
  elseif (model.fixed)
    y.g = dls_model_at (model, 'g', y.t, y.q, y.v).g;
    y.u = memory.G(:,model.nb+(1:model.nu))' * y.v;
  else
    E = dls_model_at (model, 'gN', y.t, y.q, y.v);
    y.g = E.g;
    y.u = full (E.N' * y.v);
  end
  if (model.moving)
    y.u = y.u + dls_model_at (model, 'w', y.t, y.q, y.v).wu;
  end
  y.tolerance = 1e-14 * max (1, max (abs (y.q)));
end

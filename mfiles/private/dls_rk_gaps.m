function y = dls_rk_gaps (model, memory, y)
% Gaps y.g and their rates y.u at a state; y.tolerance is the gap that rounding leaves undecided.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (model.nu == 0)
    y.g = zeros (0, 1);
    y.u = y.g;
  else
    parts = memory.gaps;
    try
      E = dls_model_values (model, parts, y.t, y.q, y.v, memory.values);
      y.g = E.g;
      y.u = full (E.N' * y.v);
      if (model.moving)
        y.u = y.u + E.wu;
      end
    catch err
      dls_model_diagnose (model, parts, y.t, y.q, y.v, err);
    end
    if (numel (y.g) ~= model.nu || numel (y.u) ~= model.nu || ~isfinite (sum (y.g) + sum (y.u)))
      dls_model_diagnose (model, parts, y.t, y.q, y.v);
    end
  end
  y.tolerance = 1e-14 * max (1, max (abs (y.q)));
end

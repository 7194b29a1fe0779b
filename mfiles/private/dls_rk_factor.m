function [F, memory, made] = dls_rk_factor (model, M, G, rows, memory)
% Factorisation of [M -G; G' 0]; with constant matrices the one of the last constraints is kept, and
% for small linear models the map from forces to accelerations and reactions with it.
% SPDX-License-Identifier: GPL-3.0-or-later
  made = 0;
  if (model.fixed && numel (memory.set) == numel (rows) && all (memory.set == rows) ...
      && ~isempty (memory.factor))
    F = memory.factor;
    return
  end
  F = dls_step_factor (M, G);
  made = 1;
  if (~model.fixed)
    return
  end
  memory.set = rows;
  memory.factor = F;
  memory.affine = model.linear && model.n <= 100 && ~model.moving;
  if (memory.affine)
    [A, L] = dls_step_backsolve (F, eye (model.n), zeros (F.m, model.n));
    memory.operator = [A; L];
  end
end

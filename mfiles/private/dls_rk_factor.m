function [F, memory, made] = dls_rk_factor (model, M, G, active, memory)
% Factorisation of [M -G; G' 0]; with constant matrices the one of the last active set is kept.
% SPDX-License-Identifier: GPL-3.0-or-later
  made = 0;
  if (model.fixed && isequal (memory.set, active) && ~isempty (memory.factor))
    F = memory.factor;
    return
  end
  F = dls_step_factor (M, G);
  made = 1;
  if (model.fixed)
    memory.set = active;
    memory.factor = F;
    memory.operator = [];
  end
end

function rows = dls_rk_rows (model, memory)
% The constraints of the closed contacts, and of the tangents of those that stick.
% SPDX-License-Identifier: GPL-3.0-or-later
  rows = [1:model.nb, model.nb + memory.active];
  if (model.friction)
    sticks = setdiff (memory.active, memory.slips);
    rows = [rows, dls_rk_tangents(model, sticks(model.mu(sticks)' > 0))];
  end
end

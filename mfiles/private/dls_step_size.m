function h = dls_step_size (h, err, order, factors)
% Next length of a step of an order (of consistency) from its error relative to the tolerance,
% HIGHORDER (66). factors: alpha, alpha_min, alpha_max.
% SPDX-License-Identifier: GPL-3.0-or-later
  h = h * min (factors(3), max (factors(2), factors(1) * (1 / err) ^ (1 / (order + 1))));
end

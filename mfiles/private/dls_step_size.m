function h = dls_step_size (h, err, order, factors)
% Next length of a step of an order (of consistency) from its error relative to the tolerance,
% HIGHORDER (66). factors: alpha, alpha_min, alpha_max.
% SPDX-License-Identifier: GPL-3.0-or-later
  h = h * min (factors(3), max (factors(2), factors(1) * (1 / err) ^ (1 / (order + 1))));
end

%!test  % GOLDEN 22
%! f = [0.9 0.5 5];
%! assert (dls_step_size (0.02, 3, 1, f), 0.0103923048454133, 1e-15)
%! assert (dls_step_size (0.02, 1e-6, 1, f), 0.1)
%! assert (dls_step_size (0.02, 100, 1, f), 0.01)
%! assert (dls_step_size (0.02, 0, 4, f), 0.1)
%!test  % (64): the proposal has error 1 where the error is C*h^(p+1)
%! for p = 0:5
%!   h = dls_step_size (0.02, 7 * 0.02^(p+1), p, [1 0 Inf]);
%!   assert (7 * h^(p+1), 1, 1e-13)
%! end

function [x, y, info] = dls_stick_solve (P, q, A, b, cones)
% dls_conic, with a second way of factorising where the first ends short; then ten times the
% tolerance.
% SPDX-License-Identifier: GPL-3.0-or-later
  tries = {'auto', 1e-9; 'ldl', 1e-9; 'auto', 1e-8; 'ldl', 1e-8};
  for k = 1:4
    [x, ~, y, info] = dls_conic (P, q, A, b, cones, 'Method', tries{k,1}, ...
                                 'Tolerance', tries{k,2});
    if (any (strcmp (info.status, {'solved', 'primal_infeasible', 'dual_infeasible'})))
      return
    end
  end
end

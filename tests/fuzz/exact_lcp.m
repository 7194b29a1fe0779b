% EXACT_LCP  Has a mixed complementarity problem of integers a solution, or only feasible points?
%
%   [exists, feasible] = exact_lcp (A, B, C, D, a, b)     A*x + B*z + a = 0, w = C*x + D*z + b,
%                                                         0 <= w _|_ z >= 0
%   true, false or NaN (see exact_lp)
%
% SPDX-License-Identifier: GPL-3.0-or-later
function [exists, feasible] = exact_lcp (A, B, C, D, a, b)
  [nx, nz] = deal (size (C, 2), numel (b));
  I = [zeros(nz, nx), eye(nz)];
  W = [C, D];
  L = exact_lp ([A, B], -a, [-I; -W], [zeros(nz, 1); b]);
  feasible = L.feasible;
  none = zeros (0, nx + nz);
  states = cell (nz, 1);
  for i = 1:nz
    states{i} = {struct('Aeq', I(i,:), 'beq', 0, 'Ain', none, 'bin', zeros (0, 1)), ...
                 struct('Aeq', W(i,:), 'beq', -b(i), 'Ain', none, 'bin', zeros (0, 1))};
  end
  [yes, known] = any_feasible (exact_cases (L, states, true));
  exists = yes;
  if (~known)
    exists = NaN;
  end
end

% ANY_FEASIBLE  Has one of the systems a point, and is that known?
%
%   [yes, known] = any_feasible (L)      L: cell of exact_lp systems
%
% SPDX-License-Identifier: GPL-3.0-or-later
function [yes, known] = any_feasible (L)
  f = cellfun (@(l) double (l.feasible), L);
  yes = any (f == 1);
  known = yes || ~any (isnan (f));
end

% EXACT_CASES  All ways to choose one state for each of several parts such that the conditions fit.
%
%   found = exact_cases (L, states)         L: exact_lp system that holds in all cases; states{k}: a
%                                           cell of structs Aeq, beq, Ain, bin, one for each state
%   found = exact_cases (L, states, true)   the first one only
%
% found: cell of exact_lp systems, feasible, or NaN where an integer became too long.
%
% SPDX-License-Identifier: GPL-3.0-or-later
function found = exact_cases (L, states, first)
  if (nargin < 3)
    first = false;
  end
  found = {};
  if (L.feasible == 0)
    return
  elseif (isempty (states) || isnan (L.feasible))
    found = {L};
    return
  end
  for s = states{1}(:)'
    P = s{1};
    more = exact_cases (exact_lp (L, P.Aeq, P.beq, P.Ain, P.bin), states(2:end), first);
    found = [found, more];
    if (first && any (cellfun (@(l) l.feasible == 1, more)))
      return
    end
  end
end

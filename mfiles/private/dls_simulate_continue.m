function state = dls_simulate_continue (sol)
% The state at the end of a solution.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (~isfield (sol, 'last') || ~isfield (sol.last, 'memory'))
    error ('delassus:type', 'dls_simulate: the third argument is a struct; expected a solution');
  end
  state = sol.last;
end

function flag = dls_exitflag (status)
% The number of a status, as quadprog has it (DLS_OUTCOMES in delassus.h): 1 solved, 0 a limit, -2
% no solution, -3 unbounded, others below.
% SPDX-License-Identifier: GPL-3.0-or-later
  switch (status)
    case {'solved', 'exists'}
      flag = 1;
    case {'max_iterations', 'time_limit', 'interrupted', 'bounds'}
      flag = 0;
    case {'infeasible', 'primal_infeasible', 'no_solution', 'inconsistent', 'no_acceleration', ...
          'no_balance', 'not_guaranteed'}
      flag = -2;
    case 'dual_infeasible'
      flag = -3;
    case 'undecided'
      flag = -4;
    case 'inaccurate'
      flag = -6;
    case 'ray'
      flag = -7;
    otherwise                                  % numerical_trouble
      flag = -5;
  end
end

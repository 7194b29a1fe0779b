% JUDGED  What dls_verify says about an answer whose status claims something; '' when it agrees.
%
%   why = judged (problem, answer, status)
%
% SPDX-License-Identifier: GPL-3.0-or-later
function why = judged (problem, answer, status)
  why = '';
  claims = {'solved', 'inconsistent', 'infeasible', 'no_solution', 'primal_infeasible', ...
            'dual_infeasible', 'sticking', 'not_sticking', 'no_acceleration', 'no_balance', ...
            'unbounded', 'ray', 'form_closure', 'force_closure', 'no_closure', 'answered'};
  if (~any (strcmp (status, claims)))
    return
  end
  [ok, report] = dls_verify (problem, answer);
  if (~ok)
    why = sprintf ('wrong: dls_verify refuses ''%s'': %s', status, report.message);
  end
end

% JUDGED  What dls_verify says about an answer: '' when it agrees, or when nothing was claimed.
%
%   why = judged (problem, answer, status)
%
% SPDX-License-Identifier: GPL-3.0-or-later
function why = judged (problem, answer, status)
  why = '';
  [ok, report] = dls_verify (problem, answer);
  if (~ok && report.verifiable)
    failed = report.checks(~[report.checks.ok]);
    word = 'wrong';
    if (all ([failed.bound] > 0 & [failed.bound] < 1e-5 & [failed.value] < 1e-4))
      word = 'soft';                           % a residual, in other units than the solver's
    end
    why = sprintf ('%s: dls_verify refuses ''%s'': %s', word, status, report.message);
  end
end

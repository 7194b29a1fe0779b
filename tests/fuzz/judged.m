% JUDGED  What dls_verify says about an answer: '' when it agrees, or when nothing was claimed.
%
%   why = judged (problem, answer, status)
%
% SPDX-License-Identifier: GPL-3.0-or-later
function why = judged (problem, answer, status)
  why = '';
  [ok, report] = dls_verify (problem, answer);
  if (~ok && report.verifiable)
    why = sprintf ('wrong: dls_verify refuses ''%s'': %s', status, report.message);
  end
end

function text = dls_step_why (text)
% Why a step failed, where its parts do not say more.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (isempty (text))
    text = 'the equations of the step have no solution (inconsistent constraints?)';
  end
end

function text = dls_bound_answer (yes)
% A truth value in the words of DLS_FRICTION_BOUND.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (yes)
    text = 'yes';
  else
    text = 'no';
  end
end

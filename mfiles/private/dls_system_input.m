function S = dls_system_input (S, caller)
% The contact system of S, as dls_system makes it, or of a mechanism at its present state.
% SPDX-License-Identifier: GPL-3.0-or-later
  try
    made = dls_system_mex ({S});               % [] where S lacks nothing
  catch
    if (isstruct (S) && isscalar (S) && isfield (S, 'kind') && strcmp (S.kind, 'mechanism'))
      S = dls_mechanism_system (S, caller);
    else
      dls_kind_input (S, 'system', caller);
    end
    try
      made = dls_system (S);
    catch err
      dls_raise (err, caller);
    end
  end
  if (~isempty (made))
    S = made;
  end
end

function S = dls_system_input (S, caller)
% The contact system of S, as dls_system makes it, or of a mechanism at its present state.
% SPDX-License-Identifier: GPL-3.0-or-later
  try
    made = dls_system_mex ({S});               % [] where S lacks nothing
  catch
    if (~(isstruct (S) && isscalar (S) && isfield (S, 'kind') && strcmp (S.kind, 'mechanism')))
      dls_kind_input (S, 'system', caller);
    end
    made = dls_system (S);
  end
  if (~isempty (made))
    S = made;
  end
end

function [S, note] = dls_system_input (S, caller)
% The contact system of S, as dls_system makes it, or of a mechanism at its present state. note: ''
% or '; not assembled: ...' where a loop of the mechanism is open: the answer is that of a system
% which the mechanism cannot be.
% SPDX-License-Identifier: GPL-3.0-or-later
  note = '';
  try
    made = dls_system_mex ({S});               % [] where S lacks nothing
  catch
    if (dls_is_mechanism (S, caller))
      q = S.q;
      [S, E] = dls_mechanism_system (S, caller);
      note = dls_not_assembled (E, q);
      note = [repmat('; ', 1, ~isempty (note)), note];
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

function dls_mechanism_input (B, caller)
% B is a mechanism of dls_mechanism, or an error that says what it is.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (isstruct (B) && isscalar (B) && isfield (B, 'kind') && strcmp (B.kind, 'mechanism'))
    return
  end
  if (~(isstruct (B) && isscalar (B) && isfield (B, 'kind')))
    error ('delassus:type', '%s: the first argument is %s; expected a mechanism, made by %s', ...
           caller, dls_describe (B), 'dls_mechanism');
  end
  dls_kind_input (B, 'mechanism', caller);
end

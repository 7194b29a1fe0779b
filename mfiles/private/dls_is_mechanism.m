function yes = dls_is_mechanism (x, caller)
% Does x say that it is a mechanism? With a caller: then it has all the fields, or an error says
% what is missing.
% SPDX-License-Identifier: GPL-3.0-or-later
  yes = isstruct (x) && isscalar (x) && isfield (x, 'kind') && ischar (x.kind) ...
        && strcmp (x.kind, 'mechanism') && ~isfield (x, 'machine');
  if (yes && nargin > 1)
    dls_mechanism_input (x, caller);
  end
end

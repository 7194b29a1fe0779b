function name = dls_market_name (stem, kind, field)
% The Matrix Market file that holds a field of a problem. Some file systems know no case, so
% that a and b of an MLCP, beside A and B, are called aa and bb.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (strcmp (kind, 'mlcp') && any (strcmp (field, {'a', 'b'})))
    field = [field, field];
  end
  name = [stem, '_', field, '.mtx'];
end

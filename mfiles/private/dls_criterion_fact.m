function f = dls_criterion_fact (yes, number, witness)
% What a criterion of DLS_WELLPOSED rests on: yes (true, false or NaN), number, witness.
% SPDX-License-Identifier: GPL-3.0-or-later
  f.yes = yes;
  f.number = number;
  f.witness = [];
  if (nargin > 2)
    f.witness = full (witness);
  end
end

function f = dls_criterion_fact (yes, number, witness)
% What a criterion of DLS_WELLPOSED rests on: yes (true, false or NaN), number, witness.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 3)
    witness = [];
  end
  f = struct ('yes', yes, 'number', number, 'witness', full (witness));
end

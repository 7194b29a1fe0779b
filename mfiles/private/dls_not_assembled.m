function text = dls_not_assembled (E, q)
% 'not assembled: pin.x is off by 1 ...' for the worst of the equations E.h of a mechanism at q; ''
% where all are met to a millionth of its size.
% SPDX-License-Identifier: GPL-3.0-or-later
  text = '';
  [far, k] = max (abs (E.h));
  if (any (far > 1e-6 * (1 + max ([0; abs(q)]))))
    text = sprintf ('not assembled: %s is off by %.3g (see dls_assemble)', E.names.b{k}, far);
  end
end

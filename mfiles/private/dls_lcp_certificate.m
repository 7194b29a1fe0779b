function text = dls_lcp_certificate (kind)
% What a certificate of dls_lcp proves, and the arithmetic that checks it.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (strcmp (kind, 'farkas'))
    text = sprintf (['all (u >= 0), max (A''*u) <= 1e-9 * max (abs (A'')*u), q''*u < 0;\n', ...
      'so u''*w = (A''*u)''*z + q''*u < 0 for every z >= 0, and w >= 0 is impossible']);
  else
    text = sprintf (['all (d >= 0), any (d > 0), d''*A*d <= 0 for the direction d;\n', ...
      'so A is not strictly copositive; if it is copositive-plus there is no solution']);
  end
end

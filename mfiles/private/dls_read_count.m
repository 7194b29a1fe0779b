function [n, S] = dls_read_count (S, what)
% The next number of a file that is being read, as a size.
% SPDX-License-Identifier: GPL-3.0-or-later
  [n, S] = dls_read_take (S, 1, what);
  if (~(n >= 0 && n == floor (n) && n < 2^31))
    dls_read_fail (S, sprintf ('%s is %g; expected a whole number', what, n));
  end
end

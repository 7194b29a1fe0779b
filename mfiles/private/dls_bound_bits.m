function b = dls_bound_bits (number, count)
% The lowest binary digits of a number, a row of zeros and ones.
% SPDX-License-Identifier: GPL-3.0-or-later
  b = mod (floor (number ./ 2 .^ (0:count-1)), 2);
end

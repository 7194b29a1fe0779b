function R = dls_range_rounded (R, force)
% Ends below rounding of the forces are zero, and ends of one value, which come from two programs,
% are not on the wrong sides of each other.
% SPDX-License-Identifier: GPL-3.0-or-later
  R.lo(abs (R.lo) <= 1e-12 * force) = 0;
  R.hi(abs (R.hi) <= 1e-12 * force) = 0;
  crossed = R.lo > R.hi & R.lo - R.hi <= 1e-9 * max (force, abs (R.lo));
  R.lo(crossed) = (R.lo(crossed) + R.hi(crossed)) / 2;
  R.hi(crossed) = R.lo(crossed);
end

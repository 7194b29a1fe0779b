function y = sweep_load (seconds, rate)
% SWEEP_LOAD  A point of a sweep: wait so long (rate 0), or multiply rate*seconds matrices.
% SPDX-License-Identifier: GPL-3.0-or-later
pause (seconds * (rate == 0));
A = ones (200) / 200;
for k = 1:round (rate * seconds)
  A = A * A;
  A = A / norm (A, 1);
end
y = sum (A(:));
end

function [trivial, x] = dls_wellposed_cone (E, A)
% Is {x : E*x = 0, A*x >= 0} = {0}? By the rank of [E; A] (no line in it) and the feasibility of
% sum (A*x) = 1 (rows of A with norm 1); NaN: not known. x: an element that is not zero, else zero.
% SPDX-License-Identifier: GPL-3.0-or-later
  n = size (A, 2);
  x = zeros (n, 1);
  if (n == 0)
    trivial = true;
    return
  elseif (dls_wellposed_clock () == 0)
    trivial = NaN;
    return
  end
  R = dls_wellposed_rank (sparse (n, n), [E; A]');
  if (~R.acceleration_unique)
    trivial = false;
    x = full (R.acceleration_kernel(:,1));
    return
  elseif (size (A, 1) == 0)
    trivial = true;
    return
  end
  scale = sqrt (full (sum (A .^ 2, 2)));
  scale(scale == 0) = 1;
  A = diag (sparse (1 ./ scale)) * A;
  [exists, y] = dls_wellposed_lp ([E; sum(A, 1)], [zeros(size (E, 1), 1); 1], A, ...
                                  zeros (size (A, 1), 1));
  trivial = NaN;
  if (~isnan (exists))
    trivial = ~exists;
  end
  if (isequal (exists, true))
    x = y;
  end
end

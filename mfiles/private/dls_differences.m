function J = dls_differences (f, x)
% Jacobian of f at x by central differences: error about eps^(2/3) times the third derivative.
% SPDX-License-Identifier: GPL-3.0-or-later
  n = numel (x);
  J = [];
  for k = 1:n
    s = eps ^ (1/3) * max (1, abs (x(k)));
    up = x;
    up(k) = x(k) + s;
    down = x;
    down(k) = x(k) - s;
    column = (f (up) - f (down)) / (up(k) - down(k));
    if (k == 1)
      J = zeros (numel (column), n);
    end
    J(:,k) = column;
  end
end

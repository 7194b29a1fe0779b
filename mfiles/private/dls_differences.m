function J = dls_differences (f, x, model)
% Jacobian of f at x by central differences: error about eps^(2/3) times the third derivative.
% J = dls_differences (f, q, model): of positions, in the directions of the velocities of a model.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin > 2 && model.arity.advance > 0)
    q = x;
    f = @(d) f (dls_model_moved (model, q, d, 1));
    x = zeros (model.n, 1);
  end
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

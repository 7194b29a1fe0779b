function J = dls_differences (f, x, model)
% Jacobian of f at x by central differences.
% J = dls_differences (f, q, model): of positions, in the directions of the velocities of a model
% ([]: of any x). J = dls_differences (f, x, 'twice'): second derivatives by five points. 'plain':
% with the steps of functions that change over 1, for the loops of dls_variation.
%
% Truncation errs by s^2, rounding by eps/s: of steps s, s/4, s/16 ... the one with the least change
% to the next is taken, by coordinate, as libcore/motion/slope.c does. So they follow the length
% over which the derivative changes.
% SPDX-License-Identifier: GPL-3.0-or-later
  twice = nargin > 2 && strcmp (model, 'twice');
  top = 2 ^ (floor (log2 (max ([1; abs(x(:))]))) - 17 + 9 * twice);
  if (nargin > 2 && isstruct (model) && model.arity.advance > 0)
    q = x;
    f = @(d) f (dls_model_moved (model, q, d, 1));
    x = zeros (model.n, 1);
  end
  n = numel (x);
  J = [];
  for k = 1:n
    if (nargin > 2 && strcmp (model, 'plain'))
      column = slope (f, x, k, eps ^ (1/3) * max (1, abs (x(k))), false);
    else
      column = best (f, x, k, top, twice);
    end
    if (k == 1)
      J = zeros (numel (column), n);
    end
    J(:,k) = column;
  end
end

function column = slope (f, x, k, s, twice)
  [up, down] = deal (x);
  up(k) = x(k) + s;
  down(k) = x(k) - s;
  if (twice)
    [here, far] = deal (f (x), @(x, s) f (x + s * ((1:numel (x))' == k)));
    near = (f (up) - here) + (f (down) - here);
    far = (far (x, 2 * s) - here) + (far (x, -2 * s) - here);
    column = (16 * near - far) / (12 * s ^ 2);
  else
    column = (f (up) - f (down)) / (up(k) - down(k));
  end
  column = column(:);
end

function column = best (f, x, k, top, twice)
  levels = 13;
  falls = 6;                          % truncation falls by 16 at least from level to level
  D = [];
  for j = 1:levels
    D(:,j) = slope (f, x, k, top / 4 ^ (j - 1), twice);
    if (j > 2)
      [now, before] = deal (abs (D(:,j) - D(:,j-1)), abs (D(:,j-1) - D(:,j-2)));
      if (all (falls * now >= before & before <= 1e-6 * abs (D(:,j))))
        break
      end
    end
  end
  e = abs (diff (D(:,1:j), 1, 2));
  grows = 4 .^ (0:j-2);               % rounding: what is below that of the last ones is chance
  rounding = max (bsxfun (@rdivide, e(:,max (1, end-1):end), grows(max (1, end-1):end)), [], 2);
  e = max (e, rounding * grows);
  level = 1;
  for i = 1:size (e, 1)
    [~, at] = min (e(i,:));
    while (at > 1 && e(i,at-1) <= falls * e(i,at))
      at = at - 1;
    end
    level = max (level, at);
  end
  column = D(:,level);
end

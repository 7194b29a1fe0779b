function [c, r, size_t] = dls_stick_polygon (d, facets, t)
% Sides c*t <= r*mu*n of the polygon inscribed in the disc |t| <= mu*n, a corner on the first
% axis; in 2D the interval. size_t: the least mu*n that allows each column of t (facets = 0: disc).
% SPDX-License-Identifier: GPL-3.0-or-later
  c = [1; -1];
  r = 1;
  if (d == 3 && facets > 0)
    angle = pi * (2 * (1:facets)' - 1) / facets;
    c = [cos(angle), sin(angle)];
    r = cos (pi / facets);
  end
  if (nargin < 3)
    return
  elseif (d == 3 && facets == 0)
    size_t = sqrt (sum (t.^2, 1))';
  else
    size_t = max (c * t, [], 1)' / r;
  end
end

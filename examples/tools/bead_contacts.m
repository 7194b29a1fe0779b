function C = bead_contacts (x, R, box, reach)
% BEAD_CONTACTS  Which spheres touch each other or the walls of a box, by a grid of cells.
%   C = bead_contacts (x, R, box, reach)
%   x is 3-by-N, R 1-by-N; the box is 0 <= x1 <= box(1), 0 <= x2 <= box(2), x3 >= 0. Contacts with
%   gap <= reach: C.a, C.b (1-by-nc; a = 0 is a wall, else a < b), C.normal (3-by-nc, from a to b)
%   and C.gap. Only spheres in neighbouring cells are compared: for beads of
%   similar size the work grows with N.
% SPDX-License-Identifier: GPL-3.0-or-later
[a, b] = neighbours (x, 2 * max (R) + reach);
d = x(:, b) - x(:, a);
far = sqrt (sum (d .^ 2, 1));
radius = @(k) reshape (R(k), 1, []);                 % of none of one bead: 1-by-0 all the same
gap = far - radius (a) - radius (b);
near = reshape (find (gap <= reach), 1, []);
C = struct ('a', a(near), 'b', b(near), 'normal', d(:, near) ./ far(near), 'gap', gap(near));
walls = [0 0 1 0; 1 0 0 0; 0 1 0 0; -1 0 0 box(1); 0 -1 0 box(2)]';    % n'*x + offset >= 0
for wall = walls
  gap = wall(1:3)' * x + wall(4) - R;
  hit = find (gap <= reach);
  C.a = [C.a, zeros(1, numel (hit))];
  C.b = [C.b, hit];
  C.normal = [C.normal, repmat(wall(1:3), 1, numel (hit))];
  C.gap = [C.gap, gap(hit)];
end
end

% Pairs a < b in the same or in neighbouring cells of this width.
function [a, b] = neighbours (x, width)
N = columns (x);
cell3 = floor ((x - min (x, [], 2)) / width) + 1;    % 1, 2, .. in each direction
size3 = max (cell3, [], 2) + 1;                      % an empty border all around
key = @(c) c(1, :) + (size3(1) + 1) * (c(2, :) + (size3(2) + 1) * c(3, :));
[sorted, order] = sort (key (cell3));
last = [find(diff (sorted)), N];
first = [1, last(1:end-1) + 1];
of_key = sparse (1, sorted(last), 1:numel (last), 1, key (size3));
a = b = zeros (1, 0);
[i, j, k] = ndgrid (-1:1, -1:1, -1:1);
for step = [i(14:27); j(14:27); k(14:27)]            % half of the neighbours, and the cell itself
  other = full (of_key(key (cell3 + step)));
  here = find (other > 0);
  for k = 0:max (last - first)
    at = first(other(here)) + k;
    here = here(at <= last(other(here)));
    mate = order(first(other(here)) + k);
    keep = any (step) | mate > here;
    a = [a, min(here(keep), mate(keep))];
    b = [b, max(here(keep), mate(keep))];
  end
end
end

function [M, H, mu] = make_wall ()
% MAKE_WALL  A wall of twelve bricks in rows of 5, 4 and 3 on the floor: 50 contacts in space.
%   [M, H, mu] = make_wall ()
%   M is 72-by-72 (per brick forces along x, y, z, then moments), H 150-by-72: u = H*v contact by
%   contact, (N, T1, T2). Every brick, 1-by-0.5-by-1, stands on four points; the first three of the
%   floor touch their neighbours. H has rank 72 at most: the reactions are not unique.
% SPDX-License-Identifier: GPL-3.0-or-later
[row, place] = deal ([zeros(1, 5), ones(1, 4), 2 * ones(1, 3)], [0:4, 0:3, 0:2]);
x = [place + row / 2; 0.25 + row / 2; 0 * row];      % centres
count = numel (row);
n = 6 * count;
H = zeros (0, n);
for b = 1:count
  for corner = [-0.4, -0.4, 0.4, 0.4; -0.25, -0.25, -0.25, -0.25; -0.4, 0.4, -0.4, 0.4]
    at = x(:,b) + corner;
    rows = zeros (3, n);
    rows(:,6*b-5:6*b) = velocity (at - x(:,b));
    below = find (row == row(b) - 1 & abs (x(1,:) - at(1)) < 0.5);
    if ~isempty (below)
      rows(:,6*below-5:6*below) = -velocity (at - x(:,below));
    end
    H = [H; rows([2 1 3],:)];
  end
end
for b = 1:2
  at = (x(:,b) + x(:,b+1)) / 2;
  rows = zeros (3, n);
  rows(:,6*b+1:6*b+6) = velocity (at - x(:,b+1));
  rows(:,6*b-5:6*b) = -velocity (at - x(:,b));
  H = [H; rows];
end
M = kron (speye (count), diag ([2 2 2, [1.25, 2, 1.25] / 6]));
H = sparse (H);
mu = 0.3 + 0.2 * mod (0.37 * (1:50)', 1);
end

% Of a point of a body, from (v, omega)
function V = velocity (r)
V = [eye(3), [0 r(3) -r(2); -r(3) 0 r(1); r(2) -r(1) 0]];
end

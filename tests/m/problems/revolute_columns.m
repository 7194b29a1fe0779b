function g = revolute_columns (arm, axis)
% REVOLUTE_COLUMNS  The five constraint gradients of a revolute joint, one body's share.
%   g = revolute_columns (arm, axis)
%   Velocity coordinates of a body are (v, omega), v of its centre, in the fixed frame.
%   arm: from the centre to the joint. Columns 1 to 3: v + omega x arm along x, y, z
%   (e'(omega x r) = omega'(r x e)); 4 and 5: omega along two directions orthogonal to
%   axis. The joint of bodies i and j has gradient +g for i and -g for j.
% SPDX-License-Identifier: GPL-3.0-or-later
skew = [0 -arm(3) arm(2); arm(3) 0 -arm(1); -arm(2) arm(1) 0];
axis = axis(:) / norm (axis);
[~, k] = min (abs (axis));
e = zeros (3, 1);
e(k) = 1;
u = cross (axis, e) / norm (cross (axis, e));
w = cross (axis, u);
g = [eye(3), zeros(3, 2); skew, u, w];
end

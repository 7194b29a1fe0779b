function a = turned_angle (sol)
% The angle of the first joint, of the only body, at all columns of a motion: whole turns counted.
% SPDX-License-Identifier: GPL-3.0-or-later
if (size (sol.q, 1) == 3)
  a = sol.q(3,:);
else
  a = 2 * atan2 (sol.q(7,:), sol.q(4,:));
  a = a - 2 * pi * round (a / (2 * pi)) + 2 * pi * sol.turns;
end
end

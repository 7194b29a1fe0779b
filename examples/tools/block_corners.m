function [g, t, bg, bt] = block_corners (l, L, side, theta, omega)
% BLOCK_CORNERS  Corners of a block of height l and width L that touch the floor.
%   (ALLSTICK, Fig. 1 and 2.)
%   Coordinates x, y of the centre and the angle theta; side: +1 for the right corner A1, -1 for
%   the left one A2, or both in a row. g, t: gradients of height and of sliding, one column per
%   corner; bg, bt: their terms in omega = dtheta/dt.
% SPDX-License-Identifier: GPL-3.0-or-later
  along = side * L / 2;
  lever_n = along * cos (theta) + l / 2 * sin (theta);
  lever_t = l / 2 * cos (theta) - along * sin (theta);
  g = [0 * along; 0 * along + 1; lever_n];
  t = [0 * along + 1; 0 * along; lever_t];
  bg = omega ^ 2 * lever_t';
  bt = -omega ^ 2 * lever_n';
end

function M = box_mass (mass, len, direction, width)
% BOX_MASS  6-by-6 mass matrix of a uniform bar with square section, in the fixed frame.
%   M = box_mass (mass, len, direction, width)
%   Coordinates (v, omega) of the centre. Inertia m/6 w^2 about the bar's direction,
%   m/12 (l^2 + w^2) about the two others.
% SPDX-License-Identifier: GPL-3.0-or-later
d = direction(:) / norm (direction);
along = mass / 6 * width^2;
across = mass / 12 * (len^2 + width^2);
M = blkdiag (mass * eye (3), across * eye (3) + (along - across) * (d * d'));
end

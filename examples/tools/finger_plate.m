function [N, H, gap, side, along] = finger_plate (L, l, th, G, A)
% FINGER_PLATE  Three fingers on rails at a plate (ALLSTICK, Example 5, with its errata).
%   L, l: sides of the plate; th: its angle; G: its centre; A: finger tips (2-by-3), 1 from the
%   left (moves along x), 2 from above (along y), 3 from the right (along x).
%   N: gradients of the gaps in q = (x, y, theta, x1, y2, x3); H: of sliding of the plate's points
%   at the tips (where gap = 0); side, along: outward normals and tangents of the three sides.
% SPDX-License-Identifier: GPL-3.0-or-later
n = [cos(th); sin(th)];
up = [-sin(th); cos(th)];
side = [-n, up, n];
along = [up, -n, up];
half = [L; l; L] / 2;
turned = [-up, -n, up];                          % d(side)/d(theta)
rails = @(u) [zeros(3); u(1, 1), 0, 0; 0, u(2, 2), 0; 0, 0, u(1, 3)];
gap = sum (side .* (A - G))' - half;
N = [-side; sum(turned .* (A - G)); zeros(3)] + rails (side);
H = [along; -half(1), half(2), half(3); zeros(3)] - rails (along);
end

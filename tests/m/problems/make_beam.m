function [M, G, F, b, names] = make_beam (xc)
% MAKE_BEAM  Rigid beam on three frictionless bilateral supports at x = -1, 0, 1.
%   [M, G, F, b, names] = make_beam (xc)
%   Coordinates (y, theta) of the centre of mass at x = xc; m = 1, g = 9.81, at rest.
%   Rank 2 of 3: kernel (1, -2, 1)/sqrt(6), no support reaction is determined.
% SPDX-License-Identifier: GPL-3.0-or-later
M = sparse (diag ([1, 1/3]));
G = sparse ([1 1 1; [-1 0 1] - xc]);
F = [9.81; 0];
b = zeros (3, 1);
names = {'left', 'middle', 'right'};
end

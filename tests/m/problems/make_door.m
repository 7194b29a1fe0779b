function [M, G, F, b, names, determined] = make_door (kind)
% MAKE_DOOR  A door on two hinges with the same vertical axis z: 6 coordinates, 1 dof.
%   [M, G, F, b, names, determined] = make_door (kind)
%   'hinges'  two revolutes, 10 rows, rank 5: no reaction is determined;
%   'balls'   two spherical joints, 6 rows, rank 5: only the two vertical forces are not;
%   'classic' ball below, guide above (x and y only), 5 rows, rank 5: all are determined.
%   determined: the truth, one logical per row. Door 0.9 x 2 m, 30 kg, turning at 2 rad/s.
% SPDX-License-Identifier: GPL-3.0-or-later
if nargin < 1, kind = 'hinges'; end
mass = 30;  wide = 0.9;  high = 2;  w = 2;  g = 9.81;
inertia = mass / 12 * [high^2, high^2 + wide^2, wide^2];
M = sparse (diag ([mass, mass, mass, inertia]));
F = [0; 0; mass * g; 0; 0; 0];
low = [-wide/2; 0; -0.8];                    % from the centre of mass to the hinges
top = [-wide/2; 0; 0.8];
z = [0; 0; 1];
G = [revolute_columns(low, z), revolute_columns(top, z)];
b = -w^2 * [low(1:2); 0; 0; 0; top(1:2); 0; 0; 0];   % omega x (omega x r), omega = w z
part = {'force x', 'force y', 'force z', 'moment 1', 'moment 2'};
names = [strcat('lower_', part), strcat('upper_', part)];
names = strrep (names, '_', ' ');
switch kind
  case 'hinges',  keep = 1:10;               determined = false (10, 1);
  case 'balls',   keep = [1 2 3 6 7 8];      determined = [1 1 0 1 1 0]' == 1;
  case 'classic', keep = [1 2 3 6 7];        determined = true (5, 1);
  otherwise, error ('make_door: unknown kind "%s"', kind);
end
G = sparse (G(:, keep));
b = b(keep);
names = names(keep);
end

function [M, G, F, b, names] = make_allstick (section)
% MAKE_ALLSTICK  Sticking contacts of ALLSTICK as bilateral constraints G = [N H].
%   [M, G, F, b, names] = make_allstick (section)
%   Sections of GOLDEN.md: 1 = regular system (19)-(24), n = 5, m = 3; 2 = singular M with
%   redundant contacts (26)-(32), n = 4, m = 4; 3 = flat block on two corners, Example 1,
%   n = 3, m = 4, rank 3 (l = 1, L = 1/2, m = 1, F = (2, 9.81, 0); I = (l^2+L^2)/12).
% SPDX-License-Identifier: GPL-3.0-or-later
switch section
  case 1
    M = [4 1 0 0 0; 1 3 1 0 0; 0 1 5 1 0; 0 0 1 2 0; 0 0 0 0 6];
    G = [1 0 1; 0 1 0; 2 0 -1; 0 2 1; -1 1 0];
    F = [3; -2; 5; 1; -4];
    b = [0.5; -1; 2];
    names = {'n', 't1', 't2'};
  case 2
    M = [2 1 0 0; 1 1 0 0; 0 0 0 0; 0 0 0 3];
    G = [1 1 0 1; 0 0 1 0; 1 1 0 1; 0 0 1 2];
    F = [1; 2; -3; 4];
    b = [1.5; 1.5; -1; 3.5];
    names = {'n1', 'n2', 't1', 't2'};
  case 3
    l = 1;  L = 0.5;
    M = diag ([1, 1, (l^2 + L^2) / 12]);
    G = [0 0 1 1; 1 1 0 0; L/2 -L/2 l/2 l/2];
    F = [2; 9.81; 0];
    b = zeros (4, 1);
    names = {'n1', 'n2', 't1', 't2'};
end
M = sparse (M);
G = sparse (G);
end

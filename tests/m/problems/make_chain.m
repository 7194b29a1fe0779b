function [M, G, F, b, P] = make_chain (N)
% MAKE_CHAIN  Planar chain of N bars of length 1, point masses 1, first end fixed.
%   [M, G, F, b, P] = make_chain (N)
%   n = 2 N, m = N, full rank; the condition number grows like N^2. Bar i makes the angle
%   -pi/4 + sin(i)/2 with x and turns at cos(i) rad/s; gravity 9.81 along -y. Columns of
%   G: unit vectors along the bars, so b_i = w_i^2. P: 2-by-N positions.
% SPDX-License-Identifier: GPL-3.0-or-later
i = (1:N)';
t = -pi/4 + sin (i) / 2;
d = [cos(t), sin(t)];
P = cumsum (d, 1)';
rows = [2*i-1, 2*i, 2*i-3, 2*i-2];
vals = [d, -d];
cols = repmat (i, 1, 4);
inside = rows > 0;                           % bar 1 hangs on the fixed end
G = sparse (rows(inside), cols(inside), vals(inside), 2*N, N);
M = speye (2*N);
F = repmat ([0; 9.81], N, 1);
b = cos (i).^2;
end

function [M, G, F, b, names, P, q] = make_parallelogram (massless_middle, rowscale)
% MAKE_PARALLELOGRAM  Parallelogram with a third bar, natural coordinates.
%   [M, G, F, b, names, P, q] = make_parallelogram (massless_middle, rowscale)
%   Pivots A, B, C = (0,0), (1,0), (2,0); bars A-P1, B-P2, C-P3 of length 1 at 60 degrees;
%   coupler P1-P3 with P2 its midpoint; 1 rad/s, g = 9.81. q = [P1; P2; P3], 6 constraints
%   of rank 5. Numbers in GOLDEN.md have the opposite sign of lambda. massless_middle: bar
%   B-P2 has no mass. rowscale: rows 1 to 4 (the lengths) are multiplied by it.
%   P: 2-by-6, the points A B C P1 P2 P3.
% SPDX-License-Identifier: GPL-3.0-or-later
if nargin < 1, massless_middle = false; end
if nargin < 2, rowscale = 1; end
g = 9.81;
A = [0; 0];  B = [1; 0];  C = [2; 0];
u = [cos(pi/3); sin(pi/3)];                 % direction of the three bars
q = [A + u; B + u; C + u];
v = repmat ([-u(2); u(1)], 3, 1);           % 1 rad/s: all points move alike
bar = [1, ~massless_middle, 1];             % masses of the bars
coupler = 2;

% Uniform bar with one end fixed: m/3 at the moving end. Coupler: m/6 [2 1; 1 2].
mass = diag (bar / 3);
mass([1 3], [1 3]) = mass([1 3], [1 3]) + coupler / 6 * [2 1; 1 2];
M = sparse (kron (mass, eye (2)));
weight = bar / 2 + coupler / 2 * [1 0 1];   % half of each bar hangs on its moving end
F = kron (weight', [0; g]);                 % applied force -g moved to the left side

% Rows |P1-A|^2, |P2-B|^2, |P3-C|^2, |P3-P1|^2 and P2 - (P1+P3)/2; columns of G:
% gradients.
z = [0; 0];
d = q(5:6) - q(1:2);
G = [2*u z z -2*d; z 2*u z z; z z 2*u 2*d];
G = [G, kron([-1/2; 1; -1/2], eye (2))];
w = v(5:6) - v(1:2);
b = [2*(v(1:2)'*v(1:2)); 2*(v(3:4)'*v(3:4)); 2*(v(5:6)'*v(5:6)); 2*(w'*w); 0; 0];

s = [rowscale * ones(4, 1); 1; 1];
G = sparse (G * diag (s));
b = s .* b;
P = [A, B, C, reshape(q, 2, 3)];
names = {'bar A-P1', 'bar B-P2', 'bar C-P3', 'coupler P1-P3', 'midpoint x', 'midpoint y'};
end

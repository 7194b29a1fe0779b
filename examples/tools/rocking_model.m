function [model, corners, a, R] = rocking_model ()
% ROCKING_MODEL  A tall block on a rough floor: unilateral contacts with friction at two corners.
%   q = (x, y, angle) of the centre; corners (angle) are relative to it, 2-by-2, the left one first;
%   a: angle at which it tips; R: half of its diagonal.
% SPDX-License-Identifier: GPL-3.0-or-later
l = 1;
L = 0.2;
R = hypot (l, L) / 2;
a = atan (L / l);
at = [-L/2, L/2; -l/2, -l/2];
corners = @(th) [cos(th), -sin(th); sin(th), cos(th)] * at;
arm = @(th) [-sin(th), -cos(th); cos(th), -sin(th)] * at;             % d/d angle
row = @(A, k) A(k,:);
model = dls_model ('mass', diag ([1, 1, (l^2 + L^2) / 12]), 'force', [0; -9.81; 0], ...
  'gap', @(q) q(2) + row (corners (q(3)), 2)', 'gapgrad', @(q) [0 0; 1 1; row(arm (q(3)), 2)], ...
  'tangent', @(q) [1 1; 0 0; row(arm (q(3)), 1)], 'mu', 0.9, 'restitution', 0);
end

function [M, G, F, b, names, P, axes_] = make_bricard (digits)
% MAKE_BRICARD  Bricard's mechanism: 5 rods, 6 revolute joints, 30 x 30, rank 29, 1 dof.
%   [M, G, F, b, names, P, axes_] = make_bricard (digits)
%   Velocity coordinates (v_i, omega_i) of 5 rods of length and mass 1, at rest, gravity
%   9.81 along -y. With digits, the mechanism is turned rigidly into a general position
%   and each end of each rod is rounded to that many decimals (Inf: no rounding), as if
%   each body came from its own file; the joint axes are not rounded. With digits = 6
%   the redundancy hides: sigma_30 is about 1e-7 instead of 0.
% SPDX-License-Identifier: GPL-3.0-or-later
P = [0 1 1 1 0 0; 0 0 -1 -1 -1 0; 0 0 0 1 1 1];
axes_ = [0 0 1 0 0 1; 1 0 0 1 0 0; 0 1 0 0 1 0];        % y z x y z x
g = [0; -9.81; 0];
nb = 5;
if nargin > 0
  k = [1; 2; -2] / 3;                                   % turn by 0.7 rad about k
  K = [0 -k(3) k(2); k(3) 0 -k(1); -k(2) k(1) 0];
  R = eye (3) + sin (0.7) * K + (1 - cos (0.7)) * K^2;
  P = R * P;
  axes_ = R * axes_;
  g = R * g;
end
first = P(:, 1:nb);
last = P(:, 2:nb+1);
centre = (first + last) / 2;
if nargin > 0 && isfinite (digits)                      % local vectors centre to joint
  first = centre + round ((first - centre) * 10^digits) / 10^digits;
  last = centre + round ((last - centre) * 10^digits) / 10^digits;
end
M = zeros (30);
G = zeros (30, 30);
for i = 1:nb
  rows = 6*i-5:6*i;
  M(rows, rows) = box_mass (1, 1, P(:, i+1) - P(:, i), 0.1);
  G(rows, 5*i-4:5*i) = revolute_columns (first(:, i) - centre(:, i), axes_(:, i));
  G(rows, 5*i+1:5*i+5) = -revolute_columns (last(:, i) - centre(:, i), axes_(:, i+1));
end
M = sparse (M);
G = sparse (G);
F = repmat ([-g; 0; 0; 0], nb, 1);
b = zeros (30, 1);
parts = {'force x', 'force y', 'force z', 'moment 1', 'moment 2'};
names = cell (1, 30);
for k = 1:6
  for i = 1:5
    names{5*k-5+i} = sprintf ('joint %d %s', k, parts{i});
  end
end
end

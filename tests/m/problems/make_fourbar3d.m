function [M, G, F, b, names, P, qdd2] = make_fourbar3d ()
% MAKE_FOURBAR3D  A planar four-bar linkage modelled in 3D with full revolute joints.
%   [M, G, F, b, names, P, qdd2] = make_fourbar3d ()
%   3 moving bodies x 6 velocity coordinates (v, omega) = 18; 4 revolutes x 5 = 20 rows of
%   rank 17: one degree of freedom, 3 redundant rows. The crank turns at 1 rad/s, gravity
%   9.81 along -y. P: 3-by-4 joint centres. qdd2: the angular accelerations of the bars
%   from the planar model, an independent check.
% SPDX-License-Identifier: GPL-3.0-or-later
P = [0 0.5 2.2 2.5; 0 sqrt(0.75) 1.6 0; 0 0 0 0];
g = 9.81;
z = [0; 0; 1];
nb = 3;
D = diff (P, 1, 2);                          % bar i goes from joint i to joint i+1
centre = (P(:, 1:3) + P(:, 2:4)) / 2;
len = sqrt (sum (D.^2));

% Loop closure sum w_i z x D_i = 0 with w_1 = 1, then the velocity terms w_i^2 D_i.
J = [-D(2, :); D(1, :)];                     % z x D in the plane
w = [1; -J(:, 2:3) \ J(:, 1)];

M = zeros (18);
G = zeros (18, 20);
b = zeros (20, 1);
for i = 1:nb
  M(6*i-5:6*i, 6*i-5:6*i) = box_mass (len(i), len(i), D(:, i), 0.1);
end
for k = 1:4                                  % joint k: body k against body k-1
  cols = 5*k-4:5*k;
  if k <= nb
    arm = P(:, k) - centre(:, k);
    G(6*k-5:6*k, cols) = revolute_columns (arm, z);
    b(cols(1:3)) = b(cols(1:3)) - w(k)^2 * arm;      % omega x (omega x r) = -w^2 r
  end
  if k > 1
    arm = P(:, k) - centre(:, k-1);
    G(6*k-11:6*k-6, cols) = -revolute_columns (arm, z);
    b(cols(1:3)) = b(cols(1:3)) + w(k-1)^2 * arm;
  end
end
F = kron ((len'), [0; g; 0; 0; 0; 0]);       % masses equal lengths
M = sparse (M);
G = sparse (G);

% Planar model in the three angles: T' Ma T wdd + ..., loop closure J wdd = D w.^2.
T = zeros (9, 3);                            % (x, y, theta) of each centre
h = zeros (9, 1);                            % velocity terms of the centres
for i = 1:3
  for j = 1:i
    c = 1 - (j == i) / 2;
    T(3*i-2:3*i-1, j) = c * J(:, j);
    h(3*i-2:3*i-1) = h(3*i-2:3*i-1) - c * D(1:2, j) * w(j)^2;
  end
  T(3*i, i) = 1;
end
m3 = kron (len, [1 1 0]) + kron (len .* (len.^2 + 0.01) / 12, [0 0 1]);
K = [T' * diag(m3) * T, -J'; J, zeros(2)];
f = -kron (len', [0; g; 0]) - m3' .* h;
x = K \ [T' * f; D(1:2, :) * w.^2];
qdd2 = x(1:3);

parts = {'force x', 'force y', 'force z', 'moment 1', 'moment 2'};
names = cell (1, 20);
for k = 1:4
  for i = 1:5
    names{5*k-5+i} = sprintf ('joint %d %s', k, parts{i});
  end
end
end

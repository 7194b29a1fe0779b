function [model, q0, v0] = model_bricard ()
% MODEL_BRICARD  Bricard's mechanism (see MAKE_BRICARD) in natural coordinates: its motion.
%   [model, q0, v0] = model_bricard ()
%   Nodes: 6 joints, 6 axes; the first and last are fixed. Each rod keeps its length and has its two
%   axes orthogonal to it and to each other: 24 coordinates, 24 constraints of rank 23.
% SPDX-License-Identifier: GPL-3.0-or-later
[~, ~, ~, ~, ~, P, axes_] = make_bricard ();
X = [P'; axes_'];
moves = [2:5, 8:11];
E = zeros (24, 12);
F = E;
mass = zeros (12);
load = zeros (12, 3);
row = 0;
for i = 1:5
  r = zeros (1, 12);
  r([i, i+1]) = [-1 1];
  u = zeros (2, 12);
  u(1,6+i) = 1;
  u(2,7+i) = 1;
  E(row+1:row+4,:) = [r; r; r; u(1,:)];
  F(row+1:row+4,:) = [r; u; u(2,:)];
  row = row + 4;
  mass([i, i+1],[i, i+1]) = mass([i, i+1],[i, i+1]) + [2 1; 1 2] / 6;
  mass(6+i,6+i) = mass(6+i,6+i) + 0.01 / 12;
  mass(7+i,7+i) = mass(7+i,7+i) + 0.01 / 12;
  load([i, i+1],2) = load([i, i+1],2) - 9.81 / 2;
end
for i = 2:5
  row = row + 1;
  E(row,6+i) = 1;
  F(row,6+i) = 1;
end
[model, q0] = natural_model (X, moves, E, F, mass, load);
v0 = zeros (size (q0));
end

function [model, q0, v0] = model_fourbars (N)
% MODEL_FOURBARS  N four-bar linkages in a row, in natural coordinates, through singular positions.
%   [model, q0, v0] = model_fourbars (N)
%   2N+1 bars of length and mass 1 (N+1 turn about points of the ground, N couple them), upright,
%   all upper joints move with (1, 0). All bars are in line twice per turn: there the rank drops.
% SPDX-License-Identifier: GPL-3.0-or-later
ground = [(0:N)', zeros(N+1, 1)];
X = [ground; ground + [0, 1]];
moves = N+2:2*N+2;
bars = [(1:N+1)', moves'; moves(1:N)', moves(2:end)'];
E = full (sparse ([1:2*N+1, 1:2*N+1], bars(:)', [-ones(1, 2*N+1), ones(1, 2*N+1)], 2*N+1, 2*N+2));
mass = zeros (2*N+2);
load = zeros (2*N+2, 2);
for k = 1:2*N+1
  mass(bars(k,:),bars(k,:)) = mass(bars(k,:),bars(k,:)) + [2 1; 1 2] / 6;
  load(bars(k,:),2) = load(bars(k,:),2) - 9.81 / 2;
end
[model, q0] = natural_model (X, moves, E, E, mass, load);
v0 = repmat ([1; 0], N + 1, 1);
end

function [model, q0] = natural_model (X, moves, E, F, mass, load)
% NATURAL_MODEL  Mechanism in natural coordinates: points and vectors with constant scalar products.
%   [model, q0] = natural_model (X, moves, E, F, mass, load)
%   X: nodes-by-d initial points and vectors; moves: the nodes that move (the others are fixed).
%   Constraint k keeps the product of the vectors E(k,:)*X and F(k,:)*X at its initial value.
%   mass: nodes-by-nodes, of each direction; load: nodes-by-d forces.
% SPDX-License-Identifier: GPL-3.0-or-later
X0 = X;
d = columns (X);
E = full (E);
F = full (F);
c = sum ((E * X) .* (F * X), 2);
q0 = reshape (X(moves,:)', [], 1);
M = kron (mass(moves,moves), eye (d));
f = reshape (load(moves,:)', [], 1);
model = dls_model ('mass', M, 'force', f, ...
  'constraint', @(q) sum ((E * nodes (q, X0, moves)) .* (F * nodes (q, X0, moves)), 2) - c, ...
  'constraintgrad', @(q) gradients (nodes (q, X0, moves), E, F, moves), ...
  'constraintrate', @(t, q, v) 2 * sum ((E * nodes (v, 0 * X0, moves)) ...
                                        .* (F * nodes (v, 0 * X0, moves)), 2), ...
  'potential', @(q) -f' * q);
end

function X = nodes (q, X, moves)
X(moves,:) = reshape (q, columns (X), [])';
end

function G = gradients (X, E, F, moves)
d = columns (X);
G = zeros (d * numel (moves), rows (E));
EX = E * X;
FX = F * X;
for j = 1:d
  G(j:d:end,:) = E(:,moves)' .* FX(:,j)' + F(:,moves)' .* EX(:,j)';
end
end

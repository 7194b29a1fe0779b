function [matrix_, vector_, J, M] = lcp_box (mu, v0)
% LCP_BOX  The complementarity problem DARTLCP (13)-(15) of a box on the floor.
%   1 x 1 x 1/2, unit mass, four corners (p = 4), eight edges each. matrix_ (dt, s): A, with E and
%   mu scaled by s; vector_ (dt): q; J = [N B], so that v+ = v0 + dt*M^-1*(weight + J*[fn; fd]).
% SPDX-License-Identifier: GPL-3.0-or-later
M = diag ([1, 1, 1, 5/48, 5/48, 1/6]);
d = [cos((0:7) * pi / 4); sin((0:7) * pi / 4); zeros(1, 8)];
N = B = [];
for r = [1 1 -1 -1; 1 -1 1 -1; -0.5 -0.5 -0.5 -0.5] / 2
  N = [N, [0; 0; 1; cross(r, [0; 0; 1])]];
  B = [B, [d; cross(repmat (r, 1, 8), d)]];
end
E = kron (eye (4), ones (8, 1));
J = [N, B];
X = J' * (M \ J);
weight = [0; 0; -9.81; 0; 0; 0];
matrix_ = @(dt, s) [dt * X, [zeros(4); s * E]; s * mu * eye(4), -s * E', zeros(4)];
vector_ = @(dt) [J' * (v0 + dt * weight); zeros(4, 1)];
end

function P = bead_problem (beads, C, v, h, mu, restitution)
% BEAD_PROBLEM  One step of Moreau and Jean for spheres as a friction problem in global form.
%   P = bead_problem (beads, C, v, h, mu, restitution)
%   beads has the fields R (1-by-N) and mass (1-by-N); C is of BEAD_CONTACTS; v is 6N-by-1, the
%   velocities before the step, bead by bead (translation, rotation). With weight on axis 3,
%       M*vnew - M*(v + h*g) = H'*r,   u = H*vnew + w,   w_N = restitution * (H*v)_N
% SPDX-License-Identifier: GPL-3.0-or-later
N = numel (beads.R);
nc = numel (C.b);
inertia = 0.4 * beads.mass .* beads.R .^ 2;
mass = reshape ([repmat(beads.mass, 3, 1); repmat(inertia, 3, 1)], [], 1);
weight = zeros (6, N);
weight(3, :) = -9.81;
n = C.normal;
% Tangents: n x the axis that is least parallel to it.
[~, least] = min (abs (n), [], 1);
t1 = cross (n, accumarray ([least; 1:nc]', 1, [3, nc]));
t1 = t1 ./ sqrt (sum (t1 .^ 2, 1));
t2 = cross (n, t1);
frame = {n, t1, t2};
i = j = s = zeros (1, 0);
pair = reshape (find (C.a > 0), 1, []);
for k = 1:3
  e = frame{k};
  row = 3 * (0:nc-1) + k;
  [i, j, s] = append (i, j, s, row, C.b, [e; -(beads.R(C.b) .* cross (n, e))]);
  [i, j, s] = append (i, j, s, row(pair), C.a(pair), ...
                      -[e(:, pair); beads.R(C.a(pair)) .* cross(n(:, pair), e(:, pair))]);
end
H = sparse (i, j, s, 3 * nc, 6 * N);
before = reshape (H * v, 3, nc);
w = [restitution * before(1, :); zeros(2, nc)];
P = dls_problem ('M', spdiags (mass, 0, 6 * N, 6 * N), 'H', H, ...
                 'f', -mass .* (v + h * weight(:)), 'w', w(:), 'mu', mu, 'd', 3);
end

% The six entries of each row that belong to a bead; exact zeros are left out.
function [i, j, s] = append (i, j, s, row, bead, entries)
col = 6 * (bead - 1) + (1:6)';
row = repmat (row, 6, 1);
keep = entries ~= 0;
i = [i, row(keep)'];
j = [j, col(keep)'];
s = [s, entries(keep)'];
end

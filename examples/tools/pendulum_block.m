function [M, F] = pendulum_block (p, q, v, g)
% PENDULUM_BLOCK  Block with a pendulum at the middle of its top: M (q) and F (q, v) of M*a + F = 0.
%   ALLSTICK, appendix D with its errata. q = (x, y, theta, alpha): centre and angle of the block,
%   angle of the pendulum relative to the block. p: m, IG, l (height) of the block; mb, a (length)
%   and Ip of the pendulum. F has the terms in v and the weights.
%   (87) gives the bar the energy Ip*alphadot^2/2. A bar turns with thetadot + alphadot: add
%   Ip to M(3,3), M(3,4), M(4,3).
% SPDX-License-Identifier: GPL-3.0-or-later
s = sin (q(3) + q(4));
c = cos (q(3) + q(4));
sl = p.l * sin (q(3));
cl = p.l * cos (q(3));
M = zeros (4);
M(1, 3:4) = -p.mb / 2 * [p.a * s + cl, p.a * s];
M(2, 3:4) = p.mb / 2 * [p.a * c - sl, p.a * c];
M(3, 4) = p.mb * p.a / 4 * (p.a + p.l * sin (q(4)));
M = M + M' + diag ([p.m + p.mb, p.m + p.mb, ...
                    p.IG + p.mb * ((p.a ^ 2 + p.l ^ 2) / 4 + p.a * p.l / 2 * sin (q(4))), ...
                    p.mb * p.a ^ 2 / 4 + p.Ip]);
turn = v(3) + v(4);
swing = p.mb * p.a * p.l / 4 * cos (q(4));
F = [-p.mb / 2 * (p.a * turn ^ 2 * c - v(3) ^ 2 * sl)
     -p.mb / 2 * (p.a * turn ^ 2 * s + v(3) ^ 2 * cl)
     swing * v(4) * (2 * v(3) + v(4))
     -swing * v(3) ^ 2];
F = F + g * [0; p.m + p.mb; p.mb / 2 * (p.a * c - sl); p.mb / 2 * p.a * c];
end

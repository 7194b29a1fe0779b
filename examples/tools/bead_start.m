function beads = bead_start (N, across, seed)
% BEAD_START  N spheres of radius 0.9 to 1.1 m above the floor of a box, `across` in a row.
%   beads = bead_start (N, across, seed)
%   A lattice with some disorder; nothing touches. Density 1000 kg/m^3. What counts for a time
%   step h is h*sqrt (g/R): large beads are beads seen in slow motion.
%   Fields: R, mass (1-by-N), x (3-by-N), box (2 widths), v (6N-by-1, slow and random).
% SPDX-License-Identifier: GPL-3.0-or-later
u = mod (sqrt ([2 3 5 7 11 13 17 19 23 29]') * ((1:N) + 1000 * seed), 1);   % Weyl
width = 2.4;
R = 0.9 + 0.2 * u(1, :);
k = 0:N-1;
x = width * [mod(k, across); mod(floor (k / across), across); floor(k / across ^ 2)] + width / 2;
x = x + 0.2 * (u(2:4, :) - 0.5);
v = [2 * (u(5:7, :) - 0.5); u(8:10, :) - 0.5];
beads = struct ('R', R, 'mass', 1000 * 4 / 3 * pi * R .^ 3, 'x', x, ...
                'box', width * across * [1 1], 'v', v(:));
end

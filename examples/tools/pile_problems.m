function [problems, states] = pile_problems (beads, C, mu)
% PILE_PROBLEMS  Steps in time of one pile of spheres: at rest, velocities at random, drawn.
%   [problems, states] = pile_problems (beads, C, mu)   of PILE_SPHERES and BEAD_CONTACTS; 1-by-3
%   Steps of a millisecond under gravity from velocities 0; from up to 0.15 m/s at random; and
%   from 1 m/s a metre of height, sideways.
% SPDX-License-Identifier: GPL-3.0-or-later
N = numel (beads.R);
u = mod (sqrt ([2; 3; 5; 7; 11; 13]) * (5001:5000+N), 1) - 0.5;   % Weyl
random = 0.3 * u;
random(4:6,:) = random(4:6,:) ./ beads.R;
drawn = zeros (6, N);
drawn(1,:) = beads.x(3,:);
states = {'at rest', 'velocities at random', 'drawn'};
problems = cellfun (@(v) bead_problem (beads, C, v(:), 1e-3, mu, 0), ...
                    {zeros(6, N), random, drawn}, 'UniformOutput', false);
end

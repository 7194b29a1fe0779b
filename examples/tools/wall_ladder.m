function S = wall_ladder (th, omega, mub, muu)
% WALL_LADDER  A ladder (1 kg, half length 1) that slides down between a wall and the floor.
%   (TUTORIAL Fig. 2(a).) Its upper end on a wall that cannot let go (bilateral, slides down), its
%   lower end on the floor (unilateral, slides away). th from the horizontal, omega = dth/dt.
% SPDX-License-Identifier: GPL-3.0-or-later
S = dls_system ('M', diag ([1 1 1/3]), 'F', [0; 9.81; 0], 'Gb', [1; 0; sin(th)], ...
                'Hb', [0; 1; cos(th)], 'bb', cos (th) * omega^2, 'mub', mub, 'vtb', -1, ...
                'Gu', [0; 1; -cos(th)], 'Hu', [1; 0; -sin(th)], 'bu', sin (th) * omega^2, ...
                'muu', muu, 'vtu', 1);
end

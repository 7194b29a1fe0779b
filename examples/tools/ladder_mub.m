function M = ladder_mub (D, mub, muu)
% LADDER_MUB  The matrix M_ub of TUTORIAL (58) for WALL_LADDER, D = dls_delassus (...).
%   The upper end slides down (xi_b = -1), the lower one away from the wall (xi_u = 1).
% SPDX-License-Identifier: GPL-3.0-or-later
Fb = -mub * [D.Atb; D.Anutb];
Fu = muu * [D.Anbtu; D.Atu];
solved = [D.Anb + Fb(1), -(D.Anbnu - Fu(1))] / (D.Anb - Fb(1));
M = [solved; (D.Anunb - Fb(2)) * solved + [-(D.Anunb + Fb(2)), D.Anu - Fu(2)]];
end

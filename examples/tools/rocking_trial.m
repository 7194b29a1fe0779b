function outcome = rocking_trial (p)
% ROCKING_TRIAL  What becomes of rocking_model from the angle p.angle, in units of the critical one,
%   and the velocity p.speed, turning about the corner on the floor: it falls to the left (-1),
%   stays (0), or falls to the right (1).
% SPDX-License-Identifier: GPL-3.0-or-later
[model, corners, a] = rocking_model ();
th = p.angle * a;
k = 1 + (th < 0 || (th == 0 && p.speed < 0));       % the left corner for positive angles
rest = corners (th)(:,k);
v0 = p.speed * [rest(2); -rest(1); 1];              % the corner does not move
sol = dls_simulate (model, [0 1.4], [-rest; th], v0, 'Step', 5e-3, 'Energy', 'off', 'Stop', ...
                    @(t, q, v) abs (q(3)) > 1.1 * a && q(3) * v(3) > 0);
outcome = sign (sol.q(3,end)) * strcmp (sol.result, 'stopped');
end

function ok = contact_is (x, y, info)
% The numbers (x is y) and the whole of the report: solved, with small residuals.
% SPDX-License-Identifier: GPL-3.0-or-later
r = info.residual;
worst = max ([r.dynamics, r.bilateral, r.unilateral, r.sticking, r.friction]);
ok = strcmp (info.status, 'solved') && info.exitflag == 1 && worst <= 1e-9 ...
     && isequal (size (x), size (y)) && max (abs (x(:) - y(:))) <= 1e-8 * max ([1; abs(y(:))]);
end

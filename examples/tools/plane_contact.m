function H = plane_contact (n, x, body, bodies)
% PLANE_CONTACT  Rows of a contact of a body in the plane: its velocity (x, y, angle) -> u_N, u_T.
%   H = plane_contact (n, x, body, bodies)   normal n into the body; x: point, from its centre
% SPDX-License-Identifier: GPL-3.0-or-later
t = [-n(2); n(1)];
H = zeros (2, 3 * bodies);
H(:,3*body-2:3*body) = [n', x(1) * n(2) - x(2) * n(1); t', x(1) * t(2) - x(2) * t(1)];
end


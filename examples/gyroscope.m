% GYROSCOPE  What you learn: a top in space against the closed form of its nutation, and its tip.
%   A symmetric top is released with its spin, but without precession: it falls, turns aside and
%   comes back. How deep and how fast is known by an integral. The tip is held by a ball joint;
%   could friction hold it instead? The reaction tells at each instant: it pushes, and the largest
%   ratio of its sides is the friction that a bare tip needs.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

m = 0.5;  l = 0.1;  g = 9.81;  spin = 150;  tilt = pi/6;
J = [0.8e-3 0.8e-3 1e-3];
B = dls_mechanism ('gravity', [0 0 -g]);
B = dls_body (B, 'top', 'mass', m, 'inertia', J, 'at', l * [0 -sin(tilt) cos(tilt)], ...
              'turned', [tilt 0 0], 'spin', [0 0 spin], 'shape', 'cylinder', 'size', [0.06 0.02]);
B = dls_joint (B, 'tip', 'ball', {'ground', [0 0 0]}, {'top', [0 0 -l]});
B = dls_assemble (B);

% u = cos (tilt): du/dt^2 = (u0 - u) (beta (1 - u^2) - a^2 (u0 - u)), from u0 down to u1 and back.
J0 = J(1) + m * l^2;
a = J(3) * spin / J0;
beta = 2 * m * g * l / J0;
u0 = cos (tilt);
u1 = (a^2 - sqrt (a^4 - 4 * beta * (a^2 * u0 - beta))) / (2 * beta);
u2 = a^2 / beta - u1;                        % the other root
period = 2 * quadgk (@(w) 2 ./ sqrt (beta * (u2 - u1 - (u0 - u1) * sin(w).^2)), 0, pi/2);

up = @(q) 1 - 2 * (q(5, :) .^ 2 + q(6, :) .^ 2);   % of the axis, by its quaternion
sol = dls_simulate (B, linspace (0, 2 * period, 201), 'Scheme', 'event-driven', 'RelTol', 1e-13, ...
                    'AbsTol', 1e-14);
u = up (sol.q);
fprintf ('tilt from %.4f to %.4f degrees (closed form %.4f), period %.6f s\n', acosd (u(1)), ...
         acosd (min (u)), acosd (u1), period);
assert (abs (u(51) - u1) < 1e-8 && abs (u(151) - u1) < 1e-8);      % half a period, and one more
assert (abs (u(101) - u0) < 1e-8 && abs (u(201) - u0) < 1e-8);
assert (max (abs (sol.energy.total - sol.energy.total(1))) < 1e-9 * abs (sol.energy.total(1)));

needed = zeros (1, 101);
push = needed;
for k = 1:101
  [~, lambda] = dls_kkt (dls_at (B, sol, k));
  push(k) = lambda.tip.z;
  needed(k) = norm ([lambda.tip.x, lambda.tip.y]) / lambda.tip.z;
end
fprintf ('the tip pushes with %.3f to %.3f N; without a joint it needs mu = %.4f\n', ...
         min (push), max (push), max (needed));
assert (all (push > 0) && all (getfield (dls_redundancy (B), 'determined')));
save_motion (sol, 'gyroscope', 'Speed', 0.05, 'Plots', {'energy', 'top.z', 'top.x', 'tip.z'});

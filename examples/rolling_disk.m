% ROLLING_DISK  What you learn: a disk that rolls in a circle, and the friction it needs.
%   A disk leans by a constant angle while its centre goes round: the closed form of its steady
%   precession says how fast it must turn. 'rolling' holds velocities, not positions (nonholonomic);
%   its reactions say at each instant which friction would do. Released with a little more spin it
%   nods, and the friction it needs varies.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

m = 1;  r = 0.3;  g = 9.81;
J = m * r^2 * [1 1 2] / 4;
lean = deg2rad (65);                         % from the vertical to the axis
turn = 2;                                    % precession, rad/s
% (J3 + m r^2) w3 W sin - J1 W^2 sin cos + m g r cos = 0: the spin w3 about the axis
w3 = (J(1) * turn^2 * sin (lean) - m * g * r) * cos (lean) ...
     / ((J(3) + m * r^2) * turn * sin (lean));
e3 = [sin(lean); 0; cos(lean)];
up = [-cos(lean); 0; sin(lean)];
R = [up, cross(e3, up), e3];                 % axes of the disk
spin = [turn * sin(lean); 0; w3];
for more = [0 0.1]
  B = dls_mechanism ('gravity', [0 0 -g]);
  w = spin + [0; 0; more * w3];
  B = dls_body (B, 'disk', 'mass', m, 'inertia', J, 'at', r * up, 'turned', R, 'spin', w, ...
                'velocity', cross (R * w, r * up), 'shape', 'cylinder', 'size', [r 0.02]);
  B = dls_joint (B, 'floor', 'rolling', {'ground', [0 0 0], 'along', [0 0 1]}, ...
                 {'disk', [0 0 0], 'along', [0 0 1]}, 'radius', r);
  a = dls_kkt (B);
  sol = dls_simulate (B, linspace (0, 2 * pi / turn, 31), 'Scheme', 'event-driven', ...
                      'RelTol', 1e-7);
  needed = zeros (1, 31);
  for k = 1:31
    [~, lambda] = dls_kkt (dls_at (B, sol, k));
    needed(k) = norm ([lambda.floor.slip, lambda.floor.slip2]) / lambda.floor.normal;
  end
  fprintf ('spin %7.4f rad/s: height %.6f to %.6f m, friction %.4f to %.4f\n', w(3), ...
           min (sol.q(3, :)), max (sol.q(3, :)), min (needed), max (needed));
  if more == 0
    % the centre goes round a circle: its acceleration is r w3 W, and so is the friction
    assert (norm (a(1:3) - [r * w3 * turn; 0; 0]) < 1e-10);
    assert (max (abs (sol.q(3, :) - r * sin (lean))) < 1e-6);
    assert (norm (sol.q(1:3, end) - sol.q(1:3, 1)) < 1e-5);
    assert (max (abs (needed - abs (r * w3 * turn) / g)) < 1e-5);
  else
    assert (max (sol.q(3, :)) - min (sol.q(3, :)) > 1e-3);
    assert (max (abs (sol.energy.total - sol.energy.total(1))) < 1e-5);
  end
end
save_motion (sol, 'rolling_disk', 'Plots', {'energy', 'disk.z', 'floor.normal', 'floor.slip'});

% GOVERNOR  What you learn: links without mass, in a machine with redundant hinges in space.
%   Watt's governor: two balls on arms without mass, links without mass to a sleeve on the spindle.
%   The mass matrix is singular, 53 equations of rank 47 hold 48 velocities: is there one
%   acceleration, which reactions does it determine, what to release? The balls stand where
%   cos (angle) = (m + M) g / (m w^2 l), and swing about it with a period that is known, too.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

m = 1;  M = 3;  l = 0.25;  g = 9.81;
angle_ = pi/4;
w = sqrt ((m + M) * g / (m * l * cos (angle_)));
B = dls_mechanism ('gravity', [0 0 -g]);
s = l * sin (angle_);
h = l * cos (angle_);
B = dls_body (B, 'spindle', 'mass', 2, 'shape', 'cylinder', 'size', [0.01 0.6], 'at', [0 0 -0.2]);
B = dls_body (B, 'sleeve', 'mass', M, 'shape', 'cylinder', 'size', [0.03 0.04], 'at', [0 0 -2*h]);
B = dls_joint (B, 'bearing', 'hinge', {'ground', [0 0 0], 'along', [0 0 1]}, {'spindle', [0 0 .2]});
B = dls_joint (B, 'guide', 'slider', {'spindle', [0 0 -0.2], 'along', [0 0 1]}, {'sleeve'});
for k = 1:2
  e = 3 - 2 * k;                             % right, left
  n = num2str (k);
  B = dls_body (B, ['ball' n], 'mass', m, 'shape', 'sphere', 'size', 0.03, 'at', [e*s 0 -h]);
  B = dls_body (B, ['arm' n], 'mass', 0, 'at', [e*s 0 -h] / 2);
  B = dls_body (B, ['link' n], 'mass', 0, 'at', [e*s/2, 0, -1.5*h]);
  half = [e*s 0 h] / 2;                      % along the link; the arm leans the other way
  B = dls_joint (B, ['top' n], 'hinge', {'spindle', [0 0 .2], 'along', [0 1 0]}, ...
                 {['arm' n], [-e*s 0 h] / 2});
  B = dls_joint (B, ['ball_arm' n], 'fixed', {['arm' n], [e*s 0 -h] / 2}, {['ball' n]});
  B = dls_joint (B, ['ball_link' n], 'hinge', {['ball' n], [0 0 0], 'along', [0 1 0]}, ...
                 {['link' n], half});
  B = dls_joint (B, ['low' n], 'hinge', {'sleeve', [0 0 0], 'along', [0 1 0]}, ...
                 {['link' n], -half});
end
B = dls_joint (B, 'motor', 'drive', 'bearing', [0 w 0]);
B = dls_assemble (B);
dls_show (B);

R = dls_redundancy (B);
S = dls_system (B);
assert (rank (full (S.M)) == 24 && R.rank == 47 && R.nullity == 6 && R.acceleration_unique);
[a, lambda] = dls_kkt (B);
at = [B.bodies.first];
accelerations = reshape (a, 6, []);
assert (norm (accelerations(1:3, 2)) < 1e-9);                   % the sleeve
assert (norm (accelerations(1:3, 3) + [w^2 * s; 0; 0]) < 1e-9); % a ball on its circle
assert (R.determined(strcmp (R.names, 'motor.drive')));
fprintf ('the sleeve hangs on the links by %.4f N each\n', abs (lambda.low1.z));

% Pushed a little, it swings: links and balls have one angle, the spindle keeps its speed.
k = B.bodies(2).first(2) + 3;
swing = B;
swing.bodies(2).held = true;
swing.v(k) = 0.01;
swing = dls_assemble (swing);
J = B.bodies(3).inertia(1);
period = 2 * pi / sqrt (2 * m * w^2 * h^2 / (2 * m * l^2 + 2 * J + 4 * M * s^2));
sol = dls_simulate (swing, linspace (0, period, 21), 'Scheme', 'event-driven', ...
                    'RelTol', 1e-6);
z = sol.q(B.bodies(2).first(1) + 3, :) + 2 * h;
fprintf ('period %.4f s: the sleeve is back at %.1e of its swing\n', period, z(21) / max (z));
assert (max (abs (z - max (z) * sin (2 * pi * sol.t / period))) < 0.02 * max (z));
save_motion (sol, 'governor');

% SLIDER_CRANK_CLEARANCE  What you learn: a joint with clearance is contacts, not a constraint.
%   A slider-crank whose slider, a box, has 0.3 or 1 mm of play between the two walls of its guide
%   (restitution 0.4, mu = 0.01). The mechanism without play has one degree of freedom, and its
%   crank speed follows from energy alone: the smaller the play, the closer the motion is to it.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

l = [0.153 0.306];
m = [0.038 0.038 0.076];
J = [7.4e-5 5.9e-4 2.7e-6];
g = 9.81;
size_ = [0.1 0.05];                          % of the slider
B0 = dls_mechanism ('gravity', [0 -g]);
B0 = dls_body (B0, 'crank', 'mass', m(1), 'inertia', J(1), 'at', [l(1)/2 0], 'shape', 'box', ...
               'size', [l(1) 0.01]);
B0 = dls_body (B0, 'rod', 'mass', m(2), 'inertia', J(2), 'at', [l(1)+l(2)/2, 0], 'shape', 'box', ...
               'size', [l(2) 0.01]);
B0 = dls_body (B0, 'slider', 'mass', m(3), 'inertia', J(3), 'at', [sum(l) 0], 'shape', 'box', ...
               'size', size_);
B0 = dls_joint (B0, 'bearing', 'hinge', {'ground'}, {'crank', [-l(1)/2 0]}, 'speed', 150);
B0 = dls_joint (B0, 'crankpin', 'hinge', {'crank', [l(1)/2 0]}, {'rod', [-l(2)/2 0]}, ...
                'speed', -225);
B0 = dls_joint (B0, 'wristpin', 'hinge', {'rod', [l(2)/2 0]}, {'slider'}, 'speed', 75);

% Crank speed without play at angle x, from the energy: rod by sin (q2) = -l1/l2 sin (q1).
function w = ideal_speed (x, l, m, J, E, g)
  s = -l(1) / l(2) * sin (x);
  c = sqrt (1 - s .^ 2);
  r = -l(1) * cos (x) ./ (l(2) * c);         % of the rod's speed to the crank's
  rod = (l(1) * sin (x) + l(2) / 2 * s .* r) .^ 2 + (l(1) / 2 * cos (x)) .^ 2;
  slider = (l(1) * sin (x) + l(2) * s .* r) .^ 2;
  inertia = J(1) + m(1) * l(1)^2 / 4 + J(2) * r .^ 2 + m(2) * rod + m(3) * slider;
  w = sqrt (2 * (E - g * l(1) * sin (x) * (m(1) + m(2)) / 2) ./ inertia);
end

play = [1e-3 3e-4];
turns = [0.06834 0.06813];                   % of equations in three angles, derived by hand
for k = 1:2
  wall = size_(2) / 2 + play(k);
  B = dls_body (B0, 'floor', 'fixed', true, 'at', [0 -wall], 'shape', 'halfplane');
  B = dls_body (B, 'roof', 'fixed', true, 'at', [0 wall], 'shape', 'halfplane', 'turned', pi);
  B = dls_touch (B, 'floor', 'slider', 'mu', 0.01, 'restitution', 0.4);
  B = dls_touch (B, 'roof', 'slider', 'mu', 0.01, 'restitution', 0.4);
  B = dls_assemble (B);
  sol = dls_simulate (B, [0 0.075], 'Step', 1e-4, 'Scheme', 'event-capturing');
  E = sol.energy.total(1);
  ideal = quadgk (@(x) 1 ./ ideal_speed (x, l, m, J, E, g), 0, 2 * pi);
  turn = interp1 (sol.q(3,:), sol.t, 2 * pi);
  shocks = nnz (diff (sol.status > 0, 1, 2) > 0);
  fprintf ('play %.1f mm: a turn takes %.5f s (without play %.5f), %d shocks, ', 1e3 * play(k), ...
           turn, ideal, shocks);
  fprintf ('energy %.3f -> %.3f, penetration %.1e mm\n', sol.energy.total([1 end]), ...
           1e3 * max (sol.drift.gap));
  assert (strcmp (sol.result, 'finished') && shocks > 3);
  assert (max (sol.drift.gap) < 1e-9 && max (sol.drift.constraint) < 1e-9);
  assert (sol.energy.total(end) < E && max (diff (sol.energy.total)) < 1e-6 * E);
  assert (abs (turn - turns(k)) < 3e-5 && turn > ideal);
end
save_motion (sol, 'slider_crank_clearance', 'Speed', 0.01, 'Plots', ...
             {'energy', 'slider.y', 'slider.angle'});

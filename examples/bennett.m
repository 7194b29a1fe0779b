% BENNETT  What you learn: a linkage that moves only because of its lengths, and how close it is.
%   Four bodies in a loop, four hinges, 20 equations for 18 velocities: such a loop is locked,
%   unless its axes are parallel, meet in a point, or obey Bennett: opposite links are equal, and
%   sin (alpha)/a = sin (beta)/b for their twists and lengths. Then the rank is 17, and it turns as
%   Bennett's relation of the angles says; with a joint that is off by 0.01 it is 18: locked.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

% Hinge axes Z (columns) and points P of the closed loop at the joint angle theta: Denavit and
% Hartenberg's links (a, alpha), (b, beta), (a, alpha), (b, beta). The second angle follows from the
% first, tan (theta/2) tan (phi/2) = sin ((beta+alpha)/2) / sin ((beta-alpha)/2).
alpha = 0.7;
a = 1;
b = 1.2;
theta = 1.1;
link = @(t, l, w) [cos(t), -sin(t)*cos(w), sin(t)*sin(w), l*cos(t)
                   sin(t), cos(t)*cos(w), -cos(t)*sin(w), l*sin(t)
                   0, sin(w), cos(w), 0
                   0, 0, 0, 1];
for wrong = [0.01 0]
  beta = asin (b / a * sin (alpha));
  phi = 2 * atan (sin ((beta + alpha) / 2) / sin ((beta - alpha) / 2) / tan (theta / 2));
  T = {eye(4)};
  steps = {link(theta, a, alpha), link(phi, b, beta), link(-theta, a, alpha)};
  for k = 1:3
    T{k+1} = T{k} * steps{k};
  end
  P = cell2mat (cellfun (@(t) t(1:3, 4), T, 'UniformOutput', false));
  Z = cell2mat (cellfun (@(t) t(1:3, 3), T, 'UniformOutput', false));
  P(3, 3) = P(3, 3) + wrong;

  B = dls_mechanism ('gravity', [0 0 -9.81]);
  for k = 1:3                                % a bar from point k to point k + 1
    B = dls_body (B, sprintf ('link%d', k), 'mass', 1, 'inertia', [0.1 0.1 0.1], ...
                  'at', (P(:, k) + P(:, k+1)) / 2);
  end
  names = {'ground', 'link1', 'link2', 'link3', 'ground'};
  at = [zeros(3, 1), B.q([1:3; 8:10; 15:17]'), zeros(3, 1)];
  for k = 1:4
    B = dls_joint (B, sprintf ('hinge%d', k), 'hinge', ...
                   {names{k}, P(:, k) - at(:, k), 'along', Z(:, k)}, ...
                   {names{k+1}, P(:, k) - at(:, k+1)});
  end
  R = dls_redundancy (B);
  dls_show (B);
  fprintf ('gap of the rank: %.1e\n\n', R.gap);
  if wrong == 0
    assert (R.rank == 17 && R.nullity == 3 && R.gap > 1e10);
    moving = null (full (getfield (dls_system (B), 'Gb'))');
    assert (size (moving, 2) == 1);
    % how fast the second hinge turns: the derivative of the relation between the angles
    w1 = Z(:, 1)' * moving(4:6);
    w2 = Z(:, 2)' * (moving(10:12) - moving(4:6));
    ratio = -sin (phi) / sin (theta);
    assert (abs (w2 / w1 - ratio) < 1e-9 * abs (ratio));
  else
    assert (R.rank == 18 && R.nullity == 2);
  end
end

% It moves. In the middle of a step it is not quite closed, and would be locked: what is smaller
% than 'RankTolerance' is a repetition. Where positions drift off the tolerance has to be larger
% than the drift.
B.joints(1).speed = 2;
B = dls_assemble (B);
for scheme = {'moreau-jean', 'moreau-jean-projected'}
  sol = dls_simulate (B, [0 0.3], 'Scheme', scheme{1}, 'Step', 1e-3, 'RankTolerance', 1e-3);
  drift = max (sol.drift.constraint);
  fprintf ('%s: %s, drift %.1e\n', scheme{1}, sol.result, drift);
  assert (strcmp (sol.result, 'finished') && drift < 1e-3 && range (sol.energy.total) < 2e-3);
end
assert (drift < 1e-12);
R = dls_redundancy (dls_at (B, sol, numel (sol.t)));
assert (R.rank == 17);
save_motion (sol, 'bennett');

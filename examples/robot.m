% ROBOT  What you learn: what the feet of a standing robot can carry, with its motors locked.
%   A robot of a URDF file: a trunk, four legs of two bars, feet that are balls. Locked in its hips
%   and knees it is one rigid body on four feet with friction: 12 forces, 6 balances. Which
%   intervals do the forces of feet and motors have, and where may a load be put on before it tips?
%   Inside of the polygon of the feet, whatever the friction.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

[B, told] = dls_read (fullfile (here, 'robot.urdf'));
assert (isempty (told));
feet = {'fl', 'fr', 'rl', 'rr'};
foot = strcat (feet, '_foot');
place = @(name) B.bodies(strcmp (name, {B.bodies.name})).first(1) + (1:3);
at = place ('fl_foot');
B.q(3:7:end) = B.q(3:7:end) + 0.03 - B.q(at(3));
for k = 1:4
  B = dls_joint (B, [feet{k} '_hip_lock'], 'drive', [feet{k} '_hip'], [0 0 0]);
  B = dls_joint (B, [feet{k} '_knee_lock'], 'drive', [feet{k} '_knee'], [0 0 0]);
  B = dls_touch (B, 'ground', foot{k}, 'mu', 0.6);
end
V = dls_sticking (B);
assert (strcmp (V.verdict, 'sticking'));

% All balances at a time: front and rear feet share their halves of the weight as they like, but
% what one foot takes over its neighbour gives back on the other axle.
[lo, hi] = dls_reaction_range (B);
weight = 9.81 * [B.bodies.mass];
middle = zeros (1, numel (weight));
for k = 1:numel (weight), middle(k) = B.q(B.bodies(k).first(1) + 1); end
front = B.q(at(1));
at = place ('rl_foot');
rear = B.q(at(1));
on_front = weight * (middle - rear)' / (front - rear);
on_rear = sum (weight) - on_front;
for k = 1:4
  touch = ['ground_' foot{k}];
  fprintf ('%s carries %.2f to %.2f N, its hip %.2f to %.2f Nm\n', foot{k}, lo.(touch).n, ...
           hi.(touch).n, lo.([feet{k} '_hip_lock']).drive, hi.([feet{k} '_hip_lock']).drive);
end
small = min (on_front, on_rear);
bounds = [on_front, on_front, on_rear, on_rear] / 2 + [-1; 1] * small / 2;
assert (norm ([lo.nu'; hi.nu'] - bounds, Inf) < 1e-5 * sum (weight));

% A load at x on the trunk: the robot tips about its front feet where all weights balance there.
load_ = 300;
tips = front + (sum (weight) * front - weight * middle') / load_;
for x = tips + [-0.005, 0.005]
  C = dls_force (B, 'load', 'force', {'trunk', [x 0 0]}, [0 0 -load_]);
  V = dls_sticking (C);
  fprintf ('a load of %g N at %.4f m: %s, rear feet carry %.2f N, the trunk turns with %.3f\n', ...
           load_, x, V.verdict, V.lambda.nu(3), V.a(5));
  assert (strcmp (V.verdict, 'sticking') && (V.lambda.nu(3) > 1) == (x < tips) ...
          && (V.a(5) > 0.1) == (x > tips));
end
save_mechanism (B, 'robot', 'Labels', false);

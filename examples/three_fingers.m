% THREE_FINGERS  What you learn: which loads a grasp with three fingers bears without slipping.
%   A plate (1.2 by 0.8 m, 1 kg) is turned by theta = 0.15; finger 1 pushes from the left, finger 3
%   from the right, finger 2 from above, each along its rail (ALLSTICK, Example 5, with its errata;
%   Example 7 is the same with any bodies).
%   The tangents follow material points of the plate: six reactions, six equations, all determined,
%   and the map of the loads that stick is exact. Writes build/three_fingers.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
L = 1.2;
l = 0.8;
th = 0.15;
half = [L; l; L] / 2;

% Gaps and their gradients in q = (x, y, theta, x1, y2, x3); A: finger tips. GOLDEN 8.
G = [0.1; 0.2];
A = [-0.7 0.05 0.85; 0.25 0.75 0.1];
[N, ~, gap, side, along] = finger_plate (L, l, th, G, A);
golden = [0.988771077936042 0.149438132473599 -0.168989059875681 -0.988771077936042 0 0
          0.149438132473599 -0.988771077936042 -0.0327524189636775 0 0.988771077936042 0
          -0.988771077936042 -0.149438132473599 -0.210955707148804 0 0 0.988771077936042];
fprintf ('fingers off the plate: gaps %.15f %.15f %.15f\n', gap);
assert (norm (gap - [0.183544955725154; 0.151295999488503; 0.126634495204672]) < 1e-14);
assert (norm (N' - golden) < 1e-14);

% Closed: fingers at the places `at` along the sides, seen from their middles.
at = [-0.05 0.1 0.15];
A = G + side .* half' + along .* at;
[N, H, gap] = finger_plate (L, l, th, G, A);
assert (norm (gap) < 1e-14 && rank ([N H]) == 6);
% The plate's point under each tip, moved by dq: differences of its position from the tip.
move = @(d, i) G + d(1:2) + [cos(d(3)), -sin(d(3)); sin(d(3)), cos(d(3))] * (A(:, i) - G) ...
               - A(:, i) - (mod (i, 2) * [1; 0] + mod (i + 1, 2) * [0; 1]) * d(3 + i);
for i = 1:3
  for k = 1:6
    e = 1e-5 * ((1:6)' == k);
    slope = (move (e, i) - move (-e, i)) / 2e-5;
    assert (norm ([-side(:, i), along(:, i)]' * slope - [N(k, i); H(k, i)]) < 1e-9);
  end
end

% Weight on the plate, a torque C, and the pushes P of the fingers.
g = 9.81;
mass = diag ([1, 1, (L^2 + l^2) / 12, 0.2, 0.2, 0.2]);
load_ = @(C, P) [0; g; -C; -P(1); P(2); P(3)];
S = dls_system ('M', mass, 'F', load_ (0, [30 5 30]), 'Gu', N, 'Hu', H, 'muu', 0.5);
W = dls_wellposed (S);
corollary = W.criteria(strcmp ({W.criteria.source}, 'ALLSTICK Cor. 2'));
[lo, hi, info] = dls_reaction_range (S, 'Cones', false);
V = dls_sticking (S);
r = [N H] \ S.F;
fprintf ('pushes 30, 5, 30 N: %s, margin %.6f, mu >= %.6f; Corollary 2 %s\n', V.verdict, ...
         V.margin, V.mu_min, corollary.holds);
fprintf ('  finger %d: normal %10.6f, tangential %10.6f\n', [1:3; V.lambda.nu'; V.lambda.tu']);
assert (strcmp (corollary.holds, 'holds') && all ([info.determined.nu; info.determined.tu]));
assert (norm ([V.lambda.nu; V.lambda.tu] - r) < 1e-8 && norm (V.a) < 1e-9 && dls_verify (S, V));
assert (abs (V.mu_min - max (abs (r(4:6)) ./ r(1:3))) < 1e-8);

% Which pushes of finger 2 and torques can be borne with the fingers 1 and 3 at 30 N?
[P, C] = meshgrid (linspace (0.5, 24.5, 17), linspace (-16, 8, 17));
margin = exact = zeros (size (P));
for k = 1:numel (P)
  S = dls_system (S, 'F', load_ (C(k), [30 P(k) 30]));
  V = dls_sticking (S, 'Persistent', true, 'Critical', false);
  r = [N H] \ S.F;
  exact(k) = min (0.5 * r(1:3) - abs (r(4:6)));
  margin(k) = V.margin;
  assert (strcmp (V.verdict, 'sticking'), exact(k) >= 0);
  assert (dls_verify (S, V));
end
held = exact >= 0;
fprintf ('%d of %d loads (push of finger 2, torque) are borne, each verdict verified\n', ...
         nnz (held), numel (held));
assert (max (abs (margin - exact)(held)) < 1e-6);

fig = figure ('visible', 'off', 'position', [0 0 1000 450]);
subplot (1, 2, 1);
corners = G + L / 2 * side(:, 3) * [-1 1 1 -1 -1] + l / 2 * side(:, 2) * [-1 -1 1 1 -1];
tail = A + 0.3 * [-1 0 1; 0 1 0];
plot (corners(1, :), corners(2, :), 'k-', [A(1, :); tail(1, :)], [A(2, :); tail(2, :)], 'b-', ...
      A(1, :), A(2, :), 'bo', 'linewidth', 2);
text (tail(1, :), tail(2, :) + 0.1, {'1', '2', '3'});
axis ([-1 1.2 -0.6 1.2], 'equal', 'off');
title ('plate, fingers and their rails');
subplot (1, 2, 2);
contour (P, C, exact, [0 0], 'linecolor', 'k', 'linewidth', 2);
hold on
plot (P(held), C(held), 'b.', P(~held), C(~held), 'rx');
xlabel ('push of finger 2 in N');
ylabel ('torque on the plate in N m');
title ('loads borne (dots) with mu = 0.5 and 30 N at 1 and 3');
save_picture (fig, 'three_fingers');

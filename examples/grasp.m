% GRASP  What you learn: when three fingers with friction hold a ball against any load.
%   Fingers touch the equator of a ball (3D contacts with exact friction cones): one at the top,
%   two at the angle beta from it on both sides. Force closure (ALLSTICK, Remark 6) means that the
%   six wrench directions are spanned and finger forces strictly inside their cones cancel; here
%   it takes mu > cot (beta), and any mu > 0 from beta = 90 degrees on. Where it fails, a motion
%   that all fingers can only help is the proof, and a load that the grasp cannot bear. Then each
%   finger is a body of its own that pushes with a given force, the structure (67), (68) of
%   Example 7, and a weight is turned in all directions.
%   Writes build/grasp.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();

% Wrenches of forces f at the angles phi: normals, and tangents along the equator and along z.
wrench = @(phi, f) [f; cross([cos(phi); sin(phi); 0 * phi], f)];
normals = @(phi) wrench (phi, [-cos(phi); -sin(phi); 0 * phi]);
tangents = @(phi) reshape ([wrench(phi, [-sin(phi); cos(phi); 0 * phi]); ...
                            wrench(phi, [0 * phi; 0 * phi; 1 + 0 * phi])], 6, []);
ball = @(phi, mu, F) dls_system ('M', diag ([1 1 1 0.4 0.4 0.4]), 'F', F, 'd', 3, ...
                                 'Gu', normals (phi), 'Hu', tangents (phi), 'muu', mu);
fingers = @(beta) pi / 2 + [0, beta, -beta];

% Variables n(1:3), t(1:6), eps: maximise eps where N*n + T*t = 0, sum (n) = 1, and
% |t_i| <= mu*n_i - eps.
pick = kron (eye (3), [1; 0; 0]);
turn = kron (eye (3), [0 0; 1 0; 0 1]);
rows_ = @(phi, mu) [normals(phi), tangents(phi), zeros(6, 1); ones(1, 3), zeros(1, 7); ...
                    -mu * pick, -turn, pick * ones(3, 1)];
right = [zeros(6, 1); 1; zeros(9, 1)];
cones = struct ('z', 7, 'q', [3 3 3]);

[B, U] = meshgrid ((42:8:170) * pi / 180, 0.05:0.1:1.25);
spare = zeros (size (B));
for k = 1:numel (B)
  phi = fingers (B(k));
  assert (rank ([normals(phi), tangents(phi)]) == 6);
  [x, ~, ~, info] = dls_conic ([], [zeros(9, 1); -1], rows_ (phi, U(k)), right, cones);
  assert (strcmp (info.status, 'solved'));
  spare(k) = x(10);
end
closed = spare > 1e-7;
assert (isequal (closed, U > cot (B)));
fprintf ('force closure at %d of %d places (beta, mu): mu > cot (beta)\n', nnz (closed), ...
         numel (closed));

% beta = 60 degrees, 10 % above and below: loads along all axes, and the one that escapes.
phi = fingers (pi / 3);
critical = cot (pi / 3);
for load_ = [eye(6), -eye(6)]
  S = ball (phi, 1.1 * critical, load_);
  V = dls_sticking (S, 'Persistent', true, 'Critical', false);
  assert (strcmp (V.verdict, 'sticking') && dls_verify (S, V));
end
A = rows_ (phi, 0.9 * critical)(:, 1:9);         % no forces that cancel, even without eps
[~, ~, y, info] = dls_conic ([], zeros (9, 1), A, right, cones);
motion = y(1:6) / norm (y(1:6));
power = motion' * [normals(phi), tangents(phi)];
least = abs (power(1:3)) - 0.9 * critical * sqrt (sumsq (reshape (power(4:9), 2, 3)));
assert (strcmp (info.status, 'primal_infeasible') && all (least > 0));
assert (all (power(1:3) > 0) || all (power(1:3) < 0));
S = ball (phi, 0.9 * critical, -sign (power(1)) * motion);
V = dls_sticking (S, 'Persistent', true, 'Critical', false);
fprintf ('beta = 60 degrees, mu = %.4f: 12 loads along the axes are borne\n', 1.1 * critical);
fprintf ('  mu = %.4f: the load (%.3f %.3f %.3f | %.3f %.3f %.3f) is not: %s\n', ...
         0.9 * critical, S.F, V.verdict);
assert (strcmp (V.verdict, 'not_sticking') && dls_verify (S, V));

% Fingers at 120 degrees on rails, pushing with P: the friction that a weight needs, turned by
% psi out of the plane. t = (2/3*W*cos (psi)*cos (angle to the tangent), W*sin (psi)/3).
phi = fingers (2 * pi / 3);
P = 20;
weight = 6;
psi = linspace (0, 2 * pi, 49);
needed = exact = zeros (size (psi));
for k = 1:numel (psi)
  F = [weight * [cos(psi(k)); 0; sin(psi(k))]; zeros(3, 1); -P * ones(3, 1)];
  S = dls_system ('M', diag ([1 1 1 0.4 0.4 0.4 0.1 0.1 0.1]), 'F', F, 'd', 3, 'muu', 1, ...
                  'Gu', [normals(phi); -eye(3)], 'Hu', [tangents(phi); zeros(3, 6)]);
  V = dls_sticking (S);
  needed(k) = V.mu_min;
  t = weight * [2/3 * cos(psi(k)) * -sin(phi); sin(psi(k)) / 3 * [1 1 1]];
  exact(k) = max (sqrt (sumsq (t))) / P;
  assert (strcmp (V.verdict, 'sticking') && dls_verify (S, V));
  assert (norm (V.lambda.nu - P) < 1e-7 && norm (V.lambda.tu - t(:)) < 1e-7);
end
assert (max (abs (needed - exact)) < 1e-8);
fprintf ('fingers pushing 20 N, weight 6 N: mu >= %.6f in the plane, %.6f across\n', ...
         exact(1), exact(13));

fig = figure ('visible', 'off', 'position', [0 0 1000 420]);
subplot (1, 2, 1);
degrees = B * 180 / pi;
contour (degrees, U, spare, [0.02 0.05 0.1 0.15 0.2 0.25]);
hold on
plot (degrees(closed), U(closed), 'b.', degrees(~closed), U(~closed), 'rx', ...
      40:90, cot ((40:90) * pi / 180), 'k-');
axis ([40 172 0 1.3]);
xlabel ('beta in degrees');
ylabel ('mu');
title ('force closure (dots); line: cot (beta); contours: spare friction');
subplot (1, 2, 2);
plot (exact .* cos (psi), exact .* sin (psi), 'k-', needed .* cos (psi), needed .* sin (psi), ...
      'ro', 0, 0, 'k+');
axis ([-0.25 0.25 -0.25 0.25], 'equal');
xlabel ('weight along the equator');
ylabel ('weight across');
title ('smallest mu, as the distance from +');
save_picture (fig, 'grasp');

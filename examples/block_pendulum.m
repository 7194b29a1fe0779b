% BLOCK_PENDULUM  What you learn: motion inside a machine can break the contact under its feet.
%   A block stands on rough ground and carries a free inverted pendulum (ALLSTICK, Example 3). The
%   mass matrix and the inertial forces are those of appendix D, with its errata; they are compared
%   with the same machine as two bodies and a hinge (6 coordinates). Then the smallest friction that
%   holds the block at rest on both corners, over the angle and speed of the pendulum: with R the
%   force of the floor it sticks iff |Rx| <= mu*Ry and 2*l*|Rx| <= L*Ry (else it tips).
%   Writes build/block_pendulum.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
g = 9.81;
p = struct ('m', 2, 'IG', 0.3, 'l', 1.2, 'mb', 0.5, 'a', 0.8, 'Ip', 0.5 * 0.8 ^ 2 / 12);
L = 0.6;
bar = zeros (4);                                 % the bar turns with thetadot + alphadot
bar(3:4, 3:4) = p.Ip * [1 1; 1 0];

% GOLDEN 9: (88) and (90) at one state, without weights.
[M, F] = pendulum_block (p, [0.1; 0.7; 0.2; 0.9], [0.3; -0.4; 0.5; -1.1], 0);
golden_M = [2.5 0 -0.47226144536466 -0.178241472012287; 0 2.5 0.0311184250465971 ...
            0.0907192242851155; 0 0 0.747998458310596 0.173999229155298; 0 0 0 0.106666666666667];
golden_F = [-0.017758720933012; -0.137671923262516; 0.00820525158117278; -0.0186482990481199];
fprintf ('appendix D: M33 = %.12f, M34 = %.12f; inertial forces %.9f %.9f %.9f %.9f\n', ...
         M(3, 3), M(3, 4), F);
assert (max (abs (triu (M) - golden_M)(:)) < 1e-13 && max (abs (F - golden_F)) < 1e-13);
[~, F] = pendulum_block (p, [0; 0; 0; 0.9], [0; 0; 0; -1.1], 0);        % upright, (42)
paper = p.mb * p.a / 2 * 1.1 ^ 2 * [-cos(0.9); -sin(0.9); p.l / 2 * cos(0.9); 0];
assert (max (abs (F - paper)) < 1e-14);
assert (norm ((M + bar)(3, 3:4) - [0.774665124977263 0.200665895821965]) < 1e-13);

% Turning about A2 while the pendulum swings: both models of the machine.
th = 0.2;
al = 0.9;
om = [0.5; -1.1];
[n, t, bn, bt] = block_corners (p.l, L, -1, th, om(1));
[M, F] = pendulum_block (p, [0; 0; th; al], [-t(3) * om(1); -n(3) * om(1); om], g);
S = dls_system ('M', M + bar, 'F', F, 'Gu', [n; 0], 'bu', bn, 'Hu', [t; 0], 'tu', bt, 'muu', 0.5);
V = dls_sticking (S);
D = dls_delassus (S);
h = [p.l / 2 * [cos(th); sin(th)], p.a / 2 * [cos(th + al); sin(th + al)]];
hinge = [-1 0 h(1, 1) 1 0 h(2, 2); 0 -1 h(2, 1) 0 1 -h(1, 2)]';
bend = [-h(2, 1), h(1, 2); h(1, 1), h(2, 2)] * [om(1); sum(om)] .^ 2;
[a, r, info] = dls_kkt (diag ([p.m p.m p.IG p.mb p.mb p.Ip]), [hinge, [n t; zeros(3, 2)]], ...
                        g * [0; p.m; 0; 0; p.mb; 0], [bend; bn; bt]);
fprintf ('turning on A2: A_c = %.9f, H_c = %.6f, reactions %.9f and %.9f, mu >= %.6f\n', ...
         D.Acst, D.wcst, V.lambda.nu, V.lambda.tu, V.mu_min);
fprintf ('  as two bodies and a hinge:             %.9f and %.9f\n', r(3:4));
assert (dls_verify (S, V) && abs (V.lambda.nu + D.wcst / D.Acst) < 1e-9);
assert (norm ([V.lambda.nu; V.lambda.tu] - r(3:4)) < 1e-9);
assert (norm ([V.a(1:3); V.a(3) + V.a(4)] - a([1:3 6])) < 1e-9);

% At rest on both corners.
[n, t] = block_corners (p.l, L, [1 -1], 0, 0);
[alpha, speed] = meshgrid (linspace (0, pi, 25), 0:0.75:7.5);
needed = closed = zeros (size (alpha));
for k = 1:numel (alpha)
  [M, F] = pendulum_block (p, [0; 0; 0; alpha(k)], [0; 0; 0; speed(k)], g);
  S = dls_system ('M', M + bar, 'F', F, 'Gu', [n; 0 0], 'Hu', [t; 0 0], 'muu', 0.2);
  V = dls_sticking (S, 'Persistent', true);
  needed(k) = V.mu_min;
  assert (dls_verify (S, V));
  % The pendulum on a fixed hinge; the floor carries weights and inertia.
  c = cos (alpha(k));
  s = sin (alpha(k));
  acc = -p.mb * g * p.a / 2 * c / (p.mb * p.a ^ 2 / 4 + p.Ip);
  R = [0; (p.m + p.mb) * g] + p.mb * p.a / 2 * [-s, -c; c, -s] * [acc; speed(k)^2];
  closed(k) = abs (R(1)) / R(2);
  if R(2) < 0 || closed(k) > L / (2 * p.l)
    closed(k) = Inf;
  end
end
holds = isfinite (closed);
assert (isequal (holds, isfinite (needed)) && max (abs (closed - needed)(holds)) < 1e-8);
fprintf ('%d of %d states: rests on both corners with mu = %.6f or less; else it tips\n', ...
         nnz (holds), numel (holds), max (needed(holds)));

fig = figure ('visible', 'off', 'position', [0 0 750 550]);
surface_ = needed;
surface_(~holds) = NaN;
[~, handle] = contour (alpha, speed, surface_, 0.025:0.025:0.25);
hold on
plot (alpha(holds), speed(holds), 'b.', alpha(~holds), speed(~holds), 'rx');
axis ([0 pi 0 7.5]);
colorbar ();
xlabel ('angle of the pendulum in rad');
ylabel ('its speed in rad/s');
title ('smallest mu that holds the block (x: it tips over a corner)');
save_picture (fig, 'block_pendulum');

% SQUEEZER  What you learn: a stiff little machine by its hinges, against the reference of the IVP
%   test set. Andrews' squeezer: 7 bodies, 10 hinges (three of them in one point), a spring and a
%   motor; masses of grams, lengths of centimetres, accelerations of 1e4 rad/s^2. Are all reactions
%   determined? They are, as there are 20 equations of rank 20. Angles after 0.03 s are compared.
%   Of the published digits ten are sure: extrapolation in one angle, which shares nothing with
%   this engine (tests/m/test_golden.m), ends 1.5e-9 beside them however small its steps are, and
%   0.8e-9 beside what this one reaches with 'RelTol', 1e-12.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'), ...
         fullfile (here, '..', 'tests', 'm', 'problems'));
dls_setup ();

% Angles of the bodies at the start; each has its centre where the chain of its hinges puts it.
[~, ~, ~, ~, ~, q] = make_andrews ();
angle_ = q;
angle_([2 4 6]) = q([2 4 6]) + q([1 5 7]);
x = [cos(angle_), sin(angle_)]';
y = [-x(2, :); x(1, :)];
m = [.04325 .00365 .02373 .00706 .07050 .00706 .05498];
J = [2.194e-6 4.410e-7 5.255e-6 5.667e-7 1.169e-5 5.667e-7 1.912e-5];
A = [-.06934; -.00227];
B0 = [-.03635; .03273];
C = [.014; .072];
centre = [.00092 * x(:, 1), .007 * x(:, 1) - .0115 * x(:, 2), ...
          B0 + .01043 * x(:, 3) - .01874 * y(:, 3), ...
          A + .04 * x(:, 5) - .00579 * y(:, 4), A + .02308 * x(:, 5) + .00916 * y(:, 5), ...
          A + .00579 * x(:, 6) - .04 * y(:, 7), A - .00449 * x(:, 7) - .01228 * y(:, 7)];
B = dls_mechanism ('d', 2);
for k = 1:7
  B = dls_body (B, sprintf ('k%d', k), 'mass', m(k), 'inertia', J(k), 'at', centre(:, k), ...
                'turned', angle_(k));
end
B = dls_joint (B, 'O', 'hinge', {'ground', [0 0]}, {'k1', [-.00092 0]});
B = dls_joint (B, 'E', 'hinge', {'k1', [.00608 0]}, {'k2', [.0115 0]});
B = dls_joint (B, 'F3', 'hinge', {'k2', [-.0165 0]}, {'k3', [-.01043 -.01626]});
B = dls_joint (B, 'F4', 'hinge', {'k2', [-.0165 0]}, {'k4', [0 -.01421]});
B = dls_joint (B, 'F6', 'hinge', {'k2', [-.0165 0]}, {'k6', [.01421 0]});
B = dls_joint (B, 'B', 'hinge', {'ground', B0}, {'k3', [-.01043 .01874]});
B = dls_joint (B, 'G', 'hinge', {'k4', [0 .00579]}, {'k5', [.01692 -.00916]});
B = dls_joint (B, 'H', 'hinge', {'k6', [-.00579 0]}, {'k7', [.00449 -.02772]});
B = dls_joint (B, 'A5', 'hinge', {'ground', A}, {'k5', [-.02308 -.00916]});
B = dls_joint (B, 'A7', 'hinge', {'ground', A}, {'k7', [.00449 .01228]});
B = dls_force (B, 'spring', 'spring', {'ground', C}, {'k3', [.00957 .00074]}, ...
               'stiffness', 4530, 'length', .07785);
B = dls_force (B, 'motor', 'torque', 'k1', .033);
[B, info] = dls_assemble (B);
assert (info.exitflag == 1 && info.moved < 1e-9);
R = dls_redundancy (B);
assert (R.rank == 20 && R.nullity == 0 && all (R.determined));
a = dls_kkt (B);
assert (abs (a(3) / 14222.4439199541138 - 1) < 1e-8);

sol = dls_simulate (B, [0 0.03], 'Scheme', 'event-driven', 'RelTol', 1e-11);
reached = sol.q(3:3:21, end);
reached([2 4 6]) = reached([2 4 6]) - reached([1 5 7]);
reference = [15.81077119629904; -15.75637105984298; 0.04082224013073101; -0.5347301163226948
             0.5244099658805304; 0.5347301163226948; 1.048080741042263];
fprintf ('%8s %18s %18s\n', 'angle', 'reached', 'reference');
fprintf ('%8d %18.12f %18.12f\n', [1:7; reached'; reference']);
fprintf ('%d steps, drift %.1e\n', sol.stats.steps, max (sol.drift.constraint));
assert (norm (reached - reference, Inf) < 2e-8);
save_motion (sol, 'squeezer', 'Speed', 0.003);

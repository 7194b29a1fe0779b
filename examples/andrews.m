% ANDREWS  What you learn: the squeezer of the DAE test sets, checked to all its digits.
%   7 angles, 6 loop constraints, independent: no redundancy, everything is determined.
%   Masses of grams and links of centimetres: M is about 1e-6, G about 1e-2, accelerations
%   1e4, and you need not scale anything. Writes build/andrews.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'), ...
         fullfile (here, '..', 'tests', 'm', 'problems'));
dls_setup ();
close_to = @(x, y, tol) all (abs (x(:) - y(:)) <= tol * max (abs (y(:))));

[M, G, F, b, names, q, draw] = make_andrews ();
[a, lambda, info] = dls_kkt (M, G, F, b);
R = dls_redundancy (M, G, 'Names', names);
disp (R.table);
angle_ = {'beta', 'Theta', 'gamma', 'Phi', 'delta', 'Omega', 'epsilon'};
fprintf ('\n%s by %s\n', info.status, info.method);
for i = 1:7
  fprintf ('  %-8s %10.6f rad   %18.9f rad/s^2\n', angle_{i}, q(i), a(i));
end

% Published consistent initial values; the test set has G'*lambda on the left: other sign.
assert (close_to (a, [14222.4439199541139; -10666.8329399655854; 0; 0; 0; 0; 0], 1e-11));
assert (close_to (-lambda, [98.5668703962410896; -6.12268834425566; 0; 0; 0; 0], 1e-9));
assert (R.rank == 6 && all (R.determined) && R.acceleration_unique);
fprintf ('lambda = %.9f, %.9f, others 0: the published values\n', -lambda(1:2));

% Other units (millimetre, gram, second) change numbers, not physics: M 1e9, forces 1e9,
% lengths in the constraints 1e3.
[a2, lambda2] = dls_kkt (1e9 * M, 1e3 * G, 1e9 * F, 1e3 * b);
assert (close_to (a2, a, 1e-11) && close_to (lambda2, 1e6 * lambda, 1e-9));

fig = figure ('visible', 'off', 'position', [0 0 600 500]);
plot (1000 * draw(1, :), 1000 * draw(2, :), 'o-', 'linewidth', 4);
axis equal
xlabel ('x in mm');
ylabel ('y in mm');
title ('Andrews'' squeezer at its consistent start');
save_picture (fig, 'andrews');

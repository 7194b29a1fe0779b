% DEMO  What "make demo" runs: two mechanisms whose constraints repeat each other.
%   The usual K\b warns and returns arbitrary reactions. Here: which reactions are
%   determined, the minimum-norm ones, and the numbers that published and independent
%   computations give. Writes build/demo.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'), ...
         fullfile (here, '..', 'tests', 'm', 'problems'));
dls_setup ();
close_to = @(x, y, tol) all (abs (x(:) - y(:)) <= tol * max (abs (y(:))));

fprintf ('A parallelogram with a third bar, 6 coordinates, 6 constraints\n\n');
[M, G, F, b, names, P] = make_parallelogram ();
[a, lambda, info] = dls_kkt (M, G, F, b);
R = dls_redundancy (M, G, 'Names', names);
dls_show (R);
tension = -[2; 2; 2; 4] .* lambda(1:4);      % row |P-Q|^2 has gradients of length 2 |P-Q|
fprintf ('\nsolved by %s: %s, residuals %.1e and %.1e\n', info.method, info.status, ...
         info.residual.dynamics, info.residual.constraints);
fprintf ('acceleration of every moving point: %.6f %.6f\n', a(1:2));
fprintf ('tensions of the bars, minimum norm:  %.4f %.4f %.4f\n', tension(1:3));
assert (close_to (a(1:2), [4.4558303732; -3.7272754038], 1e-10));
assert (close_to (tension(1:3), [-10.7288023732; -5.2773774924; -10.7288023732], 1e-10));
assert (R.rank == 5 && isequal (find (R.determined(:)), 4));

fprintf ('\nBricard''s mechanism, 5 rods, 6 hinges, 30 coordinates, 30 constraints\n\n');
[M, G, F, b, names, Q, turn] = make_bricard ();
[a, lambda, info] = dls_kkt (M, G, F, b);
R = dls_redundancy (M, G, 'Names', names);
dls_show (R);
fprintf ('\nsolved by %s: %s, residuals %.1e and %.1e\n', info.method, info.status, ...
         info.residual.dynamics, info.residual.constraints);
fprintf ('rank %d of %d: it moves although 30 constraints hold 30 coordinates\n', ...
         R.rank, size (G, 2));
assert (R.rank == 29 && R.nullity == 1 && norm (a) > 1);
assert (norm (M * a + F - G * lambda) < 1e-11 * norm (F));
assert (norm (G' * a) < 1e-11 * norm (a));

% Tension of rod i: mean of the axial forces at its two ends (its own weight is between).
d = diff (Q, 1, 2);
f = reshape (lambda, 5, 6);
rod = -sum (d .* (f(1:3, 1:5) + f(1:3, 2:6)), 1) / 2;

quiet = warning ('off', 'all');              % gnuplot talks about fonts and widths
fig = figure ('visible', 'off', 'position', [0 0 900 360]);
axes ('position', [0.02 0.05 0.5 0.75]);
draw_bars (P, [1 4; 2 5; 3 6; 4 6], tension, 'Parallelogram');
axis ([-0.2 2.7 -0.2 1.1]);
axes ('position', [0.55 0.05 0.44 0.75]);
Q = [0.87 0 0.50; -0.17 0.94 0.30] * Q;      % seen from (-0.47, -0.34, 0.81), y upwards
plot (Q(1, [1 6]), Q(2, [1 6]), ':', 'color', [0.5 0.5 0.5]);   % the ground link
draw_bars (Q, [(1:5)', (2:6)'], rod, 'Bricard');
picture = fullfile (output_folder (), 'demo.png');
print (fig, '-dpng', '-r100', picture);
close (fig);
warning (quiet);
fprintf ('\nAll numbers agree. The picture is %s.\n', picture);

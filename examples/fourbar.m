% FOURBAR  What you learn: a planar linkage in 3D is redundant, its motion unaffected.
%   3 moving bodies x 6 = 18 coordinates, 4 revolute joints x 5 = 20 rows, rank 17: 1
%   degree of freedom. 3 rows are redundant, since the joints also forbid leaving the
%   plane, which nothing tries. In-plane joint forces are determined; out-of-plane forces
%   and moments are not, and their minimum-norm value under a plane load is 0.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), ...
         fullfile (here, '..', 'tests', 'm', 'problems'));
dls_setup ();
close_to = @(x, y, tol) all (abs (x(:) - y(:)) <= tol * max (abs (y(:))));

[M, G, F, b, names, P, planar] = make_fourbar3d ();
[a, lambda, info] = dls_kkt (M, G, F, b);
R = dls_redundancy (M, G, 'Names', names);
disp (R.table);
fprintf ('\n%d coordinates, %d rows, rank %d, %d redundant, %d degree of freedom\n', ...
         size (G), R.rank, R.nullity, size (G, 1) - R.rank);
assert (R.rank == 17 && R.nullity == 3 && R.acceleration_unique);

% Angular accelerations against the planar model with three angles (independent code).
fprintf ('angular accelerations: 3D %.6f %.6f %.6f\n', a([6 12 18]));
fprintf ('                   planar %.6f %.6f %.6f\n', planar);
assert (close_to (a([6 12 18]), planar, 1e-11));

inplane = repmat ([true true false false false]', 4, 1);
assert (isequal (R.determined(:), inplane));
assert (norm (lambda(~inplane)) < 1e-10 * norm (lambda));

% A force across the plane on the coupler: still solvable, now the open reactions share
% it.
F2 = F;
F2(9) = F2(9) + 5;
[a2, lambda2, info2] = dls_kkt (M, G, F2, b);
fprintf ('with a force of 5 N across the plane: %s, same motion\n', info2.status);
assert (strcmp (info2.status, 'solved') && close_to (a2([6 12 18]), planar, 1e-11));
across = reshape (lambda2, 5, 4);
fprintf ('forces across at the joints: %.4f %.4f %.4f %.4f (a choice)\n', across(3, :));

% What the coupler receives across the plane, joint 2 minus joint 3, is determined: 5 N.
assert (close_to (across(3, 2) - across(3, 3), 5, 1e-11));

% Reuse: the factorisation serves any number of loads.
K = dls_kkt_setup (M, G);
[A, L] = dls_kkt (K, [F, F2, 2 * F], [b, b, 2 * b]);
assert (close_to (A(:, 3), 2 * a, 1e-11) && close_to (L(:, 2), lambda2, 1e-10));

% BRICARD  What you learn: redundancy that rounding hides, and how the gap reveals it.
%   Bricard's mechanism has 30 coordinates and 30 constraints and moves all the same: rank
%   29. When every body is given with 6 decimals, the matrix has rank 30 in floating-point
%   arithmetic: a naive tolerance says "locked" and reactions of any size. The gap between
%   singular values tells, and RankTolerance says what you consider as zero.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), ...
         fullfile (here, '..', 'tests', 'm', 'problems'));
dls_setup ();

[M, G, F, b, names] = make_bricard ();
[a, lambda, info] = dls_kkt (M, G, F, b);
R = dls_redundancy (M, G, 'Names', names);
disp (R.table);
speed = norm (a);
fprintf ('\nexact:   %s, rank %d, gap %.1e, |a| = %.6f, |lambda| = %.3f\n', ...
         info.status, R.rank, R.gap, speed, norm (lambda));
assert (strcmp (info.status, 'solved') && R.rank == 29 && R.nullity == 1);

% The one state of self-stress, and the reactions that it does not touch.
fprintf ('reactions not determined: %d of 30\n', nnz (~R.determined));
assert (norm (G * R.kernel, 'fro') < 1e-11 * norm (R.kernel, 'fro'));

% The same mechanism in a general position, each body rounded to 6 decimals.
[M, G, F, b] = make_bricard (6);
s = svd (full (G));
fprintf ('\nrounded: sigma_28 .. sigma_30 = %.3f %.3f %.1e\n', s(28:30));
loose = dls_redundancy (M, G, 'RankTolerance', 1e-5);
strict = dls_redundancy (M, G, 'RankTolerance', 1e-10);
fprintf ('RankTolerance 1e-10: rank %d;  1e-5: rank %d, gap %.1e\n', strict.rank, ...
         loose.rank, loose.gap);
assert (s(30) > 2e-8 && s(30) < 1e-6);
assert (strict.rank == 30 && loose.rank == 29 && loose.gap > 1e5);

% Drop the redundant row: the motion of the exact mechanism is back, up to the rounding.
keep = sort (loose.independent(:));
[a, lambda, info] = dls_kkt (M, G(:, keep), F, b(keep));
fprintf ('29 independent rows:  %s, |a| = %.6f, |lambda| = %.3f\n', info.status, ...
         norm (a), norm (lambda));
assert (strcmp (info.status, 'solved'));
assert (abs (norm (a) - speed) < 1e-5 * speed);

% All 30 rows taken literally: a rigid structure whose reactions are as large as
% 1/sigma_30.
rigid = G' \ b;
stress = G \ F;
fprintf ('30 rows literally:    |a| = %.1e, |lambda| = %.1e\n', norm (rigid), ...
         norm (stress));
assert (norm (stress) > 1e5);

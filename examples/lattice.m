% LATTICE  What you learn: 10 000 points, 39 402 bars, half of them redundant, in a blink.
%   A braced wall is held at its left side and carries its own weight; a fifth of its
%   points have no mass, so M is singular. Statically indeterminate: minimum-norm bar
%   forces are those of bars with equal flexibility (Castigliano).
%   Writes build/lattice.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'), ...
         fullfile (here, '..', 'tests', 'm', 'problems'));
dls_setup ();

N = 100;
[M, G, ~, ~, P, bars] = make_lattice (N);
n = size (G, 1);
left = reshape ([1; 2] + 2 * N * (0:N-1), [], 1);        % points 1, N+1, ... x and y
H = sparse (left, 1:numel (left), 1, n, numel (left));
F = zeros (n, 1);
F(2:2:n) = 9.81 * full (diag (M(2:2:n, 2:2:n)));         % weights
[a, lambda, info] = dls_kkt (M, [G, H], F, zeros (size (G, 2) + size (H, 2), 1));
fprintf ('%d coordinates, %d constraints: %s by %s\n', n, numel (lambda), info.status, ...
         info.method);
fprintf ('solved in %.3f s\n', info.time);

% Nothing moves; the supports carry the weight; the residual is recomputed here.
m = size (G, 2);
support = reshape (lambda(m+1:end), 2, N);
weight = sum (F);
fprintf ('weight %.3f, supports %.3f up, %.1e aside\n', weight, sum (support(2, :)), ...
         sum (support(1, :)));
assert (strcmp (info.status, 'solved'));
assert (norm (a) < 1e-9 * 9.81);
assert (abs (sum (support(2, :)) - weight) < 1e-9 * weight);
assert (norm (M * a + F - [G, H] * lambda) < 1e-12 * norm (abs (G) * abs (lambda(1:m))));

% Minimum norm: lambda = [G H]' w for some w; [G H] has full row rank.
E = [G, H] * [G, H]';
w = E \ ([G, H] * lambda);
assert (norm ([G, H]' * w - lambda) < 1e-9 * norm (lambda));

% The same diagnosis as for a small mechanism: every point is held.
R = dls_redundancy (M, [G, H]);
fprintf ('rank %d, %d redundant constraints, %d reactions determined\n', R.rank, ...
         R.nullity, nnz (R.determined));
assert (R.rank == n && R.acceleration_unique);

quiet = warning ('off', 'all');
fig = figure ('visible', 'off', 'position', [0 0 900 900]);
draw_bars (P, bars, -lambda(1:m), 'Wall held at its left side');
print (fig, '-dpng', '-r120', fullfile (output_folder (), 'lattice.png'));
close (fig);
warning (quiet);

% LATTICE_MILLION  A braced wall of a million unknowns, half of its bars too many.
%   410 x 410 points, a fifth of them without mass, carry their weight from the left side. dls_kkt
%   solves the singular system by one sparse Cholesky factorisation: minimum-norm bar forces. They
%   are compared with the normal equations, which is possible because all points are held.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
N = 410;
[M, G, ~, ~, P, bars] = make_lattice (N);
n = size (G, 1);
left = reshape ([1; 2] + 2 * N * (0:N-1), [], 1);        % points 1, N+1, ... x and y
G = [G, sparse(left, 1:numel (left), 1, n, numel (left))];
m = size (G, 2);
F = zeros (n, 1);
F(2:2:n) = 9.81 * full (diag (M(2:2:n, 2:2:n)));         % weights
[a, lambda, info] = dls_kkt (M, G, F, zeros (m, 1));
figure_row ('unknowns, redundant constraints', '1e6', [n + m, m - n], ['agrees: ', info.status]);
figure_row ('time of dls_kkt in s', 'not stated', info.time, info.method);
residual = norm (M * a + F - G * lambda) / norm (F);
figure_row ('residual |M a + F - G l|/|F|', 'small', residual, 'agrees: recomputed');
E = G * G';
w = E \ F;
off = norm (lambda - G' * w) / norm (lambda);
figure_row ('minimum norm against G''(G G'')^{-1} F', '0', sprintf ('%.0e', off), 'agrees');
up = sum (lambda(end-2*N+2:2:end));
figure_row ('supports carry the weight', sum (F), up, 1e-6);
assert (strcmp (info.status, 'solved') && residual < 1e-9 && off < 1e-6 && n + m > 1e6);

% Means of |tension| over cells of the wall, and all bars of a small part.
tension = -lambda(1:size (bars, 1));
middle = (P(:, bars(:, 1)) + P(:, bars(:, 2))) / 2;
cells = 102;
cell_ = min (cells, 1 + floor ((middle + 0.05) * cells / (N - 0.9)));
mean_ = @(v) accumarray (cell_', v, [cells cells], @mean)';
pull = mean_ (tension);
size_ = mean_ (abs (tension));

fig = figure ('visible', 'off', 'position', [0 0 1150 560]);
axes ('position', [0.07 0.1 0.44 0.8]);
x = ((1:cells) - 0.5) * N / cells;
contourf (x, x, log10 (size_), 24, 'linestyle', 'none');
colorbar ();
hold on
box_ = [4 28 28 4 4; 382 382 406 406 382];
plot (box_(1, :), box_(2, :), 'r-');
axis ([0 N 0 N]);
xlabel ('column of points');
ylabel ('row of points');
title (sprintf ('%d unknowns, %.1f s: log_{10} of the mean bar force in N', n + m, info.time));
axes ('position', [0.6 0.06 0.38 0.84]);
inside = all (P >= [4; 382] & P <= [28; 406]);
part = all (inside(bars), 2);
draw_bars (P, bars(part, :), tension(part), 'Top left');
figure_save (fig, 'lattice_million', {'mean_tension', 'mean_size'}, [pull(:), size_(:)]);

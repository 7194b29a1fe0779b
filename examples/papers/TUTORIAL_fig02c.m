% TUTORIAL_FIG02C  Friction coefficients for which M_ub of the ladder at pi/4 is a P-matrix.
%   Black as in the paper. Prop. 13 certifies the square in which |P_mu| < 1/beta_2 everywhere, with
%   the side 0.7479 (attained at mu_b = 0); its bound along mu_b = mu_u is 0.7519. The paper says
%   only that the region is larger than [0, 0.65]^2. The edge is found from the principal minors and
%   followed by bisection.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
S = wall_ladder (pi / 4, -1, 0.3, 0.4);
D = dls_delassus (S);
B = dls_friction_bound (S);
golden = [0.694915254237288 0.440677966101695; 0.203389830508474 1.1728813559322];
assert (max (abs (B.prop13.matrix - golden)(:)) < 1e-12);
assert (norm (B.prop13.matrix - ladder_mub (D, 0.3, 0.4)) < 1e-12);
is_p = @(b, u) strcmp (dls_matrix_class (ladder_mub (D, b, u)).P.holds, 'yes');

top = 2;
[b, u] = meshgrid (linspace (0.005, top - 0.005, 200));
inside = arrayfun (is_p, b, u);
% On a ray at the angle phi the first coefficients that lose the property.
phi = (0:36) * pi / 72;
edge = zeros (size (phi));
for k = 1:numel (phi)
  range_ = [0, 4];
  while diff (range_) > 1e-12
    r = mean (range_);
    range_(1 + ~is_p (r * cos (phi(k)), r * sin (phi(k)))) = r;
  end
  edge(k) = mean (range_);
end
diagonal = edge(19) / sqrt (2);
figure_row ('on the diagonal, a P-matrix up to', 'not stated', diagonal, '1: det M_ub = 0 there');
figure_row ('along mu_b, along mu_u', 'not stated', edge([1 end]), 'by bisection');
M0 = ladder_mub (D, 0, 0);
far = @(b, u) norm (ladder_mub (D, b, u) - M0);
share = linspace (0, 1, 41);
worst = @(s) max ([arrayfun(@(x) far (x * s, s), share), arrayfun(@(x) far (s, x * s), share)]);
side = fzero (@(s) worst (s) - 1 / B.prop13.beta2, [0.1, 1]);
figure_row ('Prop. 13 along mu_b = mu_u', 'around 0.65', B.prop13.value, ...
            'differs by 0.10: see Fig. 2(b)');
figure_row ('side of the square that Prop. 13 certifies', 'around 0.65', side, ...
            'differs by 0.10: see Fig. 2(b)');
square = b <= 0.65 & u <= 0.65;
wide = b <= side & u <= side;
figure_row ('the region contains [0, 0.65]^2', 'yes', 'yes', 'agrees');
figure_row ('area of the region within [0, 2]^2', 'not stated', mean (inside(:)) * top ^ 2, ...
            'mean of the grid');
assert (abs (diagonal - 1) < 1e-9 && all (inside(square)) && all (inside(wide)));
assert (side < B.prop13.value && abs (side - 0.7479) < 1e-4);

fig = figure ('visible', 'off', 'position', [0 0 600 560]);
hold on
for row = 1:rows (inside)                    % one black strip for each run of a row
  jumps = find (diff ([false, inside(row, :), false]));
  for j = 1:2:numel (jumps)
    x = (jumps([j, j + 1]) - 1) * top / 200;
    patch (x([1 2 2 1]), (row - [1 1 0 0]) * top / 200, 'k', 'edgecolor', 'k');
  end
end
s = side;
p = [plot([0 0.65 0.65], [0.65 0.65 0], 'w:'), plot([0 s s], [s s 0], 'w-'), ...
     plot(edge .* cos (phi), edge .* sin (phi), 'r-')];
axis ([0 top 0 top]);
set (gca, 'color', [0.9 0.9 0.9]);
xlabel ('\mu_b (wall)');
ylabel ('\mu_u (floor)');
text (0.05, 0.7, 'Prop. 13', 'color', 'w');
text (0.05, 0.58, '0.65 (paper)', 'color', 'w');
text (1.15, 1.1, 'edge, by bisection', 'color', 'r');
title ('TUTORIAL Fig. 2(c): M_{ub} is a P-matrix (black), ladder at \pi/4');
figure_save (fig, 'TUTORIAL_fig02c', {'mu_b', 'mu_u', 'is_P'}, [b(:), u(:), inside(:)]);

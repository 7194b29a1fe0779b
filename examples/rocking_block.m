% ROCKING_BLOCK  What you learn: what a block needs to stick on two corners, on one, and turning.
%   A block (1 kg, height l = 1, width L = 0.5) under its weight and a force Fx in four states:
%   at rest on both corners (ALLSTICK, Examples 1 and 4), turning about A2 (Example 2) or about A1,
%   and with its diagonal upright. One sticking corner is always solvable: A_c > 0 (40). Whether
%   the floor must push depends on the load (41); whether friction suffices depends on mu. With the
%   diagonal upright Fx cannot change the normal reaction. Writes build/rocking_block.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
l = 1;
L = 0.5;
g = 9.81;
inertia = (l ^ 2 + L ^ 2) / 12;

% 1. Two corners: the tangents coincide, Assumption 1 fails; Corollary 2 guarantees a solution.
[n, t] = block_corners (l, L, [1 -1], 0, 0);
S = dls_system ('M', diag ([1 1 inertia]), 'F', [2; g; 0], 'Gu', n, 'Hu', t, 'muu', 0.3);
W = dls_wellposed (S);
D = dls_delassus (S);
corollary = W.criteria(strcmp ({W.criteria.source}, 'ALLSTICK Cor. 2'));
V = dls_sticking (S);
[lo, hi] = dls_reaction_range (S);
fprintf ('two corners: rank N = %d, H = %d, [N H] = %d; Corollary 2 %s\n', rank (n), rank (t), ...
         rank ([n, t]), corollary.holds);
fprintf ('  %s, normal reactions %.4f and %.4f, mu >= %.9f\n', V.verdict, V.lambda.nu, V.mu_min);
assert (isequal ([rank(n), rank(t), rank([n, t])], [2 1 3]) && strcmp (corollary.holds, 'holds'));
assert (norm ([lo.nu, hi.nu] - [2.905; 6.905] * [1 1]) < 1e-7 && abs (V.mu_min - 2 / g) < 1e-9);

% 2. to 4. One corner: A_c, H_c of (38), reactions and friction. GOLDEN 4 for the first.
up = atan (L / l);
cases = {'turning on A2', -1, 0.3, 0.7, 2; 'turning on A1', 1, -0.3, -0.7, -2; ...
         'upright, Fx = 2', -1, up, 0, 2; 'upright, Fx = -4', -1, up, 0, -4};
answer = zeros (4, 5);
for k = 1:4
  [name, side, th, om, Fx] = cases{k, :};
  [n, t, bn, bt] = block_corners (l, L, side, th, om);
  S = dls_system ('M', diag ([1 1 inertia]), 'F', [Fx; g; 0], 'Gu', n, 'bu', bn, ...
                  'Hu', t, 'tu', bt, 'muu', 0.3);
  D = dls_delassus (S);
  V = dls_sticking (S);
  % (40), and (41) with its errata; the levers are those of the corner.
  a = t(3);
  b = n(3);
  Ac = (inertia + b ^ 2 - a ^ 2 * b ^ 2 / (inertia + a ^ 2)) / inertia;
  first = -g + a * b * Fx / (inertia + a ^ 2);
  Hc = first + bn - a * b / (inertia + a ^ 2) * bt;
  assert (max (abs ([D.Acst - Ac, D.wcst - Hc])) < 1e-11 && dls_verify (S, V));
  assert (abs (V.lambda.nu + Hc / Ac) < 1e-9);
  answer(k, :) = [D.Acst, D.wcst, V.lambda.nu, V.lambda.tu, V.mu_min];
  fprintf ('%-16s A_c %.9f, H_c %.6f, reactions %.6f and %.6f, mu >= %.9f: %s\n', name, ...
           answer(k, :), V.verdict);
end
golden = [1.0203110719492 -9.78026159595125 9.58556842597723 1.67784283524576 0.175038428675627];
assert (max (abs (answer(1, :) - golden)) < 1e-8);
assert (max (abs (answer(2, :) - golden .* [1 1 1 -1 1])) < 1e-8);      % the mirror image
assert (norm (answer(3, 1:3) - answer(4, 1:3)) < 1e-9);                 % Fx plays no role
[n, ~] = block_corners (l, L, [1 -1], 0.3, 0);
D = dls_delassus (dls_system ('M', diag ([1 1 inertia]), 'Gu', n));
assert (norm (D.A - [2.43476891465533 0.661996577635483; 0.661996577635483 1.07962697850725]) ...
        < 1e-12);                                                       % both corners, (39)

% The friction that is needed at rest on A2, by angle and force.
th = linspace (0, pi / 2, 46);
force = [-4 0 2 4];
needed = closed = zeros (numel (force), numel (th));
for i = 1:numel (force)
  for j = 1:numel (th)
    [n, t] = block_corners (l, L, -1, th(j), 0);
    S = dls_system ('M', diag ([1 1 inertia]), 'F', [force(i); g; 0], 'Gu', n, 'Hu', t, 'muu', 1);
    V = dls_sticking (S);
    needed(i, j) = V.mu_min;
    A = [n t]' * ([1; 1; 1 / inertia] .* [n t]);
    r = A \ ([n t]' * ([1; 1; 1 / inertia] .* S.F));
    closed(i, j) = abs (r(2)) / r(1);
    assert (r(1) > 0);
  end
end
assert (max (abs (needed - closed)(:) ./ (1 + closed(:))) < 1e-7);

fig = figure ('visible', 'off', 'position', [0 0 1000 450]);
subplot (1, 2, 1);
hold on
shape = [-1 1 1 -1 -1; -1 -1 1 1 -1] .* [L; l] / 2;
style = {'k-', 'b-', 'r-', 'm-'};
angle = [0, 0.3, -0.3, up];
for k = 1:4
  P = [cos(angle(k)), -sin(angle(k)); sin(angle(k)), cos(angle(k))] * shape;
  plot (P(1, :) + 1.5 * k, P(2, :) - min (P(2, :)), style{k}, 'linewidth', 2);
end
plot ([0.5 7], [0 0], 'k-');
axis ([0.5 7 -1 3], 'equal', 'off');
title ('two corners, on A2, on A1, diagonal upright');
subplot (1, 2, 2);
plot (th, closed', '-', th(1:3:end), needed(:, 1:3:end)', 'k.', [up up], [0 1.5], 'k--');
axis ([0 pi/2 0 1.5]);
xlabel ('theta in rad');
ylabel ('smallest mu');
legend ([cellstr(num2str (force', 'Fx = %d N')); {'exact'}], 'location', 'north');
title ('friction that a corner needs at rest');
save_picture (fig, 'rocking_block');

% HYPERSTATIC_BLOCK  What you learn: the motion is unique although no reaction is.
%   A block that cannot turn stands on three points (COUPLING, Example 1). Only the sum of the
%   reactions is determined, m*g + f; they form a triangle, and each may be anything in
%   [0, m*g + f]. With f < -m*g, upwards, the block takes off, and all is unique.
%   Writes build/hyperstatic_block.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
m = 2;
g = 9.81;
weight = m * g;
% Coordinates: height and horizontal position. F stands on the left: a positive f presses.
block = @(f) dls_system ('M', m * eye (2), 'F', [weight + f; 0], 'Gu', [1 1 1; 0 0 0]);

S = block (0);
D = dls_delassus (S);
W = dls_wellposed (S);
[lo, hi, range] = dls_reaction_range (S);
[a, lambda, info] = dls_contact (S);
Z = dls_lcp_all (D.A, D.H0);                     % 0 <= lambda _|_ A*lambda + H0 >= 0, (2)
fprintf ('m*g = %.4f; rank (A) = %d; reactions of minimum norm %.4f %.4f %.4f\n', weight, ...
         rank (D.A), lambda.nu);
fprintf ('  point %d: in [%.4f, %.4f]\n', [1:3; lo.nu'; hi.nu']);
assert (norm (D.A - ones (3) / m) < 1e-14 && norm (D.H0 + g) < 1e-12 && rank (D.A) == 1);
assert (norm ([lo.nu, hi.nu] - weight * [0 1; 0 1; 0 1]) < 1e-7 && ~any (range.determined.nu));
assert (norm (a) < 1e-12 && norm (lambda.nu - weight / 3) < 1e-10);
assert (Z.complete && isinf (Z.count) && norm (sort (Z.z, 2) - weight * [0 0 1]) < 1e-9);
fprintf ('  all reactions: the triangle of %d corners, one point carrying all in each\n', ...
         columns (Z.z));
% The propositions that the paper applies: 2 (the acceleration is unique), 3 (reactions exist).
for source = {'COUPLING Prop. 1', 'COUPLING Prop. 2', 'COUPLING Prop. 3 (i)'}
  c = W.criteria(strcmp ({W.criteria.source}, source{1}));
  fprintf ('  %s: %s (%s)\n', c.source, c.holds, c.guarantees);
  assert (strcmp (c.holds, 'holds') == ~strcmp (source{1}, 'COUPLING Prop. 1'));
end

% Pulling until it takes off.
f = weight * linspace (-2, 0.5, 26);
top = rise = zeros (size (f));
for k = 1:numel (f)
  S = block (f(k));
  [lo, hi] = dls_reaction_range (S);
  [a, lambda, info] = dls_contact (S);
  top(k) = hi.nu(1);
  rise(k) = a(1);
  assert (norm (lo.nu) < 1e-7 && norm (hi.nu - max (0, weight + f(k))) < 1e-7);
  assert (abs (a(1) - max (0, -g - f(k) / m)) < 1e-10 && abs (a(2)) < 1e-12);
end
fprintf ('takes off at f = %.4f = -m*g; at f = -2*m*g it rises with %.4f\n', ...
         max (f(rise > 1e-9)) + (f(2) - f(1)), rise(1));

fig = figure ('visible', 'off', 'position', [0 0 1000 420]);
subplot (1, 2, 1);
patch ([f, fliplr(f)], [top, 0 * f], [0.7 0.8 1]);
hold on
plot (f, m * rise, 'r-', 'linewidth', 2, -weight * [1 1], [0 30], 'k--');
axis ([f(1) f(end) 0 30]);
xlabel ('f in N (positive: downwards)');
ylabel ('N');
title ('interval of each reaction (blue), m times acceleration (red)');
subplot (1, 2, 2);
V = Z.z(:, [1:3 1]);
plot3 (V(1, :), V(2, :), V(3, :), 'b-', 'linewidth', 2, weight / 3, weight / 3, weight / 3, 'ro');
axis ([0 20 0 20 0 20]);
grid on
xlabel ('point 1');
ylabel ('point 2');
zlabel ('point 3');
view (125, 25);
title ('all reactions at f = 0, minimum norm (o)');
save_picture (fig, 'hyperstatic_block');

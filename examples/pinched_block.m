% PINCHED_BLOCK  What you learn: which applied forces hold a mass, and how much is left to choose.
%   A mass (1 kg) between two fingers with mu = 0.3 and 0.4, which the forces F1 < 0 < F2 press on
%   it (ALLSTICK, Example 6; F stands on the left of M*a + F = ...). Fixed height: it is held iff
%   mu1*|F1| + mu2*F2 >= g, and the two friction forces share the weight in any way their cones
%   admit. Fingers that may move up and down: friction is determined, the mass falls along.
%   Writes build/pinched_block.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
g = 9.81;
mu = [0.3; 0.4];
fixed_ = dls_system ('M', eye (4), 'F', [0; g; -15; 20], 'Gb', [1; 0; 0; 0], ...
                     'Gu', [1 -1; 0 0; -1 0; 0 1], 'Hu', [0 0; 1 1; 0 0; 0 0], 'muu', mu);
V = dls_sticking (fixed_);
[lo, hi] = dls_reaction_range (fixed_);
[a, least] = dls_kkt (fixed_.M, [fixed_.Gb, fixed_.Gu, fixed_.Hu], fixed_.F, zeros (5, 1));
fprintf ('F1 = -15, F2 = 20: %s, wall %.4g, fingers %.4g and %.4g\n', V.verdict, V.lambda.nb, ...
         V.lambda.nu);
fprintf ('  capacity 12.5 against g: spare %.4f, %.4f at each finger\n', 2 * V.margin, V.margin);
fprintf ('  friction 1 in [%.4f, %.4f], friction 2 in [%.4f, %.4f]\n', [lo.tu, hi.tu]');
fprintf ('  farthest inside (%.4f, %.4f), minimum norm (%.4f, %.4f) outside\n', V.lambda.tu, ...
         least(4:5));
assert (strcmp (V.verdict, 'sticking') && dls_verify (fixed_, V));
assert (norm ([V.lambda.nb; V.lambda.nu] - [5; 15; 20]) < 1e-7);
assert (abs (2 * V.margin - 2.69) < 1e-7 && abs (V.mu_scale - g / 12.5) < 1e-8);
assert (norm ([lo.tu, hi.tu] - [1.81 4.5; 5.31 8]) < 1e-7);
assert (norm (least(4:5) - g / 2) < 1e-9 && least(4) > mu(1) * 15);

% Fingers that move up and down with the forces F1y, F2y.
S = dls_system ('M', eye (6), 'F', [0; g; -15; -3; 20; -1], 'Gb', [1; zeros(5, 1)], ...
                'Gu', [1 -1; 0 0; -1 0; 0 0; 0 1; 0 0], ...
                'Hu', [0 0; 1 1; 0 0; -1 0; 0 0; 0 -1], 'muu', mu);
W = dls_sticking (S);
[lo, hi] = dls_reaction_range (dls_system (S, 'muu', 1));
fprintf ('moving fingers: friction %.6f and %.6f, y'''' = %.6f: %s with mu = (0.3, 0.4),\n', ...
         lo.tu, W.a(2), W.verdict);
fprintf ('  margin %.6f, %.6f times the friction would do\n', W.margin, W.mu_scale);
assert (norm ([lo.tu, hi.tu] - [1; 1] .* [4.93666666666667; 2.93666666666667]) < 1e-7);
assert (max (abs (W.a([2 4 6]) + 1.93666666666667)) < 1e-9 && dls_verify (S, W));
assert (strcmp (W.verdict, 'not_sticking') && abs (W.margin - (4.5 - lo.tu(1))) < 1e-7);
assert (abs (W.mu_scale - lo.tu(1) / 4.5) < 1e-8);

% The region of the applied forces: a verdict for each, and each verdict is verified.
[P, Q] = meshgrid (linspace (1, 41, 11), linspace (1, 31, 11));
margin = zeros (size (P));
held = false (size (P));
for k = 1:numel (P)
  T = dls_system (fixed_, 'F', [0; g; -P(k); Q(k)]);
  U = dls_sticking (T, 'Critical', false);
  held(k) = strcmp (U.verdict, 'sticking');
  margin(k) = U.margin;
  assert (held(k) || ~isempty (U.certificate));
  assert (dls_verify (T, U));
end
spare = mu(1) * P + mu(2) * Q - g;
assert (isequal (held, spare >= 0));
% The spare friction is shared, but no finger can have more to spare than its whole cone.
most = min (min (spare / 2, mu(1) * P), mu(2) * Q);
assert (max (abs (margin - most)(:)) < 1e-6);
fprintf ('%d of %d pairs of forces hold the mass: mu1*|F1| + mu2*F2 >= g\n', nnz (held), ...
         numel (held));

% The same for the vertical forces of moving fingers, where friction is determined:
% 3*t1 = g - 2*F1y + F2y, 3*t2 = g + F1y - 2*F2y.
[Y1, Y2] = meshgrid (linspace (-10, 30, 13), linspace (-13, 33, 13));
margin_y = spare_y = zeros (size (Y1));
for k = 1:numel (Y1)
  T = dls_system (S, 'F', [0; g; -15; Y1(k); 20; Y2(k)]);
  U = dls_sticking (T, 'Critical', false);
  margin_y(k) = U.margin;
  t = [-2 1; 1 -2] * [Y1(k); Y2(k)] / 3 + g / 3;
  spare_y(k) = min (mu .* [15; 20] - abs (t));
  assert (strcmp (U.verdict, 'sticking'), spare_y(k) >= 0);
  assert (dls_verify (T, U));
end
stuck = spare_y >= 0;
assert (max (abs (margin_y - spare_y)(:)) < 1e-6);
fprintf ('%d of %d pairs of vertical forces let moving fingers stick\n', nnz (stuck), ...
         numel (stuck));
t = [4.5 -4.5 -4.5 4.5 4.5; 8 8 -8 -8 8];        % corners of the region
edge = g - [2 1; 1 2] * t;

fig = figure ('visible', 'off', 'position', [0 0 1100 480]);
subplot (1, 2, 1);
contour (P, Q, margin, -4:8);                    % one line per newton of margin
hold on
plot (P(held), Q(held), 'b.', P(~held), Q(~held), 'rx', 15, 20, 'ko', 'markersize', 10);
plot ([1 g/mu(1)], [(g - mu(1)) / mu(2), 0], 'k-', 'linewidth', 2);
axis ([0 42 0 32]);
xlabel ('|F1| in N');
ylabel ('F2 in N');
title ('fixed fingers: pushes that hold (dots); lines: margin');
subplot (1, 2, 2);
contour (Y1, Y2, margin_y, -16:2:4);
hold on
plot (Y1(stuck), Y2(stuck), 'b.', Y1(~stuck), Y2(~stuck), 'rx', -3, -1, 'ko', 'markersize', 10);
plot (edge(1, :), edge(2, :), 'k-', 'linewidth', 2);
axis ([-11 31 -14 34]);
xlabel ('F1y in N');
ylabel ('F2y in N');
title ('moving fingers: vertical forces that stick; lines: margin');
save_picture (fig, 'pinched_block');

% ARCH  How thin may a semicircular arch of 27 stones be, and how much friction does it need?
%   Stones of unit density between radii 1 - t/2 and 1 + t/2; joints touch at both edges. The arch
%   can stand if reactions in their cones balance the weights (the safe theorem): dls_sticking at
%   rest gives the smallest friction for each thickness. With enough friction and many stones the
%   least thickness is Milankovitch's t/R = 0.107478. Cocchetti and Rizzi (2020): friction begins
%   to matter below 0.395, and at 0.309 the arch, 1.87 times as thick, slides at any thickness.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
needed = @(stones, t) dls_sticking (arch_of_stones (stones, t), 'Static', true).mu_min;
thinnest = zeros (1, 3);
for k = 1:3
  range_ = [0.09, 0.12];
  for bisection = 1:12
    t = mean (range_);
    range_(1 + isfinite (needed (27 * 2^(k-1), t))) = t;
  end
  thinnest(k) = range_(2);
end
figure_row ('least t/R, 27, 54, 108 stones', '0.107478 (many)', thinnest, ...
            sprintf ('agrees to %.0e: with 108', 0.107478 - thinnest(3)));
assert (all (thinnest < 0.107478) && thinnest(3) > 0.10744);

thickness = [thinnest(1) + 1e-5, 0.107:0.001:0.114, 0.118, 0.125:0.01:0.165, 0.168:0.003:0.198, ...
             0.199:0.0005:0.203, 0.21, 0.25 0.3];
mu = arrayfun (@(t) needed (27, t), thickness);
figure_row ('friction for the thinnest arch', 'about 0.395', mu(1), 'agrees: literature');
figure_row ('friction below which no thickness does', 'about 0.309', mu(end), 'agrees: literature');
least = thickness(find (mu < mu(end) + 1e-6, 1));
figure_row ('thickness that makes 0.309 enough', '0.201 (many)', least, 'agrees: literature');
assert (abs (least - 0.201) < 4e-3);
assert (abs (mu(1) - 0.395) < 2e-3 && abs (mu(end) - 0.309) < 1e-3 && all (diff (mu) < 1e-7));

% The line of thrust where the arch is thinnest: where the reactions of each joint act.
[S, corner] = arch_of_stones (27, thinnest(1) + 1e-5);
V = dls_sticking (dls_system (S, 'muu', 0.5), 'Static', true);
assert (strcmp (V.verdict, 'sticking') && dls_verify (dls_system (S, 'muu', 0.5), V));
n = reshape (V.lambda.nu, 2, []);
thrust = squeeze (corner(:, 1, :)) .* (n(1, :) ./ sum (n)) ...
         + squeeze (corner(:, 2, :)) .* (n(2, :) ./ sum (n));
hinge = min (n) < 1e-3 * sum (n);
figure_row ('joints where the thrust is at an edge', '5 or 6 hinges', nnz (hinge), ...
            'agrees: a mechanism');

fig = figure ('visible', 'off', 'position', [0 0 1150 430]);
axes ('position', [0.03 0.06 0.5 0.84]);
for k = 1:27
  P = [corner(:, 1, k), corner(:, 2, k), corner(:, 2, k+1), corner(:, 1, k+1)];
  patch (P(1, :), P(2, :), [0.87 0.84 0.78], 'edgecolor', [0.4 0.4 0.4]);
end
hold on
plot (thrust(1, :), thrust(2, :), 'r-', thrust(1, hinge), thrust(2, hinge), 'ro', ...
      'markerfacecolor', 'r');
axis ([-1.1 1.1 -0.05 1.2], 'off');
title (sprintf ('27 stones, t/R = %.4f: line of thrust, hinges', thinnest(1)));
axes ('position', [0.62 0.13 0.36 0.77]);
patch ([mu, 0.5, 0.5], [thickness, 0.3, thickness(1)], [0.85 0.9 1], 'edgecolor', 'none');
hold on
plot ([0.5, mu], [thickness(1), thickness], 'b-');
text (0.41, 0.2, 'stands');
text (0.305, 0.12, 'slides and turns');
text (0.40, 0.09, 'turns over hinges');
axis ([0.29 0.47 0.08 0.26]);
xlabel ('\mu');
ylabel ('least thickness t/R');
title ('masonry arch, 27 stones');
figure_save (fig, 'arch', {'thickness', 'mu_needed'}, [thickness; mu]');

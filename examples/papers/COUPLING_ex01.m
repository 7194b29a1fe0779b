% COUPLING_EX01  A block on three aligned contacts: the Delassus matrix, angles, all reactions.
%   Example 1: h1 = h2 = h3, so that A = (1/m) ones (3), every kinetic angle is pi, the sum of the
%   reactions is known and no reaction is (a hyperstatic system). Numbers (m = 2) are ours.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
m = 2;  g = 9.81;
push = linspace (-30, 10, 41);                   % the vertical component of f (t) of the example
N = [1 1 1; 0 0 0];                              % q = (vertical, horizontal)
high = total = least = zeros (size (push));
for k = 1:numel (push)
  S = dls_system ('M', m * eye (2), 'F', [m * g + push(k); 0], 'Gu', N);
  [lo, hi, info] = dls_reaction_range (S);
  [~, l] = dls_contact (S);
  high(k) = hi.nu(1);
  total(k) = sum (l.nu);
  least(k) = l.nu(1);
  assert (max (abs (lo.nu)) < 1e-8 && max (abs (hi.nu - hi.nu(1))) < 1e-8);
end
D = dls_delassus (S);
angles = dls_kinetic_angle (S.M, N(:, 1), N(:, 2:3));
off = max (abs (D.Anu - 1 / m)(:));
figure_row ('A', '(1/m) ones (3)', D.Anu(1, :), sprintf ('agrees to %.0e', off));
figure_row ('kinetic angles', 'pi', angles, 'agrees');
figure_row ('rank of A', 1, rank (D.Anu), 0);
weight = max (m * g + push, 0);
figure_row ('sum of the reactions, 41 loads', 'm g + f', 'dls_contact', ...
            sprintf ('agrees to %.0e', max (abs (total - weight))));
figure_row ('each reaction lies in', 'not unique', '[0, m g + f]', ...
            sprintf ('agrees to %.0e: not unique', max (abs (high - weight))));
assert (off < 1e-14 && max (abs (angles - pi)) < 1e-7);
assert (max (abs (total - weight)) < 1e-8 && max (abs (high - weight)) < 1e-6);

fig = figure ('visible', 'off', 'position', [0 0 900 400]);
axes ('position', [0.03 0.08 0.34 0.8]);
patch ([0 2 2 0], [0.15 0.15 1.2 1.2], [0.85 0.88 0.95]);
hold on
plot ([-0.4 2.4], [0 0], 'k-', 'linewidth', 5);
for x = [0.25 1 1.75]
  patch (x + [-0.12 0.12 0], [0.15 0.15 0], 'k');
end
text ([0.15 0.9 1.65], [0.3 0.3 0.3], {'h_1', 'h_2', 'h_3'});
axis ([-0.5 2.5 -0.3 1.6], 'off');
title ('COUPLING Fig. 1: the block');
axes ('position', [0.48 0.14 0.5 0.74]);
patch ([push, fliplr(push)], [high, 0 * high], [0.8 0.88 1], 'edgecolor', 'none');
hold on
h = [plot(push, high, 'b-'), plot(push, least, 'r--')];
axis ([-30 10 0 32]);
xlabel ('additional load f in N');
legend (h, {'each reaction may be anything below', 'minimum norm: a third each'}, 'location', ...
        'northwest');
ylabel ('N');
title ('one reaction of three');
figure_save (fig, 'COUPLING_ex01', {'load', 'highest', 'total', 'minimum_norm'}, ...
             [push; high; total; least]');

% DARTLCP_STABILISATION  Section 5: E and mu scaled by dt; (1 + eps) on the diagonal of A.
%   A box slides over the floor on four corners: p = 4 contacts with 8 edges each, LCP (13)-(15) by
%   Lemke's method. The notes say: scaling has no effect on the contact force; eps changes the
%   accuracy. They give no numbers. Forces are compared as N fn + B fd (fd is not unique).
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
[matrix_, vector_, J, M] = lcp_box (0.5, [1; 0.3; 0; 0; 0; 0]);     % no turning: a unique force
force = @(z) J * z(1:36);
dt = 10 .^ (-1:-0.5:-6);  shift = [0, 10 .^ (-10:-1)];
spread = zeros (2, 11);  same = law = 0;
for k = 1:numel (dt)
  h = dt(k);  w = cell (1, 2);
  for j = 1:2
    A = matrix_ (h, [1, h](j));
    [z, ~, info] = dls_lcp (A, vector_ (h), 'Method', 'lemke');
    assert (strcmp (info.status, 'solved'));
    w{j} = force (z);
    sigma = svd (A)(1:rank (A));
    spread(j, k) = sigma(1) / sigma(end);
    law = max (law, norm (w{j}(3) - 9.81));      % the floor carries the weight
  end
  same = max (same, norm (w{1} - w{2}) / norm (w{1}));
end
figure_row ('force with and without scaling', 'no effect', sprintf ('%.0e apart', same), 'agrees');
figure_row ('spread of singular values at dt = 1e-4: plain, scaled', 'same magnitude', ...
            spread(:, 7)', 'agrees: scaling brings them together');
assert (same < 1e-7 && law < 1e-9 && all (spread(2, 3:end) < spread(1, 3:end)));

A = matrix_ (0.01, 0.01);                        % eps at dt = 0.01
off = zeros (2, 11);  pivots = zeros (1, 11);
for k = 1:numel (shift)
  shifted = A + shift(k) * diag (diag (A));
  [~, ~, info] = dls_lcp (shifted, vector_ (0.01), 'Method', 'lemke');
  pivots(k) = {NaN, info.iterations}{1 + strcmp(info.status, 'solved')};
  z = dls_lcp (shifted, vector_ (0.01));
  if k == 1, exact = force (z); end
  change = force (z) - exact;
  off(:, k) = [norm(change) / norm(exact); norm(0.01 * (M \ change))];
end
order = polyfit (log (shift(4:9)), log (off(1, 4:9)), 1)(1);
figure_row ('error of the force by eps: order', 'changes accuracy', order, 'agrees: proportional');
figure_row ('relative error of the force at eps = 1e-3', 'not stated', off(1, 9), 'two programs');
figure_row ('pivots of Lemke for eps = 0, 1e-6', 'not stated', pivots([1 6]), sprintf ( ...
            '%d of 11 lost in rounding, auto solves all', nnz (isnan (pivots))));
assert (abs (order - 1) < 0.05);

fig = figure ('visible', 'off', 'position', [0 0 1000 430]);
subplot (1, 2, 1);
loglog (dt, spread(1, :), 'rx-', dt, spread(2, :), 'bo-');
xlabel ('time step in s');
legend ('as in (15)', 'E and mu scaled by dt', 'location', 'northeast');
title ('DARTLCP sec. 5: spread of the singular values of A');
subplot (1, 2, 2);
loglog (shift(2:end), off(1, 2:end), 'bo-', shift(2:end), off(2, 2:end), 'rx-');
xlabel ('\epsilon');
legend ('contact force, relative', 'velocity', 'location', 'northwest');
title ('error by (1 + \epsilon) A_{ii}');
figure_save (fig, 'DARTLCP_stabilisation', {'dt', 'spread', 'spread_scaled', 'eps', 'force', ...
             'velocity', 'pivots'}, [dt; spread; shift; off; pivots]');

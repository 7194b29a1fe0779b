% COUPLING_PROGRAMS  The equivalence diagram (51) and its mixed extension, solved on samples.
%   Every program is solved as it stands in Section 4.4; entries: largest difference of the gap
%   accelerations d2h/dt2 from those of all supports by hand. The paper states equivalence, no
%   numbers. Grey: needs A > 0, which the paper says. (47) as printed is not equivalent (ERRATA).
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
M = [2 0.5 0; 0.5 1 0.2; 0 0.2 0.5];
N = [0 1; 1 0; 1 1];
twice = [N, N * [1; 1]];                         % three unilateral constraints, rank 2
uni = @(N, bu) dls_system ('M', M, 'F', [-2; 1; 2], 'Gu', N, 'bu', bu);
mixed = @(N, bu) dls_system (uni (N, bu), 'Gb', [1; 1; 0], 'bb', 0.4);
systems = {uni(N, [-0.1; 0.2]), uni(twice, [-0.1; 0.2; 0.1]), mixed(N, [-0.1; 0.2]), ...
           mixed(twice, [-0.1; 0.2; 0.1])};
head = {'unilateral, A > 0', 'A singular', 'mixed, A_c > 0', 'A_c singular'};
T = coupling_programs (systems{1});
off = nan (rows (T), 4);
for j = 1:4
  S = systems{j};
  D = dls_delassus (S);
  % By hand: every support; the gap accelerations are unique.
  for set = 0:2^S.nu - 1
    on = bitget (set, 1:S.nu) > 0;
    l = zeros (S.nu, 1);
    l(on) = -pinv (D.Ac(on, on)) * D.H4(on);
    gap = D.Ac * l + D.H4;
    if all (l >= -1e-9) && all (gap >= -1e-9) && norm (gap(on)) < 1e-9, break, end
  end
  T = coupling_programs (S);
  for i = 1:rows (T)
    if ~T{i, 2} || (rank (D.Ac, 1e-9) == S.nu && ~(S.nb && strncmp (T{i, 1}, 'QP (47)', 7)))
      off(i, j) = norm (T{i, 3}() - gap, Inf);
    end
  end
end
wrong = strncmp (T(:, 1), 'QP (47)', 7);
for j = 1:4
  n = nnz (~isnan (off(~wrong, j)));
  figure_row (sprintf ('%s: %d programs', head{j}, n), 'equivalent', 'equivalent', ...
              sprintf ('agrees to %.0e', max (off(~wrong, j))));
end
figure_row ('(47), unilateral', 'equivalent', sprintf ('off by %.2g', max (off(wrong, :))), ...
            'differs: (47) is not (42)');
assert (max (off(~wrong, :)(:)) < 1e-6 && off(wrong, 1) > 1e-3);
D = dls_delassus (dls_system (systems{3}, 'M', diag ([2 1 0.5]), 'F', [1; 2; 3]));
l = dls_lcp (D.Ac, D.H4);                        % GOLDEN 11
figure_row ('reactions with M = diag (2, 1, 1/2)', 'not stated', l', 'independent numbers');
assert (norm (l - [2.3625; 0.7125]) < 1e-9);

fig = figure ('visible', 'off', 'position', [0 0 900 420]);
axes ('position', [0.02 0.03 0.96 0.85]);
text_ = arrayfun (@(x) sprintf ('%.0e', x), off, 'UniformOutput', false);
text_(isnan (off)) = {'needs A > 0'};
text_{wrong, 3} = 'unilateral only';
good = double (off < 1e-6);
good(isnan (off)) = NaN;
draw_table (head, T(:, 1), text_, good);
title ('COUPLING (51): programs for the same accelerations, largest difference');
figure_save (fig, 'COUPLING_programs', {'uni_regular', 'uni_singular', 'mixed_regular', ...
             'mixed_singular'}, off);

% CONIC_TABLE1  150, 300 and 600 beads fall into a box: steps, contacts, convex problems, time.
%   mu = 0.3, restitution 0.2, steps of 0.02 s, tolerance 0.01 of (6.1), as in section 6: projected
%   gradients (v), and the quadratic program with four facets (iv) by interior points. Its beads,
%   box and stopping rule are not given: ours differ (rest, or 260 steps), so that steps, contacts
%   and times cannot agree. Its conclusions are checked: the number of inner problems does not
%   grow; with facets fewer steps, and fewer contacts in a step.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
N = [150 150 300 300 600 600];
inner = repmat ({'projected-gradient', 'facets'}, 1, 3);
paper = [352 239 3.3 768; 323 197 3.1 236; 308 506 3.2 1200; 272 393 3.5 1121
         300 741 3.3 1929; 255 524 3.5 949];      % TS, contacts/TS, problems/TS, ms/TS
here_ = zeros (6, 4);
[worst, typical] = deal (zeros (1, 6));
says = {'differs: other beads and computer', 'differs: stopped at 260, other beads'};
for k = 1:6
  L = bead_logs (N(k), inner{k});
  here_(k, :) = [L.steps, mean(L.nc), mean(L.programs), 1e3 * mean(L.time)];
  figure_row (sprintf ('%d beads, %s: TS, contacts, problems, ms', N(k), ...
                       strrep (inner{k}, '_', ' ')), sprintf ('%g, %g, %g, %g', paper(k, :)), ...
              sprintf ('%d, %.0f, %.1f, %.1f', here_(k, :)), says{1 + (L.steps == 260)});
  worst(k) = max (L.residual);
  typical(k) = median (L.residual);
  assert (all (isfinite (L.residual)) && L.overlap < 0.5);
end
growth = here_(5:6, 3)' ./ here_(1:2, 3)';
figure_row ('problems per step, 600 beads / 150', 'independent of size', growth, ...
            'agrees: below 1.2');
figure_row ('contacts, gradients / facets', '1.21, 1.29, 1.41', ...
            sprintf ('%.2f, %.2f, %.2f', here_(1:2:5, 2) ./ here_(2:2:6, 2)), ...
            'differs: ours with gradients end at 260 steps');
figure_row ('steps, gradients / facets', '1.09, 1.13, 1.18', ...
            sprintf ('%.2f, %.2f, %.2f', here_(1:2:5, 1) ./ here_(2:2:6, 1)), ...
            'differs: ours with gradients end at 260; all at least 1, as there');
figure_row ('largest residual of the law of friction, gradients', 'not stated', ...
            max (worst([1 3 5])), 'what 0.01 of (6.1) is worth');
figure_row ('the same of the disk, facets: median, largest', 'not stated', ...
            [max(typical([2 4 6])), max(worst([2 4 6]))], 'the facets'' own error');
assert (max (worst([1 3 5])) < 0.1 && max (typical) < 0.1);
assert (all (growth < 1.2) && all (here_(1:2:5, 1) >= here_(2:2:6, 1)));

fig = figure ('visible', 'off', 'position', [0 0 1000 330]);
axes ('position', [0.02 0.03 0.96 0.82]);
way = repmat ({'gradients', 'four facets'}, 1, 3);
side = arrayfun (@(k) sprintf ('%d beads, %s', N(k), way{k}), 1:6, 'UniformOutput', false);
form = {'%.0f (%g)', '%.0f (%g)', '%.1f (%g)', '%.0f (%g)'};
cells = cell (6, 4);
for k = 1:24
  cells{k} = sprintf (form{ceil (k / 6)}, here_(k), paper(k));
end
draw_table ({'steps', 'contacts/step', 'problems/step', 'ms/step'}, side, cells, nan (6, 4));
title ('CONIC Table 1 with our beads (in brackets: the paper, other beads and computer)');
figure_save (fig, 'CONIC_table1', {'beads', 'facets', 'steps', 'contacts', 'problems', 'ms'}, ...
             [N', repmat([0; 1], 3, 1), here_]);

% BENCH_BEADS  CONIC's Section 6: spheres that fall into a box, mu = 0.3, restitution 0.2, h = 0.02.
%   Table 1, figures 8 and 9 with our spheres (the paper's are not given), what the printed
%   tolerances are worth, and the cost per contact from 150 to 5000 spheres.
% SPDX-License-Identifier: GPL-3.0-or-later
1;

function options = printed ()
  options = {'Method', 'fixpoint', 'Outer', 'picard', 'Inner', 'projected-gradient', ...
             'OuterTolerance', 0.01};
end

function beads = start (N)
  beads = bead_start (N, round ((N / 1.2) ^ (1/3)), 1);
end

% Table 1 and figure 8. Gradients make the trajectory; some problems go to the others, too.
function sizes ()
  printf (['\n  Table 1, successive approximations, projected gradients, until (6.1) <= 0.01\n' ...
           '  beads steps    contacts/step       programs/step     ms/step        residual\n' ...
           '                min  mean   max        mean   max    mean    max     mean     max\n']);
  logs = {};
  for N = [150, 300, 600]
    L = bead_run (start (N), struct ('options', {printed()}, 'steps', 260, 'rest', 0.05, ...
                                     'keep', 52));
    printf ('  %5d %5d   %4d %5.0f %5d       %5.1f %5d  %6.1f %6.1f  %7.1e %7.1e\n', N, L.steps, ...
            min (L.nc), mean (L.nc), max (L.nc), mean (L.programs), max (L.programs), ...
            1e3 * mean (L.time), 1e3 * max (L.time), mean (L.residual), max (L.residual));
    fflush (stdout);
    logs{end+1} = L;
  end
  printf ('\n  figure 8, 600 beads: ms by contacts\n    contacts    steps  mean    max\n');
  L = logs{3};
  edge = linspace (0, max (L.nc) + 1, 7);
  for k = 1:6
    in = L.nc >= edge(k) & L.nc < edge(k+1);
    if (any (in))
      printf ('  %4.0f to %4.0f  %5d  %5.1f  %5.1f\n', edge(k), edge(k+1), sum (in), ...
              1e3 * mean (L.time(in)), 1e3 * max (L.time(in)));
    end
  end
  exact (logs);
end

function exact (logs)
  ways = {'printed, conic', {printed(){1:4}, 'Inner', 'conic', 'OuterTolerance', 0.01}; ...
          'picard, gradients', {printed(){1:6}}; ...
          'newton, gradients', {'Method', 'fixpoint', 'Inner', 'projected-gradient'}; ...
          'newton, conic', {'Method', 'fixpoint', 'Inner', 'conic'}; ...
          'auto', {}};
  printf (['\n  every 52nd problem from a cold start, to 1e-8 within 1.5 s ("printed": until ' ...
           '(6.1) <= 0.01)\n  beads problems way                  solved  mean s  programs  ' ...
           'residual: median    max\n']);
  for k = 1:numel (logs)
    set = logs{k}.problems;
    if (k == 3), set = set([1 3 5]); end
    for w = 1:rows (ways)
      [t, e, p] = deal (zeros (1, numel (set)));
      for j = 1:numel (set)
        [~, ~, ~, info] = dls_friction (set{j}, ways{w,2}{:}, 'MaxTime', 1.5);
        [t(j), e(j), p(j)] = deal (info.time, info.residual.worst, info.outer);
      end
      printf ('  %5d %8d %-20s %6d  %6.3f  %8.1f  %16.1e %7.1e\n', ...
              numel (logs{k}.beads.R), numel (set), ways{w,1}, sum (e <= 1e-8), mean (t), ...
              mean (p), median (e), max (e));
      fflush (stdout);
    end
  end
end

% Figure 9: the first problem of 300 beads with 250 contacts, by mu.
function friction ()
  printf (['\n  figure 9, 300 beads: (6.1) after k convex programs, first problem with 250 ' ...
           'contacts\n   mu   k = 1        2        4        8       16       32       50  ' ...
           'below 1e-4\n']);
  for mu = 0.1:0.1:0.9
    L = bead_run (start (300), struct ('options', {printed()}, 'mu', mu, 'contacts', 250));
    h = bead_history (L.last, 50, printed(){1:6}, 'MaxTime', 2);
    h(end+1:50) = NaN;
    printf ('  %.1f  %s  %d\n', mu, strrep (sprintf (' %8.1e', h([1 2 4 8 16 32 50])), ...
                                            '     NaN', '       -'), find (h <= 1e-4, 1));
    fflush (stdout);
  end
end

% From the fall: the first problem with 1.7 contacts per bead.
function scaling ()
  printf (['\n  cost per contact, auto, the first problem with 1.7 contacts per bead\n' ...
           '  beads  contacts  coordinates   status      residual       s   ms/contact\n']);
  for N = [150, 300, 600, 1200, 2500, 5000]
    L = bead_run (start (N), struct ('options', {printed()}, 'contacts', 1.7 * N));
    [~, ~, ~, info] = dls_friction (L.last, 'MaxTime', 120);
    printf ('  %5d  %8d  %11d   %-11s  %7.1e  %6.2f   %6.2f\n', N, L.last.nc, 6 * N, ...
            info.status, info.residual.worst, info.time, 1e3 * info.time / L.last.nc);
    fflush (stdout);
  end
end

addpath (fullfile (pwd, 'examples', 'tools'));
sizes ();
friction ();
scaling ();

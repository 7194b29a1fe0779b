% BENCH_RANGE  All intervals of structures with about 500 reactions, beside one conic solve: Gauss'
%   principle for the acceleration of the same structure. Medians of five runs in turns.
% SPDX-License-Identifier: GPL-3.0-or-later
1;

% Mean time of a solve, of a few one after the other: the machine may be busy.
function t = gauss (S)
  E = S.Gb;
  if (any (S.muu > 0))
    E = [E, S.Hu];
  end
  t = 0;
  for k = 1:10
    [~, ~, ~, info] = dls_conic (S.M, S.F, [E'; -S.Gu'], zeros (size (E, 2) + S.nu, 1), ...
                                 struct ('z', size (E, 2), 'l', S.nu));
    t = t + info.time / 10;
  end
end

function t = count (L)
  t = numel (L.nb) + numel (L.nu) + numel (L.tb) + numel (L.tu);
end

function table ()
  printf ('\n  %-28s %5s %9s %9s %7s %9s %8s %s\n', 'structure', 'react', 'Gauss (s)', ...
          'all (s)', 'ratio', 'programs', 'error', 'target 60');
  for kind = 1:8
    [S, name] = range_structures (kind);
    t = zeros (1, 5);
    all_ = t;
    for k = 1:5
      before = gauss (S);
      start = tic ();
      [lo, ~, info] = dls_reaction_range (S);
      all_(k) = toc (start);
      t(k) = (before + gauss (S)) / 2;
    end
    ratio = median (all_ ./ t);
    words = {'MISSED', 'met'};
    printf ('  %-28s %5d %9.4f %9.3f %7.1f %9d %8.1e %s %s\n', name, count (lo), ...
            median (t), median (all_), ratio, info.iterations, info.residual.worst, ...
            words{1 + (ratio <= 60)}, ...
            info.status(1:end * ~strcmp (info.status, 'solved')));
    fflush (stdout);
  end
end

table ();

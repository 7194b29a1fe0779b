% BENCH_RANGE  All intervals of structures with about 500 reactions, beside one conic solve: Gauss'
%   principle for the acceleration of the same structure.
% SPDX-License-Identifier: GPL-3.0-or-later
1;

function t = gauss (S)
  E = S.Gb;
  if (any (S.muu > 0))
    E = [E, S.Hu];
  end
  t = Inf;
  for k = 1:5
    [~, ~, ~, info] = dls_conic (S.M, S.F, [E'; -S.Gu'], zeros (size (E, 2) + S.nu, 1), ...
                                 struct ('z', size (E, 2), 'l', S.nu));
    t = min (t, info.time);
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
    t = gauss (S);
    best = Inf;
    for k = 1:2
      start = tic ();
      [lo, ~, info] = dls_reaction_range (S);
      best = min (best, toc (start));
    end
    words = {'MISSED', 'met'};
    printf ('  %-28s %5d %9.4f %9.3f %7.1f %9d %8.1e %s %s\n', name, count (lo), t, best, ...
            best / t, info.programs, info.error, words{1 + (best <= 60 * t)}, ...
            info.status(1:end * ~strcmp (info.status, 'solved')));
    fflush (stdout);
  end
end

table ();

% BENCH_FRICTION  dls_friction on the public friction problems, method by method.
% SPDX-License-Identifier: GPL-3.0-or-later
1;

function runs = runs_of ()
  % name, options; auto gets the time that the hardest problem takes, others at most 10 s.
  runs = {'auto',         {'MaxTime', 60}; ...
          'auto siconos', {'MaxTime', 60, 'Measure', 'siconos'}; ...
          'interior-point', {'MaxTime', 10, 'Method', 'interior-point'}; ...
          'newton',       {'MaxTime', 10, 'Method', 'newton'}; ...
          'fixpoint',     {'MaxTime', 10, 'Method', 'fixpoint'}; ...
          'gauss-seidel', {'MaxTime', 10, 'Method', 'gauss-seidel'}; ...
          'lcp',          {'MaxTime', 10, 'Method', 'lcp'}};
end

function [solved, time, residual, iterations] = measure (P, options)
  % Time in the core: a call from Octave and its options take 0.1 to 0.2 ms more. What takes less
  % than 0.1 s is repeated; the shortest time counts.
  time = Inf;
  for repeat = 1:5
    [r, u, v, info] = dls_friction (P, options{:});
    time = min (time, info.time);
    if (info.time > 0.1), break, end
  end
  at = find (strcmp (options(1:2:end), 'Measure'));
  name = 'scaled';
  if (~isempty (at))
    name = options{2 * at};
  end
  residual = dls_residual (P, r, v, 'Measure', name);
  solved = strcmp (info.status, 'solved') && residual <= 1e-8 * (1 + 1e-6);
  iterations = info.iterations;
end

function best = baseline (folder, names)
  % Best time of the reference platform per problem, NaN where none solved it or it is not listed.
  best = nan (numel (names), 1);
  file = fullfile (folder, 'BASELINE.md');
  if (~exist (file, 'file'))
    return
  end
  rows = regexp (fileread (file), ...
                 '\| g?fc[23]d \| (\S+) \|[^|]*\|[^|]*\|[^|]*\|[^|]*\| ([-+.e\d]+) \|', 'tokens');
  for k = 1:numel (rows)
    best(strcmp (rows{k}{1}, names)) = str2double (rows{k}{2});
  end
end

function report (names, runs, solved, times, best)
  count = size (runs, 1);
  listed = ~isnan (best);
  printf ('\n  %-14s %8s %10s %34s\n', 'method', 'solved', 'time (s)', ...
          'solved and known to the baseline');
  for m = 1:count
    both = listed & solved(:,m);
    printf ('  %-14s %3d / %2d %10.3f', runs{m,1}, sum (solved(:,m)), numel (names), ...
            sum (times(:,m)));
    if (any (both))
      printf (' %4d / %2d  %8.3f s, %.3g times', sum (both), sum (listed), ...
              sum (times(both,m)), sum (times(both,m)) / sum (best(both)));
    end
    printf ('\n');
  end
  if (any (listed))
    long = best >= 1e-3 & all (solved(:,1:2), 2);
    printf (['  The baseline solves %d in %.3f s, %.3f s of it for one, with the best of its ', ...
             'solvers for each problem,\n  on its machine; its criterion is that of ', ...
             '''auto siconos''. Where it takes 1 ms or more (%d), the\n  geometric mean of ', ...
             'time / best time is %.3g for auto, %.3g for auto siconos.\n'], sum (listed), ...
            sum (best(listed)), max (best), sum (long), ...
            exp (mean (log (times(long,1:2) ./ best(long)), 1)));
  end
end

function picture (runs, solved, times)
  % The second run is the first one with another criterion.
  kept = [1, 3:size(runs, 1)];
  warning ('off', 'all');
  if (any (strcmp (available_graphics_toolkits (), 'gnuplot')))
    graphics_toolkit ('gnuplot');
    setenv ('LC_ALL', 'C.UTF-8');
  end
  if (~exist ('build', 'dir')), mkdir ('build'); end
  file = fullfile ('build', 'bench_friction.png');
  [tau, rho] = dls_profile (times(:,kept), runs(kept,1)', 'Solved', solved(:,kept), ...
                            'Picture', file);
  for k = 1:numel (kept)
    at = @(t) rho(find (tau <= t, 1, 'last'),k);
    printf ('  %-14s fastest %4.0f %%, within 2 times %4.0f %%, within 10 %4.0f %%\n', ...
            runs{kept(k),1}, 100 * at (1), 100 * at (2), 100 * at (10));
  end
  printf ('  performance profile: %s\n', file);
end

function bench_table ()
  folder = fullfile ('..', 'shared', 'data', 'siconos');
  files = [glob(fullfile (folder, 'fc', '*.dat')); glob(fullfile (folder, 'fclib', '*.hdf5'))];
  printf ('\nPublic friction problems, residual <= 1e-8\n');
  if (isempty (files))
    printf ('  SKIPPED: there is no %s\n', folder);
    return
  end
  runs = runs_of ();
  count = size (runs, 1);
  [times, residual, iterations] = deal (zeros (numel (files), count));
  solved = false (numel (files), count);
  names = cell (numel (files), 1);
  printf ('  residual, iterations, time (s); * not solved\n  %-36s %5s', 'problem', 'nc');
  printf (' | %24s', runs{:,1});
  printf ('\n');
  for k = 1:numel (files)
    [~, stem, extension] = fileparts (files{k});
    names{k} = [stem, extension];
    P = dls_read (files{k});
    printf ('  %-36s %5d', stem(1:min(end,36)), P.nc);
    for m = 1:count
      [solved(k,m), times(k,m), residual(k,m), iterations(k,m)] = measure (P, runs{m,2});
      marks = '* ';
      printf (' | %8.1e %6d %7.1e%s', residual(k,m), iterations(k,m), times(k,m), ...
              marks(1 + solved(k,m)));
    end
    printf ('\n');
  end
  report (names, runs, solved, times, baseline (folder, names));
  picture (runs, solved, times);
end

bench_table ();

% BENCH_PLATFORM  dls_friction beside the solvers of Siconos, on the public friction problems.
%   To 1e-2, 1e-4, 1e-6 and 1e-8 in Siconos' own measure, recomputed here from the answer, whatever
%   a solver says. Time of the processor, the mean of runs that take 0.1 s together. A run of theirs
%   has ten times our time, at least 1 s and at most 20 s: one that takes longer is behind. Forming
%   the local problem of a global one is not counted, nor are our calls from Octave left out.
%   PLATFORM=part of names: only these.
% SPDX-License-Identifier: GPL-3.0-or-later
1;

function [time, error_now] = ours (P, tolerance)
  [time, runs, start] = deal (0, 0, tic ());
  while (runs == 0 || (time < 0.1 && toc (start) < 0.6))
    spent = cputime ();
    [r, u, v] = dls_friction (P, 'Tolerance', tolerance, 'Measure', 'siconos', 'MaxTime', 20);
    time = time + cputime () - spent;
    runs = runs + 1;
  end
  time = time / runs;
  error_now = dls_residual (P, r, v, 'Measure', 'siconos');
end

function L = condensed (P)
  % The local form; in the local form itself, the same.
  L = P;
  if (isfield (P, 'H'))
    L = dls_problem ('W', full (P.H * (P.M \ P.H')), 'q', P.w - P.H * (P.M \ P.f), ...
                     'mu', P.mu, 'd', P.d);
  end
end

function times = theirs (python, P, solver, file, tolerances, limits)
  % Inf where it does not get there.
  times = inf (1, numel (tolerances));
  asked = sprintf (' %.0e %.3g', [tolerances; limits]);
  [~, text] = system (sprintf ('%s %s %s%s 2>/dev/null', python, file, solver, asked));
  rows = strsplit (text, "\n");
  rows = rows(cellfun (@(row) numel (strsplit (strtrim (row), ' ')) == 1 + P.d * P.nc, rows));
  for k = 1:min (numel (rows), numel (tolerances))
    numbers = sscanf (rows{k}, '%f');
    if (numel (numbers) == 1 + P.d * P.nc && all (isfinite (numbers)) && ...
        dls_residual (P, numbers(2:end), [], 'Measure', 'siconos') <= 1.1 * tolerances(k))
      times(k) = numbers(1);
    end
  end
end

function [best, who] = best_of (python, P, original, tolerances, limits)
  % The fastest of their solvers at each tolerance. Local problems in the storage they came in.
  solvers = {'NSGS', 'CPG', 'LEMKE'};
  if (P.d == 3)
    solvers = {'NSGS', 'NSGSV', 'PROX', 'NSN_AC', 'NSN_FB', 'NSN_NM', 'ADMM'};
  end
  L = condensed (P);
  files = {[tempname(), '.dat'], [tempname(), '.dat']};
  clean = onCleanup (@() cellfun (@delete, files(cellfun (@exist, files) > 0)));
  if (isfield (P, 'W') && ~isempty (regexp (original, '\.dat$', 'once')))
    copyfile (original, files{1});
  else
    dls_write (L, files{1});
  end
  [best, who] = deal (inf (size (tolerances)), repmat ({'-'}, size (tolerances)));
  if (P.d == 3 && isfield (P, 'H'))
    dls_write (P, files{2});
    solvers = [solvers, {'GLOBAL_ADMM', 'GLOBAL_NSN_AC', 'GLOBAL_IPM'}];
  end
  for m = 1:numel (solvers)
    whole = strncmp (solvers{m}, 'GLOBAL', 6);
    problems = {L, P};
    times = theirs (python, problems{1 + whole}, solvers{m}, files{1 + whole}, tolerances, limits);
    faster = times < best;
    best(faster) = times(faster);
    who(faster) = solvers(m);
  end
end

function bench_table ()
  folder = fullfile ('..', 'shared', 'data', 'siconos');
  files = [glob(fullfile (folder, 'fc', '*.dat')); glob(fullfile (folder, 'fclib', '*.hdf5'))];
  addpath (fullfile ('examples', 'tools'));
  python = siconos_python ();
  printf ('\nPublic friction problems beside Siconos, ms of the processor: ours, its best\n');
  if (isempty (files) || isempty (python))
    printf ('  SKIPPED: no %s, or no Siconos for python3\n', folder);
    return
  end
  tolerances = [1e-2 1e-4 1e-6 1e-8];
  part = getenv ('PLATFORM');
  [ahead, long, only] = deal (zeros (size (tolerances)));
  for k = 1:numel (files)
    [~, stem] = fileparts (files{k});
    if (~isempty (part) && isempty (strfind (stem, part))), continue, end
    P = dls_read (files{k});
    if (P.nc < 10), continue, end  % what it solves in less than 1 ms
    [mine, error_now] = arrayfun (@(tolerance) ours (P, tolerance), tolerances);
    mine(error_now > 1.1 * tolerances) = Inf;
    limits = min (20, max (1, 10 * mine));
    [best, who] = best_of (python, P, files{k}, tolerances, limits);
    printf ('  %-28s %5d', stem(1:min (end,28)), P.nc);
    printf (' |%9.2f', 1e3 * mine(1));
    for t = 1:numel (tolerances)
      if (t > 1), printf (' |%9.2f', 1e3 * mine(t)); end
      printf (' %9.2f %-13s', 1e3 * best(t), who{t});
    end
    printf ('\n');
    fflush (stdout);
    counts = best >= 1e-3 & isfinite (mine + best);
    long = long + counts;
    ahead = ahead + (counts & mine < best);
    only = only + (isfinite (mine) & ~isfinite (best));
  end
  for t = 1:numel (tolerances)
    printf (['  to %.0e: ahead of the best of theirs on %d of the %d that take it 1 ms or ', ...
             'more; %d that it did not reach in time\n'], tolerances(t), ahead(t), long(t), ...
            only(t));
  end
end

bench_table ();

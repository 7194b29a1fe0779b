% BENCH_LATTICE  A large system from Octave: dls_kkt, dls_redundancy, the tools of today.
% SPDX-License-Identifier: GPL-3.0-or-later
1;

function verdict (name, measured, sense, target)
  good = (sense == '<' && measured <= target) || (sense == '>' && measured >= target);
  words = {'MISSED', 'met'};
  printf ('  %-50s %11.4g   %s= %-8.4g %s\n', name, measured, sense, target, words{1 + good});
end

function report (name, measured, remark)
  printf ('  %-50s %11.6g   %s\n', name, measured, remark);
end

function t = best_of (rounds, calls, f)
  % Seconds of the processor per call of f, the best of some rounds.
  t = Inf;
  for r = 1:rounds
    start = cputime ();
    for k = 1:calls
      [a, lambda] = f ();
    end
    t = min (t, (cputime () - start) / calls);
  end
end

% The same E in C, by CHOLMOD alone: analysis, factorisation, one solve.
function t = bare ()
  program = fullfile (pwd, 'build', 'tests', 'bench', 'bench_kkt');
  [status, text] = system ([program, ' bare']);
  t = str2double (regexp (text, 'bare CHOLMOD, same E +(\S+)', 'tokens', 'once'));
  if (status ~= 0 || isempty (t))
    error ('bench_lattice: %s bare failed; run "make bench"', program);
  end
end

function [x, t] = backslash (M, G, F, b)
  % Today's tool: one basic solution of the singular system, with a warning.
  K = [M, -G; G', sparse(columns (G), columns (G))];
  quiet = warning ('off', 'all');
  start = cputime ();
  x = K \ [-F; -b];
  t = cputime () - start;
  warning (quiet);
end

function bench_backslash (M, G, F, b, t)
  % At N = 200 if N = 100 lets hope for less than a minute; the time grows about tenfold.
  [Ms, Gs, Fs, bs] = make_lattice (100);
  [x, slow] = backslash (Ms, Gs, Fs, bs);
  if (10 * slow < 60)
    N = 200;
    [x, slow] = backslash (M, G, F, b);
  else
    N = 100;
    [M, G, F, b] = deal (Ms, Gs, Fs, bs);
    t = best_of (2, 1, @() dls_kkt (M, G, F, b));
  end
  report (sprintf ('K \\ b at N = %d', N), slow, 's');
  report (sprintf ('K \\ b / dls_kkt at N = %d', N), slow / t, 'times slower');
  n = rows (M);
  [~, lambda] = dls_kkt (M, G, F, b);
  report ('|lambda| of K \ b / minimum', norm (x(n+1:end)) / norm (lambda), '');
end

function bench_lattice ()
  [M, G, F, b] = make_lattice (200);
  printf ('\nLattice N = 200: n = %d, m = %d\n', size (G));
  t = best_of (5, 1, @() dls_kkt (M, G, F, b));
  report ('dls_kkt', t, 's');
  verdict ('dls_kkt / bare CHOLMOD in C', t / bare (), '<', 1.35);
  start = cputime ();
  R = dls_redundancy (M, G);
  redundancy = cputime () - start;
  report ('dls_redundancy', redundancy, 's');
  verdict ('dls_redundancy / dls_kkt', redundancy / t, '<', 10);
  [~, S, ~] = qr (G', zeros (columns (G), 1), 0);
  verdict ('rank, difference from SPQR''s', abs (R.rank - nnz (diag (S))), '<', 0);
  report ('rank', R.rank, sprintf ('of %d rows', rows (G)));
  bench_backslash (M, G, F, b, t);
end

bench_lattice ();

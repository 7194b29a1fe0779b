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
  % Seconds per call of f, the best of some rounds.
  t = Inf;
  for r = 1:rounds
    start = tic ();
    for k = 1:calls
      f ();
    end
    t = min (t, toc (start) / calls);
  end
end

function [x, t] = backslash (M, G, F, b)
  % Today's tool: one basic solution of the singular system, with a warning.
  K = [M, -G; G', sparse(columns (G), columns (G))];
  quiet = warning ('off', 'all');
  start = tic ();
  x = K \ [-F; -b];
  t = toc (start);
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
  t = best_of (3, 1, @() dls_kkt (M, G, F, b));
  report ('dls_kkt', t, 's');
  start = tic ();
  R = dls_redundancy (M, G);
  redundancy = toc (start);
  report ('dls_redundancy', redundancy, 's');
  verdict ('dls_redundancy / dls_kkt', redundancy / t, '<', 10);
  [~, S, ~] = qr (G', zeros (columns (G), 1), 0);
  verdict ('rank, difference from SPQR''s', abs (R.rank - nnz (diag (S))), '<', 0);
  report ('rank', R.rank, sprintf ('of %d rows', rows (G)));
  bench_backslash (M, G, F, b, t);
end

bench_lattice ();

% BENCH_LCP  LCP and MLCP from Octave: the shared problems, small calls, Octave's qp.
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

function bench_small ()
  % The loops are written out: a function handle would cost as much as what it times.
  [A, q] = make_lcp ('degenerate', 30, 1);
  A = full (A);
  printf ('\nDense LCP, n = %d\n', rows (A));
  plain = lemke = Inf;
  for r = 1:5
    start = tic ();
    for k = 1:500
      [z, w, info] = dls_lcp (A, q);
    end
    plain = min (plain, toc (start) / 500);
    start = tic ();
    for k = 1:500
      [z, w, info] = dls_lcp (A, q, 'Method', 'lemke');
    end
    lemke = min (lemke, toc (start) / 500);
  end
  verdict ('us per [z, w, info] = dls_lcp (A, q)', 1e6 * plain, '<', 200);
  report ('us per dls_lcp (A, q, ''Method'', ''lemke'')', 1e6 * lemke, '');
end

function bench_qp (n)
  % The same problem as a QP: minimise 1/2 z'Az + q'z over z >= 0.
  S = 2 * lcg_rand (1, n, n) - 1;
  A = S * S' / n + eye (n);
  q = 2 * lcg_rand (2, n, 1) - 1;
  printf ('\nDense positive definite LCP, n = %d\n', n);
  t = Inf;
  for r = 1:3
    start = tic ();
    [z, w, info] = dls_lcp (A, q, 'Method', 'lemke');
    t = min (t, toc (start));
  end
  report ('dls_lcp, lemke', t, sprintf ('s, %s, %d pivots', info.status, info.iterations));
  verdict ('relative natural map', info.residual.worst, '<', 1e-10);
  start = tic ();
  most = 100;                                  % of the 535 that it needs in 20 s or more
  x = qp (zeros (n, 1), A, q, [], [], zeros (n, 1), [], optimset ('MaxIter', most));
  today = toc (start);
  report ('qp of Octave, only 100 iterations', today, ...
          sprintf ('s, natural map %.1e', norm (min (x, A*x + q), Inf)));
  verdict ('qp, only 100 iterations / dls_lcp', today / t, '>', 1);
  start = tic ();
  [z, w, info] = dls_lcp (A, q);
  report ('dls_lcp, auto', toc (start), ['s, by ', info.method]);
end

function bench_table ()
  folder = fullfile ('..', 'shared', 'data', 'siconos');
  files = [glob(fullfile (folder, 'lcp', '*.dat')); glob(fullfile (folder, 'mlcp', '*.dat'))];
  printf ('\nShared problems, method auto\n');
  if (isempty (files))
    printf ('  SKIPPED: there is no %s\n', folder);
    return
  end
  printf ('  %-22s %4s %4s  %-10s %-12s %9s %9s %9s\n', 'problem', 'free', 'comp', 'method', ...
          'status', 'natural', 'relative', 'time (s)');
  answered = 0;
  for k = 1:numel (files)
    P = dls_read (files{k});
    time = Inf;
    for r = 1:3
      start = tic ();
      if (strcmp (P.kind, 'lcp'))
        [z, w, info] = dls_lcp (P.A, P.q);
        sizes = [0, numel(z)];
      else
        [x, z, w, info] = dls_mlcp (P.A, P.B, P.C, P.D, P.a, P.b);
        sizes = [numel(x), numel(z)];
      end
      time = min (time, toc (start));
    end
    answered = answered + any (strcmp (info.status, {'solved', 'infeasible', 'no_solution'}));
    printf ('  %-22s %4d %4d  %-10s %-12s %9.1e %9.1e %9.1e\n', P.name, sizes, info.method, ...
            info.status, info.residual.natural, info.residual.worst, time);
  end
  verdict ('solved, or proved to have no solution', answered, '>', numel (files));
end

bench_small ();
bench_qp (500);
bench_table ();

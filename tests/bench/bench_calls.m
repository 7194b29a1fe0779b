% BENCH_CALLS  What a call from Octave costs beside its arithmetic, on problems with a few unknowns.
%   Loops as scripts have them, in us of the processor, the best of some rounds; the first lines are
%   an m-function and a gateway that do nothing. CALLS in the environment: only what contains it.
% SPDX-License-Identifier: GPL-3.0-or-later
1;

function best = us_per_call (P, code)
  % The loop is evaluated as a whole, as that of a script.
  for name = fieldnames(P)', eval (sprintf ('%s = P.%s;', name{1}, name{1})); end
  count = 1;
  best = Inf;
  for r = 1:30
    start = cputime ();
    eval (sprintf ('for k = 1:%d, %s end', count, code));
    used = cputime () - start;
    if (used < 0.05)
      count = 2 * count;
    else
      best = min (best, 1e6 * used / count);
    end
  end
end

% n = 50, m = 60 (or the rank of G, where M is regular), dense
function [K, F, b] = factorised (rank_M, rank_G)
  m = 60 - 40 * (rank_M == 50);
  R = 2 * lcg_rand (1, 50, rank_M) - 1;
  G = (2 * lcg_rand (2, 50, rank_G) - 1) * (2 * lcg_rand (3, rank_G, m) - 1);
  K = dls_kkt_setup (sparse (R * R'), sparse (G));
  F = 2 * lcg_rand (4, 50, 1) - 1;
  F = R * (R' * F);
  b = G' * (2 * lcg_rand (5, 50, 1) - 1);
end

function bench ()
  P.M = diag ([1 1/3]);  P.G = [1 1 1; -1 0 1];  P.F = [9.81; 0];  P.b = zeros (3, 1);
  P.S = dls_system ('M', 2 * eye (2), 'F', [-3; 2 * 9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
  P.D = dls_problem ('W', eye (2), 'q', [-1; 1], 'mu', 0.5, 'd', 2);
  P.L = wall_ladder (pi / 4, 0, 0.6, 0.4);
  P.K = dls_kkt_setup (P.M, P.G);
  P.A = [2 1; 1 2];
  [P.Ks, P.Fs, P.bs] = factorised (40, 30);
  [P.Kr, P.Fr, P.br] = factorised (50, 20);
  R = 2 * lcg_rand (3, 5, 5) - 1;
  P.Kl = dls_lcp_setup (R * R' + eye (5));
  P.q = 2 * lcg_rand (4, 5, 1) - 1;
  calls = {
    'an m-function that does nothing', 'x = empty_function (M);', NaN
    'a gateway that does nothing', 'x = empty_mex (M);', NaN
    'dls_options', 'x = dls_options (''dls_kkt'', ''Method'', ''ldl'');', 30
    'dls_kkt', '[a, l] = dls_kkt (M, G, F, b);', 60
    'dls_kkt, one option', '[a, l] = dls_kkt (M, G, F, b, ''Tolerance'', 1e-10);', 75
    'dls_kkt, with info', '[a, l, info] = dls_kkt (M, G, F, b);', NaN
    'dls_kkt, factorised', '[a, l] = dls_kkt (K, F, b);', 60
    'the same, n = 50, m = 60, singular', '[a, l] = dls_kkt (Ks, Fs, bs);', 60
    'the same, n = 50, m = 20, regular', '[a, l] = dls_kkt (Kr, Fr, br);', 30
    'dls_system', ['x = dls_system (''M'', M, ''F'', F, ''Gu'', [0; 1], ''Hu'', [1; 0], ', ...
                   '''muu'', 0.5);'], 100
    'dls_contact', '[a, l, info] = dls_contact (S);', 120
    'dls_contact, sliding', '[a, l, info] = dls_contact (L);', NaN
    'dls_friction', '[r, u] = dls_friction (D);', 50
    'dls_friction, with info', '[r, u, v, info] = dls_friction (D);', NaN
    'dls_lcp', '[z, w] = dls_lcp (A, [-5; 1]);', 50
    'dls_lcp, with info', '[z, w, info] = dls_lcp (A, [-5; 1]);', NaN
    'dls_lcp, n = 5, with a handle', '[z, w] = dls_lcp (Kl, q);', 15
    'dls_reaction_range', '[lo, hi] = dls_reaction_range (S);', 1000
    'dls_sticking', 'V = dls_sticking (S);', 1500
    'dls_wellposed', 'W = dls_wellposed (S);', 10000
    'dls_wellposed, sliding', 'W = dls_wellposed (L);', NaN
    'dls_redundancy', 'R = dls_redundancy (M, G);', NaN
    'dls_impact', '[v, p, info] = dls_impact (S, [1; -1], 0);', NaN
    'dls_delassus', 'D = dls_delassus (S);', NaN};
  words = {'MISSED', 'met'};
  printf ('us of the processor per call\n');
  for k = 1:rows (calls)
    if (isempty (strfind (calls{k,1}, getenv ('CALLS'))) && ! isempty (getenv ('CALLS')))
      continue;
    end
    best = us_per_call (P, calls{k,2});
    printf ('  %-34s %9.1f', calls{k,1}, best);
    if (! isnan (calls{k,3}))
      printf ('   <= %6g  %s', calls{k,3}, words{1 + (best <= calls{k,3})});
    end
    printf ('\n');
  end
end

bench ();

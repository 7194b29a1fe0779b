% BENCH_CONTACT  dls_contact: small systems from Octave, and a tall stack of blocks.
% SPDX-License-Identifier: GPL-3.0-or-later
1;

function t = median_of (calls, f)
  % Microseconds per call of f.
  x = zeros (1, calls);
  for k = 1:calls
    start = tic ();
    answer = f ();
    x(k) = toc (start);
  end
  t = 1e6 * median (x);
end

function bench_small ()
  rand ('seed', 3);
  randn ('seed', 3);
  n = 30;
  R = randn (n);
  base = {'M', R * R' / n + eye(n), 'F', randn(n, 1), 'Gu', randn(n, 10), 'bu', -rand(10, 1)};
  H = randn (n, 10);
  S = {dls_system(base{:}), dls_system(base{:}, 'Hu', H, 'muu', .1, 'vtu', ones (1, 10)), ...
       dls_system(base{:}, 'Hu', H, 'muu', .5)};
  names = {'frictionless', 'sliding', 'sticking'};
  bare = median_of (1000, @() dls_lcp (base{2}, base{4}));
  printf ('\nn = 30, 10 contacts (median of 1000 calls; dls_lcp with n = 30: %.0f us)\n', bare);
  for k = 1:3
    t = median_of (1000, @() dls_contact (S{k}, 'Sticking', 'equations'));
    words = {'MISSED', 'met'};
    printf ('  us per dls_contact, %-30s %11.4g   <= 500   %s (%.1f dls_lcp)\n', names{k}, t, ...
            words{1 + (t <= 500)}, t / bare);
  end
end

function bench_stack (N)
  % Unit blocks, two contacts per interface, all sticking: tangents repeat.
  up = [0 0; 1 1; -.5 .5];
  G = kron (speye (N), up) - kron (sparse (1:N-1, 2:N, 1, N, N), up);
  H = kron (speye (N), [1 1; 0 0; .5 .5]) ...
      - kron (sparse (1:N-1, 2:N, 1, N, N), [1 1; 0 0; -.5 -.5]);
  S = dls_system ('M', spdiags (repmat ([1; 1; 1/6], N, 1), 0, 3 * N, 3 * N), 'F', ...
                  repmat ([0; 9.81; 0], N, 1), 'Gu', G, 'Hu', H, 'muu', .5);
  conic = median_of (5, @() dls_conic (S.M, S.F, [S.Hu, -S.Gu]', [-S.tu; S.bu], ...
                                       struct ('z', 2 * N, 'l', 2 * N), 'Tolerance', 1e-12));
  t = median_of (5, @() dls_contact (S, 'Sticking', 'equations'));
  printf ('\nStack of %d blocks, all sticking: %.1f ms, %.1f times the dls_conic inside\n', N, ...
          t / 1e3, t / conic);
end

function bench_sticking (kind)
  % Against Gauss' program of the acceleration, and against the search for reactions in the cones:
  % dls_conic programs of the size of the question.
  [S, name] = range_structures (kind);
  nc = S.nu;
  gauss = median_of (3, @() dls_conic (S.M, S.F, [S.Hu, -S.Gu]', [-S.tu; S.bu], ...
                                       struct ('z', numel (S.tu), 'l', nc)));
  order = reshape ([1:nc; reshape(nc + (1:2 * nc), 2, nc)], [], 1);
  C = spdiags (repmat ([0.6; 1; 1], nc, 1), 0, 3 * nc, 3 * nc);
  G = [S.Gu, S.Hu];
  G = G(:,order);
  cones = struct ('z', S.n, 'q', 3 * ones (1, nc));
  search = median_of (3, @() dls_conic ([], zeros (3 * nc, 1), [G; -C], ...
                                        [S.F; zeros(3 * nc, 1)], cones));
  V = dls_sticking (S, 'Critical', false);
  t = median_of (3, @() dls_sticking (S, 'Critical', false));
  printf ('\n%s: dls_sticking says %s in %.0f ms,\n', name, V.verdict, t / 1e3);
  printf ('  %.1f times two programs of Gauss, %.1f times two searches for reactions\n', ...
          t / gauss / 2, t / search / 2);
end

bench_small ();
bench_stack (500);
bench_sticking (9);
bench_sticking (10);

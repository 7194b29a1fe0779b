% BENCH_CONIC  Conic programs from Octave: time beside that of the factorisations alone, and
%   glpk and qp of Octave on the sizes they can do.
% SPDX-License-Identifier: GPL-3.0-or-later
1;

function [P, q, A, b, cones] = obstacle (N)
  [P, q] = make_obstacle (N);
  A = -speye (N^2);
  b = zeros (N^2, 1);
  cones = struct ('l', N^2);
end

function S = scattered (seed, m, n, per_row)
  % m-by-n, about per_row entries in each row.
  i = repmat ((1:m)', per_row, 1);
  j = 1 + floor (n * lcg_rand (seed, m * per_row, 1));
  S = sparse (i, j, 2 * lcg_rand (seed + 1, m * per_row, 1) - 1, m, n);
end

function [P, q, A, b, cones] = random_qp (n)
  B = scattered (1, n, n, 2);
  P = B' * B;
  C = scattered (3, n, n, 3);
  x = 2 * lcg_rand (5, n, 1) - 1;
  carried = lcg_rand (6, n, 1) < 0.4;
  A = [C(1:n/5, :); C];
  y = [2 * lcg_rand(7, n/5, 1) - 1; carried .* lcg_rand(8, n, 1)];
  b = A * x + [zeros(n/5, 1); ~carried .* lcg_rand(9, n, 1)];
  q = -P * x - A' * y;
  cones = struct ('z', n / 5, 'l', n);
end

function [P, q, A, b, cones] = portfolio (n, k)
  % Shares x >= 0 of sum 1 and k factors f = F'x: least risk minus return.
  F = scattered (11, n, k, ceil (k / 2));
  P = blkdiag (spdiags (0.5 * sqrt (k) * lcg_rand (12, n, 1), 0, n, n), speye (k));
  q = [-lcg_rand(13, n, 1); zeros(k, 1)];
  A = [F', -speye(k); ones(1, n), sparse(1, k); -speye(n), sparse(n, k)];
  b = [zeros(k, 1); 1; zeros(n, 1)];
  cones = struct ('z', k + 1, 'l', n);
end

function [P, q, A, b, cones] = contacts (G)
  % Reactions r in friction cones (mu = 0.5) of contacts that are neighbours in the graph G.
  n = rows (G);
  L = spdiags (sum (G, 2) + 0.1, 0, n, n) - G;
  P = kron (L, [1 0.2 0; 0.2 1 0.1; 0 0.1 1]);
  q = reshape ([-lcg_rand(21, 1, n); 2 * lcg_rand(22, 2, n) - 1], [], 1);
  A = -kron (speye (n), diag ([0.5 1 1]));
  b = zeros (3 * n, 1);
  cones = struct ('q', 3 * ones (1, n));
end

function G = chain (n)
  G = spdiags (ones (n, 2), [-1, 1], n, n);
end

function G = grid (N)
  G = kron (chain (N), speye (N)) + kron (speye (N), chain (N));
end

function [P, q, A, b, cones] = one_cone (n)
  % The point of a ball that a quadratic form likes least.
  P = spdiags ([-ones(n, 1), 2 + lcg_rand(31, n, 1), -ones(n, 1)], -1:1, n, n);
  q = 2 * lcg_rand (32, n, 1) - 1;
  A = [sparse(1, n); -speye(n)];
  b = [1; zeros(n, 1)];
  cones = struct ('q', n + 1);
end

function [P, q, A, b, cones] = assignment (k)
  P = [];
  q = floor (1000 * lcg_rand (41, k^2, 1));
  A = [kron(speye (k), ones (1, k)); kron(ones (1, k), speye (k)); -speye(k^2)];
  b = [ones(2 * k, 1); zeros(k^2, 1)];
  cones = struct ('z', 2 * k, 'l', k^2);
end

function [P, q, A, b, cones] = random_lp (m, n)
  % C x = d, x >= 0 with costs that leave a vertex.
  P = [];
  C = scattered (51, m, n, 6);
  used = lcg_rand (53, n, 1) < 0.9 * m / n;
  x = used .* lcg_rand (54, n, 1);
  A = [C; -speye(n)];
  b = [C * x; zeros(n, 1)];
  q = C' * (2 * lcg_rand (55, m, 1) - 1) + ~used .* lcg_rand (56, n, 1);
  cones = struct ('z', m, 'l', n);
end

function share = row (name, P, q, A, b, cones, method)
  % One line of the table. share: time / time of the factorisations where these take long.
  opts = struct ('Method', method);
  [x, s, y, info] = dls_conic (P, q, A, b, cones, opts);
  r = info.residual;
  share = NaN;
  mark = '';
  if (info.factor_time >= 0.2)
    share = info.time / info.factor_time;
    if (share > 1.5), mark = 'above 1.5'; end
  end
  printf ('  %-26s %-8s %-10s %3d %4d %4d %8.3f %6.2f %8.1e %8.1e %8.1e %s\n', name, ...
          info.method, info.status(1:min (end, 10)), info.iterations, info.factorisations, ...
          info.refinements, info.time, info.time / info.factor_time, r.primal, r.dual, r.gap, mark);
  fflush (stdout);
end

function share = both (name, varargin)
  share = [row(name, varargin{:}, 'cholesky'), row(name, varargin{:}, 'ldl')];
end

function today (name, f, objective)
  start = tic ();
  value = f ();
  printf ('  %-26s %8.3f s, objective differs by %.1e\n', name, toc (start), ...
          abs (value - objective) / max (1, abs (objective)));
end

function f = glpk_value (q, A, b, cones)
  types = [repmat('S', 1, cones.z), repmat('U', 1, cones.l)];
  n = numel (q);
  [~, f] = glpk (q, A, b, -Inf (n, 1), Inf (n, 1), types, repmat ('C', 1, n), 1);
end

function f = qp_value (P, q)
  n = numel (q);
  [~, f, info] = qp (zeros (n, 1), full (P), q, [], [], zeros (n, 1), []);
  if (info.info ~= 0)
    printf ('  qp stops after %d iterations, info %d\n', info.solveiter, info.info);
  end
end

function bench_table ()
  printf ('\n  %-26s %-8s %-10s %3s %4s %4s %8s %6s %8s %8s %8s\n', 'problem', 'method', ...
          'status', 'it', 'fact', 'ref', 'time (s)', '/ fact', 'primal', 'dual', 'gap');
  share = [];
  [P, q, A, b, c] = obstacle (200);
  share = [share, both('obstacle 200 x 200', P, q, A, b, c)];
  [P, q, A, b, c] = obstacle (400);
  share = [share, row('obstacle 400 x 400', P, q, A, b, c, 'auto')];
  [P, q, A, b, c] = random_qp (3000);
  share = [share, both('random QP, 3000', P, q, A, b, c)];
  [P, q, A, b, c] = portfolio (5000, 50);
  share = [share, row('portfolio 5000, 50', P, q, A, b, c, 'auto')];
  [P, q, A, b, c] = contacts (chain (20000));
  share = [share, both('20 000 contacts, chain', P, q, A, b, c)];
  [P, q, A, b, c] = contacts (grid (80));
  share = [share, both('80 x 80 contacts, grid', P, q, A, b, c)];
  [P, q, A, b, c] = one_cone (50000);
  share = [share, row('one cone, 50 000', P, q, A, b, c, 'auto')];
  [P, q, A, b, c] = assignment (100);
  share = [share, row('assignment 100 x 100', P, q, A, b, c, 'auto')];
  [P, q, A, b, c] = random_lp (1000, 2500);
  share = [share, both('random LP, 1000 x 2500', P, q, A, b, c)];
  long = share(~isnan (share));
  words = {'MISSED', 'met'};
  printf ('  time / time of the factorisations, where these take 0.2 s: %.2f to %.2f, %s\n', ...
          min (long), max (long), ['<= 1.5 ' words{1 + all(long <= 1.5)}]);
end

function bench_today ()
  printf ('\nOctave''s glpk and qp\n');
  [P, q, A, b, c] = assignment (100);
  [~, ~, ~, info] = dls_conic (P, q, A, b, c);
  printf ('  assignment 100 x 100, dls_conic %.3f s\n', info.time);
  today ('glpk', @() glpk_value (q, A, b, c), info.objective);
  [P, q, A, b, c] = random_lp (1000, 2500);
  [~, ~, ~, info] = dls_conic (P, q, A, b, c);
  printf ('  random LP 1000 x 2500, dls_conic %.3f s\n', info.time);
  today ('glpk', @() glpk_value (q, A, b, c), info.objective);
  [P, q, A, b, c] = obstacle (18);
  [~, ~, ~, info] = dls_conic (P, q, A, b, c);
  printf ('  obstacle 18 x 18, dls_conic %.4f s\n', info.time);
  today ('qp', @() qp_value (P, q), info.objective);
end

bench_table ();
bench_today ();

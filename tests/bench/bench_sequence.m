% BENCH_SEQUENCE  1000 friction problems one time step apart: a shaken wall of bricks, 50 contacts.
% SPDX-License-Identifier: GPL-3.0-or-later
1;

% q of all problems; v follows from the answers of dls_friction_setup.
function [P, Q] = shaken_wall (count)
  [M, H, mu] = make_wall ();
  [n, h] = deal (size (M, 1), 2.5e-4);
  W = H * (M \ H');
  P = dls_problem ('W', (W + W') / 2, 'mu', mu, 'd', 3);
  push = kron (ones (n / 6, 1), eye (6, 3));
  v = zeros (n, 1);
  Q = zeros (size (H, 1), count);
  K = dls_friction_setup (P);
  for k = 1:count
    free = v + h * push * [4.5 * sin(6 * k * h); -9.81; 2 * cos(9 * k * h)];
    Q(:,k) = H * free;
    r = dls_friction (K, Q(:,k));
    v = free + M \ (H' * r);
  end
end

function [time, iterations, unsolved] = run (Q, solve)
  [iterations, unsolved] = deal (0);
  start = cputime ();
  for k = 1:size (Q, 2)
    [~, ~, ~, info] = solve (Q(:,k));
    iterations = iterations + info.iterations;
    unsolved = unsolved + (info.exitflag ~= 1);
  end
  time = cputime () - start;
end

function [r, u, v, info] = anew (P, q)
  P.q = q;
  [r, u, v, info] = dls_friction (P);
end

function [r, u, v, info] = from_start (P, q)
  persistent last
  P.q = q;
  if (isempty (last)), last = zeros (size (q)); end
  [r, u, v, info] = dls_friction (P, 'Start', last);
  last = r;
end

function bench_table ()
  count = 1000;
  [P, Q] = shaken_wall (count);
  K = dls_friction_setup (P);
  ways = {'each anew (every 20th)', @(q) anew(P, q), 20; ...
          'each from the last, ''Start''', @(q) from_start(P, q), 1; ...
          'dls_friction_setup', @(q) dls_friction(K, q), 1};
  printf ('\n%d problems of 50 contacts, one time step apart; of one:\n', count);
  printf ('  %-30s %10s %9s %9s %7s\n', '', 'iterations', 'unsolved', 'time (ms)', 'ratio');
  for k = 1:size (ways, 1)
    chosen = Q(:,1:ways{k,3}:count);
    [time(k), iterations, unsolved] = run (chosen, ways{k,2});
    time(k) = time(k) / size (chosen, 2);
    printf ('  %-30s %10.1f %9d %9.3f %7.3f\n', ways{k,1}, iterations / size (chosen, 2), ...
            unsolved, 1e3 * time(k), time(k) / time(1));
  end
end

bench_table ();

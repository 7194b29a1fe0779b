% FUZZ_REDUNDANCY  Integer gradients; exact ranks say what is redundant, determined and unique.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_redundancy (seed, number)
  random_case (seed, number);
  n = randi (6);
  m = randi (7);
  B = random_case ('integers', n, randi (n));
  M = B * B';
  G = random_case ('integers', n, m);
  if (m > 2 && rand () < 0.5)
    G(:,m) = G(:,1) - 2 * G(:,2);
  end
  d = 2 .^ ((rand () < 0.5) * randi ([-20, 20], n + m, 1));
  [ds, dc] = deal (d(1:n), d(n+1:end));
  p = struct ('M', sparse (ds .* M .* ds'), 'G', sparse (ds .* G .* dc'));
  R = dls_redundancy (p.M, p.G);
  why = '';
  r = exact_rank (G);
  determined = false (m, 1);
  for k = 1:m
    determined(k) = exact_rank (G(:,[1:k-1, k+1:m])) < r;
  end
  K = [M, G; G', zeros(m)];
  expected = {r, determined, exact_rank(G(:,R.independent)), exact_rank([M, G]) == n, ...
              exact_rank(M), exact_rank(K)};
  found = {R.rank, R.determined(:), numel(R.independent), R.acceleration_unique, R.rank_mass, ...
           R.rank_kkt};
  what = {'rank', 'determined', 'independent', 'acceleration_unique', 'rank_mass', 'rank_kkt'};
  for k = 1:numel (what)
    if (~isequal (double (expected{k}), double (found{k})))
      why = sprintf ('wrong: %s is %s, exactly %s (units %g)', what{k}, mat2str (found{k}), ...
                     mat2str (expected{k}), max (abs (log2 (d))));
      return
    end
  end
  why = judged (p, R, 'answered');
end

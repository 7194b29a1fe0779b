% FUZZ_REDUNDANCY  Integer gradients; exact ranks say what is redundant, determined and unique, and
% which sets of constraints can be released. Long systems, of which that is known.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_redundancy (seed, number)
  random_case (seed, number);
  if (rand () < 0.03)
    why = long_case ();
    return
  end
  n = randi (6);
  m = randi (7);
  B = random_case ('integers', n, randi (n));
  M = B * B';
  G = random_case ('integers', n, m);
  if (m > 2 && rand () < 0.5)
    G(:,m) = G(:,1) - 2 * G(:,2);
  elseif (rand () < 0.2)                       % legs of a table
    n = 3;
    M = eye (3);
    m = randi ([4, 8]);
    G = [ones(1, m); randi([-1, 1], 2, m)];
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
              exact_rank(M), exact_rank(K), releases_of(G, determined, {R.releases.rows})};
  found = {R.rank, R.determined(:), numel(R.independent), R.acceleration_unique, R.rank_mass, ...
           R.rank_kkt, reshape({R.releases.sets}, 1, [])};
  what = {'rank', 'determined', 'independent', 'acceleration_unique', 'rank_mass', 'rank_kkt', ...
          'releases'};
  for k = 1:numel (what)
    if (~isequal (expected{k}, found{k}))
      why = sprintf ('wrong: %s is %s, exactly %s (units %g)', what{k}, disp (found{k}), ...
                     disp (expected{k}), max (abs (log2 (d))));
      return
    end
  end
  if (~all ([R.releases.complete]))
    why = 'soft: sets of releases are undecided';
    return
  end
  why = judged (p, R, 'answered');
end

% All smallest sets of each part without which the rest is independent; {} if the parts are wrong.
function sets = releases_of (G, determined, parts)
  sets = cell (1, numel (parts));
  if (~isequal (sort (vertcat (zeros (0, 1), parts{:})), find (~determined)(:)))
    sets = {};
  end
  for k = 1:numel (sets)
    rows = parts{k};
    left = exact_rank (G(:,rows));
    T = nchoosek (1:numel (rows), numel (rows) - left);
    good = false (size (T, 1), 1);
    for t = 1:size (T, 1)
      good(t) = exact_rank (G(:,rows(setdiff (1:end, T(t,:))))) == left;
    end
    sets{k} = reshape (rows(T(good,:)), [], numel (rows) - left);
  end
end

function why = long_case ()
  kinds = {'chain', 'truss', 'bodies'};
  [G, nullity, open] = long_redundant (kinds{randi (3)}, round (10 ^ (2 + 2 * rand ())));
  [n, m] = size (G);
  e = 10 * (rand () < 0.3);
  p.M = speye (n);
  [row, column] = deal (2 .^ randi ([-e, e], n, 1), 2 .^ randi ([-e, e], m, 1));
  p.G = spdiags (row, 0, n, n) * G * spdiags (column, 0, m, m);
  most = [1e8, 2](1 + (rand () < 0.2));
  R = dls_redundancy (p.M, p.G, 'MaxKernelEntries', most);
  bare = dls_redundancy (p.M, p.G, 'MaxKernelEntries', most, 'Leverage', 'off');
  kept = most > 2;
  same = isequal (sort (vertcat (zeros (0, 1), R.releases.rows)), find (open)(:));
  far = abs (sum (R.leverage) - R.rank) > m * (R.leverage_error + 1e-9);
  wrong = {'nullity', R.nullity ~= nullity
           'determined', any(R.determined(:) == open)
           'determined without leverage', any(bare.determined(:) == open)
           'kernel', kept && any(any(R.kernel, 2) ~= open)
           'leverage of determined ones', any(R.leverage(~open) ~= 1)
           'sum of leverages', far
           'parts', kept && ~same
           'count', kept && sum([R.releases.count]) ~= nullity};
  at = find (vertcat (wrong{:,2}), 1);
  if (~isempty (at))
    why = sprintf ('wrong: %s of a long system (%d constraints)', wrong{at,1}, m);
    return
  end
  why = judged (p, R, 'answered');
end

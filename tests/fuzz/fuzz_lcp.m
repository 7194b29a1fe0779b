% FUZZ_LCP  Integer linear complementarity problems; all 2^n complementary cones decide, exactly.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_lcp (seed, number)
  random_case (seed, number);
  n = randi (6);
  [A, q] = problem (n, randi (6));
  scale = 2 .^ (randi ([0, 1]) * randi ([-10, 10], n, 2));       % units of z and of w
  As = bsxfun (@times, scale(:,2), bsxfun (@rdivide, A, scale(:,1)'));
  qs = scale(:,2) .* q;
  opts = {};
  if (rand () < 0.5)
    methods = {'lemke', 'newton', 'enumerate', 'interior-point'};
    opts = {'Method', methods{randi(4)}};
  end
  if (~isempty (opts) && strcmp (opts{2}, 'interior-point') && min (eig (A + A')) < 1e-9)
    opts = {};
  end
  [z, w, info] = dls_lcp (As, qs, opts{:});
  [exists, feasible] = exact_lcp (zeros (0, 0), zeros (0, n), zeros (n, 0), A, ...
                                  zeros (0, 1), q);
  why = verdict (info.status, exists, feasible);
  if (isempty (why))
    why = judged (struct ('A', As, 'q', qs), struct ('z', z, 'w', w, 'info', info), info.status);
  end
  if (isempty (why) && strcmp (info.status, 'solved'))
    z0 = z ./ scale(:,1);
    r = norm (min (z0, A * z0 + q), Inf) / (1 + norm (z0, Inf));
    if (r > 1e-8)
      why = sprintf ('wrong: solved with min (z, w) = %.1e', r);
    end
  end
  if (~isempty (why) && ~isempty (opts))
    why = [why, ' (', opts{2}, ')'];
  end
end

function [A, q] = problem (n, kind)
  A = random_case ('integers', n, n);
  q = randi ([-3, 3], n, 1);
  if (kind <= 2)                               % monotone, perhaps singular
    B = A(:,1:randi (n));
    A = B * B' + (kind == 2) * (A - A');
  elseif (kind == 3)                           % degenerate: a solution with zeros in both
    z = randi ([0, 2], n, 1) .* (rand (n, 1) < 0.4);
    q = -A * z + (z == 0) .* randi ([0, 1], n, 1);
  elseif (kind == 4)                           % equal rows
    i = randi (n, 1, 2);
    A(i(1),:) = A(i(2),:);
  end
end

function why = verdict (status, exists, feasible)
  why = '';
  if (isequal (exists, true) && any (strcmp (status, {'infeasible', 'no_solution'})))
    why = sprintf ('wrong: %s, but there is a solution', status);
  elseif (isequal (exists, false) && strcmp (status, 'solved'))
    why = 'wrong: solved, but there is no solution';
  elseif (isequal (feasible, true) && strcmp (status, 'infeasible'))
    why = 'wrong: infeasible, but z >= 0, w >= 0 has a point';
  elseif (~any (strcmp (status, {'solved', 'infeasible', 'no_solution', 'ray'})))
    why = ['soft: ', status];
  end
end

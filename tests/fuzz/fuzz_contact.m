% FUZZ_CONTACT  2D contact systems of integers; all states of the contacts decide, exactly.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_contact (seed, number)
  random_case (seed, number);
  kinds = {'sliding', 'sticking', 'frictionless'};
  [S, U] = random_system (kinds{randi(3)});
  laws = {'equations', 'coulomb'};
  law = laws{randi(2)};
  [a, lambda, info] = dls_contact (S, 'Sticking', law);
  L = contact_cases (U, law);
  [exists, known] = any_feasible (L);
  why = '';
  if (known && exists && any (strcmp (info.status, {'infeasible', 'no_solution'})))
    why = sprintf ('wrong: %s, but there is a solution', info.status);
  elseif (known && ~exists && strcmp (info.status, 'solved'))
    why = 'wrong: solved, but there is no solution';
  elseif (known && strcmp (info.status, 'solved'))
    why = unique (U, L, info.unique);
  end
  if (isempty (why))
    why = judged (S, struct ('a', a, 'lambda', lambda, 'info', info, 'law', law), info.status);
  end
  if (isempty (why) && ~any (strcmp (info.status, {'solved', 'infeasible', 'no_solution'})))
    why = sprintf ('soft: %s', info.status);
  end
  if (~isempty (why))
    why = sprintf ('%s (%s; units %g)', why, law, max (abs (log2 ([U.a; U.cb; U.cu; U.f]))));
  end
end

% Claims of uniqueness against the ranges over all states.
function why = unique (U, L, claim)
  why = '';
  if (~isequal (claim, true))
    return
  end
  forces = U.n + (1:U.nb + U.nu);
  for i = forces
    lo = Inf;
    hi = -Inf;
    for k = 1:numel (L)
      if (isequal (L{k}.feasible, true))
        c = zeros (1, L{k}.n);
        c(i) = 1;
        [l, h] = exact_lp (L{k}, c);
        lo = min (lo, l);
        hi = max (hi, h);
      end
    end
    if (hi - lo > 1e-6 * (1 + abs (lo)))
      why = sprintf ('wrong: unique, but reaction %d is in [%g, %g]', i - U.n, lo, hi);
      return
    end
  end
end

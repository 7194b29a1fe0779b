% FUZZ_RANGE  Intervals of reactions of 2D systems of integers, against exact linear programs.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_range (seed, number)
  random_case (seed, number);
  kinds = {'sliding', 'sticking', 'frictionless'};
  [S, U] = random_system (kinds{randi(3)});
  [lo, hi, info] = dls_reaction_range (S);
  L = contact_cases (U, 'sticking');
  [exists, known] = any_feasible (L);
  why = '';
  none = any (strcmp (info.status, {'infeasible', 'no_acceleration', 'no_balance'}));
  if (known && exists && none)
    why = sprintf ('wrong: %s, but there is a solution', info.status);
  elseif (known && ~exists && strcmp (info.status, 'solved'))
    why = 'wrong: solved, but there is no solution';
  elseif (known && exists && strcmp (info.status, 'solved'))
    why = compare (U, L, lo, hi);
  end
  if (isempty (why))
    why = judged (S, struct ('lo', lo, 'hi', hi, 'info', info), info.status);
  end
  if (isempty (why) && ~none && ~strcmp (info.status, 'solved'))
    why = sprintf ('soft: %s', info.status);
  end
  if (~isempty (why))
    units = max (abs (log2 ([U.a; U.cb; U.cu; U.f])));
    why = sprintf ('%s (units %g; %s)', why, units, info.message);
  end
end

function why = compare (U, L, lo, hi)
  why = '';
  units = [U.cb; U.cu; U.cb; U.cu] / U.f;
  found = [both(lo), both(hi)] .* [units, units];
  shown = [true(U.nb + U.nu, 1); U.vb == 0 & U.mb > 0; U.vu == 0 & U.mu > 0];
  exact = repmat ([Inf, -Inf], numel (units), 1);
  for k = 1:numel (L)
    for i = find (shown)'
      c = zeros (1, L{k}.n);
      c(U.n + i) = 1;
      if (isequal (L{k}.feasible, true))
        [l, h] = exact_lp (L{k}, c);
        exact(i,:) = [min(exact(i,1), l), max(exact(i,2), h)];
      elseif (isnan (L{k}.feasible))
        return
      end
    end
  end
  finite = exact(isfinite (exact));
  most = 1e-6 * (1 + max ([abs(finite); 0]));
  for i = find (shown)'
    same = found(i,:) == exact(i,:) | abs (found(i,:) - exact(i,:)) <= most;
    if (~all (same) && ~any (isnan (exact(i,:))))
      why = sprintf ('wrong: reaction %d is in [%g, %g], exactly [%g, %g]', i, found(i,:), ...
                     exact(i,:));
      return
    end
  end
end

function r = both (x)
  r = [x.nb(:); x.nu(:); x.tb(:); x.tu(:)];
end

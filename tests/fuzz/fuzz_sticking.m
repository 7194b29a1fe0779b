% FUZZ_STICKING  2D contact systems of integers: can all contacts stick? All states decide, exactly.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_sticking (seed, number)
  random_case (seed, number);
  kinds = {'sliding', 'sticking', 'smooth'};
  [S, U] = random_system (kinds{randi(3)});
  V = dls_sticking (S, 'Critical', rand () < 0.2);
  [exists, known] = any_feasible (contact_cases (U, 'all'));
  why = '';
  if (known && exists && strcmp (V.verdict, 'not_sticking'))
    why = 'wrong: not_sticking, but there is a solution';
  elseif (known && ~exists && strcmp (V.verdict, 'sticking'))
    why = 'wrong: sticking, but there is no solution';
  end
  if (isempty (why))
    why = judged (S, V, V.verdict);
  end
  if (isempty (why) && strcmp (V.verdict, 'undecided'))
    why = sprintf ('soft: undecided, exactly %d', exists);
  end
  if (~isempty (why))
    why = sprintf ('%s (units %g; %s)', why, max (abs (log2 ([U.a; U.cb; U.cu; U.f]))), V.message);
  end
end

% FUZZ_IMPACT  Frictionless impacts of integers under Newton's law: all active sets decide, exactly.
% SPDX-License-Identifier: GPL-3.0-or-later
function why = fuzz_impact (seed, number)
  random_case (seed, number);
  [S, U] = random_system ('frictionless');
  vm = randi ([-3, 3], U.n, 1);
  e = randi ([0, 4], U.nu, 1);
  if (rand () < 0.5)
    e(:) = randi ([0, 4]);
  end
  p = struct ('S', S, 'vminus', U.a .* vm, 'E', e / 4);
  if (U.nu > 0 && all (e == e(1)))
    p.E = e(1) / 4;
  end
  [v, q, info] = dls_impact (p.S, p.vminus, p.E);
  % x = [4*v+; 4*pb; 4*pu] as the acceleration of a contact problem with other constants
  T = U;
  T.F = -4 * U.M * vm;
  T.bb = zeros (U.nb, 1);
  T.bu = e .* (U.Gu' * vm);
  [exists, known] = any_feasible (contact_cases (T, 'equations'));
  why = '';
  if (known && exists && any (strcmp (info.status, {'infeasible', 'no_solution'})))
    why = sprintf ('wrong: %s, but there is a solution', info.status);
  elseif (known && ~exists && strcmp (info.status, 'solved'))
    why = 'wrong: solved, but there is no solution';
  end
  if (isempty (why))
    why = judged (p, struct ('vplus', v, 'p', q, 'info', info), info.status);
  end
  if (isempty (why) && ~any (strcmp (info.status, {'solved', 'infeasible'})))
    why = sprintf ('soft: %s, exists %d', info.status, exists);
  elseif (isempty (why) && strcmp (info.status, 'solved'))
    why = unique (U, info.unique);
  end
  if (~isempty (why))
    why = sprintf ('%s (units %g)', why, max (abs (log2 ([U.a; U.cb; U.cu; U.f]))));
  end
end

% M and the constraints move in ker M, Gb' and Gu' only: with a kernel of [M Gb] the velocity may be
% open. A regular M makes it unique.
function why = unique (U, claim)
  why = '';
  if (exact_rank (U.M) == U.n && isequal (claim.velocity, false))
    why = 'wrong: velocities not unique, but M is regular';
  elseif (exact_rank ([U.Gb, U.Gu]) == U.nb + U.nu && isequal (claim.percussions, false))
    why = 'wrong: percussions not unique, but gradients are independent';
  end
end

function c = dls_wellposed_mixed (P)
% ALLSTICK Prop. 13 (with ERRATA: H'*z = -ct): unilateral contacts, some sticking, others sliding.
% SPDX-License-Identifier: GPL-3.0-or-later
  S = P.S;
  make = @dls_wellposed_entry;
  applies = S.nb == 0 && P.slides && P.sticks && ~any (strcmp (S.modeu, 'frictionless'));
  f = dls_wellposed_fact (NaN, NaN);
  if (applies)
    f = possible (S);
  end
  c = [make(applies, 'ALLSTICK Prop. 13', 'the problem is (75): M > 0, tu in im (Hu'')', ...
            P.positive, P.h.compatible), ...
       make(applies, 'ALLSTICK Prop. 13 (76)', 'necessary: some acceleration is admissible', ...
            P.feasible), ...
       make(applies, 'ALLSTICK Prop. 13 (75)', ...
            'if and only if: mixed sticking and sliding is possible', f)];
end

% The solutions without the cones of sticking contacts: does one fit into them?
function f = possible (S)
  f = dls_wellposed_fact (NaN, NaN);
  [~, ~, info] = dls_contact (S, 'Sticking', 'equations', 'Solutions', 'all');
  if (any (strcmp (info.status, {'infeasible', 'no_solution'})))
    f.yes = false;
    return
  elseif (~strcmp (info.status, 'solved'))
    return
  end
  stick = find (strcmp (S.modeu, 'sticking'));
  f.number = -Inf;
  for k = 1:numel (info.solutions)
    l = info.solutions(k).lambda;
    t = reshape (l.tu, S.d - 1, S.nu);
    slack = S.muu(stick) .* l.nu(stick) - sqrt (sum (t(:,stick) .^ 2, 1))';
    f.number = max (f.number, min (slack) + 1e-9 * max (abs ([l.nu; l.tu])));
  end
  if (f.number >= 0)
    f.yes = true;
  elseif (isequal (info.unique, true))
    f.yes = false;
  end
end

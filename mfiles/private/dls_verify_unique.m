function report = dls_verify_unique (S, answer, law, report)
% info.unique of dls_contact. Two solutions that differ refute it. Without friction laws M*a and the
% accelerations of the contacts are the same in all solutions: one acceleration and one set of
% reactions if no motion in ker M keeps what presses and the gradients of what may press are
% independent; several if one of them fails and all that touches presses. Else it is not checked.
% SPDX-License-Identifier: GPL-3.0-or-later
  unique = answer.info.unique;
  if (isnan (unique))
    return
  elseif (isfield (answer.info, 'solutions') && numel (answer.info.solutions) > 1)
    report = dls_judge ('check', report, 'one of several solutions', double (unique), 0);
    report = two (S, answer.info.solutions([1, end]), law, report);
    return
  end
  [yes, no] = by_ranks (S, answer, law);
  if (yes || no)
    report = dls_judge ('check', report, 'unique', double (yes ~= logical (unique)), 0);
  else
    report = dls_judge ('leave', report, 'unique');
  end
end

function report = two (S, solutions, law, report)
  for x = solutions
    report = dls_verify_systems ('equations', report, S, x.a, x.lambda, law);
  end
  [~, u] = dls_natural_units (S);
  unit = [u.a; u.nb; u.nu; u.tb; u.tu];
  [x, y] = deal (solutions(1), solutions(2));
  x = [x.a; joined(x.lambda)] ./ unit;
  y = [y.a; joined(y.lambda)] ./ unit;
  apart = max (abs (x - y)) / max (abs ([x; y]));
  report = dls_judge ('check', report, 'solutions differ', -apart, -1e-9);
end

function l = joined (lambda)
  l = [lambda.nb(:); lambda.nu(:); lambda.tb(:); lambda.tu(:)];
end

function [yes, no] = by_ranks (S, answer, law)
  [yes, no] = deal (false);
  modes = [S.modeb(:); S.modeu(:)];
  coulomb = strcmp (law, 'coulomb') && any (strcmp ('sticking', modes));
  if (coulomb || any (strcmp ('sliding', modes)) || S.n * (S.n + S.d * (S.nb + S.nu)) > 40000)
    return
  end
  near = 1e-7;
  [T, u] = dls_natural_units (S);
  E = dls_stick ('columns', T);
  at = S.nb + (1:S.nu)';
  gap = full (E.G(:,at)' * (answer.a ./ u.a)) + reshape (E.b(at), S.nu, 1);
  push = answer.lambda.nu(:) ./ u.nu;
  [touches, presses] = deal (true (size (E.b)));
  touches(at) = gap <= near * max ([1; abs(gap)]);
  presses(at) = push > near * max ([1; abs(push)]);
  [independent, sure] = full_rank (E.G(:,touches));
  [still, certain] = full_rank ([T.M, E.G(:,presses)]');
  idle = any (touches & ~presses);
  yes = independent && still && sure && certain;
  no = ~idle && ((~independent && sure) || (~still && certain));
end

% Are the columns independent? sure: no singular value is near the limit.
function [yes, sure] = full_rank (A)
  A = full (A);
  lengths = max (sqrt (sum (A .^ 2, 1)), realmin);
  s = svd (bsxfun (@rdivide, A, lengths));
  s = [s(:); zeros(size (A, 2) - numel (s), 1)];
  s = s / max ([s; realmin]);
  yes = all (s > 1e-10);
  sure = ~any (s > 1e-13 & s < 1e-7);
end

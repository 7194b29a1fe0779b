function report = dls_verify_held (report, S, E, a, detaching, force)
% The acceleration a of contacts that are held, of S in natural units: Gu'*a + bu > 0 where they
% detach, 0 of all other constraints of E.
% SPDX-License-Identifier: GPL-3.0-or-later
  c = full (E.G' * a + E.b);
  size_of = [0; abs(E.b); abs(full (E.G' * a))];
  if (any (any (S.M)))
    size_of(end+1) = 1e-3 * force / norm (S.M, 1);
  end
  motion = max (size_of);
  motion = motion + (motion == 0);
  open = false (size (c));
  open(S.nb + find (detaching)) = true;
  report = dls_judge ('check', report, 'constraints', max ([0; abs(c(~open))]) / motion, 1e-6);
  report = dls_judge ('check', report, 'detaching contacts open', sum (c(open) <= 0), 0);
end

function k = dls_contact_contraction (S, P)
% A bound on the Lipschitz constant of the fixed point on the normal forces (dls_contact_cones), in
% the norm |mu.*ln| over the contacts with friction; below 1 there is exactly one solution. Inf
% when it needs what is not there: M > 0 and independent columns in J = [Gb, Gu, Ht].
%    With new normal forces in the program, Gauss' principle is strongly convex: in the norm of M,
%    |da| <= (h + e)*|mu.*dln|, h = |M^-1/2*Hc|, Hc the tangents that may slip, e = |M^-1/2*Hs|, Hs
%    the directions of the sliding contacts. Its multipliers l solve J*l = M*a + F + sliding, so
%    |dl| <= |da| + e*|mu.*dln| in the norm of D = J'*M^-1*J, and |mu.*dln| <= s*|dl|,
%    s^2 = |diag (mu)*(D^-1)_nn*diag (mu)|: together s*(h + 2*e).
% SPDX-License-Identifier: GPL-3.0-or-later
  k = Inf;
  J = full ([S.Gb, S.Gu, P.Ht]);
  [R, bad] = chol (full (S.M));
  if (bad || size (J, 2) > S.n || min (abs (diag (R))) <= 1e-6 * max (abs (diag (R))))
    return
  end
  Jm = R' \ J;
  if (rank (bsxfun (@rdivide, Jm, max (sqrt (sum (Jm .^ 2, 1)), realmin)), 1e-8) < size (J, 2))
    return
  end
  each = S.d - 1;
  mu = [S.mub; S.muu];
  tangents = repmat (mu([P.kb(1:each:end) + each - 1; P.ku(1:each:end) + each - 1 ...
                         + each * S.nb] / each)', each, 1);
  h = norm (R' \ full (P.Ht(:,isfinite (tangents(:)))));
  direction = [S.Hb * P.Db, S.Hu * P.Du];
  sliding = find (any (direction, 1));
  e = norm (full (R' \ direction(:,sliding) * diag (1 ./ mu(sliding))));
  feeds = find (mu > 0 & isfinite (mu));
  W = inv (Jm' * Jm);
  s = sqrt (norm (diag (mu(feeds)) * W(feeds,feeds) * diag (mu(feeds))));
  k = s * (h + 2 * e);
end

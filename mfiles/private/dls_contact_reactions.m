function [a, lambda] = dls_contact_reactions (S, P, x, z)
% Acceleration and reactions from the unknowns of dls_contact_problem.
% SPDX-License-Identifier: GPL-3.0-or-later
  n = S.n;
  a = x(1:n);
  lambda.nb = x(n+1:n+S.nb);
  nm = P.sizes(4);
  lambda.nu = z(nm+1:nm+S.nu);
  t = x(n+S.nb+1:end);
  lambda.tb = full (-P.Db * abs (lambda.nb));
  lambda.tu = full (-P.Du * lambda.nu);
  lambda.tb(P.kb) = t(1:numel (P.kb));
  lambda.tu(P.ku) = t(numel (P.kb)+1:end);
end

function [a, lambda] = dls_contact_reactions (S, P, x, z)
% Acceleration and reactions from the unknowns of dls_contact_problem.
% SPDX-License-Identifier: GPL-3.0-or-later
  x = [x; 0];                              % (1:0) of a scalar would be a row
  z = [z; 0; 0];
  nm = P.sizes(4);
  a = x(1:S.n);
  t = x(S.n+S.nb+1:end-1);
  lambda = dls_contact_friction (S, P, x(S.n+1:S.n+S.nb), z(nm+1:nm+S.nu), t);
end

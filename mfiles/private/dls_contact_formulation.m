function [a, lambda, v] = dls_contact_formulation (S, P, name)
% The contact problem by the program called name (dls_contact_program), to the last digits: the
% contacts that press in its answer make equations, whose solution (DLS_KKT) replaces the answer
% when it satisfies the laws better. v: what dls_contact_program returns.
% SPDX-License-Identifier: GPL-3.0-or-later
  v = dls_contact_program (S, P, name);
  a = v.a;
  lambda = v.lambda;
  if (v.exitflag ~= 1)
    return
  end
  g = S.Gu' * a + S.bu;
  force = max (abs ([S.F; S.M * a; v.nu; realmin]));
  reach = max ([max(abs(S.Gu), [], 1), 0]) * force / max ([max(abs(S.M), [], 1), realmin]);
  motion = max ([abs(S.bu); abs(S.Gu)' * abs(a); full(reach); realmin]);
  presses = v.nu / force > g / motion;
  ne = S.nb + size (P.Ht, 2);
  [x, l, k] = dls_contact_kkt (S.M, [S.Gb, P.Ht, S.Gu(:,presses)], S.F, ...
                       [S.bb; S.tb(P.kb); S.tu(P.ku); S.bu(presses)]);
  nu = zeros (S.nu, 1);
  nu(presses) = l(ne+1:end);
  if (any (strcmp (k.status, {'inconsistent', 'numerical_trouble'})) ...
      || any (nu < -1e-12 * force))
    return
  end
  new = dls_contact_friction (S, P, l((1:S.nb), 1), max (nu, 0), l((S.nb+1:ne), 1));
  if (dls_contact_worst (S, P, x, new) < dls_contact_worst (S, P, a, lambda))
    a = x;
    lambda = new;
  end
end

function lambda = dls_contact_friction (S, P, nb, nu, t)
% All reactions from the normal ones and the tangential ones of sticking contacts.
% SPDX-License-Identifier: GPL-3.0-or-later
  lambda.nb = nb;
  lambda.nu = nu;
  lambda.tb = zeros (size (S.Hb, 2), 1);
  lambda.tu = zeros (size (S.Hu, 2), 1);
  if (isempty (lambda.tb) && isempty (lambda.tu))
    return
  end
  if (nnz (P.Db) > 0)
    lambda.tb = full (-P.Db * abs (nb));
  end
  if (P.slides)
    lambda.tu = full (-P.Du * nu);
  end
  if (~isempty (t))
    lambda.tb(P.kb) = t(1:numel (P.kb));
    lambda.tu(P.ku) = t(numel (P.kb)+1:end);
  end
end

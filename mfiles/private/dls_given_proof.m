function C = dls_given_proof (C, T, u)
% A certificate of dls_sticking for T, S in natural units u, as one for S.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (isempty (C))
    return
  end
  if (isfield (C, 'w'))
    C.w = u.size * C.w;
  end
  motions = {'y', 'd'};
  for k = find (isfield (C, motions))
    C.(motions{k}) = diag (sparse (u.a)) * C.(motions{k});
  end
  reactions = {'u', 'z'};
  given = find (isfield (C, reactions));
  if (~isempty (given))
    E = dls_stick_columns (T);
    unit = diag (sparse ([u.nb; u.nu; u.tb(E.rows_tb); u.tu(E.rows_tu)]));
  end
  for k = given
    C.(reactions{k}) = unit * C.(reactions{k});
  end
end

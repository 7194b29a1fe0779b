function C = dls_given_proof (C, T, u)
% A certificate of dls_sticking for T, S in natural units u, as one for S.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (isempty (C))
    return
  end
  E = dls_stick_columns (T);
  scale = struct ('y', u.a, 'd', u.a, 'u', [u.nb; u.nu; u.tb(E.rows_tb); u.tu(E.rows_tu)]);
  scale.z = scale.u;
  if (isfield (C, 'w'))
    C.w = u.size * C.w;
  end
  names = intersect (fieldnames (C), fieldnames (scale));
  for k = 1:numel (names)
    C.(names{k}) = diag (sparse (scale.(names{k}))) * C.(names{k});
  end
end

function F = dls_step_factor (A, G)
% Factorise [A -G; G' 0]: dense LU where small and safe, else the KKT solver of the core (which
% knows redundant G and singular A), else sparse LU for unsymmetric A.
% SPDX-License-Identifier: GPL-3.0-or-later
  [n, m] = size (G);
  F = struct ('kind', 'kkt', 'n', n, 'm', m, 'L', [], 'U', [], 'p', [], 'Q', []);
  if (n + m <= 100)
    [F.L, F.U, F.p] = lu (full ([A, -G; G', zeros(m)]), 'vector');
    d = abs (diag (F.U));
    if (all (d > 1e-11 * max ([d; 0])))
      F.kind = 'dense';
      return
    end
  end
  if (nnz (A - A') > 1e-12 * nnz (A) && norm (A - A', 1) > 1e-12 * norm (A, 1))
    F.kind = 'sparse';
    [F.L, F.U, F.p, F.Q] = lu ([sparse(A), -sparse(G); sparse(G)', sparse(m, m)]);
  else
    F.p = dls_kkt_setup (sparse ((A + A') / 2), sparse (G));
  end
end

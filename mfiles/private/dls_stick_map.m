function [Wn, Wt, Vn, Vt] = dls_stick_map (S, E, static)
% Reactions as functions of the force on top of S.F, ln = Wn*f + Vn and lt = Wt*f + Vt, when all
% contacts touch: ALLSTICK (23), (31), blocks of the Moore-Penrose inverse (minimum norm where
% they are not unique). Rows: bilateral contacts, then unilateral ones; tangents that carry
% nothing are zero. static: a = 0. Empty for n > 500 and where contacts slide (not affine).
% SPDX-License-Identifier: GPL-3.0-or-later
  n = S.n;
  if (n > 500 || E.slides)
    [Wn, Wt, Vn, Vt] = deal ([]);
    return
  end
  b = [zeros(numel (E.b), n), E.b];
  if (static)
    [~, L] = dls_kkt (speye (n), E.G, [speye(n), S.F], 0 * b);
  else
    [~, L] = dls_kkt (S.M, E.G, [speye(n), S.F], b);
  end
  R = dls_stick_lambda (E, L);
  N = [R.nb; R.nu];
  T = [R.tb; R.tu];
  Wn = N(:,1:n);
  Wt = T(:,1:n);
  Vn = N(:,n+1);
  Vt = T(:,n+1);
end

function now = dls_contact_polish (S, P, now)
% Newton steps on Coulomb's law at the acceleration level from a nearby answer: each contact open
% or closed, each sticking one stuck (H'*a + tau = 0) or slipping,
%    |at|*t + mu*|ln|*at = 0,  at = H'*a + tau,
% as the natural map says. Minimum-norm steps, because reactions may be redundant.
% SPDX-License-Identifier: GPL-3.0-or-later
  n = S.n;
  k = S.d - 1;
  nt = size (P.Ht, 2);
  size_y = n + S.nb + S.nu + nt;
  if (size_y > 500)
    return
  end
  H = P.Ht;
  tau = [S.tb(P.kb); S.tu(P.ku)];
  who = ceil ([P.kb(1:k:end); k * S.nb + P.ku(1:k:end)] / k);
  mu = [S.mub; S.muu];
  pull = [S.Gb, S.Gu];
  if (nnz (P.Db) > 0 || P.slides)
    pull = [S.Gb - S.Hb * P.Db * spdiags(sign (now.ln(1:S.nb)), 0, S.nb, S.nb), P.Gu];
  end
  ia = 1:n;
  il = n + (1:S.nb + S.nu);
  iu = n + S.nb + (1:S.nu);
  l = now.lambda;
  y = [now.a; now.ln; l.tb(P.kb); l.tu(P.ku)];
  for pass = 1:8
    a = y(ia);
    ln = y(il);
    t = y(il(end)+1:end);
    force = max (abs ([S.F; ln; realmin]));
    motion = max ([abs(a); abs([S.bb; S.bu; tau]); realmin]);
    g = [S.bb; S.bu] + [S.Gb, S.Gu]' * a;
    J = [S.M, -pull, -H; [S.Gb, S.Gu, H]', sparse(S.nb + S.nu + nt, size_y - n)];
    r = [S.M * a + S.F - pull * ln - H * t; g; H' * a + tau];
    open = find (ln(S.nb+1:end) / force < g(S.nb+1:end) / motion);
    J(iu(open),:) = sparse (1:numel (open), iu(open), 1, numel (open), size_y);
    r(iu(open)) = y(iu(open));
    for c = 1:numel (who)
      i = (c - 1) * k + (1:k);
      at = H(:,i)' * a + tau(i);
      bound = mu(who(c)) * abs (ln(who(c)));
      if (isinf (mu(who(c))) || norm (t(i) / force - at / motion) <= bound / force)
        continue
      end
      unit = at / max (norm (at), realmin);
      row = il(end) + i;
      J(row,:) = 0;
      J(row,ia) = (bound * eye (k) + t(i) * unit') * H(:,i)' / force;
      J(row,il(who(c))) = mu(who(c)) * sign (ln(who(c))) * at / force;
      J(row,row) = norm (at) / force * eye (k);
      r(row) = (norm (at) * t(i) + bound * at) / force;
    end
    y = y - pinv (full (J)) * r;
    if (~all (isfinite (y)))
      return
    end
    try_this = answer (S, P, y);
    if (try_this.worst < now.worst)
      now = try_this;
    end
    if (now.worst <= 1e-13)
      return
    end
  end
end

function now = answer (S, P, y)
  nb = y(S.n + (1:S.nb));
  nu = y(S.n + S.nb + (1:S.nu));
  now.a = y(1:S.n);
  now.ln = [nb; nu];
  now.lambda = dls_contact_friction (S, P, nb, nu, y(S.n+S.nb+S.nu+1:end));
  now.worst = dls_contact_worst (S, P, now.a, now.lambda);
end

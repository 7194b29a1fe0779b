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
  H = full (P.Ht);
  tau = [S.tb(P.kb); S.tu(P.ku)];
  who = ceil ([P.kb(1:k:end); k * S.nb + P.ku(1:k:end)] / k);
  mu = [S.mub; S.muu];
  pull = [S.Gb, S.Gu];
  if (nnz (P.Db) > 0 || P.slides)
    pull = [S.Gb - S.Hb * P.Db * spdiags(sign (now.ln(1:S.nb)), 0, S.nb, S.nb), P.Gu];
  end
  gaps = full ([S.Gb, S.Gu]);
  base = [full([S.M, -pull]), -H; [gaps, H]', zeros(S.nb + S.nu + nt, size_y - n)];
  constant = [S.F; S.bb; S.bu; tau];
  radius = mu(who);
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
    J = base;
    r = base * y + constant;
    g = r(iu);
    at = r(il(end)+1:end);
    open = find (ln(S.nb+1:end) / force < g / motion);
    J(iu(open),:) = 0;
    J(iu(open),iu(open)) = eye (numel (open));
    r(iu(open)) = y(iu(open));
    bound = radius .* abs (ln(who));
    trial = sqrt (sum (reshape (t / force - at / motion, k, []) .^ 2, 1))';
    for c = find (trial > bound / force)'
      i = (c - 1) * k + (1:k);
      row = il(end) + i;
      size_at = norm (at(i));
      J(row,:) = 0;
      J(row,ia) = (bound(c) * eye (k) + t(i) * (at(i)' / max (size_at, realmin))) * H(:,i)' / force;
      J(row,il(who(c))) = radius(c) * sign (ln(who(c))) * at(i) / force;
      J(row,row) = size_at / force * eye (k);
      r(row) = (size_at * t(i) + bound(c) * at(i)) / force;
    end
    step = pinv (J) * r;
    y = y - step;
    if (~all (isfinite (y)))
      return
    elseif (pass < 8 && norm (step) > 0.01 * norm (y))
      continue                             % still far
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

function now = dls_contact_polish (S, P, now)
% Newton steps on Coulomb's law at the acceleration level from a nearby answer: each contact open
% or closed, each sticking one stuck (H'*a + tau = 0) or slipping,
%    |at|*t + mu*|ln|*at = 0,  at = H'*a + tau,
% as the natural map says. Minimum-norm steps, because reactions may be redundant.
% SPDX-License-Identifier: GPL-3.0-or-later
  k = S.d - 1;
  N = newton_data (S, P, now, k);
  l = now.lambda;
  y = [now.a; now.ln; l.tb(P.kb); l.tu(P.ku)];
  for pass = 1:8
    [J, r] = linearise (N, y, k);
    step = minimum_step (J, r);
    y = y - step;
    if (isempty (step) || ~all (isfinite (y)))
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

% base*y + constant: dynamics, accelerations of the normals, of the tangents; full where small.
function N = newton_data (S, P, now, k)
  nt = size (P.Ht, 2);
  pull = [S.Gb, S.Gu];
  if (nnz (P.Db) > 0 || P.slides)
    pull = [S.Gb - S.Hb * P.Db * diag(sparse (sign (now.ln(1:S.nb)))), P.Gu];
  end
  nl = S.nb + S.nu;
  N.back = P.Ht';
  N.base = [S.M, -pull, -P.Ht; [S.Gb, S.Gu, P.Ht]', sparse(nl + nt, nl + nt)];
  if (size (N.base, 1) <= 200)
    N.base = full (N.base);
    N.back = full (N.back);
  end
  N.constant = [S.F; S.bb; S.bu; S.tb(P.kb); S.tu(P.ku)];
  N.who = ceil ([P.kb(1:k:end); k * S.nb + P.ku(1:k:end)] / k);
  mu = [S.mub; S.muu];
  N.radius = mu(N.who);
  if (~P.law)
    N.radius(:) = Inf;
  end
  N.n = S.n;
  N.il = S.n + (1:nl)';
  N.iu = S.n + S.nb + (1:S.nu)';
  N.it = S.n + nl + (1:nt)';
end

function [J, r] = linearise (N, y, k)
  ln = y(N.il);
  t = y(N.it);
  force = max (abs ([N.constant(1:N.n); ln; realmin]));
  motion = max ([abs(y(1:N.n)); abs(N.constant(N.n+1:end)); realmin]);
  r = N.base * y + N.constant;
  at = reshape (r(N.it), k, []);
  t = reshape (t, k, []);
  open = N.iu(y(N.iu) / force < r(N.iu) / motion);
  bound = N.radius .* abs (ln(N.who));
  slip = find (sqrt (sum ((t / force - at / motion) .^ 2, 1))' > bound / force)';
  slip = reshape (slip, 1, []);
  at = at(:,slip);
  t = t(:,slip);
  bound = reshape (bound(slip), 1, []) / force;
  speed = sqrt (sum (at .^ 2, 1));
  unit = bsxfun (@rdivide, at, max (speed, realmin));
  each = ones (k, 1);
  local = each * (k * (slip - 1)) + (1:k)' * ones (1, numel (slip));
  from = kron ((1:k)', each);
  to = kron (each, (1:k)');
  of = bsxfun (@times, bound, from == to) + unit(from,:) .* t(to,:) / force;
  B = sparse (local(to,:), local(from,:), of, numel (N.it), numel (N.it));   % bound*I + t*unit'
  rows = N.it(local(:));
  contact = reshape (N.who(slip), 1, []);
  who = each * contact;
  along = bsxfun (@times, at, reshape (N.radius(slip), 1, []) ...
                            .* reshape (sign (ln(contact)), 1, []) / force);
  size_y = numel (y);
  keep = ones (size_y, 1);
  keep([open; rows(:)]) = 0;
  J = diag (sparse (keep)) * N.base ...
      + sparse ([rows(:); rows(:); open], [N.il(who(:)); rows(:); open], ...
                [along(:); reshape(each * speed, [], 1) / force; ones(numel (open), 1)], ...
                size_y, size_y);
  J(N.it,1:N.n) = J(N.it,1:N.n) + B * N.back;
  r(open) = y(open);
  r(rows) = reshape (bsxfun (@times, t, speed) / force + bsxfun (@times, at, bound), [], 1);
end

% Of J*step = r; []: there is none. Large: min |step| is a KKT system.
function step = minimum_step (J, r)
  n = numel (r);
  if (n <= 200)
    step = pinv (full (J)) * r;
    return
  end
  [step, ~, info] = dls_contact_kkt (speye (n), J', zeros (n, 1), -r);
  if (info.exitflag == -2 || strcmp (info.status, 'numerical_trouble'))
    step = [];
  end
end

function now = answer (S, P, y)
  nb = y(S.n + (1:S.nb)');
  nu = y(S.n + S.nb + (1:S.nu)');
  now.a = y(1:S.n);
  now.ln = [nb; nu];
  now.lambda = dls_contact_friction (S, P, nb, nu, y(S.n+S.nb+S.nu+1:end));
  now.worst = dls_contact_worst (S, P, now.a, now.lambda);
end

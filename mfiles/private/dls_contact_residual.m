function [r, cones] = dls_contact_residual (S, P, a, lambda)
% How well (a, lambda) satisfies the laws in S, from S alone: relative to the largest force, the
% largest acceleration of a constraint, or both. cones: mu*|ln| - |lt| per contact.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (isempty (S.Hb) && isempty (S.Hu))
    [r, cones] = frictionless (S, P, [a; lambda.nb; lambda.nu]);
    return
  end
  l = lambda;
  Ma = S.M * a;
  G = [S.Gb, S.Gu, P.Ht];
  c = [S.bb; S.bu; S.tb(P.kb); S.tu(P.ku)];
  R = full (S.Gb * l.nb + S.Gu * l.nu);      % sparse times a scalar is sparse
  if (~isempty (l.tb))
    R = R + S.Hb * l.tb;
  end
  if (~isempty (l.tu))
    R = R + S.Hu * l.tu;
  end
  force = max (abs ([S.F; Ma; R; l.nb; l.nu; realmin]));
  g = G' * a + c;
  motion = max ([abs(c); abs(G)' * abs(a); realmin]);
  u = S.nb + (1:S.nu)';
  law = g;
  law(u) = min (g(u), l.nu * (motion / force));
  if (any (abs (law) > 1e-12 * motion))    % to rounding at rest: what the forces could cause
    reach = max ([max(abs(G), [], 1), 0]) * max (abs ([S.F; 0]));
    motion = max (motion, full (reach / max ([max(abs(S.M), [], 1), realmin])));
  end
  r.dynamics = max (abs (Ma + S.F - R)) / force;
  g = [g / motion; 0];
  nb = S.nb;
  nu = S.nu;
  r.bilateral = max (abs ([g(1:nb); 0]));
  r.unilateral = max (abs ([min(g(nb+1:nb+nu), l.nu / force); 0]));
  r.sticking = 0;
  r.friction = 0;
  if (~P.law)
    r.sticking = max (abs (g(nb+nu+1:end)));
  end
  cones.b = margin (S, l.nb, l.tb, S.mub);
  cones.u = margin (S, l.nu, l.tu, S.muu);
  slip = [l.tb; l.tu];
  if (nnz (P.Db) > 0)
    slip(1:numel (l.tb)) = l.tb + P.Db * abs (l.nb);
  end
  if (P.slides)
    slip(numel (l.tb)+1:end) = l.tu + P.Du * l.nu;
  end
  slip([P.kb; numel(l.tb) + P.ku]) = 0;
  r.friction = max (abs (slip)) / force;
  if (P.law)
    bound = [S.mub .* abs(l.nb); S.muu .* abs(l.nu)];
    [r.sticking, jump] = coulomb (S, P, g(nb+nu+1:end-1), l, bound, force);
    r.friction = max (r.friction, jump);
  end
end

% The same without tangents, where K = [M -Gb -Gu; Gb' 0 0; Gu' 0 0].
function [r, cones] = frictionless (S, P, v)
  n = S.n;
  e = P.ne;
  k = [P.a; P.b];
  g = P.K * v + k;
  size_g = abs (P.K) * abs (v) + abs (k);
  force = max ([size_g(1:n); abs(v(n+1:end)); realmin]);
  motion = max ([size_g(n+1:end); realmin]);
  u = min (g(e+1:end) / motion, v(e+1:end) / force);
  b = max (abs ([g(n+1:e); 0]));
  if (any (abs (u) > 1e-12) || b > 1e-12 * motion)
    reach = max (max (abs (P.K(1:n,n+1:end)))) * max (abs (S.F));
    motion = max (motion, full (reach / max ([max(abs(S.M), [], 1), realmin])));
    u = min (g(e+1:end) / motion, v(e+1:end) / force);
  end
  r.dynamics = max (abs (g(1:n))) / force;
  r.bilateral = b / motion;
  r.unilateral = max (abs ([u; 0]));
  r.sticking = 0;
  r.friction = 0;
  cones.b = zeros (S.nb, 1);
  cones.u = zeros (S.nu, 1);
end

% mu*|ln| - |lt| (0: frictionless)
function m = margin (S, ln, lt, mu)
  if (isempty (lt))
    m = zeros (numel (ln), 1);
    return
  elseif (S.d == 3)
    lt = sqrt (lt(1:2:end) .^ 2 + lt(2:2:end) .^ 2);
  end
  m = mu .* abs (ln) - abs (lt);
  m(mu == 0) = 0;
  m(isinf (mu)) = Inf;
end

% Coulomb's law at the acceleration level: t = projection of t - a_t on the disc mu*|ln|.
function [stick, jump] = coulomb (S, P, at, l, bound, force)
  k = S.d - 1;
  t = reshape ([l.tb(P.kb); l.tu(P.ku)], k, []) / force;
  at = reshape (at, k, []);
  who = ceil ([P.kb(1:k:end); k * S.nb + P.ku(1:k:end)] / k);
  radius = (bound(who) / force)';
  free = isinf (radius) | isnan (radius);
  stick = max ([0, abs(reshape (at(:,free), 1, []))]);
  trial = t - at;
  size_t = sqrt (sum (trial .^ 2, 1));
  shrink = min (1, radius ./ max (size_t, realmin));
  gap = t - bsxfun (@times, trial, shrink);
  jump = max ([0, abs(reshape (gap(:,~free), 1, []))]);
end

function [r, cones] = dls_contact_residual (S, P, a, lambda)
% How well (a, lambda) satisfies the laws in S, from S alone: relative to the largest force, the
% largest acceleration of a constraint, or both. cones: mu*|ln| - |lt| per contact.
% SPDX-License-Identifier: GPL-3.0-or-later
  l = lambda;
  Ma = S.M * a;
  R = S.Gb * l.nb + S.Gu * l.nu + S.Hb * l.tb + S.Hu * l.tu;
  force = max ([abs(S.F); abs(Ma); abs(R); abs(l.nb); abs(l.nu); realmin]);
  r.dynamics = max (abs (Ma + S.F - R)) / force;
  G = [S.Gb, S.Gu, P.Ht];
  c = [S.bb; S.bu; S.tb(P.kb); S.tu(P.ku)];
  mass = max (abs (nonzeros (S.M)));
  if (isempty (mass))
    mass = 1;
  end
  gradient = max ([abs(nonzeros (G)); realmin]);
  motion = max ([abs(c); abs(G)' * abs(a); gradient * max(abs(S.F)) / mass; realmin]);
  g = G' * a + c;
  b = 1:S.nb;
  u = S.nb + (1:S.nu);
  st = S.nb + S.nu + 1 : numel (g);
  r.bilateral = largest (g(b)) / motion;
  r.unilateral = largest (min (g(u) / motion, l.nu / force));
  r.sticking = 0;
  bound = [S.mub .* abs(l.nb); S.muu .* abs(l.nu)];
  t = tangents (S, l);
  cones.b = bound(b(:)) - t(b(:));
  cones.u = bound(u(:)) - t(u(:));
  cones.b(S.mub == 0) = 0;
  cones.u(S.muu == 0) = 0;
  slip = [l.tb + P.Db * abs(l.nb); l.tu + P.Du * abs(l.nu)];
  slip([P.kb; numel(l.tb) + P.ku]) = 0;
  r.friction = largest (slip) / force;
  if (~P.law)
    r.sticking = largest (g(st)) / motion;
    return
  end
  [r.sticking, jump] = coulomb (S, P, g(st) / motion, l, bound, force);
  r.friction = max (r.friction, jump);
end

function y = largest (x)
  y = full (max ([0; abs(x(:))]));
end

function t = tangents (S, l)
  t = zeros (S.nb + S.nu, 1);
  if (S.d == 2)
    t(1:numel (l.tb)) = abs (l.tb);
    t(S.nb + (1:numel (l.tu))) = abs (l.tu);
  else
    t(1:numel (l.tb) / 2) = sqrt (sum (reshape (l.tb, 2, []) .^ 2, 1))';
    t(S.nb + (1:numel (l.tu) / 2)) = sqrt (sum (reshape (l.tu, 2, []) .^ 2, 1))';
  end
end

% Coulomb's law at the acceleration level: t = projection of t - a_t on the disc mu*|ln|.
function [stick, jump] = coulomb (S, P, at, l, bound, force)
  k = S.d - 1;
  t = reshape ([l.tb(P.kb); l.tu(P.ku)], k, []) / force;
  at = reshape (at, k, []);
  who = [ceil(P.kb(1:k:end) / k); S.nb + ceil(P.ku(1:k:end) / k)];
  radius = (bound(who) / force)';
  free = isinf (radius) | isnan (radius);
  stick = largest (reshape (at(:,free), [], 1));
  trial = t - at;
  size_t = sqrt (sum (trial .^ 2, 1));
  shrink = min (1, radius ./ max (size_t, realmin));
  gap = t - trial .* repmat (shrink, k, 1);
  jump = largest (reshape (gap(:,~free), [], 1));
end

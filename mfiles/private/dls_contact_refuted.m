function [cases, known] = dls_contact_refuted (S, P, opts)
% Is there no solution of the law of Coulomb in 3D? Every solution satisfies, whatever its
% directions of slip, the convex conditions
%    dynamics with lb = p - m and sliding forces mu*(p + m), mu*lu;  p, m, lu >= 0,
%    Gb'*a + bb = 0, Gu'*a + bu >= 0, H'*a + tau = 0 where mu = Inf,  |t| <= mu*ln, mu*(p + m)
% and, in each case of open (lu = 0) or closed (Gu'*a + bu = 0) unilateral and of pulling (p = 0) or
% pushing (m = 0) bilateral contacts with friction, those equations. Cases are split until each is
% infeasible by DLS_CONIC. cases: [] when one is not, else structs with y (A'*y = 0, b'*y < 0, y in
% the dual of the cones of the problem) and state; known: [] or the feasible case that ended it
% SPDX-License-Identifier: GPL-3.0-or-later
  most = 6 * (size (P.K, 1) <= 300);       % a large system: only as a whole
  split = [find(S.mub' > 0 & isfinite (S.mub')), S.nb + (1:S.nu)];
  split = split(1:min (most, numel (split)));
  todo = {zeros(1, S.nb + S.nu)};
  cases = [];
  known = [];
  while (~isempty (todo))
    if (toc (opts.timer) > opts.MaxTime)
      cases = [];
      return
    end
    state = todo{end};
    todo(end) = [];
    Q = relaxation (S, P, state);
    [~, ~, y, c] = dls_conic (sparse (Q.n, Q.n), zeros (Q.n, 1), Q.A, Q.b, Q.cones);
    if (strcmp (c.status, 'primal_infeasible'))
      cases = [cases, struct('state', state, 'y', y, 'problem', Q)];
      continue
    end
    next = split(state(split) == 0);
    if (isempty (next) || c.exitflag ~= 1)
      cases = [];
      known = state;
      return
    end
    for s = 1:2
      todo{end+1} = state;
      todo{end}(next(1)) = s;
    end
  end
end

% state: 0 open question, 1 closed or pushing, 2 open or pulling. x = [a; p; m; lu; t]
function Q = relaxation (S, P, state)
  n = S.n;
  nb = S.nb;
  nu = S.nu;
  nt = size (P.Ht, 2);
  kb = P.kb(2:2:end) / 2;
  ku = P.ku(2:2:end) / 2;
  mu = [S.mub(kb(:)); S.muu(ku(:))];
  tau = [S.tb(P.kb); S.tu(P.ku)];
  rigid = logical (kron (isinf (mu), ones (2, 1)));
  slide = S.Hb * P.Db;
  bilateral = state(1:nb);
  contact = state(nb+1:end);
  Ib = speye (nb);
  Iu = speye (nu);
  closed = contact == 1;
  nw = 2 * nb + nu + nt;
  forces = [S.Gb - slide, -S.Gb - slide, P.Gu, P.Ht];
  equations = [S.M, -forces; [S.Gb, P.Ht(:,rigid), S.Gu(:,closed)]', ...
               sparse(nb + sum (rigid) + sum (closed), nw); ...
               fixed(Ib(bilateral == 2,:), n, nw, 0); fixed(Ib(bilateral == 1,:), n, nw, nb); ...
               fixed(Iu(contact == 2,:), n, nw, 2 * nb)];
  side = [-S.F; -S.bb; -tau(rigid); -S.bu(closed); zeros(sum (bilateral > 0) ...
          + sum (contact == 2), 1)];
  positive = [sparse(2 * nb + nu, n), -speye(2 * nb + nu, nw); -S.Gu', sparse(nu, nw)];
  cones = sparse (0, n + nw);
  for c = find (isfinite (mu))'
    row = sparse (3, n + nw);
    if (c <= numel (kb))
      row(1,n+kb(c)+[0 nb]) = -mu(c);
    else
      row(1,n+2*nb+ku(c-numel(kb))) = -mu(c);
    end
    row(2:3,n+2*nb+nu+2*c+[-1 0]) = -speye (2);
    cones = [cones; row];
  end
  count = size (cones, 1) / 3;
  Q.n = n + nw;
  Q.A = [equations; positive; cones];
  Q.b = [side; zeros(2 * nb + nu, 1); S.bu; zeros(3 * count, 1)];
  Q.cones = struct ('z', size (equations, 1), 'l', 2 * nb + 2 * nu, 'q', 3 * ones (1, count));
end

function rows = fixed (I, n, nw, at)
  [k, m] = size (I);
  rows = [sparse(k, n + at), I, sparse(k, nw - at - m)];
end

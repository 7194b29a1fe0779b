function varargout = dls_contact_cones (what, varargin)
% What proves that contacts have no solution; dls_contact_cones (WHAT, S, ...): proof: (.., law, y);
% refuted: (.., P, opts, info); program, case: (.., law), (.., law, state): the problems with A, b,
% cones that certificates are about.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['contact_', what], varargin{:});
end

function Q = contact_program (S, law)
  Q = program (S, tangents (S, law));
end

function Q = contact_case (S, law, state)
  Q = relaxation (S, tangents (S, law), state);
end

% With the tangents of all contacts that may stick, whatever their law.
function P = tangents (S, law)
  P = dls_contact_mex ('problem', S, false);
  P.law = law;
end

function info = contact_refuted (S, P, opts, info)
  P = tangents (S, P.law);
  cases = dls_contact_refuted (S, P, opts);
  if (isempty (cases))
    return
  end
  info.status = 'no_solution';
  info.exitflag = -2;
  info.unique = false;
  info.message = dls_some (sprintf ('%s; none exists, by the contradictions of %d cases', ...
                                    info.message, numel (cases)));
  text = ['each case: with problem.A, b, cones: A''*y = 0, b''*y < 0, y in the dual cones; ', ...
          'so A*x + s = b has no solution with s in the cones'];
  info.certificate = struct ('kind', 'cases', 'cases', cases, 'text', text);
end

% x = [a; e], one e per sticking contact: e_k >= |H_k'*a + tau_k|.
% A*x + s = b, s in the cones, x = [a; bounds on the accelerations of tangents that may slip]
function Q = program (S, P)
  k = S.d - 1;
  kb = (P.kb(1:k:end) + k - 1) / k;         % contact of each group of tangents
  ku = (P.ku(1:k:end) + k - 1) / k;
  mu = [S.mub(kb(:)); S.muu(ku(:))];
  tau = [S.tb(P.kb); S.tu(P.ku)];
  rigid = isinf (mu) | ~P.law;              % an equation
  wide = logical (kron (rigid(:), ones (k, 1)));
  ns = sum (~rigid);
  He = P.Ht(:,wide);
  Hc = P.Ht(:,~wide);
  nz = S.nb + size (He, 2);
  order = reshape ([1:ns; ns + reshape(1:k*ns, k, ns)], [], 1);
  cone = [sparse(ns, S.n), -speye(ns); -Hc', sparse(k * ns, ns)];
  side = [zeros(ns, 1); tau(~wide)];
  Q.A = [[S.Gb, He]', sparse(nz, ns); -S.Gu', sparse(S.nu, ns); cone(order,:)];
  Q.b = [-S.bb; -tau(wide); S.bu; side(order)];
  Q.cones = struct ('z', nz, 'l', S.nu, 'q', (k + 1) * ones (1, ns));
  Q.nz = nz;
end

% Of the program of Gauss' principle (libcore/contact/gauss.c).
function c = contact_proof (S, law, y)
  Q = contact_program (S, law);
  text = ['with problem.A, b, cones: [y; u] has A''*[y; u] = 0, b''*[y; u] < 0, and ', ...
          'u >= 0 (zero in the rows of the cones); so Gb''*a + bb = 0, Gu''*a + bu >= 0 (and ', ...
          'H''*a + tau = 0 where nothing may slip) contradict each other'];
  c = struct ('kind', 'farkas', 'y', y(1:Q.nz), 'u', y(Q.nz+1:end), 'text', text, ...
              'problem', struct ('A', Q.A, 'b', Q.b, 'cones', Q.cones));
end

% Is there no solution of the law of Coulomb in 3D? Every solution satisfies, whatever its
% directions of slip, the convex conditions
%    dynamics with lb = p - m and sliding forces mu*(p + m), mu*lu;  p, m, lu >= 0,
%    Gb'*a + bb = 0, Gu'*a + bu >= 0, H'*a + tau = 0 where mu = Inf,  |t| <= mu*ln, mu*(p + m)
% and, in each case of open (lu = 0) or closed (Gu'*a + bu = 0) unilateral and of pulling (p = 0) or
% pushing (m = 0) bilateral contacts with friction, those equations. Cases are split until each is
% infeasible by DLS_CONIC. cases: [] when one is not, else structs with y (A'*y = 0, b'*y < 0, y in
% the dual of the cones of the problem) and state; known: [] or the feasible case that ended it
function [cases, known] = dls_contact_refuted (S, P, opts)
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

function varargout = dls_contact_cones (what, varargin)
% Contacts by conic programs; dls_contact_cones (WHAT, S, ...): solve: (.., P, opts); program, case:
% (.., law), (.., law, state): the problems with A, b, cones that certificates are about.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['contact_', what], varargin{:});
end

% Stick to slip in 3D (ALLSTICK (5), (69)), or sliding friction in large systems (without the law,
% contacts stick by equations): fixed point on the normal forces. For given friction bounds
% r = mu*|ln| (and sliding forces), Gauss' principle is the convex program
%    minimise 1/2*a'*M*a + F'*a + sum r_k*|H_k'*a + tau_k|,  Gb'*a + bb = 0, Gu'*a + bu >= 0
% whose multipliers are the reactions, with |t_k| <= r_k.
function [a, lambda, info] = contact_solve (S, P, opts)
  opts.polish = 1e-2;                      % residual where Newton's method may add digits
  [answer, text, k] = incremental (S, P, opts);
  if (answer.worst <= opts.Tolerance)
    info = dls_contact_parts ('report', 'solved', 1, 'friction', text, k);
    [a, lambda, info] = other_answers (S, P, opts, answer, info);
    return
  end
  Q = program (S, P);
  [answer, best, status, k, c, x] = iterate (S, P, Q, answer, opts);
  a = answer.a;
  lambda = answer.lambda;
  exitflag = dls_exitflag (status);
  text = sprintf ('fixed point on the normal forces: %d convex programs, residual %.1e', k, best);
  info = dls_contact_parts ('report', status, exitflag, 'cones', text, k);
  if (strcmp (status, 'primal_infeasible'))
    info.status = 'infeasible';
    info.unique = false;
    info.certificate = proof (Q, x.y);
    return
  elseif (exitflag < -4 || exitflag == -3)
    info.status = 'numerical_trouble';
    info.exitflag = dls_exitflag (info.status);
    info.message = sprintf ('%s; the convex program ended with %s', info.message, c.status);
  end
  [a, lambda, info] = other_answers (S, P, opts, answer, info);
end

% Contacts alone, unilateral ones that stick, slip or open by Coulomb's law: what DLS_FRICTION
% solves, with accelerations in place of velocities. Few of them are left to the programs.
function [answer, text, iterations] = incremental (S, P, opts)
  few = 4;                                 % whose cases are listed
  answer = struct ('ln', zeros (S.nb + S.nu, 1), 'worst', Inf);
  [text, iterations] = deal ('', 0);
  if (S.nb > 0 || S.nu <= few || P.slides || ~P.law || any (isinf (S.muu)) || ~may_open (S))
    return
  end
  k = S.d - 1;
  order = reshape ([1:S.nu; S.nu + reshape(1:k*S.nu, k, S.nu)], [], 1);
  H = [S.Gu, S.Hu]';
  w = [S.bu; S.tu];
  T = dls_problem ('M', S.M, 'H', H(order,:), 'f', S.F, 'w', w(order), 'mu', S.muu, 'd', S.d);
  half = max (opts.MaxTime - toc (opts.timer), 0) / 2;
  [r, ~, a, info] = dls_friction (T, 'Tolerance', 1e-11, 'MaxTime', half);
  r(order) = r;
  answer.a = a;
  answer.ln = r(1:S.nu);
  answer.lambda = struct ('nb', zeros (0, 1), 'nu', answer.ln, 'tb', zeros (0, 1), ...
                          'tu', r(S.nu+1:end));
  answer.worst = dls_contact_many ('worst', S, P, a, answer.lambda);
  if (answer.worst <= opts.polish)
    answer = dls_contact_many ('polish', S, P, answer, opts);
  end
  text = sprintf ('friction by %s, residual %.1e', info.method, answer.worst);
  iterations = info.iterations;
end

% Is there an acceleration that all contacts allow?
function ok = may_open (S)
  [~, ~, ~, c] = dls_conic ([], zeros (S.n, 1), -S.Gu', S.bu, struct ('l', S.nu));
  ok = c.exitflag == 1;
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

% Is it the only solution? If there is none yet: is there one?
function [a, lambda, info] = other_answers (S, P, opts, answer, info)
  a = answer.a;
  lambda = answer.lambda;
  tolerance = min (opts.Tolerance, 1e-9);
  small = S.nb + S.nu <= 4 && size (P.K, 1) <= 60;
  if (strcmp (opts.Solutions, 'one'))
    return
  end
  if (info.exitflag == 1 && S.n <= 500)
    contraction = dls_contact_contraction (S, P);
    if (contraction < 1)
      info.unique = true;
      info.message = sprintf ('%s; it contracts (%.2g): the only solution', info.message, ...
                              contraction);
      return
    end
  end
  several = false;
  list = {};
  if (info.exitflag == 1)
    list = {answer};
  end
  most = 32 * small * (toc (opts.timer) < opts.MaxTime);
  if (strcmp (opts.Solutions, 'all'))
    most = 1000;
  end
  if (most > 0)
    [list, several] = dls_contact_many ('starts', S, P, list, tolerance, most, opts);
    info.message = dls_some (sprintf ('%s; %d accelerations found from many cases', ...
                                      info.message, numel (list)));
  end
  if (isempty (list))
    info = refuted (S, P, opts, info);
    return
  end
  a = list{1}.a;
  lambda = list{1}.lambda;
  info.status = 'solved';
  info.exitflag = 1;
  for k = 1:numel (list)
    info.solutions = [info.solutions, struct('a', list{k}.a, 'lambda', list{k}.lambda)];
  end
  if (numel (list) > 1 || several)
    info.unique = false;
  end
end

function info = refuted (S, P, opts, info)
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

% answer: the best so far, where it begins.
function [answer, best, status, k, c, x] = iterate (S, P, Q, answer, opts)
  ln = answer.ln;
  best = answer.worst;
  start = [];
  memory = zeros (numel (ln), 0);
  images = memory;
  status = 'max_iterations';
  polish_at = opts.polish;
  idle = 0;
  most = [opts.MaxIterations(opts.MaxIterations > 0), 200];
  for k = 1:most(1)
    [now, x, c] = step (S, P, Q, ln, start, opts);
    if (c.exitflag ~= 1)
      status = c.status;
      break
    end
    start = x;
    now.worst = dls_contact_many ('worst', S, P, now.a, now.lambda);
    if (now.worst <= polish_at)
      polish_at = now.worst / 10;
      now = dls_contact_many ('polish', S, P, now, opts);
    end
    idle = idle + 1;
    if (now.worst < best)
      idle = idle * (now.worst > best / 2);
      best = now.worst;
      answer = now;
    end
    if (best <= min (opts.Tolerance, 1e-9) || (best <= opts.Tolerance && idle >= 5))
      status = 'solved';                   % to rounding, or as near as the programs come
      break
    end
    memory(:,end+1) = ln;
    images(:,end+1) = now.ln;
    if (size (memory, 2) > 6)
      memory(:,1) = [];
      images(:,1) = [];
    end
    ln = anderson (memory, images, S.nb);
  end
  if (isinf (best))
    answer = now;
  end
  if (strcmp (status, 'max_iterations') && best <= opts.Tolerance)
    status = 'solved';
  end
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
  Q.who = [kb(:); S.nb + ku(:)];
  Q.who = Q.who(~rigid);
  Q.mu = mu(~rigid);
  Q.wide = wide;
  ns = numel (Q.mu);
  He = P.Ht(:,wide);
  Hc = P.Ht(:,~wide);
  nz = S.nb + size (He, 2);
  order = reshape ([1:ns; ns + reshape(1:k*ns, k, ns)], [], 1);
  cone = [sparse(ns, S.n), -speye(ns); -Hc', sparse(k * ns, ns)];
  side = [zeros(ns, 1); tau(~wide)];
  Q.A = [[S.Gb, He]', sparse(nz, ns); -S.Gu', sparse(S.nu, ns); cone(order,:)];
  Q.b = [-S.bb; -tau(wide); S.bu; side(order)];
  Q.P = [S.M, sparse(S.n, ns); sparse(ns, S.n + ns)];
  Q.cones = struct ('z', nz, 'l', S.nu, 'q', (k + 1) * ones (1, ns));
  Q.nz = nz;
  Q.ns = ns;
end

function [now, x, c] = step (S, P, Q, ln, start, opts)
  lb = reshape (ln(1:S.nb), [], 1);
  lu = reshape (ln(S.nb+1:end), [], 1);
  slide = S.Hb * (P.Db * abs (lb)) + S.Hu * (P.Du * max (lu, 0));
  q = [S.F + slide; Q.mu .* abs(ln(Q.who))];
  tight = {'Tolerance', 1e-11, 'DataAccuracy', opts.DataAccuracy, 'MaxTime', ...
           max(opts.MaxTime - toc (opts.timer), 0)};
  if (isempty (start))
    [x.x, x.s, x.y, c] = dls_conic (Q.P, q, Q.A, Q.b, Q.cones, tight{:});
  else
    [x.x, x.s, x.y, c] = dls_conic (Q.P, q, Q.A, Q.b, Q.cones, tight{:}, 'Start', start);
  end
  if (c.exitflag ~= 1 && max ([c.residual.primal, c.residual.dual, c.residual.gap]) <= 1e-8)
    c.exitflag = 1;
  end
  k = S.d - 1;
  now.a = x.x(1:S.n);
  nb = -x.y(1:S.nb);
  nu = x.y(Q.nz + (1:S.nu));
  t = zeros (numel (Q.wide), 1);
  t(Q.wide) = -x.y(S.nb+1:Q.nz);
  cone = reshape (x.y(Q.nz+S.nu+1:end), k + 1, []);
  t(~Q.wide) = reshape (cone(2:end,:), [], 1);
  now.lambda = dls_contact_parts ('friction', S, P, nb, nu, t);
  now.ln = [nb; nu];
end

% The affine combination of the last images whose residual is least.
function ln = anderson (X, Y, nb)
  ln = Y(:,end);
  R = Y - X;
  if (size (R, 2) > 2)
    dR = bsxfun (@minus, R(:,1:end-1), R(:,end));
    g = -pinv (dR, 1e-10 * norm (dR)) * R(:,end);
    if (all (isfinite (g)) && norm (g, 1) < 10)
      ln = ln + bsxfun (@minus, Y(:,1:end-1), Y(:,end)) * g;
      ln(nb+1:end) = max (ln(nb+1:end), 0);
    end
  end
end

function c = proof (Q, y)
  text = ['with problem.A, b, cones: [y; u] has A''*[y; u] = 0, b''*[y; u] < 0, and ', ...
          'u >= 0 (zero in the rows of the cones); so Gb''*a + bb = 0, Gu''*a + bu >= 0 (and ', ...
          'H''*a + tau = 0 where nothing may slip) contradict each other'];
  c = struct ('kind', 'farkas', 'y', y(1:Q.nz), 'u', y(Q.nz+1:end), 'text', text, ...
              'problem', struct ('A', Q.A, 'b', Q.b, 'cones', Q.cones));
end

% A bound on the Lipschitz constant of the fixed point on the normal forces (dls_contact_cones), in
% the norm |mu.*ln| over the contacts with friction; below 1 there is exactly one solution. Inf
% when it needs what is not there: M > 0 and independent columns in J = [Gb, Gu, Ht].
%    With new normal forces in the program, Gauss' principle is strongly convex: in the norm of M,
%    |da| <= (h + e)*|mu.*dln|, h = |M^-1/2*Hc|, Hc the tangents that may slip, e = |M^-1/2*Hs|, Hs
%    the directions of the sliding contacts. Its multipliers l solve J*l = M*a + F + sliding, so
%    |dl| <= |da| + e*|mu.*dln| in the norm of D = J'*M^-1*J, and |mu.*dln| <= s*|dl|,
%    s^2 = |diag (mu)*(D^-1)_nn*diag (mu)|: together s*(h + 2*e).
function k = dls_contact_contraction (S, P)
  k = Inf;
  J = full ([S.Gb, S.Gu, P.Ht]);
  [R, bad] = chol (full (S.M));
  if (bad || size (J, 2) > S.n || min (abs (diag (R))) <= 1e-6 * max (abs (diag (R))))
    return
  end
  Jm = R' \ J;
  if (rank (bsxfun (@rdivide, Jm, max (sqrt (sum (Jm .^ 2, 1)), realmin)), 1e-8) < size (J, 2))
    return
  end
  each = S.d - 1;
  mu = [S.mub; S.muu];
  tangents = repmat (mu([P.kb(1:each:end) + each - 1; P.ku(1:each:end) + each - 1 ...
                         + each * S.nb] / each)', each, 1);
  h = norm (R' \ full (P.Ht(:,isfinite (tangents(:)))));
  direction = [S.Hb * P.Db, S.Hu * P.Du];
  sliding = find (any (direction, 1));
  e = norm (full (R' \ direction(:,sliding) * diag (1 ./ mu(sliding))));
  feeds = find (mu > 0 & isfinite (mu));
  W = inv (Jm' * Jm);
  s = sqrt (norm (diag (mu(feeds)) * W(feeds,feeds) * diag (mu(feeds))));
  k = s * (h + 2 * e);
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

function E = dls_sensitivity_laws (what, P, answer)
% The equations of a contact system ('contact') or a friction problem ('friction') in the state of
% an answer, for DLS_SENSITIVITY: with y = [a; r], r and u = Jk*a + w contact by contact, normal
% first,
%    M*a + F - Jd*r = 0,   Cu*u + Cr*r = 0   (closed: u_N = 0, sticks: u_T = 0, slips along u_T ...)
% SPDX-License-Identifier: GPL-3.0-or-later
  E = struct ('kind', what, 'forward', @forward, 'adjoint', @adjoint, 'flat', @flat, ...
              'shape', @shape);
  if (strcmp (what, 'contact'))
    E = of_system (E, P, answer);
  else
    E = of_friction (E, P, answer);
  end
  E.u = full (E.Jk * E.a + E.w);
  E = states (E);
  E.A = [E.M, -E.Jd; E.Cu * E.Jk, E.Cr];
end

function E = of_system (E, S, x)
  parts = {'nb', 'nu', 'tb', 'tu'};
  if (~(isstruct (x.lambda) && isscalar (x.lambda) && all (isfield (x.lambda, parts))))
    error ('delassus:type', 'dls_sensitivity: lambda of the answer is %s; expected that of %s', ...
           dls_describe (x.lambda), 'dls_contact');
  end
  d = S.d;
  [E.S, E.d, E.n, E.nb, E.nc] = deal (S, d, S.n, S.nb, S.nb + S.nu);
  [E.M, E.F] = deal (S.M, S.F);
  E.a = dls_vector_input (x.a, S.n, 'dls_sensitivity', 'a of the answer');
  E.mu = [S.mub; S.muu];
  E.modes = [S.modeb, S.modeu];
  E.v = [reshape(S.vtb, d - 1, []), reshape(S.vtu, d - 1, [])];
  E.at = struct ('nb', d * (0:S.nb-1)' + 1, 'nu', d * (S.nb:E.nc-1)' + 1);
  tangents = @(first, count) reshape (bsxfun (@plus, d * (first + (0:count-1)), (2:d)'), [], 1);
  E.at.tb = tangents (0, size (S.Hb, 2) / (d - 1));
  E.at.tu = tangents (S.nb, size (S.Hu, 2) / (d - 1));
  blocks = {'nb', 'Gb', 'bb'; 'nu', 'Gu', 'bu'; 'tb', 'Hb', 'tb'; 'tu', 'Hu', 'tu'};
  E.Jd = sparse (S.n, d * E.nc);
  [E.w, E.r] = deal (zeros (d * E.nc, 1));
  for k = 1:4
    [at, G] = deal (E.at.(blocks{k,1}), blocks{k,2});
    if (~isempty (at))
      E.Jd(:,at) = S.(G);
      E.w(at) = S.(blocks{k,3});
      E.r(at) = dls_vector_input (x.lambda.(blocks{k,1}), numel (at), 'dls_sensitivity', ...
                                  ['lambda.', blocks{k,1}, ' of the answer']);
    end
    E.parameters.(blocks{k,3}) = fixed ([], constants (E, at));
  end
  for k = 1:4
    [at, G] = deal (E.at.(blocks{k,1}), blocks{k,2});
    E.parameters.(G) = @() gradient (E, S.(G), at);
  end
  E.Jk = E.Jd';
  E.parameters.F = fixed (speye (S.n), []);
  E.parameters.M = @() mass (E, S.M);
  E.parameters.mub = fixed ([], [], 1:S.nb * (numel (S.mub) > 0));
  E.parameters.muu = fixed ([], [], S.nb + (1:S.nu * (numel (S.muu) > 0)));
end

function E = of_friction (E, P, x)
  N = P.d * P.nc;
  of_answer = @(x, n, name) dls_vector_input (x, n, 'dls_sensitivity', [name, ' of the answer']);
  [E.d, E.nb, E.nc, E.mu, E.r] = deal (P.d, 0, P.nc, P.mu, of_answer (x.r, N, 'r'));
  E.modes = repmat ({'sticking'}, 1, P.nc);
  E.modes(P.mu == 0) = {'frictionless'};
  E.v = zeros (P.d - 1, P.nc);
  E.local = strcmp (P.form, 'local');
  if (E.local)                             % a is u
    [E.n, E.M, E.F, E.a] = deal (N, speye (N), -P.q, of_answer (x.u, N, 'u'));
    [E.Jd, E.Jk, E.w] = deal (P.W, speye (N), zeros (N, 1));
    E.parameters.q = fixed (-speye (N), []);
    [i, j] = find (P.W);
    E.parameters.W = fixed (sparse (i, 1:numel (i), -E.r(j), N, numel (i)), []);
  else
    E.n = size (P.M, 1);
    [E.M, E.F, E.a] = deal (P.M, P.f, of_answer (x.v, E.n, 'v'));
    [E.Jd, E.Jk, E.w] = deal (P.H', P.H, P.w);
    E.parameters.f = fixed (speye (E.n), []);
    E.parameters.w = fixed ([], speye (N));
    E.parameters.M = @() mass (E, P.M);
    [j, i] = find (P.H);                   % as find (P.H) has them
    k = 1:numel (i);
    E.parameters.H = fixed (sparse (i, k, -E.r(j), E.n, numel (i)), ...
                            sparse (j, k, E.a(i), N, numel (i)));
  end
  E.parameters.mu = fixed ([], [], 1:P.nc);
end

function C = constants (E, at)
  C = sparse (at, 1:numel (at), 1, E.d * E.nc, numel (at));
end

% A parameter, made when it is asked for: the derivatives of the dynamics and of u, or which
% coefficients of friction.
function make = fixed (dynamics, u, contacts)
  if (nargin < 3)
    contacts = [];
  end
  make = @() struct ('dynamics', dynamics, 'u', u, 'contacts', contacts);
end

function D = mass (E, M)
  [i, j] = find (M);
  D = struct ('dynamics', sparse (i, 1:numel (i), E.a(j), E.n, numel (i)), 'u', [], 'contacts', []);
end

function D = gradient (E, G, at)
  [i, j] = find (G);
  k = 1:numel (i);
  D = struct ('dynamics', sparse (i, k, -E.r(at(j)), E.n, numel (i)), ...
              'u', sparse (at(j), k, E.a(i), E.d * E.nc, numel (i)), 'contacts', []);
end

% Cu, Cr, Cmu of the state of each contact; pairs: those at the end of their state, struct arrays
% row, U (of r) and W (of u): one-sided, 0 <= U*r' _|_ W*u' >= 0; contacts: which; lost: NaN.
function E = states (E)
  d = E.d;
  N = d * E.nc;
  [E.Cu, E.Cr] = deal (sparse (N, N));
  E.Cmu = sparse (N, E.nc);
  E.pairs = struct ('row', {}, 'U', {}, 'W', {}, 'mu', {});
  E.contacts = [];
  E.lost = false;
  [ru, cr, ca] = natural (E);
  most = max ([abs(E.a) ./ ca; abs(E.r) ./ cr; realmin]);
  tiny = 1e-8 * most;
  for c = 1:E.nc
    k = (c - 1) * d + 1;
    t = k + (1:d-1);
    [push, gap] = deal (abs (E.r(k)) / cr(k), E.u(k) * ru(k));
    open = c > E.nb && push <= gap;
    weak = c > E.nb && push <= tiny && gap <= tiny;
    law = E.modes{c};
    if (open && ~weak)
      E.Cr(k:t(end),k:t(end)) = speye (d);
      continue
    end
    E.Cu(k,k) = 1;
    if (weak)
      E.contacts(end+1) = c;
      E.lost = E.lost || strcmp (law, 'sticking');
      E = pair (E, k, sparse (1, k, 1, 1, N), sparse (1, k, 1, 1, N), []);
    end
    if (strcmp (law, 'frictionless'))
      E.Cr(t,t) = speye (d - 1);
    elseif (strcmp (law, 'sliding'))
      E = slips (E, c, k, t, E.v(:,c) / norm (E.v(:,c)), push <= tiny);
    else
      E = coulomb (E, c, k, t, struct ('tiny', tiny, 'ru', max (ru(t)), 'cr', max (cr(t))));
    end
  end
end

function E = coulomb (E, c, k, t, unit)
  [f, u, l] = deal (E.r(t), E.u(t), E.r(k));
  slack = (E.mu(c) * abs (l) - norm (f)) / unit.cr;
  speed = norm (u) * unit.ru;
  if (isinf (E.mu(c)) || (slack > speed && slack > unit.tiny))
    E.Cu(t,t) = speye (numel (t));
  elseif (speed > unit.tiny)
    E = slips (E, c, k, t, u / norm (u), abs (l) / unit.cr <= unit.tiny);
    E.Cu(t,t) = E.mu(c) * abs (l) * (eye (numel (t)) - u * u' / (u' * u)) / norm (u);
  else                                     % |f| = mu*|l|: (mu*|l| - s*t) >= 0  _|_  -s*u >= 0
    E.contacts(end+1) = c;
    if (E.d == 3 || l == 0)
      E.lost = true;
      E.Cu(t,t) = speye (numel (t));
      return
    end
    N = E.d * E.nc;
    s = sign (f);
    E = pair (E, t, sparse (1, [k, t], [E.mu(c) * sign(l), -s], 1, N), sparse (1, t, -s, 1, N), ...
              sparse (1, c, abs (l), 1, E.nc));
    E.Cu(t,t) = 1;
  end
end

% f + mu*|l|*e = 0
function E = slips (E, c, k, t, e, turns)
  l = E.r(k);
  E.Cr(t,t) = speye (numel (t));
  E.Cr(t,k) = E.mu(c) * e * (1 - 2 * (l < 0));
  E.Cmu(t,c) = abs (l) * e;
  if (turns && c <= E.nb)                  % the kink of |l|
    E.contacts(end+1) = c;
    E.lost = true;
  end
end

function E = pair (E, row, U, W, mu)
  if (isempty (mu))
    mu = sparse (1, E.nc);
  end
  E.pairs(end+1) = struct ('row', row, 'U', U, 'W', W, 'mu', mu);
end

% Units of u, r and a in which the equations have entries near one.
function [ru, cr, ca] = natural (E)
  N = E.d * E.nc;
  [r, c] = dls_judge ('units', [E.M, -E.Jd, E.F; E.Jk, sparse(N, N), E.w]);
  ru = r(E.n+1:end);
  cr = c(E.n+1:end-1);
  ca = c(1:E.n);
end

function [y, J] = forward (E, R)
  J = report (E);
  s = solver (E.A);
  J.message = s.why;
  if (E.lost)
    y = NaN (size (E.A, 1), size (R, 2));
  elseif (isempty (E.pairs))
    y = -s.solve (R);
    y(s.free,:) = NaN;
    y(:,s.held (R)) = NaN;
  else
    y = one_sided (E, R);
  end
end

% The change with each column when what is at the end of its state may leave it one way.
function y = one_sided (E, R)
  n = E.n;
  N = E.d * E.nc;
  rows = n + [E.pairs.row];
  U = [sparse(numel (rows), n), vertcat(E.pairs.U)];
  W = vertcat (E.pairs.W);
  A = E.A;
  A(rows,:) = U;
  B = sparse (rows, 1:numel (rows), -1, n + N, numel (rows));
  none = sparse (numel (rows), numel (rows));
  y = NaN (n + N, size (R, 2));
  for j = 1:size (R, 2)
    a = R(:,j);
    shift = zeros (N, 1);                  % Cu is 1 in these rows: their change of u
    shift(rows-n) = a(rows);
    a(rows) = 0;
    [x, ~, ~, info] = dls_mlcp (A, B, W * [E.Jk, sparse(N, N)], none, a, W * shift);
    if (strcmp (info.status, 'solved'))
      y(:,j) = x;
    end
  end
end

function [z, J] = adjoint (E, w)
  J = report (E);
  s = solver (E.A);
  J.message = s.why;
  if (E.lost || ~isempty (E.pairs))
    z = NaN (size (w));
    J.status = 'not_differentiable';
    J.message = 'contacts at the end of their state: adjoints need a differentiable answer';
  else
    z = s.transposed (w);
    if (s.open (w))
      z(:) = NaN;
      J.message = 'the cotangent asks for what is not determined';
    end
  end
end

function J = report (E)
  J = struct ('status', 'solved', 'contacts', E.contacts, 'message', '');
  if (E.lost)
    J.status = 'not_differentiable';
  elseif (~isempty (E.pairs))
    J.status = 'one_sided';
  end
end

% Solutions of minimum norm in balanced units; which rows are free; columns that leave no solution
% (held), cotangents of what is not determined (open).
function s = solver (A)
  [r, c] = dls_judge ('units', A);
  k = numel (c);
  A = diag (sparse (r)) * A * diag (sparse (c));
  if (~all (isfinite (nonzeros (A))))
    error ('delassus:notFinite', ['dls_sensitivity: derivatives of the equations are Inf or ', ...
           'NaN; expected data whose products are finite']);
  end
  s = struct ('free', false (k, 1), 'held', @(R) false (1, size (R, 2)), 'open', @(w) false, ...
              'why', '', 'solve', [], 'transposed', []);
  if (k > 500)                             % sparse LU, of what is regular
    [L, U, P, Q] = lu (A);
    if (~(min (abs (diag (U))) > 1e-12 * max (abs (diag (U)))))
      error ('delassus:dimension', ['dls_sensitivity: %d unknowns with redundant equations; ', ...
             'expected at most 500'], k);
    end
    s.solve = @(R) bsxfun (@times, c, Q * (U \ (L \ (P * bsxfun (@times, r, R)))));
    s.transposed = @(w) r .* (P' * (L' \ (U' \ (Q' * (c .* w)))));
    return
  end
  [P, S, Q] = svd (full (A));
  S = diag (S);
  good = S > 1e-11 * max ([S; realmin]);
  T = Q(:,good) * diag (1 ./ S(good)) * P(:,good)';
  s.solve = @(R) bsxfun (@times, c, T * bsxfun (@times, r, R));
  s.transposed = @(w) r .* (T' * (c .* w));
  if (~all (good))
    s.free = max (abs (Q(:,~good)), [], 2) > 1e-7;
    beyond = @(Z, X) max (abs (Z' * X), [], 1) > 1e-8 * max (abs (X), [], 1);
    s.held = @(R) beyond (P(:,~good), bsxfun (@times, r, R));
    s.open = @(w) beyond (Q(:,~good), c .* w);
    s.why = sprintf ('%d unknowns are not determined', sum (s.free));
  end
end

function w = flat (E, c)
  w = zeros (E.n + E.d * E.nc, 1);
  if (strcmp (E.kind, 'contact'))
    if (isfield (c, 'a'))
      w(1:E.n) = dls_vector_input (c.a, E.n, 'dls_sensitivity', 'a');
    end
    for name = {'nb', 'nu', 'tb', 'tu'}
      if (isfield (c, 'lambda') && isfield (c.lambda, name{1}))
        at = E.at.(name{1});
        w(E.n+at) = dls_vector_input (c.lambda.(name{1}), numel (at), 'dls_sensitivity', name{1});
      end
    end
    return
  end
  names = {'v', 'u'};
  if (isfield (c, names{1+E.local}))
    w(1:E.n) = dls_vector_input (c.(names{1+E.local}), E.n, 'dls_sensitivity', names{1+E.local});
  end
  if (isfield (c, 'r'))
    w(E.n+1:end) = dls_vector_input (c.r, E.d * E.nc, 'dls_sensitivity', 'r');
  end
end

function J = shape (E, J, y, D)
  a = y(1:E.n,:);
  r = y(E.n+1:end,:);
  if (strcmp (E.kind, 'contact'))
    J.a = a;
    for name = {'nb', 'nu', 'tb', 'tu'}
      J.lambda.(name{1}) = r(E.at.(name{1}),:);
    end
    J.lambda = dls_by_name (J.lambda, E.S);
    J = dls_by_name (J, E.S, a);
    return
  end
  J.r = r;
  J.u = full (E.Jk * a);
  if (~isempty (D.u))
    J.u = J.u + D.u;
  end
  if (~E.local)
    J.v = a;
  end
end

function E = dls_sensitivity_laws (what, P, answer)
% The equations of a contact system ('contact') or a friction problem ('friction') in the state of
% an answer, for DLS_SENSITIVITY: with y = [a; r], r and u = Jk*a + w contact by contact, normal
% first (E.rows each),
%    M*a + F - Jd*r = 0,   Cu*u + Cr*r = 0   (closed: u_N = 0, sticks: u_T = 0, slips along u_T ...)
% E.parts are what of a contact has a disk (an ellipse) of forces: its rows behind the normal, its
% coefficients, the angle of its axes; E.law.(name) is how the last equations change with a
% coefficient. With c, cohesion, a = |r_N + c| is the size of all disks.
% SPDX-License-Identifier: GPL-3.0-or-later
  E = struct ('kind', what);
  if (strcmp (what, 'contact'))
    E = of_system (E, P, answer);
  else
    E = of_friction (E, P, answer);
  end
  E.u = full (E.Jk * E.a + E.w);
  E = states (slips_known (E));
  E.A = [E.M, -E.Jd; E.Cu * E.Jk, E.Cr];
end

function E = of_system (E, S, x)
  parts = {'nb', 'nu', 'tb', 'tu'};
  if (~(isstruct (x.lambda) && isscalar (x.lambda) && all (isfield (x.lambda, parts))))
    error ('delassus:type', 'dls_sensitivity: lambda of the answer is %s; expected that of %s', ...
           dls_describe (x.lambda), 'dls_contact');
  end
  d = S.d;
  [E.S, E.d, E.rows, E.n, E.nb, E.nc] = deal (S, d, d, S.n, S.nb, S.nb + S.nu);
  [E.M, E.F] = deal (S.M, S.F);
  E.a = dls_vector_input (x.a, S.n, 'dls_sensitivity', 'a of the answer');
  E.parts = struct ('name', 'mu', 'rows', 1:d-1, 'm', [S.mub; S.muu], 'angle', 0);
  E.c = zeros (E.nc, 1);
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
  E.parameters.mub = of_law ('mu', 1:S.nb * (numel (S.mub) > 0));
  E.parameters.muu = of_law ('mu', S.nb + (1:S.nu * (numel (S.muu) > 0)));
end

function E = of_friction (E, P, x)
  E = laws (E, P);
  N = E.rows * P.nc;
  of_answer = @(x, n, name) dls_vector_input (x, n, 'dls_sensitivity', [name, ' of the answer']);
  [E.d, E.nb, E.nc, E.r] = deal (P.d, 0, P.nc, of_answer (x.r, N, 'r'));
  E.modes = repmat ({'sticking'}, 1, P.nc);
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
end

% Of a kind 'law', too, with the coefficients that are given as numbers for parameters.
function E = laws (E, P)
  [t, E.rows, E.c] = deal (1:P.d-1, P.d, zeros (P.nc, 1));
  E.parts = struct ('name', 'mu', 'rows', t, 'm', P.mu, 'angle', zeros (P.nc, 1));
  E.parameters = struct ();
  if (~isa (P.mu, 'function_handle'))
    E.parameters.mu = of_law ('mu', 1:numel (P.mu));
  end
  if (~strcmp (P.kind, 'law'))
    return
  end
  E.rows = P.rows;
  places = struct ('rolling', P.d - 1 + t, 'spinning', P.rows - 1);
  for name = {'rolling', 'spinning'}
    if (~isempty (P.(name{1})))
      E.parts(end+1) = struct ('name', name{1}, 'rows', places.(name{1}), 'm', P.(name{1}), ...
                               'angle', 0);
      E.parameters.(name{1}) = of_law (name{1}, 1:P.nc);
    end
  end
  if (~isempty (P.cohesion))
    E.c = P.cohesion;
    E.parameters.cohesion = of_law ('cohesion', 1:P.nc);
  end
  if (~isempty (P.angle))
    E.parts(1).angle = P.angle;
  end
  if (~isempty (P.angle) || size (P.mu, 2) == 2)
    E.parameters.angle = of_law ('angle', 1:P.nc);
  end
end

% Coefficients that depend on slips, at those of the answer, and their derivatives there.
function E = slips_known (E)
  E.slopes = [];
  mu = E.parts(1).m;
  if (isa (mu, 'function_handle'))
    u = reshape (E.u, E.rows, []);
    s = sqrt (sum (u(2:E.d,:) .^ 2, 1))';
    values = @(s) bsxfun (@times, mu (s), ones (E.nc, 1));
    E.parts(1).m = values (s);
    E.slopes = dls_differences (@(s) reshape (values (s), [], 1), s);
  end
end

function C = constants (E, at)
  C = sparse (at, 1:numel (at), 1, E.rows * E.nc, numel (at));
end

% A parameter, made when it is asked for: the derivatives of the dynamics and of u, or which
% coefficients of a law.
function make = fixed (dynamics, u)
  make = @() struct ('dynamics', dynamics, 'u', u, 'law', '', 'which', []);
end

function make = of_law (name, which)
  make = @() struct ('dynamics', [], 'u', [], 'law', name, 'which', which);
end

function D = mass (E, M)
  [i, j] = find (M);
  D = struct ('dynamics', sparse (i, 1:numel (i), E.a(j), E.n, numel (i)), 'u', [], ...
              'law', '', 'which', []);
end

function D = gradient (E, G, at)
  [i, j] = find (G);
  k = 1:numel (i);
  D = struct ('dynamics', sparse (i, k, -E.r(at(j)), E.n, numel (i)), ...
              'u', sparse (at(j), k, E.a(i), E.rows * E.nc, numel (i)), ...
              'law', '', 'which', []);
end

% Cu, Cr, law of the state of each contact; pairs: those at the end of their state, struct arrays
% row, U (of r) and W (of u): one-sided, 0 <= U*r' _|_ W*u' >= 0 (law has what U*r' gets from
% coefficients); contacts: which; lost: NaN.
function E = states (E)
  N = E.rows * E.nc;
  [E.Cu, E.Cr] = deal (sparse (N, N));
  E.law = struct ('cohesion', sparse (N, E.nc), 'angle', sparse (N, E.nc));
  for p = E.parts
    E.law.(p.name) = sparse (N, numel (p.m));
  end
  E.pairs = struct ('row', {}, 'U', {}, 'W', {});
  E.contacts = [];
  E.lost = false;
  [ru, cr, ca] = natural (E);
  at = 1:E.rows:N;
  most = [E.parts.m];
  l = E.r;
  l(at) = l(at) + E.c;
  tiny = 1e-8 * max ([abs(E.a) ./ ca; abs(l) ./ cr; realmin]);
  for c = 1:E.nc
    k = at(c);
    [push, gap] = deal (abs (l(k)) / cr(k), E.u(k) * ru(k));
    weak = c > E.nb && push <= tiny && gap <= tiny;
    if (c > E.nb && push <= gap && ~weak)
      E.Cr(k,k) = 1;
      E.law.cohesion(k,c) = 1;
      for p = E.parts
        E = flies (E, p, c, k);
      end
      continue
    end
    E.Cu(k,k) = 1;
    if (weak)
      E.contacts(end+1) = c;
      E.lost = E.lost || (strcmp (E.modes{c}, 'sticking') && any (most(c,:) > 0));
      E = pair (E, k, sparse (1, k, 1, 1, N), sparse (1, k, 1, 1, N));
      E.law.cohesion(k,c) = 1;
    end
    for p = E.parts
      t = k + p.rows;
      if (strcmp (E.modes{c}, 'sliding'))
        e = E.v(:,c) / norm (E.v(:,c));
        E = slips (E, p, c, k, p.m(c) * e, e, push <= tiny);
      else
        E = coulomb (E, p, c, k, l(k), struct ('tiny', tiny, 'ru', max (ru(t)), ...
                                               'cr', max (cr(t))));
      end
    end
  end
  if (~isempty (E.slopes))
    E.Cu = E.Cu + E.law.mu * E.slopes * along (E);
  end
end

% An open contact that never slides (Inf) is locked.
function E = flies (E, p, c, k)
  t = k + p.rows;
  if (all (isinf (p.m(c,:))) && strcmp (E.kind, 'friction'))
    E.Cu(t,t) = speye (numel (t));
  else
    E.Cr(t,t) = speye (numel (t));
  end
end

% How the slips change with u.
function D = along (E)
  D = sparse (E.nc, E.rows * E.nc);
  for c = 1:E.nc
    t = (c - 1) * E.rows + (2:E.d);
    D(c,t) = E.u(t)' / max (norm (E.u(t)), realmin);
  end
end

% In the axes of the ellipse, R, relative to its larger half axis (b): a disk.
function E = coulomb (E, p, c, k, l, unit)
  t = k + p.rows;
  m = max (p.m(c,:));
  [R, turned] = axes_of (p, c);
  b = ones (numel (t), 1);
  if (size (p.m, 2) == 2)
    b = p.m(c,:)' / m;
    b(isnan (b)) = 1;                      % both are 0, or both Inf
  end
  none = m * b == 0;
  f = (R' * E.r(t)) ./ b;
  f(none) = 0;
  u = b .* (R' * E.u(t));
  slack = (m * abs (l) - norm (f)) / unit.cr;
  speed = norm (u) * unit.ru;
  if (m == 0 || strcmp (E.modes{c}, 'frictionless'))
    E.Cr(t,t) = eye (numel (t));
    E.law.(p.name)(t,c:E.nc:end) = begins (E, p, c, t, abs (l), unit);
  elseif (isinf (m) || (slack > speed && slack > unit.tiny))
    E.Cu(t,t) = diag (b) * R';
    E.Cr(t,t) = diag (none) * R';
    if (any (none))
      [i, j] = deal (find (none), find (~none));
      E.law.angle(t,c) = b .* (turned' * E.u(t)) + none .* (turned' * E.r(t));
      w = R(:,i)' * E.u(t);                % a narrow ellipse: r_i = -sign (w)*m_i*left/m
      left = sqrt (max ((m * l) ^ 2 - f(j) ^ 2, 0));
      E.law.mu(t([i j]),c+(i-1)*E.nc) = [sign(w) * left / m; abs(w) * f(j) / (m * left)];
    end
  elseif (speed > unit.tiny)
    e = u / norm (u);
    E = slips (E, p, c, k, m * R * (b .* e), e, abs (l) / unit.cr <= unit.tiny);
    bent = m * abs (l) * (eye (numel (t)) - e * e') / norm (u);
    E.Cu(t,t) = R * diag (b) * bent * diag (b) * R';
  else                                     % |f| = m*|l|: (m*|l| - s*f) >= 0  _|_  -s*u >= 0
    E.contacts(end+1) = c;
    E.Cu(t,t) = eye (numel (t));
    if (numel (t) > 1 || l == 0)
      E.lost = true;
      return
    end
    N = E.rows * E.nc;
    s = sign (f);
    E = pair (E, t, sparse (1, [k, t], [m * sign(l), -s], 1, N), sparse (1, t, -s, 1, N));
    E.law.(p.name)(t,c) = abs (l);
    E.law.cohesion(t,c) = m * sign (l);
  end
end

% f + a*way = 0, way = R*D*e of the half axes D and the direction e of D*R'*u
function E = slips (E, p, c, k, way, e, turns)
  t = k + p.rows;
  l = E.r(k) + E.c(c);
  E.Cr(t,t) = eye (numel (t));
  E.Cr(t,k) = way * (1 - 2 * (l < 0));
  E.law.cohesion(t,c) = way * (1 - 2 * (l < 0));
  if (size (p.m, 2) == 1)
    E.law.(p.name)(t,c) = abs (l) * e;
  else                                     % of S*u / sqrt (u'*S*u), S = R*D^2*R'
    [R, turned] = axes_of (p, c);
    D = diag (p.m(c,:) .^ 2);
    u = E.u(t);
    rho = sqrt (u' * R * D * R' * u);
    change = @(S) abs (l) * (S * u / rho - R * D * R' * u * (u' * S * u) / (2 * rho ^ 3));
    for i = 1:2
      E.law.mu(t,c+(i-1)*E.nc) = change (R(:,i) * 2 * p.m(c,i) * R(:,i)');
    end
    E.law.angle(t,c) = change (turned * D * R' + R * D * turned');
  end
  if (turns && c <= E.nb)                  % the kink of |l|
    E.contacts(end+1) = c;
    E.lost = true;
  end
end

% How friction begins where there is none: against the motion.
function F = begins (E, p, c, t, l, unit)
  u = E.u(t);
  if (~any (any (E.Jd(:,t))))              % it has no tangents
    F = zeros (numel (t), size (p.m, 2));
  elseif (norm (u) * unit.ru <= unit.tiny)
    F = NaN (numel (t), size (p.m, 2));
  elseif (size (p.m, 2) == 1)
    F = l * u / norm (u);
  else
    R = axes_of (p, c);
    F = l * R * diag (sign (R' * u));
  end
end

% Of the ellipse, and how they change with its angle.
function [R, turned] = axes_of (p, c)
  [R, turned] = deal (eye (numel (p.rows)), zeros (numel (p.rows)));
  if (size (p.m, 2) == 2)
    angle = p.angle(min (c, end));
    R = [cos(angle), -sin(angle); sin(angle), cos(angle)];
    turned = [-sin(angle), -cos(angle); cos(angle), -sin(angle)];
  end
end

function E = pair (E, row, U, W)
  E.pairs(end+1) = struct ('row', row, 'U', U, 'W', W);
end

% Units of u, r and a in which the equations have entries near one.
function [ru, cr, ca] = natural (E)
  N = E.rows * E.nc;
  [r, c] = dls_judge ('units', [E.M, -E.Jd, E.F; E.Jk, sparse(N, N), E.w]);
  ru = r(E.n+1:end);
  cr = c(E.n+1:end-1);
  ca = c(1:E.n);
end

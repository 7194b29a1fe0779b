function pass = test_residual ()
% TEST_RESIDUAL  The natural map against Moreau's characterisation, contact by contact, and units.
%   pass = test_residual ()   logical row; each failing element prints its name.
%   CONIC (3.7) to (3.14), Remark 3.4.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
pass = [solutions(), definition(), units(), frictionless_is_lcp(), not_numbers()];
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_residual: %s\n', name); end
end

function [r, u] = lawful (kind, d, mu, x)
% A reaction and a velocity that obey the law: open, sliding, sticking, frictionless, bilateral.
t = x(2:d) / norm (x(2:d));
r = zeros (d, 1);
u = zeros (d, 1);
switch kind
  case 1                                   % open: u^ in K*
    u = [abs(x(1)) + 0.1; x(2:d)];
    if isinf (mu), r(2:d) = t; u(2:d) = 0; end
  case 2                                   % sliding
    r = [1; -mu * t];
    u = [0; abs(x(1)) * t];
    if isinf (mu), r = [1; 5 * t]; u(:) = 0; end
  case 3                                   % sticking
    r = [1; 0.9 * min(mu, 50) * t] * abs (x(1));
end
end

function [P, r, u] = problem (seed, d)
mus = [0, 1e-9, 0.3, 1, 100, Inf];
nc = 3 * numel (mus);
r = zeros (d, nc);
u = zeros (d, nc);
mu = zeros (nc, 1);
X = 2 * lcg_rand (seed, d, nc) - 1;
for c = 1:nc
  mu(c) = mus(1 + mod (c - 1, 6));
  [r(:,c), u(:,c)] = lawful (1 + mod (floor ((c - 1) / 6), 3), d, mu(c), X(:,c));
end
r = r(:);
u = u(:);
G = 2 * lcg_rand (seed + 7, d * nc, ceil (d * nc / 2)) - 1;      % rank deficient
W = G * G';
W = (W + W') / 2;
P = dls_problem ('W', W, 'q', u - W * r, 'mu', mu, 'd', d);
end

function pass = solutions ()
% Local and global: answers that obey the law have residual zero, others have not.
pass = [];
for d = 2:3
  for seed = 1:3
    [P, r, u] = problem (seed, d);
    for measure = {'scaled', 'siconos'}
      e = dls_residual (P, r, [], 'Measure', measure{1});
      % u is recomputed: rounding of W*r, times mu = 100 through |u_T|
      ok = e <= 1e-10;
      for k = [1, 7 * d, numel(r)]
        worse = r;
        worse(k) = worse(k) + 0.1;
        ok = ok && dls_residual (P, worse, [], 'Measure', measure{1}) > 1e-4;
      end
      n = numel (r) + 2;
      H = [speye(numel (r)), sparse(numel (r), 2)];
      M = spdiags (1 + lcg_rand (seed, n, 1), 0, n, n);
      v = [u - 0.25; 3; -1];
      Q = dls_problem ('M', M, 'H', H, 'f', H' * r - M * v, 'w', 0.25 * ones (size (u)), ...
                       'mu', P.mu, 'd', d);
      [g, parts] = dls_residual (Q, r, v, 'Measure', measure{1});
      ok = ok && g <= 1e-10 && norm (parts.u - u) <= 1e-14 * norm (u) ...
           && abs (dls_residual (Q, r, [], 'Measure', measure{1}) - g) <= 1e-10 ...
           && dls_residual (Q, r, v + 0.1, 'Measure', measure{1}) > 1e-3;
      pass = [pass, holds(sprintf ('solution d = %d, seed %d, %s: %g, %g', d, seed, ...
                                   measure{1}, e, g), ok)];
    end
  end
end
end

function y = projected (x, mu)
% The nearest point of the cone by bisection along its boundary ray: no closed formula.
t = norm (x(2:end));
if isinf (mu), y = [max(x(1), 0); x(2:end)]; return, end
if t <= mu * x(1), y = x; return, end
lo = 0;
hi = 10 * (1 + norm (x));
for k = 1:200
  s = (lo + hi) / 2;                       % point (s, mu*s); derivative of the distance
  if (s - x(1)) + mu * (mu * s - t) > 0, hi = s; else, lo = s; end
end
y = [lo; mu * lo * x(2:end) / max(t, realmin)];
end

function pass = definition ()
% Both measures as FORMATS.md and the help define them, written out with loops.
pass = [];
for d = 2:3
  [P, r] = problem (4, d);
  r = r + lcg_rand (5, numel (r), 1) - 0.5;
  u = P.W * r + P.q;
  for scaled = [false, true]
    total = 0;
    top = [0, 0];
    for c = 1:P.nc
      at = (c - 1) * d + (1:d);
      rho = 1;
      if scaled, rho = d / full (trace (P.W(at,at))); end
      slip = u(at);
      if isfinite (P.mu(c)), slip(1) = slip(1) + P.mu(c) * norm (u(at(2:end))); end
      total = total + norm (r(at) - projected (r(at) - rho * slip, P.mu(c))) ^ 2;
      top = top + [norm(r(at)), norm(rho * P.q(at))] .^ 2;
    end
    names = {'siconos', 'scaled'};
    scale = max ([norm(P.q), norm(r), norm(u)]);
    if scaled, scale = sqrt (max (top)); end
    [e, parts] = dls_residual (P, r, [], struct ('Measure', names{1 + scaled}));
    truth = sqrt (total) / scale;
    pass = [pass, holds(sprintf ('definition %s d = %d: %g, %g', names{1 + scaled}, d, e, ...
                                 truth), ...
                        abs (e - truth) <= 1e-10 * truth ...
                        && abs (norm (parts.contact) - e) <= 1e-12 * e)];
  end
end
v = [1; 2; 3];
P = dls_problem ('M', diag ([1 2 4]), 'H', [1 0 1; 0 1 0], 'f', [1; 1; 1], 'w', [0; 1], ...
                 'mu', 0.5, 'd', 2);
r = [2; 1];
u = [4; 3];
gap = [1; 4; 12] + 1 - [2; 1; 2];
map = r - projected (r - u - [1.5; 0], 0.5);
truth = norm (gap) / max ([norm([1; 4; 12]), norm([1; 1; 1]), norm([2; 1; 2])]) ...
        + norm (map) / norm (u);
pass = [pass, holds('definition gfc3d', ...
                    abs (dls_residual (P, r, v, 'Measure', 'siconos') - truth) <= 1e-12)];
end

function pass = units ()
% Newtons for kilonewtons, metres for millimetres, and coordinates of other lengths: same number.
pass = [];
for d = 2:3
  [P, r] = problem (6, d);
  r = r + 0.01;
  e = dls_residual (P, r);
  ok = true;
  for s = 2 .^ [-20, 30]
    for t = 2 .^ [-10, 10]
      Q = dls_problem ('W', P.W * (t / s), 'q', P.q * t, 'mu', P.mu, 'd', d);
      ok = ok && abs (dls_residual (Q, r * s) - e) <= 1e-12 * e;
    end
  end
  pass = [pass, holds(sprintf ('units, local, d = %d', d), ok)];
  n = 2 * numel (r);
  M = spdiags (1 + lcg_rand (3, n, 1), 0, n, n);
  H = sparse (2 * lcg_rand (4, numel (r), n) - 1);
  f = lcg_rand (5, n, 1);
  v = M \ (H' * r - f);
  P = dls_problem ('M', M, 'H', H, 'f', f, 'w', lcg_rand (6, numel (r), 1), 'mu', P.mu, 'd', d);
  e = dls_residual (P, r, v);
  D = spdiags (2 .^ mod ((1:n)', 9), 0, n, n);               % v = D*v_new
  for s = 2 .^ [-20, 30]
    Q = dls_problem ('M', D * M * D * s, 'H', H * D, 'f', s * (D * f), 'w', P.w, 'mu', P.mu, ...
                     'd', d);
    [g, parts] = dls_residual (Q, s * r, D \ v);
    ok = ok && abs (parts.natural - e) <= 1e-10 * e && parts.equality <= 1e-13;
  end
  pass = [pass, holds(sprintf ('units, global, d = %d: %g %g', d, e, g), ok)];
end
end

function pass = frictionless_is_lcp ()
% mu = 0 everywhere: normal components of an LCP, and its answer.
A = [2 1; 1 2];
[z, w] = dls_lcp (A, [-5; 1]);
W = kron (A, [1 0; 0 0]) + kron (eye (2), [0 0; 0 1]);
q = [-5; 7; 1; -3];
P = dls_problem ('W', W, 'q', q, 'mu', 0, 'd', 2);
[e, parts] = dls_residual (P, [z(1); 0; z(2); 0]);
pass = holds ('frictionless', e <= 1e-14 && isequal (parts.cone_r, [0; 0]) ...
              && abs (parts.u(3) - w(2)) <= 1e-14);
[e, parts] = dls_residual (P, [z(1); 1; z(2); 0]);
pass = [pass, holds('a tangential reaction without friction', e > 0.01 && parts.cone_r(1) > 0)];
P = dls_problem ('W', W, 'q', q, 'mu', Inf, 'd', 2);
[e, parts] = dls_residual (P, [z(1); 0; z(2); 0]);
pass = [pass, holds('slip without limit of friction', e > 0.1 && parts.cone_u(1) > 0)];
[e, parts] = dls_residual (P, [z(1); -7; z(2); 3]);
pass = [pass, holds(sprintf ('infinite friction %g', e), e <= 1e-14)];
end

function pass = not_numbers ()
P = dls_problem ('W', eye (2), 'q', [-1; 0], 'mu', 1, 'd', 2);
Q = dls_problem ('M', eye (2), 'H', eye (2), 'mu', 1, 'd', 2);
pass = holds ('NaN', isnan (dls_residual (P, [NaN; 0])) && isnan (dls_residual (P, [Inf; 0])) ...
              && isnan (dls_residual (Q, [0; 0], [NaN; 0])) && isnan (dls_residual (Q, [NaN; 0])));
empty = dls_problem ('W', zeros (0), 'mu', 1, 'd', 3);
pass = [pass, holds('empty and zero', dls_residual (empty, []) == 0 ...
                    && dls_residual (Q, [0; 0]) == 0 && dls_residual (Q, [0; 0], [0; 0]) == 0)];
free = dls_problem ('M', eye (2), 'H', zeros (0, 2), 'f', [1; 2], 'mu', 1, 'd', 2);
pass = [pass, holds('no contacts', dls_residual (free, []) == 0 ...
                    && dls_residual (free, [], [0; 0]) == 1)];
zero = dls_problem ('W', zeros (2), 'q', [1; 0], 'mu', 1, 'd', 2);
pass = [pass, holds('W = 0', dls_residual (zero, [0; 0]) == 0 ...
                    && dls_residual (zero, [1; 0]) > 0.1)];
end

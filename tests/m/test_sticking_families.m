function pass = test_sticking_families ()
% TEST_STICKING_FAMILIES  dls_sticking, dls_verify and dls_reaction_range on random systems.
%   pass = test_sticking_families ()   logical row; each failing element prints its name.
%   Promise: every verdict is verified; V.mu_scale and V.mu_min separate the verdicts; intervals
%   agree with linear programs solved by glpk (2D), contain the reactions found (3D), exist if
%   and only if the contacts can stick.
%   ALLSTICK (65), the algorithm.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [];
state = {rand('twister'), randn('twister')};
rand ('twister', 5);
randn ('twister', 5);
for trial = 1:60
  pass = [pass, judged(plane (), sprintf ('plane %d', trial))];
end
for trial = 1:40
  pass = [pass, judged(space (), sprintf ('space %d', trial))];
end
rand ('twister', state{1});
randn ('twister', state{2});
pass = [pass, beam(), many_guides()];
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_sticking_families: %s\n', name); end
end

% Integer gradients, singular masses, redundant contacts, bilateral cones in half of them.
function S = plane ()
n = 2 + floor (4 * rand ());
nb = floor (3 * rand ());
nu = 1 + floor (5 * rand ());
Gb = nonzero_columns (round (2 * randn (n, nb)));
Gu = nonzero_columns (round (2 * randn (n, nu)));
Hu = round (2 * randn (n, nu));
Hb = zeros (n, 0);
mub = 0;
if nb > 0 && rand () < 0.5
  Hb = round (2 * randn (n, nb));
  mub = rand ();
end
B = randn (n, n - (rand () < 0.4));
muu = rand (nu, 1) .* (rand (nu, 1) < 0.7);
lu = 5 * rand (nu, 1) .* (rand (nu, 1) < 0.7);
F = Gu * lu + 3 * Gb * randn (nb, 1) + Hu * (0.9 * muu .* lu .* (2 * rand (nu, 1) - 1)) ...
    + 0.1 * Hb * randn (size (Hb, 2), 1);
F = F + 0.5 * (rand () < 0.4) * Hu * randn (nu, 1);
S = dls_system ('M', B * B', 'F', F, 'Gb', Gb, 'Gu', Gu, 'Hb', Hb, 'Hu', Hu, 'mub', mub, ...
                'muu', muu);
end

% One or two bodies in space, contacts anywhere, with the ground or with each other.
function S = space ()
bodies = 1 + floor (2 * rand ());
n = 6 * bodies;
nb = floor (2 * rand ());
nu = 1 + floor (5 * rand ());
G = zeros (n, 0);
H = G;
for i = 1:nu + nb
  r = randn (3, 1);
  T = orth (randn (3));
  body = ceil (rand () * bodies);
  c = zeros (n, 3);
  c(6*body-5:6*body,:) = wrench (r) * T;
  if bodies == 2 && rand () < 0.5
    other = 3 - body;
    c(6*other-5:6*other,:) = -wrench (r + randn (3, 1)) * T;
  end
  G = [G, c(:,1)];
  H = [H, c(:,2:3)];
end
mu = 0.2 + rand (nu, 1);
lu = rand (nu, 1);
F = G * [lu; ones(nb, 1)] + H(:,1:2*nu) * (kron (mu .* lu, [.6; .6]) .* (2 * rand (2*nu, 1) - 1));
F = F + 0.3 * randn (n, 1) * (rand () < 0.5);
S = dls_system ('M', eye (n), 'F', F, 'Gu', G(:,1:nu), 'Hu', H(:,1:2*nu), 'muu', mu, 'd', 3, ...
                'Gb', G(:,nu+1:end), 'Hb', H(:,2*nu+1:end), 'mub', 0.5 * ones (nb, 1));
end

function W = wrench (r)
W = [eye(3); 0, -r(3), r(2); r(3), 0, -r(1); -r(2), r(1), 0];
end

function pass = judged (S, name)
V = dls_sticking (S);
sticks = strcmp (V.verdict, 'sticking');
pass = holds ([name, ': decided and verified'], dls_verify (S, V));
if isfinite (V.mu_scale) && V.mu_scale > 1e-4 && any ([S.mub; S.muu] > 0)
  for f = [0.999, 1.001]
    m = f * V.mu_scale;
    U = dls_sticking (dls_system (S, 'mub', m * S.mub, 'muu', m * S.muu), 'Critical', false);
    pass = [pass, holds([name, ': mu_scale'], strcmp (U.verdict, 'sticking') == (f > 1))];
    m = f * V.mu_min;
    mub = m;
    if isempty (S.Hb), mub = 0; end
    ok = false;
    if isfinite (m)
      U = dls_sticking (dls_system (S, 'mub', mub, 'muu', m), 'Critical', false);
      ok = strcmp (U.verdict, 'sticking') == (f > 1);
    end
    pass = [pass, holds([name, ': mu_min'], ok)];
  end
end
% intervals leave out the tangents of contacts without friction: so does sticking without them
[lo, hi, info] = dls_reaction_range (S);
free = repelem (S.muu == 0, S.d - 1);
if any (free)
  Hu = S.Hu;
  Hu(:,free) = 0;
  S = dls_system (S, 'Hu', Hu);
  V = dls_sticking (S, 'Critical', false);
  sticks = strcmp (V.verdict, 'sticking');
end
pass = [pass, holds([name, ': ranges'], (info.exitflag > 0) == sticks)];
if S.d == 3
  U = dls_sticking (S, 'Facets', 8);
  inside = U.mu_min >= V.mu_min * (1 - 1e-6) && U.mu_min <= V.mu_min / cos (pi/8) * (1 + 1e-6);
  pass = [pass, holds([name, ': pyramids'], dls_verify (S, U) && (inside || isnan (V.mu_min) ...
                      || isinf (V.mu_min) && isinf (U.mu_min)))];
end
if sticks
  x = column (V.lambda);
  pass = [pass, holds([name, ': reactions in their intervals'], ...
                      all (x >= column (lo) - 1e-6 & x <= column (hi) + 1e-6))];
end
if sticks && S.d == 2 && exist ('glpk')
  pass = [pass, holds([name, ': glpk'], same_as_glpk (S, lo, hi, info))];
end
end

function x = column (L)
x = [L.nb; L.nu; L.tb; L.tu];
end

% Hull over the signs of the bilateral normal reactions. glpk may refuse equations that rounding
% made contradictory: then there is nothing to compare.
function ok = same_as_glpk (S, lo, hi, info)
nb = S.nb;
nu = S.nu;
stb = find (S.mub > 0);
stu = find (S.muu > 0);
G = [S.Gb, S.Gu, S.Hb(:,stb), S.Hu(:,stu)];
N = size (G, 2);
L = -1e6 * ones (N, 1);                       % a box: glpk is unsure about unbounded programs
L(nb + (1:nu)) = 0;
U = 1e6 * ones (N, 1);
U(nb + find (info.detaching)) = 0;
least = Inf (N, 1);
most = -Inf (N, 1);
for p = 0:2^numel(stb) - 1
  mu = [S.mub(stb) .* (1 - 2 * mod (floor (p ./ 2 .^ (0:numel (stb) - 1)'), 2)); S.muu(stu)];
  k = numel (mu);
  C = sparse (1:k, [stb; nb + stu], -mu, k, N);
  T = sparse (1:k, nb + nu + (1:k), 1, k, N);
  A = [G; C + T; C - T];
  b = [S.M * info.a + S.F; zeros(2 * k, 1)];
  types = [repmat('S', 1, S.n), repmat('U', 1, 2 * k)];
  for i = 1:N
    for side = [1 -1]
      c = zeros (N, 1);
      c(i) = side;
      [~, value, ~, extra] = glpk (c, A, b, L, U, types, repmat ('C', 1, N), 1, ...
                                   struct ('msglev', 0));
      if extra.status ~= 5, value = Inf; end
      if value < -2000, value = -Inf; end
      if side > 0, least(i) = min (least(i), value); else most(i) = max (most(i), -value); end
    end
  end
end
low = [lo.nb; lo.nu; lo.tb(stb(:)); lo.tu(stu(:))];
high = [hi.nb; hi.nu; hi.tb(stb(:)); hi.tu(stu(:))];
tolerance = 1e-6 * (1 + norm (b, Inf));
ok = any (least > most) || (all (abs (low - least) <= tolerance | low == least) ...
                            && all (abs (high - most) <= tolerance | high == most));
end

% Many supports: the programs have equations; the end supports carry at most what statics allows.
function pass = beam ()
n = 60;
x = linspace (-1, 1, n);
S = dls_system ('M', diag ([1 1/3]), 'F', [9.81; 0.3 * 9.81], 'Gu', [ones(1, n); x]);
[lo, hi] = dls_reaction_range (S);
most = 9.81 * min ((1 + 0.3) ./ (1 + x), (1 - 0.3) ./ (1 - x))';   % the other one at an end
pass = holds ('beam on 60 supports', norm (lo.nu) < 1e-7 && ...
              norm (min (hi.nu, 9.81) - min (most, 9.81), Inf) < 1e-6);
end

% A slider in k guides with double cones that take turns: n sums to 1, t to 2.
function pass = many_guides ()
pass = [];
for k = [3 6]
  S = dls_system ('M', eye (2), 'F', [2; 1], 'Gb', [zeros(1, k); ones(1, k)], ...
                  'Hb', [ones(1, k); zeros(1, k)], 'mub', 0.5);
  V = dls_sticking (S, 'Critical', false);     % n = (big, -big, ...): margin without bound
  pass = [pass, holds('guides press against each other', ...
                      strcmp (V.verdict, 'sticking') && isinf (V.margin) && dls_verify (S, V))];
end
G = kron (eye (6), [1; 0]);                    % six sliders, n = -1 or 1 known from statics
H = kron (eye (6), [0; 1]);
F = kron ([1; -1; 1; -1; 1; -1], [1; 0.3]);
S = dls_system ('M', eye (12), 'F', F, 'Gb', G, 'Hb', H, 'mub', 0.2);
V = dls_sticking (S);
pass = [pass, holds('six sliders', strcmp (V.verdict, 'not_sticking') && dls_verify (S, V) ...
                    && abs (V.mu_min - 0.3) < 1e-7)];
end

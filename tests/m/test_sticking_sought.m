function pass = test_sticking_sought ()
% TEST_STICKING_SOUGHT  dls_sticking with 'Force', 'Static' and sliding contacts, random systems.
%   pass = test_sticking_sought ()   logical row; each failing element prints its name.
%   Promise: verdicts and margins are those of linear programs solved by glpk for every pattern of
%   open and closed contacts and of signs (2D); forces that need not be sought give the verdict
%   and the margin of the given ones (2D, 3D); every verdict is verified.
%   ALLSTICK Prop. 2, 3, 5, (23), (24), (33); at rest: Cor. 1, COUPLING (78).
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [];
state = {rand('twister'), randn('twister')};
rand ('twister', 11);
randn ('twister', 11);
for trial = 1:60
  S = random_system (2);
  pass = [pass, against_glpk(S, sprintf ('plane %d', trial))];
end
for trial = 1:30
  S = random_system (2 + (trial > 15));
  pass = [pass, no_choice(S, sprintf ('no choice %d', trial))];
end
for trial = 1:20
  pass = [pass, static_space(sprintf ('static %d', trial))];
end
for trial = 1:40
  pass = [pass, against_contact(sprintf ('sliding %d', trial))];
end
for trial = 1:10
  pass = [pass, affine_map(sprintf ('map %d', trial))];
end
for trial = 1:20
  pass = [pass, other_units(random_system (2 + (rand () < 0.3)), sprintf ('units %d', trial))];
end
rand ('twister', state{1});
randn ('twister', state{2});
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_sticking_sought: %s\n', name); end
end

% Few coordinates, integer gradients (often redundant), singular masses, some contacts slide.
function S = random_system (d)
n = 2 + floor (3 * rand ());
nb = floor (2.5 * rand ());
nu = floor (3.5 * rand ());
Gb = nonzero_columns (round (2 * randn (n, nb)));
Gu = nonzero_columns (round (2 * randn (n, nu)));
Hb = round (2 * randn (n, nb * (d - 1)));
Hu = round (2 * randn (n, nu * (d - 1)));
mub = rand (nb, 1) .* (rand (nb, 1) < 0.6);
muu = rand (nu, 1) .* (rand (nu, 1) < 0.8);
muu(rand (nu, 1) < 0.1) = Inf;
slides = (d == 2) * (rand () < 0.5);
vtb = slides * round (randn (d - 1, nb));
vtu = slides * round (randn (d - 1, nu)) .* (repmat (muu', d - 1, 1) < Inf);
vtu(isnan (vtu)) = 0;
B = randn (n, n - (rand () < 0.4));
lu = 5 * rand (nu, 1) .* (rand (nu, 1) < 0.7);
F = Gu * lu + 3 * Gb * randn (nb, 1);
if rand () < 0.5, F = F + randn (n, 1); end
bu = 0.5 * randn (nu, 1) .* (rand (nu, 1) < 0.3);
Hb(:,kron (mub' == 0, ones (1, d-1)) > 0) = 0;   % free to slip
Hu(:,kron (muu' == 0, ones (1, d-1)) > 0) = 0;
S = dls_system ('M', B * B', 'F', F, 'Gb', Gb, 'Gu', Gu, 'Hb', Hb, 'Hu', Hu, 'mub', mub, ...
                'muu', muu, 'vtb', vtb, 'vtu', vtu, 'bu', bu, 'd', d);
end

function pass = against_glpk (S, name)
n = S.n;
p = floor (3 * rand ());
U = struct ('B', round (randn (n, p)), 'lower', -0.5 - rand (p, 1), 'upper', rand (p, 1), ...
            'C', round (randn (1, p)), 'c', rand ());
static = rand () < 0.25;
if static
  S = dls_system (S, 'bu', [], 'vtb', [], 'vtu', []);
end
persistent_ = rand () < 0.3;
opts = {'Force', U, 'Persistent', persistent_, 'Static', static};
V = dls_sticking (S, opts{:}, 'Neighbourhood', true);
eps_glpk = oracle (S, U, persistent_, static, 1);
sticks = strcmp (V.verdict, 'sticking');
size_F = 1 + norm (S.F, Inf);
pass = holds ([name, ': verified'], dls_verify (S, V));
if abs (eps_glpk) > 1e-6 || eps_glpk == -Inf
  pass = [pass, holds([name, ': glpk verdict'], sticks == (eps_glpk >= 0))];
end
if sticks
  both_inf = isinf (V.margin) && oracle (S, U, persistent_, static, 10) > 5 * eps_glpk;
  pass = [pass, holds([name, ': glpk margin'], both_inf ...
                      || abs (V.margin - eps_glpk) <= 1e-6 * size_F)];
  if strcmp (V.neighbourhood.status, 'persists')
    pass = [pass, holds([name, ': persists'], nearby(S, V, U, persistent_, static))];
  end
end
if strcmp (V.verdict, 'not_sticking')
  W = V;
  W.certificate.y = -V.certificate.y;
  W.certificate.z = -V.certificate.z;
  W.certificate.w = -V.certificate.w;
  pass = [pass, holds([name, ': forged certificate'], ~dls_verify (S, W))];
  W = V;
  W.force_set.c = W.force_set.c + 1e4;
  pass = [pass, holds([name, ': larger set of forces'], ~any (V.certificate.w(:) > 1e-3) ...
                      || ~dls_verify (S, W))];
end
W = dls_sticking (S, opts{:}, 'Goal', 'smallest');
pass = [pass, holds([name, ': goals agree'], strcmp (W.verdict, V.verdict) && dls_verify (S, W))];
if sticks
  r = norm (W.force_parameter);
  U.radius = 0.999 * r;
  if r > 1e-3
    W = dls_sticking (S, 'Force', U, opts{3:end});
    pass = [pass, holds([name, ': no smaller force'], strcmp (W.verdict, 'not_sticking') ...
                        && dls_verify (S, W))];
  end
end
end

% Data that change a little keep the verdict where dls_sticking says so.
function ok = nearby (S, V, U, persistent_, static)
ok = true;
S = dls_system (S, 'F', V.force);
for k = 1:3
  T = dls_system (S, 'F', S.F + 1e-6 * min (V.margin, 1) * randn (S.n, 1));
  ok = ok && strcmp (dls_sticking (T, 'Critical', false).verdict, 'sticking');
end
end

% The largest margin over all patterns, at most 1e4 * box; -Inf: no pattern has a solution.
function best = oracle (S, U, closed_only, static, box)
n = S.n;
nu = S.nu;
nb = S.nb;
p = size (U.B, 2);
open_choices = 2 ^ (nu * ~(closed_only || static));
best = -Inf;
for po = 0:open_choices - 1
  open = mod (floor (po ./ 2 .^ (0:nu - 1)), 2)' == 1;
  for ps = 0:2^nb - 1
    s = 1 - 2 * mod (floor (ps ./ 2 .^ (0:nb - 1)'), 2);
    best = max (best, pattern_value (S, U, open, s, static, box));
  end
end
end

% Unknowns a, lb, lu, tb, tu, u, eps; all laws of the system written out one by one.
function value = pattern_value (S, U, open, s, static, box)
n = S.n;
nu = S.nu;
nb = S.nb;
p = size (U.B, 2);
N = n + 2 * nb + 2 * nu + p + 1;
ib = n + (1:nb);
iu = n + nb + (1:nu);
jb = n + nb + nu + (1:nb);
ju = n + 2 * nb + nu + (1:nu);
k = n + 2 * nb + 2 * nu + (1:p);
low = -1e5 * box * ones (N, 1);
high = 1e5 * box * ones (N, 1);
high(N) = 1e4 * box;
low(k) = U.lower;
high(k) = U.upper;
low(iu) = 0;
high(iu(open)) = 0;
low(1:n) = -1e5 * box * ~static;
high(1:n) = 1e5 * box * ~static;
A = zeros (n, N);
A(:,1:n) = S.M;
A(:,[ib, iu, jb, ju]) = -[S.Gb, S.Gu, S.Hb, S.Hu];
A(:,k) = U.B;
b = -S.F;
types = repmat ('S', 1, n);
[A, b, types] = add (A, b, types, U.C, k, U.c, 'U');
for i = 1:nb
  [A, b, types] = add (A, b, types, S.Gb(:,i)', 1:n, -S.bb(i), 'S');
  if s(i) > 0, low(ib(i)) = 0; else high(ib(i)) = 0; end
  [A, b, types] = friction (A, b, types, S.Hb(:,i), S.tb(i), S.mub(i), s(i), S.vtb(i), false, ...
                            ib(i), jb(i), n);
end
for i = 1:nu
  if open(i), kind = 'L'; else kind = 'S'; end
  [A, b, types] = add (A, b, types, S.Gu(:,i)', 1:n, -S.bu(i), kind);
  [A, b, types] = friction (A, b, types, S.Hu(:,i), S.tu(i), S.muu(i), 1, S.vtu(i), open(i), ...
                            iu(i), ju(i), n);
end
c = zeros (N, 1);
c(N) = 1;
[~, value, ~, extra] = glpk (c, A, b, low, high, types, repmat ('C', 1, N), -1, ...
                             struct ('msglev', 0));
if extra.status ~= 5, value = -Inf; end
end

function [A, b, types] = friction (A, b, types, h, tau, mu, s, v, open, in, it, n)
N = size (A, 2);
if mu == 0 || open
  [A, b, types] = add (A, b, types, 1, it, 0, 'S');
elseif v ~= 0
  [A, b, types] = add (A, b, types, [1, mu * s * sign(v)], [it, in], 0, 'S');
elseif mu < Inf
  [A, b, types] = add (A, b, types, [1, -mu * s, 1], [it, in, N], 0, 'U');
  [A, b, types] = add (A, b, types, [-1, -mu * s, 1], [it, in, N], 0, 'U');
end
if mu > 0 && v == 0
  [A, b, types] = add (A, b, types, h', 1:n, -tau, 'S');
end
end

function [A, b, types] = add (A, b, types, row, where, value, type)
A(end+1:end+size (row, 1),where) = row;
b = [b; value];
types = [types, repmat(type, 1, size (row, 1))];
end

% A ball of radius zero around a parameter: the force is given, the program is another one.
function pass = no_choice (S, name)
S = dls_system (S, 'vtb', [], 'vtu', []);
p = 2;
U = struct ('B', randn (S.n, p), 'center', randn (p, 1), 'radius', 0);
G = dls_system (S, 'F', S.F + U.B * U.center);
V = dls_sticking (G, 'Critical', false);
W = dls_sticking (S, 'Force', U);
pass = holds ([name, ': verified'], dls_verify (G, V) && dls_verify (S, W));
if abs (V.margin) > 1e-6
  pass = [pass, holds([name, ': verdict'], strcmp (V.verdict, W.verdict))];
end
if strcmp (V.verdict, 'sticking') && strcmp (W.verdict, 'sticking')
  idle = any (W.lambda.nu <= 1e-9 * norm (W.lambda.nu, Inf) & ~W.detaching);   % may count as open
  pass = [pass, holds([name, ': margin'], V.margin == W.margin ...
                      || abs (V.margin - W.margin) <= 1e-6 * (1 + abs (V.margin)) ...
                      || (idle && W.margin > V.margin))];
end
end

% 3D, some contacts slide, some shall stick: what dls_contact enumerates and whether its reactions
% of the sticking contacts are in their cones.
function pass = against_contact (name)
n = 6;
nu = 2 + floor (3 * rand ());
Gu = randn (n, nu);
Hu = randn (n, 2 * nu);
muu = 0.2 + rand (nu, 1);
vtu = randn (2, nu) .* repmat (rand (1, nu) < 0.6, 2, 1);
lu = rand (nu, 1) .* (rand (nu, 1) < 0.8);
B = randn (n);
S = dls_system ('M', B * B' + 0.1 * eye (n), 'F', Gu * lu + 0.2 * randn (n, 1), 'Gu', Gu, ...
                'Hu', Hu, 'muu', muu, 'vtu', vtu, 'd', 3);
[~, ~, info] = dls_contact (S, 'Sticking', 'equations');
V = dls_sticking (S, 'Critical', false);
pass = holds ([name, ': verified'], dls_verify (S, V));
columns = [Gu, Hu(:,kron (~any (vtu, 1), [1 1]) > 0)];
if ~info.enumerated || rank (columns) < size (columns, 2)
  return                                       % the list does not hold all reactions
end
inside = false;
stick = muu > 0 & ~any (vtu, 1)';
for k = 1:numel (info.solutions)
  l = info.solutions(k).lambda;
  t = sqrt (sum (reshape (l.tu, 2, nu) .^ 2, 1))';
  gap = muu .* l.nu - t;
  inside = inside || all (gap(stick) >= -1e-9);
end
pass = [pass, holds([name, ': as enumerated'], strcmp (V.verdict, 'sticking') == inside)];
end

% Units of force, and of the constraints, must not decide.
function pass = other_units (S, name)
pass = [];
p = floor (3 * rand ());
U = struct ('B', round (randn (S.n, p)), 'lower', -0.5 - rand (p, 1), 'upper', rand (p, 1));
V = dls_sticking (S, 'Force', U);
for f = [1e-6 1e6]
  T = dls_system (S, 'M', S.M * f, 'F', S.F * f);
  W = dls_sticking (T, 'Force', struct ('B', U.B, 'lower', f * U.lower, 'upper', f * U.upper));
  pass = [pass, holds([name, ': force'], strcmp (V.verdict, W.verdict))];
  T = dls_system (S, 'Gb', S.Gb * f, 'Gu', S.Gu * f, 'Hb', S.Hb * f, 'Hu', S.Hu * f, ...
                  'bu', S.bu * f);
  W = dls_sticking (T, 'Force', U);
  pass = [pass, holds([name, ': gradients'], strcmp (V.verdict, W.verdict))];
end
end

% ALLSTICK (23), as corrected in the errata, where M and G are regular; the pseudo-inverse of the
% matrix of (26) where constraints repeat.
function pass = affine_map (name)
n = 6;
nb = 2;
B = randn (n);
M = B * B' + eye (n);
N = randn (n, nb);
H = randn (n, nb);
cn = randn (nb, 1);
ct = randn (nb, 1);
F = randn (n, 1);
S = dls_system ('M', M, 'F', F, 'Gb', N, 'Hb', H, 'bb', cn, 'tb', ct, 'mub', [0.5; 0.5]);
V = dls_sticking (S, 'Force', eye (n));
Gnn = N' / M * N;
Gnt = N' / M * H;
SG = H' / M * H - Gnt' / Gnn * Gnt;
Wt = SG \ (-Gnt' / Gnn * N' / M + H' / M);
Vt = SG \ (Gnt' / Gnn * cn - ct) + Wt * F;
X = eye (nb) + Gnt / SG * Gnt' / Gnn;
Wn = Gnn \ (X * N' / M - Gnt / SG * H' / M);
Vn = -(Gnn \ (X * cn - Gnt / SG * ct)) + Wn * F;
far = [V.W_n - Wn, V.V_n - Vn; V.W_t - Wt, V.V_t - Vt];
pass = holds ([name, ': (23)'], norm (far) <= 1e-9 * norm ([Wn, Vn; Wt, Vt]));
S = dls_system (S, 'M', M - min (eig (M)) * eye (n), 'Gb', [N, N(:,1)], 'bb', [cn; cn(1)], ...
                'Hb', [H, H(:,1)], 'tb', [ct; ct(1)], 'mub', 0.5, 'vtb', [], 'names', []);
V = dls_sticking (S, 'Force', eye (n));
G = full ([S.Gb, S.Hb]);
K = pinv ([full(S.M), -G; -G', zeros(6)], 1e-9);
L = K * [-eye(n), -F; zeros(6, n), [S.bb; S.tb]];
far = [V.W_n, V.V_n; V.W_t, V.V_t] - L(n+1:end,:);
pass = [pass, holds([name, ': (31)'], norm (far) <= 1e-7 * norm (L))];
end

% 3D statics: a body on contacts, loaded by reactions inside (it must stick) or by a weight off
% the supports (it cannot): a = 0 whatever the mass.
function pass = static_space (name)
k = 3 + floor (3 * rand ());
r = [randn(2, k); zeros(1, k)];
Gu = zeros (6, k);
Hu = zeros (6, 2 * k);
for i = 1:k
  W = [eye(3); 0, -r(3,i), r(2,i); r(3,i), 0, -r(1,i); -r(2,i), r(1,i), 0];
  Gu(:,i) = W(:,3);
  Hu(:,2*i-1:2*i) = W(:,1:2);
end
mu = 0.2 + rand (k, 1);
ln = rand (k, 1);
angle = 2 * pi * rand (k, 1);
t = [cos(angle), sin(angle)]' .* repmat ((0.9 * mu .* ln)', 2, 1);
S = dls_system ('M', zeros (6), 'F', Gu * ln + Hu * t(:), 'Gu', Gu, 'Hu', Hu, 'muu', mu, 'd', 3);
V = dls_sticking (S, 'Static', true, 'Critical', false);
pass = holds ([name, ': balanced'], strcmp (V.verdict, 'sticking') && dls_verify (S, V) ...
              && V.margin >= 0.1 * min (mu .* ln) - 1e-7 && ~any (V.a));
e = [cos(angle(1)); sin(angle(1))];
far = 1.01 * max (e' * r(1:2,:)) * e;          % a vertical force outside of the polygon
S = dls_system (S, 'F', [0; 0; 1; far(2); -far(1); 0]);
V = dls_sticking (S, 'Static', true);
pass = [pass, holds([name, ': outside of the supports'], strcmp (V.verdict, 'not_sticking') ...
                    && dls_verify (S, V) && isinf (V.mu_min))];
end

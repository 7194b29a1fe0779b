function pass = test_reaction_range ()
% TEST_REACTION_RANGE  dls_reaction_range against programs that glpk and dls_conic solve one by one.
%   pass = test_reaction_range ()   logical row; each failing element prints its name.
%   Promise: intervals of structures in the plane are those of glpk, in space those of dls_conic,
%   of sliding contacts the hull of all patterns of complementarity tried by glpk; they follow
%   units; what is infeasible, empty or without a kernel is said so.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [];
state = {rand('twister'), randn('twister')};
rand ('twister', 11);
randn ('twister', 11);
for trial = 1:12
  pass = [pass, plane(trial), units(trial)];
end
for trial = 1:8
  pass = [pass, space(trial)];
end
for trial = 1:60
  pass = [pass, slides(trial)];
end
rand ('twister', state{1});
randn ('twister', state{2});
pass = [pass, textbook(), degenerate(), sliding_examples()];
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_reaction_range: %s\n', name); end
end

function x = column (L)
x = [L.nb; L.nu; L.tb; L.tu];
end

function ok = same (x, y, size_)
ok = all (x == y | abs (x - y) <= 1e-6 * size_);
end

% Bricks in courses with random offsets, friction in some of the interfaces; bars across in some.
function S = bricks ()
across = 1 + floor (3 * rand ());
high = 1 + floor (4 * rand ());
n = 3 * across * high;
G = zeros (n, 0);
H = G;
for row = 1:high
  for k = 1:across
    me = 3 * ((row - 1) * across + k) - 2;
    for x = [-0.5, 0.5, 0.3 * (rand () - 0.5)]
      g = zeros (n, 1);
      h = g;
      g(me:me+2) = [0; 1; x];
      h(me:me+2) = [1; 0; 0.25];
      you = me - 3 * across;
      if row > 1
        g(you:you+2) = -[0; 1; x];
        h(you:you+2) = -[1; 0; -0.25];
      end
      G = [G, g];
      H = [H, h];
    end
  end
end
nu = size (G, 2);
muu = 0.2 + rand (nu, 1);
if rand () < 0.3, muu(:) = 0; end
Gb = zeros (n, 0);
if rand () < 0.5                              % bars that repeat each other
  Gb = zeros (n, 2);
  Gb([1 n-2],1) = [1; -1 - (n == 3)];
  Gb(:,2) = 2 * Gb(:,1);
end
F = repmat ([0; 9.81; 0], across * high, 1) + 0.2 * randn (n, 1);
S = dls_system ('M', eye (n), 'F', F, 'Gu', G, 'Hu', H, 'muu', muu, 'Gb', Gb);
end

function pass = plane (trial)
name = sprintf ('plane %d', trial);
S = bricks ();
[lo, hi, info] = dls_reaction_range (S);
stu = find (S.muu > 0);
G = [S.Gb, S.Gu, S.Hu(:,stu)];
k = numel (stu);
N = size (G, 2);
C = sparse (1:k, S.nb + stu, -S.muu(stu), k, N);
T = sparse (1:k, S.nb + S.nu + (1:k), 1, k, N);
L = -1e7 * ones (N, 1);                       % a box: glpk is unsure about unbounded programs
L(S.nb + (1:S.nu)) = 0;
U = 1e7 * ones (N, 1);
U(S.nb + find (info.detaching)) = 0;
w = S.M * info.a + S.F;
[least, most] = glpk_ends ([G; C + T; C - T], [w; zeros(2*k, 1)], L, U, S.n, eye (N));
low = [lo.nb; lo.nu; lo.tu(stu)];
high = [hi.nb; hi.nu; hi.tu(stu)];
if any (isnan (least))
  pass = holds ([name, ': infeasible'], strcmp (info.status, 'infeasible') && all (isnan (low)));
  return
end
pass = holds ([name, ': glpk'], same (low, least, 10) && same (high, most, 10));
pass = [pass, holds([name, ': proved'], info.exitflag == 1 && info.residual.worst <= 1e-8)];
end

% Least and greatest value of the rows of C over A*x = b (first rows), <= b (others), L <= x <= U.
function [least, most] = glpk_ends (A, b, L, U, equations, C)
types = [repmat('S', 1, equations), repmat('U', 1, size (A, 1) - equations)];
N = size (A, 2);
ends = NaN (size (C, 1), 2);
for i = 1:size (C, 1)
  for side = 1:2
    [~, value, ~, extra] = glpk (C(i,:)', A, b, L, U, types, repmat ('C', 1, N), 3 - 2 * side, ...
                                 struct ('msglev', 0));
    if extra.status ~= 5, value = NaN; end
    ends(i,side) = value;
  end
end
ends(abs (ends) > 5e3) = sign (ends(abs (ends) > 5e3)) * Inf;
least = ends(:,1);
most = ends(:,2);
end

% Other units of forces and of constraints: intervals follow.
function pass = units (trial)
S = bricks ();
[lo, hi, info] = dls_reaction_range (S);
f = 10 ^ (16 * rand () - 8);
[lo2, hi2, info2] = dls_reaction_range (dls_system (S, 'M', f * S.M, 'F', f * S.F));
scale = max (abs ([column(lo); column(hi)]));
if ~isfinite (scale), scale = 100; end
pass = holds (sprintf ('units of force %d', trial), strcmp (info.status, info2.status) ...
              && (info.exitflag < 1 || (same (column (lo), column (lo2) / f, scale) ...
                                        && same (column (hi), column (hi2) / f, scale))));
end

function W = wrench (r)
W = [eye(3); 0, -r(3), r(2); r(3), 0, -r(1); -r(2), r(1), 0];
end

% A stack of one to three bodies on contacts in random places, exact cones.
function pass = space (trial)
name = sprintf ('space %d', trial);
bodies = 1 + floor (3 * rand ());
n = 6 * bodies;
G = zeros (n, 0);
H = G;
for k = 1:bodies
  for angle = (1:4 + floor (2 * rand ())) * 1.9
    C = zeros (n, 3);
    r = [cos(angle); sin(angle)] * (0.5 + 0.2 * rand ());
    C(6*k-5:6*k,:) = wrench ([r; -0.5]);
    if k > 1, C(6*k-11:6*k-6,:) = -wrench ([r; 0.5]); end
    G = [G, C(:,3)];
    H = [H, C(:,1:2)];
  end
end
nu = size (G, 2);
mu = 0.3 + rand (nu, 1);
F = repmat ([0; 0; 9.81; 0; 0; 0], bodies, 1) + 0.2 * randn (n, 1);
S = dls_system ('M', eye (n), 'F', F, 'Gu', G, 'Hu', H, 'muu', mu, 'd', 3);
[lo, hi, info] = dls_reaction_range (S);
w = S.M * info.a + S.F;
N = 3 * nu;
A = sparse (n + N, N);
A(1:n,:) = [G, H];
for i = 1:nu
  A(n+3*i-2,i) = -mu(i);
  A(n+3*i-1,nu+2*i-1) = -1;
  A(n+3*i,nu+2*i) = -1;
end
worst = 0;
for i = 1:N
  for side = [1 -1]
    c = zeros (N, 1);
    c(i) = side;
    [x, ~, ~, one] = dls_conic ([], c, A, [w; zeros(N, 1)], struct ('z', n, 'q', 3 * ones (1, nu)));
    if ~strcmp (one.status, 'solved'), break, end
    if side > 0, found = column (lo); else found = column (hi); end
    worst = max (worst, abs (found(i) - x(i)));
  end
end
if strcmp (one.status, 'primal_infeasible')
  pass = holds ([name, ': infeasible'], strcmp (info.status, 'infeasible'));
else
  pass = holds ([name, ': one by one'], info.exitflag == 1 && worst <= 1e-6 * norm (w));
end
end

% Random contacts that slide, stick or have no friction, some of them bilateral; M may be singular.
function pass = slides (trial)
name = sprintf ('sliding %d', trial);
n = 2 + floor (3 * rand ());
nb = floor (2.5 * rand ());
nu = 1 + floor (4 * rand ());
G = round (2 * randn (n, nb + nu));
G(1,~any (G, 1)) = 1;
if nu > 1 && rand () < 0.4, G(:,end) = G(:,end-1); end
H = round (2 * randn (n, nb + nu));
B = randn (n, n - (rand () < 0.3));
muu = rand (nu, 1) .* (rand (nu, 1) < 0.7);
mub = rand (nb, 1) .* (rand (nb, 1) < 0.5);
vtu = sign (randn (1, nu)) .* (rand (1, nu) < 0.7);
vtb = sign (randn (1, nb));
S = dls_system ('M', B * B', 'F', 3 * randn (n, 1), 'Gb', G(:,1:nb), 'Gu', G(:,nb+1:end), ...
                'Hb', H(:,1:nb), 'Hu', H(:,nb+1:end), 'muu', muu, 'mub', mub, 'vtu', vtu, ...
                'vtb', vtb, 'bu', 2 * randn (nu, 1) .* (rand (nu, 1) < 0.5));
if ~any (strcmp ([S.modeu, S.modeb], 'sliding'))
  pass = [];
  return
end
[lo, hi, info] = dls_reaction_range (S);
[least, most, sure] = patterns (S);
found = ~isnan (least(1:nb+nu));
if ~sure
  pass = [];
elseif ~any (found)
  pass = holds ([name, ': no solution'], strcmp (info.status, 'infeasible'));
else
  scale = 1 + max (abs ([least(isfinite (least)); most(isfinite (most))]));
  pass = holds ([name, ': hull of all patterns'], info.exitflag == 1 && ...
                same (column (lo), least, scale) && same (column (hi), most, scale));
end
end

% All 2^(nu + bilateral contacts with friction) choices: unknowns a, lb, lu, t of sticking contacts.
function [least, most, sure] = patterns (S)
n = S.n;
slb = find (strcmp (S.modeb, 'sliding'));
slu = find (strcmp (S.modeu, 'sliding'));
stu = find (strcmp (S.modeu, 'sticking'));
nt = numel (stu);
N = n + S.nb + S.nu + nt;
rows = S.nb + S.nu + size (S.Hb, 2) + size (S.Hu, 2);
least = NaN (rows, 1);
most = least;
sure = true;
for p = 0:2^(S.nu + numel (slb)) - 1
  bits = bitget (p, 1:S.nu + numel (slb));
  open = find (bits(1:S.nu));
  sign_ = 1 - 2 * bits(S.nu+1:end);
  Gb = S.Gb;
  Gu = S.Gu;
  C = zeros (rows, N);
  C(1:S.nb+S.nu,n+(1:S.nb+S.nu)) = eye (S.nb + S.nu);
  for k = 1:numel (slb)
    f = -S.mub(slb(k)) * sign (S.vtb(slb(k))) * sign_(k);
    Gb(:,slb(k)) = Gb(:,slb(k)) + f * S.Hb(:,slb(k));
    C(S.nb+S.nu+slb(k),n+slb(k)) = f;
  end
  base = S.nb + S.nu + size (S.Hb, 2);
  for i = slu
    f = -S.muu(i) * sign (S.vtu(i));
    Gu(:,i) = Gu(:,i) + f * S.Hu(:,i);
    C(base+i,n+S.nb+i) = f;
  end
  for k = 1:nt
    C(base+stu(k),n+S.nb+S.nu+k) = 1;
  end
  L = -1e7 * ones (N, 1);
  U = 1e7 * ones (N, 1);
  L(n+S.nb+(1:S.nu)) = 0;
  U(n+S.nb+open) = 0;
  for k = 1:numel (slb)
    if sign_(k) > 0, L(n+slb(k)) = 0; else U(n+slb(k)) = 0; end
  end
  E = [S.M, -Gb, -Gu, -S.Hu(:,stu); S.Gb', zeros(S.nb, N-n); S.Hu(:,stu)', zeros(nt, N-n)];
  shut = setdiff (1:S.nu, open);
  E = [E; S.Gu(:,shut)', zeros(numel (shut), N-n)];
  e = [-S.F; -S.bb; -S.tu(stu); -S.bu(shut)];
  I = zeros (2 * nt, N);
  for k = 1:nt
    I(2*k-1:2*k,n+S.nb+stu(k)) = -S.muu(stu(k));
    I(2*k-1:2*k,n+S.nb+S.nu+k) = [1; -1];
  end
  A = [E; -S.Gu(:,open)', zeros(numel (open), N-n); I];
  b = [e; S.bu(open); zeros(2 * nt, 1)];
  [l, h] = glpk_ends (A, b, L, U, numel (e), C);
  sure = sure && all (isnan (l) == isnan (h)) && (all (isnan (l)) || ~any (isnan (l)));
  least = min (least, l);
  most = max (most, h);
end
end

function pass = textbook ()
% square table, load P at (x, y) inside: a leg carries at most what three legs give it
pass = [];
for load_ = [0 0.2 -0.5; 0 0.1 0.3]
  x = load_(1);
  y = load_(2);
  S = dls_system ('M', diag ([1 .3 .3]), 'F', 100 * [1; x; y], ...
                  'Gu', [1 1 1 1; 1 1 -1 -1; 1 -1 -1 1]);
  [lo, hi] = dls_reaction_range (S);
  c = 25 * [1 + x + y; 1 + x - y; 1 - x - y; 1 - x + y];     % minimum norm
  k = [1; -1; 1; -1];                                       % the kernel
  t = [max(-c(k > 0)), min(c(k < 0))];
  ends = [c + k * t(1), c + k * t(2)];
  pass = [pass, holds('table on four legs', same ([min(ends, [], 2), max(ends, [], 2)], ...
                                                  [lo.nu, hi.nu], 1))];
end
% a ladder of n equal bars that share a load: [-Inf, Inf]; with cables instead [0, load]
S = dls_system ('M', 1, 'F', -7, 'Gb', -ones (1, 6));
[lo, hi, info] = dls_reaction_range (S);
pass = [pass, holds('equal bars', all (lo.nb == -Inf & hi.nb == Inf) && info.exitflag == 1)];
[lo, hi] = dls_reaction_range (dls_system ('M', 1, 'F', 7, 'Gu', -ones (1, 6)));
pass = [pass, holds('detached cables', ~any ([lo.nu; hi.nu]))];
[lo, hi] = dls_reaction_range (dls_system ('M', 1, 'F', 7, 'Gu', ones (1, 6)));
pass = [pass, holds('equal cables', same ([lo.nu, hi.nu], repmat ([0 7], 6, 1), 1))];
% a block squeezed between two walls: the pair may be as large as it likes
[lo, hi, info] = dls_reaction_range (dls_system ('M', eye (2), 'F', [2; 9.81], ...
                                                 'Gu', [1 -1 0; 0 0 1]));
pass = [pass, holds('squeezed', same ([lo.nu, hi.nu], [2 Inf; 0 Inf; 9.81 9.81], 1) && ...
                    isequal (info.unbounded.nu, [true; true; false]))];
end

function pass = degenerate ()
[lo, hi, info] = dls_reaction_range (dls_system ('M', eye (3), 'F', [1; 2; 3], 'Gu', eye (3)));
pass = holds ('no kernel', same ([lo.nu, hi.nu], [1 1; 2 2; 3 3], 1) && all (info.determined.nu));
[lo, hi, info] = dls_reaction_range (dls_system ('M', eye (2), 'F', [1; 2]));
pass = [pass, holds('no reactions', isempty (lo.nu) && isempty (hi.nb) && info.exitflag == 1)];
S = dls_system ('M', eye (2), 'F', [3; 1], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 2.999999);
[lo, ~, info] = dls_reaction_range (S);
pass = [pass, holds('infeasible', strcmp (info.status, 'infeasible') && isnan (lo.nu))];
[lo, hi, info] = dls_reaction_range (dls_system (S, 'muu', 3));
pass = [pass, holds('just feasible', info.exitflag == 1 && same ([lo.tu, hi.tu], [3 3], 1))];
[lo, hi] = dls_reaction_range (dls_system ('M', eye (2), 'Gu', [1 1; 0 0]));
pass = [pass, holds('no load', ~any ([lo.nu; hi.nu]))];
% t = 0 with either sign of lb(2): the ends of both programs differ by rounding
S = dls_system ('M', [7 0 -4 3; 0 14 2 11; -4 2 11 5; 3 11 5 17], 'F', [0; 3; -1; 0], ...
                'Gb', [0 0; -3 -3; 1 1; 0 0], 'Hb', [0 0; 0 -1; 0 2; 0 2], 'mub', [0; 7/8], ...
                'Gu', [0; 3; 0; 0], 'Hu', [0; -1; -2; -3], 'muu', 1);
[lo, hi, info] = dls_reaction_range (S);
pass = [pass, holds('both half cones', info.exitflag == 1 && ...
                    isequal ([column(lo), column(hi)], [[-Inf Inf; -Inf Inf]; zeros(4, 2)]))];
w = 1e-7;                                      % rows and columns of very different size
S = dls_system ('M', eye (2), 'F', [5; 1], 'Gu', [1 1 1e4; w -w 0]);
[lo, hi] = dls_reaction_range (S);
pass = [pass, holds('badly scaled', isnan (lo.nu(1)) == isnan (hi.nu(1)))];
end

function pass = sliding_examples ()
% a beam that slides on three supports: forces as at rest, friction mu times as large
S = dls_system ('M', diag ([1 1 1/3]), 'F', [0; 9.81; 0], 'Gu', [0 0 0; 1 1 1; -1 0 1], ...
                'Hu', [1 1 1; 0 0 0; 0 0 0], 'muu', 0.3, 'vtu', [1 1 1]);
[lo, hi, info] = dls_reaction_range (S);
n = [0 4.905; 0 9.81; 0 4.905];
pass = holds ('sliding beam', same ([lo.nu, hi.nu, hi.tu, lo.tu], [n, -0.3 * n], 1) && ...
              info.exitflag == 1);
% the same in space, sliding askew
H = kron (ones (1, 3), [1 0; 0 1; 0 0; 0 0]);
S = dls_system ('M', diag ([1 1 1 1/3]), 'F', [0; 0; 9.81; 0], 'Gu', ...
                [0 0 0; 0 0 0; 1 1 1; -1 0 1], 'Hu', H, 'muu', 0.3, 'vtu', [3 3 3; 4 4 4], 'd', 3);
[lo, hi] = dls_reaction_range (S);
pass = [pass, holds('sliding in space', same ([lo.nu, hi.nu], n, 1) && ...
                    same (reshape (lo.tu, 2, []), -0.3 * [0.6; 0.8] * n(:,2)', 1))];
% Painleve's rod: with the same data contact and flight, so lu = 0 and lu > 0; or no solution
G = [0; 1; -sin(0.5)];
M = diag ([1 1 0.05]);
H = [1; 0; cos(0.5)];
mu = 5;
S = dls_system ('M', M, 'F', [0; 9.81; 0], 'Gu', G, 'Hu', H, 'muu', mu, 'vtu', -1, 'bu', 12);
for v = [-1 1]
  slope = full (G' * (M \ (G - mu * v * H)));    % of the contact's acceleration, over its force
  [lo, hi] = dls_reaction_range (dls_system (S, 'vtu', v));
  [~, most, none] = dls_reaction_range (dls_system (S, 'vtu', v, 'bu', 0));
  if v < 0
    pass = [pass, holds('Painleve: two solutions', slope < 0 && ...
                        same ([lo.nu, hi.nu], [0, (9.81 - 12) / slope], 1))];
    pass = [pass, holds('Painleve: none', strcmp (none.status, 'infeasible'))];
  else
    pass = [pass, holds('the other way: one', slope > 0 && same ([lo.nu, hi.nu], [0 0], 1) && ...
                        same (most.nu, 9.81 / slope, 1) && none.exitflag == 1)];
  end
end
% more patterns than allowed
[lo, ~, info] = dls_reaction_range (S, 'MaxPatterns', 1);
pass = [pass, holds('undecided', strcmp (info.status, 'undecided') && isnan (lo.nu))];
end

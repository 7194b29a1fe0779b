function pass = test_wellposed_forces ()
% TEST_WELLPOSED_FORCES  ALLSTICK in dls_wellposed: external forces, cones, mixed contacts.
%   pass = test_wellposed_forces ()   logical row; each failing element prints its name.
%   Promise: Prop. 3, 5, 9, 10, 13, Cor. 1 and 4 agree with linear programs of GLPK over all signs
%   or active sets on random planar systems; Prop. 8 (ii) and Cor. 3 with the vertices of the set
%   (47); Lemma 1 with pseudo-inverses; systems whose truth is known hold and fail.
% SPDX-License-Identifier: GPL-3.0-or-later
state = rand ('twister');
restore = onCleanup (@() rand ('twister', state));
rand ('twister', 11);
pass = [recession_examples(), persistence(), cones(), spatial()];
if exist ('glpk', 'file') || exist ('glpk', 'builtin')
  pass = [pass, forces(), mixed(), recession()];
end
end

function ok = is (varargin)
ok = criterion_is ('test_wellposed_forces', varargin{:});
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_wellposed_forces: %s\n', name); end
end

function [ok, x] = solvable (A, b, lb, ub, types, c)
if nargin < 6, c = zeros (size (A, 2), 1); end
param.msglev = 0;
[x, value, code, extra] = glpk (c, A, b, lb, ub, types, repmat ('C', 1, size (A, 2)), 1, param);
ok = code == 0 && any (extra.status == [2 5]) && ~any (isnan (x));
end

% Is there x in [low, high] with all contacts inside their cones? One linear program per sign.
function yes = reachable (S, B, low, high, static)
yes = false;
nb = S.nb;
n = S.n;
E = full ([S.Gb, S.Hb]);
e = [S.bb; S.tb];
k = size (B, 2);
for set = 0:2^nb - 1
  s = 1 - 2 * bitget (set, 1:nb)';
  A = [E, -B, -full(S.M); zeros(2 * nb, k + 0), zeros(2 * nb, 2 * nb + k + n - k)];
  A = A(1:n,:);
  b = S.F;
  if ~static
    A = [A; zeros(2 * nb, 2 * nb + k), E'];
    b = [b; -e];
  else
    A(:,2*nb+k+1:end) = 0;
  end
  m = numel (b);
  for sign = [1 -1]                              % mu*s*n - sign*t >= 0
    A = [A; diag(S.mub .* s), -sign * eye(nb), zeros(nb, k + n)];
    b = [b; zeros(nb, 1)];
  end
  types = [repmat('S', 1, m), repmat('L', 1, 2 * nb)];
  lb = [-Inf(2 * nb, 1); low; -Inf(n, 1)];
  ub = [Inf(2 * nb, 1); high; Inf(n, 1)];
  yes = yes || solvable (A, b, lb, ub, types);
end
end

function pass = forces ()
pass = [];
seen = zeros (2, 2);
for trial = 1:40
  n = 2 + (rand () < 0.5);
  nb = 1 + (rand () < 0.6);
  J = ternary (n, n);
  M = J * J' + eye (n) * (rand () < 0.6);
  S = dls_system ('M', M, 'F', 3 * ternary (n, 1), 'Gb', ternary (n, nb), 'Hb', ...
                  ternary (n, nb), 'bb', ternary (nb, 1) * (rand () < 0.5), ...
                  'tb', ternary (nb, 1) * (rand () < 0.5), 'mub', 0.5 + rand ());
  B = ternary (n, 1);
  limits = {[-Inf Inf], [0 Inf], [-Inf 0.5], [-1 1]};
  bounds = limits{1 + mod(trial, 4)};
  W = dls_wellposed (S, 'ForceDirections', B, 'ForceBounds', bounds);
  label = sprintf ('forces %d, ', trial);
  truth = reachable (S, B, bounds(1), bounds(2), false);
  rest = reachable (S, B, bounds(1), bounds(2), true);
  pass(end+1) = is (label, W, 'ALLSTICK Prop. 5', (truth));
  for name = {'ALLSTICK Prop. 3', 'ALLSTICK Cor. 1'}
    if ~strcmp (criterion (W, name{1}).holds, 'not applicable')
      answer = truth;
      if strcmp (name{1}, 'ALLSTICK Cor. 1'), answer = rest; end
      pass(end+1) = is (label, W, name{1}, (answer));
    end
  end
  c = criterion (W, 'ALLSTICK Prop. 5');
  if truth && c.number > 1e-6
    V = dls_sticking (dls_system (S, 'F', S.F + c.witness));
    pass(end+1) = holds ([label, 'witness'], strcmp (V.verdict, 'sticking'));
  end
  seen(1+truth,1+rest) = seen(1+truth,1+rest) + 1;
  D = full (pinv (full (S.M + S.Gb*S.Gb' + S.Hb*S.Hb')));
  N = full (S.Gb);
  H = full (S.Hb);
  Q = H'*D*H - (H'*D*N) * pinv (N'*D*N) * (N'*D*H);
  pass(end+1) = is (label, W, 'ALLSTICK Lemma 1', (min (svd (Q)) > 1e-9));
end
pass(end+1) = holds ('forces: all kinds', all (sum (seen, 1) > 3) && all (sum (seen, 2) > 3));
c = criterion (dls_wellposed (S, 'ForceDirections', eye (n)), 'ALLSTICK Cor. 1');
pass(end+1) = is ('any force, ', dls_wellposed (S), 'ALLSTICK Cor. 1', c.holds);
% a wedge that holds only when pushed: mu*n >= |t| needs n >= 4
S = dls_system ('M', eye (2), 'F', [2; 0], 'Gb', [0; 1], 'Hb', [1; 0], 'mub', 0.5);
W = dls_wellposed (S, 'ForceDirections', [0; 1], 'ForceBounds', [-3 3]);
pass = [pass, is('wedge, ', W, 'ALLSTICK Prop. 3', 'fails'), ...
        is('wedge, ', W, 'ALLSTICK Cor. 1', 'fails'), ...
        holds('wedge, missing', abs (criterion (W, 'ALLSTICK Prop. 3').number + 0.5) < 1e-6)];
W = dls_wellposed (S, 'ForceDirections', [0; 1], 'ForceBounds', [-3 5]);
c = criterion (W, 'ALLSTICK Cor. 1');
pass(end+1) = holds ('wedge, pushed', strcmp (c.holds, 'holds') && abs (c.number - 0.5) < 1e-6 ...
                     && norm (c.witness - [0; 5]) < 1e-5);
end

% 3D, one force of unknown size: no size of a scan sticks where none is said to exist, and the
% force that is found does.
function pass = spatial ()
pass = [];
for trial = 1:12
  S = dls_system ('M', eye (6), 'F', 4 * rand (6, 1) - 2, 'Gb', rand (6, 2) - 0.5, 'Hb', ...
                  rand (6, 4) - 0.5, 'd', 3, 'mub', 0.5);
  B = rand (6, 1) - 0.5;
  W = dls_wellposed (S, 'ForceDirections', B, 'ForceBounds', [-4 4]);
  c = criterion (W, 'ALLSTICK Prop. 3');
  sticks = @(f) strcmp (dls_sticking (dls_system (S, 'F', S.F + f), 'Critical', false).verdict, ...
                        'sticking');
  if strcmp (c.holds, 'holds')
    ok = sticks (c.witness);
  else
    ok = strcmp (c.holds, 'fails') && ~any (arrayfun (@(x) sticks (x * B), -4:0.5:4));
  end
  pass(end+1) = holds (sprintf ('spatial %d', trial), ok);
end
end

% Strictly inside, on the boundary, outside: 2D block between two glued plates.
function pass = persistence ()
pass = [];
push = [1 5 7];
for k = 1:3
  S = dls_system ('M', 2 * eye (2), 'F', [push(k); 10], 'Gb', [0; 1], 'Hb', [1; 0], 'mub', 0.5);
  W = dls_wellposed (S);
  pass = [pass, is('block, ', W, 'ALLSTICK Prop. 4 (i)', (k == 1)), ...
          holds('block, margin', abs (criterion (W, 'ALLSTICK Prop. 4 (i)').number ...
                                      - (5 - push(k))) < 1e-6)];
  c = criterion (W, 'ALLSTICK Prop. 4 (ii)');
  answer = {'not applicable', 'holds', 'not applicable'};
  pass(end+1) = holds (['block, Prop. 4 (ii): ', c.holds], strcmp (c.holds, answer{k}));
end
end

% Prop. 9, 10, Cor. 4 in 2D and 3D against the verdict, polygons and the program (57) by QP.
function pass = cones ()
pass = [];
seen = [0 0];
for trial = 1:40
  d = 2 + mod (trial, 2);
  n = 2 * d;
  nu = 1 + (rand () < 0.5);
  mu = 0.3 + rand (nu, 1);
  S = dls_system ('M', diag (1 + rand (n, 1)), 'F', 4 * rand (n, 1) - 2, 'd', d, 'muu', mu, ...
                  'Gu', rand (n, nu) - 0.7, 'Hu', rand (n, (d-1)*nu) - 0.5, 'bu', rand (nu, 1) - 1);
  W = dls_wellposed (S, 'Facets', 5);
  label = sprintf ('cones %d, ', trial);
  V = dls_sticking (S, 'Critical', false);
  sticks = strcmp (V.verdict, 'sticking');
  seen(1+sticks) = seen(1+sticks) + 1;
  pass = [pass, is(label, W, 'ALLSTICK Prop. 9 (i)', (sticks)), ...
          is(label, W, 'ALLSTICK Prop. 9 (ii)', (sticks))];
  V = dls_sticking (S, 'Critical', false, 'Facets', 5);
  pass(end+1) = is (label, W, 'ALLSTICK Prop. 10', (strcmp (V.verdict, 'sticking')));
  [~, tu, nu_] = by_sets (S);
  A = full (S.Hu)' * (full (S.M) \ full (S.Hu));
  L = A * diag (kron (nu_, ones (d-1, 1)));
  angle = pi * (2 * (1:5)' - 1) / 5;
  C = [cos(angle), sin(angle)];
  r = cos (pi / 5);
  if d == 2, C = [1; -1]; r = 1; end
  sides = kron (eye (nu), C);
  right = kron (r * mu, ones (size (C, 1), 1));
  m = (d - 1) * nu;
  [z, value] = qp (zeros (m, 1), L'*L, -L'*A*tu, [], [], [], [], -Inf (size (right)), sides, right);
  minimum = value + norm (A*tu)^2 / 2;
  c = criterion (W, 'ALLSTICK Cor. 4 (i)');
  pass = [pass, holds([label, 'minimum of (57)'], strcmp (c.holds, 'holds') ...
                      && abs (c.number - minimum) <= 1e-6 * (1 + norm (A*tu)^2)), ...
          is(label, W, 'ALLSTICK Cor. 4 (ii)', (all (nu_ > 1e-9)))];
end
pass(end+1) = holds (sprintf ('cones: both kinds, %d and %d', seen), all (seen > 5));
end

% Sticking tangents as equations, active sets of the contacts; independent columns.
function [a, t, lambda] = by_sets (S)
M = full (S.M);
H = full (S.Hu);
k = size (H, 2);
for set = 0:2^S.nu - 1
  on = bitget (set, 1:S.nu) > 0;
  G = [H, full(S.Gu(:,on))];
  K = [M, -G; G', zeros(size (G, 2))];
  x = K \ [-S.F; -[S.tu; S.bu(on)]];
  a = x(1:S.n);
  t = x(S.n+(1:k));
  lambda = zeros (S.nu, 1);
  lambda(on) = x(S.n+k+1:end);
  if all (lambda >= -1e-12) && all (S.Gu' * a + S.bu >= -1e-12), return, end
end
end

% Prop. 13: planar, one contact sticks, the others slide; one linear program per active set.
function pass = mixed ()
pass = [];
seen = [0 0];
for trial = 1:40
  n = 3;
  nu = 2;
  S = dls_system ('M', diag (1 + rand (n, 1)), 'F', 6 * rand (n, 1) - 3, 'Gu', ...
                  rand (n, nu) - 0.7, 'Hu', rand (n, nu) - 0.5, 'bu', rand (nu, 1) - 1, ...
                  'muu', 0.1 + rand (nu, 1), 'vtu', [0 1]);
  W = dls_wellposed (S);
  truth = mixed_by_sets (S);
  seen(1+truth) = seen(1+truth) + 1;
  label = sprintf ('mixed %d, ', trial);
  pass = [pass, is(label, W, 'ALLSTICK Prop. 13', 'holds'), ...
          is(label, W, 'ALLSTICK Prop. 13 (75)', (truth))];
  if truth, pass(end+1) = is (label, W, 'ALLSTICK Prop. 13 (76)', 'holds'); end
end
pass(end+1) = holds (sprintf ('mixed: both kinds, %d and %d', seen), all (seen > 5));
% tangential equations that contradict each other; a gap that the tangent closes
S = dls_system ('M', eye (2), 'Gu', [0 0 1; 1 1 0], 'Hu', [1 1 0; 0 0 1], 'tu', [0; 1; 0], ...
                'muu', 0.5, 'vtu', [0 0 1]);
pass(end+1) = is ('contradiction, ', dls_wellposed (S), 'ALLSTICK Prop. 13', 'fails');
S = dls_system ('M', eye (2), 'Gu', [0 1; 1 0], 'Hu', [1 0; 0 1], 'tu', [1; 0], ...
                'bu', [0; 0.5], 'muu', 0.5, 'vtu', [0 1]);
W = dls_wellposed (S);
pass = [pass, is('closed, ', W, 'ALLSTICK Prop. 13 (76)', 'fails'), ...
        is('closed, ', W, 'ALLSTICK Prop. 13 (75)', 'fails')];
% two contacts at one place share a load that their cones hold together, or not
for mu = [1, 0.2]
  S = dls_system ('M', eye (2), 'F', [1; 3], 'Gu', [0 0 0; 1 1 1], 'Hu', [1 1 1; 0 0 0], ...
                  'bu', [0; 0; 1], 'muu', [mu; 0.1; 0.5], 'vtu', [0 0 1]);
  pass(end+1) = is ('shared, ', dls_wellposed (S), 'ALLSTICK Prop. 13 (75)', mu > 0.5);
end
end

% variables a, lu, tu; tu of the second contact is -mu*sign*lu
function yes = mixed_by_sets (S)
yes = false;
n = S.n;
M = full (S.M);
G = full (S.Gu);
H = full (S.Hu);
for set = 0:3
  on = bitget (set, 1:2) > 0;
  A = [M, -G, -H; zeros(1, n), 0, S.muu(2), 0, 1; H(:,1)', zeros(1, 4); G', zeros(2, 4); ...
       zeros(1, n), S.muu(1), 0, -1, 0; zeros(1, n), S.muu(1), 0, 1, 0];
  b = [-S.F; 0; -S.tu(1); -S.bu; 0; 0];
  types = [repmat('S', 1, n + 2), 'LLLL'];
  types(n + 2 + find (on)) = 'S';
  ub = Inf (n + 4, 1);
  ub(n + find (~on)) = 0;
  yes = yes || solvable (A, b, [-Inf(n, 1); 0; 0; -Inf; -Inf], ub, types);
end
end

function pass = recession_examples ()
% H = N = e1: (47) is y <= 0, an x0 is needed between -bu and -tu (and x0 = 0 for Cor. 3)
pass = [];
truth = [-1 0 1 1; 0.5 1 1 0; 1 0.5 0 0; -1 -2 0 0; -2 -1 1 0];
for k = 1:size (truth, 1)
  S = dls_system ('M', eye (2), 'Gu', [1; 0], 'Hu', [1; 0], 'tu', truth(k,1), 'bu', truth(k,2), ...
                  'muu', 1);
  W = dls_wellposed (S);
  label = sprintf ('tu = %g, bu = %g: ', truth(k,1:2));
  pass = [pass, is(label, W, 'ALLSTICK Prop. 8 (i)', 'fails'), ...
          is(label, W, 'ALLSTICK Prop. 8 (ii)', (truth(k,3))), ...
          is(label, W, 'ALLSTICK Cor. 3', (truth(k,4)))];
end
% a massless coordinate that only a force pushes against its stop
for f = [-1 0 1]
  S = dls_system ('M', diag ([1 0]), 'Gu', [0; 1], 'Hu', [1; 0], 'F', [0; f], 'muu', 1);
  W = dls_wellposed (S);
  pass = [pass, is('massless, ', W, 'ALLSTICK Prop. 8 (ii)', (f > 0)), ...
          is('massless, ', W, 'ALLSTICK Cor. 3', (f > 0)), ...
          is('massless, ', W, 'data: existence', (f >= 0))];
end
end

% Random small integers: the set (47) by its vertices.
function pass = recession ()
pass = [];
seen = [0 0];
for trial = 1:60
  n = 3;
  nu = 1 + floor (3 * rand ());
  J = ternary (n, n);
  M = J * diag (rand (1, n) < 0.7) * J';
  S = dls_system ('M', M, 'F', ternary (n, 1), 'Gu', ternary (n, nu), 'Hu', ternary (n, nu), ...
                  'bu', ternary (nu, 1), 'tu', ternary (nu, 1), 'muu', 1);
  W = dls_wellposed (S);
  [second, third] = by_vertices (S);
  label = sprintf ('recession %d, ', trial);
  pass = [pass, is(label, W, 'ALLSTICK Prop. 8 (ii)', (second)), ...
          is(label, W, 'ALLSTICK Cor. 3', (third))];
  if second || third
    pass(end+1) = is (label, W, 'data: existence', 'holds');
  end
  seen(1+second) = seen(1+second) + 1;
end
pass(end+1) = holds (sprintf ('recession: both kinds, %d and %d', seen), all (seen > 3));
end

function [second, third] = by_vertices (S)
second = false;
third = false;
n = S.n;
nu = S.nu;
Gu = full (S.Gu);
H = full (S.Hu);
mfcq = solvable (Gu', ones (nu, 1), -Inf (n, 1), Inf (n, 1), repmat ('L', 1, nu));
if ~mfcq || rank (H) < nu, return, end
% d in ker M, ker H', T with F'*d <= 0?
for i = 1:n
  for s = [1 -1]
    c = zeros (n, 1);
    c(i) = s;
    [ok, d] = solvable ([full(S.M); H'; Gu'; -S.F'], zeros (n + 2 * nu + 1, 1), -ones (n, 1), ...
                        ones (n, 1), [repmat('S', 1, n + nu), repmat('L', 1, nu + 1)], c);
    if ok && norm (d) > 1e-6, return, end
  end
end
Q = eye (n) - H * pinv (H);
Y = zeros (nu, 0);
for set = 1:2^nu - 1
  on = find (bitget (set, 1:nu));
  K = [Q * Gu(:,on); ones(1, numel (on))];
  l = pinv (K) * [zeros(n, 1); 1];
  if rank (K) == numel (on) && norm (K*l - [zeros(n, 1); 1]) < 1e-9 && all (l >= -1e-9)
    Y(:,end+1) = round (-1e9 * pinv (H) * Gu(:,on) * l) / 1e9;
  end
end
third = all (S.bu >= 0) && all (S.tu' * Y > 1e-9);
% largest theta <= 1 with (tu + H'*x0)'*y >= theta at all vertices, x0 in K
k = size (Y, 2);
[ok, x] = solvable ([Gu', zeros(nu, 1); Y' * H', -ones(k, 1)], [-S.bu; -Y' * S.tu], ...
                    -Inf (n + 1, 1), [Inf(n, 1); 1], repmat ('L', 1, nu + k), [zeros(n, 1); -1]);
second = ok && x(end) > 1e-7;
end

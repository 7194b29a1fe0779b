function pass = test_sensitivity ()
% TEST_SENSITIVITY  dls_sensitivity against differences of the answers of the solvers, of intervals
%   and of mu_min; adjoints against columns, and what is not determined or one-sided.
%   pass = test_sensitivity ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
rand ('twister', 1);
randn ('twister', 1);
pass = [kkt(), contact(2), contact(3), friction(), laws(), narrow(), weak(), large(), ends(), ...
        least_friction(), kinks()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_sensitivity: %s\n', name); end
end

% Columns by central differences: y (entry k of A moved by h).
function Y = differences (A, y, h)
if issparse (A), at = find (A)'; else, at = 1:numel (A); end
Y = [];
for k = at
  [up, down] = deal (A);
  up(k) = up(k) + h;
  down(k) = down(k) - h;
  Y(:,end+1) = (y (up) - y (down)) / (2 * h);
end
end

function ok = near (X, Y)
ok = all (all (abs (X - Y) <= 1e-5 * (1 + max (abs (Y(:))))));
end

function pass = kkt ()
pass = [];
for redundant = 0:1
  R = randn (5);
  G = randn (5, 2);
  if redundant, G(:,3) = G(:,1) - G(:,2); end
  P = struct ('M', sparse (R * R'), 'G', sparse (G), 'F', randn (5, 1), 'b', G' * randn (5, 1));
  [x.a, x.lambda, x.info] = dls_kkt (P.M, P.G, P.F, P.b);
  names = {'F', 'b', 'M', 'G'};
  if redundant, names = {'F'}; end
  for f = names
    J = dls_sensitivity (P, x, f{1});
    Y = differences (P.(f{1}), @(A) answer_kkt (P, f{1}, A), 1e-6);
    pass(end+1) = holds (sprintf ('kkt %d, %s', redundant, f{1}), near ([J.a; J.lambda], Y));
    w = struct ('a', randn (5, 1), 'lambda', G' * randn (5, 1));
    g = dls_sensitivity (P, x, f{1}, w);
    pass(end+1) = holds (['kkt, adjoint ', f{1}], near (g.(f{1}), [J.a; J.lambda]' ...
                                                       * [w.a; w.lambda]));
  end
  J = dls_sensitivity (P, x, 'b');         % one entry of b alone contradicts the others
  pass(end+1) = holds ('kkt, inconsistent', all (isnan (J.a(:))) == redundant);
  K = dls_kkt_setup (P.M, P.G);
  J = dls_sensitivity (K, [], 'F');
  pass(end+1) = holds ('kkt, handle', near ([J.a; J.lambda], ...
                       differences (P.F, @(A) answer_kkt (P, 'F', A), 1e-6)));
end
end

function y = answer_kkt (P, name, A)
P.(name) = A;
if strcmp (name, 'M')                    % moved in one entry: not symmetric
  y = [A, -P.G; P.G', zeros(size (P.G, 2))] \ [-P.F; -P.b];
else
  [a, l] = dls_kkt (P.M, P.G, P.F, P.b);
  y = [a; l];
end
end

function pass = contact (d)
% Random states: open, closed, sticking, slipping, sliding; bilateral ones with friction.
pass = [];
n = 5;
seen = zeros (1, 3);
for k = 1:2:12
  R = randn (n);
  nb = mod (k, 2);
  nu = 2;
  t = d - 1;
  S = dls_system ('M', R * R' + eye (n), 'F', 4 * randn (n, 1), 'Gu', randn (n, nu), 'd', d, ...
                  'bu', randn (nu, 1), 'Hu', randn (n, t * nu), 'tu', randn (t * nu, 1), ...
                  'muu', (.2 + 3 * (k > 4 * (d - 1))) * rand (nu, 1), 'Gb', randn (n, nb), ...
                  'bb', randn (nb, 1), ...
                  'vtu', randn (t, nu) .* repmat (rand (1, nu) < .3, t, 1));
  [x.a, x.lambda, x.info] = dls_contact (S, 'Solutions', 'one');
  if ~strcmp (x.info.status, 'solved') || x.info.residual.worst > 1e-10, continue, end
  seen = seen + [any(x.lambda.nu == 0), any(x.lambda.nu > 0), any(x.info.cones.u > 1e-3)];
  name = sprintf ('contact %dD, %d', d, k);
  w = struct ('a', randn (n, 1), 'lambda', struct ('nu', randn (nu, 1), 'tu', randn (t * nu, 1)));
  for f = {'F', 'tu', 'bb', 'muu', 'Gu'}
    if isempty (S.(f{1})), continue, end
    J = dls_sensitivity (S, x, f{1});
    Y = differences (S.(f{1}), @(A) answer_contact (S, f{1}, A), 1e-5);
    X = [J.a; J.lambda.nb; J.lambda.nu; J.lambda.tu];
    pass(end+1) = holds ([name, ', ', f{1}], strcmp (J.status, 'solved') && near (X, Y));
    g = dls_sensitivity (S, x, f{1}, w);
    pass(end+1) = holds ([name, ', adjoint ', f{1}], near (g.(f{1}), J.a' * w.a ...
                         + J.lambda.nu' * w.lambda.nu + J.lambda.tu' * w.lambda.tu));
  end
end
pass(end+1) = holds (sprintf ('states of %dD are seen: %d %d %d', d, seen), all (seen > 0));
end

function y = answer_contact (S, name, A)
[a, l] = dls_contact (dls_system (S, name, A), 'Solutions', 'one');
y = [a; l.nb; l.nu; l.tu];
end

function pass = friction ()
pass = [];
for d = 2:3
  H = randn (2 * d, 7);
  R = randn (7);
  P = dls_problem ('M', R * R' + eye (7), 'H', H, 'f', randn (7, 1), 'w', randn (2 * d, 1), ...
                   'mu', [.3; .8], 'd', d);
  Q = dls_problem ('W', H * H', 'q', randn (2 * d, 1), 'mu', [.3; .8], 'd', d);
  [x.r, x.u, x.v] = dls_friction (P, 'Tolerance', 1e-12);
  [z.r, z.u] = dls_friction (Q, 'Tolerance', 1e-12);
  for f = {'f', 'w', 'mu', 'H'}
    J = dls_sensitivity (P, x, f{1});
    Y = differences (P.(f{1}), @(A) answer_friction (P, f{1}, A), 1e-5);
    pass(end+1) = holds (sprintf ('global, %dD, %s', d, f{1}), near ([J.r; J.u; J.v], Y));
    w = struct ('r', randn (2 * d, 1), 'v', randn (7, 1));
    g = dls_sensitivity (P, x, f{1}, w);
    pass(end+1) = holds (['adjoint ', f{1}], near (g.(f{1}), J.r' * w.r + J.v' * w.v));
  end
  for f = {'q', 'mu', 'W'}
    J = dls_sensitivity (Q, z, f{1});
    if strcmp (f{1}, 'W')                  % by symmetric pairs
      E = randn (2 * d);
      E = E + E';
      up = answer_friction (Q, 'W', Q.W + 1e-6 * E);
      down = answer_friction (Q, 'W', Q.W - 1e-6 * E);
      pass(end+1) = holds ('local, W', near ([J.r; J.u] * E(:), (up - down) / 2e-6));
    else
      Y = differences (Q.(f{1}), @(A) answer_friction (Q, f{1}, A), 1e-6);
      pass(end+1) = holds (sprintf ('local, %dD, %s', d, f{1}), near ([J.r; J.u], Y));
    end
  end
end
end

% Laws beyond Coulomb's disk (letters: random_law): by all that P has numbers of, and adjoints.
function pass = laws ()
pass = [];
cases = {3, 'e'; 3, 'c'; 3, 'r'; 3, 's'; 3, 'ecrs'; 2, 'c'; 2, 'cr'; 3, 'e0'; 3, 'fe'; 2, 'f'; ...
         3, 'frs'; 3, 'I'; 2, 'Ic'};
for k = 1:rows (cases)
  for seed = 1:3
    P = random_law (100 * k + 10 * seed, cases{k,1}, seed, cases{k,2}, 'glg'(seed));
    [x.r, x.u, x.v, info] = dls_friction (P, 'Tolerance', 1e-13);
    good = info.residual.worst <= 1e-12;
    g = struct ('r', cos (1:numel (x.r))');
    for name = {'f', 'q', 'w', 'H', 'mu', 'angle', 'cohesion', 'rolling', 'spinning'}
      if ~isfield (P, name{1}) || ~isnumeric (P.(name{1})) || isempty (P.(name{1})), continue, end
      A = P.(name{1});
      move = zeros (size (A));
      at = true (size (A));
      if any (strcmp (name{1}, {'mu', 'H'})), at = A ~= 0 & isfinite (A); end
      move(at) = 1e-5 * cos (1:sum (at(:)));
      Y = (answer_friction (P, name{1}, A + move) - answer_friction (P, name{1}, A - move)) / 2;
      if issparse (A), move = move(at); end
      J = dls_sensitivity (P, x, name{1});
      X = [J.r; J.u];
      if isfield (J, 'v'), X = [X; J.v]; end
      X(:,move(:) == 0) = 0;
      adjoint = dls_sensitivity (P, x, name{1}, g).(name{1});
      good = [good; strcmp(J.status, 'solved'); abs(X * move(:) - Y) <= 1e-9 * (1 + norm (X)); ...
              abs(adjoint - J.r' * g.r) <= 1e-9 * (1 + norm (J.r))];
    end
    pass(end+1) = holds (sprintf ('law %dD %s, %d', cases{k,:}, seed), good);
  end
end
end

% Friction that begins, and cohesion about to let go.
function pass = narrow ()
P = dls_problem ('M', eye (3), 'H', [0 0 1; 1 0 0; 0 1 0], 'f', [-1; -2; 3], 'mu', 0, 'd', 3);
x = struct ('r', [3; 0; 0], 'u', [0; 1; 2], 'v', [1; 2; 0]);
J = dls_sensitivity (P, x, 'mu');
pass = holds ('friction begins', near (J.r, -3 / sqrt (5) * [0; 1; 2]));
S = dls_system ('M', eye (3), 'F', [-1; -2; 3], 'Gu', [0; 0; 1], 'Hu', eye (3, 2), 'muu', 0, ...
                'd', 3);
[y.a, y.lambda] = dls_contact (S);
J = dls_sensitivity (S, y, 'muu');
pass(end+1) = holds ('of a system', near (J.lambda.tu, -3 / sqrt (5) * [1; 2]));
Q = dls_problem (P, 'f', [0; 0; 3]);
J = dls_sensitivity (Q, struct ('r', [3; 0; 0], 'u', zeros (3, 1), 'v', zeros (3, 1)), 'mu');
pass(end+1) = holds ('any direction', all (isnan (J.r)) && ~isempty (J.message));
% an ellipse that is a segment of direction T1, where it sticks, moves along T2
Q = dls_problem (P, 'f', [-.5; -2; 3], 'mu', [1 0]);
[x.r, x.u, x.v] = dls_friction (Q, 'Tolerance', 1e-13);
J = dls_sensitivity (Q, x, 'mu');
[r, u] = dls_friction (dls_problem (Q, 'mu', [1 1e-5]), 'Tolerance', 1e-13);
change = ([r; u] - [x.r; x.u]) / 1e-5;
pass(end+1) = holds ('a segment widens', abs ([J.r(:,2); J.u(:,2)] - change) <= 1e-4);
J = dls_sensitivity (Q, x, 'angle');
[r, u] = dls_friction (dls_problem (Q, 'angle', 1e-5), 'Tolerance', 1e-13);
change = ([r; u] - [x.r; x.u]) / 1e-5;
pass(end+1) = holds ('a segment turns', abs ([J.r; J.u] - change) <= 1e-4);
P = dls_problem ('M', 1, 'H', [1; 0], 'f', -.5, 'mu', 0.3, 'd', 2, 'cohesion', .5);
x = struct ('r', [-.5; 0], 'u', [0; 0], 'v', 0);
J = dls_sensitivity (P, x, 'f');
pass(end+1) = holds ('pressed again', strcmp (J.status, 'not_differentiable'));
P = dls_problem (P, 'mu', 0);
J = dls_sensitivity (P, x, 'f');
K = dls_sensitivity (P, x, 'cohesion');
pass(end+1) = holds ('about to let go', strcmp (J.status, 'one_sided') ...
                     && near ([J.v, K.v, J.r(1), K.r(1)], [0 0 1 0]));
Q = dls_problem ('M', 1, 'H', [-1; 0], 'f', .5, 'mu', 0, 'd', 2, 'cohesion', .5);
x.v = 0;
J = dls_sensitivity (Q, x, 'f');           % it is pulled away
pass(end+1) = holds ('lets go', near ([J.v, J.r(1)], [-1 0]));
end

function y = answer_friction (P, name, A)
P.(name) = A;
[r, u, v] = dls_friction (P, 'Tolerance', 1e-12);
y = [r; u; v];
end

function pass = weak ()
% A ball that touches without force: one-sided differences; redundant supports: NaN where it must.
S = dls_system ('M', eye (2), 'F', [1; 0], 'Gu', [0; 1]);
x = struct ('a', [-1; 0], 'lambda', struct ('nb', [], 'nu', 0, 'tb', [], 'tu', []));
J = dls_sensitivity (S, x, 'F');
pass = holds ('pressed', strcmp (J.status, 'one_sided') && J.contacts == 1 ...
              && near ([J.a; J.lambda.nu], [-1 0; 0 0; 0 1]));
J = dls_sensitivity (S, x, 'bu');
pass(end+1) = holds ('it moves away', near ([J.a; J.lambda.nu], [0; 0; 0]));
g = dls_sensitivity (S, x, 'F', struct ('a', [1; 1]));
pass(end+1) = holds ('no adjoint', strcmp (g.status, 'not_differentiable') && any (isnan (g.F)));
S = dls_system ('M', diag ([1 1/3]), 'F', [9.81; 0], 'Gu', [1 1 1; -1 0 1]);
[x.a, x.lambda] = dls_contact (S);
J = dls_sensitivity (S, x, 'F');
pass(end+1) = holds ('beam', near (J.a, zeros (2)) && all (isnan (J.lambda.nu(:))) ...
                     && strcmp (J.message, '3 unknowns are not determined'));
g = dls_sensitivity (S, x, 'F', struct ('lambda', struct ('nu', [1; 1; 1])));
pass(end+1) = holds ('the sum is determined', near (g.F, [1; 0]));
g = dls_sensitivity (S, x, 'F', struct ('lambda', struct ('nu', [1; 0; 0])));
pass(end+1) = holds ('one of them is not', all (isnan (g.F)));
S = dls_system ('M', eye (3), 'F', [0; 0; 1], 'Gu', [0; 0; 1], 'Hu', [1 0; 0 1; 0 0], 'muu', .5, ...
                'd', 3);
x = struct ('a', [0; 0; 0], 'lambda', struct ('nb', [], 'nu', 1, 'tb', [], 'tu', [.5; 0]));
J = dls_sensitivity (dls_system (S, 'F', [.5; 0; 1]), x, 'F');
pass(end+1) = holds ('limit of sticking in 3D', strcmp (J.status, 'not_differentiable') ...
                     && all (isnan (J.a(:))));
end

function pass = large ()
% Many contacts: sparse.
n = 400;
M = spdiags (ones (n, 1) * [-1 4 -1], -1:1, n, n);
S = dls_system ('M', M, 'F', sin (1:n)', 'Gu', speye (n), 'bu', zeros (n, 1));
[x.a, x.lambda] = dls_contact (S);
J = dls_sensitivity (S, x, 'F');
e = 1e-6 * cos (1:n)';
a = dls_contact (dls_system (S, 'F', S.F + e));
pass = holds ('large', norm (a - x.a - J.a * e) <= 1e-6 * norm (e));
w = randn (n, 1);
g = dls_sensitivity (S, x, 'F', struct ('a', w));
pass(end+1) = holds ('large, adjoint', near (g.F, J.a' * w));
end

% A plate on three or four feet with friction, pushed aside; two joints with friction.
function S = plate (d)
if d == 2
  S = dls_system ('M', diag ([1 1 .3]), 'F', [-2; 20; -.2], 'Gu', [0 0 0; 1 1 1; -.7 .1 .6], ...
                  'Hu', [1 1 1; 0 0 0; -.1 -.1 -.1], 'muu', [.4; .5; .45]);
else
  angle = pi / 2 * (0:3) + .2;
  p = [cos(angle); sin(angle)];
  Hu = [];
  for i = 1:4
    Hu = [Hu, [eye(3, 2); [0 .3; -.3 0; -p(2,i) p(1,i)]]];
  end
  S = dls_system ('M', diag ([1 1 1 .3 .3 .3]), 'F', [-1.5; -.4; 9.81; -.1; -.2; -.05], 'Gu', ...
                  [zeros(2, 4); ones(1, 4); p(2,:); -p(1,:); zeros(1, 4)], 'Hu', Hu, 'muu', .4, ...
                  'd', 3);
end
end

function y = intervals (S)
[lo, hi] = dls_reaction_range (S);
y = [lo.nb; lo.nu; lo.tb; lo.tu; hi.nb; hi.nu; hi.tb; hi.tu];
end

function X = stacked (J)
X = [];
for side = {'lo', 'hi'}
  for part = {'nb', 'nu', 'tb', 'tu'}
    if isfield (J.(side{1}), part{1}), X = [X; J.(side{1}).(part{1})]; end
  end
end
end

function pass = ends ()
joints = dls_system ('M', eye (3), 'F', [1; 2; .3], 'Gb', [1 0; 0 1; .5 -.3], 'Hb', ...
                     [0 1; 1 0; .2 .4], 'mub', [.4; .6]);
cases = {plate(2), 'F'; plate(2), 'muu'; plate(2), 'Gu'; plate(3), 'F'; joints, 'mub'};
pass = [];
for k = 1:rows (cases)
  [S, name] = cases{k,:};
  [R.lo, R.hi, R.info] = dls_reaction_range (S);
  J = dls_sensitivity (S, R, name);
  step = 0 * S.(name);                     % along one direction
  step(S.(name) ~= 0) = 1e-4 * cos (1:nnz (S.(name)));
  move = @(sign) intervals (dls_system (S, name, S.(name) + sign * step));
  Y = (move (1) - move (-1)) / 2e-4;
  X = stacked (J) * nonzeros (step) / 1e-4;
  pass(end+1) = holds (sprintf ('ends %d, %s', k, name), strcmp (J.status, 'solved') ...
                       && abs (X - Y) <= 1e-4 * (1 + abs (Y)));
  w = struct ('lo', struct ('nu', 1:S.nu), 'hi', struct ('tb', [0; 2 * (S.nb > 0)]));
  g = dls_sensitivity (S, R, name, w);
  want = 0;
  if S.nb > 0, want = 2 * J.hi.tb(2,:)'; else, want = ((1:S.nu) * J.lo.nu)'; end
  pass(end+1) = holds (sprintf ('ends %d, adjoint', k), abs (g.(name) - want) <= 1e-9 ...
                       * (1 + max (abs (want))));
end
end

function pass = least_friction ()
% By differences; mu_min does not depend on the unit of force, mu_scale*muu not on that of muu.
pass = [];
for d = 2:3
  S = plate (d);
  V = dls_sticking (S);
  J = dls_sensitivity (S, V, 'F');
  Y = differences (S.F, @(F) minima (dls_system (S, 'F', F)), 1e-4);
  pass(end+1) = holds (sprintf ('mu_min %dD, F', d), strcmp (J.status, 'solved') ...
                       && abs ([J.mu_min; J.mu_scale] - Y) <= 1e-3);
  pass(end+1) = holds ('mu_min, units of force', abs ([J.mu_min; J.mu_scale] * S.F) <= 1e-5);
  K = dls_sensitivity (S, V, 'muu');
  pass(end+1) = holds ('mu_scale, units', abs (K.mu_scale * S.muu + V.mu_scale) <= 1e-5 ...
                       && norm (K.mu_min) == 0 && max (K.mu_scale) <= 1e-5);
  g = dls_sensitivity (S, V, {'F', 'muu'}, struct ('mu_min', 2, 'mu_scale', 1));
  pass(end+1) = holds ('mu_min, adjoint', abs (g.F - 2 * J.mu_min' - J.mu_scale') <= 1e-12 ...
                       && abs (g.muu - K.mu_scale') <= 1e-12);
end
end

function y = minima (S)
V = dls_sticking (S);
y = [V.mu_min; V.mu_scale];
end

function pass = kinks ()
% Pushed neither way a block needs no friction; pushed any way it does.
S = dls_system ('M', eye (2), 'F', [0; 10], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
J = dls_sensitivity (S, dls_sticking (S), 'F');
pass = holds ('mu_min = 0', strcmp (J.status, 'one_sided') && abs (J.mu_min - [.1 0]) <= 1e-8);
% Feet that repeat each other: one entry of tu alone leaves no solution.
S = plate (2);
J = dls_sensitivity (S, dls_sticking (S), 'tu');
pass(end+1) = holds ('no solution beside', isnan (J.mu_min) & ~isempty (J.message));
% A foot in the air, one that just touches.
S = dls_system ('M', eye (2), 'F', [-1; 0], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
V = dls_sticking (S, 'Critical', true);
V.mu_min = 1;
J = dls_sensitivity (S, V, 'F');
pass(end+1) = holds ('weak', strcmp (J.status, 'not_differentiable') && J.contacts == 1 ...
                     && all (isnan (J.mu_min)));
end

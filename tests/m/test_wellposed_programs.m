function pass = test_wellposed_programs ()
% TEST_WELLPOSED_PROGRAMS  COUPLING and TUTORIAL in dls_wellposed: programs, impacts, sliding.
%   pass = test_wellposed_programs ()   logical row; each failing element prints its name.
%   Promise: what COUPLING Prop. 9, Cor. 4 and TUTORIAL Cor. 3 guarantee is seen in eigenvalues; the
%   programs (42), (56) are feasible or solvable as said (GLPK); Prop. 17 to 19 agree with linear
%   programs for (77) and with Moreau's law; TUTORIAL Cor. 2 with all supports of the homogeneous
%   complementarity problem; systems whose truth is known hold and fail.
% SPDX-License-Identifier: GPL-3.0-or-later
state = rand ('twister');
restore = onCleanup (@() rand ('twister', state));
rand ('twister', 12);
pass = [near_orthogonal(), known_impacts(), sliding_examples(), needs_data()];
if exist ('glpk', 'file') || exist ('glpk', 'builtin')
  pass = [pass, programs(), impacts(), copositive()];
end
end

function ok = is (varargin)
ok = criterion_is ('test_wellposed_programs', varargin{:});
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_wellposed_programs: %s\n', name); end
end

function ok = solvable (A, b, lb, types)
param.msglev = 0;
k = size (A, 2);
[x, value, code, extra] = glpk (zeros (k, 1), A, b, lb, Inf (k, 1), types, repmat ('C', 1, k), ...
                                1, param);
ok = code == 0 && any (extra.status == [2 5]) && ~any (isnan (x));
end

% Prop. 9 never promises too much, and is sharp where the constraints of a kind are orthogonal.
function pass = near_orthogonal ()
pass = [];
seen = [0 0];
for trial = 1:40
  n = 4;
  G = eye (n) + (0.5 * mod (trial, 3)) * (rand (n) - 0.5);
  Gu = G(:,1:2) + 0.9 * rand () * (rand (n, 2) - 0.5);
  S = dls_system ('M', eye (n), 'Gb', G(:,3:4), 'Gu', Gu);
  if rand () < 0.3, S = dls_system (S, 'Gu', [Gu(:,1), G(:,3:4) * [1; 2]]); end
  W = dls_wellposed (S);
  D = dls_delassus (S);
  positive = min (eig ((D.Ac + D.Ac') / 2)) > 1e-9;
  c = criterion (W, 'COUPLING Prop. 9 (36)');
  label = sprintf ('near %d, ', trial);
  pass(end+1) = holds ([label, 'Prop. 9'], ~strcmp (c.holds, 'holds') || positive);
  B = D.Anb;
  root = sqrtm (inv (D.Anu));
  off = norm (diag (root) - 1 ./ sqrt (diag (D.Anu)), Inf) > 1e-6;
  pass(end+1) = is (label, W, 'COUPLING Assumption 3', (~off));
  seen = seen + [strcmp(c.holds, 'fails'), strcmp(c.holds, 'holds')];
end
pass(end+1) = holds (sprintf ('near: both kinds, %d and %d', seen), all (seen > 5));
% coupling eps*I: Ac = A - eps^2*inv (B), positive definite below eps = 1.2
for epsilon = [0 0.5 1.1 1.3]
  r = 2;
  S = dls_system ('M', eye (4), 'Gb', [r * eye(2); zeros(2)], 'Gu', ...
                  [epsilon / r * eye(2); sqrt(max (0.36 - epsilon ^ 2 / 4, 0)) * eye(2)]);
  W = dls_wellposed (S);
  D = dls_delassus (S);
  pass(end+1) = is (sprintf ('eps %g, ', epsilon), W, 'COUPLING Cor. 4', ...
                    (min (eig (D.Ac)) > 1e-9));
end
S = dls_system (S, 'Gu', [1 0; 0 2; 1 0; 0 1]);
pass(end+1) = is ('not eps*I, ', dls_wellposed (S), 'COUPLING Cor. 4', 'not applicable');
end

% (42) is bounded, and (56), written with the matrices of the paper, is feasible.
function pass = programs ()
pass = [];
seen = [0 0];
for trial = 1:30
  n = 2 + (rand () < 0.5);
  nu = 2 + floor (2 * rand ());
  J = ternary (n, n);
  S = dls_system ('M', J * J' + eye (n), 'F', ternary (n, 1), 'Gu', ternary (n, nu), ...
                  'bu', (ternary (nu, 1) - 1) * (rand () < 0.8));
  label = sprintf ('programs %d, ', trial);
  if mod (trial, 2)
    W = dls_wellposed (S);
    D = dls_delassus (S);
    A = D.A;
    H0 = full (D.H0);
    bounded = ~solvable ([A; H0'], [zeros(nu, 1); -1], zeros (nu, 1), repmat ('S', 1, nu + 1));
    first = rank ([full(S.Gu)', H0], 1e-9) == rank (full (S.Gu));
    pass = [pass, is(label, W, 'COUPLING Prop. 11 (i)', (first)), ...
            is(label, W, 'COUPLING Prop. 11 (ii)', (~any (S.bu))), ...
            is(label, W, 'COUPLING Cor. 6', (bounded)), ...
            holds([label, 'Prop. 11 promises'], bounded || ~(first || ~any (S.bu)))];
  else
    nb = 1 + (rand () < 0.2);
    S = dls_system (S, 'Gb', ternary (n, nb), 'bb', ternary (nb, 1));
    W = dls_wellposed (S);
    if strcmp (criterion (W, 'COUPLING Prop. 13').holds, 'not applicable')
      pass(end+1) = holds ([label, 'dependent'], rank (full (S.Gb)) < S.nb);
      continue
    end
    D = dls_delassus (S);
    K = full (S.Gu)' * D.Mcinv;
    K(abs (K) < 1e-12) = 0;
    feasible = solvable (K * full (S.M), ...
                         round (1e9 * (-K * (S.F - D.H3) - D.H4)) / 1e9, ...
                         -Inf (n, 1), repmat ('L', 1, nu));
    for source = {'COUPLING Prop. 13', 'COUPLING Prop. 14 (ii)', 'COUPLING Lemma 5'}
      pass(end+1) = is (label, W, source{1}, (feasible));
    end
    seen(1+feasible) = seen(1+feasible) + 1;
  end
end
pass(end+1) = holds (sprintf ('programs: both kinds, %d and %d', seen), all (seen > 2));
end

% Random restitution: (77) by linear programs; necessary conditions; Prop. 17 (i) for other v-.
function pass = impacts ()
pass = [];
seen = [0 0 0];
for trial = 1:40
  n = 3;
  nu = 1 + floor (2 * rand ());
  S = dls_system ('M', diag (1 + floor (2 * rand (n, 1))), 'Gu', ternary (n, nu));
  if mod (trial, 3) == 0
    g = ternary (n, 1);
    S = dls_system (S, 'Gb', g);
    Z = null (g');
    v = Z * (Z' * ternary (n, 1));
  else
    v = ternary (n, 1);
  end
  E = rand (nu) .* (rand (nu) < 0.5) + 0.3 * eye (nu);
  if nu > 1 && rand () < 0.3, E(1,nu) = -0.2; end
  W = dls_wellposed (S, 'Restitution', E, 'VelocityBefore', v);
  label = sprintf ('impacts %d, ', trial);
  if strcmp (criterion (W, 'data: impact (77)').holds, 'not applicable'), continue, end
  [A, R, B] = matrices (S, E);
  truth = solvable ([A; B], [-R * (full (S.Gu)' * v); zeros(nu, 1)], zeros (nu, 1), ...
                    [repmat('S', 1, nu), repmat('L', 1, nu)]);
  pass(end+1) = is (label, W, 'data: impact (77)', (truth));
  if truth
    pass = [pass, is(label, W, 'COUPLING Prop. 17 (ii)', 'holds'), ...
            is(label, W, 'COUPLING Prop. 17 (iii)', 'holds')];
  end
  cone = solvable ([-full(S.Gb), full(S.Gu); zeros(1, S.nb), (R * (full (S.Gu)' * v))'], ...
                   [zeros(n, 1); -1], [-Inf(S.nb, 1); zeros(nu, 1)], repmat ('S', 1, n + 1));
  pass(end+1) = is (label, W, 'COUPLING Prop. 17 (ii)', (~cone));
  if strcmp (criterion (W, 'COUPLING Lemma 6').holds, 'holds')
    pass(end+1) = is ([label, 'Lemma 6, '], W, 'COUPLING Prop. 17 (ii)', 'holds');
  end
  if strcmp (criterion (W, 'COUPLING Prop. 17 (i)').holds, 'holds')
    seen(3) = seen(3) + 1;
    for again = 1:5
      w = before_impact (S, -rand (nu, 1));
      [~, ~, info] = dls_impact (S, w, E, 'Uniqueness', 'off');
      pass(end+1) = holds ([label, 'Prop. 17 (i)'], info.admissible.kinetic ...
                                                    && info.admissible.kinematic);
    end
  end
  ranks = [rank(full ([S.Gb, S.Gu])), rank(full (S.Gb)), rank(full (S.Gu))];
  pass(end+1) = is (label, W, 'COUPLING Prop. 18', (ranks(1) == ranks(2) + ranks(3)));
  seen(1+truth) = seen(1+truth) + 1;
end
pass(end+1) = holds (sprintf ('impacts: all kinds, %d, %d, %d', seen), all (seen > 3));
end

function [A, R, B] = matrices (S, E)
D = dls_delassus (S);
A = D.Ac .* (abs (D.Ac) > 1e-12);
R = eye (S.nu) + E;
B = E * (R \ A);
end

% A velocity with Gb'*v = 0 and given Gu'*v (independent columns).
function v = before_impact (S, normal)
G = full ([S.Gb, S.Gu]);
v = pinv (G') * [zeros(S.nb, 1); normal];
end

function pass = known_impacts ()
% the counterexample to Prop. 17 (i) as printed: monotone matrices, but E is not >= 0
S = dls_system ('M', eye (2), 'Gu', chol (inv ([1 0.9; 0.9 1])));
v = S.Gu' \ [0; -1];
E = [1 -0.1; 0 1];
W = dls_wellposed (S, 'Restitution', E, 'VelocityBefore', v);
pass = [is('E < 0, ', W, 'COUPLING Prop. 17 (i)', 'fails'), ...
        is('E < 0, ', W, 'data: impact (77)', 'fails')];
[A, R, B] = matrices (S, E);
pass(end+1) = holds ('E < 0: monotone', all (all (inv (R \ A) >= 0)) && all (all (inv (B) >= 0)));
% equal contacts, different restitution: Gu'*v+ cannot be both
S = dls_system ('M', eye (2), 'Gu', [1 1; 0 0]);
W = dls_wellposed (S, 'Restitution', [0.2; 0.6], 'VelocityBefore', [-1; 0]);
c = criterion (W, 'COUPLING Prop. 17 (iii)');
pass = [pass, is('equal, ', W, 'COUPLING Prop. 17 (iii)', 'fails'), ...
        is('equal, ', W, 'COUPLING Lemma 6', 'fails'), ...
        holds('equal: witness', norm (S.Gu * c.witness) < 1e-12 ...
              && abs (c.witness' * ([1.2; 1.6] .* (S.Gu' * [-1; 0]))) > 0.1)];
W = dls_wellposed (S, 'Restitution', 0.5, 'VelocityBefore', [-1; 0]);
pass = [pass, is('equal e, ', W, 'COUPLING Prop. 17 (iii)', 'holds'), ...
        is('equal e, ', W, 'COUPLING Lemma 6', 'holds'), ...
        is('equal e, ', W, 'data: impact (77)', 'holds'), ...
        is('equal e, ', W, 'COUPLING Prop. 19', 'fails')];
% opposite walls: one would have to open
S = dls_system ('M', 1, 'Gu', [1 -1]);
W = dls_wellposed (S, 'Restitution', [1 0], 'VelocityBefore', -1);
c = criterion (W, 'COUPLING Prop. 17 (ii)');
pass = [pass, is('walls, ', W, 'COUPLING Prop. 17 (ii)', 'fails'), ...
        holds('walls: witness', all (c.witness >= 0) && abs (S.Gu * c.witness) < 1e-9 ...
              && c.witness' * ([2; 1] .* [-1; 1]) < -0.1)];
% Prop. 19, with and without a bilateral constraint that couples
S = dls_system ('M', diag ([1 2 3]), 'Gu', [1 1; 0 1; 0 0], 'Gb', [0; 0; 1]);
v = before_impact (S, [-1; -2]);
W = dls_wellposed (S, 'Restitution', 0, 'VelocityBefore', v);
pass = [pass, is('plastic, ', W, 'COUPLING Prop. 19', 'holds'), ...
        holds('plastic: Moreau', norm (dls_impact (S, v, 0) ...
                                       - dls_impact (S, v, 0, 'Law', 'moreau')) < 1e-12)];
W = dls_wellposed (S, 'Restitution', 0.1, 'VelocityBefore', v);
pass(end+1) = is ('not plastic, ', W, 'COUPLING Prop. 19', 'fails');
W = dls_wellposed (dls_system (S, 'Gb', [1; 0; 1]), 'Restitution', 0, 'VelocityBefore', v);
pass(end+1) = is ('coupled, ', W, 'COUPLING Prop. 19', 'fails');
end

% Planar sliding on unilateral contacts with dependent gradients: all supports of the homogeneous
% problem, and what Cor. 2 promises.
function pass = copositive ()
pass = [];
seen = [0 0];
for trial = 1:40
  n = 2;
  nu = 2 + (rand () < 0.5);
  S = dls_system ('M', diag (1 + floor (2 * rand (n, 1))), 'F', ternary (n, 1), 'Gu', ...
                  ternary (n, nu), 'Hu', ternary (n, nu), 'bu', ternary (nu, 1), ...
                  'muu', 0.5, 'vtu', 2 * (rand (1, nu) < 0.5) - 1);
  if mod (trial, 2)                              % opposite walls, tangents without coupling
    g = full (S.Gu(:,1));
    G = [g, -g, g * ones(1, nu - 2)];
    S = dls_system (S, 'Gu', G, 'Hu', repmat (full (S.M) * [-g(2); g(1)], 1, nu));
  end
  W = dls_wellposed (S);
  Mi = inv (full (S.M));
  N = -full (S.Gu)' * Mi * full (S.Hu) * diag (S.muu' .* sign (S.vtu));
  N(abs (N) < 1e-12) = 0;
  A = full (S.Gu)' * Mi * full (S.Gu) + N;
  w = S.bu - full (S.Gu)' * Mi * S.F;
  label = sprintf ('copositive %d, ', trial);
  truth = all (N(:) >= 0);
  pass(end+1) = is (label, W, 'TUTORIAL Cor. 2, directions', ...
                    (all (all (N >= 0) | all (N <= 0))));
  if truth
    truth = homogeneous (A, w);
    seen(1+truth) = seen(1+truth) + 1;
  end
  pass(end+1) = is (label, W, 'TUTORIAL Cor. 2', (truth));
  if truth
    [z, ~, info] = dls_lcp (A, w, 'Method', 'enumerate');
    pass(end+1) = holds ([label, 'promise'], strcmp (info.status, 'solved') ...
                         && norm (min (z, A * z + w), Inf) <= 1e-12 * (1 + norm (w, Inf)));
  end
end
pass(end+1) = holds (sprintf ('copositive: both kinds, %d and %d', seen), all (seen > 2));
end

function yes = homogeneous (A, w)
m = numel (w);
yes = true;
for set = 1:2^m - 1
  on = bitget (set, 1:m) > 0;
  k = sum (on);
  types = [repmat('S', 1, k + 1), repmat('L', 1, m - k)];
  rows = [A(on,on); w(on)'; A(~on,on)];
  yes = yes && ~solvable (rows, [zeros(k, 1); -1; zeros(m - k, 1)], zeros (k, 1), types);
end
end

% TUTORIAL Cor. 3 is sharper than Prop. 12 (14) and never wrong; Painleve's rod.
function pass = sliding_examples ()
pass = [];
seen = [0 0];
for trial = 1:30
  n = 4;
  S = dls_system ('M', diag (1 + rand (n, 1)), 'Gu', rand (n, 2) - 0.5, 'Hu', rand (n, 2) - 0.5, ...
                  'muu', rand (2, 1), 'vtu', [1 -1]);
  if mod (trial, 2), S = dls_system (S, 'Gb', rand (n, 1)); end
  W = dls_wellposed (S);
  X = inv (full (S.M));
  if S.nb, X = X - X * S.Gb * ((S.Gb' * X * S.Gb) \ (S.Gb' * X)); end
  A = full (S.Gu)' * X * (full (S.Gu) - full (S.Hu) * diag (S.muu .* [1; -1]));
  c = criterion (W, 'TUTORIAL Cor. 3');
  label = sprintf ('sliding %d, ', trial);
  positive = min (eig ((A + A') / 2)) > 1e-9;
  pass(end+1) = holds ([label, 'Cor. 3'], ~strcmp (c.holds, 'holds') || positive);
  sources = {'TUTORIAL Prop. 12', 'TUTORIAL Prop. 14'};
  if strcmp (criterion (W, sources{1+(S.nb > 0)}).holds, 'holds')
    pass(end+1) = is (label, W, 'TUTORIAL Cor. 3', 'holds');
  end
  seen = seen + [strcmp(c.holds, 'fails'), strcmp(c.holds, 'holds')];
end
pass(end+1) = holds (sprintf ('sliding: both kinds, %d and %d', seen), all (seen > 2));
c = cos (atan (2)) / 2;
s = sin (atan (2)) / 2;
for mu = [1.3 1.4]                               % mu_P = 4/3
  S = dls_system ('M', diag ([1 1 1/12]), 'Gu', [0; 1; -c], 'Hu', [1; 0; s], 'muu', mu, ...
                  'vtu', -1);
  W = dls_wellposed (S);
  pass = [pass, is('rod, ', W, 'TUTORIAL Cor. 3', (mu < 4/3)), ...
          is('rod, ', W, 'TUTORIAL Cor. 2', 'fails')];
  W = dls_wellposed (dls_system (S, 'vtu', 1));
  pass(end+1) = is ('rod, other way, ', W, 'TUTORIAL Cor. 2', 'holds');
end
end

function pass = needs_data ()
S = dls_system ('M', eye (2), 'Gu', [0 1; 1 0]);
W = dls_wellposed (S);
c = criterion (W, 'TUTORIAL Prop. 2');
pass = [is('no gaps, ', W, 'TUTORIAL Prop. 2', 'not applicable'), ...
        holds('why', strcmp (c.why, 'needs Gap, GapRate')), ...
        holds('table', ~isempty (strfind (W.table, 'not applicable: needs Restitution'))), ...
        is('touching, ', dls_wellposed (S, 'Gap', [0; 0], 'GapRate', [0; 0]), ...
           'TUTORIAL Prop. 2', 'holds'), ...
        is('open, ', dls_wellposed (S, 'Gap', [0; 1], 'GapRate', [0; 0]), ...
           'TUTORIAL Prop. 2', 'fails'), ...
        is('closing, ', dls_wellposed (S, 'Gap', [0; 0], 'GapRate', [-1; 0]), ...
           'TUTORIAL Prop. 2', 'fails')];
wrong = {{'Gap', [1 2 3]}, {'Facets', 2.5}, {'Nothing', 1}};
ids = {'delassus:dimension', 'delassus:option', 'delassus:option'};
for k = 1:3
  id = '';
  try
    dls_wellposed (S, wrong{k}{:});
  catch err
    id = err.identifier;
  end
  pass(end+1) = holds (['error ', id], strcmp (id, ids{k}));
end
end

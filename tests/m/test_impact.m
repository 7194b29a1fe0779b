function pass = test_impact (seed)
% TEST_IMPACT  dls_impact: the programs of COUPLING, what is unique, what is admissible.
%   pass = test_impact ()       logical row; each failing element prints its name.
%   pass = test_impact (SEED)   other random systems; each part has its own numbers.
%   Promise: (77) is solvable exactly where linear programs of GLPK say so, and then (80) to (84)
%   give the velocities of the complementarity problem; where it is not, (80) to (83) reach the
%   least squares of LSQNONNEG; uniqueness and determined percussions agree with the ranges over all
%   active sets; units do not matter; percussions with friction satisfy Coulomb's law, and with
%   Moreau's law energy never grows.
% SPDX-License-Identifier: GPL-3.0-or-later
state = rand ('twister');
restore = onCleanup (@() rand ('twister', state));
if nargin < 1, seed = 7; end
warned = warning ('off', 'all');                  % lsqnonneg on equal gradients
restore_warnings = onCleanup (@() warning (warned));
pass = [examples(), units(), least_squares(seed), rest_and_errors()];
if exist ('glpk', 'file') || exist ('glpk', 'builtin')
  pass = [pass, programs(seed), ranges(seed)];
end
pass = [pass, friction(seed)];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_impact: %s\n', name); end
end

% Coulomb's law written out, in the plane and in space, M singular now and then, with bars.
function pass = friction (seed)
rand ('twister', [seed, 4]);
pass = [];
for trial = 1:30
  d = 2 + (rand () < 0.4);
  n = 2 + floor (4 * rand ());
  nu = 1 + floor (3 * rand ());
  B = ternary (n, n - (rand () < 0.2));
  S = dls_system ('M', B * B' + (rand () < 0.7) * eye (n), 'Gu', ternary (n, nu), ...
                  'Hu', ternary (n, (d - 1) * nu), 'muu', rand (nu, 1), 'd', d);
  if rand () < 0.4, S = dls_system (S, 'Gb', ternary (n, 1)); end
  vm = ternary (n, 1);
  e = 0.8 * rand ();
  for law = {'newton', 'moreau'}
    [v, p, info] = dls_impact (S, vm, e, 'Law', law{1});
    name = sprintf ('friction %d, %s', trial, law{1});
    if info.exitflag ~= 1
      ok = any (strcmp (info.status, {'no_solution', 'undecided', 'numerical_trouble'}));
      pass = [pass, holds([name, ': said why'], ok && ~isempty (info.message))];
      continue
    end
    w = v;                                    % of the law: normal and tangential velocity
    if strcmp (law{1}, 'moreau'), w = (v + e * vm) / (1 + e); end
    un = S.Gu' * w + strcmp (law{1}, 'newton') * e * (S.Gu' * vm);
    ut = reshape (S.Hu' * w, d - 1, nu);
    pt = reshape (p.tu, d - 1, nu);
    slip = sqrt (sum (ut .^ 2, 1))';
    cone = S.muu .* p.nu - sqrt (sum (pt .^ 2, 1))';
    size_ = 1 + norm (v) + norm ([p.nb; p.nu; p.tu]);
    r = [S.M * (v - vm) - S.Gb * p.nb - S.Gu * p.nu - S.Hu * p.tu; S.Gb' * w; min(p.nu, un); ...
         min(cone, 0); sum(pt .* ut, 1)' + S.muu .* p.nu .* slip];
    pass = [pass, holds([name, ': laws'], norm (r, Inf) <= 1e-7 * size_ ^ 2)];
    grows = info.energy.after > info.energy.before * (1 + 1e-6) + 1e-9;
    pass = [pass, holds([name, ': energy'], grows == false || strcmp (law{1}, 'newton'))];
  end
end
end

function names = equations ()
names = {'80', '81', '82', '83', '84'};
end

% Random systems with redundant gradients, sometimes two equal contacts; M regular.
function [S, v] = system (nb)
n = 3;
nu = 1 + floor (3 * rand ());
B = ternary (n, n);
Gu = ternary (n, nu);
if nu > 1 && rand () < 0.4, Gu(:,2) = Gu(:,1); end
S = dls_system ('M', B * B' + eye (n), 'Gu', Gu);
v = ternary (n, 1);
if nb > 0
  S = dls_system (S, 'Gb', ternary (n, nb));
  Z = null (full (S.Gb'));
  v = Z * (Z' * v);
  v(abs (v) < 1e-12) = 0;
end
end

% (77) by a linear program; then all programs give v+; else (84) still does.
function pass = programs (seed)
rand ('twister', [seed, 1]);
pass = [];
seen = [0 0];
for trial = 1:30
  [S, v] = system (mod (trial, 3));
  E = diag (0.2 + 0.6 * rand (S.nu, 1)) + (rand () < 0.5) * 0.1 * rand (S.nu);
  D = dls_delassus (S);
  A = D.Ac .* (abs (D.Ac) > 1e-12);
  R = eye (S.nu) + E;
  before = full (S.Gu' * v);
  truth = feasible (A, -R * before, E * (R \ A));
  [w, p, info] = dls_impact (S, v, E, 'Uniqueness', 'off');
  label = sprintf ('programs %d, ', trial);
  pass(end+1) = holds ([label, '(77)'], info.admissible.kinetic == truth);
  seen(1+truth) = seen(1+truth) + 1;
  for name = equations ()
    [x, r, other] = dls_impact (S, v, E, 'Formulation', name{1}, 'Uniqueness', 'off');
    if truth
      ok = norm (x - w) <= 1e-12 * (1 + norm (w)) && other.admissible.kinetic;
      if ~strcmp (name{1}, '84'), ok = ok && other.program.objective < 1e-10; end
    elseif strcmp (name{1}, '84') && ~strcmp (info.status, 'solved')
      pass(end+1) = holds ([label, 'infeasible'], strcmp (other.status, info.status));
      continue
    elseif strcmp (name{1}, '84')
      ok = norm (x - w) <= 1e-12 * (1 + norm (w));
    else
      ok = other.program.objective > 1e-10;
      c = R * before;                            % optimality of (80) with w1, w2 of ERRATA
      P = E * (R \ A);
      dual = P' * other.program.w2 + other.program.w1 - A * (A * r.nu + c);
      ok = ok && norm (dual) <= 1e-7 * (1 + norm (c)) && all (P * r.nu >= -1e-6) ...
           && all ([other.program.w1; other.program.w2] >= -1e-6);
    end
    ok = ok && strcmp (other.status, 'solved') && all (r.nu >= 0) ...
         && other.residual.dynamics < 1e-8 && other.residual.constraints < 1e-8;
    pass(end+1) = holds ([label, name{1}], ok);
  end
end
pass(end+1) = holds (sprintf ('programs: both kinds, %d and %d', seen), all (seen > 3));
end

function yes = feasible (A, c, B)
m = numel (c);
param.msglev = 0;
[x, value, code, extra] = glpk (zeros (m, 1), [A; B], [c; zeros(m, 1)], zeros (m, 1), ...
  Inf (m, 1), [repmat('S', 1, m), repmat('L', 1, m)], repmat ('C', 1, m), 1, param);
yes = code == 0 && any (extra.status == [2 5]);
end

% E = 0: (80) is the nonnegative least squares of Ac*p = -Gu'*v-.
function pass = least_squares (seed)
rand ('twister', [seed, 2]);
pass = [];
for trial = 1:20
  [S, v] = system (mod (trial, 2));
  D = dls_delassus (S);
  [p, value] = lsqnonneg (D.Ac, -full (S.Gu' * v));
  for name = equations ()(1:4)
    [x, r, info] = dls_impact (S, v, 0, 'Formulation', name{1}, 'Uniqueness', 'off');
    pass(end+1) = holds (sprintf ('least squares %d, %s', trial, name{1}), ...
                         abs (info.program.objective - value / 2) <= 1e-12 * (1 + value));
  end
end
end

% What is unique, by the ranges over all active sets; singular M now and then.
function pass = ranges (seed)
rand ('twister', [seed, 3]);
pass = [];
seen = [0 0];
for trial = 1:30
  [S, v] = system (mod (trial, 3));
  if rand () < 0.4
    B = ternary (S.n, S.n);
    S = dls_system (S, 'M', B * diag (rand (1, S.n) < 0.6) * B');
  end
  E = 0.5 * (rand () < 0.7) * eye (S.nu);
  [w, p, info] = dls_impact (S, v, E);
  if ~strcmp (info.status, 'solved'), continue, end
  C = dls_system ('M', S.M, 'F', -full (S.M * v), 'Gb', S.Gb, 'Gu', S.Gu, 'bu', ...
                  full (E * (S.Gu' * v)));
  [exists, low, high] = contact_ranges (C, C.Gb, C.bb);
  tight = high - low <= 1e-7;
  reactions = tight(S.n+1:S.n+S.nb+S.nu);
  u = info.unique;
  label = sprintf ('ranges %d: ', trial);
  pass = [pass, holds([label, 'exists'], exists), ...
          holds([label, 'velocity'], u.velocity == all (tight(1:S.n))), ...
          holds([label, 'percussions'], u.percussions == all (reactions)), ...
          holds([label, 'determined'], isequal (u.determined(:), reactions(:))), ...
          holds([label, 'energy'], abs (sum (info.energy.contacts) + info.energy.bilateral ...
                + info.energy.loss) <= 1e-9 * (1 + info.energy.before)), ...
          holds([label, 'kernel'], norm ([S.Gb, S.Gu] * u.kernel) < 1e-9 ...
                && (~isequal (u.percussions, false) || size (u.kernel, 2) > 0)), ...
          holds([label, 'velocity kernel'], norm ([S.M; S.Gb'] * u.velocity_kernel) < 1e-9 ...
                && (~isequal (u.velocity, false) || size (u.velocity_kernel, 2) > 0))];
  seen = seen + [isequal(u.percussions, false), isequal(u.percussions, true)];
end
pass(end+1) = holds ('ranges: both kinds', all (seen > 3));
end

function pass = examples ()
S = dls_system ('M', diag ([2 0]), 'Gu', [1 1 1; 0 0 0]);
[v, p, info] = dls_impact (S, [-1; 0], 0.5);
assert (v(1), 0.5, 1e-9)
assert (sum (p.nu), 3, 1e-9)
S = dls_system ('M', diag ([1 1]), 'Gb', [0 0; 1 2], 'Gu', [1; 1]);
[v, p] = dls_impact (S, [-1; 0], 1);
assert (v, [1; 0], 1e-9)
assert ([1 2] * p.nb + p.nu, 0, 1e-9)
S = dls_system ('M', 1, 'Gu', [1 -1]);
[v, p, info] = dls_impact (S, -1, [1 0]);
assert (info.status, 'infeasible')
S = dls_system ('M', [2 0; 0 1], 'Gu', [1 -2; 0 0], 'Gb', [0; 3]);
E = [1 0];  v0 = [-1; 0];
[v, p, info] = dls_impact (S, v0, E);
assert (info.status, 'infeasible')
c = info.certificate;
assert (S.M * c.x + S.Gb * c.y + S.Gu * c.u, [0; 0], 1e-12)
assert (all (c.u >= 0) && all (S.Gu' * c.x >= -1e-12) && abs (S.Gb' * c.x) <= 1e-12)
assert (c.u' * diag (E) * (S.Gu' * v0) < c.x' * S.M * v0 - 1e-3)
% inadmissible data are said so
S = dls_system ('M', eye (2), 'Gu', [1; 0], 'Gb', [0; 1]);
[v, p, info] = dls_impact (S, [-1; 0], 1.5);
assert (~info.admissible.energy && info.admissible.before)
assert (~isempty (strfind (info.message, 'energetically inadmissible')))
[v, p, info] = dls_impact (S, [-1; 1], 1);
assert (~info.admissible.before && ~isempty (strfind (info.message, 'before the impact')))
assert (v, [1; 0], 1e-12)
v = dls_impact (S, [-1; 1], 1, 'Law', 'moreau');
assert (v, [1; -1], 1e-12)
S = dls_system ('M', eye (2), 'Gu', eye (2));
[v, p, info] = dls_impact (S, [-1; -1], [0 -1; 0 0]);
assert (~info.admissible.kinematic)
% three percussions on one line: only their sum is determined
S = dls_system ('M', diag ([2 0]), 'Gu', [1 1 1 0; 0 0 0 0.1]);
[v, p, info] = dls_impact (S, [-1; 0], 0.5);
assert (info.unique.determined', [false false false true])
assert (info.unique.percussions, false)
assert (size (info.unique.kernel), [4 2])
% ERRATA to (82): two multipliers, one alone would be negative
S = dls_system ('M', eye (2), 'Gu', chol ([2 0.5; 0.5 1]));
for name = equations ()
  [v, p, info] = dls_impact (S, S.Gu' \ [-1; -0.5], 0.5 * eye (2), 'Formulation', name{1});
  assert (p.nu, [9/14; 3/7], 1e-7)
  assert (info.admissible.kinetic && info.unique.percussions)
end
% COUPLING Prop. 19: (84) is Moreau's rule for a plastic impact
S = dls_system ('M', [2 1; 1 2], 'Gu', [1 1; 0 1]);
v0 = [-1; 0.1];
v = dls_impact (S, v0, [], 'Law', 'plastic', 'Formulation', '84');
assert (v, dls_impact (S, v0, 0, 'Law', 'moreau'), 1e-7)
% a contact that separates, and one that would have to pull
[v, p, info] = dls_impact (dls_system ('M', eye (2), 'Gu', [1 0; 0 1]), [1; -1], 0.5);
assert (~info.admissible.approach && ~info.admissible.kinetic && p.nu(1) == 0)
assert (~isempty (strfind (info.message, 'kinetically inadmissible')))
[v, p, info] = dls_impact (S, v0, 0.5, 'Uniqueness', 'off');
assert (isempty (info.unique))
pass = true;
end

function pass = units ()
for s = [1e-9 1 1e9]
  for g = [1e-6 1 1e6]
    S = dls_system ('M', s * [2 0.3 0; 0.3 1 0; 0 0 3], 'Gu', g * [1 0; 0 1; 1 1], ...
                    'Gb', [1; -1; 1]);
    [v, p, info] = dls_impact (S, 1e-3 * [-1; -0.5; 0.5], 0.5);
    assert (v, 1e-3 * [-0.595; 0.25; 0.845], 1e-12)
    assert (info.residual.dynamics < 1e-12)
  end
end
pass = true;
end

function pass = rest_and_errors ()
pass = [];
S = dls_system ('M', eye (2), 'Gu', eye (2));
pass(end+1) = holds ('I + E singular', strcmp (id_of (@() dls_impact (S, [-1; -1], [0 1; 1 0], ...
                                       'Formulation', '80')), 'delassus:option'));
T = dls_system ('M', diag ([1 0]), 'Gu', [0; 1]);
pass(end+1) = holds ('Ac infinite', strcmp (id_of (@() dls_impact (T, [1; -1], 0.5, ...
                                    'Formulation', '82')), 'delassus:option'));
pass(end+1) = holds ('unknown', strcmp (id_of (@() dls_impact (S, [-1; -1], 0.5, ...
                                'Formulation', '85')), 'delassus:option'));
for name = [{'mlcp'}, equations()]
  [v, p, info] = dls_impact (S, [0; 0], 1, 'Formulation', name{1});
  pass(end+1) = holds ('at rest', isequal (v, [0; 0]) && strcmp (info.status, 'solved'));
  v = dls_impact (dls_system ('M', eye (2), 'Gb', [1; 1]), [2; 0], [], 'Formulation', name{1});
  pass(end+1) = holds ('no contact', norm (v - [1; -1]) < 1e-12);
end
end

function id = id_of (call)
id = '';
try
  call ();
catch err
  id = err.identifier;
end
end

function pass = test_wellposed ()
% TEST_WELLPOSED  dls_wellposed on random systems with small integers: many are redundant, singular
%   or contradictory.
%   pass = test_wellposed ()   logical row; each failing element prints its name.
%   Promise: existence and uniqueness agree with the enumeration of all active sets, one linear
%   program of another solver (GLPK) for each set and variable; what a proposition guarantees is
%   so; necessary and sufficient propositions are never wrong; witnesses satisfy what they claim;
%   rank conditions agree with eigenvalues of dense Delassus matrices.
%   ALLSTICK Assumptions 1 to 3, TUTORIAL Assumptions 1 to 4, COUPLING Assumptions 1 to 3.
% SPDX-License-Identifier: GPL-3.0-or-later
state = rand ('twister');
staten = randn ('twister');
restore = onCleanup (@() restore_random (state, staten));
rand ('twister', 21);
randn ('twister', 22);
pass = [golden(), errata(), angles(), sliding(), spatial(), scaled()];
if exist ('glpk', 'file') || exist ('glpk', 'builtin')
  pass = [pass, family('frictionless', 0, 40), family('mixed', 1, 40), ...
          family('sticking', 2, 40), family('sticking and bilateral', 3, 30)];
end
end

function restore_random (state, staten)
rand ('twister', state);
randn ('twister', staten);
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_wellposed: %s\n', name); end
end

function text = state_of (W, source)
c = W.criteria(strcmp ({W.criteria.source}, source));
text = c.holds;
end

function x = witness_of (W, source)
c = W.criteria(strcmp ({W.criteria.source}, source));
x = c.witness;
end

function ok = is (W, source, text)
ok = holds ([source, ': ', state_of(W, source), ', not ', text], ...
            strcmp (state_of (W, source), text));
end

function S = system (kind)
n = 2 + floor (2 * rand ());
nu = 1 + floor (3 * rand ());
B = ternary (n, n);
if rand () < 0.5
  M = B * B' + eye (n);
else
  M = B * diag (rand (1, n) < 0.5) * B';
end
S = dls_system ('M', M, 'F', ternary (n, 1), 'Gu', ternary (n, nu), 'bu', ternary (nu, 1));
if kind == 1 || kind == 3
  nb = 1 + floor (2 * rand ());
  S = dls_system (S, 'Gb', ternary (n, nb), 'bb', ternary (nb, 1));
end
if kind >= 2
  S = dls_system (S, 'Hu', ternary (n, nu), 'tu', (rand () < 0.6) * ternary (nu, 1), 'muu', 1);
end
end

% exists, unique a, unique Gu*lu, unique reactions.
function [exists, a, u, all_unique] = oracle (S)
E = [S.Gb, S.Hu];
[exists, low, high] = contact_ranges (S, E, [S.bb; S.tu]);
N = S.n + size (E, 2) + S.nu;
tight = high - low <= 1e-7;
a = all (tight(1:S.n));
u = all (tight(N+1:end));
all_unique = all (tight(S.n+1:N));
end

function pass = family (name, kind, count)
pass = [];
undecided = 0;
sufficient = {'TUTORIAL Prop. 3 (v)', 'TUTORIAL Prop. 3 (vi)', 'TUTORIAL Prop. 7 (vi)', ...
              'TUTORIAL Prop. 7 (vii)', 'TUTORIAL Prop. 5', 'TUTORIAL Cor. 1', ...
              'TUTORIAL Prop. 4', 'COUPLING Prop. 3 (ii)', 'COUPLING Lemma 4 (ii)', ...
              'COUPLING Prop. 12 (i)', 'COUPLING Prop. 12 (ii)', 'COUPLING Prop. 12 (iii)', ...
              'ALLSTICK Prop. 8 (i)', 'ALLSTICK Cor. 2', 'ALLSTICK Prop. 6 (i)', ...
              'TUTORIAL Prop. 7 (i)', 'TUTORIAL Prop. 3 (i)'};
exact = {'TUTORIAL Prop. 3 (iv)', 'TUTORIAL Prop. 7 (v)', 'TUTORIAL Prop. 8', ...
         'ALLSTICK Prop. 6 (v)', 'ALLSTICK Prop. 7', 'data: existence'};
unique_lu = {'TUTORIAL Prop. 3 (i)', 'TUTORIAL Prop. 7 (i)', 'ALLSTICK Prop. 6 (i)'};
unique_u = {'TUTORIAL Prop. 3 (ii)', 'TUTORIAL Prop. 7 (iii)', 'COUPLING Cor. 1', ...
            'ALLSTICK Prop. 6 (iii)'};
for trial = 1:count
  S = system (kind);
  W = dls_wellposed (S);
  open = strcmp ({W.criteria.holds}, 'undecided');
  open(strcmp ({W.criteria.source}, 'ALLSTICK Prop. 2, 5, (65)')) = false;  % dls_sticking's
  open(strcmp ({W.criteria.source}, 'ALLSTICK Prop. 11')) = false;
  undecided = undecided + any (open);
  [exists, a, u, reactions] = oracle (S);
  label = sprintf ('%s %d, ', name, trial);
  for source = exact
    text = state_of (W, source{1});
    if ~strcmp (text, 'not applicable')
      pass(end+1) = holds ([label, source{1}], strcmp (text, 'holds') == exists);
    end
  end
  for source = sufficient
    if strcmp (state_of (W, source{1}), 'holds')
      pass(end+1) = holds ([label, source{1}, ' guarantees existence'], exists);
    end
  end
  if exists
    pass = [pass, agrees(label, W, 'data: unique a', a), ...
            agrees(label, W, 'data: unique Gu*lu', u), ...
            agrees(label, W, 'data: unique reactions', reactions)];
    for source = unique_lu
      if strcmp (state_of (W, source{1}), 'holds')
        pass(end+1) = holds ([label, source{1}, ' guarantees uniqueness'], reactions && a);
      end
    end
    for source = unique_u
      if strcmp (state_of (W, source{1}), 'holds')
        pass(end+1) = holds ([label, source{1}, ' guarantees uniqueness'], u && a);
      end
    end
  end
  pass = [pass, witnesses(label, S, W)];
end
pass(end+1) = holds (sprintf ('%s: %d undecided', name, undecided), undecided == 0);
end

function ok = agrees (label, W, source, truth)
ok = holds ([label, source], strcmp (state_of (W, source), 'holds') == truth);
end

function pass = witnesses (label, S, W)
E = full ([S.Gb, S.Hu]);
e = [S.bb; S.tu];
k = size (E, 2);
pass = [];
if strcmp (state_of (W, 'data: feasible'), 'fails')
  x = witness_of (W, 'data: feasible');
  l = x(k+1:end);
  pass(end+1) = holds ([label, 'contradiction'], norm (E*x(1:k) - S.Gu*l) < 1e-7 * norm (x) ...
                       && all (l >= 0) && l'*S.bu - x(1:k)'*e < 0);
elseif strcmp (state_of (W, 'data: existence'), 'fails')
  d = witness_of (W, 'data: existence');
  tiny = 1e-7 * norm (d);
  pass(end+1) = holds ([label, 'direction'], norm (S.M*d) < tiny && norm (E'*d) < tiny ...
                       && all (S.Gu'*d > -tiny) && S.F'*d < -tiny);
end
source = 'TUTORIAL Prop. 3, 7: MFCQ';
if strcmp (state_of (W, source), 'fails')
  l = witness_of (W, source);
  pass(end+1) = holds ([label, 'MFCQ'], all (l >= -1e-9) && norm (S.Gu*l) < 1e-7 && sum (l) > 0.5);
end
for source = {'TUTORIAL Prop. 3 (vi)', 'TUTORIAL Prop. 7 (vii)', 'ALLSTICK Prop. 8, T and ker M'}
  d = witness_of (W, source{1});
  if numel (d) == S.n && strcmp (state_of (W, 'TUTORIAL Prop. 3, 7: MFCQ'), 'holds') ...
     && strcmp (state_of (W, 'data: feasible'), 'holds')
    tiny = 1e-7 * norm (d);
    pass(end+1) = holds ([label, source{1}, ', direction'], norm (d) > 0 ...
      && norm (S.M*d) < tiny && norm (E'*d) < tiny && all (S.Gu'*d > -tiny));
  end
end
source = 'TUTORIAL Prop. 7 (i)';
if ~strcmp (state_of (W, source), 'not applicable')
  Mi = inv (full (S.M));
  X = Mi - Mi*S.Gb*((S.Gb'*Mi*S.Gb) \ (S.Gb'*Mi));
  Ac = full (S.Gu'*X*S.Gu);
  positive = min (eig ((Ac + Ac') / 2)) > 1e-9;
  pass = [pass, agrees(label, W, source, positive), ...
          agrees(label, W, 'COUPLING Prop. 10', positive), ...
          agrees(label, W, 'COUPLING Prop. 15', positive)];
  for source = {'COUPLING Prop. 7', 'COUPLING Theorem 1'}
    if ~strcmp (state_of (W, source{1}), 'not applicable')
      pass(end+1) = agrees (label, W, source{1}, positive);
    end
  end
  for source = {'COUPLING Cor. 2 (34)', 'COUPLING Prop. 8, Cor. 7', 'COUPLING Cor. 5'}
    if positive && ~strcmp (state_of (W, source{1}), 'not applicable')
      pass(end+1) = agrees (label, W, source{1}, true);
    end
  end
  if strcmp (state_of (W, 'COUPLING Cor. 3'), 'holds')
    pass(end+1) = holds ([label, 'Cor. 3'], positive);
  end
end
end

function pass = golden ()
% 2: singular and redundant, 3: flat block, 6: mixed sticking, 16: rod on guides
S = dls_system ('M', [2 1 0 0; 1 1 0 0; 0 0 0 0; 0 0 0 3], 'F', [1; 2; -3; 4], ...
                'Gb', [1 1; 0 0; 1 1; 0 0], 'Hb', [0 1; 1 0; 0 1; 1 2], 'bb', [1.5; 1.5], ...
                'tb', [-1; 3.5], 'mub', 2);
W = dls_wellposed (S);
pass = [is(W, 'ALLSTICK Prop. 1 (i)', 'fails'), is(W, 'ALLSTICK Prop. 1 (ii)', 'holds'), ...
        is(W, 'data: unique a', 'holds'), is(W, 'data: unique reactions', 'fails')];
S = dls_system ('M', diag ([1 1 1.25/12]), 'Gu', [0 0; 1 1; 0.25 -0.25], 'F', [2; 9.81; 0], ...
                'Hu', [1 1; 0 0; 0.5 0.5], 'muu', 0.25);
W = dls_wellposed (S);
pass = [pass, is(W, 'ALLSTICK Cor. 2', 'holds'), is(W, 'ALLSTICK Prop. 7', 'holds'), ...
        is(W, 'ALLSTICK Prop. 8, im H and N', 'holds'), ...
        is(W, 'ALLSTICK Prop. 8 (i)', 'fails'), is(W, 'ALLSTICK Prop. 2, 5, (65)', 'holds'), ...
        is(W, 'data: unique Gu*lu', 'holds'), is(W, 'data: unique reactions', 'fails')];
W = dls_wellposed (dls_system (S, 'muu', 0.2));
pass = [pass, is(W, 'ALLSTICK Prop. 2, 5, (65)', 'fails')];
I = eye (5);
S = dls_system ('M', diag (1:5), 'Gb', I(:,1) + I(:,4), 'Hb', I(:,2) + I(:,5), 'mub', 1, ...
                'Gu', I(:,1) + I(:,2) + 2*I(:,5), 'Hu', I(:,3) + I(:,5), 'muu', 1);
W = dls_wellposed (S);
pass = [pass, is(W, 'ALLSTICK Prop. 12 (64)', 'fails'), is(W, 'ALLSTICK Prop. 6 (i)', 'holds')];
c = cos (pi/4) / 2;
S = dls_system ('M', diag ([1 1 1/12]), 'Gb', [0 0; 1 1; c -c], 'Hb', [1 1; 0 0; -c c], ...
                'mub', 0.6, 'vtb', [1 1]);
W = dls_wellposed (S);
pass = [pass, is(W, 'TUTORIAL Prop. 9', 'holds'), is(W, 'TUTORIAL Prop. 10', 'fails')];
W = dls_wellposed (dls_system (S, 'mub', 0.7));
pass = [pass, is(W, 'TUTORIAL Prop. 9', 'fails'), is(W, 'data: critical friction', 'holds')];
end

function pass = errata ()
% ALLSTICK Prop. 1 (ii): N = H = e1: compatible one by one, not jointly
S = dls_system ('M', eye (2), 'Gb', [1; 0], 'Hb', [1; 0], 'bb', 1, 'tb', -1, 'mub', 1);
W = dls_wellposed (S);
pass = [is(W, 'ALLSTICK Prop. 1 (ii)', 'fails'), is(W, 'ALLSTICK Prop. 1, addends', 'fails'), ...
        is(W, 'data: existence', 'fails')];
% ALLSTICK Prop. 7 (TUTORIAL Prop. 8): z is not arbitrary
S = dls_system ('M', eye (2), 'Gu', [1; 0], 'Hu', [1; 0], 'bu', -1, 'muu', 1);
W = dls_wellposed (S);
pass = [pass, is(W, 'ALLSTICK Prop. 7', 'fails'), is(W, 'ALLSTICK Prop. 6 (v)', 'fails')];
W = dls_wellposed (dls_system ('M', eye (2), 'Gb', [1; 0], 'Gu', [1; 0], 'bu', -1));
pass = [pass, is(W, 'TUTORIAL Prop. 8', 'fails'), is(W, 'TUTORIAL Prop. 7 (v)', 'fails'), ...
        is(W, 'TUTORIAL Prop. 7 (vii)', 'fails')];
end

function pass = angles ()
% COUPLING Prop. 7: the exceptional angles are 0 and pi
for s = [1 -1]
  W = dls_wellposed (dls_system ('M', [2 1; 1 3], 'Gb', [1; 2], 'Gu', s * [2; 4]));
  c = W.criteria(strcmp ({W.criteria.source}, 'COUPLING Prop. 7'));
  ok(1+(s > 0)) = strcmp (c.holds, 'fails') && abs (sin (c.number)) < 1e-7;
end
pass = holds ('COUPLING Prop. 7', ok);
% COUPLING Theorem 1: orthogonal pairs; the gradients meet in a plane
r = sqrt (0.5);
W = dls_wellposed (dls_system ('M', eye (3), 'Gb', [1 0; 0 1; 0 0], 'Gu', [r; r; 0]));
pass = [pass, is(W, 'COUPLING Theorem 1', 'fails'), is(W, 'COUPLING Prop. 8, Cor. 7', 'holds')];
W = dls_wellposed (dls_system ('M', eye (3), 'Gb', [1 0; 0 1; 0 0], 'Gu', [r; 0; r]));
pass = [pass, is(W, 'COUPLING Theorem 1', 'holds'), is(W, 'COUPLING Prop. 10', 'holds')];
end

function pass = sliding ()
% Where TUTORIAL Prop. 12 or 14 holds there is one solution; without sliding neither applies.
pass = [];
for trial = 1:20
  H = randn (4, 3);
  S = dls_system ('M', diag (1:4), 'F', randn (4, 1), 'Gu', randn (4, 3), 'bu', randn (3, 1), ...
                  'Hu', H, 'muu', 0.02 * rand (), 'vtu', sign (randn (1, 3)));
  W = dls_wellposed (S);
  label = sprintf ('sliding %d, ', trial);
  if strcmp (state_of (W, 'TUTORIAL Prop. 12'), 'holds')
    pass = [pass, agrees(label, W, 'data: existence, sliding', true), ...
            agrees(label, W, 'data: uniqueness, sliding', true)];
  end
  pass(end+1) = holds ([label, 'Prop. 3'], strcmp (state_of (W, 'TUTORIAL Prop. 3 (iv)'), ...
                                                   'not applicable'));
end
pass(end+1) = holds ('sliding: Prop. 12 applied', numel (pass) > 25);
end

function pass = spatial ()
% a plate on four legs in 3D: reactions are not unique, everything else is
Gu = [0 0 0 0; 0 0 0 0; 1 1 1 1; 1 1 -1 -1; -1 1 -1 1; 0 0 0 0];
Hu = [];
corners = [1 -1 -1 1; 1 1 -1 -1];
Gu(4,:) = corners(2,:);
Gu(5,:) = -corners(1,:);
for i = 1:4
  x = corners(1,i);
  y = corners(2,i);
  Hu = [Hu, [1 0; 0 1; 0 0; 0 0; 0 0; -y x]];
end
S = dls_system ('M', diag ([2 2 2 1 1 1]), 'F', [1; 0; 20; 0; 0; 0], 'Gu', Gu, 'Hu', Hu, ...
                'd', 3, 'muu', 0.3);
W = dls_wellposed (S);
pass = [is(W, 'data: existence', 'holds'), is(W, 'data: unique a', 'holds'), ...
        is(W, 'data: unique Gu*lu', 'holds'), is(W, 'data: unique reactions', 'fails'), ...
        is(W, 'ALLSTICK Cor. 2', 'holds'), is(W, 'ALLSTICK Prop. 2, 5, (65)', 'holds')];
x = witness_of (W, 'data: unique reactions');
pass(end+1) = holds ('plate: witness', norm ([S.Hu, S.Gu] * x) < 1e-12 && norm (x) > 0);
end

function pass = scaled ()
% Units do not matter: masses and forces in other units, lengths in micrometres
pass = [];
for unit = [1e-6 1 1e6]
  for mass = [1e-3 1e4]
    S = dls_system ('M', mass * diag ([1 unit^2]), 'F', mass * [1; unit], 'Gb', [1; unit], ...
                    'bb', 1, 'Gu', [1 1; unit unit], 'bu', [2; 1]);
    W = dls_wellposed (S);
    pass = [pass, is(W, 'data: feasible', 'holds'), is(W, 'TUTORIAL Prop. 7 (i)', 'fails')];
    W = dls_wellposed (dls_system (S, 'bu', [0; 1]));
    pass = [pass, is(W, 'data: feasible', 'fails'), is(W, 'TUTORIAL Prop. 7 (v)', 'fails')];
  end
end
end

function pass = test_contact_formulations ()
% TEST_CONTACT_FORMULATIONS  The equivalent programs of dls_contact agree where they may be used.
%   pass = test_contact_formulations ()   logical row; each failing element prints its name.
%   TUTORIAL (5), (11), (15), (27), (28), COUPLING (2), (42) to (56), Remark 5.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [regular(), degenerate(), contradictions(), sticking(), refused(), golden(), smallest()];
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_contact_formulations: %s\n', name); end
end

function list = programs ()
list = {'gauss', 'projection', 'reduced', 'lcp', 'reactions', 'dual', 'constrained', 'nearest', ...
        'gap', 'gap-acceleration', 'gap-dual'};
end

function pass = regular ()
% M > 0, independent gradients: each program and all together give the answer, which satisfies the
% laws written out here.
rand ('seed', 3);
randn ('seed', 3);
pass = [];
for k = 1:12
  n = 3 + k;
  nb = mod (k, 3);
  nu = 1 + mod (k, n - nb);
  R = randn (n);
  S = dls_system ('M', R * R' + .1 * eye (n), 'F', 10 ^ (k / 3 - 2) * randn (n, 1), 'Gb', ...
                  randn (n, nb), 'bb', randn (nb, 1), 'Gu', randn (n, nu), 'bu', randn (nu, 1));
  [a, l, info] = dls_contact (S, 'Formulation', 'all');
  name = sprintf ('regular %d', k);
  pass(end+1) = holds ([name, ', all'], isequal ({info.formulations.name}, programs ()) ...
                       && all ([info.formulations.agrees] == 1) && laws (S, a, l) <= 1e-9);
  for f = programs ()
    [a2, l2, one] = dls_contact (S, 'Formulation', f{1});
    pass(end+1) = holds ([name, ', ', f{1}], strcmp (one.status, 'solved') ...
                         && strcmp (one.method, f{1}) && laws (S, a2, l2) <= 1e-9 ...
                         && norm (a2 - a) <= 1e-8 * norm ([a; 1e-9]) ...
                         && norm (l2.nu - l.nu) <= 1e-8 * norm ([l.nu; l.nb; 1e-9]));
  end
end
end

function pass = degenerate ()
% Singular M, redundant gradients: the programs that may be used agree, the others say why not.
rand ('seed', 8);
randn ('seed', 8);
pass = [];
refused = {};
for k = 1:30
  n = 4 + mod (k, 5);
  R = randn (n);
  if mod (k, 3) == 0, R(:,1:2) = R(:,3:4); R(1:2,:) = 0; end
  Gu = randn (n, 4);
  Gu(:,4) = Gu(:,1) + Gu(:,2) * (mod (k, 2) == 0);
  Gb = randn (n, 2);
  Gb(:,3) = Gb(:,1) - Gb(:,2);
  x = randn (n, 1);
  S = dls_system ('M', R * R', 'F', R * randn (n, 1), 'Gb', Gb, 'bb', -Gb' * x, 'Gu', Gu, ...
                  'bu', -Gu' * x + rand (4, 1) .* (rand (4, 1) < .5));
  [a, l, info] = dls_contact (S, 'Formulation', 'all');
  for f = info.formulations
    fails = strcmp (f.status, 'assumption_fails');
    name = sprintf ('degenerate %d, %s', k, f.name);
    if fails, refused{end+1} = f.name; end
    pass(end+1) = holds (name, fails || (f.agrees == 1 && laws (S, f.a, f.lambda) <= 1e-5));
  end
  pass(end+1) = holds (name, info.formulations(1).agrees == 1 && laws (S, a, l) <= 1e-8);
  Ac_singular = any (strcmp (refused, 'gap'));
end
pass(end+1) = holds ('degenerate: refused', Ac_singular ...
                     && isempty (setdiff (refused, setdiff (programs (), 'gauss'))) ...
                     && any (strcmp (refused, 'projection')));
end

function pass = contradictions ()
% No acceleration: every program that may be used says so, with a proof.
rand ('seed', 4);
randn ('seed', 4);
pass = [];
for k = 1:6
  n = 5;
  R = randn (n);
  g = randn (n, 1);
  S = dls_system ('M', R * R', 'F', randn (n, 1), 'Gu', [g, -2 * g, randn(n, 1)], ...
                  'bu', [-1; 1; 0] * rand, 'Gb', randn (n, 1), 'bb', randn);
  if k > 3                                 % of the equations, alone
    S = dls_system ('M', R * R', 'F', g, 'Gu', g, 'bu', 1, 'Gb', [g, 3 * g], 'bb', [1; 2]);
  end
  for f = programs ()
    name = sprintf ('contradiction %d, %s', k, f{1});
    try
      [a, l, info] = dls_contact (S, 'Formulation', f{1});
      pass(end+1) = holds (name, strcmp (info.status, 'infeasible') && info.exitflag == -2 ...
                           && proof_holds (info.certificate));
    catch err
      pass(end+1) = holds (name, strcmp (err.identifier, 'delassus:option') && k <= 3 ...
                           && ~isempty (strfind (err.message, 'Ac > 0')));
    end
  end
end
S = dls_system ('M', diag ([1 0]), 'F', [1; -1], 'Gu', [0; 1]);   % nothing resists
[a, l, info] = dls_contact (S, 'Formulation', 'gauss');
pass(end+1) = holds ('unbounded', strcmp (info.status, 'infeasible') ...
                     && proof_holds (info.certificate));
end

function ok = proof_holds (c)
p = c.problem;
small = 1e-7 * max (abs ([c.y; c.u]));
ok = max ([0; abs(p.A' * c.y + p.C' * c.u)]) <= small && all (c.u >= 0) ...
     && all (p.B' * c.y + p.D' * c.u <= small) && p.a' * c.y + p.b' * c.u < -.5;
end

function pass = sticking ()
% Sticking tangents are equations; minimum-norm reactions do not depend on the program.
S = dls_system ('M', diag ([1, 1, 1.25/12]), 'F', [2; 9.81; 0], 'Gu', [0 0; 1 1; 0.25 -0.25], ...
                'Hu', [1 1; 0 0; 0.5 0.5], 'muu', 0.3);
pass = [];
for f = {'gauss', 'projection', 'lcp', 'reactions', 'dual', 'constrained'}
  [a, l, info] = dls_contact (S, 'Sticking', 'equations', 'Formulation', f{1});
  pass(end+1) = holds (['golden 3, ', f{1}], norm ([a; l.nu; l.tu] ...
                       - [0; 0; 0; 2.905; 6.905; 1; 1]) <= 1e-9 && info.exitflag == 1);
end
end

function pass = refused ()
given = {'M', eye(2), 'F', [1; 9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', .5};
slides = dls_system (given{:}, 'vtu', 1);
pass = [];
for f = programs ()
  pass(end+1) = holds (['sliding, ', f{1}], raises (slides, 'Formulation', f{1}));
end
pass(end+1) = holds ('coulomb', raises (dls_system (given{:}), 'Formulation', 'gauss', ...
                                        'Sticking', 'coulomb'));
S = dls_system ('M', diag ([1 0]), 'F', [1; 1], 'Gu', [0; 1]);
for f = setdiff (programs (), 'gauss')
  pass(end+1) = holds (['singular, ', f{1}], raises (S, 'Formulation', f{1}));
end
[a, l, info] = dls_contact (S, 'Formulation', 'gauss');
pass(end+1) = holds ('singular, gauss', norm ([a; l.nu] - [-1; 0; 1]) <= 1e-9);
end

function yes = raises (varargin)
yes = false;
try
  dls_contact (varargin{:});
catch err
  yes = strcmp (err.identifier, 'delassus:option');
end
end

function pass = golden ()
% GOLDEN 11
S = dls_system ('M', diag ([2 1 .5]), 'F', [1; 2; 3], 'Gb', [1; 1; 0], 'bb', .4, 'Gu', ...
                [0 1; 1 0; 1 1], 'bu', [-.1; .2]);
pass = [];
for f = programs ()
  [a, l] = dls_contact (S, 'Formulation', f{1});
  pass(end+1) = holds (['golden 11, ', f{1}], norm ([a; l.nb; l.nu] ...
                       - [-.35; -.05; .15; -.4125; 2.3625; .7125]) <= 1e-9);
end
end

function pass = smallest ()
% One unknown, one contact or none.
pass = [];
for f = programs ()
  [a, l, info] = dls_contact (dls_system ('M', 2, 'F', 4, 'Gu', 1), 'Formulation', f{1});
  pass(end+1) = holds (['pressed, ', f{1}], norm ([a; l.nu] - [0; 4]) <= 1e-9 && info.unique);
  [a, l] = dls_contact (dls_system ('M', 2, 'F', -4, 'Gu', 1), 'Formulation', f{1});
  pass(end+1) = holds (['open, ', f{1}], norm ([a; l.nu] - [2; 0]) <= 1e-9);
  [a, l] = dls_contact (dls_system ('M', 2, 'F', 4), 'Formulation', f{1});
  pass(end+1) = holds (['free, ', f{1}], abs (a + 2) <= 1e-9 && isequal (size (l.nu), [0 1]));
  [a, l] = dls_contact (dls_system ('M', 2, 'F', 4, 'Gb', 1, 'bb', 1), 'Formulation', f{1});
  pass(end+1) = holds (['held, ', f{1}], norm ([a; l.nb] - [-1; 2]) <= 1e-9);
end
end

function worst = laws (S, a, l)
w = S.Gu' * a + S.bu;
worst = max ([norm(S.M * a + S.F - S.Gb * l.nb - S.Gu * l.nu), norm(S.Gb' * a + S.bb), ...
              norm(min (w, l.nu))]) / norm ([1; a; S.F; l.nb; l.nu]);
end

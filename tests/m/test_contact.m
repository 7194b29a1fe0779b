function pass = test_contact ()
% TEST_CONTACT  dls_contact against the papers' numbers, closed forms and Gauss' principle.
%   pass = test_contact ()   logical row; each failing element prints its name.
%   Coulomb's law: ALLSTICK (5) to (7), (69) to (71); sliding: TUTORIAL (34), (35), Remark 1.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [sticking(), sliding(), rod(), supports(), singular(), gauss(), piecewise(), slipping(), ...
        spatial(), laws(), by_hand()];
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_contact: %s\n', name); end
end

function ok = near (name, x, y, info)
ok = holds (name, contact_is (x, y, info));
end

function pass = sticking ()
% GOLDEN 1, 2, 3, 5, 11
M = [4 1 0 0 0; 1 3 1 0 0; 0 1 5 1 0; 0 0 1 2 0; 0 0 0 0 6];
S = dls_system ('M', M, 'F', [3; -2; 5; 1; -4], 'Gb', [1; 0; 2; 0; -1], 'bb', 0.5, 'Hb', ...
                [0 1; 1 0; 0 -1; 2 1; 1 0], 'tb', [-1; 2], 'mub', 1.2, 'd', 3);
[a, l, info] = dls_contact (S, 'Sticking', 'equations');
pass = near ('golden 1', [a; l.nb; l.tb], [-1.05560165975104; 1.40788381742739; ...
  0.509128630705394; -0.435269709543568; 0.462655601659751; 2.90124481327801; ...
  1.67717842323651; -2.71576763485477], info);
pass(end+1) = holds ('golden 1, unique and inside', info.unique && info.cones.b > 0);
S = dls_system ('M', [2 1 0 0; 1 1 0 0; 0 0 0 0; 0 0 0 3], 'F', [1; 2; -3; 4], 'Gb', ...
                [1 1; 0 0; 1 1; 0 0], 'bb', [1.5; 1.5], 'Hb', [0 1; 1 0; 0 1; 1 2], ...
                'tb', [-1; 3.5], 'mub', 1);
[a, l, info] = dls_contact (S, 'Sticking', 'equations');
pass(end+1) = near ('golden 2', [a; l.nb; l.tb], [-3; 2; 1.5; -1; -1.5; -1.5; 1; 0], info);
pass(end+1) = holds ('golden 2, not unique', isequal (info.unique, false));
S = dls_system ('M', diag ([1, 1, 1.25/12]), 'F', [2; 9.81; 0], 'Gu', [0 0; 1 1; 0.25 -0.25], ...
                'Hu', [1 1; 0 0; 0.5 0.5], 'muu', 0.3);
[a, l, info] = dls_contact (S, 'Sticking', 'equations');
pass(end+1) = near ('golden 3', [a; l.nu; l.tu], [0; 0; 0; 2.905; 6.905; 1; 1], info);
S = dls_system ('M', diag ([2 1 1 .5]), 'F', [2; 9.81; 9.81; 1], 'Gu', [1 0; 1 0; 0 1; 0 1], ...
                'bu', [.1; -.2], 'Hu', [1 0; -1 1; 0 1; 1 0], 'tu', [.3; 0], 'muu', 3);
[a, l, info] = dls_contact (S, 'Sticking', 'equations');
pass(end+1) = near ('golden 5', [a; l.nu; l.tu], [-.5; .4; -.4; .6; 2.1; 2.4; -1.1; 7.01], info);
S = dls_system ('M', diag ([2 1 .5]), 'F', [1; 2; 3], 'Gb', [1; 1; 0], 'bb', .4, 'Gu', ...
                [0 1; 1 0; 1 1], 'bu', [-.1; .2]);
for method = {'auto', 'lemke', 'interior-point', 'newton', 'enumerate'}
  [a, l, info] = dls_contact (S, 'Method', method{1});
  pass(end+1) = near (['golden 11, ', method{1}], [a; l.nb; l.nu], ...
                      [-.35; -.05; .15; -.4125; 2.3625; .7125], info);
end
end

function pass = sliding ()
% GOLDEN 15, 16, 17, 21
given = {'M', diag([1 2 3])};
G = [1 0; 1 1; 0 1];
H = [1 1; -1 0; 1 -1];
[a, l, info] = dls_contact (dls_system (given{:}, 'Gb', G, 'Hb', H, 'mub', [.1 .15], 'vtb', ...
                                        [1 -1], 'bb', [1; -2]));
pass = near ('golden 15, bilateral', l.nb, [-2.31481481481482; 3.98148148148148], info);
pass(end+1) = holds ('golden 15, unique', isequal (info.unique, true));
[a, l, info] = dls_contact (dls_system (given{:}, 'Gu', G, 'Hu', H, 'muu', [.1 .15], 'vtu', ...
                                        [1 -1], 'bu', [1; -2]));
pass(end+1) = near ('golden 15, unilateral', l.nu, [0; 2.5531914893617], info);
c = cos (pi / 4) / 2;
S = dls_system ('M', diag ([1 1 1/12]), 'Gb', [0 0; 1 1; c -c], 'Hb', [1 1; 0 0; -c c], ...
                'mub', [.5; .3], 'vtb', [1 1], 'bb', [1; -1]);
[a, l, info] = dls_contact (S);
pass(end+1) = near ('golden 16', l.nb, [-10; 10] / 27, info);
[a, l, info] = dls_contact (dls_system (S, 'bb', [1; .4]));
pass(end+1) = near ('golden 16, b', l.nb, [-0.575; -0.125], info);
s = sin (pi / 4);
S = dls_system ('M', diag ([1 1 1/3]), 'F', [0; 9.81; 0], 'Gb', [1; 0; s], 'Gu', [0; 1; -s], ...
                'Hb', [0; 1; s], 'Hu', [1; 0; -s], 'mub', .3, 'muu', .4, 'vtb', -1, 'vtu', 1, ...
                'bb', s, 'bu', s);
S = dls_system (S, 'bb', s, 'bu', s);
[a, l, info] = dls_contact (S);
pass(end+1) = near ('golden 17', [a; l.nb; l.nu], [0.0622932883197387; -1.47650685069283; ...
                    -1.08809601318659; 3.03186656075233; 7.42393318108147], info);
S = dls_system ('M', eye (2), 'F', [0; 9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', .5, 'vtu', 2);
[a, l, info] = dls_contact (S);
pass(end+1) = near ('point mass slides', [a; l.nu; l.tu], [-4.905; 0; 9.81; -4.905], info);
S = dls_system (S, 'vtu', 0, 'F', [-3; 9.81]);
[a, l, info] = dls_contact (S, 'Sticking', 'coulomb');
pass(end+1) = near ('point mass sticks', [a; l.nu; l.tu], [0; 0; 9.81; -3], info);
end

function pass = rod ()
% Painleve's rod (half length 1) at tan (theta) = 2: A = 1.6 - 1.2*mu, critical mu = 4/3
c = 1 / sqrt (5);
s = 2 * c;
S = dls_system ('M', diag ([1 1 1/3]), 'F', [0; 9.81; 0], 'Gu', [0; 1; -c], 'Hu', [1; 0; s], ...
                'muu', 1, 'vtu', -1);
[a, l, info] = dls_contact (S);
pass = near ('rod, mu < 4/3, pressed', l.nu, 9.81 / .4, info);
pass(end+1) = holds ('rod, unique', info.unique && numel (info.solutions) == 1);
[a, l, info] = dls_contact (dls_system (S, 'bu', 12));
pass(end+1) = near ('rod, mu < 4/3, lifts off', l.nu, 0, info);
[a, l, info] = dls_contact (dls_system (S, 'muu', 2));
k = info.certificate;
pass(end+1) = holds ('rod, inconsistent', strcmp (info.status, 'infeasible') && ~isempty (k));
p = k.problem;
pass(end+1) = holds ('rod, proof', norm (p.A' * k.y + p.C' * k.u) <= 1e-9 && k.u >= 0 ...
                     && p.B' * k.y + p.D' * k.u <= 1e-9 && p.a' * k.y + p.b' * k.u < 0);
[a, l, info] = dls_contact (dls_system (S, 'muu', 2, 'bu', 12));
ln = sort (arrayfun (@(x) x.lambda.nu, info.solutions));
pass(end+1) = near ('rod, indeterminate', ln, [0, (12 - 9.81) / .8], info);
pass(end+1) = holds ('rod, not unique', isequal (info.unique, false) && info.enumerated);
end

function pass = supports ()
% A beam on three supports (GOLDEN): minimum norm, and where that would pull
S = dls_system ('M', diag ([1 1/3]), 'F', [9.81; 0], 'Gu', [1 1 1; -1 0 1]);
[a, l, info] = dls_contact (S);
pass = near ('three supports', [a; l.nu], [0; 0; 3.27; 3.27; 3.27], info);
pass(end+1) = holds ('three supports, not unique', isequal (info.unique, false));
[a, l, info] = dls_contact (dls_system (S, 'F', [9.81; 9.81 * .9]));
pass(end+1) = near ('near the edge', l.nu, [0; .981; 8.829], info);
[a, l, info] = dls_contact (dls_system (S, 'F', [9.81; 9.81 * 2]));
pass(end+1) = near ('tips over', [l.nu(1:2); a(1) + a(2)], [0; 0; 0], info);
end

function pass = singular ()
% A massless middle point between two supports; redundant bilateral constraints with friction
S = dls_system ('M', diag ([1 0]), 'F', [9.81; 0], 'Gb', [1 1; -1 -1], 'Gu', [0; 1]);
[a, l, info] = dls_contact (S);
pass = near ('massless foot', [a; l.nb; l.nu], [0; 0; 4.905; 4.905; 9.81], info);
S = dls_system ('M', diag ([1 1 0]), 'F', [0; 9.81; 0], 'Gb', [0; 1; -1], 'Gu', [0; 0; 1], 'Hu', ...
                [1; 0; 0], 'muu', .5, 'vtu', 1);
[a, l, info] = dls_contact (S);
pass(end+1) = near ('massless foot slides', [a(1:2); l.nu], [-4.905; 0; 9.81], info);
S = dls_system ('M', eye (2), 'F', [0; 9.81], 'Gb', [0 0; 1 1], 'Hb', [1 1; 0 0], 'mub', .5, ...
                'vtb', [1 1]);
[a, l, info] = dls_contact (S);
pass(end+1) = near ('two sliding pads', [a(2); sum(l.nb)], [0; 9.81], info);
pass(end+1) = holds ('two sliding pads, not unique', ~isequal (info.unique, true));
end

function pass = gauss ()
% Frictionless systems minimise 1/2*a'*M*a + F'*a under the constraints.
rand ('seed', 5);
randn ('seed', 5);
pass = [];
for k = 1:12
  n = 4 + k;
  nb = floor (k / 3);
  nu = 2 + floor (k / 2);
  R = randn (n);
  Gu = randn (n, nu);
  Gu(:,end) = Gu(:,1:2) * [1; 2];
  x = randn (n, 1);
  S = dls_system ('M', R * R', 'F', 3 * randn (n, 1), 'Gb', randn (n, nb), 'bb', randn (nb, 1), ...
                  'Gu', Gu, 'bu', rand (nu, 1) - Gu' * x * .1);
  S = dls_system (S, 'bb', -.1 * S.Gb' * x);
  [a, l, info] = dls_contact (S);
  [g, ~, ~, c] = dls_conic (S.M, S.F, [S.Gb'; -S.Gu'], [-S.bb; S.bu], ...
                            struct ('z', nb, 'l', nu), 'Tolerance', 1e-13);
  name = sprintf ('Gauss %d', k);
  pass(end+1) = c.residual.gap <= 1e-11 && near (name, S.M * a, S.M * g, info);
  pass(end) = holds (name, pass(end));
end
end

function pass = piecewise ()
% Many sliding bilateral contacts: enumerated (12), and as one complementarity problem (25)
randn ('seed', 6);
pass = [];
for m = [3 12 25]
  n = m + 5;
  v = sign (randn (1, m));
  S = dls_system ('M', eye (n), 'F', randn (n, 1), 'Gb', randn (n, m), 'Hb', randn (n, m), ...
                  'mub', .05, 'vtb', v, 'bb', randn (m, 1));
  [a, l, info] = dls_contact (S);
  pass(end+1) = near (sprintf ('%d sliding bilateral', m), l.tb, -.05 * abs (l.nb) .* v', info);
  pass(end+1) = holds ('enumerated up to 20', info.enumerated == (m <= 20));
end
end

function pass = slipping ()
% Coulomb at the acceleration level, 2D: the answer of 3D with a second tangent that does nothing
randn ('seed', 7);
pass = [];
for k = 1:4
  n = 8;
  m = 3;
  Gu = randn (n, m);
  H = randn (n, m);
  given = {'M', eye(n + m), 'F', [5 * randn(n, 1); zeros(m, 1)], 'Gu', [Gu; zeros(m)], 'bu', ...
           -ones(m, 1), 'muu', .3};
  [a, l, info] = dls_contact (dls_system (given{:}, 'Hu', [H; zeros(m)]), 'Sticking', 'coulomb');
  both = zeros (n + m, 2 * m);
  both(1:n,1:2:end) = H;
  both(n+1:end,2:2:end) = eye (m);
  S3 = dls_system (given{:}, 'Hu', both, 'd', 3);
  [a3, l3, info3] = dls_contact (S3, 'Sticking', 'coulomb');
  pass(end+1) = near (sprintf ('slip %d, 2D', k), l.nu .* l.nu * 0, zeros (m, 1), info);
  pass(end+1) = near (sprintf ('slip %d, 3D', k), l3.tu(1:2:end), l.tu, info3);
end
end

function pass = spatial ()
% A block on the floor in 3D pushed by (p, q): sticks, slips, lifts
S = dls_system ('M', 2 * eye (3), 'F', [-13; -2; 19.62], 'Gu', [0; 0; 1], 'Hu', ...
                [1 0; 0 1; 0 0], 'muu', .5, 'd', 3);
[a, l, info] = dls_contact (S, 'Sticking', 'coulomb');
t = 9.81 * [13; 2] / norm ([13, 2]);
pass = near ('block slips in 3D', [a; l.tu], [([13; 2] - t) / 2; 0; -t], info);
[a, l, info] = dls_contact (dls_system (S, 'F', [-5; -6; 19.62]), 'Sticking', 'coulomb');
pass(end+1) = near ('block sticks in 3D', [a; l.tu], [0; 0; 0; -5; -6], info);
[a, l, info] = dls_contact (dls_system (S, 'vtu', [3; -4]));
pass(end+1) = near ('block slides in 3D', l.tu, -9.81 * [.6; -.8], info);
S = dls_system (S, 'Gb', [1 1; 0 0; 0 0], 'bb', [0; 1]);
[a, l, info] = dls_contact (S, 'Sticking', 'coulomb');
k = info.certificate;
pass(end+1) = holds ('contradiction in 3D', strcmp (info.status, 'infeasible') && ~isempty (k) ...
  && norm (k.problem.A' * [k.y; k.u], Inf) <= 1e-7 && k.problem.b' * [k.y; k.u] < 0);
end

function pass = laws ()
% Random systems, singular M, redundant constraints: the laws written out, the proofs multiplied.
rand ('seed', 21);
randn ('seed', 21);
pass = [];
seen = {};
for k = 1:80
  [S, coulomb] = random_system ();
  opts = struct ('Sticking', 'equations');
  if coulomb, opts.Sticking = 'coulomb'; end
  [a, l, info] = dls_contact (S, opts);
  seen{end+1} = info.status;
  ok = any (strcmp (info.status, {'solved', 'infeasible', 'no_solution'}));
  if strcmp (info.status, 'infeasible')
    c = info.certificate;
    p = c.problem;
    small = 1e-9 * max (abs ([c.y; c.u]));
    ok = max ([0; abs(p.A' * c.y + p.C' * c.u)]) <= small && all (c.u >= 0) ...
         && all (p.B' * c.y + p.D' * c.u <= small) && p.a' * c.y + p.b' * c.u < 0;
  end
  for s = info.solutions
    ok = ok && contact_violation (S, coulomb, s.a, s.lambda) <= 1e-7;
  end
  pass(end+1) = holds (sprintf ('laws %d', k), ok);
end
pass(end+1) = holds ('laws: of all kinds', numel (unique (seen)) == 3);
end

function [S, coulomb] = random_system ()
n = 3 + floor (rand * 6);
nu = floor (rand * 4);
nb = floor (rand * 3);
R = randn (n);
M = R * R' + .1 * eye (n);
if rand < .3, M(:,n) = 0; M(n,:) = 0; end
Gb = randn (n, nb);
if rand < .2 && nb > 1, Gb(:,2) = Gb(:,1); end
coulomb = rand < .5;
S = dls_system ('M', M, 'F', 5 * randn (n, 1), 'Gb', Gb, 'Gu', randn (n, nu), 'bb', ...
                randn (nb, 1), 'bu', randn (nu, 1), 'Hb', randn (n, nb), 'Hu', randn (n, nu), ...
                'muu', 2 * rand (nu, 1) * (rand < .8), 'mub', rand (nb, 1) * (rand < .8), ...
                'vtu', randn (1, nu) .* (rand (1, nu) < .6), ...
                'vtb', randn (1, nb) .* (rand (1, nb) < .6));
end

function pass = by_hand ()
% Fields changed without dls_system are checked before they are used.
S = dls_system ('M', eye (2), 'F', [1; 9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', .5);
pass = [];
changes = {'F', sparse([1; 9.81]); 'M', eye(2); 'tu', []; 'bu', 0};
for k = 1:size (changes, 1)
  S2 = S;
  S2.(changes{k,1}) = changes{k,2};
  [a, l, info] = dls_contact (S2);
  pass(end+1) = near (['by hand, ', changes{k,1}], [a; l.nu; l.tu], [0; 0; 9.81; 1], info);
end
changes = {'F', [1; NaN], 'notFinite'; 'F', [1; 2; 3], 'dimension'; 'Gu', [1 1], 'dimension'; ...
           'muu', -1, 'option'; 'M', eye(3), 'dimension'};
for k = 1:size (changes, 1)
  S2 = S;
  S2.(changes{k,1}) = changes{k,2};
  id = 'none';
  try
    dls_contact (S2);
  catch err
    id = err.identifier;
  end
  pass(end+1) = holds (sprintf ('by hand, wrong %s: %s', changes{k,1}, id), ...
                       strcmp (id, ['delassus:', changes{k,3}]));
end
end

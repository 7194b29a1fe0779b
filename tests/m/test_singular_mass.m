function pass = test_singular_mass ()
% TEST_SINGULAR_MASS  Each function of the table "Singular mass" of the manual, on a machine with a
%   link without mass, against the same machine without that coordinate.
%   pass = test_singular_mass ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
[names, ok] = answers ();
pass = [];
for k = 1:numel (names), pass(end+1) = holds (names{k}, ok(k)); end
here = fileparts (mfilename ('fullpath'));
text = fileread (fullfile (here, '..', '..', 'mfiles', 'package', 'doc', 'theory-kkt.md'));
rows = regexp (text, '\n\| `(dls_\w+)[^\n]*\| yes', 'tokens');
listed = cellfun (@(r) r{1}, rows, 'UniformOutput', false);
pass(end+1) = holds ('the table has what is tested', isequal (sort (listed), unique (names)));
pass = [pass, criteria()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_singular_mass: %s\n', name); end
end

% Coordinates x (mass 2), a link's end z without mass, z = x, on which friction acts; y (mass 1).
% T takes (x, y) to (x, z, y).
function [names, ok] = answers ()
[names, ok] = deal ({}, []);
T = [1 0; 1 0; 0 1];
M = diag ([2 0 1]);
m = diag ([2 1]);
F = [3; 0; 9.81];
G = [1; -1; 0];
[N, H] = deal ([0; 0; 1], [0; 1; 0]);
near = @(a, b) norm (full (a(:) - b(:)), Inf) <= 1e-7 * (1 + norm (full (b(:)), Inf));
  function note (name, yes)
    names{end+1} = name;
    ok(end+1) = yes;
  end
S = dls_system ('M', M, 'F', F, 'Gb', G, 'Gu', N, 'Hu', H, 'muu', 0.25);
R = dls_system ('M', m, 'F', T' * F, 'Gu', T' * N, 'Hu', T' * H, 'muu', 0.25);
[a, l] = dls_kkt (M, [G N], F, [0; 0]);
note ('dls_kkt', near (a, [-1.5; -1.5; 0]) && near (l, [0; 9.81]));
note ('dls_kkt_setup', near (dls_kkt (dls_kkt_setup (M, [G N]), F, [0; 0]), a));
note ('dls_redundancy', dls_redundancy (S).acceleration_unique);
[x.a, x.lambda, x.info] = dls_contact (S);
[y.a, y.lambda] = dls_contact (R);
note ('dls_contact', near (x.a, T * y.a) && near ([x.lambda.nu; x.lambda.tu], [9.81; 0.25 * 9.81]));
note ('dls_verify', dls_verify (S, x));
J = dls_sensitivity (S, x, 'F');
K = dls_sensitivity (R, y, 'F');
note ('dls_sensitivity', near (J.a(:,[1 3]), T * K.a));
[V, W] = deal (dls_sticking (S), dls_sticking (R));
note ('dls_sticking', near ([V.mu_min V.margin], [W.mu_min W.margin]) ...
      && strcmp (V.verdict, W.verdict));
note ('dls_loads', near (dls_loads (S, [1 0; 0 0; 0 1]).margin, dls_loads (R, eye (2)).margin));
[D, E] = deal (dls_modes (S, 'ForceDirections', [1 0; 0 0; 0 1]), dls_modes (R));
note ('dls_modes', isequal ({D.modes.name}, {E.modes.name}) ...
      && isequal (D.here, E.here) && D.covered && D.unique);
[lo, hi] = dls_reaction_range (dls_system (S, 'muu', 0.5));     % sticks
note ('dls_reaction_range', near ([lo.nu hi.nu lo.tu hi.tu lo.nb], [9.81 9.81 3 3 3]));
D = dls_grasp (dls_system (S, 'M', 0 * M));       % lifts off; the wrenches of z are those of x
note ('dls_grasp', strcmp (D.verdict, 'no_closure') && near (D.certificate.d, [0; 0; -1]));
[A, B] = deal ([N, -N], [H, H]);                  % two sides: |x| <= 0.25; T's columns are as long
D = dls_grasp (dls_system ('M', M, 'Gb', G, 'Gu', A, 'Hu', B, 'muu', 0.25));
E = dls_grasp (dls_system ('M', m, 'Gu', T' * A, 'Hu', T' * B, 'muu', 0.25), 'Scale', [sqrt(2); 1]);
note ('dls_grasp', strcmp ({D.verdict, E.verdict}, 'force_closure') ...
      && near ([D.quality E.quality], 0.25 / sqrt (2) * [1 1]));
for mu = [0.25 0.5]                               % slides, sticks
  [D, E] = deal (dls_system (S, 'muu', mu), dls_system (R, 'muu', mu));
  note ('dls_wellposed', same_criteria (dls_wellposed (D).criteria, dls_wellposed (E).criteria));
end
note ('dls_delassus', near (dls_delassus (S).Ac, N' * T * (m \ (T' * N))));
moving = @(S) dls_friction_bound (dls_system (S, 'vtu', 1));
note ('dls_friction_bound', isequal (moving (S).exact.value, moving (R).exact.value));
note ('dls_impact', near (dls_impact (S, [1; 1; -1], 0.5), T * dls_impact (R, [1; -1], 0.5)));
note ('dls_kinetic_angle', near (dls_kinetic_angle (M, N, [1; 0; 0]), pi / 2));
P = dls_problem ('M', diag ([1 1 0]), 'H', [0 0 1; 1 0 0], 'f', [-1; 2; 3], 'w', [0; 0], ...
                 'mu', 0.5, 'd', 2);              % a foot without mass: its row gives r_N = 3
[r, ~, v] = dls_friction (P);
note ('dls_friction', near (r, [3; -1]) && near (v(1:2), [0; -2]));
note ('dls_residual', dls_residual (P, r, v) <= 1e-7);
for press = [3 0 -3]                              % r_N = press: no solution when it pulls
  [yes, info] = dls_friction_exists (dls_problem (P, 'f', [-1; 2; press]));
  note ('dls_friction_exists', yes == (press > 0) && info.necessary == (press < 0) ...
        && (yes || near (info.free / norm (info.free), [0; 0; 1])));
end
model = dls_model ('M', M, 'K', diag ([4 0 0]), 'f', -F, 'gap', 0, 'gapgrad', N, ...
                   'constraint', 0, 'constraintgrad', G, 'tangent', H, 'mu', 0.25);
plain = dls_model ('M', m, 'K', diag ([4 0]), 'f', [-3; -9.81], 'gap', 0, ...
                   'gapgrad', [0; 1], 'tangent', [1; 0], 'mu', 0.25);
for scheme = {'moreau-jean', 'moreau-jean-projected', 'schatzman-paoli', ...
              'rattle', 'nonsmooth-generalized-alpha', 'event-capturing', 'event-driven'}
  args = {'Scheme', scheme{1}, 'Step', 1e-2, 'Energy', 'off', 'Residual', 'off'};
  one = dls_simulate (model, [0 0.1], zeros (3, 1), [1; 1; 0], args{:});
  two = dls_simulate (plain, [0 0.1], zeros (2, 1), [1; 0], args{:});
  note ('dls_simulate', norm (one.q(:,end) - T * two.q(:,end)) <= 1e-7);
end
J = dls_variation (one);
K = dls_variation (two);
note ('dls_variation', near (J.initial * blkdiag (T, T), blkdiag (T, T) * K.initial));
[E, D] = deal (dls_equilibrium (model, zeros (3, 1)), dls_equilibrium (plain, zeros (2, 1)));
note ('dls_equilibrium', near (E.q, T * D.q) && near (E.frequencies, D.frequencies) ...
      && strcmp (E.attraction, D.attraction));
forced = dls_model ('M', diag ([1 0]), 'C', diag ([1 0]), 'K', diag ([4 0]), ...
                    'f', @(t) [cos(3 * t); 0], 'constraint', 0, 'constraintgrad', [1; -1]);
Q = dls_periodic (forced, [-0.14; -0.14], [0.26; 0.26], 2 * pi / 3);
z = 1 / (4 - 9 + 3i);
note ('dls_periodic', near ([Q.q; Q.v], [real(z) * [1; 1]; real(3i * z) * [1; 1]]));
end

% Criteria of the machine with the massless link beside those of the one without: they say the same,
% but for those that assume M > 0.
function same = same_criteria (with, without)
fails = {'data: M > 0', 'ALLSTICK Assumption 1', 'ALLSTICK Assumption 3', 'ALLSTICK Lemma 2'};
regular = '^COUPLING Prop. 18|^ALLSTICK (Prop. (6 |7|9|10|12)|Cor. [24])';
numbers = {'ALLSTICK Prop. 2, 5, (65)', 'ALLSTICK Prop. 11'};
same = numel (with) == numel (without);
for k = 1:numel (without)
  [c, d] = deal (with(k), without(k));
  if any (strcmp (d.source, fails))
    d.holds = 'fails';
  elseif ~isempty (regexp (d.source, regular, 'once'))
    d.holds = 'not applicable';
  end
  same = same && strcmp (c.source, d.source) && strcmp (c.holds, d.holds) ...
         && (~any (strcmp (d.source, numbers)) || abs (c.number - d.number) <= 1e-8);
end
end

% Four machines where M is singular, and what decides whether their accelerations are unique:
% ker M and ker Gb' have only 0 in common (ALLSTICK, TUTORIAL Prop. 1).
function pass = criteria ()
unique_ = @(M, G) dls_redundancy (M, G).acceleration_unique;
pass = holds ('massless link', unique_ (diag ([2 0 1]), [1; -1; 0]) && ~unique_ (diag ([2 0 1]), ...
                                                                            [1; 0; 0]));
lumped = diag ([1 0 1 0]);                       % deflections and rotations of a beam
pass(end+1) = holds ('lumped beam', ~unique_ (lumped, zeros (4, 0)) ...
                     && unique_ (lumped, [1 0; 1 0; -1 1; 0 1]));
beam = dls_model ('M', diag ([1 0]), 'K', [2 -1; -1 1], 'f', [1; 0]);
sol = dls_simulate (beam, [0 1], [0; 0], [0; 0], 'Step', 1e-2);
plain = dls_simulate (dls_model ('M', 1, 'K', 1, 'f', 1), [0 1], 0, 0, 'Step', 1e-2);
pass(end+1) = holds ('stiffness holds', abs (sol.q(1,end) - plain.q(end)) <= 1e-9);
pole = @(th) diag ([1, sin(th)^2]);              % a spherical pendulum, angles
pass(end+1) = holds ('at the pole', unique_ (pole (0.1), zeros (2, 0)) ...
                     && ~unique_ (pole (0), zeros (2, 0)) && unique_ (pole (0), [0; 1]));
pulley = diag ([3 0 2]);                         % a tendon over a pulley without mass
pass(end+1) = holds ('tendon', unique_ (pulley, [1; -2; 1]) && ~unique_ (pulley, [1; 0; 1]));
end

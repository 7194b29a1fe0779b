function pass = test_rates ()
% TEST_RATES  Accelerations d/dt(G')*v that are rounding of terms which cancel contradict nothing.
%   pass = test_rates ()   logical row; each failing element prints its name.
%   Promise: an assembled mechanism with redundant loops has a solution at any instant, whichever
%   function is called; so has a model whose redundant constraints are computed in different orders;
%   a true contradiction stays one.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [cardan(), model()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_rates: %s\n', name); end
end

% A shaft with a universal joint, 3 of 14 equations redundant: both sides turn at the same rate at
% this instant, b is 2e-15 of terms w^2 = 25.
function pass = cardan ()
pass = [];
for gravity = [0, 9.81]
  for bend = [pi/6, pi/4, 0.3, 1]
    to = [cos(bend), sin(bend), 0];
    B = dls_mechanism ('gravity', [0, 0, -gravity]);
    B = dls_body (B, 'in', 'mass', 1, 'inertia', [0.01 0.1 0.1], 'at', [-0.5 0 0], ...
                  'spin', [5 0 0]);
    B = dls_body (B, 'out', 'mass', 1, 'inertia', [0.01 0.1 0.1], 'at', 0.5 * to, ...
                  'turned', [0, 0, bend]);
    B = dls_joint (B, 'hi', 'hinge', {'ground', [-1 0 0], 'along', [1 0 0]}, ...
                   {'in', [-0.5 0 0]}, 'speed', 5);
    B = dls_joint (B, 'ho', 'hinge', {'ground', to, 'along', to}, {'out', [0.5 0 0]});
    B = dls_joint (B, 'x', 'universal', {'in', [0.5 0 0], 'along', [0 0 1]}, ...
                   {'out', [-0.5 0 0], 'along', [0 1 0]});
    B = dls_assemble (B);
    [a, ~, kkt] = dls_kkt (B);
    [~, ~, contact] = dls_contact (B);
    [~, ~, range] = dls_reaction_range (B);
    V = dls_sticking (B);
    said = {kkt.status, contact.status, range.status, V.verdict};
    pass(end+1) = holds (sprintf ('Cardan %g %g: %s %s %s %s', gravity, bend, said{:}), ...
                         strcmp (said, {'solved', 'solved', 'solved', 'sticking'}));
    pass(end+1) = holds ('Cardan: nothing accelerates', norm (a, Inf) < 1e-12);
  end
end
S = dls_system (B);
[~, ~, info] = dls_kkt (S.M, S.Gb, S.F, S.bb + 1e-9 * (1:S.nb)');
pass(end+1) = holds ('Cardan: a true contradiction', strcmp (info.status, 'inconsistent'));
end

% On the cone x^2 + y^2 = z^2 with v on it, too: b = 2*(vx^2 + vy^2 - vz^2) is rounding.
function pass = model ()
M = dls_model ('mass', eye (3), 'force', [1; -2; 3], ...
               'constraint', @(q) [1; 3; 7] * (q(1)^2 + q(2)^2 - q(3)^2), ...
               'constraintgrad', @(q) [2 * q(1); 2 * q(2); -2 * q(3)] * [1, 3, 7], ...
               'constraintrate', @(t, q, v) ...
               [2 * (v(1)^2 + v(2)^2 - v(3)^2); 6 * v(1)^2 - 6 * v(3)^2 + 6 * v(2)^2; ...
                14 * v(2)^2 + (14 * v(1)^2 - 14 * v(3)^2)]);
pass = [];
for s = [0.1, 1, 0.7, 1e-3]
  v = s * [3; 4; 5];
  S = dls_system (M, 0, [3; 4; 5], v);
  [a, ~, info] = dls_kkt (S);
  [~, ~, contact] = dls_contact (S);
  u = [3; 4; -5] / norm ([3 4 5]);
  free = [1; -2; 3] - u * (u' * [1; -2; 3]);
  pass(end+1) = holds (sprintf ('cone %g: %s %s', s, info.status, contact.status), ...
                       strcmp ({info.status, contact.status}, 'solved'));
  pass(end+1) = holds ('cone: accelerations', norm (a - free) < 1e-12);
end
end

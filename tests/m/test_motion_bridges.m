function pass = test_motion_bridges ()
% TEST_MOTION_BRIDGES  From motions to the questions of an instant and of a step.
%   pass = test_motion_bridges ()   logical row; each failing element prints its name.
%   Promise: dls_system of a model or of a motion has the accelerations and reactions of the closed
%   contacts; dls_problem is solved by the velocities and percussions of dls_simulate.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [of_models(), of_motions(), of_steps(), refused()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_motion_bridges: %s\n', name); end
end

% A point mass in the bowl y = x^2/2, its contact 2; contact 1 is a wall far away.
function model = bowl (mu)
model = dls_model ('mass', 2 * eye (2), 'force', @(t, q, v) [t; -20], ...
  'gap', @(q) [9 - q(1); q(2) - q(1)^2 / 2], 'gapgrad', @(q) [-1, -q(1); 0, 1], ...
  'tangent', @(q) [0, 1; 1, q(1)], 'mu', mu);
end

function pass = of_models ()
model = bowl (0.1);
x = 0.3;
v = 0.7;
S = dls_system (model, 2, [x; x^2/2], [v; x * v]);
[a, lambda] = dls_contact (S);
N = [-x; 1];
T = [1; x];
b = -v^2;
l = (20 + b * -2 + 2 * x) / (N' * N - 0.1 * N' * -T);
pass = holds ('closed contacts', isequal (S.names.u, {'u2'}) && S.nu == 1 ...
              && abs (S.bu - b) < 1e-6 && strcmp (S.modeu, 'sliding'));
r = 2 * a - [2; -20] - N * lambda.nu - T * lambda.tu;
pass(end+1) = holds ('accelerations', norm (r) < 1e-9 && abs (N' * a + b) < 1e-6 ...
                     && abs (lambda.tu + 0.1 * lambda.nu) < 1e-9 && lambda.nu > 0 && l > 0);
S = dls_system (model, 0, [0; 1], [0; 0]);
pass(end+1) = holds ('no contact', S.nu == 0);
S = dls_system (model, 0, [x; x^2/2], [0; 0], 'muu', 0.9);
pass(end+1) = holds ('changed', S.muu == 0.9 && strcmp (S.modeu, 'sticking'));
end

function pass = of_motions ()
sol = dls_simulate (bowl (0.4), [0 1], [0.2; 0.02], [0; 0], 'Step', 1e-3);
k = find (sol.status(2,:) == 2, 1, 'last');
S = dls_system (sol, k);
[~, lambda] = dls_contact (S);
pass = holds ('reactions are percussions by time', ...
              abs (lambda.nu - sol.p(2,k) / 1e-3) < 1e-2 * lambda.nu && strcmp (S.names.u, 'u2'));
V = dls_sticking (S);
pass(end+1) = holds ('sticking', strcmp (V.verdict, 'sticks') || V.mu_min < 0.4);
end

% The step's own velocities and percussions solve its problem.
function pass = of_steps ()
pass = [];
q = [0.3; 0.3^2/2];
v = [0.7; 0.15];
h = 0.02;
for constraint = [false, true]
  model = bowl (0.2);
  if constraint
    model = dls_model (model, 'constraint', @(t, q, v) q(1) - 0.3 - 0.7 * t, ...
                       'constraintgrad', [1; 0], 'constrainttime', -0.7);
  end
  P = dls_problem (model, 0, q, v, h, 'Theta', 1);
  s = dls_simulate (model, [0 h], q, v, 'Step', h, 'Theta', 1, 'Initial', 'off');
  r = s.p(constraint + [2; 4],2);
  if constraint
    e = dls_residual (P, r);
  else
    e = dls_residual (P, r, s.v(:,2));
  end
  pass(end+1) = holds (sprintf ('residual %g', e), e < 1e-9 && P.nc == 1 && r(1) > 0 ...
                       && ~isempty (strfind (P.name, 'contacts 2')));
  [x, ~, ~, info] = dls_friction (P);
  pass(end+1) = holds ('solved', strcmp (info.status, 'solved') && norm (x - r) < 1e-7);
end
end

function pass = refused ()
model = bowl (0.1);
sol = dls_simulate (model, [0 0.1], [0; 1], [0; 0], 'Step', 0.05);
calls = {@() dls_system(model), @() dls_system(sol, 7), @() dls_system(sol), ...
         @() dls_system(model, 0, [0; 1], 0), @() dls_problem(model, 0, [0; 1], [0; 0]), ...
         @() dls_problem(model, 0, [0; 1], [0; 0], -1), @() dls_system(sol, 1.5)};
pass = [];
for k = 1:numel (calls)
  id = '';
  try
    calls{k} ();
  catch err
    id = err.identifier;
  end
  pass(end+1) = holds (sprintf ('%s: %s', func2str (calls{k}), id), ...
                       strncmp (id, 'delassus:', 9));
end
end

function pass = test_max_time ()
% TEST_MAX_TIME  'MaxTime' ends every function that iterates, on problems that take seconds without.
%   pass = test_max_time ()   logical row; each failing element prints its name.
%   Counted is processor time, with room for a factorisation or a hull on a slow machine.
% SPDX-License-Identifier: GPL-3.0-or-later
rand ('seed', 1);
randn ('seed', 1);
limit = {'MaxTime', 0.05};
pass = [programs(limit), contacts(limit), motion(limit)];
end

function pass = programs (limit)
n = 3000;
e = ones (n, 1);
A = spdiags ([-e, 2 * e, -e], -1:1, n, n);
Q = randn (300, 400);
box = [Q; -eye(400); eye(400)];
nc = 300;
P = dls_problem (struct ('M', speye (600), 'H', sprandn (3 * nc, 600, .01), 'f', randn (600, 1), ...
                         'w', randn (3 * nc, 1), 'mu', .6 * ones (nc, 1), 'd', 3));
b = [ones(300, 1); zeros(400, 1); ones(400, 1)];
sweeps = [{'Method', 'gauss-seidel', 'MaxIterations', 1e9}, limit];
pass = [ends('dls_conic', @() dls_conic ([], -rand (400, 1), box, b, struct ('l', 1100), ...
                                         limit{:}), 4), ...
        ends('dls_lcp', @() dls_lcp (A, -e, sweeps{:}), 3), ...
        ends('dls_mlcp', @() dls_mlcp (speye (n), A, -A', A, e, -e, sweeps{:}), 4), ...
        ends('dls_friction', @() dls_friction (P, limit{:}), 4)];
end

function pass = contacts (limit)
m = 40;
S = dls_system ('M', eye (6), 'F', randn (6, 1), 'Gu', randn (6, m), 'Hu', randn (6, 2 * m), ...
                'muu', rand (m, 1), 'd', 3);
pass = ends ('dls_grasp', @() dls_grasp (S, 'MaxPoints', 1e4, 'Tolerance', 1e-6, limit{:}), 1);
m = 300;
G = randn (200, m);
S = dls_system ('M', eye (200), 'F', G * rand (m, 1), 'Gu', G, 'Hu', randn (200, 2 * m), 'muu', ...
                rand (m, 1), 'd', 3);
pass = [pass, ends('dls_reaction_range', @() dls_reaction_range (S, limit{:}), 3), ...
        ends('dls_sticking', @() dls_sticking (S, limit{:}), 1), ...
        ends('dls_contact', @() dls_contact (S, limit{:}), 3), ...
        ends('dls_impact', @() dls_impact (S, -G * rand (m, 1), .5, limit{:}), 3)];
G = randn (80, 120);                     % of one eigenvalue problem, a slow kernel takes long
S = dls_system ('M', eye (80), 'F', G * rand (120, 1), 'Gu', G, 'Hu', randn (80, 240), 'muu', ...
                rand (120, 1), 'd', 3);
pass(end+1) = ends ('dls_wellposed', @() dls_wellposed (S, limit{:}), 1);
end

function pass = motion (limit)
ball = dls_model ('mass', 1, 'force', @(t, q, v) 9.81, 'gap', @(t, q, v) q, 'gapgrad', 1, ...
                  'n', 1, 'restitution', .9);
pass = ends ('dls_simulate', @() dls_simulate (ball, [0 100], 1, 0, 'Step', 1e-5, limit{:}), 1);
end

function pass = ends (name, call, outputs)
out = cell (1, outputs);
start = cputime ();
[out{:}] = call ();
spent = cputime () - start;
pass = spent <= 1;
if ~pass, fprintf ('test_max_time: %s took %.2f s\n', name, spent); end
end

function pass = test_sticking_closed_forms ()
% TEST_STICKING_CLOSED_FORMS  dls_sticking with answers known by hand.
%   pass = test_sticking_closed_forms ()   logical row; each failing element prints its name.
%   Promise: Painleve's rod, forces from a ball, a box, a polyhedron, and Prop. 4 of ALLSTICK.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [painleve(), on_ellipse(), neighbourhoods()];
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_sticking_closed_forms: %s\n', name); end
end

% A rod sliding on its tip into the ground has no solution where there are Painleve's paradoxes:
% m = 1, length 2, I = 1/3, tan(theta) = 2: Gu = [0; 1; -cos], Hu = [1; 0; sin]; mu_P = 4/3.
function pass = painleve ()
pass = [];
c = 1 / sqrt (5);
s = 2 / sqrt (5);
for mu = [1.2 1.5]
  for push = [-9.81 9.81]                      % gravity presses the tip, or lifts it
    S = dls_system ('M', diag ([1 1 1/3]), 'F', [0; -push; 0], 'Gu', [0; 1; -c], ...
                    'Hu', [1; 0; s], 'muu', mu, 'vtu', -1);
    V = dls_sticking (S);
    A = 1 + 3 * c * (c - mu * s);              % Gu'*inv(M)*(Gu + mu*Hu)
    ok = push > 0 || A > 0;
    pass = [pass, holds('Painleve rod', strcmp (V.verdict, 'sticking') == ok ...
                        && dls_verify (S, V))];
  end
end
end

% A block on a floor, forces in a ball or a box, closed forms (margin mu*N - |T|).
function pass = on_ellipse ()
S = dls_system ('M', eye (3), 'F', [6; 0; 9.81], 'Gu', [0; 0; 1], 'Hu', [1 0; 0 1; 0 0], ...
                'muu', 0.5, 'd', 3);
V = dls_sticking (S, 'Force', struct ('B', eye (3), 'radius', 2));
best = 0.5 * 9.81 - 6 + 2 * sqrt (1.25);
pass = holds ('ball', abs (V.margin - best) < 1e-6 && dls_verify (S, V));
V = dls_sticking (S, 'Force', struct ('B', eye (3), 'lower', -0.7, 'upper', 0.7));
pass = [pass, holds('box', abs (V.margin - (0.5 * 10.51 - 5.3)) < 1e-6 ...
                    && strcmp (V.verdict, 'not_sticking') && dls_verify (S, V))];
V = dls_sticking (S, 'Force', eye (3), 'Goal', 'smallest');
pass = [pass, holds('smallest', abs (norm (V.force_parameter) ...
                                     - (6 - 0.5 * 9.81) / sqrt (1.25)) < 1e-6)];
V = dls_sticking (S, 'Force', [0; 0; 1]);
pass = [pass, holds('pressed without bound', isinf (V.margin) && dls_verify (S, V))];
V = dls_sticking (S, 'Force', struct ('B', eye (3), 'C', [1; -1] * [1 1 1], 'c', [-1; -1]));
pass = [pass, holds('empty polyhedron', strcmp (V.verdict, 'not_sticking') && dls_verify (S, V))];
pass = [pass, holds('W and V', norm ([V.W_n; V.W_t] - [0 0 1; 1 0 0; 0 1 0]) < 1e-12 ...
                    && norm ([V.V_n; V.V_t] - [9.81; 6; 0]) < 1e-12)];
end

% What lasts and what does not (Prop. 4), by hand.
function pass = neighbourhoods ()
status = @(S, varargin) dls_sticking (S, 'Neighbourhood', true, 'Critical', false, ...
                                      varargin{:}).neighbourhood.status;
x = [1 1 -1 -1; 1 -1 -1 1];                    % a table on four legs: redundant
Gu = [zeros(2, 4); ones(1, 4); x(2,:); -x(1,:); zeros(1, 4)];
Hu = zeros (6, 8);
for i = 1:4
  Hu(:,2*i-1:2*i) = [eye(2); 0 0; 0 0; 0 0; -x(2,i), x(1,i)];
end
S = dls_system ('M', eye (6), 'F', [1; 0; 9.81; 0; 0; 0], 'Gu', Gu, 'Hu', Hu, 'muu', 0.5, 'd', 3);
pass = holds ('table', strcmp (status (S), 'persists_if_rank_constant'));
pass = [pass, holds('table, singular mass', ...
                    strcmp (status (dls_system (S, 'M', zeros (6))), 'persists_if_rank_constant'))];
pass = [pass, holds('table, tipping', ...
                    strcmp (status (dls_system (S, 'F', [0; 0; 9.81; 9.81; 0; 0])), 'undecided'))];
T = dls_system ('M', eye (2), 'F', [0; 9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
pass = [pass, holds('sliding', strcmp (status (dls_system (T, 'vtu', 1)), 'persists'))];
pass = [pass, holds('touching without force', ...
                    strcmp (status (dls_system (T, 'F', [0; 0])), 'undecided'))];
pass = [pass, holds('not at all', strcmp (status (dls_system (T, 'F', [9; 9])), 'ends'))];
T = dls_system ('M', eye (2), 'F', [0.1; 9.81], 'Gb', [0; 1], 'Hb', [1; 0], 'mub', 0.5);
pass = [pass, holds('bilateral', strcmp (status (T), 'persists'))];
end

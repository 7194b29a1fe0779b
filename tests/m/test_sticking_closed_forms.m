function pass = test_sticking_closed_forms ()
% TEST_STICKING_CLOSED_FORMS  dls_sticking with answers known by hand.
%   pass = test_sticking_closed_forms ()   logical row; each failing element prints its name.
%   Promise: Painleve's rod, forces from a ball, a box, a polyhedron, Prop. 4 of ALLSTICK, and the
%   least friction of random bodies in the plane: mu_min and mu_scale by enumeration, to 1e-7.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [painleve(), on_ellipse(), neighbourhoods(), tall_tower(), least_friction()];
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

% A tower of boxes that is pushed evenly: the top box decides as all others do.
function pass = tall_tower ()
S = tower (100);
V = dls_sticking (S);
pass = [holds('tower', strcmp (V.verdict, 'sticking') && abs (V.margin - 2.4275) <= 1e-8 ...
              && abs (V.mu_min - .05 / 9.81) <= 2e-9 * V.mu_min && dls_verify (S, V)), ...
        holds('tower, programs', V.programs <= 12)];
S = tower (500);                               % it tips
V = dls_sticking (S, 'Critical', false);
pass = [pass, holds('tower, tipping', strcmp (V.verdict, 'undecided') || dls_verify (S, V))];
end

function S = tower (N)
one = [0 0; 1 1; -.5 .5];
slip = [1 1; 0 0; .25 .25];
up = spdiags (ones (N, 1), 1, N, N);           % contacts of a box press on the one below
Gu = kron (speye (N), one) - kron (up, one);
Hu = kron (speye (N), slip) + kron (up, diag ([-1 1 1]) * slip);
S = dls_system ('M', speye (3 * N), 'F', repmat ([.05; 9.81; 0], N, 1), 'Gu', Gu, 'Hu', Hu, ...
                'muu', .5);
end

% A body on two or three contacts; where the least friction just holds it, some carry nothing.
function pass = least_friction ()
S = dls_system ('M', diag ([1 1 .3]), 'F', [-2; 20; -.2], 'Gu', [0 0 0; 1 1 1; -.7 .1 .6], ...
                'Hu', [1 1 1; 0 0 0; -.1 -.1 -.1], 'muu', [.4; .9; .7]);
V = dls_sticking (S);                          % n = (3, 17, 0)
pass = holds ('contact 3 carries nothing', abs (V.mu_scale - 4 / 33) <= 1e-8 ...
              && abs (V.mu_min - 0.1) <= 1e-8);
state = {rand('twister'), randn('twister')};
rand ('twister', 5);
randn ('twister', 5);
for trial = 1:20
  k = 2 + floor (2 * rand ());
  x = round (20 * rand (2, k) - 10) / 10;
  slope = round (4 * randn (1, k)) / 10 * (rand () < 0.5);
  N = [-sin(slope); cos(slope); x(1,:) .* cos(slope) + x(2,:) .* sin(slope)];
  T = [cos(slope); sin(slope); x(1,:) .* sin(slope) - x(2,:) .* cos(slope)];
  mu = round (1 + 9 * rand (k, 1)) / 10;
  w = [round(40 * randn()) / 10; 20; round(30 * randn()) / 10];
  V = dls_sticking (dls_system ('M', eye (3), 'F', w, 'Gu', N, 'Hu', T, 'muu', mu));
  if norm (V.a) <= 1e-9 && ~any (V.detaching) && ~strcmp (V.verdict, 'undecided')
    found = [V.mu_min, V.mu_scale];
    least = [least_factor(N, T, ones (k, 1), w), least_factor(N, T, mu, w)];
    ok = found == least | abs (found - least) <= 1e-7 * least;
    pass = [pass, holds(sprintf ('least friction %d', trial), all (ok))];
  end
end
rand ('twister', state{1});
randn ('twister', state{2});
end

% The least m such that w is in the cone of the columns N + m*mu*T and N - m*mu*T. It is zero or one
% where w, or a column, passes through the sides that some of them span; between these w stays in
% or out.
function m = least_factor (N, T, mu, w)
k = numel (mu);
T = T * diag (mu);
edges = @(m) [N + m * T, N - m * T];
m = 0;
for some = 1:3
  for s = nchoosek (1:2*k, some)'
    for axis = 1:3 ^ (some == 1)
      rest = [w, double((1:3)' == axis)];
      pick = @(A) [A(:,s), rest(:,1:3-some)];
      m = [m; positive_roots(@(x) det (pick (edges (x))), some)];
    end
  end
end
m = sort (m);
inner = [(m(1:end-1) + m(2:end)) / 2; 2 * m(end) + 1];
apart = [diff(m) > 1e-10 * m(2:end); true];
m = m(apart);
inner = inner(apart);
held = arrayfun (@(x) in_cone (edges (x), w), inner);
m = min ([m(held); Inf]);
end

% Roots of a polynomial of this degree.
function x = positive_roots (f, degree)
p = polyfit (0:degree, arrayfun (f, 0:degree), degree);
p(abs (p) < 1e-10) = 0;
x = roots (p);
x = real (x(abs (imag (x)) <= 1e-9 * (1 + abs (x)) & real (x) > 1e-9));
end

function yes = in_cone (A, w)
yes = false;
for some = 1:3
  for s = nchoosek (1:size (A, 2), some)'
    x = pinv (A(:,s)) * w;
    yes = yes || (norm (A(:,s) * x - w) <= 1e-9 * norm (w) && all (x >= -1e-9 * norm (w)));
  end
end
end

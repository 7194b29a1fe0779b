function pass = test_friction_methods ()
% TEST_FRICTION_METHODS  'gauss-seidel' and 'lcp' through dls_friction.
%   pass = test_friction_methods ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
pass = [golden(), bodies(), told(), velocities(), jams(), defaults()];
end

function ok = holds (name, ok)
ok = all (logical (full (ok(:))));
if ~ok, fprintf ('test_friction_methods: %s\n', name); end
end

function pass = golden ()
% GOLDEN 21 (DARTLCP (6), (9) to (15)) in both forms: dt = 0.01, a point mass slides (2 m/s) or
% sticks (0.03 m/s).
dt = 0.01;
fall = -dt * 9.81;
pass = [];
for method = {'gauss-seidel', 'lcp'}
  for speed = [2, 0.03]
    r = [9.81; -min(4.905, speed / dt)];
    L = dls_problem ('W', eye (2), 'q', [fall; speed], 'mu', 0.5, 'd', 2);
    G = dls_problem ('M', eye (2), 'H', [0 1; 1 0], 'f', -[speed; fall], 'mu', 0.5, 'd', 2);
    [a, ~, ~, info] = dls_friction (L, 'Method', method{1});
    [b, ~, v, info2] = dls_friction (G, 'Method', method{1});
    pass = [pass, holds(['golden ' method{1}], ...
            [norm(a / dt - r) < 1e-10, norm(b / dt - r) < 1e-10, ...
             abs(v(1) - speed - b(2)) < 1e-14, strcmp({info.status, info2.status}, 'solved'), ...
             strcmp({info.method, info2.method}, method{1})])];
  end
end
end

function pass = bodies ()
% A row of discs between walls, 3 coordinates each: M of blocks, local form by dense arithmetic.
n = 6;
m = 3 * n;
B = kron (eye (n), [2 0.3 0; 0.3 2 0.1; 0 0.1 0.5]);
E = zeros (2 * (n + 1), m);
for k = 1:n + 1
  if k <= n, E([2*k-1, 2*k], 3*k-2:3*k) = [1 0 0; 0 1 -0.5]; end
  if k > 1, E([2*k-1, 2*k], 3*k-5:3*k-3) = [-1 0 0; 0 -1 -0.5]; end
end
f = -(2 * lcg_rand (4, m, 1) - 1);
w = repmat ([0.05; 0], n + 1, 1);
mu = 0.2 + lcg_rand (5, n + 1, 1);
G = dls_problem ('M', B, 'H', E, 'f', f, 'w', w, 'mu', mu, 'd', 2);
L = dls_problem ('W', E * (B \ E'), 'q', w - E * (B \ f), 'mu', mu, 'd', 2);
pass = [];
for method = {'gauss-seidel', 'lcp', 'auto'}
  [r, u, v, info] = dls_friction (G, 'Method', method{1}, 'Tolerance', 1e-10);
  pass = [pass, holds(['bodies ' method{1}], [strcmp(info.status, 'solved'), ...
          dls_residual(G, r, v) <= 1e-10, dls_residual(L, r) <= 1e-8, any(r > 0)])];
end
end

function pass = told ()
% What a method cannot do, or changed, stands in the message; wrong options are errors.
P = dls_problem ('M', diag ([1 0]), 'H', eye (2), 'f', [1; 0], 'mu', 1, 'd', 2);
[~, ~, ~, a] = dls_friction (P, 'Method', 'gauss-seidel');
Q = dls_problem ('W', [2 0.5; 0.5 1], 'q', [-1; 3], 'mu', 0.4, 'd', 2);
[r, ~, ~, b] = dls_friction (Q, 'Method', 'lcp');
[s, ~, ~, c] = dls_friction (Q, 'Method', 'lcp', 'LcpShift', 1e-3);
[t, ~, ~, d] = dls_friction (Q, 'Method', 'lcp', 'LcpScale', 100);
change = max (abs (s - r)) / max (abs (r));
said = regexp (c.message, 'reactions by (\S+)', 'tokens');
stated = str2double (said{1}{1});
pass = [holds('singular', [strcmp(a.status, 'numerical_trouble'), ...
                           any(strfind (a.message, 'M is singular'))]), ...
        holds('stabilised', [strcmp({b.status, d.status}, 'solved'), ...
                             strcmp(c.status, 'numerical_trouble'), change > 1e-5, ...
                             abs(stated - change) <= 0.06 * change, norm(t - r) < 1e-12]), ...
        holds('options', [fails(Q, 'Facets', 2), fails(Q, 'LcpShift', -1), ...
                          fails(Q, 'LcpScale', 0)])];
end

function yes = fails (varargin)
yes = false;
try
  dls_friction (varargin{:});
catch err
  yes = strcmp (err.identifier, 'delassus:option');
end
end

% A wedge that nearly jams: beside reactions of 250 to 1e5 a residual of 1e-4 hides wrong velocities
% (not of all methods: a last step may go far beyond what was asked); 'VelocityTolerance' asks for
% them, or the answer is not 'solved', in both forms.
function pass = velocities ()
pass = [];
for part = [0.1, 0.4]
  for delta = [0.1, 0.03, 0.01]
    H = [1 0; 0 1; -1 delta; delta 1];
    w = [-1; 0.3; -1; 0.1];
    mu = part * [delta; delta];
    L = dls_problem ('W', H * H', 'q', w, 'mu', mu, 'd', 2);
    G = dls_problem ('M', eye (2), 'H', H, 'f', [0; 0], 'w', w, 'mu', mu, 'd', 2);
    hidden = 0;
    for method = {'auto', 'interior-point', 'pseudo-time', 'newton', 'gauss-seidel'}
      opts = {'Tolerance', 1e-4, 'Method', method{1}};
      [~, ~, ~, rough] = dls_friction (L, opts{:}, 'VelocityTolerance', Inf);
      for P = {L, G}
        [r, ~, ~, info] = dls_friction (P{1}, opts{:}, 'VelocityTolerance', 1e-7);
        [~, parts] = dls_residual (L, r);
        off = parts.velocity;
        name = sprintf ('velocities, %g, %g, %s: %s, %g', part, delta, method{1}, ...
                        info.status, off);
        pass(end+1) = holds (name, ~strcmp (info.status, 'solved') || off <= 2e-7);
        if (~strcmp (method{1}, 'gauss-seidel'))
          pass(end+1) = holds (name, strcmp (info.status, 'solved'));
        end
      end
      pass(end+1) = holds (['rough ', method{1}], strcmp (rough.status, 'solved') ...
                           && rough.residual.worst <= 1e-4);
      hidden = max (hidden, rough.residual.velocity);
    end
    pass(end+1) = holds (sprintf ('hidden %g', hidden), hidden > 1e-2);
  end
end
end

% Walls move and coordinates are few (w is not in Im H): reactions of 1e5 that cancel left contacts
% that penetrate by 1e-2 of the velocities, 'solved'. What is solved now obeys the law, computed
% densely; some have no solution, and the certificate is true.
function pass = jams ()
state = {rand('twister'), randn('twister')};
restore = onCleanup (@() cellfun (@(f, s) f ('twister', s), {@rand, @randn}, state));
rand ('twister', 9);
randn ('twister', 9);
[ok, refuted] = deal (true, 0);
for trial = 1:150
  nc = randi ([2, 4]);
  n = randi (nc);
  B = randn (n);
  M = B * B' + 0.1 * eye (n);
  [H, w, mu] = deal (randn (3 * nc, n), rand () * randn (3 * nc, 1), 1.5 * rand (nc, 1));
  P = dls_problem ('M', (M + M') / 2, 'H', H, 'f', M * randn (n, 1), 'w', w, 'mu', mu, 'd', 3);
  [r, u, v, info] = dls_friction (P);
  if (strcmp (info.status, 'solved'))
    u = w + H * (P.M \ (H' * r - P.f));
    off = max ([-u(1:3:end); abs(u(1:3:end) .* (r(1:3:end) > 1e-6 * max (r)))]);
    ok = ok && off < 1e-4 * info.residual.speed;
  elseif (strcmp (info.status, 'no_solution'))
    refuted = refuted + dls_verify (P, struct ('r', r, 'u', u, 'v', v, 'info', info));
  end
end
pass = holds (sprintf ('jams, %d refuted', refuted), [ok, refuted > 3]);
end

% 0 stands for min (0.3, 100*'Tolerance'), of laws by disks, too; misses are reported as numbers.
function pass = defaults ()
pass = [];
[delta, w] = deal (0.01, [-1; 0.3; -1; 0.1]);
H = [1 0; 0 1; -1 delta; delta 1];
P = dls_problem ('W', H * H', 'q', w, 'mu', 0.1 * [delta; delta], 'd', 2);
C = dls_problem (P, 'cohesion', [0; 1e-9]);            % a law, judged by itself
for tolerance = [1e-8, 1e-4, 1e-2]
  for Q = {P, C}
    allowed = min (0.3, 100 * tolerance);
    [~, ~, ~, info] = dls_friction (Q{1}, 'Tolerance', tolerance);
    [~, ~, ~, same] = dls_friction (Q{1}, 'Tolerance', tolerance, ...
                                    'VelocityTolerance', allowed);
    R = info.residual;
    pass(end+1) = holds (sprintf ('default %g', tolerance), strcmp (info.status, 'solved') ...
                         && R.worst <= tolerance && isequal (R, same.residual) ...
                         && R.velocity <= allowed * R.speed);
  end
end
for method = {'gauss-seidel', 'newton', 'pseudo-time', 'interior-point'; 6, 6, 6, 5}
  [~, ~, ~, info] = dls_friction (P, 'Method', method{1}, 'Tolerance', 1e-2, ...
                                  'VelocityTolerance', 1e-9, 'MaxIterations', method{2});
  pass(end+1) = holds (['told ', method{1}], strcmp (info.status, 'max_iterations') ...
                       && info.residual.worst < 1e-2 ...
                       && ~isempty (strfind (info.message, '''VelocityTolerance'' is 1.0e-09')));
end
end

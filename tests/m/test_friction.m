function pass = test_friction ()
% TEST_FRICTION  dls_friction on problems with a known answer, in every form, size and scale.
%   pass = test_friction ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
pass = [local_and_global(), point_mass(), scaled(), hopeless(), without_mass(), limits(), ...
        starts(), sparse_pile()];
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_friction: %s\n', name); end
end

function pass = local_and_global ()
% Redundant contacts, some mu 0 and Inf: solved in both forms, as dls_residual says; where mu is
% small the velocities agree (they are unique for mu = 0).
pass = [];
for d = 2:3
  for seed = 1:8
    [G, L] = random_problem (seed, d, 4 + seed, 6);
    for P = {G, L}
      for measure = {'scaled', 'siconos'}
        [r, u, v, info] = dls_friction (P{1}, 'Measure', measure{1});
        e = dls_residual (P{1}, r, v, 'Measure', measure{1});
        ok = strcmp (info.status, 'solved') && e <= 1e-8 && abs (e - info.residual.worst) <= 1e-12;
        ok = ok && law_holds (P{1}, r, u) < 1e-6;
        pass(end+1) = holds (sprintf ('%s, d = %d, seed %d', P{1}.form, d, seed), ok);
      end
    end
    G.mu(:) = 0;
    L.mu(:) = 0;
    [rg, ug] = dls_friction (G, 'Tolerance', 1e-10);  % velocities are less accurate than that
    [rl, ul] = dls_friction (L, 'Tolerance', 1e-10);
    close = norm (ug - ul) <= 1e-6 * (1 + norm (ul));
    pass(end+1) = holds (sprintf ('frictionless, d = %d, seed %d', d, seed), ...
                         close && norm (L.W * (rg - rl)) <= 2e-7 * norm (L.q));
  end
end
end

function [G, L] = random_problem (seed, d, nc, n)
% More contact rows than coordinates; H*v0 + w lies inside the cones: a solution exists (CONIC 4.4).
X = 2 * lcg_rand (seed, d * nc, n) - 1;
Y = 2 * lcg_rand (seed + 50, n, n) - 1;
mu = 0.2 + lcg_rand (seed + 60, nc, 1);
mu(1) = 0;
mu(2) = 1e-3;
v0 = lcg_rand (seed + 70, n, 1);
w = -X * v0;
w(1:d:end) = w(1:d:end) + 0.3;
f = 20 * (lcg_rand (seed + 80, n, 1) - 0.5);
M = Y * Y' + 0.1 * eye (n);
G = dls_problem ('M', (M + M') / 2, 'H', X, 'f', f, 'w', w, 'mu', mu, 'd', d);
W = X * (M \ X');
L = dls_problem ('W', (W + W') / 2, 'q', w - X * (M \ f), 'mu', mu, 'd', d);
end

function worst = law_holds (P, r, u)
% Coulomb's law contact by contact: r in the cone, u_N >= 0, u_N r_N = 0, slip against friction.
d = P.d;
R = reshape (r, d, []);
U = reshape (u, d, []);
rt = sqrt (sum (R(2:end,:) .^ 2, 1));
ut = sqrt (sum (U(2:end,:) .^ 2, 1));
mu = P.mu';
size_r = norm (r) + realmin;
size_u = norm (u) + norm (P_w (P)) + realmin;
cone = max ([0, (rt - mu .* R(1,:)) / size_r, -R(1,:) / size_r, -U(1,:) / size_u]);
slip = max ([0, abs(mu .* R(1,:) .* ut + sum(R(2:end,:) .* U(2:end,:), 1)) / (size_r * size_u)]);
complementary = max ([0, abs(R(1,:) .* U(1,:)) / (size_r * size_u)]);
worst = max ([cone, slip, complementary]);
end

function w = P_w (P)
if strcmp (P.form, 'local'), w = P.q; else, w = P.w; end
end

function pass = point_mass ()
% Closed form in 3D: a mass m hits the floor with q; it sticks or slides.
pass = [];
for mu = [0.1, 0.4, 2]
  for m = [1e-3, 1, 1e3]
    q = [-2; 0.6; -0.8];
    [r, u] = dls_friction (dls_problem ('W', eye (3) / m, 'q', q, 'mu', mu, 'd', 3));
    stick = norm (q(2:3)) <= mu * 2;
    if stick
      truth = -m * q;
    else
      truth = m * 2 * [1; -mu * q(2:3) / norm(q(2:3))];
    end
    ok = norm (r - truth) <= 1e-13 * norm (truth) && norm (u - (q + truth / m)) <= 1e-13;
    pass(end+1) = holds (sprintf ('point mass, mu = %g, m = %g', mu, m), ok);
  end
end
end

function pass = scaled ()
% Other units of mass and of speed, 1e-8 .. 1e8: the same answer in these units. A residual of 1e-10
% would leave 4e-9 of the velocities: 1e-12 is asked for where 1e-10 is compared.
pass = [];
[G, ~] = random_problem (3, 3, 6, 6);
[r, ~, v] = dls_friction (G, 'Tolerance', 1e-12);
for m = [1e-8, 1e8]
  for s = [1e-8, 1e8]
    P = dls_problem ('M', m * G.M, 'H', G.H, 'f', m * s * G.f, 'w', s * G.w, 'mu', G.mu, 'd', 3);
    [r2, ~, v2, info] = dls_friction (P, 'Tolerance', 1e-12);
    ok = strcmp (info.status, 'solved') && norm (v2 / s - v) <= 1e-10 * norm (v);
    pass(end+1) = holds (sprintf ('mass %g, speed %g', m, s), ok ...
                         && norm (G.H' * (r2 / m / s - r)) <= 1e-10 * norm (G.H' * r));
  end
end
end

function pass = hopeless ()
% No solution: W = 0 and q_N < 0, or a lever that jams (CONIC's toy): an honest status, in time.
P = dls_problem ('W', zeros (3), 'q', [-1; 0; 0], 'mu', 0.5, 'd', 3);
Q = dls_problem ('M', 1, 'H', sqrt (0.5) * [1; 1], 'f', sqrt (0.5), 'w', [0; 1], 'mu', 1.2, 'd', 2);
pass = [];
for problem = {P, Q}
  for method = {'auto', 'interior-point', 'newton', 'fixpoint', 'gauss-seidel'}
    start = cputime ();
    [r, ~, ~, info] = dls_friction (problem{1}, 'Method', method{1}, 'MaxTime', 1);
    ok = ~strcmp (info.status, 'solved') && info.exitflag < 1 && cputime () - start < 3 ...
         && all (isfinite (r));
    pass(end+1) = holds (['hopeless: ', method{1}], ok);
  end
end
end

function pass = without_mass ()
% What M does not see may run away: beside velocities of 1e7 residuals of some newtons are small.
% Who says solved has a point of Coulomb's law in the size of the data. First problem: M = 0 and
% -r_N + t_1 + 2 t_2 = 3; r_N > 0 asks for v = 0, then t = (-r_N/2, 0): it has no solution.
pass = [];
H = {[-1; 1; 2], [3 3 0; 0 1 0; -1 -3 -3]};
f = {3, [3; -2; 2]};
w = {[0; 3; 0], [0; 0; 0]};
M = {0, diag([4 13 0])};
for k = 1:2
  for unit = 2 .^ [0 10 -10]
    for method = {'auto', 'interior-point', 'newton', 'fixpoint'}
      P = dls_problem ('M', M{k} / unit, 'H', H{k}, 'f', f{k}, 'w', unit * w{k}, 'mu', .5, 'd', 3);
      [r, u, v, info] = dls_friction (P, 'Method', method{1}, 'MaxTime', 5);
      slip = .5 * r(1) * u(2:3) + norm (u(2:3)) * r(2:3);
      off = [P.M*v+P.f-P.H'*r; min(r(1), 0); norm(r(2:3))-.5*r(1); [min(u(1), 0); r(1)*u(1); ...
             slip] / unit];
      pass(end+1) = holds (sprintf ('without mass %d, %s: %s, %.1e', k, method{1}, info.status, ...
                                    max (off)), ~strcmp (info.status, 'solved') ...
                           || (k == 2 && all (off <= 1e-5)));
    end
  end
end
end

function pass = limits ()
% Limits are obeyed and named; the best iterate comes back with its residual.
[G, L] = random_problem (5, 3, 30, 30);
[~, ~, ~, one] = dls_friction (L, 'MaxIterations', 1);
[~, ~, ~, none] = dls_friction (G, 'MaxTime', 0);
[r, ~, v, few] = dls_friction (G, 'MaxIterations', 3, 'Method', 'newton');
pass = holds ('one iteration', strcmp (one.status, 'max_iterations') && one.exitflag == 0);
pass(end+1) = holds ('no time', strcmp (none.status, 'time_limit') && none.exitflag == 0);
pass(end+1) = holds ('best iterate', abs (few.residual.worst - dls_residual (G, r, v)) <= 1e-12);
end

function pass = starts ()
% Started at its own answer nothing is left to do; started elsewhere it is still solved.
pass = [];
[G, L] = random_problem (7, 3, 8, 8);
for P = {G, L}
  [r, ~, v] = dls_friction (P{1});
  extra = {};
  if ~isempty (v), extra = {'StartVelocity', v}; end
  [~, ~, ~, same] = dls_friction (P{1}, 'Start', r, extra{:});
  [~, ~, ~, far] = dls_friction (P{1}, 'Start', 1e3 * (1 + abs (r)));
  pass(end+1) = holds (['same start, ', P{1}.form], same.iterations == 0 && same.exitflag == 1);
  pass(end+1) = holds (['far start, ', P{1}.form], far.exitflag == 1);
end
end

function pass = sparse_pile ()
% A heap of point masses in the global form, beyond the size where Cholesky and GMRES take over:
% the same velocities as the local form, and the same as of each of its identical parts.
[G, ~] = random_problem (2, 3, 4, 6);
copies = 300;
many = @(x) repmat (x, copies, 1);
E = speye (copies);
P = dls_problem ('M', kron (E, G.M), 'H', kron (E, G.H), 'f', many (G.f), 'w', many (G.w), ...
                 'mu', many (G.mu), 'd', 3);
[r, ~, v, info] = dls_friction (P, 'Tolerance', 1e-10);
[~, ~, v1] = dls_friction (G, 'Tolerance', 1e-10);
pass = holds ('pile solved', strcmp (info.status, 'solved') && dls_residual (P, r, v) <= 1e-10);
V = reshape (v, [], copies);
pass(end+1) = holds ('every part moves alike', max (max (abs (bsxfun (@minus, V, V(:,1))))) ...
                     <= 1e-12 * norm (v1));
end

function pass = test_conic_families ()
% TEST_CONIC_FAMILIES  dls_conic on programs with known answers.
%   pass = test_conic_families ()   logical row; each failing element prints its name.
%   Promise: solved means relative residuals <= 1e-9 (recomputed here) and the known objective;
%   infeasible and unbounded come with certificates that arithmetic verifies; info.active is the
%   truth where it is strictly complementary.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
pass = [families(), accurate(), undecided(), units(), weak(), klee_minty(), against_octave(), ...
        projections(), balls(), grasps(), least_squares(), farkas()];
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_conic_families: %s\n', name); end
end

function pass = families ()
pass = [];
kinds = {'lp', 'qp', 'socp', 'mixed', 'tall', 'equations', 'definite', 'redundant', 'rankdef', ...
         'nointerior', 'degenerate', 'zero_rows', 'twins', 'homogeneous', 'feasibility', ...
         'scaled', 'badly_scaled', 'infeasible', 'infeasible_cone', 'unbounded', ...
         'unbounded_cone'};
for k = 1:numel (kinds)
  for n = [2 3 5 9 16 30 60]
    for seed = 1:2
      [P, q, A, b, cones, T] = make_conic (kinds{k}, n, seed);
      for method = {'auto', 'cholesky', 'ldl'}
        name = sprintf ('%s, n = %d, seed %d, %s', kinds{k}, n, seed, method{1});
        if seed == 1
          pass = [pass, judged(name, P, q, A, b, cones, T, 1e-9, method{1})];
        else
          pass = [pass, judged(name, sparse(P), q, sparse(A), b, cones, T, 1e-9, method{1})];
        end
      end
    end
  end
end
end

function ok = judged (name, P, q, A, b, cones, T, tolerance, method)
% One answer against the truth, residuals from the data alone.
[x, s, y, info] = dls_conic (P, q, A, b, cones, 'Tolerance', tolerance, 'Method', method);
r = verify_conic (P, q, A, b, cones, x, s, y);
ok = strcmp (info.status, T.status) && info.iterations <= 40;
if ~strcmp (T.status, 'solved')
  primal = strcmp (T.status, 'primal_infeasible');
  proof = [r.no_dual, r.no_primal];
  unit = [q' * x, b' * y];
  ok = ok && proof(1 + primal) <= 1e-7 && abs (unit(1 + primal) + 1) <= 1e-9 ...
       && r.cone <= 1e-12 && info.residual.certificate <= 1e-9;
  holds (sprintf ('%s: %s, proof %.1e %.1e', name, info.status, proof), ok);
  return
end
terms = max (abs ([T.objective, x' * P * x, q' * x, b' * y]));
if any (b) && any (q)
  ok = ok && r.primal <= 1.6 * tolerance && r.dual <= 1.6 * tolerance;
end
slack = 1e-3 + 10 * strcmp (name(1:3), 'bad');        % objectives are differences there
ok = ok && abs (info.objective - T.objective) <= 1e4 * tolerance * max (slack, terms) ...
     && r.cone <= 1e-13 && info.residual.cone <= 1e-13 ...
     && max ([info.residual.primal, info.residual.dual, info.residual.gap]) <= 1.6 * tolerance;
if T.strict && isempty (strfind (name, 'badly'))
  ok = ok && isequal (info.active.strong & T.inactive, false (size (b))) ...
       && isequal (info.active.inactive & T.strong, false (size (b))) ...
       && nnz (info.active.undecided) <= numel (b) / 50;
elseif strncmp (name, 'degenerate', 10)
  known = T.strong | T.inactive;
  ok = ok && isequal (info.active.strong(known), T.strong(known)) ...
       && isequal (info.active.inactive(known), T.inactive(known));
end
name = sprintf (['%s: %s, %d iterations, residuals %.1e %.1e %.1e, objective %.15g, ' ...
                 'expected %.15g'], name, info.status, info.iterations, r.primal, r.dual, r.gap, ...
                info.objective, T.objective);
ok = holds (name, ok);
end

function pass = accurate ()
% 1e-12 on well-scaled data.
pass = [];
for kind = {'lp', 'qp', 'mixed', 'definite', 'redundant', 'tall', 'degenerate'}
  for seed = 1:8
    [P, q, A, b, cones, T] = make_conic (kind{1}, 12, seed);
    name = sprintf ('%s to 1e-12, seed %d', kind{1}, seed);
    pass = [pass, judged(name, P, q, A, b, cones, T, 1e-12, 'auto')];
  end
end
end

function pass = undecided ()
% x = 0 where it is least anyway: neither s nor y is larger.
c = [0 0 0 1 -1]';
[x, s, y, info] = dls_conic (eye (5), -c, -eye (5), zeros (5, 1), struct ('l', 5));
pass = holds ('undecided inequalities', isequal (info.active.undecided, c == 0) ...
              && isequal (info.active.strong, c < 0) && isequal (info.active.inactive, c > 0));
cones = struct ('q', [3 3 3 3]);
c = [1 1 0, 0 0 0, 1 0 0, -1 0 0]';             % on the boundary, apex, inside, opposite
[x, s, y, info] = dls_conic (eye (12), -c, -eye (12), zeros (12, 1), cones);
u = info.active.undecided;
pass = [pass, holds('undecided cones', all (u(1:6)) && ~any (u(7:12)) ...
                    && all (info.active.inactive(7:9)) && all (info.active.strong(10:12)))];
end

function pass = units ()
% Other units of x, of the objective, of b: the same answer. `t` times x, `c` times the objective.
pass = [];
for kind = {'lp', 'qp', 'mixed', 'infeasible', 'unbounded_cone'}
  [P, q, A, b, cones, T] = make_conic (kind{1}, 9, 4);
  for t = [1e-8, 1, 1e8]
    for c = [1e-8, 1e8]
      S = T;
      if strcmp (T.status, 'solved'), S.objective = c * T.objective; end
      name = sprintf ('%s, x times %g, objective times %g', kind{1}, t, c);
      pass = [pass, judged(name, c * P / t^2, c * q / t, A, b * t, cones, S, 1e-9, 'auto')];
    end
  end
end
end

function pass = weak ()
% No solution that is attained, or no short proof: never 'solved' with a wrong answer, and no
% certificate that is none.
cases = {'|(x, 1)| <= x', [], 0, [-1; -1; 0], [0; 0; 1], struct('q', 3); ...
         'inf y, x y >= 1', [], [0; 1], [-1 -1; -1 1; 0 0], [0; 0; 2], struct('q', 3); ...
         'duality gap', [], [0; 1], [0 -1; -1 0; -1 0; 0 -1], [1; 0; 0; 0], ...
         struct('l', 1, 'q', 3); ...
         'dual not attained', [], [0; 1], [-1 0; -1 0; 0 -1], [0; 0; 0], struct('q', 3); ...
         'x2 = 0 and x2 = 1', [], [0; 0], [0 1; -1 0; -1 0; 0 -1], [1; 0; 0; 0], ...
         struct('z', 1, 'q', 3); ...
         'nearly parallel', eye(2), [1; -1], [1 1; 1 1+1e-9], [1; 2], struct('z', 2)};
truth = [NaN, 0, 0, 0, NaN, NaN];
pass = [];
for k = 1:rows (cases)
  for method = {'cholesky', 'ldl'}
    [P, q, A, b, cones] = cases{k, 2:6};
    [x, s, y, info] = dls_conic (P, q, A, b, cones, 'Method', method{1});
    if isempty (P), P = zeros (numel (q)); end
    r = verify_conic (P, q, A, b, cones, x, s, y);
    switch info.status
      case 'solved'
        ok = abs (info.objective - truth(k)) <= 1e-6 && max (r.primal, r.dual) <= 2e-9;
      case 'primal_infeasible'
        ok = isnan (truth(k)) && r.no_primal <= 1e-8;
      case 'dual_infeasible'
        ok = false;
      otherwise
        ok = info.exitflag <= 0 && info.iterations <= 100;
    end
    pass = [pass, holds(sprintf ('%s, %s: %s', cases{k, 1}, method{1}, info.status), ok)];
  end
end
end

function pass = klee_minty ()
% 2^n vertices on the way of the simplex method; x = (0, .., 0, 100^(n-1)) is the last one.
pass = [];
for n = [2 3 5 7]
  K = eye (n);
  for j = 1:n-1
    K(j+1:n, j) = 2 * 10 .^ (1:n-j)';
  end
  truth = [zeros(n-1, 1); 100^(n-1)];
  [x, s, y, info] = dls_conic ([], -10 .^ (n-1:-1:0)', [K; -eye(n)], ...
                               [100 .^ (0:n-1)'; zeros(n, 1)], struct ('l', 2 * n));
  pass = [pass, holds(sprintf ('Klee-Minty %d: %s, %d iterations', n, info.status, ...
                               info.iterations), strcmp (info.status, 'solved') ...
                      && norm (x - truth) <= 1e-8 * norm (truth) && info.iterations <= 25)];
end
end

function pass = against_octave ()
% The same objective as glpk and qp.
pass = [];
for seed = 1:10
  [P, q, A, b, cones, T] = make_conic ('lp', 20, 40 + seed);
  kinds = [repmat('S', 1, cones.z), repmat('U', 1, cones.l)];
  [xo, fo, err] = glpk (q, A, b, -Inf (20, 1), Inf (20, 1), kinds, repmat ('C', 1, 20), 1);
  [x, s, y, info] = dls_conic ([], q, A, b, cones);
  pass = [pass, holds(sprintf ('glpk %d: %.12g, here %.12g', seed, fo, info.objective), ...
                      err == 0 && abs (fo - info.objective) <= 1e-7 * max (1, abs (fo)))];
  [P, q, A, b, cones, T] = make_conic ('qp', 20, 50 + seed);
  P = P + eye (20);
  e = 1:cones.z;
  i = cones.z+1:cones.z+cones.l;
  [xo, fo, io] = qp (zeros (20, 1), P, q, A(e, :), b(e), [], [], [], A(i, :), b(i));
  [x, s, y, info] = dls_conic (P, q, A, b, cones);
  pass = [pass, holds(sprintf ('qp %d: %.12g (%d), here %.12g', seed, fo, io.info, ...
                               info.objective), ...
                      io.info ~= 0 || (abs (fo - info.objective) <= 1e-6 * max (1, abs (fo)) ...
                                       && norm (x - xo) <= 1e-5 * max (1, norm (xo))))];
end
end

function pass = projections ()
% The closest point of a cone: inside, on the boundary, the apex.
pass = [];
for k = [2 3 7 40]
  for seed = 1:6
    c = 2 * lcg_rand (10 * k + seed, k, 1) - 1;
    c(1) = c(1) + (mod (seed, 3) - 1) * sqrt (k);
    t = norm (c(2:end));
    x = (t + c(1)) / 2 * [1; c(2:end) / t];
    if t <= c(1), x = c; elseif t <= -c(1), x = 0 * c; end
    [z, s, y, info] = dls_conic (eye (k), -c, -eye (k), zeros (k, 1), struct ('q', k), ...
                                 'Tolerance', 1e-12);
    pass = [pass, holds(sprintf ('projection, size %d, seed %d: %s, error %.1e', k, seed, ...
                                 info.status, norm (z - x)), ...
                        strcmp (info.status, 'solved') && norm (z - x) <= 1e-7 * norm (c))];
  end
end
end

function [c, r, info] = ball (X)
% Smallest ball around the columns of X: min r, |X(:, k) - c| <= r.
[d, k] = size (X);
A = zeros (k * (d + 1), d + 1);
A(1:d+1:end, d+1) = -1;
for j = 1:d
  A(j+1:d+1:end, j) = 1;
end
[x, s, y, info] = dls_conic ([], [zeros(d, 1); 1], A, reshape ([zeros(1, k); X], [], 1), ...
                             struct ('q', (d + 1) * ones (1, k)));
c = x(1:d);
r = x(d+1);
end

function pass = balls ()
% The vertices of a simplex, of a cube with points inside; three points; all pairs and triples.
pass = [];
for d = [1 2 3 6 12]
  X = [zeros(d, 1), eye(d)] - 1 / (d + 1);       % only the d unit vectors are all equidistant
  E = eye (d + 1);
  [c, r, info] = ball (E);
  pass = [pass, holds(sprintf ('ball of a simplex, %d: %s', d, info.status), ...
                      norm (c - 1 / (d + 1)) <= 1e-8 && abs (r - sqrt (d / (d + 1))) <= 1e-8)];
  [c, r, info] = ball ([X, c(1:d) * 0 + X(:, 1)]);   % a point twice
  pass = [pass, holds(sprintf ('ball with a point twice, %d: %s', d, info.status), ...
                      strcmp (info.status, 'solved'))];
end
[c, r, info] = ball ([dec2bin(0:15) - '0'; 0.2 + 0.6 * lcg_rand(1, 30, 4)]');
pass = [pass, holds('ball of a cube', norm (c - 0.5) <= 1e-8 && abs (r - 1) <= 1e-8)];
[c, r, info] = ball ([3; -2; 7]);
pass = [pass, holds('ball of one point', norm (c - [3; -2; 7]) <= 1e-7 && abs (r) <= 1e-7)];
for seed = 1:4
  X = lcg_rand (seed, 2, 25);
  [c, r, info] = ball (X);
  pass = [pass, holds(sprintf ('ball in the plane %d: %.12g', seed, r), ...
                      abs (r - brute_ball (X)) <= 1e-8 && strcmp (info.status, 'solved'))];
end
end

function best = brute_ball (X)
% All pairs and triples.
k = columns (X);
best = Inf;
reach = @(c) sqrt (max (sum ((X - c).^2, 1)));
for i = 1:k
  for j = i+1:k
    best = min (best, reach ((X(:, i) + X(:, j)) / 2));
    for l = j+1:k
      M = 2 * [X(:, j) - X(:, i), X(:, l) - X(:, i)]';
      if abs (det (M)) > 1e-9
        v = [sum(X(:, j).^2) - sum(X(:, i).^2); sum(X(:, l).^2) - sum(X(:, i).^2)];
        best = min (best, reach (M \ v));
      end
    end
  end
end
end

function pass = grasps ()
% A weight between opposite fingers: each carries half of it, N = W / (2 mu). With three fingers
% around it in a plane the same with a third each. Without friction there is no grasp.
pass = [];
W = 10;
for fingers = [2 3 5]
  for mu = [0.1, 0.5, 1]
    angle = 2 * pi * (0:fingers-1) / fingers;
    A = zeros (3 + 3 * fingers, 3 * fingers + 1);     % (f1, f2, ..., largest normal force)
    cone = 3;
    for k = 1:fingers
      n = -[cos(angle(k)); sin(angle(k)); 0];
      t = [-sin(angle(k)); cos(angle(k)); 0];
      col = 3 * k - 2:3 * k;                          % normal, sideways, upwards
      A(1:3, col) = [n, t, [0; 0; 1]];
      A(cone+(1:3), col) = -diag ([mu, 1, 1]);
      cone = cone + 3;
    end
    top = zeros (2 * fingers, 3 * fingers + 1);
    for k = 1:fingers
      top(2*k-1, [3 * k - 2, end]) = [1, -1];         % 0 <= N_k <= largest
      top(2*k, 3 * k - 2) = -1;
    end
    A = [A(1:3, :); top; A(4:end, :)];
    b = [0; 0; W; zeros(5 * fingers, 1)];
    cones = struct ('z', 3, 'l', 2 * fingers, 'q', 3 * ones (1, fingers));
    q = [zeros(3 * fingers, 1); 1];
    [x, s, y, info] = dls_conic ([], q, A, b, cones);
    pass = [pass, holds(sprintf ('grasp, %d fingers, mu = %g: %s, N = %.10g', fingers, mu, ...
                                 info.status, x(end)), strcmp (info.status, 'solved') ...
                        && abs (x(end) - W / (fingers * mu)) <= 1e-7 * W / mu)];
    A(4+2*fingers:3:end, 1:end-1) = 0;                % mu = 0
    [x, s, y, info] = dls_conic ([], q, A, b, cones);
    pass = [pass, holds(['grasp without friction: ' info.status], ...
                        strcmp (info.status, 'primal_infeasible') ...
                        && norm (A' * y, Inf) <= 1e-8 && abs (b' * y + 1) <= 1e-9)];
  end
end
end

function pass = least_squares ()
% min |M x - d| as a cone and as a QP; the Huber estimate of a location, by bisection.
pass = [];
for seed = 1:4
  M = 2 * lcg_rand (seed, 30, 6) - 1;
  if mod (seed, 2) == 0, M(:, 6) = M(:, 1); end
  d = lcg_rand (seed + 9, 30, 1);
  truth = norm (M * pinv (M) * d - d);
  A = [zeros(1, 6), -1; M, zeros(30, 1)];
  [x, s, y, info] = dls_conic ([], [zeros(6, 1); 1], A, [0; d], struct ('q', 31));
  pass = [pass, holds(sprintf ('least norm %d: %s, %.12g', seed, info.status, x(7)), ...
                      strcmp (info.status, 'solved') && abs (x(7) - truth) <= 1e-8)];
  [x, s, y, info] = dls_conic (M' * M, -M' * d, [], [], struct ());
  pass = [pass, holds(sprintf ('normal equations %d: %s', seed, info.status), ...
                      abs (norm (M * x - d) - truth) <= 1e-8)];
  d(1:3) = d(1:3) + 50;
  m = numel (d);                     % min u^2/2 + v, |d - x - u| <= v: bounds of a Huber loss of 1
  I = eye (m);
  A = [-ones(m, 1), -I, -I; ones(m, 1), I, -I];
  P = blkdiag (0, I, zeros (m));
  [x, s, y, info] = dls_conic (P, [zeros(m+1, 1); ones(m, 1)], A, [-d; d], struct ('l', 2 * m));
  slope = @(z) sum (max (min (d - z, 1), -1));
  low = min (d);
  high = max (d);
  for k = 1:60
    z = (low + high) / 2;
    if slope (z) > 0, low = z; else, high = z; end
  end
  pass = [pass, holds(sprintf ('Huber %d: %s, %.10g, expected %.10g', seed, info.status, x(1), ...
                               z), strcmp (info.status, 'solved') && abs (x(1) - z) <= 1e-6)];
end
end

function pass = farkas ()
% Exactly one of  A x = b, x >= 0  and  A'u >= 0, b'u < 0: judged by nonnegative least squares.
pass = [];
quiet = warning ('off', 'all');                       % of lsqnonneg
for seed = 1:30
  A = round (4 * lcg_rand (seed, 5, 8) - 1);
  b = round (6 * lcg_rand (seed + 50, 5, 1) - 2);
  x = lsqnonneg (A, b);
  solvable = norm (A * x - b) <= 1e-8 * norm (b);
  [x, s, y, info] = dls_conic ([], zeros (8, 1), [A; -eye(8)], [b; zeros(8, 1)], ...
                               struct ('z', 5, 'l', 8));
  if solvable
    ok = strcmp (info.status, 'solved') && norm (A * x - b) <= 1e-8 && min (x) >= -1e-8;
  else
    u = y(1:5);
    ok = strcmp (info.status, 'primal_infeasible') && b' * u < 0 ...
         && min (A' * u) >= -1e-8 * norm (u);
  end
  pass = [pass, holds(sprintf ('Farkas %d: %s, solvable %d', seed, info.status, solvable), ok)];
end
warning (quiet);
end

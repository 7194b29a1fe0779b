function pass = test_friction_map ()
% TEST_FRICTION_MAP  dls_friction_map: the five programs agree, derivatives are those of
%   differences; CONIC section 6 (i) to (v), (3.15), (4.7), Prop. 4.4, 4.5, Remark 4.7, Theorem 3.6,
%   EXIST Lemma 3.2, Theorem 3.4.
%   pass = test_friction_map ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
rand ('twister', 41);
randn ('twister', 41);
pass = [programs(), honest(), values(), repetition(), shift()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_friction_map: %s\n', name); end
end

function P = random_problem (d, f)
H = randn (2 * d, 6);
R = randn (6);
P = dls_problem ('M', R * R' + eye (6), 'H', H, 'f', f * randn (6, 1), 'w', randn (2 * d, 1), ...
                 'mu', [.3; .8], 'd', d);
end

function pass = programs ()
% (i) to (v) of sec. 6, and the dual; the program's conditions (3.14), written out; derivatives.
pass = [];
for k = 1:6
  d = 2 + (k > 3);
  P = random_problem (d, 3);
  s = rand (2, 1);
  [F, info] = dls_friction_map (P, s);
  u = reshape (info.u, d, []);
  r = reshape (info.r, d, []);
  mu = P.mu';
  speed = sqrt (sum (u(2:end,:) .^ 2, 1));
  worst = [P.H * info.v + P.w - info.u; P.M * info.v + P.f - P.H' * info.r; info.u' * info.r];
  worst(1:d:2*d) = worst(1:d:2*d) + P.mu .* s;
  name = sprintf ('%dD, %d', d, k);
  pass(end+1) = holds ([name, ', conditions'], abs (worst) <= 1e-7 * (1 + norm (info.r)) ...
                       && all (u(1,:) - mu .* speed >= -1e-7) && norm (F' - speed) <= 1e-12 ...
                       && all (mu .* r(1,:) - sqrt (sum (r(2:end,:) .^ 2, 1)) >= -1e-7));
  for m = {'socp', 'sqp', 'facets', 'projected-gradient'}
    G = dls_friction_map (P, s, 'Method', m{1}, 'MaxIterations', 20000);
    [~, at] = dls_friction_map (P, s, 'Method', 'facets', 'Facets', 200);
    if strcmp (m{1}, 'facets') && d == 3
      ok = norm (at.v - info.v) <= 1e-2 * norm (info.v) && at.value <= info.value + 1e-9;
    else                                          % of 'sqp' one slip is near a kink (d = 3)
      tolerance = {1e-6, 1e-4}{1 + (strcmp (m{1}, 'sqp') && d == 3)};
      ok = norm (G - F) <= tolerance * (1 + norm (F));
    end
    pass(end+1) = holds ([name, ', ', m{1}], ok);
  end
  Q = dls_problem ('W', P.H * (P.M \ P.H'), 'q', P.w - P.H * (P.M \ P.f), 'mu', P.mu, 'd', d);
  [G, dual] = dls_friction_map (Q, s);
  constant = P.f' * (P.M \ P.f) / 2;
  pass(end+1) = holds ([name, ', dual'], norm (G - F) <= 1e-6 ...
                       && abs (dual.value - constant - info.value) <= 1e-9);
  D = zeros (2);
  g = zeros (2, 1);
  for j = 1:2
    e = 1e-4 * ((1:2)' == j);
    [up, a] = dls_friction_map (P, s + e);
    [down, b] = dls_friction_map (P, s - e);
    D(:,j) = (up - down) / 2e-4;
    g(j) = (a.value - b.value) / 2e-4;
  end
  pass(end+1) = holds ([name, ', derivatives'], info.differentiable ...
                       && norm (D - info.derivative) <= 1e-5 && norm (g - info.gradient) <= 1e-5);
end
end

function pass = honest ()
% 'solved' means a residual, here written out, within the tolerance asked, in other units, too.
pass = [];
for unit = [1e-6 1 1e6]
  P = random_problem (3, 3);
  P = dls_problem (P, 'f', unit * P.f, 'w', unit * P.w);
  for m = {'conic', 'socp', 'sqp', 'projected-gradient'}
    for tolerance = [1e-3 1e-7 1e-17]
      [~, x] = dls_friction_map (P, unit * [1; .5], 'Method', m{1}, 'Tolerance', tolerance, ...
                                 'MaxIterations', 300);
      [u, r] = deal (reshape (x.u, 3, []), reshape (x.r, 3, []));
      size_of = [norm(P.f), norm(u(:)), norm(r(:)) + norm(P.f)];
      worst = max ([norm(P.M * x.v + P.f - P.H' * x.r) / size_of(1), ...
                    (P.mu' .* sqrt (sum (u(2:3,:) .^ 2)) - u(1,:)) / size_of(2), ...
                    (sqrt (sum (r(2:3,:) .^ 2)) - P.mu' .* r(1,:)) / size_of(3), ...
                    abs(x.u' * x.r) / (size_of(2) * size_of(3))]);
      claimed = strcmp (x.status, 'solved');
      ok = claimed == (x.residual <= tolerance) && (claimed || tolerance < 1e-3) ...
           && (~claimed || worst <= 10 * tolerance) && (worst > 1e-9 || x.residual < 1e-7);
      pass(end+1) = holds (sprintf ('honest, %s, %g, %g', m{1}, unit, tolerance), ok);
    end
  end
end
end

function pass = values ()
% Prop. 4.4: q is convex, decreasing; Prop. 4.5: near points have near solutions, at the kinks too.
pass = [];
for k = 1:4
  P = random_problem (2 + mod (k, 2), 3);
  [s, t] = deal (3 * rand (2, 1), 3 * rand (2, 1));
  q = [];
  for x = 0:.25:1
    [~, info] = dls_friction_map (P, (1 - x) * s + x * t);
    q(end+1) = info.value;
  end
  pass(end+1) = holds ('Prop. 4.4', diff (q, 2) >= -1e-6 * max (abs (q)));
  v = [];
  for x = linspace (0, 1, 30)
    [~, info] = dls_friction_map (P, (1 - x) * s + x * t);
    v(:,end+1) = info.v;
  end
  jumps = sqrt (sum (diff (v, 1, 2) .^ 2, 1));
  pass(end+1) = holds ('Prop. 4.5', jumps <= 2 * norm (s - t) / 29 ...
                       * norm (full (P.mu)) * norm (full (P.H)) + 1e-4);
end
end

function pass = repetition ()
% Remark 4.7: where the derivative is small repetition ends at the solution of dls_friction; F is no
% contraction in general (found by random search: the Delassus matrix couples N and T).
P = random_problem (3, 3);
s = zeros (2, 1);
for k = 1:60, [s, info] = dls_friction_map (P, s); end
[r, u] = dls_friction (P);
pass = holds ('fixed point', norm (info.r - r) <= 1e-5 * norm (r) ...
              && norm (u - info.u + kron (P.mu .* s, [1; 0; 0])) <= 1e-5 * norm (u));
most = 0;
for k = 1:40
  R = randn (4);
  P = dls_problem ('W', R * R' + .01 * eye (4), 'q', randn (4, 1), 'mu', [2; 2], 'd', 2);
  [~, info] = dls_friction_map (P, rand (2, 1));
  most = max (most, info.contraction);
end
pass(end+1) = holds ('no contraction', most > 1);
end

function pass = shift ()
% EXIST: (4.4) holds, (4.1) does not: two walls that just leave room. F_delta goes to F uniformly.
P = dls_problem ('M', eye (2), 'H', [1 0; 0 1; -1 0; 0 1], 'f', [-.3; -2], 'w', [0; 0; 0; 0], ...
                 'mu', [.5; .5], 'd', 2);
[~, e] = dls_friction_exists (P);
pass = holds ('two walls', e.criteria.weak && ~e.criteria.strict);
worst = [];
for delta = [.1 .01 .001]
  far = 0;
  for s = [0 0 1 2; 0 1 1 .5]
    far = max (far, norm (dls_friction_map (P, s) - dls_friction_map (P, s, 'Shift', delta)));
  end
  worst(end+1) = far;
end
pass(end+1) = holds ('Theorem 3.4', abs (worst - sqrt (2) * [.1 .01 .001]) <= 1e-9);   % here
P = dls_problem (P, 'w', [-.1; 0; -.1; 0]);
[~, none] = dls_friction_map (P, [0; 0]);
[~, some] = dls_friction_map (P, [0; 0], 'Shift', .2);
pass(end+1) = holds ('Lemma 3.2: a shift helps', strcmp (none.status, 'infeasible') ...
                     && strcmp (some.status, 'solved'));
end

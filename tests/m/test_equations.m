function pass = test_equations ()
% TEST_EQUATIONS  Numbered equations of the papers, written out here (as printed, or as corrected)
%   on random data, against the functions that stand for them (ALLSTICK: test_allstick).
%   pass = test_equations ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
rand ('twister', 11);
randn ('twister', 11);
pass = [sliding(), sliding_both(), ranks(), couplings(), mutual(), coordinates(), ...
        percussions(), steps(), cones(), boxes(), facets()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_equations: %s\n', name); end
end

function ok = near (name, varargin)
ok = holds (name, nearly (varargin{:}));
end

function pass = sliding ()
% TUTORIAL (36) to (41), Props. 9, 10: bilateral contacts that slide; one solution below the bound.
pass = [];
for k = 1:8
  [n, m] = deal (5, 2);
  M = random_mass (n);
  [N, H] = deal (randn (n, m), randn (n, m));
  Anb = N' * (M \ N);
  Atb = N' * (M \ H);
  most = min (svd (Anb)) / norm (Atb);                     % (38)
  mu = most * (0.3 + 0.69 * rand (m, 1));
  xi = 1 - 2 * (rand (m, 1) < 0.5);
  S = dls_system ('M', M, 'F', randn (n, 1), 'Gb', N, 'bb', randn (m, 1), 'Hb', H, 'mub', mu, ...
                  'vtb', xi');
  B = dls_friction_bound (S);
  w = S.bb - N' * (M \ S.F);                               % (36)
  T = Atb * diag (mu .* xi);
  [a, l, info] = dls_contact (S, 'Solutions', 'all');
  pass = [pass, near('TUTORIAL (38)', B.prop9.value, most, 1e-8), ...
          near('(37)', Anb * l.nb - T * abs (l.nb) + w, zeros (m, 1), 1e-7), ...
          near('(39)', a, M \ (N * l.nb - H * diag (mu .* xi) * abs (l.nb) - S.F), 1e-7), ...
          holds('Prop. 9', numel (info.solutions) == 1), ...
          holds('(40)', norm (Anb \ T) < 1)];
  [p, q] = deal (max (l.nb, 0), max (-l.nb, 0));
  P = (Anb - T) \ (Anb + T);                               % (41): p = P*q - (Anb - T) \ w
  pass = [pass, near('(41)', p, P * q - (Anb - T) \ w, 1e-7), ...
          holds('Prop. 10', strcmp (dls_matrix_class (P).P.holds, 'yes'))];
end
end

function pass = sliding_both ()
% TUTORIAL (42), (43), (48) to (50), (56) to (63): both kinds slide; the LCP (58) by its blocks.
pass = [];
for k = 1:8
  n = 6;
  M = random_mass (n);
  [Gb, Gu, Hb, Hu] = deal (randn (n, 1), randn (n, 2), randn (n, 1), randn (n, 2));
  [xb, xu] = deal (1 - 2 * (rand < .5), 1 - 2 * (rand (2, 1) < .5));
  [mb, mu] = deal (0.05 * rand, 0.05 * rand (2, 1));
  S = dls_system ('M', M, 'F', randn (n, 1), 'Gb', Gb, 'bb', randn, 'Gu', Gu, 'bu', ...
                  randn (2, 1), 'Hb', Hb, 'Hu', Hu, 'mub', mb, 'muu', mu, 'vtb', xb, 'vtu', xu');
  [a, l, info] = dls_contact (S);
  Tb = Hb * (mb * xb);
  Tu = Hu * diag (mu .* xu);
  D = dls_delassus (S);
  at = @(X, Y) full (X)' * (M \ full (Y));
  pass = [pass, near('TUTORIAL (56)', M * a + S.F, Gb * l.nb + Gu * l.nu - Tb * abs(l.nb) ...
                     - Tu * l.nu, 1e-7), ...
          near('(49)', at (Gu, Gu - Tu), D.Anu - D.Atu * diag (mu .* xu))];
  A = at (Gb, Gb - Tb);                                    % (57), corrected
  Ab = at (Gb, Gb + Tb);
  C = at (Gu, Gb - Tb);
  Cb = at (Gu, Gb + Tb);
  B = at (Gb, Gu - Tu);
  E = at (Gu, Gu - Tu);
  w1 = S.bb - at (Gb, S.F);
  w2 = S.bu - at (Gu, S.F);
  [p, q] = deal (max (l.nb, 0), max (-l.nb, 0));
  y = [A \ (Ab * q - B * l.nu - w1); C * p - Cb * q + E * l.nu + w2];
  pass = [pass, near('(57)', y(1), p, 1e-7), near('(57), gap', y(2:3), Gu' * a + S.bu, 1e-7)];
  K = A \ (at (Gb, Hb) * mb * xb);                         % K of (60)
  Z = [A \ Ab, -A \ B; C * (A \ Ab) - Cb, E - C * (A \ B)];                 % (58)
  z = [q; l.nu];
  v = [-A \ w1; w2 - C * (A \ w1)];
  pass = [pass, near('(58)', Z * z + v, y, 1e-7), ...
          holds('(58), complementary', norm ((Z * z + v) .* z, Inf) < 1e-7 && all (z >= 0)), ...
          near('(60)', A \ Ab, 1 + 2 * K), ...
          near('(62)', C * (A \ Ab) - Cb, -2 * at (Gu, Tb) + 2 * C * K), ...
          holds('one answer', info.unique == 1)];
  Abu = at (Gb, Gu);
  pass = [pass, near('(61)', A \ B, at(Gb, Gb) \ Abu - at(Gb, Gb) \ at(Gb, Tu) ...
                     + K * (at(Gb, Gb) \ (Abu - at(Gb, Tu)))), ...
          near('(63)', Z(2:3,2:3), E - C * (A \ B))];
end
end

function pass = ranks ()
% TUTORIAL (66) to (71), App. E (i) to (iv), ALLSTICK (14) to (16), Prop. 1 (i): small integers.
pass = [];
seen = [0 0];
for k = 1:60
  [n, m] = deal (3, 1 + mod (k, 3));
  M = round (1.3 * randn (n, 2));
  M = M * diag ([1, 1 - 2 * (mod (k, 2) == 0 && k > 40)]) * M';            % singular, indefinite
  F = round (randn (n, m));
  meet = @(A, B) rank (A) + rank (B) - rank ([A, B]);
  K = [M, -F; F', zeros(m)];
  pass(end+1) = holds ('TUTORIAL (69)', rank (K) == rank (M) + 2 * rank (F) - meet (M, F) ...
                       - meet ([M; F'], [F; zeros(m)]));
  N = round (randn (n, m));                                                  % (68)
  pass(end+1) = holds ('(70)', rank ([M, N; F', zeros(m)]) == rank (M) + rank (F) + rank (N) ...
                       - meet (M, F) - meet ([M; F'], [N; zeros(m)]));
  if any (all (F == 0, 1)) || min (eig (M)) < -1e-9 || ~any (M(:)), continue, end
  unique_ = rank (K) == n + m;                                               % (14), (67)
  R = dls_redundancy (M, F);
  pass(end+1) = holds ('Prop. 1 (i), (15), (16)', unique_ == (R.nullity == 0 ...
                       && R.acceleration_unique == 1));
  pass(end+1) = holds ('ranks', R.rank == rank (F) ...
                       && R.acceleration_unique == (rank ([M; F']) == n));
  seen(1+unique_) = seen(1+unique_) + 1;
end
pass(end+1) = holds ('both are seen', seen > 3);
end

function pass = couplings ()
% COUPLING (10) to (30), Lemmas 1 to 3, as printed, for M > 0 and independent gradients.
pass = [];
for k = 1:4
  [n, p, m] = deal (6, 2, 2);
  M = random_mass (n);
  S = dls_system ('M', M, 'F', randn (n, 1), 'Gb', randn (n, p), 'bb', randn (p, 1), ...
                  'Gu', randn (n, m), 'bu', randn (m, 1));
  [g, h] = deal (full (S.Gb), full (S.Gu));
  D = dls_delassus (S);
  Mi = inv (M);
  Agb = inv (g' * Mi * g);
  G = g * Agb * g';                                        % (18)
  H2 = -g' * Mi * S.F + S.bb;                              % (12)
  H3 = -g * Agb * H2;                                      % (15)
  lu = [1; 2];
  [~, lb] = dls_kkt (M, g, S.F - h * lu, S.bb);
  pass = [pass, near('COUPLING (11)', g'*Mi*g*lb + g'*Mi*h*lu + H2, zeros (p, 1), 1e-8), ...
          near('(13)', lb, -Agb * g' * Mi * h * lu - Agb * H2, 1e-8), ...
          near('(14)', g * lb, -G * Mi * h * lu + H3, 1e-8), ...
          near('(19)', D.Ac, h' * Mi * (eye (n) - G * Mi) * h, 1e-8), ...
          near('(23), Lemma 1', D.Mcinv * g, zeros (n, p), 1e-8), ...
          near('(24), Lemma 1', g' * D.Mcinv, zeros (p, n), 1e-8), ...
          holds('Lemma 2: rank, symmetric, >= 0', rank (D.Mcinv, 1e-9) == n - p ...
                && norm (D.Mcinv - D.Mcinv') < 1e-9 && min (eig (D.Mcinv)) > -1e-9)];
  R = sqrtm (Mi);
  Q = R * G * R;                                           % (28), (29): a projector (Lemma 3)
  pass = [pass, near('Lemma 3', Q * Q, Q, 1e-8), near('Lemma 3, range', Q * R * g, R * g, 1e-8), ...
          holds('(28)', min (eig (eye (n) - (Q + Q') / 2)) > -1e-9)];
  x = randn (n, 1);
  pass(end+1) = holds ('(29)', x' * Q * x <= x' * x + 1e-9);
  B = orth (Mi * G);
  pass = [pass, near('(25), (26)', B * pinv (B) * (Mi * g), Mi * g, 1e-8), ...
          holds('(27)', norm (g' * orth (D.Mcinv, 1e-9)) < 1e-8)];
  [a, l] = dls_contact (S);                                % (20) to (22)
  y = h' * a + S.bu;
  pass = [pass, near('(20)', y, D.Ac * l.nu + D.H4, 1e-7), ...
          near('(22)', D.Ac \ y - D.Ac \ D.H4, l.nu, 1e-7)];
  T = dls_system ('M', M, 'Gb', g(:,1), 'Gu', h(:,1));     % (9), (30)
  D = dls_delassus (T);
  pass(end+1) = near ('(30)', D.Ac, h(:,1)' * Mi * h(:,1) ...
                      * (1 - cos (dls_kinetic_angle (M, g(:,1), h(:,1))) ^ 2), 1e-8);
end
end

function pass = mutual ()
% COUPLING (31) to (38), Theorem 1, Cor. 2, 3: gradients of each side orthogonal in inv (M).
pass = [];
seen = [0 0];
for k = 1:30
  [n, p, m] = deal (4, 2, 2);
  M = random_mass (n);
  R = chol (M);
  Qg = orth (randn (n, p));
  mix = rand () * (mod (k, 3) > 0);
  Qh = orth (mix * randn (n, m) + (1 - mix) * [Qg(:,1), randn(n, 1)]);
  if mod (k, 3) == 0, Qh = [Qg * [.6; .8], null(Qg')(:,1)]; end            % Ac singular
  [g, h] = deal (R' * Qg * diag ([2 3]), R' * Qh * diag ([1 5]));
  D = dls_delassus (dls_system ('M', M, 'Gb', g, 'Gu', h));
  C = (h' * (M \ g)) ./ sqrt (diag (h' * (M \ h)) * diag (g' * (M \ g))');  % (33)
  definite = min (eig (D.Ac)) > 1e-9;
  pass(end+1) = holds ('COUPLING Theorem 1', definite == (max (eig (C * C')) < 1 - 1e-9));
  W = dls_wellposed (dls_system ('M', M, 'Gb', g, 'Gu', h), 'Criteria', 'COUPLING');
  c = W.criteria(strcmp ({W.criteria.source}, 'COUPLING Theorem 1'));
  pass(end+1) = holds ('Theorem 1, verdict', strcmp (c.holds, 'holds') == definite);
  pass(end+1) = holds ('(34), Cor. 2', ~definite || all (sum (C .^ 2, 2) < 1));
  K = C * C';                                                               % (35), Cor. 3
  enough = all (sum (abs (K), 2) - diag (K) < 1 - 1e-9 - diag (K));
  pass(end+1) = holds ('(35), Cor. 3', ~enough || definite);
  X = (h' * (M \ h)) ^ -0.5 * (h' * (M \ g)) * inv (g' * (M \ g)) ^ 0.5;   % (31), (32)
  pass(end+1) = holds ('(31), (32)', definite == (norm (X) < 1 - 1e-9));
  seen(1+definite) = seen(1+definite) + 1;
end
pass(end+1) = holds ('both are seen', seen > 3);
end

function pass = coordinates ()
% COUPLING (62) to (70), Prop. 15: reduced coordinates.
pass = [];
for k = 1:3
  [n, p, m] = deal (6, 2, 2);
  M = random_mass (n);
  S = dls_system ('M', M, 'F', randn (n, 1), 'Gb', randn (n, p), 'bb', randn (p, 1), ...
                  'Gu', randn (n, m), 'bu', randn (m, 1));
  R = dls_delassus (S, 'Reduced', true).reduced;
  order = [R.q1, R.q2];
  [g, h, Mq] = deal (full (S.Gb)(order,:), full (S.Gu)(order,:), M(order,order));
  g1 = g(1:p,:);
  E2T = [R.dOmega', eye(n - p)];
  pass = [pass, near('COUPLING (65)', E2T * g, zeros (n - p, p), 1e-8), ...
          near('(66), (67)', R.T' * g, [g1; zeros(n - p, p)], 1e-8), ...
          near('(69)', R.Ar, h' * E2T' * ((E2T * Mq * E2T') \ (E2T * h)), 1e-8), ...
          holds('Prop. 15', rank (E2T * h) == m && min (eig (R.Ar)) > 0)];
  S2 = dls_system (S, 'Gu', [S.Gu(:,1), S.Gb * [1; 2] - 3 * S.Gu(:,1)]);      % rank 1
  R2 = dls_delassus (S2, 'Reduced', true).reduced;
  h2 = full (S2.Gu)([R2.q1, R2.q2],:);
  pass(end+1) = holds ('Prop. 15, dependent', rank ([R2.dOmega', eye(n - p)] * h2, 1e-8) == 1 ...
                       && abs (min (eig (R2.Ar))) < 1e-8 * max (eig (R2.Ar)));
  E1M = [eye(p), zeros(p, n - p)] * R.T' * Mq * E2T';
  Lb = g1 \ (E1M * ((E2T * Mq * E2T') \ (E2T * h)) - h(1:p,:));
  pass(end+1) = near ('(70) of COUPLING', R.Lb, Lb, 1e-8);
  [a, l] = dls_contact (S);
  pass = [pass, near('(68)', R.Ar * l.nu + R.H5, h' * a(order) + S.bu, 1e-7), ...
          near('(64)', a(order)(1:p), R.dOmega * a(order)(p+1:end) + R.gamma(1:p), 1e-7)];
end
end

function pass = percussions ()
% COUPLING (71) to (73), (76), (77): Newton's law in frictionless systems.
pass = [];
for k = 1:4
  n = 5;
  M = random_mass (n);
  [g, h] = deal (randn (n, 1), randn (n, 2));
  v = (eye (n) - M \ g * ((g' * (M \ g)) \ g')) * randn (n, 1);
  E = diag (rand (2, 1));
  S = dls_system ('M', M, 'Gb', g, 'Gu', h);
  [w, p] = dls_impact (S, v, E);
  D = dls_delassus (S);
  u = h' * v;
  pb = -(g' * (M \ g)) \ (g' * (M \ h)) * p.nu;            % (72)
  y = D.Ac * p.nu + (eye (2) + E) * u;
  pass = [pass, near('COUPLING (71)', M * (w - v), h * p.nu + g * p.nb, 1e-8), ...
          near('(72)', p.nb, pb, 1e-8), ...
          near('(73)', M * (w - v), h * p.nu + g * pb, 1e-8), ...
          holds('(76), (77)', all (y > -1e-8) && all (p.nu > -1e-9) && abs (y' * p.nu) < 1e-8), ...
          near('(76)', h' * w + E * u, y, 1e-8)];
end
end

function pass = steps ()
% HIGHORDER (16) to (19), (22), (24), (63) to (66): single steps written out.
pass = [];
[M, C, K, f, h, e] = deal (2, 0.3, 5, -1, 0.01, 0.5);
free = {'M', M, 'C', C, 'K', K, 'f', f};
model = dls_model (free{:}, 'gap', 0, 'gapgrad', 1, 'restitution', e);
theta = 0.5;
for x = [0.5 1e-3; -1 -2]
  [q, v] = deal (x(1), x(2));
  sol = dls_simulate (model, [0 h], q, v, 'Step', h, 'Theta', theta, 'Gamma', 1);
  Mhat = M + h * theta * C + h ^ 2 * theta ^ 2 * K;        % (16) to (18), linear forces
  vfree = v + Mhat \ (h * (f - C * v - K * q - h * theta * K * v));
  active = q + h / 2 * v <= 0;
  vplus = vfree;
  if active, vplus = max (vfree, -e * v); end
  pass = [pass, near('HIGHORDER (16)', sol.v(end), vplus, 1e-10), ...
          near('(17), (18)', sol.q(end), q + h * (theta * vplus + (1 - theta) * v), 1e-10)];
end
ball = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1, 'restitution', e);
sol = dls_simulate (ball, [0 3], 1, 0, 'Step', .07, 'Scheme', 'schatzman-paoli');
for k = 2:40                                               % (19), (22)
  free_ = 2 * sol.q(k) - sol.q(k-1) - 2 * .07 ^ 2;
  y = max (free_, -e * sol.q(k-1));                        % (q(k+1) + e*q(k-1))/(1 + e) >= 0
  pass(end+1) = near ('(19), (22)', sol.q(k+1), y, 1e-10);
end
end

function pass = cones ()
% CONIC (3.7) to (3.19), (4.1) to (4.5), (4.7), Lemma 3.5, Theorems 3.3, 3.6: at a solution.
pass = [];
for d = 2:3
  for k = 1:4
    [n, nc] = deal (6, 2);
    H = randn (d * nc, n);
    M = random_mass (n);
    mu = [0.3; 0.7];
    P = dls_problem ('M', M, 'H', H, 'f', randn (n, 1), 'w', randn (d * nc, 1), 'mu', mu, 'd', d);
    [r, u, v] = dls_friction (P, 'Tolerance', 1e-12);
    [U, R] = deal (reshape (u, d, []), reshape (r, d, []));
    slip = sqrt (sum (U(2:end,:) .^ 2, 1))';
    tilted = U;                                            % (3.7) to (3.11): u + mu*|u_T|*e_N
    tilted(1,:) = tilted(1,:) + (mu .* slip)';
    inside = @(x, c) all (x(1,:) * 1 + 1e-8 >= c .* sqrt (sum (x(2:end,:) .^ 2, 1)));
    pass = [pass, holds('CONIC (3.8): r in K, u~ in K*', inside (R, 1 ./ mu') ...
                        && inside (tilted, mu') && abs (tilted(:)' * r) < 1e-7)];
    E = kron (eye (nc), [1; zeros(d - 1, 1)]) * diag (mu);
    [F, info] = dls_friction_map (P, slip);
    W = H * (M \ H');                                      % (3.16), (4.7)
    q = P.w - H * (M \ P.f);
    pass = [pass, near('(3.19): s = F(s)', F, slip, 1e-6), ...
            near('(3.15), Theorem 3.3', info.v, v, 1e-6), ...
            near('(3.17), (3.18), Lemma 3.5', info.u, W * info.r + q + E * slip, 1e-7), ...
            near('(3.12)', M * info.v + P.f, H' * info.r, 1e-7)];
    Q = dls_problem ('W', W, 'q', q, 'mu', mu, 'd', d);    % the dual (4.7)
    [G, dual] = dls_friction_map (Q, slip);
    pass = [pass, near('(4.7), Theorem 3.6', G, F, 1e-6), ...
            holds('(4.3)', abs (info.value - info.v' * M * info.v / 2 - P.f' * info.v) < 1e-9)];
    x = M \ (H' * info.r - P.f);
    pass(end+1) = near ('duality', -(dual.r' * W * dual.r / 2 + (q + E * slip)' * dual.r) ...
                        - P.f' * (M \ P.f) / 2, info.value, 1e-6);
    pass(end+1) = near ('(3.13), (3.14)', x, v, 1e-6);
    [ok, e] = dls_friction_exists (P);                     % (4.1), (4.4), (4.5)
    y = reshape (H * e.v + P.w, d, []);
    pass(end+1) = holds ('(4.4)', ~ok || ~strcmp (e.status, 'strong') || inside (y, mu'));
  end
end
end

function pass = boxes ()
% EXIST (1.20), (1.21), Lemmas 3.1 to 3.3, (3.1): F is continuous and bounded; delta to 0.
pass = [];
P = dls_problem ('M', random_mass (5), 'H', randn (4, 5), 'f', randn (5, 1), 'w', randn (4, 1), ...
                 'mu', [.4; .6], 'd', 2);
s = [0.5; 1];
F = dls_friction_map (P, s);
gaps = [];
for delta = 10 .^ -(1:6)
  gaps(end+1) = norm (dls_friction_map (P, s, 'Shift', delta) - F);
end
pass(1) = holds ('EXIST Lemma 3.3: uniformly', all (gaps <= 20 * 10 .^ -(1:6)) ...
                 && gaps(end) < 1e-5);
v = @(s) getfield (nthargout (2, @dls_friction_map, P, s), 'v');
path = arrayfun (@(t) norm (v (s + t) - v (s)), [1e-3 1e-4 1e-5]);
pass(2) = holds ('Lemma 3.1, 3.2: continuous', path(3) <= path(1) && path(3) < 1e-3);
end

function pass = facets ()
% DARTLCP (9) to (15): the LCP in (fn, fd, lambda), its three rows at a solution.
pass = [];
for k = 1:4
  [n, dt, mu] = deal (4, 0.01, 0.5);
  M = random_mass (n);
  [N, B] = deal (randn (n, 1), randn (n, 2));
  B = [B, -B];
  tau = randn (n, 1);
  v0 = randn (n, 1);
  A = [dt*N'*(M\N), dt*N'*(M\B), 0; dt*B'*(M\N), dt*B'*(M\B), ones(4, 1); mu, -ones(1, 4), 0];
  q = [N' * (v0 + dt * (M \ tau)); B' * (v0 + dt * (M \ tau)); 0];         % (15)
  [z, w, info] = dls_lcp (A, q);
  fn = z(1);
  fd = z(2:5);
  vplus = v0 + dt * (M \ (tau + N * fn + B * fd));                        % (9)
  pass = [pass, holds('DARTLCP (15)', strcmp (info.status, 'solved')), ...
          near('(12): N''*v', w(1), N' * vplus, 1e-8), ...
          near('(13)', w(2:5), B' * vplus + z(6), 1e-8), ...
          near('(14)', w(6), mu * fn - sum (fd), 1e-8)];
  x = randn (6, 1);
  x = abs (x);
  pass(end+1) = holds ('copositive', x' * A * x >= -1e-12 && min (eig (A + A')) < 0);
end
end

function pass = test_equations ()
% TEST_EQUATIONS  Numbered equations of the papers, written out here (as printed, or as corrected)
%   on random data, against the functions that stand for them.
%   pass = test_equations ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
rand ('twister', 11);
randn ('twister', 11);
pass = [sticking(), arbitrary(), unilateral(), pyramids(), sliding(), sliding_both(), ranks(), ...
        couplings(), mutual(), coordinates(), percussions(), steps(), cones(), boxes(), facets()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_equations: %s\n', name); end
end

function ok = near (name, A, B, tol)
if nargin < 4, tol = 1e-9; end
ok = holds (name, isequal (size (A), size (B)) ...
            && all (abs (full (A(:) - B(:))) <= tol * (1 + max (abs (full (B(:)))))));
end

function M = mass (n)
R = randn (n);
M = R * R' + 0.3 * eye (n);
end

function pass = sticking ()
% ALLSTICK (17) to (24), Prop. 2: bilateral contacts in space, regular M, independent gradients.
pass = [];
for k = 1:4
  [n, m, t] = deal (9, 2, 4);
  M = mass (n);
  [N, H, cn, ct] = deal (randn (n, m), randn (n, t), randn (m, 1), randn (t, 1));
  [P, F] = deal (randn (n, 1), randn (n, 1));              % F + P on the left
  J = [N, H];
  c = [cn; ct];
  G = J' * (M \ J);                                        % (17)
  [nn, nt, tt] = deal (G(1:m,1:m), G(1:m,m+1:end), G(m+1:end,m+1:end));
  S = tt - nt' * (nn \ nt);                                % (18)
  K = [M, -J; J', zeros(m + t)];
  Gi = [inv(nn) + nn \ nt * (S \ nt') / nn, -nn \ nt / S; -S \ nt' / nn, inv(S)];   % (20)
  Mi = inv (M);
  Ki = [Mi - Mi*J*Gi*J'*Mi, Mi*J*Gi; -Gi*J'*Mi, Gi];       % (19)
  pass = [pass, near('ALLSTICK (20)', Gi * G, eye (m + t)), near('(19)', Ki * K, eye (n + m + t))];
  [a, l] = dls_kkt (M, J, F + P, c);
  pass = [pass, near('(19), dls_kkt', [a; l], Ki * [-F - P; -c]), ...
          near('(21)', l, G \ (J' * (M \ (F + P)) - c))];
  X = S \ nt' / nn;
  Wt = S \ (H' * Mi) - X * N' * Mi;                        % (23), corrected
  Vt = X * cn - S \ ct + Wt * P;
  Y = nn \ (eye (m) + nt * X);
  Wn = Y * N' * Mi - nn \ nt * (S \ (H' * Mi));
  Vn = -(Y * cn - nn \ nt * (S \ ct)) + Wn * P;
  [ln, lt] = deal (Wn * F + Vn, reshape (Wt * F + Vt, 2, []));
  pass = [pass, near('(23)', [ln; lt(:)], l)];
  mu = sqrt (sum (lt .^ 2, 1))' ./ abs (ln);               % (22)
  for off = [1 -1]
    Q = dls_system ('M', M, 'F', F + P, 'Gb', N, 'bb', cn, 'Hb', H, 'tb', ct, 'd', 3, 'mub', ...
                    mu * (1 + 1e-5 * off));
    V = dls_sticking (Q);
    pass(end+1) = holds ('(22), Prop. 2', strcmp (V.verdict, 'sticking') == (off > 0));
    proj = bsxfun (@times, lt, min (1, (Q.mub .* abs (ln))' ./ sqrt (sum (lt .^ 2, 1))));
    pass(end+1) = holds ('(24)', (norm (proj - lt) < 1e-12) == (off > 0));
  end
  pass(end+1) = near ('(22), smallest mu', dls_sticking (Q).mu_min, max (mu), 1e-6);
end
end

function pass = arbitrary ()
% ALLSTICK (26) to (32), (79), Lemmas 1, 2: M singular, constraints redundant; (32) for Q regular.
pass = [];
for k = 1:6
  n = 6;
  R = randn (n, 4);
  M = R * R';
  [N, H] = deal (randn (n, 2), randn (n, 2));
  if mod (k, 2), N(:,3) = N(:,1) - 2 * N(:,2); end
  J = [N, H];
  m = size (N, 2);
  K = [M, -J; -J', zeros(size (J, 2))];                    % (26)
  r = K * randn (size (K, 1), 1);
  [F, c] = deal (-r(1:n), r(n+1:end));
  [a, l, info] = dls_kkt (M, J, F, c);
  E = pinv (M + J * J', 1e-10);                            % (27)
  D = J' * E * J;
  Dp = pinv (D, 1e-10);
  X = [E - E*J*Dp*J'*E, -E*J*Dp; -(E*J*Dp)', D*Dp - Dp];   % (30), of (79)
  pass = [pass, near('ALLSTICK (30), (79)', X, pinv (K, 1e-10), 1e-8), ...
          near('(26), dls_kkt', [a; l], X * r, 1e-8), ...
          near('(31)', l, (E * J * Dp)' * F + (D * Dp - Dp) * c, 1e-8), ...
          holds('(31) solves', strcmp (info.status, 'solved'))];
  [nn, nt, tt] = deal (D(1:m,1:m), D(1:m,m+1:end), D(m+1:end,m+1:end));
  p = pinv (nn, 1e-10);
  Q = tt - nt' * p * nt;
  pass = [pass, near('(28)', nn * p * nt, nt, 1e-8), ...
          holds('(28), Lemma 1', min (eig ((Q + Q') / 2)) >= -1e-9 && min (eig (nn)) >= -1e-9)];
  Qi = inv (Q);                                            % (29), transposed as corrected
  pass = [pass, near('(29)', [p + p*nt*Qi*nt'*p, -p*nt*Qi; -Qi*nt'*p, Qi], Dp, 1e-7)];
  [cn, ct] = deal (c(1:m), c(m+1:end));
  B = eye (m) + nt * Qi * nt' * p;
  ln = ((nn - eye (m)) * p * B - nt * Qi * nt' * p) * cn ...
       - ((nn - eye (m)) * p * nt - nt) * Qi * ct - p * (-B * N' + nt * Qi * H') * E * F;
  lt = (nt' * p * B - (tt - eye (2)) * Qi * nt' * p) * cn ...
       + (-nt' * p * nt * Qi + (tt - eye (2)) * Qi) * ct + Qi * (-nt' * p * N' + H') * E * F;
  pass(end+1) = near ('(32)', [ln; lt], l, 1e-6);
end
end

function pass = unilateral ()
% ALLSTICK (34) to (38): sticking tangents as equations, d = 2 and 3; the LCP (37) by enumeration.
pass = [];
for d = 2:3
  [n, m] = deal (7, 2);
  t = (d - 1) * m;
  M = mass (n);
  S = dls_system ('M', M, 'F', randn (n, 1), 'Gu', randn (n, m), 'bu', randn (m, 1), 'Hu', ...
                  randn (n, t), 'tu', randn (t, 1), 'muu', 9, 'd', d);
  [N, H] = deal (full (S.Gu), full (S.Hu));
  Mi = inv (M);
  Mc = Mi - Mi * H * ((H' * Mi * H) \ (H' * Mi));          % (36)
  A = N' * Mc * N;                                         % (35)
  w = -N' * Mc * S.F - N' * Mi * H * ((H' * Mi * H) \ S.tu) + S.bu;      % (38)
  D = dls_delassus (S);
  pass = [pass, near('ALLSTICK (35)', D.Acst, A), near('(38)', D.wcst, w), ...
          holds('(36), rank', rank (Mc, 1e-9) == n - t)];
  for set = 0:3                                            % (37)
    on = bitget (set, 1:m) == 1;
    z = zeros (m, 1);
    z(on) = -A(on,on) \ w(on);
    if all (z >= 0) && all (A * z + w >= -1e-12), break, end
  end
  [a, l] = dls_contact (S, 'Sticking', 'equations');
  pass = [pass, near('(37)', l.nu, z, 1e-7), ...
          near('(34)', l.tu, -(H' * Mi * H) \ (H' * Mi * (N * z - S.F) + S.tu), 1e-7), ...
          near('(34), a', a, M \ (N * l.nu + H * l.tu - S.F), 1e-7)];
end
end

function pass = pyramids ()
% ALLSTICK (60) to (64), Prop. 12: mixed sticking; (62) and (63) eliminate; (64) implies Ac > 0.
pass = [];
seen = 0;
for k = 1:40
  n = 8;
  M = diag (1 + rand (n, 1));
  thin = @(c) eye (n)(:,c) + 0.15 * randn (n, numel (c));
  S = dls_system ('M', M, 'F', randn (n, 1), 'Gb', thin (1), 'bb', randn, 'Hb', thin (2), 'tb', ...
                  randn, 'mub', 9, 'Gu', thin (3:4), 'bu', randn (2, 1), 'Hu', thin (5:6), ...
                  'tu', randn (2, 1), 'muu', 9);
  J = full ([S.Hb, S.Hu, S.Gb]);
  N = full (S.Gu);
  c = [S.tb; S.tu; S.bb];
  H1 = J' * (M \ J);                                       % (62)
  [H2, f] = deal (J' * (M \ N), c - J' * (M \ S.F));
  A = N' * (M \ N) - H2' * (H1 \ H2);                      % (63)
  D = dls_delassus (S);
  [~, l] = dls_contact (S, 'Sticking', 'equations');
  pass = [pass, near('ALLSTICK (63)', D.Acst, A), ...
          near('(62)', H1 * [l.tb; l.tu; l.nb] + f + H2 * l.nu, zeros (4, 1), 1e-7)];
  if k <= 40
    B = dls_friction_bound (S);
    names = fieldnames (B);
    for i = find (cellfun (@(x) ~isempty (strfind (B.(x).source, 'ALLSTICK Prop. 12')), names))'
      if B.(names{i}).applies && strcmp (B.(names{i}).holds, 'yes')
        seen = seen + 1;
        pass(end+1) = holds ('(64), Prop. 12', min (eig (A)) > 0);
      end
    end
  end
end
pass(end+1) = holds ('(64) is seen', seen > 0);
end

function pass = sliding ()
% TUTORIAL (36) to (41), Props. 9, 10: bilateral contacts that slide; one solution below the bound.
pass = [];
for k = 1:8
  [n, m] = deal (5, 2);
  M = mass (n);
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
  M = mass (n);
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
          holds('(58), complementary', max (abs ((Z * z + v) .* z)) < 1e-7 && all (z >= 0)), ...
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
  M = mass (n);
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
  M = mass (n);
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
  M = mass (n);
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
  M = mass (n);
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
    M = mass (n);
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
P = dls_problem ('M', mass (5), 'H', randn (4, 5), 'f', randn (5, 1), 'w', randn (4, 1), ...
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
  M = mass (n);
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

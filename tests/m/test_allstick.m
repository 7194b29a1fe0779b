function pass = test_allstick ()
% TEST_ALLSTICK  Numbered equations of ALLSTICK, written out here (as printed, or as corrected) on
%   random data, against the functions that stand for them; the other papers: test_equations.
%   pass = test_allstick ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
rand ('twister', 11);
randn ('twister', 11);
pass = [sticking(), arbitrary(), unilateral(), pyramids()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_allstick: %s\n', name); end
end

function ok = near (name, varargin)
ok = holds (name, nearly (varargin{:}));
end

function pass = sticking ()
% ALLSTICK (17) to (24), Prop. 2: bilateral contacts in space, regular M, independent gradients.
pass = [];
for k = 1:4
  [n, m, t] = deal (9, 2, 4);
  M = random_mass (n);
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
  pass = [pass, near('(29), (78)', [p + p*nt*Qi*nt'*p, -p*nt*Qi; -Qi*nt'*p, Qi], Dp, 1e-7)];
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
  M = random_mass (n);
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

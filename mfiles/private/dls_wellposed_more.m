function varargout = dls_wellposed_more (what, varargin)
% Criteria of dls_wellposed; dls_wellposed_more (WHAT, ...): coupling, sliding, mixed.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['wellposed_', what], varargin{:});
end

% COUPLING Propositions 1 to 8, 10, 12, 14 to 16, Lemma 4, Theorem 1, Corollaries 1 to 3, 5 and 7
% (with ERRATA), from the facts P. They apply where their assumptions (M > 0, Assumption 2) hold.
function c = wellposed_coupling (P)
  S = P.S;
  make = @dls_criterion;
  uni = P.frictionless && S.nb == 0 && S.nu > 0;
  mix = P.frictionless && S.nb > 0 && S.nu > 0;
  first = {P.positive, P.u.independent};
  second = {P.positive, P.b.independent};
  regular = P.positive.yes == 1;
  uni_m = uni && regular;
  mix_m = mix && regular;
  mix_2 = mix_m && P.b.independent.yes == 1;
  constant_u = zero_fact (S.bu);
  constant_b = zero_fact (S.bb);
  c = [ ...
    make(uni || mix, 'COUPLING Assumption 1', 'A = Gu''*inv(M)*Gu is positive definite', ...
         first{:}), ...
    make(mix, 'COUPLING Assumption 2', 'lb can be eliminated', second{:}), ...
    make(uni_m, 'COUPLING Prop. 1', 'one lu for all F and bu', P.u.independent), ...
    make(uni_m, 'COUPLING Prop. 2', 'Gu*lu is unique, and a if lu exists'), ...
    make(uni_m, 'COUPLING Prop. 3 (i)', 'lu exists (homogeneous LCP)', P.contradiction), ...
    make(uni_m, 'COUPLING Prop. 3 (ii)', 'lu exists: bu = 0', constant_u), ...
    make(mix_m, 'COUPLING Prop. 4 (i)', 'Gb*lb + Gu*lu and a are unique: bb = 0, bu = 0', ...
         constant_b, constant_u), ...
    make(mix_m, 'COUPLING Prop. 4 (ii)', 'at most one lb and lu', P.all.independent), ...
    make(mix_2, 'COUPLING Prop. 6', 'Gu*lu is unique up to im (Gb)'), ...
    make(mix_2, 'COUPLING Cor. 1', 'Gu*lu is unique', P.direct_bu), ...
    make(mix_2, 'COUPLING Lemma 4 (i)', 'lu exists (homogeneous LCP)', P.contradiction), ...
    make(mix_2, 'COUPLING Lemma 4 (ii)', 'lu exists: bb = 0, bu = 0', constant_b, ...
         constant_u, P.direct_bu), ...
    make(mix_2, 'COUPLING Prop. 10', 'Ac is positive definite: if and only if', ...
         P.all.independent), ...
    make(mix_2, 'COUPLING Prop. 12 (i)', 'lu exists: H4 in im (Ac)', P.all.compatible), ...
    make(mix_2, 'COUPLING Cor. 5', 'nb + nu <= n: necessary for Ac > 0', ...
         dls_criterion_fact (S.nb + S.nu <= S.n, S.nb + S.nu))];
  c = [c, metric_criteria(P, make, mix_2)];
end

% Those on kinetic angles, and what is left.
function c = metric_criteria (P, make, mix_2)
  S = P.S;
  constant_u = zero_fact (S.bu);
  constant_b = zero_fact (S.bb);
  Q = struct ('orthogonal', dls_criterion_fact (NaN, NaN), ...
              'inside', dls_criterion_fact (NaN, NaN));
  if (mix_2)
    Q = geometry (S);
    Q.inside = inside (S);
  end
  c = [ ...
    metric(make, mix_2, 'COUPLING Prop. 5', 'Ac = A, H4 = H0: no coupling', Q, ...
           'orthogonal'), ...
    metric(make, mix_2 && S.nb == 1 && S.nu == 1, 'COUPLING Prop. 7', ...
           'Ac > 0: if and only if the kinetic angle is not 0 or pi', Q, 'angle'), ...
    metric(make, mix_2, 'COUPLING Prop. 8, Cor. 7', ...
           'no gradient parallel to a bilateral one: necessary for Ac > 0', Q, 'parallel')];
  mutual = mix_2 && Q.mutual && P.u.independent.yes == 1;
  c = [c, ...
    metric(make, mutual, 'COUPLING Theorem 1', ...
           'Ac > 0: if and only if (mutually orthogonal constraints)', Q, 'theorem1'), ...
    metric(make, mutual, 'COUPLING Cor. 2 (34)', 'necessary for Ac > 0', Q, ...
           'corollary2'), ...
    metric(make, mutual, 'COUPLING Cor. 3', 'sufficient for Ac > 0', Q, ...
           'corollary3'), ...
    make(mix_2, 'COUPLING Prop. 12 (ii)', ...
         'the program (53) has a solution: bu = 0, no coupling', constant_u, Q.orthogonal), ...
    make(mix_2, 'COUPLING Prop. 12 (iii)', ...
         'the program (53) has a solution: bb = 0, bu = 0, F in im (Gu)', constant_b, ...
         constant_u, force_in_gradients(S, P)), ...
    make(mix_2, 'COUPLING Prop. 14 (i)', ...
         'no gradient of Gu in im (Gb): necessary for feasibility for all bb, bu', Q.inside), ...
    make(mix_2, 'COUPLING Prop. 16', 'impacts: no bilateral percussions', Q.orthogonal), ...
    metric(make, mix_2, 'COUPLING Remark 8', ...
           'impacts: the normal cone is not distorted (least angle of im (Gu), im (Gb): pi/2)', ...
           Q, 'remark8'), ...
    make(mix_2, 'COUPLING Prop. 15', 'Ar is positive definite: rank of reduced gradients', ...
         reduced(P, mix_2))];
end

function c = metric (make, applies, source, text, Q, name)
  f = [];
  if (applies)
    f = Q.(name);
  end
  c = make (applies, source, text, f);
end

function f = zero_fact (b)
  f = dls_criterion_fact (~any (b), norm (b, Inf));
  if (~f.yes)
    f.witness = full (b);
  end
end

% Cosines of the kinetic angles between unilateral and bilateral constraints, and what follows.
function Q = geometry (S)
  D = dls_delassus (S);
  db = 1 ./ sqrt (diag (D.Anb));
  du = 1 ./ sqrt (diag (D.Anu));
  B = diag (db) * D.Anb * diag (db);
  U = diag (du) * D.Anu * diag (du);
  C = diag (du) * D.Anunb * diag (db);           % nu-by-nb
  tiny = 1e-9;
  [most, k] = max (abs (C(:)));
  [i, j] = ind2sub (size (C), k);
  Q.orthogonal = dls_criterion_fact (most <= tiny, most);
  [V, E] = eig ((U + U') / 2);
  e = diag (E);
  keep = e > tiny;
  K = V(:,keep) * diag (1 ./ sqrt (e(keep)));
  R = K' * C * (B \ (C' * K));
  s = sqrt (max ([eig((R + R') / 2); 0]));
  Q.remark8 = dls_criterion_fact (s <= tiny, acos (min (s, 1)));
  Q.mutual = norm (B - eye (size (B)), Inf) <= tiny && norm (U - eye (size (U)), Inf) <= tiny;
  Q.parallel = dls_criterion_fact (true, most);
  [p, x] = closest (S, C);
  Q.parallel.yes = p > tiny;
  Q.angle = dls_criterion_fact (p > tiny, dls_kinetic_angle (S.M, S.Gb(:,j), S.Gu(:,i)));
  if (~Q.parallel.yes)
    Q.parallel.witness = x;
    Q.angle.witness = x;
  end
  [V, E] = eig ((C * C' + (C * C')') / 2);
  [largest, k] = max (diag (E));
  Q.theorem1 = dls_criterion_fact (largest < 1 - tiny, largest);
  if (~Q.theorem1.yes)
    Q.theorem1.witness = du .* V(:,k);           % Ac * witness = 0
  end
  squares = sum (C .^ 2, 2);
  Q.corollary2 = dls_criterion_fact (all (squares < 1 - tiny), max (squares));
  K = C * C';
  rest = sum (abs (K), 2) - diag (K) - (1 - diag (K));
  Q.corollary3 = dls_criterion_fact (all (rest < -tiny) && Q.corollary2.yes, max (rest));
end

% Smallest sine of the angle between a column of Gu and one of Gb; x = [i; j; alpha]: where
% Gu(:,i) = alpha*Gb(:,j). Sines from residuals: a cosine near 1 has half the digits.
function [least, x] = closest (S, C)
  least = Inf;
  x = [];
  for k = find (abs (C(:)') > 0.9)
    [i, j] = ind2sub (size (C), k);
    g = full (S.Gb(:,j));
    u = full (S.Gu(:,i));
    alpha = (g' * u) / (g' * g);
    sine = norm (u - alpha * g) / norm (u);
    if (sine < least)
      least = sine;
      x = [i; j; alpha];
    end
  end
end

% Columns of Gu in im (Gb), which has full column rank: their number, and the first one.
function f = inside (S)
  f = dls_criterion_fact (true, 0);
  D = diag (sparse (1 ./ sqrt (full (diag (S.M)))));     % units of the coordinates
  Gb = full (D * S.Gb);
  Gb = Gb * diag (1 ./ sqrt (sum (Gb .^ 2, 1)));
  Gu = full (D * S.Gu);
  left = Gu - Gb * (Gb \ Gu);
  in = find (sum (left .^ 2, 1) <= 1e-18 * sum (Gu .^ 2, 1));
  if (~isempty (in))
    f = dls_criterion_fact (false, numel (in));
    f.witness = full (S.Gu(:,in(1)));
  end
end

% F in im (Gu): the rank does not grow with F.
function f = force_in_gradients (S, P)
  f = dls_criterion_fact (true, 0);
  if (dls_criteria ('clock') == 0)
    f = dls_criterion_fact (NaN, NaN);
  elseif (any (S.F))
    R = dls_wellposed_rank (S.M, [S.Gu, S.F]);
    f = dls_criterion_fact (R.rank == P.u.rank, R.rank - P.u.rank);
  end
end

% The gradients E2*T'*Gu in the coordinates that Gb leaves are independent when those of Gb and Gu
% add up: no unit of a coordinate matters, nor which are eliminated.
function f = reduced (P, applies)
  f = dls_criterion_fact (NaN, NaN);
  if (applies)
    f = dls_criterion_fact (P.all_normal.independent.yes, P.all_normal.rank - P.b.rank);
    if (~f.yes && ~isempty (P.all_normal.kernel))
      f.witness = full (P.all_normal.kernel(P.S.nb+1:end,1));
    end
  end
end

% The friction bounds of TUTORIAL Prop. 9 to 14 and ALLSTICK Prop. 12 against the given friction,
% and TUTORIAL Corollaries 2 and 3 for the matrix Anu - Atu*[mu xi] of the given friction itself.
function c = wellposed_sliding (P)
  S = P.S;
  B = dls_friction_bound (S, 'MaxTime', dls_criteria ('clock'));
  names = fieldnames (B);
  c = {};
  for i = 1:numel (names)
    r = B.(names{i});
    f = dls_criterion_fact (NaN, r.value);
    if (any (strcmp (r.holds, {'yes', 'no'})))
      f.yes = strcmp (r.holds, 'yes');
    end
    source = r.source;
    if (strcmp (source, 'exact'))
      source = 'data: critical friction';
    end
    c = [c, dls_criterion(r.applies, source, r.meaning, f)];
  end
  c = [c, corollaries(P, S)];
end

function c = corollaries (P, S)
  make = @dls_criterion;
  slide = S.nu > 0 && all (strcmp (S.modeu, 'sliding')) ...
          && all (strcmp (S.modeb, 'frictionless')) && P.positive.yes == 1;
  unknown = dls_criterion_fact (NaN, NaN);
  q = struct ('given', unknown, 'some', unknown, 'cone', unknown, 'small', unknown);
  two = slide && S.nb == 0;
  three = slide && P.all_normal.independent.yes == 1;
  if (slide)
    T = dls_stick ('tangents', S, 'u');
    W = dls_criteria ('couplings', S.M, S.Gb, S.Gu, T);
    A = W(:,1:S.nu);
    N = -W(:,S.nu+1:end) * diag (S.muu);         % Anu - Atu*[mu xi] = A + N
    N(abs (N) <= 1e-12 * sqrt (diag (A) * diag (A)')) = 0;
    [q.given, q.some, q.cone] = copositive (S, N);
    least = min (svd (A));
    q.small = dls_criterion_fact (norm (N) < least, least - norm (N));
  end
  c = [make(two, 'TUTORIAL Cor. 2', 'lu exists: Atu*[mu xi] <= 0, homogeneous LCP', q.given, ...
            q.cone), ...
       make(two && S.d == 2, 'TUTORIAL Cor. 2, directions', ...
            'Atu*[mu xi] <= 0 for some directions xi of sliding', q.some), ...
       make(three, 'TUTORIAL Cor. 3', 'A - At*[mu xi] > 0: one lu for all F, bb, bu', q.small)];
end

% N >= 0 for the given signs; for some signs (one per column); and, where it is so, all solutions of
% the homogeneous LCP have lu'*bu >= 0: they are lu >= 0 with Gu*lu = 0 and lu_i*lu_j*N_ij = 0.
function [given, some, cone] = copositive (S, N)
  [least, k] = min (N(:));
  given = dls_criterion_fact (least >= 0, least);
  if (~given.yes)
    given.witness = 1 + [mod(k - 1, S.nu), floor((k - 1) / S.nu)];    % the negative entry
  end
  some = dls_criterion_fact (all (all (N >= 0, 1) | all (N <= 0, 1)), NaN);
  some.number = sum (all (N >= 0, 1) | all (N <= 0, 1));
  cone = dls_criterion_fact (NaN, NaN);
  if (dls_criteria ('clock') == 0)
    return
  end
  R = dls_wellposed_rank (S.M, S.Gu);
  if (R.nullity == 0)
    cone.yes = true;
  elseif (given.yes && S.nu <= 10)
    cone.yes = true;
    cone = homogeneous (S, (N + N') > 0, cone);
  end
end

% One linear program for each largest set of contacts without a positive entry of N among them.
function cone = homogeneous (S, pairs, cone)
  for set = 1:2 ^ S.nu - 1
    a = dls_criteria ('bits', set, S.nu) == 1;
    others = find (~a & ~diag (pairs)');
    if (any (any (pairs(a,a))) || any (~any (pairs(a,others), 1)))
      continue                                   % not allowed, or part of a larger set
    end
    k = sum (a);
    [exists, x] = dls_wellposed_lp ([S.Gu(:,a); S.bu(a)'], [zeros(S.n, 1); -1], speye (k), ...
                                    zeros (k, 1));
    if (exists == 1)
      cone.yes = false;
      cone.witness = zeros (S.nu, 1);
      cone.witness(a) = x;
      return
    elseif (isnan (exists))
      cone.yes = NaN;
    end
  end
end

% ALLSTICK Prop. 13 (with ERRATA: H'*z = -ct): unilateral contacts, some sticking, others sliding.
function c = wellposed_mixed (P)
  S = P.S;
  make = @dls_criterion;
  applies = S.nb == 0 && P.slides && P.sticks && ~any (strcmp (S.modeu, 'frictionless'));
  f = dls_criterion_fact (NaN, NaN);
  if (applies)
    f = possible (S);
  end
  c = [make(applies, 'ALLSTICK Prop. 13', 'the problem is (75): M > 0, tu in im (Hu'')', ...
            P.positive, P.h.compatible), ...
       make(applies, 'ALLSTICK Prop. 13 (76)', 'necessary: some acceleration is admissible', ...
            P.feasible), ...
       make(applies, 'ALLSTICK Prop. 13 (75)', ...
            'if and only if: mixed sticking and sliding is possible', f)];
end

% One cone program for each set of closed contacts: complementarity leaves nothing else to choose.
function f = possible (S)
  most = 10;
  f = dls_criterion_fact (NaN, NaN);
  if (S.nu > most)
    return
  end
  open_end = false;
  for k = 0:2^S.nu - 1
    [status, slack] = with_closed (S, bitget (k, 1:S.nu) == 1);
    if (strcmp (status, 'solved'))
      f = dls_criterion_fact (true, slack);
      return
    end
    if (dls_criteria ('clock') == 0)
      return
    end
    open_end = open_end || ~strcmp (status, 'primal_infeasible');
  end
  if (~open_end)
    f.yes = false;
  end
end

% x = (a, normal forces of closed contacts, tangential ones of those that stick)
function [status, slack] = with_closed (S, closed)
  d = S.d - 1;
  stick = strcmp (S.modeu(:)', 'sticking');
  part = reshape (1:d*S.nu, d, S.nu);
  still = reshape (part(:,stick), [], 1);
  held = find (stick & closed);
  forces = reshape (part(:,held), [], 1);
  [m, mt] = deal (sum (closed), numel (forces));
  N = S.Gu - dls_stick ('sliding', S, 'u');
  A = [S.M, -N(:,closed), -S.Hu(:,forces)
       S.Hu(:,still)', sparse(numel (still), m + mt)
       S.Gu(:,closed)', sparse(m, m + mt)
       -S.Gu(:,~closed)', sparse(S.nu - m, m + mt)
       sparse(m, S.n), -speye(m), sparse(m, mt)];
  b = [-S.F; -S.tu(still); -S.bu(closed); S.bu(~closed); zeros(m, 1)];
  zero = S.n + numel (still) + m;
  place = cumsum (closed);
  cones = sparse (0, size (A, 2));
  for k = find (isfinite (S.muu(held)'))                 % Inf: any force
    cone = sparse (S.d, size (A, 2));
    cone(1,S.n+place(held(k))) = -S.muu(held(k));
    cone(2:S.d,S.n+m+(k-1)*d+(1:d)) = -speye (d);
    cones = [cones; cone];
  end
  q = S.d * ones (size (cones, 1) / S.d, 1);
  [x, ~, ~, info] = dls_conic ([], zeros (size (A, 2), 1), [A; cones], ...
                               [b; zeros(size (cones, 1), 1)], ...
                               struct ('z', zero, 'l', S.nu, 'q', q), ...
                               'MaxTime', dls_criteria ('clock'));
  status = info.status;
  slack = NaN;
  if (strcmp (status, 'solved') && ~isempty (held))
    n = x(S.n+place(held));
    t = reshape (x(S.n+m+1:end), d, []);
    slack = min (S.muu(held) .* n - sqrt (sum (t .^ 2, 1))');
  end
end

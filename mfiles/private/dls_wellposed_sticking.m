function c = dls_wellposed_sticking (P, opts)
% ALLSTICK Propositions 1, 2, 6, 7, 8, 11, Assumptions 1 to 3, Lemma 2, Corollary 2 (with ERRATA;
% bilateral constraints join the tangents, sec. 4.2), from the facts P.
% SPDX-License-Identifier: GPL-3.0-or-later
  S = P.S;
  make = @dls_criterion;
  stick = P.sticks && ~P.slides;
  bi = stick && S.nu == 0;
  uni = stick && S.nu > 0;
  first = {P.positive, P.eq.independent};        % Assumption 1
  regular = uni && P.positive.yes == 1;
  uni_1 = regular && P.eq.independent.yes == 1;
  c = [ ...
    make(bi, 'ALLSTICK Prop. 1 (i)', 'one a, lb, tb for all F, bb, tb', P.eq.independent, ...
         P.eq.unique), ...
    make(bi, 'ALLSTICK Prop. 1 (ii)', 'exist for all F; a and Gb*lb + Hb*tb unique', ...
         P.eq.compatible, P.eq.unique), ...
    make(bi, 'ALLSTICK Prop. 1, addends', 'Gb*lb and Hb*tb are unique, too', P.direct_bh), ...
    make(uni, 'ALLSTICK Assumption 1', 'tangential reactions can be eliminated', first{:}), ...
    make(uni_1, 'ALLSTICK Prop. 6 (i)', 'one lu for all F, tu, bu', P.all.independent), ...
    make(uni_1, 'ALLSTICK Prop. 6 (ii)', 'Gu*lu is unique up to im (E)'), ...
    make(uni_1, 'ALLSTICK Prop. 6 (iii)', 'Gu*lu is unique, and a if lu exists', P.direct_eu), ...
    make(uni_1, 'ALLSTICK Prop. 6 (iv)', 'lu exists (homogeneous LCP)', P.contradiction), ...
    make(uni_1, 'ALLSTICK Prop. 6 (v)', 'if and only if: lu exists', P.contradiction), ...
    make(regular, 'ALLSTICK Prop. 7', 'if and only if: a and reactions exist (cones aside)', ...
         P.eq.compatible, P.feasible), ...
    make(uni, 'ALLSTICK Assumption 2', 'K is not empty: Gu''*a + bu >= 0 for some a', ...
         P.some), ...
    make(uni, 'ALLSTICK Prop. 8, T and ker M', ...
         'T, ker M and ker E'' meet in 0', P.tangent_e), ...
    make(uni, 'ALLSTICK Prop. 8, im H and N', 'im E and the normal cone meet in 0', P.mfcq, ...
         P.normal), ...
    make(uni, 'ALLSTICK Prop. 8 (i)', 'a and reactions exist for all F, tu, bu', P.mfcq, ...
         P.tangent_e, P.normal, P.eq.independent), ...
    make(uni, 'ALLSTICK Prop. 8 (iii)', 'a is unique up to ker M'), ...
    make(regular, 'ALLSTICK Cor. 2', 'exist for all F and bu; a is unique', P.mfcq, P.normal, ...
         P.eq.compatible), ...
    make(stick, 'ALLSTICK Assumption 3', 'Gb, tangents of each side are independent', ...
         P.positive, P.b.independent, P.hb.independent, P.hu.independent), ...
    make(stick, 'ALLSTICK Lemma 2', 'lb, tb, tu can be eliminated: (62) is regular', ...
         P.positive, P.eq.independent)];
  [more, V] = cones (P, make, stick);
  c = [c, more, dls_wellposed_recession(P, uni), dls_wellposed_coulomb(P, V, opts)];
end

% Propositions 2 and 5 and (65): reactions in the cones of Coulomb, decided by DLS_STICKING.
function [c, V] = cones (P, make, stick)
  f = dls_criterion_fact (NaN, NaN);
  enough = f;
  V = [];
  if (stick && P.feasible.yes == 0)
    f = P.feasible;
    enough = f;
  elseif (stick && P.balance.yes == 0)
    f = P.balance;
    enough = f;
  elseif (stick && dls_criteria ('clock') > 0)
    V = dls_sticking (P.S, 'MaxTime', dls_criteria ('clock'));
    enough.number = V.mu_min;
    if (~isnan (V.mu_min))
      enough.yes = V.mu_min < Inf;
    end
    f.number = V.margin;
    if (~strcmp (V.verdict, 'undecided'))
      f.yes = strcmp (V.verdict, 'sticking');
      if (~f.yes && ~isempty (V.certificate))
        names = intersect ({'y', 'u', 'd'}, fieldnames (V.certificate));
        f.witness = V.certificate.(names{end});
      end
    end
  end
  c = [make(stick, 'ALLSTICK Prop. 2, 5, (65)', 'if and only if: all contacts stick', f), ...
       make(stick, 'ALLSTICK Prop. 11', 'some friction suffices for all to stick (number)', ...
            enough)];
end

% ALLSTICK Prop. 8 (ii) and Cor. 3: a positive product with all elements (d, y) of (47) but zero,
%     F'*d + (e + E'*x0)'*y > 0,    M*d = 0, E'*d = 0, Gu'*d >= 0,    E*y = -Gu*lambda, lambda >= 0,
% which separates. Under MFCQ the existence of such an x0 in K is, by duality, the linear system
%     Gu'*X + bu*tau >= 0, E'*(W - X) = e*tau, Gu'*W <= -1, tau >= 0.
function c = dls_wellposed_recession (P, applies)
  S = P.S;
  make = @dls_criterion;
  up = dls_criterion_fact (NaN, NaN);
  zero = up;
  second = up;
  third = up;
  if (applies)
    up = rising (P);
    zero = dls_criterion_fact (all (S.bu >= 0), min ([S.bu; Inf]), S.bu);
    second = some_point (P);
    third = at_zero (P);
  end
  c = [make(applies, 'ALLSTICK Prop. 8 (ii)', 'a and reactions exist for these F, tu, bu', ...
            P.mfcq, P.some, up, P.eq.independent, second), ...
       make(applies, 'ALLSTICK Cor. 3', 'a and reactions exist for these F, tu, bu', ...
            P.mfcq, zero, up, P.eq.independent, third)];
end

% F'*d > 0 for all d in ker M, ker E', T but zero; number: dimension of ker M and ker E'.
function f = rising (P)
  if (dls_criteria ('clock') == 0)
    f = dls_criterion_fact (NaN, NaN);
    return
  end
  S = P.S;
  R = dls_wellposed_rank (S.M, P.E);
  if (R.acceleration_unique)
    f = dls_criterion_fact (true, 0);
    return
  end
  Z = R.acceleration_kernel;
  C = dls_criteria ('products', R.units * [S.Gu, -S.F], R.units \ Z);
  [yes, z] = dls_criteria ('cone', sparse (0, size (Z, 2)), C);
  f = dls_criterion_fact (yes, size (Z, 2));
  if (yes == 0)
    f.witness = full (Z * z);
  end
end

function f = some_point (P)
  S = P.S;
  if (P.normal.yes == 1)                         % y = 0 is the only one
    f = dls_criterion_fact (true, 0);
    return
  end
  n = S.n;
  m = S.nu;
  k = size (P.E, 2);
  [yes, x] = dls_wellposed_lp ([-P.E', P.E', -P.e], zeros (k, 1), ...
    [S.Gu', sparse(m, n), S.bu; sparse(m, n), -S.Gu', sparse(m, 1); sparse(1, 2 * n), 1], ...
    [zeros(m, 1); ones(m, 1); 0]);
  f = dls_criterion_fact (yes, NaN, x);
  if (yes == 1)
    f.number = x(end);
  end
end

% e'*y > 0 for all y but zero: none with e'*y <= 0.
function f = at_zero (P)
  m = P.S.nu;
  k = size (P.E, 2);
  [yes, x] = dls_criteria ('cone', [P.E, P.S.Gu], [sparse(m, k), speye(m); -P.e', sparse(1, m)]);
  f = dls_criterion_fact (yes, NaN);
  if (yes == 0)
    f.witness = x;                               % [y; lambda]
  end
end

% ALLSTICK Propositions 3, 4, 5, 9, 10, Corollaries 1 and 4, Lemma 1 (with ERRATA): reactions in the
% cones of Coulomb, from the facts P and the verdict V of DLS_STICKING ([]: not all stick).
function c = dls_wellposed_coulomb (P, V, opts)
  S = P.S;
  make = @dls_criterion;
  bi = P.sticks && ~P.slides && S.nu == 0;
  uni = P.sticks && ~P.slides && S.nu > 0;
  proper = P.positive.yes == 1 && P.eq.independent.yes == 1;
  unknown = dls_criterion_fact (NaN, NaN);
  any_force = unknown;
  rest = unknown;
  if (bi)
    any_force = dls_wellposed_forces (P, false, opts);
    rest = dls_wellposed_forces (P, true, opts);
  end
  c = [make(bi && proper, 'ALLSTICK Prop. 3', 'some external force makes all contacts stick', ...
            any_force), ...
       make(bi, 'ALLSTICK Prop. 5', 'some external force makes all contacts stick (any M, G)', ...
            any_force), ...
       make(bi && proper, 'ALLSTICK Cor. 1', ...
            'some external force makes it a static equilibrium, all sticking', rest), ...
       make(bi, 'ALLSTICK Lemma 1', 'Q is nonsingular: (29) and (32) give the reactions', ...
            schur(P))];
  c = [c, persistence(P, V, make, bi && proper), projected(P, V, make, uni && proper, opts)];
end

% rank Q = rank D - rank Dnn, and ker D = ker [N H], ker Dnn = ker N, for im [N H] is in im E.
function f = schur (P)
  rank_q = P.eq.rank - P.b.rank;
  f = dls_criterion_fact (NaN, NaN);
  if (isnan (rank_q))
    return
  end
  f = dls_criterion_fact (rank_q == size (P.H, 2), rank_q);
  if (~f.yes && ~isempty (P.eq.kernel))
    [~, i] = max (sum (P.eq.kernel(P.S.nb+1:end,:) .^ 2, 1));
    f.witness = full (P.eq.kernel(:,i));
  end
end

% Prop. 4: strictly inside the cones, or on the boundary without tangential acceleration under
% Coulomb's law at the level of accelerations.
function c = persistence (P, V, make, applies)
  inside = dls_criterion_fact (NaN, NaN);
  still = inside;
  boundary = false;
  if (applies && ~isempty (V))
    inside.number = V.margin;
    tiny = 1e-8 * max ([abs([V.lambda.nb; V.lambda.tb]); 0]);
    sticks = strcmp (V.verdict, 'sticking');
    boundary = sticks && V.margin <= tiny;
    if (~strcmp (V.verdict, 'undecided'))
      inside.yes = sticks && ~boundary;
    end
  elseif (applies)
    inside.yes = false;                          % no acceleration, or none with finite reactions
  end
  if (boundary)
    [a, ~, info] = dls_contact (P.S, 'Sticking', 'coulomb', 'MaxTime', dls_criteria ('clock'));
    if (strcmp (info.status, 'solved'))
      slip = P.H' * a + P.t;
      size_of = abs (P.H)' * abs (a) + abs (P.t);
      still = dls_criterion_fact (all (abs (slip) <= 1e-6 * size_of), norm (slip, Inf));
      if (~still.yes)
        still.witness = full (a);
      end
    end
  end
  c = [make(applies, 'ALLSTICK Prop. 4 (i)', 'sticking persists for a while (Lipschitz data)', ...
            inside), ...
       make(boundary, 'ALLSTICK Prop. 4 (ii)', 'no slip begins at contacts on their cones', still)];
end

% (52) to (59). With independent constraints there is one lu, one tu, and (53) and (55) ask whether
% they fit: A~*z = -F~ with A~ = Att*diag (lu), A~*z + F~ = Att*(diag (lu)*z - tu).
function c = projected (P, V, make, applies, opts)
  S = P.S;
  f = dls_criterion_fact (NaN, NaN);
  if (applies && isempty (V))
    f.yes = false;
  elseif (applies)
    f.number = V.margin;
    if (~strcmp (V.verdict, 'undecided'))
      f.yes = strcmp (V.verdict, 'sticking');
    end
  end
  one = applies && P.all.independent.yes == 1 && S.nb == 0 ...
        && all (strcmp (S.modeu, 'sticking')) && all (isfinite (S.muu));
  unknown = dls_criterion_fact (NaN, NaN);
  q = struct ('q53', unknown, 'q55', unknown, 'q59', unknown, 'pressed', unknown);
  if (one)
    q = fit (S, V, opts.Facets, q);
  end
  c = [make(applies, 'ALLSTICK Prop. 9 (i)', 'if and only if: all contacts stick', f), ...
       make(one, 'ALLSTICK Prop. 9 (ii)', 'if and only if: all contacts stick (one lu)', q.q53), ...
       make(one, 'ALLSTICK Prop. 10', 'facets: (55) is solvable, and so is (56)', q.q55), ...
       make(one, 'ALLSTICK Cor. 4 (i)', '(59) is solvable (number: minimum of (57))', q.q59), ...
       make(one, 'ALLSTICK Cor. 4 (ii)', 'one z in (59): all contacts are pressed', q.pressed)];
end

function q = fit (S, V, facets, q)
  if (~isempty (V) && strcmp (V.verdict, 'sticking') && ~any (V.detaching))
    lambda = V.lambda;
  else
    [~, lambda, info] = dls_contact (S, 'Sticking', 'equations', 'MaxTime', ...
                                     dls_criteria ('clock'));
    if (~strcmp (info.status, 'solved'))
      return
    end
  end
  k = S.d - 1;
  t = reshape (lambda.tu, k, S.nu);
  tiny = 1e-9 * max ([abs(lambda.nu); abs(lambda.tu); realmin]);
  q.q53 = inside_of (S.muu .* lambda.nu, t, S.d, 0, tiny);
  q.q55 = inside_of (S.muu .* lambda.nu, t, S.d, facets, tiny);
  pressed = lambda.nu > tiny;
  q.pressed = dls_criterion_fact (all (pressed), sum (~pressed), find (~pressed, 1));
  if (q.q55.yes && all (pressed))                % z = t / lu makes (57) zero
    q.q59 = dls_criterion_fact (true, 0);
    return
  end
  A = dls_criteria ('couplings', S.M, sparse (S.n, 0), S.Hu, sparse (S.n, 0));
  % (57), divided by its largest entry
  m = k * S.nu;
  A_tilde = A * diag (kron (lambda.nu, ones (k, 1)));
  right = A * lambda.tu;
  unit = max ([max(abs (A_tilde(:))); abs(right); realmin]);
  [c, r] = dls_stick ('polygon', S.d, facets);
  sides = kron (speye (S.nu), c);
  rows = [sparse(A_tilde / unit), -speye(m); sides, sparse(size (sides, 1), m)];
  [z, ~, ~, info] = dls_conic (blkdiag (sparse (m, m), speye (m)), zeros (2 * m, 1), rows, ...
    [right / unit; kron(r * S.muu, ones (size (c, 1), 1))], ...
    struct ('z', m, 'l', size (sides, 1)), 'MaxTime', dls_criteria ('clock'));
  if (strcmp (info.status, 'solved'))
    q.q59 = dls_criterion_fact (true, unit ^ 2 * norm (z(m+1:end)) ^ 2 / 2);
  end
end

% witness: the contact that slips first
function f = inside_of (bound, t, d, facets, tiny)
  [~, ~, size_t] = dls_stick ('polygon', d, facets, t);
  [least, i] = min (bound - size_t);
  f = dls_criterion_fact (least >= -tiny, least);
  if (~f.yes)
    f.witness = i;
  end
end

% Is there a force B*x, low <= x <= high, beside F with all bilateral contacts sticking inside their
% cones (ALLSTICK Prop. 3, 5: M*a + F + B*x = Gb*lb + Hb*tb; Cor. 1: a = 0)? Decided by conic
% programs, one for each choice of signs of the normal reactions that matters. number: the margin,
% witness: the force B*x.
function f = dls_wellposed_forces (P, static, opts)
  S = P.S;
  B = opts.ForceDirections;
  low = opts.ForceBounds(:,1);
  high = opts.ForceBounds(:,2);
  [E, recover] = program (P, B, low, high, static);
  f = dls_criterion_fact (NaN, NaN);
  settings = struct ('MaxNodes', 1000, 'Facets', 0, 'cap', E.size, ...
                     'MaxTime', dls_criteria ('clock'), ...
                     'clock', tic ());
  R = dls_stick_answer ('margin', E, E.mu, ones (size (E.mu)), settings);
  if (strcmp (R.status, 'solved') || R.eps >= 0)
    f.yes = R.eps >= -1e-8 * E.size;
    f.number = R.eps;
  end
  if (f.yes == 1 && ~isempty (R.lambda))
    f.witness = full (B * recover (R.lambda));
  end
end

% As DLS_STICK_SETUP makes it, with columns [Gb, nonnegative parts of x, tangents, free parts, a]:
% x = low + u (and u + v = high - low), x = high - u, or free.
function [E, recover] = program (P, B, low, high, static)
  S = P.S;
  below = find (isfinite (low));
  above = find (~isfinite (low) & isfinite (high));
  both = find (isfinite (low) & isfinite (high));
  loose = find (~isfinite (low) & ~isfinite (high));
  base = zeros (size (low));
  base(below) = low(below);
  base(above) = high(above);
  k = [numel(below), numel(above), numel(both), numel(loose)];
  stick = find (strcmp (S.modeb, 'sticking'));
  h = size (P.H, 2);
  n = S.n * ~static;
  rows = [S.Gb, -B(:,below), B(:,above), sparse(S.n, k(3)), P.H, -B(:,loose)];
  sums = sparse (1:k(3), find (ismember (below, both)), 1, k(3), k(1));
  rows = [rows; [sparse(k(3), S.nb), sums, sparse(k(3), k(2)), speye(k(3)), ...
          sparse(k(3), h + k(4))]];
  E = struct ('G', rows, 'w', [S.F + B * base; high(both) - low(both)]);
  if (~static)
    E.G = [[E.G, [-S.M; sparse(k(3), n)]]; [sparse(size (P.E, 2), size (E.G, 2)), P.E']];
    E.w = [E.w; -P.e];
  end
  N = size (E.G, 2);
  E.b = zeros (N, 1);
  E.nb = S.nb;
  E.nu = sum (k(1:3));
  E.d = S.d;
  E.detaching = false (E.nu, 1);
  E.free = true (N, 1);
  cone = isfinite (S.mub(stick));
  tangents = reshape (S.nb + E.nu + (1:h), S.d - 1, numel (stick));
  E.normal = reshape (stick(cone), [], 1);
  E.tangent = tangents(:,cone);
  E.mu = S.mub(E.normal);
  E.bilateral = true (size (E.mu));
  E.size = max ([norm(E.w, Inf), norm(S.F, Inf)]);
  E.size = E.size + (E.size < 1e-100);
  recover = @(x) base + sparse ([below; above; loose], 1, ...
    [x(S.nb+(1:k(1))); -x(S.nb+k(1)+(1:k(2))); x(S.nb+E.nu+h+(1:k(4)))], numel (base), 1);
end

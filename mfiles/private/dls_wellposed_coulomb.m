function c = dls_wellposed_coulomb (P, V, opts)
% ALLSTICK Propositions 3, 4, 5, 9, 10, Corollaries 1 and 4, Lemma 1 (with ERRATA): reactions in the
% cones of Coulomb, from the facts P and the verdict V of DLS_STICKING ([]: not all stick).
% SPDX-License-Identifier: GPL-3.0-or-later
  S = P.S;
  make = @dls_wellposed_entry;
  bi = P.sticks && ~P.slides && S.nu == 0;
  uni = P.sticks && ~P.slides && S.nu > 0;
  proper = isequal (P.positive.yes, true) && isequal (P.eq.independent.yes, true);
  unknown = dls_wellposed_fact (NaN, NaN);
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
  f = dls_wellposed_fact (NaN, NaN);
  if (isnan (rank_q))
    return
  end
  f = dls_wellposed_fact (rank_q == size (P.H, 2), rank_q);
  if (~f.yes && ~isempty (P.eq.kernel))
    [~, i] = max (sum (P.eq.kernel(P.S.nb+1:end,:) .^ 2, 1));
    f.witness = full (P.eq.kernel(:,i));
  end
end

% Prop. 4: strictly inside the cones, or on the boundary without tangential acceleration under
% Coulomb's law at the level of accelerations.
function c = persistence (P, V, make, applies)
  inside = dls_wellposed_fact (NaN, NaN);
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
    [a, ~, info] = dls_contact (P.S, 'Sticking', 'coulomb', 'MaxTime', dls_wellposed_clock ());
    if (strcmp (info.status, 'solved'))
      slip = P.H' * a + P.t;
      size_of = abs (P.H)' * abs (a) + abs (P.t);
      still = dls_wellposed_fact (all (abs (slip) <= 1e-6 * size_of), norm (slip, Inf));
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
  f = dls_wellposed_fact (NaN, NaN);
  if (applies && isempty (V))
    f.yes = false;
  elseif (applies)
    f.number = V.margin;
    if (~strcmp (V.verdict, 'undecided'))
      f.yes = strcmp (V.verdict, 'sticking');
    end
  end
  one = applies && isequal (P.all.independent.yes, true) && S.nb == 0 ...
        && all (strcmp (S.modeu, 'sticking')) && all (isfinite (S.muu));
  unknown = dls_wellposed_fact (NaN, NaN);
  q = struct ('q53', unknown, 'q55', unknown, 'q59', unknown, 'pressed', unknown);
  if (one)
    q = fit (S, opts.Facets, q);
  end
  c = [make(applies, 'ALLSTICK Prop. 9 (i)', 'if and only if: all contacts stick', f), ...
       make(one, 'ALLSTICK Prop. 9 (ii)', 'if and only if: all contacts stick (one lu)', q.q53), ...
       make(one, 'ALLSTICK Prop. 10', 'facets: (55) is solvable, and so is (56)', q.q55), ...
       make(one, 'ALLSTICK Cor. 4 (i)', '(59) is solvable (number: minimum of (57))', q.q59), ...
       make(one, 'ALLSTICK Cor. 4 (ii)', 'one z in (59): all contacts are pressed', q.pressed)];
end

function q = fit (S, facets, q)
  [~, lambda, info] = dls_contact (S, 'Sticking', 'equations', 'MaxTime', ...
                                   dls_wellposed_clock ());
  [A, finite] = dls_bound_couplings (S.M, sparse (S.n, 0), S.Hu, sparse (S.n, 0));
  if (~strcmp (info.status, 'solved') || ~finite)
    return
  end
  k = S.d - 1;
  t = reshape (lambda.tu, k, S.nu);
  tiny = 1e-9 * max ([abs(lambda.nu); abs(lambda.tu); realmin]);
  q.q53 = inside_of (S.muu .* lambda.nu, t, S.d, 0, tiny);
  q.q55 = inside_of (S.muu .* lambda.nu, t, S.d, facets, tiny);
  pressed = lambda.nu > tiny;
  q.pressed = dls_wellposed_fact (all (pressed), sum (~pressed), find (~pressed, 1));
  % (57), divided by its largest entry
  m = k * S.nu;
  A_tilde = A * diag (kron (lambda.nu, ones (k, 1)));
  right = A * lambda.tu;
  unit = max ([max(abs (A_tilde(:))); abs(right); realmin]);
  [c, r] = dls_stick_polygon (S.d, facets);
  sides = kron (speye (S.nu), c);
  rows = [sparse(A_tilde / unit), -speye(m); sides, sparse(size (sides, 1), m)];
  [z, ~, ~, info] = dls_conic (blkdiag (sparse (m, m), speye (m)), zeros (2 * m, 1), rows, ...
    [right / unit; kron(r * S.muu, ones (size (c, 1), 1))], ...
    struct ('z', m, 'l', size (sides, 1)), 'MaxTime', dls_wellposed_clock ());
  if (strcmp (info.status, 'solved'))
    q.q59 = dls_wellposed_fact (true, unit ^ 2 * norm (z(m+1:end)) ^ 2 / 2);
  end
end

% witness: the contact that slips first
function f = inside_of (bound, t, d, facets, tiny)
  [~, ~, size_t] = dls_stick_polygon (d, facets, t);
  [least, i] = min (bound - size_t);
  f = dls_wellposed_fact (least >= -tiny, least);
  if (~f.yes)
    f.witness = i;
  end
end

function c = dls_wellposed_impact (P, opts)
% COUPLING Propositions 17 to 19 and Lemma 6, and the impact itself, for the velocity before and the
% matrix of restitution in opts. Prop. 17 (i) is used with E >= 0 besides: without it the last line
% of (77) need not follow (Ac = inv ([1 .9; .9 1]), E = [1 -.1; 0 1], Gu'*v- = [0; -1]).
% SPDX-License-Identifier: GPL-3.0-or-later
  S = P.S;
  make = @dls_criterion;
  uni = S.nu > 0 && P.positive.yes == 1 && P.b.independent.yes == 1;
  applies = uni;
  unknown = dls_criterion_fact (NaN, NaN);
  q = struct ('monotone', unknown, 'cone', unknown, 'image', unknown, 'lemma', unknown, ...
              'law', unknown, 'moreau', unknown, 'p85', unknown, 'p86', unknown);
  if (uni && (isempty (opts.Restitution) || isempty (opts.VelocityBefore)))
    applies = 'Restitution, VelocityBefore';
  elseif (uni)
    q = facts (P, S, opts);
  end
  c = [make(applies, 'COUPLING Prop. 17 (i)', ...
            '(77) has a solution for all v-: monotone matrices', P.all_normal.independent, ...
            q.monotone), ...
       make(applies, 'COUPLING Prop. 17 (ii)', 'necessary for (77): in QA*', q.cone), ...
       make(applies, 'COUPLING Prop. 17 (iii)', 'necessary for (77): in im (Gu'')', q.image), ...
       make(applies, 'COUPLING Lemma 6', ...
            'Prop. 17 (ii) holds: no coupling, im ((I+E)*Gu'') in im (Gu'')', ...
            orthogonal(S, uni), q.lemma), ...
       make(applies, 'data: impact (77)', 'if and only if: percussions obey Newton''s law', ...
            q.law), ...
       make(uni, 'COUPLING Prop. 18', 'Gu*pu is unique: im (Gu) and im (Gb) meet in 0', ...
            P.direct_bu), ...
       make(applies, 'COUPLING Prop. 19', 'v+ is that of Moreau''s rule (84): plastic impact', ...
            P.all_normal.independent, orthogonal(S, uni), q.moreau), ...
       make(applies, 'COUPLING (85)', 'its minimiser is pu of dls_impact (up to ker A)', q.p85), ...
       make(applies, 'COUPLING (86)', 'the minimiser of this dual is, too', q.p86)];
end

function f = orthogonal (S, applies)
  f = dls_criterion_fact (true, 0);
  if (applies && S.nb > 0)
    D = dls_delassus (S);
    cosines = abs (cos (D.angles));
    f = dls_criterion_fact (all (cosines(:) <= 1e-9), max (cosines(:)));
  end
end

function q = facts (P, S, opts)
  v = dls_vector_input (opts.VelocityBefore, S.n, 'dls_wellposed', 'VelocityBefore');
  try
    smooth = dls_system (S, 'muu', [], 'mub', [], 'vtu', [], 'vtb', []);
    [~, p, info] = dls_impact (smooth, v, opts.Restitution, 'Uniqueness', 'off', ...
                              'MaxTime', dls_criteria ('clock'));
  catch err
    dls_raise (err, 'dls_wellposed');
  end
  E = full (info.restitution);
  I = eye (S.nu);
  before = full (S.Gu' * v);
  q.law = dls_criterion_fact (NaN, NaN);
  if (~any (strcmp (info.status, {'time_limit', 'interrupted'})))
    q.law = dls_criterion_fact (info.admissible.kinetic, sum (~info.law_holds));
  end
  q.image = dls_criterion_fact (true, 0);
  q.lemma = q.image;
  K = full (P.u.kernel);
  if (P.u.count > P.u.rank)
    q.image = outside (K, (I + E) * before);
    worst = outside (K, (I + E) * full (S.Gu'));
    q.lemma = worst;
  end
  [yes, x] = dls_wellposed_lp ([[S.Gb, -S.Gu]; [sparse(1, S.nb), -((I + E) * before)']], ...
    [zeros(S.n, 1); 1], [sparse(S.nu, S.nb), speye(S.nu)], zeros (S.nu, 1));
  q.cone = dls_criterion_fact (NaN, NaN);
  if (~isnan (yes))
    q.cone.yes = ~yes;
  end
  if (yes == 1)
    q.cone.witness = x(S.nb+1:end);              % z >= 0, Gu*z in im (Gb), z'*(I+E)*Gu'*v- < 0
  end
  q.monotone = monotone (S, E, P);
  hit = all (before < 0);
  q.moreau = dls_criterion_fact (hit && ~any (E(:)), max ([before; abs(E(:))]));
  q.p85 = dls_criterion_fact (NaN, NaN);
  q.p86 = q.p85;
  if (strcmp (info.status, 'solved'))
    [q.p85, q.p86] = moreau_programs (S, before, p);
  elseif (info.exitflag == -2)                 % there is no pu
    [q.p85, q.p86] = deal (dls_criterion_fact (false, NaN));
  end
end

% COUPLING (85): min p'*A*p/2 + p'*uN, p >= 0, and (86): min p'*A*p/2, A*p + uN >= 0, by
% A = Gu'*inv(M)*Gu, without coupling and restitution, against p of DLS_IMPACT; number: the
% distance of the velocities A*p (p itself need not be unique).
function [f, g] = moreau_programs (S, before, p)
  A = dls_criteria ('couplings', S.M, sparse (S.n, 0), S.Gu, sparse (S.n, 0));
  d = 1 ./ sqrt (max (diag (A), realmin));
  A = A .* (d * d');
  b = d .* before;
  I = speye (numel (b));
  zero = zeros (numel (b), 1);
  law = A * (p.nu ./ d);
  f = program (A, b, -I, zero, law, b);
  g = program (A, zero, -A, b, law, b);
end

function f = program (A, q, C, b, law, before)
  [x, ~, ~, info] = dls_conic (A, q, C, b, struct ('l', numel (b)), 'MaxTime', ...
                               dls_criteria ('clock'));
  f = dls_criterion_fact (NaN, NaN);
  if (strcmp (info.status, 'solved'))
    f.number = norm (A * x - law, Inf) / max ([norm(law, Inf), norm(before, Inf), realmin]);
    f.yes = f.number <= 1e-6;
    if (~f.yes)
      f.witness = x;
    end
  elseif (strcmp (info.status, 'primal_infeasible'))
    f.yes = false;
  end
end

% The kernel vector to which columns of B are least orthogonal.
function f = outside (K, B)
  r = abs (K' * B) ./ max (sqrt (sum (K .^ 2, 1))' * sqrt (sum (B .^ 2, 1)), realmin);
  [worst, k] = max (r(:));
  f = dls_criterion_fact (worst <= 1e-9, worst);
  if (~f.yes)
    f.witness = K(:,mod (k - 1, size (K, 2)) + 1);
  end
end

% inv ((I+E)\Ac) and inv (E*((I+E)\Ac)) nonnegative, and E >= 0; number: the smallest entry.
function f = monotone (S, E, P)
  f = dls_criterion_fact (false, NaN);
  I = eye (S.nu);
  if (P.all_normal.independent.yes ~= 1 || rcond (I + E) < eps || rcond (E) < eps)
    return
  end
  A = dls_criteria ('couplings', S.M, S.Gb, S.Gu, sparse (S.n, 0));
  X = A \ (I + E);
  Y = X / E;
  smallest = [min(X(:)) / max(abs (X(:))), min(Y(:)) / max(abs (Y(:))), min(E(:))];
  f = dls_criterion_fact (all (smallest >= -1e-12), min (smallest));
end

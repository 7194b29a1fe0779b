function c = dls_wellposed_programs (P)
% COUPLING Propositions 9, 11, 13, 14 (ii), Corollaries 4 and 6, Lemma 5, Assumption 3 (with
% ERRATA), from the facts P: quadratic programs, and couplings that are nearly orthogonal.
% SPDX-License-Identifier: GPL-3.0-or-later
  S = P.S;
  make = @dls_wellposed_entry;
  regular = isequal (P.positive.yes, true);
  uni = P.frictionless && S.nb == 0 && S.nu > 0 && regular;
  mix = P.frictionless && S.nb > 0 && S.nu > 0 && regular && isequal (P.b.independent.yes, true);
  constant = dls_wellposed_fact (~any (S.bu), norm (S.bu, Inf), S.bu);
  near = mix && isequal (P.u.independent.yes, true);
  Q = struct ('diagonal', constant, 'prop9', constant, 'corollary4', constant, 'same', false);
  if (near)
    Q = nearly_orthogonal (S);
  end
  c = [make(near, 'COUPLING Assumption 3', ...
            'the diagonal of inv (sqrt (A)) is that of 1/sqrt (diag (A)), as (36) needs', ...
            Q.diagonal), ...
       make(near, 'COUPLING Prop. 9 (36)', ...
            'Ac > 0 (couplings of each kind are small enough, bounded by (38))', Q.prop9), ...
       make(near && Q.same, 'COUPLING Cor. 4', 'Ac > 0: Gu''*inv(M)*Gb = eps*I, eps small', ...
            Q.corollary4), ...
       make(uni, 'COUPLING Prop. 11 (i)', 'the program (42) has a solution: H0 in im (A)', ...
            P.u.compatible), ...
       make(uni, 'COUPLING Prop. 11 (ii)', 'the program (42) has a solution: bu = 0', constant), ...
       make(uni, 'COUPLING Cor. 6', '(48) is feasible, one acceleration (homogeneous LCP)', ...
            P.contradiction), ...
       make(mix, 'COUPLING Prop. 13', 'the acceleration solves the program (56): LCP solvable', ...
            P.feasible), ...
       make(mix, 'COUPLING Prop. 14 (ii)', 'the program (56) has one solution: (60) not empty', ...
            P.feasible), ...
       make(mix, 'COUPLING Lemma 5', '(56) is feasible, one acceleration (homogeneous LCP)', ...
            P.contradiction)];
end

% With Ehg = Gu'*inv(M)*Gb: the matrix of (36) without, K with the couplings of each kind; Ac > 0
% exactly when K < I, for which |K - K0| < 1 - max (eig (K0)) suffices.
function Q = nearly_orthogonal (S)
  D = dls_delassus (S);
  A = D.Anu;
  C = D.Anunb;
  root = inv (sqrtm_of (A));
  d = diag (1 ./ sqrt (diag (A)));
  off = max (abs (diag (root) - diag (d)) ./ diag (d));
  Q.diagonal = dls_wellposed_fact (off <= 1e-9, off);
  K0 = d * C * diag (1 ./ diag (D.Anb)) * C' * d;
  K = root * C * (D.Anb \ C') * root;
  largest = max (eig ((K0 + K0') / 2));
  Q.prop9 = dls_wellposed_fact (largest + norm (K - K0) < 1 - 1e-9, largest + norm (K - K0));
  Q.corollary4 = dls_wellposed_fact (NaN, NaN);
  Q.same = false;
  if (S.nb == S.nu)
    epsilon = mean (diag (C));
    size_of = sqrt (diag (A)) * sqrt (diag (D.Anb))';
    Q.same = epsilon >= 0 && all (all (abs (C - epsilon * eye (S.nu)) <= 1e-9 * size_of));
    largest = epsilon ^ 2 * max (eig (symmetric (root * (D.Anb \ root))));
    Q.corollary4 = dls_wellposed_fact (largest < 1 - 1e-9, largest);
  end
end

function R = sqrtm_of (A)
  [V, E] = eig (symmetric (A));
  R = V * diag (sqrt (max (diag (E), 0))) * V';
end

function A = symmetric (A)
  A = (A + A') / 2;
end

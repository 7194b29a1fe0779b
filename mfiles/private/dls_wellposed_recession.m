function c = dls_wellposed_recession (P, applies)
% ALLSTICK Prop. 8 (ii) and Cor. 3: a positive product with all elements (d, y) of (47) but zero,
%     F'*d + (e + E'*x0)'*y > 0,    M*d = 0, E'*d = 0, Gu'*d >= 0,    E*y = -Gu*lambda, lambda >= 0,
% which separates. Under MFCQ the existence of such an x0 in K is, by duality, the linear system
%     Gu'*X + bu*tau >= 0, E'*(W - X) = e*tau, Gu'*W <= -1, tau >= 0.
% SPDX-License-Identifier: GPL-3.0-or-later
  S = P.S;
  make = @dls_wellposed_entry;
  up = dls_wellposed_fact (NaN, NaN);
  zero = up;
  second = up;
  third = up;
  if (applies)
    up = rising (P);
    zero = dls_wellposed_fact (all (S.bu >= 0), min ([S.bu; Inf]), S.bu);
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
  if (dls_wellposed_clock () == 0)
    f = dls_wellposed_fact (NaN, NaN);
    return
  end
  S = P.S;
  R = dls_wellposed_rank (S.M, P.E);
  Z = R.acceleration_kernel;
  C = dls_wellposed_products (R.units * [S.Gu, -S.F], R.units \ Z);
  [yes, z] = dls_wellposed_cone (sparse (0, size (Z, 2)), C);
  f = dls_wellposed_fact (yes, size (Z, 2));
  if (isequal (yes, false))
    f.witness = full (Z * z);
  end
end

function f = some_point (P)
  S = P.S;
  if (isequal (P.normal.yes, true))              % y = 0 is the only one
    f = dls_wellposed_fact (true, 0);
    return
  end
  n = S.n;
  m = S.nu;
  k = size (P.E, 2);
  [yes, x] = dls_wellposed_lp ([-P.E', P.E', -P.e], zeros (k, 1), ...
    [S.Gu', sparse(m, n), S.bu; sparse(m, n), -S.Gu', sparse(m, 1); sparse(1, 2 * n), 1], ...
    [zeros(m, 1); ones(m, 1); 0]);
  f = dls_wellposed_fact (yes, NaN, x);
  if (isequal (yes, true))
    f.number = x(end);
  end
end

% e'*y > 0 for all y but zero: none with e'*y <= 0.
function f = at_zero (P)
  m = P.S.nu;
  k = size (P.E, 2);
  [yes, x] = dls_wellposed_cone ([P.E, P.S.Gu], [sparse(m, k), speye(m); -P.e', sparse(1, m)]);
  f = dls_wellposed_fact (yes, NaN);
  if (isequal (yes, false))
    f.witness = x;                               % [y; lambda]
  end
end

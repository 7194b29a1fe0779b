function P = dls_wellposed_facts (S)
% Ranks, kernels and linear programs from which DLS_WELLPOSED decides the propositions. Each fact
% is a struct with yes (true, false or NaN), number, witness. E = [Gb, sticking tangents].
% SPDX-License-Identifier: GPL-3.0-or-later
  [Hb, tb] = sticking_tangents (S, 'b');
  [Hu, tu] = sticking_tangents (S, 'u');
  P = struct ('S', S, 'H', [Hb, Hu], 't', [tb; tu], 'E', [S.Gb, Hb, Hu], 'e', [S.bb; tb; tu]);
  modes = [S.modeb, S.modeu];
  P.slides = any (strcmp (modes, 'sliding'));
  P.sticks = any (strcmp (modes, 'sticking'));
  P.frictionless = ~P.slides && ~P.sticks;
  none = sparse (S.n, 0);
  P.positive = kernel_fact (S.M, none);
  nothing = side (S, none, zeros (0, 1));
  P.b = side (S, S.Gb, S.bb, nothing);
  P.u = side (S, S.Gu, S.bu, nothing);
  P.h = side (S, P.H, P.t, nothing);
  P.hb = side (S, Hb, tb, nothing, P.h);
  P.hu = side (S, Hu, tu, nothing, P.h);
  P.eq = side (S, P.E, P.e, P.b, P.h);
  P.all = side (S, [P.E, S.Gu], [P.e; S.bu], P.eq, P.u);
  P.all_normal = side (S, [S.Gb, S.Gu], [S.bb; S.bu], P.b, P.u);
  P.direct_bu = direct (P.b, P.u, P.all_normal, S.Gb, S.nb);
  P.direct_eu = direct (P.eq, P.u, P.all, P.E, size (P.E, 2));
  P.direct_bh = direct (P.b, P.h, P.eq, S.Gb, S.nb);
  P = programs (P);
end

function P = programs (P)
  S = P.S;
  m = S.nu;
  one = ones (1, m);
  nonnegative = speye (m);
  k = size (P.E, 2);
  % primal and dual sides of the feasibility of the accelerations
  G = [P.E, S.Gu];
  terms = constant_terms (dls_wellposed_rank (S.M, G), G, [P.e; S.bu], S.F);
  [yes, x] = dls_wellposed_lp (P.E', -P.e, S.Gu', -S.bu);
  if (yes == 0)
    x(1:k) = -x(1:k);                            % [eta; lambda] as below
    [yes, x] = beyond_accuracy (yes, x, terms);
  end
  P.feasible = dls_criterion_fact (yes, NaN, x);
  P.some = P.feasible;
  if (k > 0 && yes ~= 1)
    [yes, x] = dls_wellposed_lp (sparse (0, S.n), zeros (0, 1), S.Gu', -S.bu);
    if (yes == 0)
      [yes, x] = beyond_accuracy (yes, x, terms(k+1:end));
    end
    P.some = dls_criterion_fact (yes, NaN, x);
  end
  P = tangents (P);
  if (P.all.independent.yes == 1)                % no combination of gradients vanishes
    [P.contradiction, P.mfcq, P.normal] = deal (dls_criterion_fact (true, NaN));
    return
  end
  [yes, x] = dls_wellposed_lp ([[P.E; P.e'], [-S.Gu; -S.bu']], [zeros(S.n, 1); 1], ...
                               [sparse(m, k), nonnegative], zeros (m, 1));
  if (yes == 1)
    [yes, x] = beyond_accuracy (yes, x, terms);
  end
  P.contradiction = dls_criterion_fact (negation (yes), NaN, []);
  if (yes == 1)
    P.contradiction.witness = x;                 % [eta; lambda]
  end
  % Gu'*d > 0 for some d, or else a combination of gradients that vanishes (Gordan)
  [yes, x] = dls_wellposed_lp ([S.Gu; one], [zeros(S.n, 1); 1], nonnegative, zeros (m, 1));
  P.mfcq = dls_criterion_fact (negation (yes), NaN, []);
  if (yes == 1)
    P.mfcq.witness = x;
  end
  % im E and the normal cone: E*y + Gu*lambda = 0, lambda >= 0, sum (lambda) = 1
  [yes, x] = dls_wellposed_lp ([[P.E, S.Gu]; [sparse(1, k), one]], [zeros(S.n, 1); 1], ...
                               [sparse(m, k), nonnegative], zeros (m, 1));
  P.normal = dls_criterion_fact (negation (yes), NaN, []);
  if (yes == 1)
    P.normal.witness = x;
  end
end

% Directions in which nothing resists, and one of them in which F pushes.
function P = tangents (P)
  S = P.S;
  P.tangent = tangent_cone (S, sparse (S.n, 0));
  P.tangent_b = tangent_cone (S, S.Gb);
  P.tangent_e = tangent_cone (S, P.E);
  [yes, x] = descent (S, P.E);
  P.balance = dls_criterion_fact (yes, NaN, x);
end

% Of the equations G'*a + b: the constants, and what accelerations that F may cause contribute.
function terms = constant_terms (R, G, b, F)
  d = full (diag (R.units));
  terms = abs (b) + abs (G)' * (d * max ([d .* abs(F); 0]));
end

% Reactions x that contradict the constants by 1 prove it when these are known so well.
function [yes, x] = beyond_accuracy (yes, x, terms)
  [~, accuracy] = dls_criteria ('clock');
  if (accuracy * (abs (x)' * terms) >= 1)
    yes = NaN;
    x = [];
  end
end

% {d : M*d = 0, G'*d = 0, Gu'*d >= 0} = {0}?
function f = tangent_cone (S, G)
  if (dls_criteria ('clock') == 0)
    f = dls_criterion_fact (NaN, NaN);
    return
  end
  R = dls_wellposed_rank (S.M, G);
  Z = R.acceleration_kernel;
  if (R.acceleration_unique)
    f = dls_criterion_fact (true, 0);
    return
  end
  C = dls_criteria ('products', R.units * S.Gu, R.units \ Z);
  [yes, z] = dls_criteria ('cone', sparse (0, size (Z, 2)), C);
  f = dls_criterion_fact (yes, size (Z, 2), []);
  if (yes == 0)
    f.witness = full (Z * z);
  end
end

% Is there no d with M*d = 0, E'*d = 0, Gu'*d >= 0, F'*d = -1?
function [yes, d] = descent (S, E)
  yes = NaN;
  d = [];
  if (dls_criteria ('clock') == 0)
    return
  end
  R = dls_wellposed_rank (S.M, E);
  if (R.acceleration_unique)
    yes = true;
    return
  end
  Z = R.acceleration_kernel;
  f = S.F' * Z;
  if (norm (f) <= 1e-11 * norm (R.units * S.F) * norm (R.units \ Z, 'fro'))
    yes = true;
    return
  end
  C = dls_criteria ('products', R.units * S.Gu, R.units \ Z);
  [exists, z] = dls_wellposed_lp (sparse (f) / norm (f), -1, C, zeros (S.nu, 1));
  yes = negation (exists);
  if (exists == 1)
    d = full (Z * z);
  end
end

% Facts about one set of gradients: those about a subset (varargin) that has as many.
function q = side (S, G, b, varargin)
  for k = 1:numel (varargin)
    q = varargin{k};
    if (q.count == size (G, 2))
      return
    end
  end
  if (dls_criteria ('clock') == 0)
    unknown = dls_criterion_fact (NaN, NaN);
    q = struct ('rank', NaN, 'count', size (G, 2), 'kernel', [], 'determined', [], ...
                'independent', unknown, 'unique', unknown, 'compatible', unknown, ...
                'force', unknown);
    return
  end
  R = dls_wellposed_rank (S.M, G);
  q.rank = R.rank;
  q.count = size (G, 2);
  q.kernel = R.kernel;
  q.determined = R.determined;
  q.independent = dls_criterion_fact (R.nullity == 0, R.rank, first_column (R.kernel));
  q.unique = dls_criterion_fact (R.acceleration_unique, size (R.acceleration_kernel, 2), ...
                     first_column (R.acceleration_kernel));
  [q.compatible, q.force] = deal (struct ('yes', true, 'number', 0, 'witness', []));
  if (R.nullity > 0)
    q.compatible = in_image (R.kernel, b, constant_terms (R, G, b, S.F));
  end
  if (~R.acceleration_unique)
    forces = abs (R.units * S.F);
    q.force = in_image (R.units \ R.acceleration_kernel, R.units * S.F, ...
                        forces + max ([forces; 0]));
    if (~isempty (q.force.witness))
      q.force.witness = full (R.units * q.force.witness);
    end
  end
end

% b orthogonal to the kernel? number: the largest component, relative to the terms of the equations
% (so that no unit matters); witness: the kernel vector. Undecided next to the rounding of kernels.
function f = in_image (K, b, terms)
  if (isempty (K))
    f = dls_criterion_fact (NaN, NaN, []);
    return
  end
  r = full (abs (K' * b) ./ max (abs (K)' * terms, realmin));
  [worst, i] = max (r);
  [~, accuracy] = dls_criteria ('clock');
  sure = max (1e-13, accuracy);
  f = dls_criterion_fact (worst <= sure, worst, []);
  if (worst > sure && worst <= 1e2 * sure)
    f.yes = NaN;
  elseif (~f.yes)
    f.witness = full (K(:,i));
  end
end

% im G and im of the other meet in {0}: ranks add up; else a common vector.
function f = direct (first, second, both, G, count)
  excess = first.rank + second.rank - both.rank;
  f = dls_criterion_fact (NaN, NaN);
  if (isnan (excess))
    return
  end
  f = dls_criterion_fact (excess == 0, excess, []);
  if (excess > 0 && ~isempty (both.kernel))
    V = full (G * both.kernel(1:count,:));
    [largest, i] = max (sum (V .^ 2, 1));
    f.witness = V(:,i);
  end
end

function f = kernel_fact (M, none)
  if (dls_criteria ('clock') == 0)
    f = dls_criterion_fact (NaN, NaN);
    return
  end
  R = dls_wellposed_rank (M, none);
  f = dls_criterion_fact (R.acceleration_unique, R.rank_mass, ...
                    first_column (R.acceleration_kernel));
end

function x = first_column (K)
  x = [];
  if (~isempty (K))
    x = full (K(:,1));
  end
end

function no = negation (yes)
  no = NaN;
  if (~isnan (yes))
    no = ~yes;
  end
end

% Tangents of sticking contacts of a side and the constants of their equations.
function [H, t] = sticking_tangents (S, s)
  H = S.(['H', s]);
  t = S.(['t', s]);
  stick = strcmp (S.(['mode', s]), 'sticking');
  if (isempty (H))
    H = sparse (S.n, 0);
    t = zeros (0, 1);
    return
  end
  columns = kron (stick, ones (1, S.d - 1)) > 0;
  H = H(:,columns);
  t = t(columns,1);                       % 0-by-1 of a scalar, too
end

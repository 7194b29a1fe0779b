function c = dls_redundancy_conditions (R, M, G, extra)
% The propositions on bilateral KKT systems, evaluated: TUTORIAL Prop. 1, appendix E (i)-(iv),
% (69), (70), ALLSTICK Prop. 1 (G = [N H] when contacts stick).
% SPDX-License-Identifier: GPL-3.0-or-later
  [n, m] = size (G);
  full_rank = R.rank == m;
  trivial = R.acceleration_unique;
  floating = size (R.acceleration_kernel, 2);
  [b_in_range, distance] = compatibility (R, G, extra.b);
  c = condition ('rank G = m', 'TUTORIAL App. E (i)', ...
    'for all F, b there are a and constraint forces z with M a - z = -F, G''a = -b', ...
    full_rank, R.rank);
  c(end+1) = condition ('rank G = m = n', 'TUTORIAL App. E (i)', ...
    'these a and z are unique', full_rank && m == n, R.rank);
  c(end+1) = condition ('ker M, ker G'' meet in 0', 'TUTORIAL App. E (ii), (6)', ...
    'accelerations and total constraint forces G*lambda are unique where they exist', ...
    trivial, floating);
  c(end+1) = condition ('rank G = m and (6)', ...
    'TUTORIAL Prop. 1(i), App. E (iii), (iii''); ALLSTICK Prop. 1(i)', ...
    'the KKT matrix is nonsingular: unique a and lambda for all F and b', ...
    full_rank && trivial, R.rank_kkt);
  c(end+1) = condition ('b in Im G''', 'TUTORIAL Prop. 1(ii)', ...
    'the constraints are compatible', b_in_range, distance);
  c(end+1) = condition ('b in Im G'' and (6)', ...
    'TUTORIAL Prop. 1(ii), App. E (iv); ALLSTICK Prop. 1(ii), jointly in [N H]', ...
    'for all F: solutions exist, with unique a and unique G*lambda', ...
    both (b_in_range, trivial), floating);
  c(end+1) = rank_formula (R, M, G, -G, 'TUTORIAL (69)');
  if (~isempty (extra.N))
    c(end+1) = rank_formula (R, M, G, extra.N, 'TUTORIAL (70)');
  end
end

function c = condition (name, source, meaning, holds, number)
  if (ischar (holds))
    text = holds;
  elseif (holds)
    text = 'holds';
  else
    text = 'fails';
  end
  c = struct ('name', name, 'source', source, 'meaning', meaning, 'holds', text, ...
              'number', number);
end

function answer = both (first, second)
  if (ischar (first))
    answer = first;
    if (~second)
      answer = 'fails';
    end
  else
    answer = first && second;
  end
end

% Is b in Im G'? Without b: for every b exactly when rank G = m.
function [answer, distance] = compatibility (R, G, b)
  distance = NaN;
  if (isempty (b))
    answer = 'depends on b';
    if (R.nullity == 0)
      answer = true;
    end
    return
  end
  if (R.nullity == 0)
    distance = 0;
    answer = true;
  elseif (isempty (R.kernel))
    answer = 'undecided';
  else
    scale = abs (R.kernel') * abs (b);
    distance = norm (R.kernel' * b) / max (norm (scale), realmin);
    answer = distance <= 1e-9;
  end
end

% rank [M N; G' 0] = rank M + rank G' + rank N - dim (Im M, Im G) - dim (Im [M; G'], Im [N; 0]),
% dim (U, V) = rank U + rank V - rank [U V] that of the intersection; against an SVD when small.
function c = rank_formula (R, M, G, N, source)
  [n, m] = size (G);
  meaning = sprintf ('rank of the %d-by-%d matrix, from the ranks of its blocks', n + m, n + m);
  distorted = ~isequal (N, -G);
  if (n + m > 400)
    if (distorted)
      c = condition ('rank formula', source, meaning, 'undecided', NaN);
    else
      c = condition ('rank formula', source, meaning, 'not checked (large)', R.rank_kkt);
    end
    return
  end
  D = diag (sparse (dls_contact_mex ('inertia', M, [G, N])));   % ranks without units
  M = full (D * M * D);
  G = D * G;
  N = D * N;
  G = full (G) / max (norm (full (G), 'fro'), realmin);
  N = full (N) / max (norm (full (N), 'fro'), realmin);
  r = @(A) small_rank (A, R.tolerance);
  zero = zeros (m, m);
  dim1 = r (M) + r (G) - r ([M, G]);
  dim2 = r ([M; G']) + r ([N; zero]) - r ([M, N; G', zero]);
  if (~distorted)
    dim2 = 0;                       % M >= 0: see TUTORIAL appendix E (ii)
  end
  formula = r (M) + r (G') + r (N) - dim1 - dim2;
  c = condition ('rank formula', source, meaning, formula == r ([M, N; G', zero]), formula);
end

function r = small_rank (A, tolerance)
  s = svd (A);
  if (isempty (s))
    r = 0;
  else
    r = sum (s > max (tolerance * 1e-2, 1e-13 * max (size (A))) * s(1));
  end
end

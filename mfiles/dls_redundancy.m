function R = dls_redundancy (M, G, varargin)
%DLS_REDUNDANCY  Which constraints repeat which, and which reactions are determined.
%   R = DLS_REDUNDANCY (M, G) examines M*a + F = G*lambda, G'*a + b = 0 for a symmetric positive
%   semidefinite M (n-by-n) and constraint gradients G (n-by-m, columns). Without an output it
%   prints the table.
%   R = DLS_REDUNDANCY (S) examines all constraints of a system of DLS_SYSTEM or of a mechanism of
%   DLS_MECHANISM (bilateral ones first), by their names. Fields of R:
%     rank, nullity        of G; nullity = m - rank
%     determined           m-by-1 logical: reaction i is the same in all solutions
%     independent          rank columns of G from which all others follow
%     redundant            the others
%     kernel               m-by-nullity sparse, G*kernel = 0; column k is 1 at redundant(k), and
%                          minus its other entries are the coefficients with which constraint
%                          redundant(k) repeats independent ones ([]: too large to keep)
%     leverage             g_i'*pinv(G*G')*g_i: 1 when determined, 0 for a zero column
%     leverage_error       no leverage is further off than this
%     gap                  last kept / first dropped singular value of G (diagonal of its sparse R
%                          when min (n, m) > 400): below 1e3 the rank is a matter of opinion
%     tolerance            the relative tolerance in that gap
%     singular_values      of G ([] when min (n, m) > 400)
%     acceleration_unique  ker M and ker G' meet in 0 only
%     acceleration_kernel  n-by-k sparse, basis of the directions in which a is not determined
%     rank_mass, gap_mass  rank of M and its gap
%     rank_all, gap_all    of [M G]: n less the columns of acceleration_kernel
%     rank_kkt             of the KKT matrix
%     units                of the coordinates, in which inertias are one (see below)
%     conditions           struct array: the propositions of the papers, evaluated
%     nearest              how far it is from losing one more rank (min (n, m) <= 400): .distance,
%                          the smallest change of G that does it, relative to |G| (in the units
%                          below); .change (n-by-m), that change of the G of the caller, and .row,
%                          which combination of constraints it makes vanish; .condition = 1 over
%                          the distance, by which reactions may amplify relative changes of forces;
%                          .sensitivity, of each reaction alone; .joints, of a mechanism: struct
%                          array name, move (the shortest displacement of this joint alone, with
%                          both its places, in the axes of the world) and turn (rotation vector; in
%                          the plane an angle) after which the rank is lost, to first order in the
%                          singular value; Inf where it does not change
%     releases             struct array: the smallest sets of constraints to release so that all
%                          reactions are determined, one choice for each part: rows (constraints
%                          of the part), count (to release), sets (one per row), complete (sets
%                          has all of them: parts of up to 30 constraints and 20000 choices, if
%                          rounding leaves no set undecided)
%     message              '', or what the verification refused (DLS_VERIFY; gap is then at most 1)
%     names, table         names of the constraints, if given; the printed text
%     bodies               of a mechanism: bodies.crank, which of its accelerations are determined
%   No rank depends on the caller's units of coordinates and constraints: all are decided in
%   coordinates with unit inertias (coordinates without inertia are measured by the constraints
%   that touch them) and for constraints with unit gradients; for
%   the rank of G coordinates are balanced, so that heavy bodies beside light ones hide nothing.
%   Options (struct or name/value pairs, see DLS_OPTIONS ('dls_redundancy')):
%     'RankTolerance'      relative to the largest singular value. The default looks for the
%                          widest gap (at least 1e3) that ends below 1e-5, so that constraints
%                          that repeat others up to measured positions still count as redundant;
%                          without such a gap only rounding errors are dropped. (DLS_KKT takes
%                          the data at their word: only rounding makes a constraint redundant)
%     'Names'              cell array of m texts
%     'b'                  m-by-1: is it compatible (in the range of G')?
%     'N'                  n-by-m: distorted gradients (sliding friction), for TUTORIAL (70)
%     'Leverage'           'on' | 'off';   'MaxKernelEntries'  1e8
%
%   Example: a beam on three supports has one more than it needs
%     R = dls_redundancy (diag ([1 1/3]), [1 1 1; -1 0 1], 'Names', {'left', 'mid', 'right'});
%     R.rank
%     % ans = 2
%     full (R.kernel')
%     % ans =
%     %    1  -2   1
%
%   See also DLS_KKT, DLS_MECHANISM, DLS_SHOW, DLS_OPTIONS.
% SPDX-License-Identifier: GPL-3.0-or-later
  machine = [];
  S = struct ('names', struct ());
  note = '';
  if (nargin > 0 && isstruct (M))
    machine = M;
    [S, note] = dls_system_input (M, 'dls_redundancy');
    if (nargin > 1)
      varargin = [{G}, varargin];
    end
    M = S.M;
    G = [S.Gb, S.Gu];
    varargin = [varargin, {'Names', [S.names.b, S.names.u]}];
  elseif (nargin < 2)
    error ('delassus:dimension', 'dls_redundancy: %d given; expected M and G', nargin);
  end
  M = dls_sparse_input (M, 'dls_redundancy', 'M');
  G = dls_sparse_input (G, 'dls_redundancy', 'G', size (M, 1));
  m = size (G, 2);
  extra = struct ('Names', {{}}, 'b', [], 'N', []);
  if (~isempty (varargin))
    extra = dls_in_name_of ('dls_redundancy', @dls_options_mex, 'own', 'dls_redundancy', varargin);
  end
  names = constraint_names (extra.Names, m);
  extra = check_data (extra, G);
  R = dls_in_name_of ('dls_redundancy', @dls_redundancy_mex, M, G, varargin);
  R.rank_all = size (M, 1) - size (R.acceleration_kernel, 2);
  R.rank_kkt = R.rank_all + R.rank;
  R.conditions = dls_redundancy_conditions (R, M, G, extra);
  R.nearest = nearest_rank_loss (R, G, machine);
  R.names = names;
  R = dls_by_name (R, S, all (R.acceleration_kernel == 0, 2));
  R.kind = 'redundancy';
  R.table = dls_redundancy_table (R, dls_repeats ('releases', R), note);
  if (nargout == 0)
    dls_show (R)
    clear R
  end
end

% b as one full column, N as a sparse matrix of the size of G, or [].
function extra = check_data (extra, G)
  [n, m] = size (G);
  if (~isempty (extra.b) || ~isa (extra.b, 'double'))
    extra.b = dls_vector_input (extra.b, m, 'dls_redundancy', 'b', 'constraint');
    if (size (extra.b, 2) ~= 1)
      error ('delassus:dimension', 'dls_redundancy: b is %d-by-%d; expected %d-by-1', ...
             size (extra.b), m);
    end
  end
  if (~isempty (extra.N) || ~isa (extra.N, 'double'))
    extra.N = dls_sparse_input (extra.N, 'dls_redundancy', 'N');
    if (~isequal (size (extra.N), [n, m]))
      error ('delassus:dimension', 'dls_redundancy: N is %d-by-%d; expected %d-by-%d like G', ...
             size (extra.N), n, m);
    elseif (~all (isfinite (nonzeros (extra.N))))
      error ('delassus:notFinite', 'dls_redundancy: N has NaN or Inf; expected finite numbers');
    end
  end
end

function names = constraint_names (names, m)
  if (isempty (names))
    names = {};                                % the table says #1, #2, ...
  elseif (~iscellstr (names) || numel (names) ~= m)
    dls_raise ('delassus:option', ...
               'dls_redundancy: Names is %s; expected a cell array of %d texts', ...
               dls_describe (names), m);
  end
end

% G = inv (D)*A*C with coordinates of unit inertia and constraints of unit gradients: the smallest
% singular value of A that counts (Eckart, Young), and pinv (A), which turns forces into reactions.
% Its derivative by G is the product of its vectors: by joints, first order.
function near = nearest_rank_loss (R, G, machine)
  [n, m] = size (G);
  near = struct ('distance', NaN, 'change', [], 'row', [], 'condition', NaN, 'sensitivity', [], ...
                 'joints', []);
  if (min (n, m) > 400 || n * m > 1e6 || R.rank == 0)
    return
  end
  A = full (diag (sparse (R.units)) * G);
  c = sqrt (sum (A .^ 2, 1))';
  c(c == 0) = 1;
  A = A * diag (1 ./ c);
  [U, S, V] = svd (A, 'econ');
  s = diag (S);
  kept = 1:R.rank;
  last = s(R.rank);
  near.distance = last / s(1);
  near.condition = s(1) / last;
  near.change = -diag (1 ./ R.units) * (U(:,R.rank) * last * V(:,R.rank)') * diag (c);
  near.row = V(:,R.rank) ./ c;
  near.row = near.row / max (abs (near.row));
  near.sensitivity = s(1) * sqrt (sum ((V(:,kept) * diag (1 ./ s(kept))) .^ 2, 2));
  if (isfield (machine, 'joints'))
    slope = @(dG) (U(:,R.rank) .* R.units)' * dG * (V(:,R.rank) ./ c);
    near.joints = dls_repeats ('joints', machine, last, slope);
  end
end

% The report as text: summary, one line per constraint, conditions.
function text = dls_redundancy_table (R, released, note)
  m = numel (R.determined);
  summary = '%d constraints, rank %d, %d redundant (gap %.1e at relative tolerance %.1e)';
  lines = {[dls_some(sprintf (summary, m, R.rank, R.nullity, R.gap, R.tolerance)), note]};
  if (R.acceleration_unique)
    lines{end+1} = 'accelerations: unique';
  else
    lines{end+1} = dls_some (sprintf ('accelerations: undetermined in %d directions', ...
                                      size (R.acceleration_kernel, 2)));
  end
  lines{end+1} = sprintf ('reactions: %d determined, %d not', sum (R.determined), ...
                          m - sum (R.determined));
  if (~isempty (R.message))
    lines{end+1} = R.message;
  end
  if (R.leverage_error > 1e-6)
    lines{end+1} = sprintf ('leverages: right to %.1e (sum of all errors)', R.leverage_error);
  end
  if (R.nearest.distance < 1e-3)
    lines{end+1} = sprintf (['near to one more: G loses rank with a relative change of %.1e, ', ...
                             'reactions amplify forces by up to %.1e'], R.nearest.distance, ...
                            R.nearest.condition);
  end
  if (~isempty (R.names))
    lines = [lines, joint_lines(R)];
  end
  lines = [lines, constraint_lines(R)];
  if (~isempty (released))
    lines{end+1} = sprintf ('to determine all reactions release %d, in each line one choice:', ...
                            R.nullity);
    lines = [lines, released];
  end
  parts = [{R.conditions.name}; {R.conditions.holds}; {R.conditions.source}];
  text = [sprintf('%s\n', lines{:}), 'conditions:', sprintf('\n  %-28s %-12s %s', parts{:})];
end

% Joints, where the names are 'joint.row'; the first of them.
function lines = joint_lines (R)
  most = 30;
  lines = {};
  shown = R.names(1:min (end, 7 * most));
  part = regexp (shown, '^([^.]+)\.([^.]+)$', 'tokens', 'once');
  part = part(~cellfun (@isempty, part));
  if (isempty (part) || numel (part) < numel (shown))
    return
  end
  part = reshape ([part{:}], 2, [])';
  names = unique (part(:,1), 'stable');
  for k = 1:min (numel (names), most)
    rows = find (strcmp (names{k}, part(:,1)));
    text = 'all determined';
    if (~all (R.determined(rows)))
      open = rows(~R.determined(rows));
      text = sprintf ('not determined: %s', strjoin (part(open,2)', ' '));
    end
    lines{end+1} = dls_some (sprintf ('  %s: %d reactions, %s', names{k}, numel (rows), text));
  end
  if (numel (names) > most || numel (shown) < numel (R.names))
    lines{end+1} = '  ... and more joints';
  end
end

function lines = constraint_lines (R)
  most = 60;
  m = numel (R.determined);
  at = 1:min (m, most);                        % of more, too, what repeats others
  last = reshape (R.redundant(R.redundant > most), 1, []);
  last = last(1:min (end, most / 2));
  at(end-numel (last)+1:end) = sort (last);
  parts = cell (4, numel (at));
  parts(:) = {''};
  for k = find (ismember (at, R.redundant))
    parts{4,k} = dls_repeats ('of', R, at(k));
  end
  for k = 1:numel (at)
    parts{1,k} = dls_repeats ('name', R, at(k));
  end
  words = {'undetermined', 'determined'};
  parts(2,:) = words(1 + R.determined(at));
  if (~isempty (R.leverage))
    parts(3,:) = cellstr (reshape (sprintf ('%-9.6f', R.leverage(at)), 9, [])');
    parts(3,~R.determined(at) & R.leverage(at) > 1 - 5e-7) = {'below 1'};
  end
  width = max ([8, cellfun('length', parts(1,:))]);
  form = sprintf ('  %%-%ds %%-12s %%-9s %%s', width);
  lines = {sprintf(form, 'name', 'reaction', 'leverage', 'repeats')};
  for k = 1:numel (at)
    lines{end+1} = sprintf (form, parts{:,k});
  end
  if (m > most)
    lines{end+1} = sprintf ('  ... and %d more', m - most);
  end
end

% The propositions on bilateral KKT systems, evaluated: TUTORIAL Prop. 1, appendix E (i)-(iv),
% (v), (vi), (69), (70), ALLSTICK Prop. 1 (G = [N H] when contacts stick).
function c = dls_redundancy_conditions (R, M, G, extra)
  [n, m] = size (G);
  full_rank = R.rank == m;
  trivial = R.acceleration_unique;
  floating = size (R.acceleration_kernel, 2);
  [b_in_range, distance] = compatibility (R, G, extra.b);
  T = {'rank G = m', 'TUTORIAL App. E (i)', ...
       'for all F, b there are a and constraint forces z with M a - z = -F, G''a = -b', ...
       full_rank, R.rank
       'rank G = m = n', 'TUTORIAL App. E (i)', 'these a and z are unique', ...
       full_rank && m == n, R.rank
       'ker M, ker G'' meet in 0', 'TUTORIAL App. E (ii), (6)', ...
       'accelerations and total constraint forces G*lambda are unique where they exist', ...
       trivial, floating
       'rank G = m and (6)', ...
       'TUTORIAL Prop. 1(i), App. E (iii), (iii''); ALLSTICK Prop. 1(i)', ...
       'the KKT matrix is nonsingular: unique a and lambda for all F and b', ...
       full_rank && trivial, R.rank_kkt
       'b in Im G''', 'TUTORIAL Prop. 1(ii)', 'the constraints are compatible', ...
       b_in_range, distance
       'b in Im G'' and (6)', ...
       'TUTORIAL Prop. 1(ii), App. E (iv); ALLSTICK Prop. 1(ii), jointly in [N H]', ...
       'for all F: solutions exist, with unique a and unique G*lambda', ...
       both(b_in_range, trivial), floating};
  T(7,:) = rank_formula (R, M, G, -G, 'TUTORIAL (69)', false);
  if (~isempty (extra.N))
    T(8,:) = rank_formula (R, M, G, extra.N, 'TUTORIAL (70)', ~isequal (extra.N, -G));
    T = [T; perturbations(R, M, G, extra.N)];
  end
  words = {'fails', 'holds'};
  for k = 1:size (T, 1)
    if (~ischar (T{k,4}))
      T{k,4} = words{1 + T{k,4}};
    end
  end
  c = cell2struct (T, {'name', 'source', 'meaning', 'holds', 'number'}, 2)';
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
function c = rank_formula (R, M, G, N, source, distorted)
  [n, m] = size (G);
  meaning = sprintf ('rank of the %d-by-%d matrix, from the ranks of its blocks', n + m, n + m);
  c = {'rank formula', source, meaning, 'undecided', NaN};
  if (n + m > 400)
    if (~distorted)
      c(4:5) = {'not checked (large)', R.rank_kkt};
    end
    return
  end
  D = diag (sparse (R.units));          % ranks without units
  M = full (D * M * D);
  G = full (D * G);
  N = full (D * N);
  G = G / max (norm (G, 'fro'), realmin);
  N = N / max (norm (N, 'fro'), realmin);
  whole = small_rank ([M, N; G', zeros(m)], R.tolerance);
  rank_n = small_rank (N, R.tolerance);
  second = 0;                       % M >= 0: see TUTORIAL appendix E (ii)
  if (distorted)
    second = small_rank ([M; G'], R.tolerance) + rank_n - whole;
  end
  % rank M and rank G cancel with dim (Im M, Im G)
  formula = small_rank ([M, G], R.tolerance) + rank_n - second;
  c(4:5) = {formula == whole, formula};
end

% App. E (v), (vi) with N = -G + P: small P keep the ranks of N and of the whole matrix; in units in
% which inertias and gradients are one. number: the largest singular value over the smallest.
function c = perturbations (R, M, G, N)
  c = {'rank N = m', 'TUTORIAL App. E (v)', 'N has full column rank, by |G''P + P''G - P''P|'
          'rank G''inv(M)N = m', 'TUTORIAL App. E (vi)', ...
          'unique a and lambda for all F and b, by |G''inv(M)P|'};
  D = diag (sparse (R.units));
  G = full (D * G);
  scale = diag (1 ./ max (sqrt (sum (G .^ 2, 1)), realmin));
  P = (full (D * N) + G) * scale;
  G = G * scale;
  M = full (D * M * D);
  ratio = [NaN, NaN];
  if (R.rank == size (G, 2) && numel (G) <= 1e6)
    ratio(1) = norm (G' * P + P' * G - P' * P) / min ([svd(G' * G); Inf]);
    if (R.rank_mass == size (M, 1))
      ratio(2) = norm (G' * (M \ P)) / min ([svd(G' * (M \ G)); Inf]);
    end
  end
  for k = 1:2
    holds = ratio(k) < 1 - 1e-9;
    if (isnan (ratio(k)))
      holds = 'not applicable';
    end
    c(k,4:5) = {holds, ratio(k)};
  end
end

function r = small_rank (A, tolerance)
  s = svd (A);
  if (isempty (s))
    r = 0;
  else
    r = sum (s > max (tolerance * 1e-2, 1e-13 * max (size (A))) * s(1));
  end
end

%!test  % the example of the help
%! R = dls_redundancy (diag ([1 1/3]), [1 1 1; -1 0 1], 'Names', {'left', 'mid', 'right'});
%! assert ([R.rank, R.nullity], [2 1])
%! assert (full (R.kernel'), [1 -2 1], 1e-13)
%! assert (any (R.determined), false)
%! assert (R.leverage, 1 - [1; 4; 1] / 6, 1e-13)
%! assert (R.gap > 1e10)
%! assert (R.acceleration_unique)
%! assert (~isempty (strfind (R.table, 'mid')))
%! assert (R.releases, struct ('rows', [1; 2; 3], 'count', 1, 'sets', [1; 2; 3], 'complete', true))

%!test  % what to release: parts that share no state of self-stress, against enumeration
%! G = [1 1 1 0 0 0; -1 0 1 0 0 0; 0 0 0 1 2 0; 0 0 0 0 0 1];
%! R = dls_redundancy (eye (4), G);
%! assert ({R.releases.rows}, {[1; 2; 3], [4; 5]})
%! assert ({R.releases.sets}, {[1; 2; 3], [4; 5]})
%! G = [1 0 1 1 0 2; 0 1 1 -1 0 0; 0 0 0 0 1 1];
%! R = dls_redundancy (eye (3), G);
%! T = nchoosek (1:6, 3);
%! ok = false (20, 1);
%! for k = 1:20
%!   ok(k) = rank (G(:,setdiff (1:6, T(k,:)))) == 3;
%! end
%! assert (R.releases.sets, T(ok,:))

%!test  % a repeated and a zero column, a free massless coordinate
%! M = diag ([1 0 0]);  G = [1 0 1 0; 0 1 0 0; 0 0 0 0];
%! R = dls_redundancy (M, G);
%! assert (R.rank, 2)
%! assert (R.determined', [false true false false])
%! assert (R.redundant, [3 4])
%! assert (norm (G * R.kernel), 0)
%! assert (R.leverage, [0.5; 1; 0.5; 0], 1e-14)
%! assert (R.acceleration_unique, false)
%! assert (full (R.acceleration_kernel), [0; 0; 1], 1e-14)
%! assert (R.rank_mass, 1)

%!test  % the tolerance obeys, the gap explains
%! G = [1 1; 0 1e-7];
%! R = dls_redundancy (eye (2), G);
%! assert (R.rank, 1)
%! assert (R.gap > 1e6 && R.gap < 1e8)
%! R = dls_redundancy (eye (2), G, 'RankTolerance', 1e-9);
%! assert (R.rank, 2)
%! assert (R.determined', [true true])

%!test  % units of the masses do not matter
%! for s = {[1 1 1], [1e-8 1 1e8], [1e8 1e-8 1]}
%!   D = diag (sqrt (s{1}));
%!   M = D * [2 1 0; 1 1 0; 0 0 3] * D;
%!   R = dls_redundancy (M, [1; 0; 0]);
%!   assert ([R.rank_mass, R.rank_kkt], [3 4])
%!   assert (R.acceleration_unique)
%!   assert (R.conditions(end).holds, 'holds')   % (69)
%!   M = D * [1 1 0; 1 1 0; 0 0 0] * D;
%!   R = dls_redundancy (M, D * [1 0; 0 1; 0 0]);
%!   assert ([R.rank_mass, R.rank_kkt], [1 4])
%!   assert (full (R.acceleration_kernel), [0; 0; 1], 1e-12)
%!   R = dls_redundancy (M, [0; 0; 1]);
%!   d = full (R.acceleration_kernel);
%!   assert (size (d), [3 1])
%!   assert (norm (M * d) <= 1e-12 * norm (M) * norm (d) && d(3) == 0)
%! end

%!test  % heavy beside light: the rank of G is that of G
%! M = diag ([1e-4 0.1 1e6 1e-4]);
%! G = [1 1 0; 0 0 0; 1 -1 1; 0 0 0];
%! for m = {M, eye(4), diag(1 ./ diag (M))}
%!   R = dls_redundancy (m{1}, G);
%!   assert ([R.rank, R.rank_mass, R.rank_all, R.rank_kkt], [2 4 4 6])
%!   assert ([R.gap, R.gap_mass, R.gap_all] > 1e9)
%!   assert (full (R.kernel'), [-0.5 0.5 1], 1e-12)
%! end

%!test  % how near: a change of that size loses rank; reactions of a nearly flat arch are large
%! for e = [0.9 1e-2 1e-5]
%!   G = [1 -1; e e];                             % two bars that meet at the angle 2*e
%!   R = dls_redundancy (diag ([2 2]), G, 'RankTolerance', 1e-9);
%!   near = R.nearest;
%!   s = svd (G / sqrt (1 + e^2));
%!   assert (near.distance, s(2) / s(1), 1e-12)
%!   assert (rank (G + near.change, 1e-9), 1)
%!   assert (norm (near.change / sqrt (1 + e^2)) / s(1), near.distance, 1e-12)
%!   assert (near.row, near.row(1) * [1; 1], 1e-12)
%!   force = norm (inv (G / sqrt (1 + e^2)) * [0; 1]) * s(1);
%!   assert (max (near.sensitivity) <= near.condition * (1 + 1e-12))
%!   assert (norm (near.sensitivity) >= force * (1 - 1e-9))
%!   assert (isempty (strfind (R.table, 'near to one more')), e > 1e-3)
%! end
%! R = dls_redundancy (diag ([1 1/3]), [1 1 1; -1 0 1]);
%! assert (rank ([1 1 1; -1 0 1] + R.nearest.change, 1e-9), 1)
%!test  % TUTORIAL App. E (v), (vi): what they promise, and the inverse in blocks against pinv
%! rand ('seed', 5);  randn ('seed', 5);  seen = zeros (2);
%! for k = 1:30
%!   A = randn (4);  M = A * A' + eye (4);  G = randn (4, 2);
%!   N = -G + 10 ^ (-2 * rand ()) * randn (4, 2);
%!   R = dls_redundancy (M, G, 'N', N);
%!   S = G' * (M \ N);
%!   whole = [M, N; G', zeros(2)];
%!   X = [inv(M) - (M \ N) * (S \ (G' / M)), (M \ N) / S; S \ (G' / M), -inv(S)];
%!   assert (X, pinv (whole), 1e-9 * norm (X))
%!   for j = 1:2
%!     v = R.conditions(end-2+j);
%!     full = [rank(N) == 2, rank(whole) == 6];
%!     assert (full(j) || ~strcmp (v.holds, 'holds'))
%!     seen(j,1 + strcmp (v.holds, 'holds'))++;
%!   end
%! end
%! assert (all (seen(:) > 2))
%! R = dls_redundancy (eye (2), [1; 0], 'N', [0; 1]);   % N is regular, G'*N is not
%! assert ({R.conditions(end-1:end).holds}, {'holds', 'fails'})
%! R = dls_redundancy (diag ([1 0]), [1; 0], 'N', [-1; 0]);
%! assert ({R.conditions(end-1:end).holds}, {'holds', 'not applicable'})
%!test  % nothing
%! R = dls_redundancy (eye (2), []);
%! assert ([R.rank, R.nullity], [0 0])
%! assert (R.acceleration_unique)

%!test  % compatible or not
%! R = dls_redundancy (eye (2), [1 1; 0 0], 'b', [1; 2]);
%! c = R.conditions(strcmp ({R.conditions.name}, 'b in Im G'''));
%! assert (c.holds, 'fails')
%! R = dls_redundancy (eye (2), [1 1; 0 0], 'b', [2; 2]);
%! c = R.conditions(strcmp ({R.conditions.name}, 'b in Im G'''));
%! assert (c.holds, 'holds')

%!test  % TUTORIAL appendix E: M indefinite is refused, (69) is checked against an SVD
%! R = dls_redundancy (diag ([1 0]), [1; 0]);
%! c = R.conditions(strncmp ({R.conditions.source}, 'TUTORIAL (69)', 13));
%! assert (c.holds, 'holds')
%! assert (c.number, 2)
%!test
%! R = dls_redundancy ([], []);
%! assert ([R.rank, R.nullity], [0 0])
%!error id=delassus:indefinite dls_redundancy (diag ([1 -1]), [1; 0])
%!error id=delassus:indefinite dls_redundancy ([1 2; 2 1], [1; -1])
%!error id=delassus:type dls_redundancy (1, 1, 'N', 1i)
%!error id=delassus:notFinite dls_redundancy (1, 1, 'N', NaN)
%!error id=delassus:dimension dls_redundancy (1, 1, 'b', [1 2])
%!error id=delassus:option dls_redundancy (eye (2), [1; 0], 'Names', {'a', 'b'})
%!error id=delassus:option dls_redundancy (eye (2), [1; 0], 'Tolerance', 1)
%!error id=delassus:dimension dls_redundancy (eye (2), [1; 0; 0])
%!error id=delassus:dimension dls_redundancy (eye (2))
%!error id=delassus:type dls_redundancy ({1}, 1)

%!demo
%! % a door on two full hinges: five of ten constraints repeat others (below 1: not determined)
%! G = [1 0 0 0 0  1 0 0 0 0; 0 1 0 0 0  0 1 0 0 0; 0 0 1 0 0  0 0 1 0 0
%!      0 -1 0 1 0  0 1 0 1 0; 1 0 0 0 1  -1 0 0 0 1; zeros(1, 10)];
%! R = dls_redundancy (diag ([1 1 1 0.3 0.3 0.1]), G);
%! barh (R.leverage);
%! names = {'x', 'y', 'z', 'mx', 'my'};
%! set (gca, 'ytick', 1:10, 'yticklabel', [strcat({'low '}, names), strcat({'top '}, names)]);
%! xlabel ('leverage');
%!test  % a body on three struts that nearly meet in a point: the third meets it when it moves by e
%! e = 1e-3;
%! B = dls_body (dls_mechanism ('d', 2), 'plate', 'mass', 1, 'inertia', 0.2);
%! B = dls_joint (B, 'left', 'distance', {'ground', [-2 0]}, {'plate', [-1 0]});
%! B = dls_joint (B, 'below', 'distance', {'ground', [0 -2]}, {'plate', [0 -1]});
%! B = dls_joint (B, 'third', 'distance', {'ground', [2, 2 + e]}, {'plate', [1, 1 + e]});
%! J = dls_redundancy (B).nearest.joints;
%! assert ({J.name}, {'left', 'below', 'third'})
%! assert ([J.move], [0 -e e/2; e 0 -e/2], 1e-5)
%! assert ([J.turn], Inf (1, 3))
%! C = B;
%! C.joints(3).b.point = C.joints(3).b.point + J(3).move;
%! C.joints(3).a.point = C.joints(3).a.point + J(3).move;
%! assert (dls_redundancy (C).nullity, 1)
%!test  % a door whose upper hinge leans by e: turned back it opens
%! e = 1e-3;
%! D = dls_body (dls_mechanism ('d', 3), 'door', 'mass', 20, 'inertia', [2 1 3], 'at', [0.4 0 0]);
%! D = dls_joint (D, 'lower', 'hinge', {'ground', [0 0 -1], 'along', [0 0 1]}, ...
%!                {'door', [-.4 0 -1]});
%! D = dls_joint (D, 'upper', 'hinge', {'ground', [0 0 1], 'along', [e 0 1]}, ...
%!                {'door', [-.4 0 1]});
%! R = dls_redundancy (D);
%! assert ([R.nullity, R.rank], [4 6])
%! assert (R.nearest.joints(2).turn, [0; -e; 0], 1e-5)

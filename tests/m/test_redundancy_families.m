function pass = test_redundancy_families ()
% TEST_REDUNDANCY_FAMILIES  dls_redundancy against truths from dense SVDs.
%   pass = test_redundancy_families ()   logical row; failing elements print their names.
%   Rank, kernels, determined reactions, leverages g_i'(G G')^+ g_i, independent subset,
%   uniqueness of the acceleration and its kernel.
%   ALLSTICK Prop. 1, TUTORIAL Prop. 1, App. E (i) to (vi).
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
pass = [families(), mechanisms(), long_kernel(), options()];
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_redundancy_families: %s\n', name); end
end

function pass = families ()
kinds = {'full', 'redundant', 'singular', 'floating', 'wide', 'zero-column', ...
         'repeated', 'empty', 'scalar', 'scaled', 'rowscaled'};
sizes = [6 5; 30 24; 90 80; 240 200];
pass = [];
for k = 1:numel (kinds)
  for i = 1:4
    n = sizes(i, 1);
    m = sizes(i, 2);
    if strcmp (kinds{k}, 'wide'), m = ceil (1.3 * n); end
    [M, G, ~, ~, T] = make_random_kkt (kinds{k}, n, m, i + 4 * k);
    name = sprintf ('%s, n = %d: ', kinds{k}, n);
    pass = [pass, diagnosis(name, M, G, ~strcmp (kinds{k}, 'rowscaled')), ...
            holds([name 'rank by construction'], ...
                  getfield (dls_redundancy (M, G), 'rank') == T.rank)];
  end
end
end

% No bar of a braced wall is determined, though some states of self-stress have entries of 1e8
% beside the 1 of their own bar; what is to be released is as many as there are states.
function pass = long_kernel ()
[M, G] = make_lattice (50);
R = dls_redundancy (M, G);
pass = [holds('wall: determined', ~any (R.determined) && all (R.leverage < 0.99)), ...
        holds('wall: releases', numel ([R.releases.count]) > 0 ...
              && sum ([R.releases.count]) == R.nullity)];
end

function pass = mechanisms ()
names = {'parallelogram', 'parallelogram, massless, s = 1000', 'four-bar', 'Bricard', ...
         'Bricard turned', 'door', 'beam', 'Andrews', 'ALLSTICK 2', 'flat block', ...
         'lattice 8', 'lattice 3D 3', 'chain 60', 'dense columns'};
build = {@() make_parallelogram(), @() make_parallelogram(true, 1000), ...
         @() make_fourbar3d(), @() make_bricard(), @() make_bricard(Inf), ...
         @() make_door(), @() make_beam(0.5), @() make_andrews(), ...
         @() make_allstick(2), @() make_allstick(3), @() make_lattice(8), ...
         @() make_lattice(3, 3), @() make_chain(60), @() make_dense_constraint(60, 2)};
pass = [];
for k = 1:numel (build)
  [M, G] = build{k}();
  pass = [pass, diagnosis([names{k} ': '], M, G, k ~= 2)];
end
end

function pass = diagnosis (name, M, G, compare_leverage)
% All fields of one diagnosis; Z, V are the oracle's kernels.
[n, m] = size (G);
[~, ~, T] = oracle_kkt (M, G, zeros (n, 1), zeros (m, 1));
R = dls_redundancy (M, G);
nullity = m - T.rank;
share = sum (T.Z.^2, 2);                     % 1 - leverage
% Whether reaction i is determined must not depend on the length of g_i: unit columns.
len = sqrt (sum (full (G).^2, 1))';
len(len == 0) = 1;
determined = true (m, 1);
if nullity > 0
  [Q, ~] = qr (spdiags (len, 0, m, m) * T.Z, 0);
  determined = sum (full (Q).^2, 2) <= 1e-16;
end
pass = [holds([name sprintf('rank %d, truth %d', R.rank, T.rank)], ...
              R.rank == T.rank && R.nullity == nullity), ...
        holds([name 'determined'], isequal (logical (R.determined(:)), determined)), ...
        holds([name 'split'], isequal (sort ([R.independent(:); R.redundant(:)]), ...
              (1:m)') && numel (R.independent) == T.rank)];

% Kernel: right size, annihilated by G column by column, independent, all of ker G.
N = full (R.kernel);
ok = isequal (size (N), [m, nullity]);
if ok && nullity > 0
  len = sqrt (sum (N.^2, 1));
  scale = sqrt (sum ((abs (full (G)) * abs (N)).^2, 1));
  scale = 1e-10 * scale + 1e-14 * norm (G, 1) * len;
  ok = all (sqrt (sum ((G * N).^2, 1)) <= scale) && all (len > 0) ...
       && rank (N / diag (len)) == nullity;
end
pass = [pass, holds([name 'kernel'], ok && (nullity == 0 || issparse (R.kernel)))];

% Independent columns have the full rank: compare in normalised columns.
len = sqrt (sum (G.^2, 1))';
len(len == 0) = 1;
Gn = full (G) / diag (len);
if m == 0, Gn = zeros (n, 0); end
ok = isempty (R.independent) || rank (Gn(:, R.independent), 1e-9) == T.rank;
pass = [pass, holds([name 'independent subset'], ok)];

% Uniqueness of the acceleration.
A = full (R.acceleration_kernel);
V = T.V;
ok = R.acceleration_unique == isempty (V) && size (A, 2) == size (V, 2);
if ok && ~isempty (V)
  ok = norm (V - A * (A \ V)) <= 1e-9 ...
       && norm (M * A, 1) <= 1e-10 * norm (M, 1) * norm (A, 1);
end
pass = [pass, holds([name 'acceleration'], ok)];

h = R.leverage(:);
ok = numel (h) == m && all (h >= -1e-9 & h <= 1 + 1e-9);
if ok && compare_leverage, ok = all (abs (h - (1 - share)) <= 1e-6); end
pass = [pass, holds([name 'leverage'], ok), ...
        holds([name 'table'], ischar (R.table) && ~isempty (R.table)), ...
        holds([name 'gap'], nullity == 0 || T.rank == 0 || R.gap > 1e3)];
end

function pass = options ()
% Names appear in the table; the tolerance is relative and adjustable.
[M, G, ~, ~, names] = make_door ('balls');
R = dls_redundancy (M, G, 'Names', names);
text = reshape (R.table', 1, []);
seen = cellfun (@(s) ~isempty (strfind (text, s)), names);
[M, G] = make_bricard (6);
ranks = zeros (1, 3);
for k = 1:3                                  % the same decisions in any unit
  unit = 10^(6 * (k - 2));
  R1 = dls_redundancy (M, unit * G, 'RankTolerance', 1e-5);
  R2 = dls_redundancy (M, unit * G, 'RankTolerance', 1e-10);
  ranks(k) = R1.rank == 29 && R2.rank == 30;
end
pass = [holds('names in the table', all (seen)), ...
        holds('relative tolerance', all (ranks))];
end

function pass = test_lcp_families ()
% TEST_LCP_FAMILIES  dls_lcp, dls_lcp_all, dls_mlcp on families with known truth.
%   pass = test_lcp_families ()   logical row; each failing element prints its name.
%   Promise: solved means a relative natural map <= 1e-10 (recomputed here), infeasible a
%   certificate that arithmetic verifies; dls_lcp_all agrees with linear programs on all bases.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
pass = [families(), monotone_large(), complete_sets(), verdicts(), mixed(), mixed_verdicts(), ...
        scaled(), classes()];
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_lcp_families: %s\n', name); end
end

function names = all_kinds ()
names = {'p', 'psd_lowrank', 'psd_infeasible', 'copositive', 'degenerate', 'many', 'murty', ...
         'fathi', 'contact_redundant', 'skew', 'badly_scaled'};
end

function names = methods_for (kind, T, n)
% 'auto' always; lemke, unless it takes 2^n pivots; ipm where A is monotone.
names = {'auto'};
if n <= 12 || ~any (strcmp (kind, {'murty', 'fathi'})), names{end+1} = 'lemke'; end
if T.monotone, names{end+1} = 'interior-point'; end
if any (strcmp (kind, {'p', 'degenerate', 'badly_scaled', 'murty', 'fathi'}))
  names{end+1} = 'newton';
end
if n <= 12, names{end+1} = 'enumerate'; end
end

function pass = families ()
pass = [];
kinds = all_kinds ();
for k = 1:numel (kinds)
  for n = [1 2 5 8 12 30]
    for seed = 1:2
      if n == 30 && strcmp (kinds{k}, 'murty'), continue, end    % see monotone_large
      [A, q, T] = make_lcp (kinds{k}, n, seed);
      for method = methods_for (kinds{k}, T, n)
        name = sprintf ('%s, n = %d, seed %d, %s', kinds{k}, n, seed, method{1});
        pass = [pass, judged(name, A, q, T, method{1})];
      end
    end
  end
end
end

function ok = judged (name, A, q, T, method)
% One answer against the truth T, from the data alone.
[z, w, info] = dls_lcp (A, q, 'Method', method);
r = verify_lcp (A, q, 0, z, info);
if ~isempty (T.u)
  ok = strcmp (info.status, 'infeasible') && info.exitflag == -2 && r.proved ...
       || (strcmp (method, 'enumerate') && any (strcmp (info.status, 'no_solution')));
else
  ok = strcmp (info.status, 'solved') && info.exitflag == 1 && r.relative <= 1.01e-10 ...
       && info.residual.worst <= 1e-10 && isempty (info.certificate) ...
       && norm (w - (A * z + q), Inf) <= 1e-12 * max (1, r.scale);
  if T.unique
    ok = ok && norm (z - T.z, Inf) <= 1e-6 * norm (T.z, Inf);
  end
end
name = sprintf ('%s: %s, relative %.1e, natural %.1e (%s)', name, info.status, r.relative, ...
                r.natural, info.message);
ok = holds (name, ok);
end

function pass = monotone_large ()
% Beyond enumeration; sparse.
pass = [];
[A, q] = make_obstacle (30);
T = struct ('u', [], 'unique', false);
for method = {'auto', 'interior-point', 'newton'}
  pass = [pass, judged(['obstacle 30, ' method{1}], A, q, T, method{1})];
end
[A, q] = make_obstacle (8);
pass = [pass, judged('obstacle 8, gauss-seidel', A, q, T, 'gauss-seidel')];
for kind = {'p', 'psd_lowrank', 'psd_infeasible', 'contact_redundant', 'skew'}
  [A, q, T] = make_lcp (kind{1}, 120, 3);
  for method = {'auto', 'lemke'}
    pass = [pass, judged([kind{1} ', n = 120, ' method{1}], A, q, T, method{1})];
  end
end
for n = [16 30]                                % 2^n pivots for some rules
  for kind = {'murty', 'fathi'}
    [A, q, T] = make_lcp (kind{1}, n, 1);
    pass = [pass, judged(sprintf ('%s %d', kind{1}, n), A, q, T, 'auto')];
  end
end
end

function pass = complete_sets ()
% The box around all solutions, by dls_lcp_all and by linear programs.
pass = [];
kinds = all_kinds ();
for k = 1:numel (kinds)
  for n = 1:5
    for seed = 1:2
      [A, q] = make_lcp (kinds{k}, n, seed);
      name = sprintf ('all of %s, n = %d, seed %d', kinds{k}, n, seed);
      pass = [pass, box_agrees(name, A, q)];
    end
  end
end
for seed = 1:30                                % without any structure, small whole numbers
  n = 2 + mod (seed, 4);
  A = round (4 * lcg_rand (seed, n, n) - 2);
  q = round (4 * lcg_rand (seed + 100, n, 1) - 2);
  pass = [pass, box_agrees(sprintf ('all of integers %d', seed), A, q)];
end
end

function ok = box_agrees (name, A, q)
n = numel (q);
[solvable, low, high] = oracle_lcp (A, q);
Z = dls_lcp_all (A, q);
lo = min ([Z.z, Inf(n, 1)], [], 2);
hi = max ([Z.z, -Inf(n, 1)], [], 2);
hi(any (Z.rays > 1e-9, 2)) = Inf;
size_ = 1 + max (abs (Z.z(:)));
if isempty (size_), size_ = 1; end
near = @(x, y) all ((x == y) | abs (x - y) <= 1e-7 * size_);
natural = max (max (abs (min (Z.z, Z.w)), [], 1) ./ max (1, max (abs (q))));
if isempty (natural), natural = 0; end
ok = (Z.count > 0) == solvable && near (lo, low) && near (hi, high) && Z.complete ...
     && natural <= 1e-9 * size_ && faces_solve (Z, A, q, size_);
if Z.unique, ok = ok && norm (high - low, Inf) <= 1e-7 * size_; end
ok = holds (sprintf ('%s: %s %s, expected %s %s', name, mat2str (lo', 3), mat2str (hi', 3), ...
                     mat2str (low', 3), mat2str (high', 3)), ok);
end

function ok = faces_solve (Z, A, q, size_)
% The middle of each face plus each of its rays is a solution as well.
ok = true;
for f = Z.faces
  z = mean (Z.z(:, f.vertices), 2) + sum (Z.rays(:, f.rays), 2);
  tol = 1e-8 * (size_ + max (abs (z))) * max (1, norm (A, 1));
  ok = ok && norm (min (z, A * z + q), Inf) <= tol;
end
end

function pass = verdicts ()
% Small whole numbers, with and without solutions: what each method says must be true, and 'auto'
% must know. 431, 551, 587, 680 have none, yet the natural map falls relative to ever larger z.
pass = [];
for seed = [1:150, 431, 551, 563, 587, 680, 2546]
  n = 2 + mod (seed, 5);
  A = round (4 * lcg_rand (seed, n, n) - 2);
  q = round (4 * lcg_rand (seed + 1e4, n, 1) - 2);
  if mod (seed, 3) == 0, A = A - A'; end
  if mod (seed, 7) == 0, A = A * A'; end
  Z = dls_lcp_all (A, q);
  for method = {'auto', 'lemke', 'newton', 'enumerate'}
    [z, w, info] = dls_lcp (A, q, 'Method', method{1});
    r = verify_lcp (A, q, 0, z, info);
    switch info.status
      case 'solved'
        ok = Z.count > 0 && r.relative <= 1.01e-10 && r.natural <= 1e-6;
      case 'infeasible'
        ok = Z.count == 0 && r.proved;
      case 'no_solution'
        ok = Z.count == 0;
      otherwise
        ok = any (strcmp (method{1}, {'lemke', 'newton'}));
    end
    name = sprintf ('verdict %d, %s: %s of %g solutions, natural %.1e, relative %.1e', seed, ...
                    method{1}, info.status, Z.count, r.natural, r.relative);
    pass = [pass, holds(name, ok)];
  end
end
end

function pass = mixed_verdicts ()
% Small whole numbers; A singular or rectangular as it comes. Odd seeds have a solution.
pass = [];
for seed = 1:150
  nx = 1 + mod (seed, 3);
  ne = nx + mod (floor (seed / 3), 3) - 1;
  m = 1 + mod (floor (seed / 9), 4);
  R = @(k, r, c) round (4 * lcg_rand (1000 * k + seed, r, c) - 2);
  A = R(1, ne, nx);
  B = R(2, ne, m);
  C = R(3, m, nx);
  D = R(4, m, m);
  a = R(5, ne, 1);
  b = R(6, m, 1);
  if mod (seed, 2) == 1
    x = R(7, nx, 1);
    z = R(8, m, 1);
    a = -A * x - B * max (z, 0);
    b = max (-z, 0) - C * x - D * max (z, 0);
  end
  [x, z, w, info] = dls_mlcp (A, B, C, D, a, b);
  r = verify_lcp ([A, B; C, D], [a; b], [ne, nx], [x; z], info);
  ok = (strcmp (info.status, 'solved') && r.natural <= 1e-6 && r.relative <= 1.01e-10) ...
       || (mod (seed, 2) == 0 && (r.proved || strcmp (info.status, 'no_solution')));
  pass = [pass, holds(sprintf ('mixed verdict %d: %s, natural %.1e', seed, info.status, ...
                               r.natural), ok)];
end
end

function pass = mixed ()
pass = [];
for kind = {'regular', 'monotone', 'singular', 'redundant', 'wide', 'infeasible'}
  for size_ = [4 3; 8 6; 20 15; 40 30]'
    [P, T] = make_mlcp (kind{1}, size_(1), size_(2), 5);
    M = [P.A, P.B; P.C, P.D];
    q = [P.a; P.b];
    methods = {'auto', 'lemke', 'interior-point', 'newton'};
    for method = methods(1:1 + 2 * strcmp (kind{1}, 'regular'))
      [x, z, w, info] = dls_mlcp (P.A, P.B, P.C, P.D, P.a, P.b, 'Method', method{1});
      r = verify_lcp (M, q, [numel(P.a), numel(x)], [x; z], info);
      name = sprintf ('mlcp %s, n = %d, %s: %s, relative %.1e (%s)', kind{1}, size_(1), ...
                      method{1}, info.status, r.relative, info.message);
      if strcmp (kind{1}, 'infeasible')
        ok = strcmp (info.status, 'infeasible') && r.proved;
      else
        ok = strcmp (info.status, 'solved') && r.relative <= 1.01e-10 ...
             && info.residual.equations <= 1e-9 * max (1, r.scale) && numel (x) == columns (P.A);
      end
      if T.unique
        ok = ok && norm ([x; z] - [T.x; T.z], Inf) <= 1e-6 * norm ([T.x; T.z], Inf);
      end
      pass = [pass, holds(name, ok)];
    end
  end
end
end

function pass = scaled ()
% Other units give the same answer: A -> s*A, q -> s*t*q, z -> t*z.
pass = [];
for kind = {'p', 'contact_redundant', 'psd_infeasible'}
  [A, q, T] = make_lcp (kind{1}, 10, 4);
  for s = [1e-8, 1, 1e8]
    for t = [1e-8, 1e8]
      T2 = T;
      T2.z = t * T.z;
      name = sprintf ('%s, A times %g, z times %g', kind{1}, s, t);
      pass = [pass, judged(name, s * A, s * t * q, T2, 'auto')];
    end
  end
end
end

function pass = classes ()
% Classes by construction; witnesses by arithmetic.
pass = [];
truth = struct ('p', 'P', 'psd_lowrank', 'PSD', 'degenerate', 'PD', 'copositive', ...
                'strictly_copositive', 'murty', 'P', 'fathi', 'PD', 'contact_redundant', 'PSD', ...
                'skew', 'PSD');
kinds = fieldnames (truth);
for k = 1:numel (kinds)
  for n = [1 3 6 10]
    A = make_lcp (kinds{k}, n, 2);
    C = dls_matrix_class (A);
    name = sprintf ('class of %s, n = %d: %s', kinds{k}, n, C.(truth.(kinds{k})).why);
    pass = [pass, holds(name, strcmp (C.(truth.(kinds{k})).holds, 'yes') && consistent (A, C))];
  end
end
for seed = 1:20
  n = 2 + mod (seed, 5);
  A = round (4 * lcg_rand (seed, n, n) - 1.5);
  pass = [pass, holds(sprintf ('classes of integers %d', seed), ...
                      consistent (A, dls_matrix_class (A)))];
end
end

function ok = consistent (A, C)
% Implications between classes, principal minors, and each witness.
A = full (A);
n = rows (A);
yes = @(name) strcmp (C.(name).holds, 'yes');
no = @(name) strcmp (C.(name).holds, 'no');
implies = {'PD', 'PSD'; 'PD', 'P'; 'P', 'P0'; 'PSD', 'P0'; 'PSD', 'copositive'; ...
           'PD', 'strictly_copositive'; 'strictly_copositive', 'copositive_plus'; ...
           'copositive_plus', 'copositive'; 'M', 'Z'; 'M', 'P'};
ok = true;
for k = 1:rows (implies)
  ok = ok && ~(yes (implies{k, 1}) && no (implies{k, 2}));
end
minors = zeros (1, 2^n - 1);
for k = 1:2^n-1
  s = bitand (k, 2 .^ (0:n-1)) > 0;
  minors(k) = det (A(s, s)) / max (prod (sqrt (sum (A(s, s).^2, 2))), realmin);
end
ok = ok && ~(yes ('P') && min (minors) < -1e-9) && ~(no ('P') && min (minors) > 1e-9) ...
     && ~(yes ('P0') && min (minors) < -1e-9) && ~(no ('P0') && min (minors) > 1e-9);
small = 1e-9 * max (abs (A(:)));
form = @(z) z' * A * z / (z' * z);
for name = {'PSD', 'copositive'}
  z = C.(name{1}).witness;
  if no (name{1}) && ~isempty (z)
    ok = ok && form (z) < 0 && (strcmp (name{1}, 'PSD') || all (z >= 0));
  end
end
for name = {'PD', 'strictly_copositive'}
  z = C.(name{1}).witness;
  if no (name{1}) && ~isempty (z)
    ok = ok && form (z) <= small && (strcmp (name{1}, 'PD') || all (z >= 0));
  end
end
end

function [pass, skipped] = test_friction_io ()
% TEST_FRICTION_IO  Problems survive every format bit by bit; damaged files do no harm; the public
% friction files, where they are.
%   [pass, skipped] = test_friction_io ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
folder = tempname ();
mkdir (folder);
[public, skipped] = public_files (folder);
pass = [round_trips(folder), layouts(folder), sets(folder), refused(folder), ...
        damaged(folder), public];
delete (fullfile (folder, '*'));
rmdir (folder);
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_friction_io: %s\n', name); end
end

function P = sample (seed, form, d, nc)
% Numbers of all sizes, also -0, subnormal and Inf (mu).
m = d * nc;
n = m + 2;
noise = @(k, rows, cols) (2 * lcg_rand (seed + k, rows, cols) - 1) ...
                         .* 10 .^ (40 * lcg_rand (seed + k + 50, rows, cols) - 20);
mu = lcg_rand (seed, nc, 1);
if nc > 2, mu(1:3) = [0; Inf; 1e9]; end
if strcmp (form, 'local')
  G = 2 * lcg_rand (seed, m, m) - 1;
  q = noise (1, m, 1);
  if m > 2, q(1:3) = [-0; 5e-324; -realmax]; end
  P = dls_problem ('W', G * diag (lcg_rand (seed + 3, m, 1) > 0.5) * G', 'q', q, 'mu', mu, 'd', d);
  return
end
H = noise (2, m, n);
H(lcg_rand (seed + 4, m, n) < 0.5) = 0;
H(:,1) = 1 / 3;
f = noise (5, n, 1);
f(1) = -0;
M = spdiags (10 .^ (6 * lcg_rand (seed + 6, n, 1) - 3), 0, n, n);
M(1,2) = M(1,1) * 1e-3;
M(2,1) = M(1,2);
M(2,2) = M(1,1);
P = dls_problem ('M', M, 'H', H, 'f', f, 'w', noise (7, m, 1), 'mu', mu, 'd', d);
end

function P = complementarity (kind)
R = 2 * lcg_rand (8, 5, 6) - 1;
if strcmp (kind, 'lcp')
  P = struct ('kind', 'lcp', 'A', sparse (R(:,1:5)), 'q', R(:,6));
else
  P = struct ('kind', 'mlcp', 'A', sparse (R(1:2,1:2)), 'B', sparse (R(1:2,3:5)), ...
              'C', sparse (R(3:5,1:2)), 'D', sparse (3, 3), 'a', R(1:2,6), 'b', R(3:5,6));
end
end

function [same, why] = survives (P, file, varargin)
% The same fields, and the same bits: isequal does not tell 0 from -0.
same = false;
try
  dls_write (P, file, varargin{:});
  Q = rmfield (dls_read (file), {'name', 'file'});
  why = 'different';
  same = isequal (P, Q) && isequal (sort (fieldnames (P)), sort (fieldnames (Q)));
  for name = fieldnames (P)'
    x = P.(name{1});
    y = Q.(name{1});
    same = same && issparse (x) == issparse (y);
    if isnumeric (x) && ~issparse (x), same = same && isequal (1 ./ x(x == 0), 1 ./ y(x == 0)); end
  end
catch err
  why = err.message;
end
end

function pass = round_trips (folder)
pass = [];
problems = {complementarity('lcp'), complementarity('mlcp')};
for d = 2:3
  for nc = [0 1 4]
    problems = [problems, {sample(d + nc, 'local', d, nc), sample(d + nc, 'global', d, nc)}];
  end
end
% as many coordinates as components of u: both forms have the same sizes
M = [2 1; 1 3];
problems{end+1} = dls_problem ('M', M, 'H', [1 2; 3 4], 'f', [5; 6], 'w', [7; 8], 'mu', 1, 'd', 2);
problems{end+1} = dls_problem ('M', eye (4), 'H', [1 2; 3 4] * ones (2, 4), 'mu', 1, 'd', 2);
problems{end+1} = dls_problem ('W', M, 'q', [0; 2], 'mu', 2, 'd', 2);
% two contacts in 2D, n = 2: begins like a sparse LCP of order 2
problems{end+1} = dls_problem ('M', M, 'H', magic (4)(:,1:2), 'mu', 1, 'd', 2);
problems{end+1} = struct ('kind', 'lcp', 'A', sparse (M), 'q', [1; 2]);
problems{end+1} = struct ('kind', 'lcp', 'A', sparse (3), 'q', 1);
for k = 1:numel (problems)
  P = problems{k};
  ways = {'.dat'; '.mtx'; '.mat'};
  if strcmp (P.kind, 'friction'), ways = [ways; {'.hdf5'}]; end
  for way = ways'
    for storage = {'auto', 'dense', 'sparse'}
      if strcmp (way{1}, '.dat') || strcmp (storage{1}, 'auto')
        file = fullfile (folder, sprintf ('%d%s', k, way{1}));
        [ok, why] = survives (P, file, 'Storage', storage{1});
        pass = [pass, holds(sprintf ('problem %d as %s, %s: %s', k, way{1}, storage{1}, why), ok)];
      end
    end
  end
end
delete (fullfile (folder, '*'));
end

function pass = layouts (folder)
% What other programs find: FCLIB's and Siconos' sign of f, H transposed; extras of FCLIB.
P = dls_problem ('M', 2, 'H', [3; 4], 'f', -5, 'w', [6; 7], 'mu', 0.5, 'd', 2);
file = fullfile (folder, 'x.dat');
dls_write (P, file);
text = sscanf (fileread (file), '%f')';
pass = holds ('Siconos text', isequal (text, [2 1, 0 1 1 1 1 2, 0 1 2 1 2 3 4, 5, 6 7, 0.5]));
P.info = struct ('title', 'a title', 'description', '', 'math_info', 'unknown');
P.guesses = struct ('u', {[1; 2], [3; 4]}, 'r', {[5; 6], [7; 8]}, 'v', {9, 10});
P.solution = struct ('u', [0; 0], 'r', [1; 1], 'v', []);
file = fullfile (folder, 'x.hdf5');
ok = survives (P, file);
raw = load ('-hdf5', file);
g = raw.fclib_global;
pass = [pass, holds('FCLIB extras', ok), ...
        holds('FCLIB layout', g.vectors.f == 5 && isequal (double (g.H.m), 1) ...
              && isequal (double (g.H.n), 2) && isequal (g.H.x(:), [3; 4]) ...
              && isa (g.H.p, 'int32') && isequal (double (g.H.p(:)), [0; 1; 2]))];
bad = P;
bad.guesses(1).u = [1; 2; 3];
pass = [pass, holds('a guess of another size', strcmp (write_error (bad, file), ...
                                                       'delassus:dimension'))];
bad.guesses(1).u = sparse ([1; 2]);
pass = [pass, holds('a sparse guess', isempty (write_error (bad, file)) ...
                    && isequal (dls_read (file).guesses(1).u, [1; 2]))];
bad.info.title = 3;
pass = [pass, holds('a title of numbers', strcmp (write_error (bad, file), 'delassus:type'))];
pass = [pass, holds('MAT extras', survives (P, fullfile (folder, 'x.mat')))];
save (fullfile (folder, 'x.mat'), 'P', '-v6');
Q = dls_read (fullfile (folder, 'x.mat'));
pass = [pass, holds('uncompressed', isequal (rmfield (Q, {'name', 'file'}), P))];
% all codings of one matrix, triplets with room to spare
W = sparse ([2 1 0 0; 1 3 0 0; 0 0 4 0.5; 0 0 0.5 5]);
[i, j, x] = find (W);
codings = {-1, [0 2 4 6 8], i - 1, x; -2, [0 2 4 6 8], i - 1, x; 8, j - 1, i - 1, [x; 0; 0]};
for k = 1:3
  sets = {'spacedim', int32(2); 'W/m', int32(4); 'W/n', int32(4); 'W/nz', int32(codings{k,1}); ...
          'W/p', int32(codings{k,2}(:)); 'W/i', int32(codings{k,3}); 'W/x', codings{k,4}; ...
          'vectors/q', ones(4, 1); 'vectors/mu', [1; 2]};
  dls_fclib_mex ('write', file, strcat ('/fclib_local/', sets(:,1)), sets(:,2));
  Q = dls_read (file);
  pass = [pass, holds(sprintf ('coding %d', codings{k,1}), isequal (Q.W, W))];
end
end

function pass = sets (folder)
% Matrix Market: kinds of matrices, and sets that are not complete or mixed.
head = '%%MatrixMarket matrix ';
good = {'coordinate real general', '2 3 2  1 1 5  2 3 -1', [5 0 0; 0 0 -1]; ...
        'coordinate pattern general', sprintf('%% note\n2 2 1\n2 1'), [0 0; 1 0]; ...
        'coordinate integer symmetric', '2 2 2  1 1 3  2 1 4', [3 4; 4 0]; ...
        'coordinate real skew-symmetric', '2 2 1  2 1 4', [0 -4; 4 0]; ...
        'array real general', '2 2  1 2 3 4', [1 3; 2 4]; ...
        'array real symmetric', '2 2  1 2 3', [1 2; 2 3]; ...
        'Array Real skew-symmetric', '2 2  7', [0 -7; 7 0]};
pass = [];
for k = 1:size (good, 1)
  [P, err] = read_bytes (fullfile (folder, 'a.mtx'), [head, good{k,1}, sprintf('\n'), good{k,2}]);
  pass = [pass, holds([good{k,1}, err.message], ~isempty (P) && strcmp (P.kind, 'matrix') ...
                      && isequal (full (P.A), good{k,3}))];
end
bad = {'coordinate complex general', '1 1 1  1 1 1 1'; 'vector real general', '1 1'; ...
       'coordinate real general', '2 2 1  3 1 1'; 'coordinate real general', '2 2 2  1 1 1'; ...
       'coordinate real general', '2 2 1  1 1 1 7'; 'coordinate real general', '2 2 1  1 1 x'; ...
       'coordinate real general', '3000000000 1 0'; 'coordinate real general', '2000000000 1 0'; ...
       'coordinate real symmetric', '2 2 1  1 2 1'; 'array real symmetric', '2 3  1 2 3'; ...
       'array real general', '100000 100000  1'; 'array real general', '1 1 NaN'; ...
       'coordinate real general', '1.5 1 0'; 'coordinate real general', '1 1 1  0.5 1 1'};
for k = 1:size (bad, 1)
  [P, err] = read_bytes (fullfile (folder, 'a.mtx'), [head, bad{k,1}, sprintf('\n'), bad{k,2}]);
  pass = [pass, holds([bad{k,1}, ' ', bad{k,2}], isempty (P) ...
                      && strcmp (err.identifier, 'delassus:format'))];
end
file = fullfile (folder, 's.mtx');
dls_write (complementarity ('lcp'), file);
dls_write (sample (1, 'local', 2, 2), file);
pass = [pass, holds('mixed set', strcmp (error_of (file), 'delassus:format'))];
delete (fullfile (folder, 's_*'));
dls_write (sample (1, 'local', 2, 2), file);
delete (fullfile (folder, 's_q.mtx'));
pass = [pass, holds('incomplete set', strcmp (error_of (file), 'delassus:file')), ...
        holds('no set', strcmp (error_of (fullfile (folder, 't.mtx')), 'delassus:file'))];
end

function id = write_error (P, file)
id = '';
try
  dls_write (P, file);
catch err
  id = err.identifier;
end
end

function id = error_of (file)
id = '';
try
  dls_read (file);
catch err
  id = err.identifier;
end
end

function [P, err] = read_bytes (file, bytes)
P = [];
err = struct ('identifier', '', 'message', '');
fid = fopen (file, 'w');
fwrite (fid, bytes);
fclose (fid);
try
  P = dls_read (file);
catch err
end
end

function pass = refused (folder)
% Wrong kinds, claims, contradictions: the sentence names the dataset.
file = fullfile (folder, 'x.hdf5');
base = {'spacedim', int32(2); 'W/m', int32(2); 'W/n', int32(2); 'W/nz', int32(-1); ...
        'W/p', int32([0; 1; 2]); 'W/i', int32([0; 1]); 'W/x', [1; 1]; ...
        'vectors/q', [1; 1]; 'vectors/mu', 1};
changes = {'spacedim', int32(5), 'spacedim'; 'spacedim', 'x', 'spacedim'; ...
           'W/m', int32(2000000000), 'W is 2000000000-by-2'; 'W/m', int32(-2), 'W/m'; ...
           'W/nz', int32(-3), 'W/nz'; 'W/nz', int32(7), 'W/i'; 'W/p', int32([0; 2; 1]), 'W/p'; ...
           'W/p', int32([0; 1; 900000]), 'W/i'; 'W/p', int32([0; 1]), 'W/p'; ...
           'W/i', int32([0; 2]), 'W/i'; 'W/i', int32([-1; 0]), 'W/i'; 'W/x', 1, 'W/x'; ...
           'W/x', [1; NaN], 'W/x'; 'W/x', [], 'W/x'; 'vectors/q', false, 'vectors/q'; ...
           'vectors/mu', [1; 2], 'vectors/mu'; 'vectors/mu', -1, 'mu(1) is -1'};
pass = [];
for k = 1:size (changes, 1)
  sets = base;
  sets{strcmp(base(:,1), changes{k,1}),2} = changes{k,2};
  dls_fclib_mex ('write', file, strcat ('/fclib_local/', sets(:,1)), sets(:,2));
  id = '';
  try
    dls_read (file);
  catch err
    id = err.identifier;
    message = err.message;
  end
  pass = [pass, holds(sprintf ('refused %d', k), strcmp (id, 'delassus:format') ...
                      && ~isempty (strfind (message, changes{k,3})))];
end
sets = [base; {'V/n', int32(1)}];
dls_fclib_mex ('write', file, strcat ('/fclib_local/', sets(:,1)), sets(:,2));
pass = [pass, holds('equality constraints', strcmp (error_of (file), 'delassus:format'))];
other = fullfile (folder, 'y.dat');
copyfile (file, other);
pass = [pass, holds('HDF5 called .dat', strcmp (error_of (other), 'delassus:format'))];
rest = {'.hdf5', '.mat', '.mtx'};
for k = 1:numel (rest)
  [P, err] = read_bytes (fullfile (folder, ['z', rest{k}]), '2 1 0 2 2 2 2 1 0 0 1 1 1 0.5');
  pass = [pass, holds(['text called ', rest{k}], isempty (P) ...
                      && strcmp (err.identifier, 'delassus:format'))];
end
x = 1;
save (fullfile (folder, 'n.mat'), 'x', '-v6');
pass = [pass, holds('MAT-file without a problem', ...
                    strcmp (error_of (fullfile (folder, 'n.mat')), 'delassus:format'))];
end

function pass = damaged (folder)
% Cut off at many places, bytes changed, sizes made huge: a problem or delassus:format, quickly.
P = sample (3, 'global', 2, 1);
P.info.title = 'x';
Q = sample (4, 'local', 3, 1);
cases = {P, '.dat', 'dense'; Q, '.dat', 'dense'; P, '.dat', 'sparse'; P, '.hdf5', 'auto'; ...
         Q, '.hdf5', 'auto'; P, '.mat', 'auto'; Q, '.mat', 'v6'; ...
         struct('kind', 'matrix', 'A', P.M), '.mtx', 'auto'};
pass = [];
for k = 1:size (cases, 1)
  file = fullfile (folder, ['x', cases{k,2}]);
  P = cases{k,1};
  if strcmp (cases{k,3}, 'v6')
    save (file, 'P', '-v6');
  else
    dls_write (P, file, 'Storage', cases{k,3});
  end
  fid = fopen (file);
  bytes = fread (fid, Inf, 'uint8=>uint8');
  fclose (fid);
  refused = 0;
  ok = true;
  slowest = 0;
  runs = 1:2:150;
  for run = runs
    copy = mutated (bytes, run, 1000 * k, cases{k,2});
    started = cputime ();
    [R, err] = read_bytes (file, copy);
    slowest = max (slowest, cputime () - started);
    good = ~isempty (R) || (strcmp (err.identifier, 'delassus:format') ...
                            && strncmp (err.message, 'dls_read: x.', 12));
    if ~good, fprintf ('%s, run %d: %s %s\n', cases{k,2}, run, err.identifier, err.message); end
    ok = ok && good;
    refused = refused + isempty (R);
  end
  pass = [pass, holds(sprintf ('damaged %d: %d refused, slowest %.2f s', k, refused, slowest), ...
                      ok && refused > numel (runs) / 3 && slowest < 5)];
end
end

function copy = mutated (bytes, run, seed, kind)
u = lcg_rand (seed + run, 1, 9);
n = numel (bytes);
copy = bytes;
if run <= 50
  copy = bytes(1:floor (u(1) * n));
elseif run <= 125 || ~any (strcmp (kind, {'.dat', '.mtx'}))
  top = min (n, 2500);                        % where HDF5 and MAT keep their structure
  for k = 1:4
    copy(1 + floor (u(k) * top)) = uint8 (255 * (u(k+4) < 0.3) + floor (200 * u(9)));
  end
else
  words = {'99999999999', '2147483647', '-1', '1e300', 'NaN', '0.5', '1000000', 'x'};
  text = char (bytes');
  at = regexp (text, '\S+');
  at = at(1 + floor (u(1) * min (numel (at), 60)));
  word = words{1 + floor (u(2) * numel (words))};
  copy = uint8 ([text(1:at-1), word, regexprep(text(at:end), '^\S+', '')]');
end
end

function [pass, skipped] = public_files (folder)
% Every public friction file is read, has the sizes that its header says, and survives.
pass = [];
data = fullfile ('..', 'shared', 'data', 'siconos');
texts = glob (fullfile (data, 'fc', '*.dat'));
files = [texts; glob(fullfile (data, 'fclib', '*.hdf5'))];
skipped = double (isempty (files));
for k = 1:numel (files)
  try
    P = dls_read (files{k});
    ok = true;
    if k <= numel (texts)
      v = sscanf (fileread (files{k}), '%f', 5)';         % d nc storage rows cols
      ok = P.d == v(1) && P.nc == v(2) && numel (P.mu) == v(2);
    end
    if strcmp (P.form, 'local')
      sizes = {size(P.W), P.d * P.nc * [1 1]; size(P.q), [P.d * P.nc, 1]};
      if k <= numel (texts), sizes = [sizes; {size(P.W), v(4:5)}]; end
    else
      n = size (P.M, 1);
      sizes = {size(P.H), [P.d * P.nc, n]; size(P.f), [n, 1]; size(P.w), [P.d * P.nc, 1]};
      if k <= numel (texts), sizes = [sizes; {size(P.M), v(4:5)}]; end
    end
    for s = 1:size (sizes, 1), ok = ok && isequal (sizes{s,:}); end
    P = rmfield (P, {'name', 'file'});
    if numel (P.mu) < 1000
      ok = ok && survives (P, fullfile (folder, 'p.hdf5')) ...
           && (isfield (P, 'info') || survives (P, fullfile (folder, 'p.dat')));
    end
    e = dls_residual (P, zeros (P.d * P.nc, 1));
    ok = ok && isfinite (e);
  catch err
    ok = false;
    fprintf ('%s: %s\n', files{k}, err.message);
  end
  pass = [pass, holds(files{k}, ok)];
end
end

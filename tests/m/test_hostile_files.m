function pass = test_hostile_files ()
% TEST_HOSTILE_FILES  Files that claim more than they hold, or take long: refused, or read in linear
% time, with little memory.
% SPDX-License-Identifier: GPL-3.0-or-later
folder = tempname ();
mkdir (folder);
confirm_recursive_rmdir (false, 'local');
cleaner = onCleanup (@() rmdir (folder, 's'));
in = @(name) fullfile (folder, name);
pass = [claims(in), expanded(in), slow(in), meshes(in)];
end

% The last entry of W/p, headers of solutions, verdicts that are none.
function pass = claims (in)
file = in ('w.hdf5');
P = dls_problem ('W', speye (4), 'q', ones (4, 1), 'mu', [0.5; 0.5], 'd', 2);
dls_write (P, file);
paths = {'spacedim', 'W/nzmax', 'W/m', 'W/n', 'W/nz', 'W/i', 'W/x', 'vectors/q', 'vectors/mu'};
paths = strcat ('/fclib_local/', paths);
values = [{int32(2), int32(4), int32(4), int32(4), int32(-1), int32(0:3)', ones(4, 1), ...
           ones(4, 1), [0.5; 0.5]}];
ends = {[0 1 2 3 4], [0 1 2 3 2^31-1], [0 1 2 3 2e8]};
for k = 1:3
  dls_fclib_mex ('write', file, [paths, {'/fclib_local/W/p'}], [values, {int32(ends{k})'}]);
  [text, grown] = refusal (file);
  pass(k) = holds (sprintf ('W/p %d: %s', k, text), isempty (text) == (k == 1) && grown < 50);
end
K = struct ('kind', 'kkt', 'M', 1, 'G', 1, 'F', 1, 'b', 1);
at = {7, 2^62; 7, 1e9; 2, 2^40; 5, 7; 9, 7; 9, NaN; 9, 0.5};
for k = 0:size (at, 1)
  words = [0, 1, 1, 1, 0, 1, 21];              % bytes, n, m, columns, proofs, ranks, numbers
  words(1) = 8 * (8 + 21 + 2);
  numbers = zeros (23, 1);
  if k > 0 && at{k,1} < 9
    words(at{k,1}) = at{k,2};
  elseif k > 0
    numbers(12) = at{k,2};
  end
  fid = fopen (in ('x.sol'), 'w', 'ieee-le');
  fwrite (fid, sprintf ('DLSSOL1\n'));
  fwrite (fid, words, 'int64');
  fwrite (fid, numbers, 'double');
  fclose (fid);
  [text, grown] = refusal (in ('x.sol'));
  pass(end+1) = holds (sprintf ('.sol %d: %s', k, text), isempty (text) == (k == 0) && grown < 50);
end
end

% Compressed data that are much larger than the file, and a robot that is compressed.
function pass = expanded (in)
n = 3e8;
pass = [];
for claim = [64, n, 2^31]
  bytes = [typecast(uint32 ([14, claim]), 'uint8'), zeros(1, 56, 'uint8')];
  fid = fopen (in ('x'), 'w');
  fwrite (fid, bytes);
  fseek (fid, 1e7, 'bof');                     % zeros, as many as a test has time for
  fwrite (fid, 0);
  fclose (fid);
  stream = zlib (in ('x'));
  fid = fopen (in ('x.mat'), 'w');
  fwrite (fid, [sprintf('%-124s', 'MATLAB 5.0 MAT-file'), char([0 1]), 'IM']);
  fwrite (fid, [15, numel(stream)], 'uint32');
  fwrite (fid, stream);
  fclose (fid);
  [text, grown] = refusal (in ('x.mat'));
  pass(end+1) = holds (sprintf ('.mat %g: %s, %g MB', claim, text, grown), ~isempty (text) ...
                       && grown < 60);
end
fid = fopen (in ('a.urdf'), 'w');
fwrite (fid, ['<robot name="r"><link name="a"/></robot>', repmat(' ', 1, 1e6)]);
fclose (fid);
pass(end+1) = holds ('.urdf', isempty (refusal (in ('a.urdf'))));
gzip (in ('a.urdf'));
movefile (in ('a.urdf.gz'), in ('b.urdf'));
text = refusal (in ('b.urdf'));
pass(end+1) = holds (['.urdf.gz: ', text], ~isempty (strfind (text, 'is compressed')));
text = refusal (in ('a.urdf'), 'MaxBytes', 1e5);
pass(end+1) = holds (['MaxBytes: ', text], ~isempty (strfind (text, '''MaxBytes''')));
end

% Deflated data of gzip between the head and the sum of zlib
function stream = zlib (file)
gzip (file);
fid = fopen ([file, '.gz']);
z = fread (fid, [1, Inf], 'uint8=>uint8');
fclose (fid);
start = 11;
if bitand (z(4), 8)
  start = start + find (z(start:end) == 0, 1);
end
fid = fopen (file);
x = fread (fid, [1, Inf], 'uint8');
fclose (fid);
a = mod (1 + sum (x), 65521);
b = mod (numel (x) + sum (x .* (numel (x):-1:1)), 65521);
adler = uint8 ([floor(b / 256), mod(b, 256), floor(a / 256), mod(a, 256)]);
stream = [uint8([120 156]), z(start:end-8), adler];
end

% Quadratic in 0.2: half a minute or more each.
function pass = slow (in)
n = 2e5;
files = {'d.dat', ['CSparse Version', "\n", repmat('7', 1, 2 * n), '-by-'], false
         'd2.dat', ['CSparse Version', "\n", repmat('1-by-', 1, n)], false
         'm.mtx', ["%%MatrixMarket matrix array real general\n", repmat("% none\n", 1, n), ...
                   "1 1\n3\n"], true
         'u.urdf', ['<robot name="r"><link name="a"/>', repmat('<other/>', 1, 5e4), '</robot>'], ...
                   true
         'u2.urdf', ['<robot name="r">', repmat('<a/>', 1, n), '</robot>'], false};
pass = [];
for k = 1:size (files, 1)
  fid = fopen (in (files{k,1}), 'w');
  fwrite (fid, files{k,2});
  fclose (fid);
  start = cputime ();
  text = refusal (in (files{k,1}));
  seconds = cputime () - start;
  pass(k) = holds (sprintf ('%s: %g s, %s', files{k,1}, seconds, text), seconds < 4 ...
                   && isempty (text) == files{k,3});
end
end

% Faces of three to many corners, numbers from the end, against triangles by hand; long files.
function pass = meshes (in)
pass = [];
P = [0 1 1 0 0 1 1 0; 0 0 1 1 0 0 1 1; 0 0 0 0 1 1 1 1];
quads = [1 4 3 2; 5 6 7 8; 1 2 6 5; 2 3 7 6; 3 4 8 7; 4 1 5 8];
forms = {quads, quads - 9};
for k = 1:2
  text = [sprintf('v %g %g %g\n', P), sprintf('f %d/1 %d//2 %d/3/4 %d\n', forms{k}')];
  save_text (in ('c.obj'), text);
  pass(end+1) = holds ('a cube', abs (volume (in ('c.obj')) - 1) < 1e-12);
end
bad = {'v 0 0\nf 1 1 1\n', 'v 0 0 0\nf 1 2 3\n', 'v 0 0 0\nf 1 1\n', 'v a 0 0\n', 'v 1 2 3\n', ...
       'v 1 2 3\nf 1 1 1.5\n', 'v 1 2 3\nf -2 1 1\n', 'v 1 2 3\nf 1 Inf 1\n', ''};
for k = 1:numel (bad)
  save_text (in ('c.obj'), sprintf (bad{k}));
  id = '';
  try
    volume (in ('c.obj'));
  catch err
    id = err.identifier;
  end
  pass(end+1) = holds (['refused: ', bad{k}], strcmp (id, 'delassus:format'));
end
n = 6e4;
a = 2 * pi * (1:n) / n;
text = [sprintf('v %.17g %.17g 0\n', [cos(a); sin(a)]), 'v 0 0 1', "\n", ...
        'f', sprintf(' %d', n:-1:1), "\n", sprintf('f %d %d 60001\n', [1:n; 2:n, 1])];
save_text (in ('c.obj'), text);
start = cputime ();
V = volume (in ('c.obj'));
seconds = cputime () - start;
pass(end+1) = holds (sprintf ('a cone of %g corners: %g s', n, seconds), seconds < 15 ...
                     && abs (V - pi / 3) < 1e-6);
end

function V = volume (file)
B = dls_body (dls_mechanism ('d', 3), 'b', 'mass', 1, 'inertia', [1 1 1], 'shape', 'mesh', ...
              'file', file);
[P, F] = deal (B.bodies(1).points, B.bodies(1).faces);
V = sum (dot (P(:,F(1,:)), cross (P(:,F(2,:)), P(:,F(3,:)), 1), 1)) / 6;
end

function save_text (file, text)
fid = fopen (file, 'w');
fwrite (fid, text);
fclose (fid);
end

% The message of the error, '' without one, and by how much memory has grown in between (MB).
function [text, grown] = refusal (file, varargin)
text = '';
before = peak_memory ();
quiet = warning ('off', 'delassus:urdf');
try
  P = dls_read (file, varargin{:});
catch err
  text = err.message;
  if ~strcmp (err.identifier, 'delassus:format')
    text = '';
    fprintf ('test_hostile_files: %s %s\n', err.identifier, err.message);
  end
end
warning (quiet);
grown = peak_memory () - before;
end

function ok = holds (name, ok)
if ~ok, fprintf ('test_hostile_files: %s\n', name); end
end

function [pass, skipped] = test_full_disk ()
% TEST_FULL_DISK  Every writer on a disk that is full: an error, and the old file is still there.
%   The disk is a tmpfs of 64 kB; without the right to mount one it is skipped.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
pass = [];
disk = tempname ();
mkdir (disk);
setenv ('DLS_TEST_DISK', disk);
if system ('mount -t tmpfs -o size=64k tmpfs "$DLS_TEST_DISK" 2>/dev/null') ~= 0
  rmdir (disk);
  skipped = 1;
  return
end
cleaner = onCleanup (@() system ('umount "$DLS_TEST_DISK" && rmdir "$DLS_TEST_DISK"'));
[sol, P, T] = things ();
tools = ~isempty (available_graphics_toolkits ());
film = tools && system ('ffmpeg -version >/dev/null 2>&1') == 0;
skipped = ~film;
K = struct ('kind', 'kkt', 'M', P.W, 'G', P.W, 'F', P.q, 'b', P.q);
writers = {
  'x.html', true,  @(file) dls_animate (sol, file)
  'x.gif',  tools, @(file) dls_animate (sol, file, 'Rate', 4, 'Size', [200 150])
  'x.mp4',  film,  @(file) dls_animate (sol, file, 'Rate', 4, 'Size', [200 150])
  'x.png',  tools, @(file) dls_profile (T, 'Picture', file)
  'x.mat',  true,  @(file) dls_write (P, file)
  'x.dat',  true,  @(file) dls_write (P, file)
  'x.hdf5', true,  @(file) dls_write (P, file)
  'x_W.mtx', true, @(file) dls_write (P, strrep (file, '_W', ''))
  'x.kkt',  true,  @(file) dls_write (K, file)};
writers = writers([writers{:,2}],:);
for k = 1:size (writers, 1)
  file = fullfile (disk, writers{k,1});
  put (file, 'OLD CONTENT');
end
put (fullfile (disk, 'rest'), repmat ('x', 1, 1e6));
for k = 1:size (writers, 1)
  name = writers{k,1};
  file = fullfile (disk, name);
  pass(end+1) = holds ([name, ': refused'], refused (@() writers{k,3} (file)));
  pass(end+1) = holds ([name, ': old file'], isequal (fileread (file), 'OLD CONTENT'));
end
pass(end+1) = holds ('nothing is left', numel (dir (disk)) == 3 + size (writers, 1));
pass = [pass, full_temporary(disk, writers), checkpoint(disk)];
pass = [pass, sweep(disk)];
end

% Films are made of pictures in TMPDIR.
function pass = full_temporary (disk, writers)
pass = [];
before = getenv ('TMPDIR');
back = onCleanup (@() setenv ('TMPDIR', before));
for k = find (ismember (writers(:,1), {'x.gif', 'x.mp4'}))'
  file = [tempname(), writers{k,1}(2:end)];
  put (file, 'OLD CONTENT');
  setenv ('TMPDIR', disk);
  name = [writers{k,1}, ', TMPDIR'];
  pass(end+1) = holds ([name, ': refused'], refused (@() writers{k,3} (file)));
  setenv ('TMPDIR', before);
  pass(end+1) = holds ([name, ': old file'], isequal (fileread (file), 'OLD CONTENT'));
  delete (file);
end
end

% A motion whose checkpoint finds no room goes on, and says so.
function pass = checkpoint (disk)
file = fullfile (disk, 'run.mat');
model = dls_model ('mass', 1, 'force', @(t, q, v) sin (t));
text = evalc (['sol = dls_simulate (model, [0 3], 0, 0, ''Step'', 1e-3, ', ...
               '''Checkpoint'', file, ''CheckpointTime'', 0);']);
pass = holds (['checkpoint: ', text], strcmp (sol.result, 'finished') ...
              && exist (file, 'file') == 0 && ~isempty (strfind (text, 'disk full')));
end

% A sweep whose folder is full ends with an error, and goes on when there is room.
function pass = sweep (disk)
folder = fullfile (disk, 'sweep');
run = @() dls_sweep (@(p) p.a * ones (300), struct ('a', 1:3), 'Folder', folder, 'Engine', ...
                     'serial', 'Display', 'off');
pass = holds ('sweep: refused', refused (run));
delete (fullfile (disk, 'rest'));
run = @() dls_sweep (@(p) p.a, struct ('a', 1:3), 'Folder', [folder, '2'], 'Engine', 'serial', ...
                     'Display', 'off');
pass(end+1) = holds ('sweep: goes on', isequal (run ().value(:)', 1:3));
end

function [sol, P, T] = things ()
B = dls_mechanism ('gravity', [0 -10]);
B = dls_body (B, 'rod', 'mass', 1, 'shape', 'box', 'size', [1 0.1], 'at', [0.5 0]);
B = dls_joint (B, 'pin', 'hinge', {'ground'}, {'rod', [-0.5 0]});
sol = dls_simulate (B, [0 1], 'Step', 0.01);
W = cos ((1:90)' * (1:90));
W = 90 * eye (90) + W + W';
P = dls_problem ('W', W, 'q', ones (90, 1), 'mu', 0.5 * ones (45, 1), 'd', 2);
T = [1 2; 2 1; 3 3];
end

function put (file, text)
fid = fopen (file, 'w');
fwrite (fid, text);
fclose (fid);
end

function yes = refused (f)
yes = false;
try
  f ();
catch err
  yes = strcmp (err.identifier, 'delassus:file');
  if ~yes
    disp (err.message);
  end
end
end

function ok = holds (name, ok)
if ~ok
  fprintf ('test_full_disk: %s\n', name);
end
end

function pass = test_sweep_strangers ()
% TEST_SWEEP_STRANGERS  The folder of a sweep is data: code in it is not run, damage is found.
% SPDX-License-Identifier: GPL-3.0-or-later
home = tempname ();
mkdir (home);
pass = strangers (fullfile (home, 'x'));
confirm_recursive_rmdir (false, 'local');
rmdir (home, 's');
end

function ok = holds (name, ok)
ok = all (ok(:));
if ~ok, fprintf ('test_sweep_strangers: %s\n', name); end
end

function R = serial (fun, grid, varargin)
R = dls_sweep (fun, grid, 'Engine', 'serial', 'Display', 'off', varargin{:});
end

function same = alike (R, Q)
same = isequaln (rmfield (R, 'stats'), rmfield (Q, 'stats'));
end

% A folder is data: what a stranger put into it is not run, and each changed bit is found.
function pass = strangers (F)
grid = struct ('a', 1:3);
f = @(p) struct ('a', p.a * ones (3), 't', 'object', 'c', {{1, 'function handle', sparse(p.a)}});
R = serial (f, grid, 'Folder', F);
file = [F, '/points/0000002'];
good = bytes_of (file);
ran = [F, '-ran'];
with_code (file, ran);
loud = warning ('error', 'delassus:damaged');
back = onCleanup (@() warning (loud));
[id, text] = failure (@() serial (f, grid, 'Folder', F));
told = strcmp (id, 'delassus:damaged') && ~isempty (strfind (text, '0000002'));
warning ('off', 'delassus:damaged');
Q = serial (f, grid, 'Folder', F);
pass = [holds('code in a point is not run', alike (Q, R) && exist (ran, 'dir') == 0), ...
        holds('its name is reported', told)];
with_code ([F, '/sweep'], ran);
id = failure (@() serial (f, grid, 'Folder', F));
pass(end+1) = holds ('nor in the sweep', strcmp (id, 'delassus:trust') && exist (ran, 'dir') == 0);
unlink ([F, '/sweep']);
for k = round (linspace (1, 8 * numel (good), 60))     % each changed bit is found
  bad = uint8 (good);
  at = ceil (k / 8);
  bad(at) = bitxor (bad(at), uint8 (2 ^ mod (k, 8)));
  write_bytes (file, bad);
  Q = serial (f, grid, 'Folder', F);
  pass(end+1) = holds (sprintf ('bit %d', k), alike (Q, R) && Q.stats.resumed == 2);
end
back = links (F, grid);
pass = [pass, back];
f = @(p) {@() p.a};
Q = serial (f, grid, 'Folder', [F, '2']);
pass(end+1) = holds ('handles are not stored', all (Q.failed) ...
                     && ~isempty (strfind (Q.error{1}, '''Trust''')));
Q = serial (f, grid, 'Folder', [F, '3'], 'Trust', true);
pass(end+1) = holds ('but with trust', Q.value{3}{1}() == 3);
Q = serial (f, grid);
pass(end+1) = holds ('or without a folder', Q.value{3}{1}() == 3);
if geteuid () == 0
  system (sprintf ('chown 12345 "%s"', [F, '3']));
  other = @(varargin) serial (f, grid, 'Folder', [F, '3'], varargin{:});
  pass(end+1) = holds ('of another user', strcmp (failure (@() other ()), 'delassus:trust'));
  pass(end+1) = holds ('trusted', other ('Trust', true).stats.resumed == 3);
end
end

% What a link in the folder leads to is neither emptied nor taken for ours; a point under another
% name is computed again; other files are no points.
function pass = links (F, grid)
f = @(p) p.a * [1 2];
mkdir ([F, '-kept']);
write_bytes ([F, '-kept/file'], 'precious');
kept = @() exist ([F, '-kept/file'], 'file') == 2;
run = @() serial (f, grid, 'Folder', [F, '4']);
R = run ();
symlink ([F, '-kept'], [F, '4/run.1.nobody-1']);
unlink ([F, '4/points/0000002']);
symlink ([F, '-kept'], [F, '4/points/0000002']);
write_bytes ([F, '4/points/0000003'], bytes_of ([F, '4/points/0000001']));
write_bytes ([F, '4/points/other'], 'other');
Q = run ();
pass = [holds('links are not followed', kept ()), holds('links and names', alike (Q, R)), ...
        holds('one was resumed', Q.stats.resumed == 1)];
unlink ([F, '4/points/other']);
mkdir ([F, '5']);
symlink ([F, '-kept'], [F, '5/points']);
id = failure (@() serial (f, grid, 'Folder', [F, '5']));
pass(end+1) = holds ('a link for the points', strcmp (id, 'delassus:trust') && kept ());
end

% A stored value with a function handle, the text of which makes the folder RAN when it is read.
function with_code (file, ran)
evil = sprintf ('{mkdir("%s"),@() 1}{2}', ran);
h = str2func (['@() ', repmat('1', 1, numel (evil) - 4)]);
x = struct ('value', h, 'seconds', 1, 'message', '');
save ('-binary', file, 'x');
text = strrep (bytes_of (file), func2str (h), evil);
write_bytes (file, text);
checksum_of_x = hash ('md5', text);
save ('-append', '-binary', file, 'checksum_of_x');
end

function text = bytes_of (file)
fid = fopen (file);
text = fread (fid, Inf, 'uint8=>char')';
fclose (fid);
end

function write_bytes (file, text)
fid = fopen (file, 'w');
fwrite (fid, text);
fclose (fid);
end

function [id, text] = failure (f)
[id, text] = deal ('');
try
  f ();
catch err
  [id, text] = deal (err.identifier, err.message);
end
end

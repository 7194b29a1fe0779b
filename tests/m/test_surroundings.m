function [pass, skipped] = test_surroundings ()
% TEST_SURROUNDINGS  Files where the system is not as usual: pipes, folders and devices in the place
% of files, names with blanks and letters beyond ASCII, no folder for temporary files, a full disk,
% a language that writes 1,5 for 1.5.
%   [pass, skipped] = test_surroundings ()   logical row; each failing element prints its name.
%   Promise: an error delassus:file, at once; what was in a file stays until the new one is whole.
% SPDX-License-Identifier: GPL-3.0-or-later
folder = tempname ();
mkdir (folder);
cleaner = onCleanup (@() confirmed_rmdir (folder));
pass = names_of_files (folder);
skipped = 0;
if (isunix ())
  pass = [pass, no_files(folder), full_disk(folder)];
  [more, skipped] = decimal_comma (folder);
  pass = [pass, more];
else
  skipped = 3;
end
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_surroundings: %s\n', name); end
end

function confirmed_rmdir (folder)
if exist ('confirm_recursive_rmdir'), confirm_recursive_rmdir (false, 'local'); end
rmdir (folder, 's');
end

function P = problem (n)
P = dls_problem ('W', speye (n), 'q', (1:n)' / 3, 'mu', 0.5, 'd', 2);
end

function pass = names_of_files (folder)
pass = [];
deep = fullfile (folder, 'a b', 'Übung, 試験');
mkdir (fullfile (folder, 'a b'));
mkdir (deep);
P = problem (4);
for way = {'.dat', '.hdf5', '.mtx', '.mat'}
  file = fullfile (deep, ['x ''ä''', way{1}]);
  dls_write (P, file);
  Q = dls_read (file);
  left = numel (dir (deep)) - 2;
  pass(end+1) = holds (file, isequal (Q.W, P.W) && isequal (Q.q, P.q));
  pass(end+1) = holds ([file, ': nothing else'], left == 1 + 2 * strcmp (way{1}, '.mtx'));
  delete (fullfile (deep, '*'));
end
end

function ok = refused (run)
ok = false;
try
  run ();
catch err
  ok = strcmp (err.identifier, 'delassus:file');
end
end

% Opening a pipe that nobody writes to never ends.
function pass = no_files (folder)
pass = [];
P = problem (2);
for way = {'.dat', '.hdf5', '.mtx', '.mat', '.kkt'}
  pipe = fullfile (folder, ['pipe', way{1}]);
  system (['mkfifo ', pipe]);
  other = fullfile (folder, ['folder', way{1}]);
  mkdir (other);
  for place = {pipe, other, fullfile(folder, 'none', ['x', way{1}])}
    file = place{1};
    pass(end+1) = holds (['reading ', file], refused (@() dls_read (file)));
    if ~strcmp (way{1}, '.kkt') && ~strcmp (way{1}, '.mtx')
      pass(end+1) = holds (['writing ', file], refused (@() dls_write (P, file)));
    end
  end
end
end

% Another Octave, whose files may not grow beyond a few blocks (and without TMPDIR): the old files
% are still there.
function pass = full_disk (folder)
here = fileparts (mfilename ('fullpath'));
tools = fileparts (which ('dls_kkt'));
gateways = fileparts (which ('dls_kkt_mex'));
octave = fullfile (OCTAVE_HOME (), 'bin', 'octave-cli');
P = problem (4);
ways = {'dat', 'hdf5', 'mtx', 'mat'};
for k = 1:4
  dls_write (P, fullfile (folder, ['x.', ways{k}]));
end
before = numel (dir (folder));
[status, text] = system (sprintf (['TMPDIR=/nonexistent; export TMPDIR; trap '''' XFSZ; ', ...
  'ulimit -f 16; exec "%s" -f -H --path "%s" --path "%s" --eval "%s" 2>&1'], ...
  octave, tools, gateways, ...
  sprintf ('addpath (''%s''); full_disk (''%s'')', fullfile (here, 'problems'), folder)));
pass = holds (['writes fail: ', text], status == 0 && ~isempty (strfind (text, 'all refused')));
pass(end+1) = holds ('nothing half written', numel (dir (folder)) == before);
for k = 1:4
  Q = dls_read (fullfile (folder, ['x.', ways{k}]));
  pass(end+1) = holds (['still there: ', ways{k}], isequal (Q.W, P.W));
end
end

% Another Octave writes and reads there: the same numbers, and '.' in what it says.
function [pass, skipped] = decimal_comma (folder)
pass = [];
skipped = 1;
if system (sprintf ('localedef -i de_DE -f UTF-8 "%s/de_DE.UTF-8" 2>/dev/null >&2', folder)) > 1
  return
end
code = ['P = dls_problem (''W'', speye (4) / 3, ''q'', (1:4)'' / 3, ''mu'', .5, ''d'', 2);', ...
        'for way = {''dat'', ''hdf5'', ''mtx'', ''mat''},', ...
        ' file = fullfile (getenv (''HERE''), [''comma.'', way{1}]); dls_write (P, file);', ...
        ' Q = dls_read (file); disp (isequal (Q.W, P.W) && isequal (Q.q, P.q)), end,', ...
        ' [~, ~, info] = dls_lcp (1, -1.5); disp (info.residual.worst); disp (info.message),', ...
        ' try, dls_lcp (1, 1, ''Tolerance'', 1.5), catch e, disp (e.message), end'];
octave = fullfile (OCTAVE_HOME (), 'bin', 'octave-cli');
[status, text] = system (sprintf (['LOCPATH="%s" LC_ALL=de_DE.UTF-8 HERE="%s" "%s" -f -H ', ...
  '--path "%s" --path "%s" --eval "%s" 2>&1'], folder, folder, octave, ...
  fileparts (which ('dls_kkt')), fileparts (which ('dls_kkt_mex')), code));
lines = strsplit (strtrim (text), "\n");
pass = holds (['comma: ', text], status == 0 && numel (lines) >= 6 ...
              && all (strcmp (lines(1:4), '1')) && isempty (regexp (text, '\d,\d', 'once')) ...
              && any (text == '.'));
skipped = 0;
end

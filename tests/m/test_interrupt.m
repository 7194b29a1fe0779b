function [pass, skipped] = test_interrupt ()
% TEST_INTERRUPT  Ctrl-C during a long compiled run, in an Octave that reads commands.
%   [pass, skipped] = test_interrupt ()   logical row; each failing element prints its name.
%   Promise: the next command runs after at most 0.2 s of computing time, and solvers and handles
%   still work.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [];
skipped = 0;
if ~exist ('/proc/self/stat', 'file')
  skipped = 1;
  return
end
folder = tempname ();
mkdir (folder);
cleaner = onCleanup (@() remove (folder));
before = ['n = 3000; e = ones (n, 1); A = spdiags ([-e, 2 * e, -e], -1:1, n, n); ', ...
          'K = dls_kkt_setup (2 * eye (3), [1; 0; 0]);'];
run = 'dls_lcp (A, -e, ''Method'', ''gauss-seidel'', ''MaxIterations'', 1e8);';  % 1e7 sweeps
[late, text] = interrupt (folder, before, run);
pass(1) = holds (sprintf ('computing went on for %g s: %s', late, text), late <= 0.2);
pass(2) = holds (['solvers work: ', text], ~isempty (strfind (text, 'all is well')));
pass = [pass, motions(folder, before), terminated(folder)];
end

% Also in motions, whoever computes: friction of 200 blocks in space in one step, functions of a
% model in stages, its own advance; the motion is kept up to there.
function pass = motions (folder, before)
blocks = ['n = 200; B = kron (spdiags ([ones(n,1), -ones(n,1)], 0:1, n, n), eye (3));', ...
          'm = dls_model (''mass'', speye (3*n), ''force'', repmat ([1; 0.3; -10], n, 1), ', ...
          '''gap'', zeros (n, 1), ''gapgrad'', B(:,3:3:end), ''mu'', 0.3, ''d'', 3, ', ...
          '''tangent'', B(:,sort ([1:3:3*n, 2:3:3*n]))); ', ...
          'q = zeros (3*n, 1); v = sin ((1:3*n)''); '];
ball = 'm = dls_model (''mass'', 1, ''force'', @(t, q, v) -sin (q(1))%s); q = 1; v = 0; ';
cases = {'friction', blocks, 'moreau-jean'; 'functions', sprintf(ball, ''), 'event-driven'
         'advance', sprintf(ball, ', ''advance'', @(q, v, h) q + h*v'), 'event-driven'};
pass = [];
for k = 1:3
  delete (fullfile (folder, 'ready'));
  delete (fullfile (folder, 'back'));
  run = sprintf (['dls_simulate (m, [0 1e5], q, v, ''Step'', 1e-3, ''Stride'', 100, ', ...
                  '''Scheme'', ''%s'', ''Display'', ''off'');'], cases{k,3});
  [late, text] = interrupt (folder, [before, cases{k,2}], run);
  pass(end+1) = holds (sprintf ('%s: computing went on for %g s: %s', cases{k,1}, late, text), ...
                       late <= 0.2 && ~isempty (strfind (text, 'all is well')) ...
                       && ~isempty (strfind (text, 'has the motion up to there')));
end
end

% SIGTERM, which a queue sends some seconds before it kills: the process ends within a second of
% computing time, and what the caller has put under unwind_protect or onCleanup runs.
function pass = terminated (folder)
code = ['crash_dumps_octave_core (false); c = onCleanup (@() disp (''cleaned up'')); ', ...
        'm = dls_model (''mass'', 1, ''force'', 1); fclose (fopen (''started'', ''w'')); ', ...
        'dls_simulate (m, [0 1e9], 0, 0, ''Step'', 1e-3, ''Stride'', 1e6, ''Display'', ''off'');'];
script = {
  sprintf('cd ''%s''', folder)
  sprintf('"%s" -f -H -q --path ''%s'' --path ''%s'' --eval "$CODE" > ended 2>&1 &', ...
          fullfile (OCTAVE_EXEC_HOME (), 'bin', 'octave-cli'), ...
          fileparts (which ('dls_lcp')), fileparts (which ('dls_lcp_mex')))
  'used() { awk ''{ print ($14 + $15) / 100 }'' /proc/$1/stat 2>/dev/null; }'
  'for k in $(seq 600); do [ -e started ] && break; sleep 0.1; done; sleep 0.5'
  'from=$(used $!); kill -TERM $!'
  'for k in $(seq 600); do kill -0 $! 2>/dev/null || break; last=$(used $!); sleep 0.1; done'
  'kill -9 $! 2>/dev/null && last=1000; echo "$from ${last:-$from}"'
};
setenv ('CODE', code);
file = fullfile (folder, 'script');
fid = fopen (file, 'w');
fprintf (fid, '%s\n', script{:});
fclose (fid);
[~, said] = system (sprintf ('sh ''%s''', file));
late = diff (sscanf (said, '%f'));
text = fileread (fullfile (folder, 'ended'));
pass = holds (sprintf ('SIGTERM: computing went on for %g s: %s', late, text), ...
              late <= 1 && ~isempty (strfind (text, 'cleaned up')));
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_interrupt: %s\n', name); end
end

% Computing time between the signal and the next command, Inf if that never comes.
function [late, text] = interrupt (folder, before, run)
after = ['[z, ~, info] = dls_lcp ([2 1; 1 2], [-5; -6]); a = dls_kkt (K, [1; 2; 3], 4);', ...
         'if (strcmp (info.status, ''solved'') && norm (a + [4; 1; 1.5]) < 1e-12)', ...
         ' disp (''all is well''), end'];
lines = {before, sprintf('fclose (fopen (''%s/ready'', ''w''));', folder), run, ...
         sprintf('t = cputime (); fid = fopen (''%s/back'', ''w'');', folder), ...
         'fprintf (fid, ''%.3f'', t); fclose (fid);', after};
fid = fopen (fullfile (folder, 'commands'), 'w');
fprintf (fid, '%s\n', lines{:});
fclose (fid);
octave = fullfile (OCTAVE_EXEC_HOME (), 'bin', 'octave-cli');
script = {
  sprintf('cd ''%s''', folder)
  sprintf('"%s" -f -H -i --path ''%s'' --path ''%s'' < commands > out 2>&1 &', octave, ...
          fileparts (which ('dls_lcp')), fileparts (which ('dls_lcp_mex')))
  'for k in $(seq 600); do [ -e ready ] && break; sleep 0.1; done; sleep 0.5'
  'awk ''{ print ($14 + $15) / 100 }'' /proc/$!/stat > signalled; kill -INT $!'
  'for k in $(seq 600); do [ -s back ] && break; sleep 0.1; done; sleep 0.1'
  'for k in $(seq 600); do kill -0 $! 2>/dev/null || break; sleep 0.1; done; kill -9 $! 2>/dev/null'
};
fid = fopen (fullfile (folder, 'script'), 'w');
fprintf (fid, '%s\n', script{:});
fclose (fid);
[~, ~] = system (sprintf ('sh ''%s/script''', folder));
late = Inf;
text = fileread (fullfile (folder, 'out'));
if exist (fullfile (folder, 'back'), 'file')
  late = str2double (fileread (fullfile (folder, 'back'))) ...
         - str2double (fileread (fullfile (folder, 'signalled')));
end
end

function remove (folder)
if exist ('confirm_recursive_rmdir'), confirm_recursive_rmdir (false, 'local'); end
rmdir (folder, 's');
end

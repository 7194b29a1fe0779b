function pass = test_slurm ()
% TEST_SLURM  Sweeps as job arrays of a SLURM that is there: the same results as in this session,
%   tasks that die, a job that is cancelled.
%   pass = test_slurm ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
home = tempname ();
mkdir (home);
pass = [answers(fullfile (home, 'a b')), dies(fullfile (home, 'dies')), ...
        cancelled(fullfile (home, 'cancelled'))];
confirm_recursive_rmdir (false, 'local');
rmdir (home, 's');
end

function ok = holds (name, ok)
ok = all (ok(:));
if ~ok, fprintf ('test_slurm: %s\n', name); end
end

function [f, g, F] = trial (d, n, what)
mkdir (d);
mkdir ([d, '/calls']);
f = @(p) sweep_trial (p, d);
g = struct ('k', num2cell (1:n), 'what', what);
F = [d, '/F'];
end

function R = slurm (f, g, F, varargin)
R = dls_sweep (f, g, 'Engine', 'slurm', 'Workers', 2, 'Folder', F, varargin{:});
end

function n = calls (d, k)
names = regexprep (readdir ([d, '/calls']), '-.*', '');
n = arrayfun (@(k) sum (strcmp (names, sprintf ('%d', k))), k);
end

function pass = answers (d)
% The same bits, each point once, by two tasks.
[f, g, F] = trial (d, 20, 'slow');
R = slurm (f, g, F);
n = calls (d, 1:20);
[~, text] = system ('squeue -h');
Q = dls_sweep (f, g, 'Engine', 'serial');
pass = [holds('the same', isequaln (rmfield (R, 'stats'), rmfield (Q, 'stats'))), ...
        holds('each point once', n == 1 && R.stats.died == 0 && R.stats.workers == 2), ...
        holds('no job is left', isempty (strtrim (text)))];
R = slurm (f, g, F);
pass(end+1) = holds ('nothing is submitted for nothing', R.stats.resumed == 20 ...
                     && R.stats.time < 1 && isequal (R.value, Q.value));
end

function pass = dies (d)
warning ('off', 'delassus:died', 'local');
[f, g, F] = trial (d, 6, 'value');
g(2).what = 'once';
g(4).what = 'die';
R = slurm (f, g, F);
pass = holds ('tasks die', isequal (find (R.failed)', 4) && R.stats.died == 3 ...
              && isequal (R.value([1 2 3 5 6],1)', [1 4 9 25 36]) ...
              && ~isempty (strfind (R.message, 'died, twice')));
end

function pass = cancelled (d)
% Somebody cancels the job: points in work are free again.
warning ('off', 'delassus:died', 'local');
[f, g, F] = trial (d, 60, 'slow');
f = @(p) sweep_trial (p, d)(1);
[~, ~] = system (sprintf (['(while [ $(ls "%s/points" 2>/dev/null | wc -l) -lt 5 ]; do ', ...
                           'sleep 0.05; done; scancel --name=dls_sweep) >/dev/null 2>&1 &'], F));
R = slurm (f, g, F);
pass = holds ('cancelled', strcmp (R.status, 'complete') && isequal (R.value, (1:60)' .^ 2) ...
              && calls (d, 1:60) <= 2);
end

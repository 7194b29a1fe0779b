function pass = test_figures ()
% TEST_FIGURES  The runner behind make figures: one quick figure, and scripts that fail.
%   pass = test_figures ()   logical row; each failing element prints its name.
%   Promise: a script that raises, or whose number differs from the paper's, is counted and
%   reported, and the next one still runs; a figure leaves a picture, a page and its numbers.
% SPDX-License-Identifier: GPL-3.0-or-later
top = fullfile (fileparts (mfilename ('fullpath')), '..', '..');
paths = path ();
restore = onCleanup (@() path (paths));
addpath (fullfile (top, 'examples', 'tools'));
names = strcat ('TUTORIAL_fig01c', {'.png', '.pdf', '.csv'});
files = fullfile (top, 'build', 'figures', names);
cellfun (@(f) exist (f, 'file') && delete_now (f), files);
[text, failed] = evalc_run ('papers', 'TUTORIAL_fig01c');
made = cellfun (@(f) exist (f, 'file') == 2, files);
pass = [is('quick figure', failed == 0), is('its files', all (made)), ...
        is('its report', ~isempty (strfind (text, 'mu_max^b (pi/4)'))), ...
        is('its numbers', made(3) && columns (csvread (files{3}, 1, 0)) == 4)];

folder = tempname (fullfile (top, 'build'));
mkdir (folder);
clean = onCleanup (@() rmdir_all (folder));
script (folder, 'a_raises', 'error (''on purpose'')');
script (folder, 'b_differs', 'figure_row (''x'', 1, 1.1, 1e-3);');
script (folder, 'c_good', 'figure_row (''y'', 2, 2.001, 1e-3);');
script (folder, 'd_words', ['figure_row (''z'', ''formula'', 1, ''differs by 0.5: sign'');', ...
                            'figure_row (''w'', ''not stated'', 1, ''closed form'');']);
script (folder, 'e_silent', 'figure_row (''z'', ''formula'', 1, ''see there'');');
[~, last] = fileparts (folder);
[text, failed] = evalc_run (fullfile ('..', 'build', last), '');
delete (fullfile (top, 'build', 'figures', [last '.txt']));
pass = [pass, is('three fail', failed == 3), ...
        is('and are named', ~isempty (regexp (text, 'a_raises +\| the script.*on purpose'))), ...
        is('a number differs', ~isempty (regexp (text, 'b_differs +\| x .*\| differs'))), ...
        is('the third runs', ~isempty (regexp (text, 'c_good +\| y .*\| 5.0e-04 +\| agrees'))), ...
        is('verdicts', ~isempty (regexp (text, 'd_words +\| z .*\| 0.5 +\| differs: sign'))), ...
        is('no number', ~isempty (regexp (text, '\| w .*\| closed form +\| no number in the'))), ...
        is('a verdict is wanted', ~isempty (strfind (text, '"see there"; expected')))];
end

function [text, failed] = evalc_run (folder, only)
text = evalc ('failed = run_figures (folder, only);');
end

function script (folder, name, line)
out = fopen (fullfile (folder, [name '.m']), 'w');
fprintf (out, '%% a figure\n%s\n', line);
fclose (out);
end

function ok = delete_now (file)
delete (file);
ok = true;
end

function rmdir_all (folder)
cellfun (@delete, glob (fullfile (folder, '*.m')));
rmdir (folder);
end

function ok = is (name, ok)
ok = logical (ok);
if ~ok, fprintf ('test_figures: %s\n', name); end
end

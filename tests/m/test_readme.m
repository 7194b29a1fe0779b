function [pass, skipped] = test_readme ()
% TEST_README  The examples of the README run, and print what it says.
%   [pass, skipped] = test_readme ()   logical row; each failing element prints its name.
%   Promise: each line behind ">>" runs in one session; what stands beneath it is what is printed;
%   the number of criteria is that of dls_wellposed.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = true (1, 0);
skipped = 0;
file = fullfile (fileparts (which ('dls_kkt')), '..', 'README.md');
if ~exist (file, 'file')
  skipped = 1;                              % an installed package has no README
  return
end
text = fileread (file);
pass = session (regexp (text, '\n    ([^\n]*)', 'tokens'));
pass(end+1) = criteria (regexp (text, '(\d+) criteria', 'tokens', 'once'));
end

% Lines of one session: commands, and what they print
function pass = session (lines)
pass = true (1, 0);
lines = [lines{:}, {'>> '}];
[printed, expected] = deal ('');
for i = 1:numel (lines)
  if ~strncmp (lines{i}, '>> ', 3)
    expected = [expected, ' ', lines{i}];
    continue
  end
  same = strcmp (words (printed), words (expected)) ...
         || (isempty (printed) && ~any (expected == '='));
  if ~same
    printf ('test_readme: before "%s": printed %s\n', lines{i}, words (printed));
  end
  pass(end+1) = same;
  expected = '';
  printed = evalc (['evalin (''base'', ''', strrep(lines{i}(4:end), '''', ''''''), ''')']);
end
end

function line = words (text)
line = strjoin (strsplit (strtrim (text)), ' ');
end

% A sliding contact has them all.
function ok = criteria (number)
S = dls_system ('M', eye (2), 'F', [0; 1], 'Gu', [0; 1], 'Hu', [1; 0], ...
                'muu', 0.3, 'vtu', 1, 'd', 2);
W = dls_wellposed (S);
ok = numel (number) == 1 && str2double (number{1}) == numel (W.criteria);
if ~ok, printf ('test_readme: dls_wellposed has %d criteria\n', numel (W.criteria)); end
end

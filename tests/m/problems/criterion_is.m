function ok = criterion_is (test, label, W, source, expected)
% CRITERION_IS  Does a criterion of dls_wellposed hold as expected? Else print what it says.
%   ok = criterion_is (test, label, W, source, expected)   expected: a text, or true ('holds'),
%   false ('fails')
% SPDX-License-Identifier: GPL-3.0-or-later
words = {'fails', 'holds'};
if ~ischar (expected), expected = words{1+expected}; end
c = criterion (W, source);
ok = strcmp (c.holds, expected);
if ~ok, fprintf ('%s: %s%s: %s, not %s\n', test, label, source, c.holds, expected); end
end

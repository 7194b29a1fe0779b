function [x, S] = dls_read_take (S, count, what, infinite)
% The next `count` numbers of a file that is being read; S as made by dls_read_siconos.
% A fourth argument says that Inf is welcome.
% SPDX-License-Identifier: GPL-3.0-or-later
  left = numel (S.numbers) - S.next + 1;
  if (count > left)
    if (isempty (S.rest))
      found = 'the file ends';
    else
      found = sprintf ('''%s'' in line %d is not a number', S.rest, S.line);
    end
    dls_read_fail (S, sprintf ('%s: expected %d numbers of %s, found %d', found, count, what, ...
                               left));
  end
  x = S.numbers(S.next:S.next+count-1);
  S.next = S.next + count;
  bad = find (~isfinite (x) & ~(nargin > 3 & x == Inf), 1);
  if (~isempty (bad))
    dls_read_fail (S, sprintf ('number %d of %s is %g; expected finite numbers', bad, what, ...
                               x(bad)));
  end
end

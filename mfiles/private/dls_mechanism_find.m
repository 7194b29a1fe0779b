function k = dls_mechanism_find (name, names, what, caller)
% The number of the body or joint (what) with this name.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (~(ischar (name) && size (name, 1) == 1))
    error ('delassus:type', '%s: a %s is %s; expected its name', caller, what, dls_describe (name));
  end
  k = find (strcmp (name, names), 1);
  if (isempty (k))
    if (strcmp (what, 'body'))
      names = [names, {'ground'}];
    end
    known = strjoin (names(1:min (end, 12)), ', ');
    if (isempty (names))
      known = 'none so far';
    elseif (numel (names) > 12)
      known = sprintf ('%s and %d more', known, numel (names) - 12);
    end
    error ('delassus:option', '%s: there is no %s ''%s''; expected one of %s%s', caller, what, ...
           name, known, dls_nearest_name (name, names));
  end
end

function given = dls_named_pairs (args, names, caller)
% What pairs 'name', value give, as a struct with [] for what is not given. Unknown names, names
% without a value and names that come twice are told.
% SPDX-License-Identifier: GPL-3.0-or-later
  given = cell2struct (cell (numel (names), 1), names(:), 1);
  seen = false (size (names));
  for k = 1:2:numel (args)
    name = args{k};
    if (~(ischar (name) && size (name, 1) == 1))
      error ('delassus:option', '%s: found %s; expected the name of an option, one of %s', ...
             caller, dls_describe (name), strjoin (names, ', '));
    end
    i = find (strcmpi (name, names));
    if (isempty (i))
      error ('delassus:option', '%s: unknown option ''%s''; expected one of %s%s', caller, name, ...
             strjoin (names, ', '), dls_nearest_name (name, names));
    elseif (seen(i))
      error ('delassus:option', '%s: option ''%s'' is given twice', caller, names{i});
    elseif (k == numel (args))
      error ('delassus:option', '%s: option ''%s'' has no value', caller, names{i});
    end
    seen(i) = true;
    given.(names{i}) = args{k+1};
  end
end

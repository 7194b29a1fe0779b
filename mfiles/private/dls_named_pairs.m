function given = dls_named_pairs (args, names, caller)
% What pairs 'name', value give, as a struct with [] for what is not given. Unknown names, names
% without a value and names that come twice are told.
% SPDX-License-Identifier: GPL-3.0-or-later
  given = cell2struct (cell (numel (names), 1), names(:), 1);
  if (isempty (args))
    return
  end
  plain = mod (numel (args), 2) == 0;
  try                                              % names as they are: builders call this often
    for k = 2:2:numel (args)
      given.(args{k-1}) = args{k};
    end
    values = struct2cell (given);
    plain = plain && numel (values) == numel (names) ...
            && sum (cellfun ('isempty', values)) == numel (names) - numel (args) / 2;
  catch
    plain = false;
  end
  if (~plain)
    given = one_by_one (args, names, caller);
  end
end

function given = one_by_one (args, names, caller)
  given = cell2struct (cell (numel (names), 1), names(:), 1);
  for k = 1:2:numel (args) - 1
    i = false;
    if (ischar (args{k}))
      i = strcmpi (args{k}, names);
    end
    if (~any (i))
      refuse (args{k}, names, caller);
    elseif (~isempty (given.(names{i})))
      error ('delassus:option', '%s: option ''%s'' is given twice', caller, args{k});
    end
    given.(names{i}) = args{k+1};
  end
  if (mod (numel (args), 2) == 1)
    if (ischar (args{end}) && any (strcmpi (args{end}, names)))
      error ('delassus:option', '%s: option ''%s'' has no value', caller, args{end});
    end
    refuse (args{end}, names, caller);
  end
end

function refuse (name, names, caller)
  if (~(ischar (name) && size (name, 1) == 1))
    error ('delassus:option', '%s: found %s; expected the name of an option, one of %s', ...
           caller, dls_describe (name), strjoin (names, ', '));
  end
  error ('delassus:option', '%s: unknown option ''%s''; expected one of %s%s', caller, name, ...
         strjoin (names, ', '), dls_nearest_name (name, names));
end

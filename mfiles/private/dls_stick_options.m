function opts = dls_stick_options (caller, opts, args)
% Options that only the m-function has: names matched as in dls_parse_options, unknown: errors.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (isempty (args) || (numel (args) == 1 && isa (args{1}, 'double') && isempty (args{1})))
    return
  elseif (numel (args) == 1 && isstruct (args{1}) && isscalar (args{1}))
    names = fieldnames (args{1});
    values = struct2cell (args{1});
  elseif (mod (numel (args), 2) == 0 && iscellstr (args(1:2:end)))
    names = args(1:2:end);
    values = args(2:2:end);
  else
    error ('delassus:option', ...
           '%s: options are not understood; expected a struct or name/value pairs', caller);
  end
  list = fieldnames (opts);
  for k = 1:numel (names)
    hit = find (strcmpi (names{k}, list), 1);
    if (isempty (hit))
      error ('delassus:option', '%s: unknown option ''%s''; expected one of %s', ...
             caller, names{k}, strjoin (list', ', '));
    end
    opts.(list{hit}) = values{k};
  end
end

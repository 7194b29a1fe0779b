function [known, extra] = dls_parse_options (caller, table, extra, args)
% Split options (a struct, name/value pairs, or the one and then the other) into those of the
% compiled table of `table` ('': none) and the extra ones of the m-function: a struct with the
% defaults, returned with the user's values. Names are matched without regard to case; unknown
% ones are errors.
% SPDX-License-Identifier: GPL-3.0-or-later
  known = struct ();
  if (isempty (args) || (numel (args) == 1 && isa (args{1}, 'double') && isempty (args{1})))
    return
  end
  if (numel (args) == 2 && is_common (table, args{:}))
    known.(args{1}) = args{2};
    return
  end
  names = {};
  values = {};
  if (isstruct (args{1}) && isscalar (args{1}))
    names = fieldnames (args{1})';
    values = struct2cell (args{1})';
    args(1) = [];
  end
  if (mod (numel (args), 2) == 0 && iscellstr (args(1:2:end)))
    names = [names, args(1:2:end)];
    values = [values, args(2:2:end)];
  else
    error ('delassus:option', ...
           '%s: options are not understood; expected a struct or name/value pairs', caller);
  end
  compiled = {};
  if (~isempty (table))
    compiled = dls_option_names (table);
  end
  all_names = [compiled; fieldnames(extra)];
  for k = 1:numel (names)
    hit = find (strcmpi (names{k}, all_names), 1);
    if (isempty (hit))
      error ('delassus:option', '%s: unknown option ''%s''; expected one of %s%s', ...
             caller, names{k}, strjoin (all_names', ', '), dls_nearest_name (names{k}, all_names));
    elseif (hit <= numel (compiled))
      known.(all_names{hit}) = scalar_or_text (values{k}, all_names{hit}, caller);
    else
      extra.(all_names{hit}) = values{k};
    end
  end
end

% One compiled option, spelt exactly, with a value of a kind that the gateway judges.
function yes = is_common (table, name, value)
  yes = ~isempty (table) && ischar (name) && any (strcmp (name, dls_option_names (table))) ...
        && ((ischar (value) && size (value, 1) == 1) ...
            || (isa (value, 'double') && isscalar (value) && isreal (value)));
end

function value = scalar_or_text (value, name, caller)
  text = ischar (value) && (isempty (value) || size (value, 1) == 1);
  if (~text && ~(isa (value, 'double') && isreal (value) && isscalar (value)))
    error ('delassus:option', ...
           '%s: option ''%s'' is %s; expected a real double scalar or a text', ...
           caller, name, dls_describe (value));
  end
end

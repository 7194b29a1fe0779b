function names = dls_option_names (table)
% Names in the compiled option table of a function, as a column cell.
% SPDX-License-Identifier: GPL-3.0-or-later
  persistent tables lists
  if (isempty (tables))
    tables = {};
    lists = {};
  end
  k = find (strcmp (table, tables), 1);
  if (isempty (k))
    s = dls_options_mex (table);
    tables{end+1} = table;
    lists{end+1} = {s.name}';
    k = numel (tables);
  end
  names = lists{k};
end

function dls_show_answer (names, values, info)
% What a solver that is called without an output prints: its outputs in a line each, and its info.
% SPDX-License-Identifier: GPL-3.0-or-later
  for k = 1:numel (names)
    lines = dls_show_value (values{k}, names{k}, 20);
    fprintf ('%s\n', lines{:});
  end
  if (isstruct (info) && isfield (info, 'bodies'))
    lines = dls_show_value (info.bodies, 'bodies', 5);
    fprintf ('%s\n', lines{:});
  end
  if (isstruct (info))
    fprintf ('%s', dls_show (info));
    return
  end
  [status, ~, which] = unique (cellfun (@(one) one.status, info, 'UniformOutput', false));
  fprintf ('info: %d answers\n', numel (info));
  for k = 1:numel (status)
    first = find (which == k, 1);
    fprintf ('  %s: %d; the first, of column %d:\n', status{k}, sum (which == k), first);
    fprintf ('%s', dls_show (info{first}));
  end
end

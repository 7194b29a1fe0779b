function text = dls_redundancy_table (R)
% The report as text: summary, one line per constraint, conditions.
% SPDX-License-Identifier: GPL-3.0-or-later
  m = numel (R.determined);
  summary = '%d constraints, rank %d, %d redundant (gap %.1e at relative tolerance %.1e)';
  lines = {sprintf(summary, m, R.rank, R.nullity, R.gap, R.tolerance)};
  if (R.acceleration_unique)
    lines{end+1} = 'accelerations: unique';
  else
    lines{end+1} = sprintf ('accelerations: undetermined in %d direction(s)', ...
                            size (R.acceleration_kernel, 2));
  end
  lines{end+1} = sprintf ('reactions: %d determined, %d not', sum (R.determined), ...
                          m - sum (R.determined));
  lines = [lines, constraint_lines(R)];
  lines{end+1} = 'conditions:';
  for k = 1:numel (R.conditions)
    c = R.conditions(k);
    lines{end+1} = sprintf ('  %-28s %-12s %s', c.name, c.holds, c.source);
  end
  text = sprintf ('%s\n', lines{:});
  text(end) = [];
end

function lines = constraint_lines (R)
  most = 60;
  m = numel (R.determined);
  width = 8;
  for k = 1:min (m, most)
    width = max (width, numel (name_of (R, k)));
  end
  lines = {sprintf('  %-*s %-12s %-9s %s', width, 'name', 'reaction', 'leverage', 'repeats')};
  for k = 1:min (m, most)
    reaction = 'undetermined';
    if (R.determined(k))
      reaction = 'determined';
    end
    leverage = '';
    if (~isempty (R.leverage))
      leverage = sprintf ('%.6f', R.leverage(k));
    end
    lines{end+1} = sprintf ('  %-*s %-12s %-9s %s', width, name_of (R, k), reaction, leverage, ...
                            dependency (R, k));
  end
  if (m > most)
    lines{end+1} = sprintf ('  ... and %d more', m - most);
  end
end

% "- left + 2 mid" for a redundant constraint.
function text = dependency (R, k)
  text = '';
  where = find (R.redundant == k, 1);
  if (isempty (where) || isempty (R.kernel))
    return
  end
  [i, ~, v] = find (R.kernel(:,where));
  others = i ~= k;
  i = i(others);
  v = -v(others);
  if (isempty (i))
    text = 'nothing: zero gradient';
    return
  end
  shown = min (numel (i), 6);
  for t = 1:shown
    factor = '';
    if (abs (abs (v(t)) - 1) > 1e-9)
      factor = sprintf ('%.4g ', abs (v(t)));
    end
    text = [text, sign_text(v(t), t), factor, name_of(R, i(t))];
  end
  if (shown < numel (i))
    text = sprintf ('%s + %d more', text, numel (i) - shown);
  end
  text = strtrim (text);
end

function s = sign_text (v, t)
  if (v < 0)
    s = ' - ';
  elseif (t > 1)
    s = ' + ';
  else
    s = '';
  end
end

function name = name_of (R, k)
  if (isempty (R.names))
    name = sprintf ('#%d', k);
  else
    name = R.names{k};
  end
end

function text = dls_repeats (what, R, k)
% Words about constraint k of a redundancy; the first argument says what:
%   ('name', R, k)   its name, or #k
%   ('of', R, k)     '- left + 2 mid', the constraints that a redundant one repeats; '' of others
% SPDX-License-Identifier: GPL-3.0-or-later
  if (strcmp (what, 'name'))
    text = name_of (R, k);
  else
    text = of (R, k);
  end
end

function text = of (R, k)
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

function h = dls_plot_sweep (R, opts)
% Draw a sweep in the current axes: curves over one parameter, coloured cells over two.
% opts: Value, Fix, Title of dls_plot_map.
% SPDX-License-Identifier: GPL-3.0-or-later
  V = numbers_of (R, opts.Value);
  names = R.names;
  if (isscalar (R.grid))
    axes_ = cellfun (@(n) R.grid.(n), names, 'UniformOutput', false);
    axes_(cellfun (@ischar, axes_)) = {{''}};
    [V, names, axes_] = sliced (V, names, axes_, opts.Fix);
  else
    names = {'point'};                         % a list has no order but its own
    axes_ = {1:numel(R.grid)};
    V = reshape (V, numel (R.grid), []);
  end
  long = cellfun (@numel, axes_) > 1;          % parameters with one value are no axis
  if (sum (long) <= 1)
    i = find ([long, true], 1);
    i = min (i, numel (names));
    V = reshape (V, numel (axes_{i}), []);
    x = positions (axes_{i});
    h = plot (x, V, '.-');
    ticks ('x', axes_{i}, x);
    xlabel (names{i}, 'interpreter', 'none');
    if (size (V, 2) > 1)
      legend (arrayfun (@(k) sprintf ('%d', k), 1:size (V, 2), 'UniformOutput', false));
    end
  elseif (sum (long) == 2)
    h = cells (V, names(long), axes_(long));
  else
    error ('delassus:dimension', ['dls_plot_map: %d parameters with several values; expected ', ...
           'at most 2, keep the others by ''Fix'''], sum (long));
  end
  if (~isempty (opts.Title))
    title (opts.Title);
  end
end

% The results as an array, of what opts.Value makes of them.
function V = numbers_of (R, f)
  V = R.value;
  bad = ~R.done | R.failed;
  if (~isempty (f))
    if (~iscell (V))
      V = reshape (V, numel (bad), []);
      V = arrayfun (@(k) V(k,:), (1:numel (bad))', 'UniformOutput', false);
    end
    out = NaN (size (bad));
    for k = find (~bad(:))'
      out(k) = number_of (f, V{k});
    end
    V = out;
  elseif (~(isnumeric (V) || islogical (V)))
    error ('delassus:type', ['dls_plot_map: the results are a cell; expected numbers, or ', ...
           '''Value'', a function that makes a number of each']);
  end
  if (~isreal (V))
    error ('delassus:type', ['dls_plot_map: the results are complex; expected real numbers, ', ...
           'or ''Value'', a function that makes one of each']);
  end
  V = double (V);
end

function x = number_of (f, value)
  try
    x = f (value);
  catch err
    error ('delassus:function', 'dls_plot_map: ''Value'' failed: %s', err.message);
  end
  if (~((isnumeric (x) || islogical (x)) && isscalar (x)))
    error ('delassus:type', 'dls_plot_map: ''Value'' returned %s; expected one number', ...
           dls_describe (x));
  end
end

function [V, names, axes_] = sliced (V, names, axes_, fix)
  counts = cellfun (@numel, axes_);
  V = reshape (V, [counts, numel(V) / max(1, prod (counts)), 1]);
  for name = fieldnames (fix)'
    i = find (strcmp (name{1}, names));
    if (isempty (i))
      error ('delassus:option', ['dls_plot_map: ''Fix'' names ''%s''; expected parameters of ', ...
             'the sweep: %s'], name{1}, strjoin (names, ', '));
    end
    values = axes_{i};
    if (~iscell (values) && ~(isnumeric (fix.(name{1})) && isscalar (fix.(name{1})) ...
                              && ~isnan (fix.(name{1}))))
      error ('delassus:type', 'dls_plot_map: ''Fix'': %s is %s; expected one number', name{1}, ...
             dls_describe (fix.(name{1})));
    elseif (iscell (values))
      at = find (cellfun (@(v) isequal (v, fix.(name{1})), values), 1);
    else
      away = abs (double (values(:)) - double (fix.(name{1})));
      away(values(:) == fix.(name{1})) = 0;      % Inf - Inf
      [~, at] = min (away);
    end
    if (isempty (at))
      error ('delassus:option', 'dls_plot_map: ''Fix'': %s has no such value', name{1});
    end
    index = repmat ({':'}, 1, ndims (V));
    index{i} = at;
    V = V(index{:});
    axes_{i} = values(at);
  end
end

function x = positions (values)
  x = 1:numel (values);
  if (~listed (values))
    x = reshape (double (values), 1, []);
  end
end

% Values that are no place on an axis: not numbers, or not finite ones.
function yes = listed (values)
  yes = iscell (values) || ~all (isfinite (double (values(:))));
end

% Cells around the grid points, with borders half-way between these.
function h = cells (V, names, axes_)
  x = positions (axes_{1});
  y = positions (axes_{2});
  if (numel (V) ~= numel (x) * numel (y))
    error ('delassus:dimension', ['dls_plot_map: results with %d numbers each; expected one, ', ...
           'choose by ''Value'''], numel (V) / numel (x) / numel (y));
  end
  V = reshape (V, numel (x), numel (y))';
  [x, i] = sort (x);
  [y, j] = sort (y);
  V = V(j,i);
  finite = V(isfinite (V));
  if (isempty (finite))
    finite = 0;
  end
  ends = [min(finite), max(finite)];             % infinite values have the colours of the ends
  V(V == Inf) = ends(2);
  V(V == -Inf) = ends(1);
  h = pcolor (borders (x), borders (y), [V, NaN(numel (y), 1); NaN(1, numel (x) + 1)]);
  caxis (ends + [-1, 1] * (ends(1) == ends(2)) * max (1e-3 * abs (ends(1)), realmin));
  set (h, 'edgecolor', 'none');
  axis ('tight');
  ticks ('x', axes_{1}(i), x);
  ticks ('y', axes_{2}(j), y);
  xlabel (names{1}, 'interpreter', 'none');
  ylabel (names{2}, 'interpreter', 'none');
  colorbar ();
end

function b = borders (x)
  middle = (x(1:end-1) + x(2:end)) / 2;
  b = [2*x(1)-middle(1), middle, 2*x(end)-middle(end)];
end

function ticks (which, values, x)
  if (listed (values))
    if (~iscell (values))
      values = num2cell (values);
    end
    label = cellfun (@(v) words (v), values, 'UniformOutput', false);
    set (gca (), [which, 'tick'], x, [which, 'ticklabel'], label);
  end
end

function t = words (v)
  if (ischar (v))
    t = v;
  elseif (isnumeric (v) && isscalar (v))
    t = sprintf ('%g', v);
  else
    t = class (v);
  end
end

function [h, ax] = dls_plot_map (R, varargin)
%DLS_PLOT_MAP  Draw the results of dls_sweep: a curve over one parameter, a map over two.
%   DLS_PLOT_MAP (R) draws R.value in the current axes and names the axes. Vectors
%   over one parameter are as many curves. Points without a value leave gaps; in a map infinite
%   values have the colours of the largest and the smallest finite one.
%   DLS_PLOT_MAP (AXES, R, ...) draws in these axes ([]: the current ones).
%   [H, AXES] = DLS_PLOT_MAP (...) returns the handles of curves or cells, and of the axes.
%   DLS_PLOT_MAP (R, 'Option', VALUE, ...):
%     'Value'   function of one result that gives the number to draw, for instance @(v) v.margin
%               or @(v) v(2); needed when results are not numbers
%     'Fix'     struct of parameters that are kept and their values (or the nearest grid value):
%               needed when there are more than two
%     'Title'   text above
%
%   Example:
%     R = dls_sweep (@(p) sin (p.x) * p.y, struct ('x', 0:0.1:3, 'y', 0:0.1:1), 'Engine', 'serial');
%     dls_plot_map (R, 'Title', 'sin (x) y');
%
%   See also DLS_SWEEP.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin > 1 && (isequal (R, []) || (isscalar (R) && ishghandle (R))))
    if (~isempty (R))
      axes (R);
    end
    R = varargin{1};
    varargin(1) = [];
  end
  if (nargin < 1 || ~(isstruct (R) && isscalar (R) ...
                      && all (isfield (R, {'kind', 'value', 'grid', 'names', 'done', 'failed'})) ...
                      && strcmp (R.kind, 'sweep')))
    error ('delassus:type', 'dls_plot_map: expected the struct that dls_sweep returns');
  end
  opts = dls_table_options ('dls_plot_map', varargin);
  if (isequal (opts.Fix, []))
    opts.Fix = struct ();
  end
  if (~(isempty (opts.Value) || isa (opts.Value, 'function_handle')))
    error ('delassus:type', 'dls_plot_map: ''Value'' is %s; expected a function handle', ...
           dls_describe (opts.Value));
  elseif (~(isstruct (opts.Fix) && isscalar (opts.Fix)))
    error ('delassus:type', 'dls_plot_map: ''Fix'' is %s; expected a struct of parameters', ...
           dls_describe (opts.Fix));
  elseif (~ischar (opts.Title))
    error ('delassus:type', 'dls_plot_map: ''Title'' is %s; expected a text', ...
           dls_describe (opts.Title));
  end
  handle = dls_plot_sweep (R, opts);
  if (nargout > 0)
    h = handle;
    ax = gca ();
  end
end

% Draw a sweep in the current axes: curves over one parameter, coloured cells over two.
% opts: Value, Fix, Title of dls_plot_map.
function h = dls_plot_sweep (R, opts)
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
    xlabel (dls_drawn (names{i}), 'interpreter', 'none');
    if (size (V, 2) > 1)
      legend (arrayfun (@(k) sprintf ('%d', k), 1:size (V, 2), 'UniformOutput', false));
    end
  elseif (sum (long) == 2)
    h = cells (V, names(long), axes_(long));
  else
    dls_raise ('delassus:dimension', ...
               ['dls_plot_map: %d parameters with several values; expected ', ...
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
    dls_raise ('delassus:dimension', ...
               ['dls_plot_map: results with %d numbers each; expected one, ', ...
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
  xlabel (dls_drawn (names{1}), 'interpreter', 'none');
  ylabel (dls_drawn (names{2}), 'interpreter', 'none');
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
    set (gca (), [which, 'tick'], x, [which, 'ticklabel'], dls_drawn (label));
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

%!function R = sweep (varargin)
%!  R = dls_sweep (varargin{:}, 'Engine', 'serial', 'Display', 'off');
%!endfunction
%!function ok = with_figure (check)
%!  f = figure ('visible', 'off');
%!  try
%!    ok = check ();
%!  catch err
%!    close (f);
%!    rethrow (err);
%!  end
%!  close (f);
%!endfunction

%!function ok = curves ()
%!  R = sweep (@(p) [p.a, p.a^2], struct ('a', [1 2 4]));
%!  left = subplot (1, 2, 1);
%!  subplot (1, 2, 2);
%!  h = dls_plot_map (R);
%!  [k, ax] = dls_plot_map (left, R);
%!  ok = isequal (get (k(1), 'parent'), left) && ax == left ...
%!       && isequal (get (h(2), 'ydata'), [1 4 16]) ...
%!       && isequal (get (h(1), 'xdata'), [1 2 4]) ...
%!       && strcmp (get (get (left, 'xlabel'), 'string'), 'a');
%!endfunction
%!function ok = map ()
%!  R = sweep (@(p) struct ('s', p.a + 10 * p.b), struct ('a', [1 2 4], 'b', [3 5]));
%!  h = dls_plot_map (R, 'Value', @(v) v.s, 'Title', 'sums');
%!  c = get (h, 'cdata');
%!  ok = isequal (c(1:2,1:3), [31 32 34; 51 52 54]) ...
%!       && isequal (get (h, 'xdata')(:)', [.5 1.5 3 5]) ...
%!       && strcmp (get (get (gca (), 'ylabel'), 'string'), 'b');
%!endfunction
%!function ok = kept ()
%!  R = sweep (@(p) p.a * p.b + strcmp (p.c, 'y'), struct ('a', 1:3, 'b', [3 5], ...
%!             'c', {{'x', 'y'}}));
%!  h = dls_plot_map (R, 'Fix', struct ('b', 4.8, 'c', 'y'));
%!  ok = isequal (get (h, 'ydata'), 5 * (1:3) + 1);
%!  h = dls_plot_map (R, 'Fix', struct ('a', 2));
%!  ok = ok && isequal (get (h, 'cdata')(1:2,1:2), [6 10; 7 11]);
%!endfunction
%!function ok = gaps ()
%!  R = sweep (@(p) 1 / (p.a ~= 2) + ones (1, 1 - (p.a == 3)) (1), struct ('a', {1, 2, 3}));
%!  h = dls_plot_map (R);
%!  ok = isequaln (get (h, 'ydata'), [2 Inf NaN]) && sum (R.failed) == 1;
%!endfunction
%!function ok = infinite ()
%!  R = sweep (@(p) p.a / (p.b - 3), struct ('a', [1 2 Inf], 'b', [3 5]));
%!  h = dls_plot_map (R);
%!  c = get (h, 'cdata');
%!  ok = isequaln (c(1:2,1:3), [1 1 1; 0.5 1 1]) && isequal (caxis (), [0.5 1]) ...
%!       && isequal (get (gca (), 'xticklabel'), {'1'; '2'; 'Inf'});
%!  h = dls_plot_map (R, 'Fix', struct ('a', Inf));
%!  ok = ok && isequal (get (h, 'ydata'), [Inf Inf]);
%!endfunction
%!assert (with_figure (@infinite))
%!assert (with_figure (@curves))
%!assert (with_figure (@map))
%!assert (with_figure (@kept))
%!assert (with_figure (@gaps))
%!error id=delassus:type dls_plot_map (1)
%!error id=delassus:option
%! dls_plot_map (sweep (@(p) p, struct ('a', 1:2)), 'Vlaue', 1)
%!error <'Value'> dls_plot_map (sweep (@(p) p, struct ('a', 1:2)))
%!error <'Fix'> dls_plot_map (sweep (@(p) p.a, struct ('a', 1:2, 'b', 1:2, 'c', 1:2)))
%!error <'Fix'> dls_plot_map (sweep (@(p) p.a, struct ('a', 1:2)), 'Fix', struct ('z', 1))
%!error id=delassus:type dls_plot_map (struct ('kind', 'sweep'))
%!shared R
%! R = sweep (@(p) p.a + p.b, struct ('a', 1:3, 'b', 1:2));
%!error id=delassus:type dls_plot_map (R, 'Value', 3)
%!error <'Value' returned a 1-by-2 double> dls_plot_map (R, 'Value', @(v) [1 2])
%!error <'Value' failed: mine> dls_plot_map (R, 'Value', @(v) error ('mine'))
%!error id=delassus:type dls_plot_map (R, 'Fix', 3)
%!error id=delassus:type dls_plot_map (R, 'Fix', struct ('a', NaN))
%!error id=delassus:type dls_plot_map (sweep (@(p) 1i * p.a, struct ('a', 1:3)))
%!demo
%! % how far a block slides, over the slope and the friction
%! way = @(p) 1 / max (0.05, p.mu * cos (p.angle) - sin (p.angle));
%! R = dls_sweep (way, struct ('angle', 0:0.02:0.5, 'mu', 0.1:0.05:1), 'Engine', 'serial');
%! dls_plot_map (R, 'Title', 'way');

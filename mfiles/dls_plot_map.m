function h = dls_plot_map (R, varargin)
%DLS_PLOT_MAP  Draw the results of dls_sweep: a curve over one parameter, a map over two.
%   DLS_PLOT_MAP (R) draws R.value in the current axes, names the axes and returns handles. Vectors
%   over one parameter are as many curves. Points without a value leave gaps; in a map infinite
%   values have the colours of the largest and the smallest finite one.
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
%!  h = dls_plot_map (R);
%!  ok = isequal (get (h(2), 'ydata'), [1 4 16]) && isequal (get (h(1), 'xdata'), [1 2 4]) ...
%!       && strcmp (get (get (gca (), 'xlabel'), 'string'), 'a');
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

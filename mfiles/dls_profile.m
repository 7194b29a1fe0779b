function [tau, rho, h] = dls_profile (times, varargin)
%DLS_PROFILE  Performance profile of solvers over a set of problems (Dolan and More).
%   [TAU, RHO] = DLS_PROFILE (TIMES) for TIMES (p-by-s): problem p, solver s, in any unit (seconds,
%   iterations), positive; Inf or NaN where it was not solved. RHO(k,s) is the share of all
%   problems that solver s solves within TAU(k) times the best time of the problem. TAU (k-by-1)
%   begins with 1 and holds every ratio where a profile steps: RHO(1,:) is how often each solver is
%   the fastest, RHO(end,:) how often it solves at all.
%   DLS_PROFILE (TIMES, NAMES) with a cell of s names, for the legend (default: 1, 2, ...).
%   DLS_PROFILE (..., 'Option', VALUE, ...):
%       'Solved'    p-by-s logical: false takes a time as unsolved
%       'Picture'   a file '....png' for the plot, drawn without showing it
%   Without outputs and 'Picture' the profiles are plotted in the current figure.
%   [TAU, RHO, H] = DLS_PROFILE (AXES, TIMES, ...) draws in these axes; H are the lines ([] without
%   AXES).
%   Ratios compare solvers on each problem, not problems with each other; a profile says nothing
%   about the second best among more than two (leave a solver out to see that).
%
%   Example: the first solver is faster on two problems of three, and fails on the last
%     [tau, rho] = dls_profile ([1 2; 3 9; Inf 5]);
%     [tau, rho]
%     % ans =
%     %   1.0000   0.6667   0.3333
%     %   2.0000   0.6667   0.6667
%     %   3.0000   0.6667   1.0000
%
%   See also DLS_FRICTION, DLS_RESIDUAL.
% SPDX-License-Identifier: GPL-3.0-or-later
  [ax, h] = deal ([]);
  if (nargin > 1 && isscalar (times) && isgraphics (times, 'axes'))
    ax = times;
    times = varargin{1};
    varargin(1) = [];
  end
  if (nargin < 1 || ~isnumeric (times) || ~isreal (times) || ndims (times) > 2 ...
      || isempty (times) || issparse (times))
    error ('delassus:type', ['dls_profile: expected a full p-by-s table of times, a row per ', ...
           'problem and a column per solver']);
  end
  names = {};
  if (~isempty (varargin) && ~ischar (varargin{1}) && ~isstruct (varargin{1}))
    names = varargin{1};
    varargin(1) = [];
  end
  extra = dls_table_options ('dls_profile', varargin);
  times = double (times);
  if (isempty (names))
    names = arrayfun (@(k) sprintf ('%d', k), 1:size (times, 2), 'UniformOutput', false);
  end
  check (times, names, extra);
  times(isnan (times)) = Inf;
  if (~isempty (extra.Solved))
    times(~extra.Solved) = Inf;
  end
  if (any (times(:) <= 0))
    [p, s] = find (times <= 0, 1);
    error ('delassus:option', 'dls_profile: times(%d,%d) is %g; expected a positive time', ...
           p, s, times(p,s));
  end
  best = min (times, [], 2);
  ratio = times ./ best;                     % Inf / Inf: nobody solved it
  ratio(isnan (ratio)) = Inf;
  tau = unique ([1; reshape(ratio(isfinite (ratio)), [], 1)]);
  rho = zeros (numel (tau), size (times, 2));
  for k = 1:numel (tau)
    rho(k,:) = sum (ratio <= tau(k), 1) / size (times, 1);
  end
  if (~isempty (ax))
    axes (ax);
    h = draw (tau, rho, names);
  elseif (~isempty (extra.Picture) || nargout == 0)
    dls_output ('writable', extra.Picture, 'dls_profile');
    dls_output ('picture', 'dls_profile', extra.Picture, @() draw (tau, rho, names));
  end
  if (nargout == 0)
    clear tau
  end
end

function check (times, names, extra)
  if (~iscellstr (names) || numel (names) ~= size (times, 2))
    dls_raise ('delassus:dimension', ...
               'dls_profile: names is %s; expected a cell of %d texts, one per column of times', ...
               dls_describe (names), size (times, 2));
  elseif (~isempty (extra.Solved) ...
          && ~(isequal (size (extra.Solved), size (times)) ...
               && (islogical (extra.Solved) || isnumeric (extra.Solved)) ...
               && ~any (isnan (extra.Solved(:)))))
    error ('delassus:dimension', ...
           'dls_profile: ''Solved'' is %s; expected %d-by-%d logical, as times', ...
           dls_describe (extra.Solved), size (times, 1), size (times, 2));
  elseif (~isempty (extra.Picture) ...
          && (~ischar (extra.Picture) || isempty (regexp (extra.Picture, '\.png$', 'once'))))
    error ('delassus:option', 'dls_profile: ''Picture'' is %s; expected a file name ....png', ...
           dls_describe (extra.Picture));
  end
end

% Names as a legend shows them; Octave's pictures refuse what is not UTF-8.
function names = shown (names)
  try
    names = regexprep (names, '_', ' ');
  catch
    names = strrep (cellfun (@dls_printable, names, 'UniformOutput', false), '_', ' ');
  end
end

% Steps over a logarithmic axis, which goes on a little after the last step.
function lines = draw (tau, rho, names)
  last = max (10, 2 * tau(end));
  lines = zeros (1, numel (names));
  colors = [0 0.3 0.7; 0.8 0.3 0; 0 0.55 0.3; 0.6 0.2 0.6; 0.2 0.2 0.2; 0.8 0.6 0];
  for s = 1:numel (names)
    [x, y] = stairs ([tau; last], [rho(:,s); rho(end,s)]);
    lines(s) = semilogx (x, y, 'LineWidth', 2, ...
                         'Color', colors(1 + mod (s - 1, size (colors, 1)),:));
    hold on
  end
  hold off
  axis ([1, last, 0, 1.02]);
  xlabel ('ratio to the fastest');
  ylabel ('share of problems solved');
  legend (lines, dls_drawn (shown (names)), 'location', 'eastoutside');
end

%!test  % without axes there are no lines
%! [~, ~, h] = dls_profile ([1 2; 3 9]);
%! assert (isempty (h))
%!error id=delassus:type dls_profile ({1}, {'a'})

%!test  % the example of the help
%! [tau, rho] = dls_profile ([1 2; 3 9; Inf 5]);
%! assert (tau, [1; 2; 3])
%! assert (rho, [2 1; 2 2; 2 3] / 3, eps)

%!test  % flags, NaN and a problem that nobody solves; units do not matter
%! times = [1 2 4; 8 4 2; 3 NaN 3; 5 5 5];
%! solved = [true(3); false(1, 3)];
%! [tau, rho] = dls_profile (times, {}, 'Solved', solved);
%! assert (tau, [1; 2; 4])
%! assert (rho, [2 0 2; 2 2 2; 3 2 3] / 4)
%! [same, rho2] = dls_profile (diag ([7 1e-9 3 2]) * times, {'a', 'b', 'c'}, 'Solved', solved);
%! assert (same, tau, 1e-12)
%! assert (rho2, rho)

%!test  % against the definition, on random times
%! times = exp (randi (40, 30, 4) / 10);
%! [tau, rho] = dls_profile (times);
%! assert (issorted (tau) && tau(1) == 1 && all (all (diff (rho, 1, 1) >= 0)))
%! for t = [1, 1.5, 3, 20, 1e3]
%!   at = find (tau <= t, 1, 'last');
%!   assert (rho(at,:), mean (times <= t * min (times, [], 2), 1), 1e-15)
%! end
%! assert (rho(end,:), ones (1, 4))

%!testif ; ! isempty (available_graphics_toolkits ())   % a name that is not UTF-8 is shown
%! fig = figure ('visible', 'off');
%! [~, ~, h] = dls_profile (axes ('parent', fig), [1 2], {char([233 97]), 'b_c'});
%! assert (numel (h), 2)
%! close (fig);

%!test  % one solver, one problem, none solved
%! [tau, rho] = dls_profile (3);
%! assert ([tau, rho], [1 1])
%! [tau, rho] = dls_profile ([1 2]);
%! assert ([tau, rho], [1 1 0; 2 1 1])
%! [tau, rho] = dls_profile ([Inf NaN]);
%! assert ([tau, rho], [1 0 0])

%!testif ; ! isempty (available_graphics_toolkits ())   % axes of one's own
%! fig = figure ('visible', 'off');
%! ax = axes ('parent', fig);
%! [tau, rho, h] = dls_profile (ax, [1 2; 3 9; Inf 5], {'one', 'two'});
%! assert (cell2mat (get (h, 'parent')), [ax; ax])
%! assert (unique (get (h(1), 'ydata')), 2/3)
%! close (fig);

%!test  % a picture
%! file = [tempname() '.png'];
%! before = graphics_toolkit ();
%! if (any (strcmp (available_graphics_toolkits (), 'gnuplot')))
%!   graphics_toolkit ('gnuplot');
%!   state = warning ('off', 'all');
%!   [tau, rho] = dls_profile ([1 2; 3 9; Inf 5], {'one_a', 'two'}, 'Picture', file);
%!   warning (state);
%!   assert (exist (file, 'file'), 2)
%!   image = imread (file);
%!   assert (any (image(:) ~= image(1)))
%!   delete (file);
%!   graphics_toolkit (before);
%! end

%!error <full p-by-s table> dls_profile (sparse (1e12, 3))
%!error id=delassus:type dls_profile ()
%!error id=delassus:type dls_profile ('fast')
%!error id=delassus:type dls_profile ([])
%!error id=delassus:dimension dls_profile ([1 2], {'a'})
%!error id=delassus:dimension dls_profile ([1 2], {'a', 'b'}, 'Solved', true)
%!error id=delassus:dimension dls_profile ([1 2], {'a', 'b'}, 'Solved', [1 NaN])
%!error id=delassus:dimension dls_profile ([1 2], {}, 'Solved', {1, 2})
%!error <times\(1,2\) is -1> dls_profile ([1 -1]);
%!error id=delassus:option dls_profile ([1 0]);
%!error id=delassus:option dls_profile (1, {}, 'Picture', 'x.jpg');
%!error id=delassus:option dls_profile (1, {}, 'Colour', 1);
%!error id=delassus:file dls_profile (1, {}, 'Picture', '/no/such/a.png');
%!demo
%! % three solvers on 40 problems
%! rand ('twister', 1);
%! dls_profile (rand (40, 3) .* [1 1.5 0.8] + [0.2 0 0.5], {'a', 'b', 'c'});

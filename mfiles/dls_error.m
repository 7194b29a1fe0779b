function e = dls_error (sol, exact, norm_name, varargin)
%DLS_ERROR  Error of a simulated motion in the norms that suit velocities with jumps.
%   E = DLS_ERROR (SOL, EXACT, NORM) compares SOL of DLS_SIMULATE (its t, q, v) with EXACT, a
%   handle of t that returns [q; v] (right limits), or a struct with
%       .state    this handle (of a scalar, or of a row of times)
%       .jumps    times at which v jumps (none: continuous)
%       .before   handle with the left limits there (else v is extrapolated from just before)
%   NORM: 'uniform'     max |e_i| over the grid
%         'L1', 'L2'    (sum h_i |e_i|^p)^(1/p), HIGHORDER (21); h_i is the step that ends at t_i
%         'hausdorff'   distance of the graphs, filled in at the jumps, HIGHORDER (20), with the
%                       metric max (|t - s|, |x - y|), to one per cent; SOL is piecewise linear
%   E.q and E.v are the errors of positions and velocities; |.| is the Euclidean norm. Where the
%   model of SOL has a 'metric' (DLS_MODEL), it measures the positions, in all norms but the last.
%   At a time of the grid where EXACT jumps it is taken after the jump. A scheme that has the jump a
%   step later has an error there as large as the jump: move the grid off such times.
%   Velocities never converge in the uniform norm where they jump: L1 and Hausdorff distance tell.
%
%   Example: a jump seen one step too late
%     sol = struct ('t', 0:0.1:1, 'q', zeros (1, 11), 'v', [zeros(1, 6), ones(1, 5)]);
%     exact = struct ('state', @(t) [0*t; t >= 0.5], 'jumps', 0.5);
%     e = dls_error (sol, exact, 'uniform');
%     e.v
%     % ans = 1
%     e = dls_error (sol, exact, 'L1');
%     e.v
%     % ans = 0.1000
%
%   See also DLS_SIMULATE, DLS_TABLEAU.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin ~= 3 || ~isstruct (sol) || ~isscalar (sol) || ~all (isfield (sol, {'t', 'q', 'v'})))
    error ('delassus:type', 'dls_error: expected a solution of dls_simulate, exact and a norm');
  end
  dls_kind_input (sol, 'motion', 'dls_error');
  for name = {'t', 'q', 'v'}
    x = sol.(name{1});
    if (~(isa (x, 'double') && isreal (x) && all (isfinite (nonzeros (x)))))
      error ('delassus:type', 'dls_error: sol.%s is %s; expected finite real doubles', name{1}, ...
             dls_describe (x));
    end
  end
  n = [size(sol.q, 1), size(sol.v, 1)];
  t = reshape (sol.t(1:min (end, size (sol.q, 2))), 1, []);
  if (size (sol.q, 2) ~= numel (sol.t) || size (sol.v, 2) ~= numel (sol.t) || isempty (t) ...
      || any (diff (t) < 0))
    dls_raise ('delassus:dimension', ...
               ['dls_error: sol.t, sol.q, sol.v have %d, %d, %d columns; expected as many, ', ...
               'and some, t in order'], numel (sol.t), size (sol.q, 2), size (sol.v, 2));
  end
  exact = complete (exact, sum (n));
  names = {'uniform', 'L1', 'L2', 'hausdorff'};
  if (~ischar (norm_name) || ~any (strcmpi (norm_name, names)))
    hint = '';
    if (ischar (norm_name))
      hint = dls_nearest_name (norm_name, names);
    end
    error ('delassus:option', 'dls_error: the norm is %s; expected one of %s%s', ...
           dls_describe (norm_name), strjoin (names, ', '), hint);
  end
  metric = metric_of (sol);
  if (strcmpi (norm_name, 'hausdorff'))
    if (~isempty (metric))
      error ('delassus:option', ['dls_error: the model has a ''metric'', which has no ', ...
             'Hausdorff distance; expected ''uniform'', ''L1'' or ''L2''']);
    end
    [times, values] = filled_graph (exact, t);
    e.q = dls_graph_distance (t, sol.q, times, values(1:n(1),:));
    e.v = dls_graph_distance (t, sol.v, times, values(n(1)+1:end,:));
    return
  end
  y = exact.state (t);
  size_q = sqrt (sum ((sol.q - y(1:n(1),:)) .^ 2, 1));
  if (~isempty (metric))
    size_q = distances (metric, sol.q, y(1:n(1),:), t);
  end
  size_v = sqrt (sum ((sol.v - y(n(1)+1:end,:)) .^ 2, 1));
  h = [diff(t(1:min (2, end))), diff(t)];
  e.q = grid_norm (size_q, h, norm_name);
  e.v = grid_norm (size_v, h, norm_name);
end

% The distance of positions that the model of a motion gives; [] if none
function f = metric_of (sol)
  f = [];
  if (isfield (sol, 'model') && isstruct (sol.model) && isfield (sol.model, 'metric') ...
      && isa (sol.model.metric, 'function_handle'))
    f = sol.model.metric;
  end
end

% Of columns, one by one
function d = distances (metric, p, q, t)
  d = zeros (1, numel (t));
  for k = 1:numel (t)
    try
      x = metric (p(:,k), q(:,k));
    catch err
      error ('delassus:model', 'dls_error: ''metric'' of the model failed at t = %g: %s', t(k), ...
             err.message);
    end
    if (~(isa (x, 'double') && isreal (x) && isscalar (x) && x >= 0))
      error ('delassus:model', ['dls_error: ''metric'' of the model returned %s at t = %g; ', ...
             'expected a number >= 0'], dls_describe (x), t(k));
    end
    d(k) = x;
  end
end

function e = grid_norm (sizes, h, name)
  switch (lower (name))
    case 'uniform'
      e = max (sizes);
    case 'l1'
      e = sum (h .* sizes);
    otherwise
      e = sqrt (sum (h .* sizes .^ 2));
  end
end

% A struct whose handle takes a row of times.
function exact = complete (exact, n)
  if (isa (exact, 'function_handle'))
    exact = struct ('state', exact);
  elseif (~isstruct (exact) || ~isfield (exact, 'state'))
    error ('delassus:type', ...
           'dls_error: exact is %s; expected a handle, or a struct with .state', ...
           dls_describe (exact));
  end
  handles = {'state', 'before'};
  for k = 1:2
    if (isfield (exact, handles{k}) && ~isa (exact.(handles{k}), 'function_handle') ...
        && ~(k == 2 && isempty (exact.before)))
      error ('delassus:type', 'dls_error: exact.%s is %s; expected a handle', handles{k}, ...
             dls_describe (exact.(handles{k})));
    end
  end
  exact.state = @(t) columns (exact.state, t, n);
  if (~isfield (exact, 'jumps'))
    exact.jumps = [];
  elseif (~isa (exact.jumps, 'double') || any (isnan (exact.jumps(:))))
    error ('delassus:type', 'dls_error: exact.jumps is %s; expected times', ...
           dls_describe (exact.jumps));
  end
  if (isfield (exact, 'before') && ~isempty (exact.before))
    exact.before = @(t) columns (exact.before, t, n);
  else
    exact.before = [];
  end
end

function y = columns (f, t, n)
  y = called (f, t);
  if (size (y, 2) ~= numel (t))
    y = zeros (n, numel (t));
    for k = 1:numel (t)
      x = called (f, t(k));
      if (numel (x) ~= n)
        dls_raise ('delassus:dimension', ...
                   'dls_error: exact returns %s; expected [q; v], %d numbers', dls_describe (x), n);
      end
      y(:,k) = x(:);
    end
  end
  if (size (y, 1) ~= n)
    dls_raise ('delassus:dimension', 'dls_error: exact returns %d numbers; expected [q; v], %d', ...
               size (y, 1), n);
  end
end

function y = called (f, t)
  try
    y = f (t);
  catch err
    error ('delassus:function', 'dls_error: exact failed at t = %g: %s', t(1), err.message);
  end
  if (~(isnumeric (y) || islogical (y)) || ~isreal (y))
    error ('delassus:type', 'dls_error: exact returns %s; expected numbers', dls_describe (y));
  end
  y = double (y);
  if (any (isnan (y(:))))
    error ('delassus:notFinite', 'dls_error: exact returns NaN near t = %g', t(1));
  end
end

% The exact graph as a polygon: eight pieces per step, both limits at the jumps.
function [t, y] = filled_graph (exact, grid)
  jumps = exact.jumps(:)';
  jumps = unique (jumps(jumps >= grid(1) & jumps <= grid(end)));
  fine = grid(end);
  if (numel (grid) > 1)
    fine = bsxfun (@plus, grid(1:end-1), (0:7)' / 8 * diff (grid));
  end
  t = unique ([fine(:)', grid(end), jumps]);
  y = exact.state (t);
  if (isempty (jumps))
    return
  end
  if (isempty (exact.before))
    % Two steps back, then straight on: O(s^2) from the limit.
    s = min (1e-6 * max (grid(end) - grid(1), realmin), [Inf, diff(jumps)] / 4);
    left = 2 * exact.state (jumps - s) - exact.state (jumps - 2*s);
  else
    left = exact.before (jumps);
  end
  [t, order] = sort ([jumps, t]);                  % stable: left limits come first
  y = [left, y];
  y = y(:,order);
end

% Hausdorff distance of two polygons in time and space, metric max (|t - s|, |x - y|), to one per
% cent from below. Times do not decrease; equal times make vertical pieces (jumps).
function d = dls_graph_distance (ta, xa, tb, xb)
  d = directed (ta, xa, tb, xb, 0);
  d = directed (tb, xb, ta, xa, d);
end

% max over A of the distance to B, at least d. That distance is 1-Lipschitz: along a piece of length
% L it stays below (d1 + d2 + L)/2. The distance to one piece of B is convex: it stays below the
% larger of its values at both ends. Pieces that may exceed the largest known by 1 % are halved.
function d = directed (ta, xa, tb, xb, d)
  y = split ([ta; xa], tb);
  [far, home] = to_polygon (y, tb, xb);
  d = max ([d, far]);
  ends = [y(:,1:end-1); y(:,2:end)];
  r = [far(1:end-1); far(2:end)];
  k = [home(1:end-1); home(2:end)];
  n = size (y, 1);
  scale = max ([tb(end) - tb(1), max(abs (xb(:))), realmin]);
  while (numel (tb) > 1)
    step = ends(n+1:end,:) - ends(1:n,:);
    bound = (sum (r, 1) + max (step(1,:), sqrt (sum (step(2:end,:) .^ 2, 1)))) / 2;
    bound = min (bound, max (r(1,:), to_piece (ends(1:n,:), k(2,:), tb, xb)));
    bound = min (bound, max (r(2,:), to_piece (ends(n+1:end,:), k(1,:), tb, xb)));
    open = bound > 1.01 * d + 1e-12 * scale;
    if (~any (open))
      return
    end
    ends = ends(:,open);
    middle = (ends(1:n,:) + ends(n+1:end,:)) / 2;
    [rm, km] = to_polygon (middle, tb, xb);
    d = max ([d, rm]);
    ends = [[ends(1:n,:); middle], [middle; ends(n+1:end,:)]];
    r = [[r(1,open); rm], [rm; r(2,open)]];
    k = [[k(1,open); km], [km; k(2,open)]];
  end
end

% The same polygon with vertices also at the times of the other one.
function y = split (y, t)
  new = setdiff (t(t > y(1,1) & t < y(1,end)), y(1,:));
  k = last_before (y(1,:), new);
  s = (new - y(1,k)) ./ (y(1,k+1) - y(1,k));
  x = y(2:end,k) + bsxfun (@times, s, y(2:end,k+1) - y(2:end,k));
  [~, order] = sort ([y(1,:), new]);
  y = [y, [new; x]];
  y = y(:,order);
end

% How many of the sorted t are <= x, for each x of a row
function k = last_before (t, x)
  [~, order] = sort ([t, x]);                  % equal ones: t first
  below = cumsum (order <= numel (t));
  k(order) = below;
  k = k(numel (t)+1:end);
end

% Distances of points (columns t; x) to a polygon, and the nearest pieces. Pieces are visited away
% from the one at the same time, as long as time alone does not exceed the distance that is known.
function [r, nearest] = to_polygon (y, tb, xb)
  pieces = numel (tb) - 1;
  if (pieces == 0)
    r = max (abs (y(1,:) - tb), sqrt (sum (bsxfun (@minus, y(2:end,:), xb) .^ 2, 1)));
    nearest = ones (size (r));
    return
  end
  home = min (max (last_before (tb, y(1,:)), 1), pieces);
  r = to_piece (y, home, tb, xb);
  nearest = home;
  for side = [-1, 1]
    k = home + side;
    alive = 1:numel (home);
    while (true)
      inside = k(alive) >= 1 & k(alive) <= pieces;
      alive = alive(inside);
      near = tb(k(alive) + (side < 0));            % the end of the piece that is nearer in time
      alive = alive(side * (near - y(1,alive)) < r(alive));
      if (isempty (alive))
        break
      end
      other = to_piece (y(:,alive), k(alive), tb, xb);
      better = other < r(alive);
      r(alive(better)) = other(better);
      nearest(alive(better)) = k(alive(better));
      k(alive) = k(alive) + side;
    end
  end
end

% min over s in [0,1] of max (|a + s*b|, |c + s*e|): at an end, at the minimum of one of the two, or
% where they are equal.
function r = to_piece (y, k, tb, xb)
  a = tb(k) - y(1,:);
  b = tb(k+1) - tb(k);
  c = xb(:,k) - y(2:end,:);
  e = xb(:,k+1) - xb(:,k);
  cc = sum (c .* c, 1);
  ce = sum (c .* e, 1);
  ee = sum (e .* e, 1);
  p = b .^ 2 - ee;
  h = a .* b - ce;
  root = sqrt (max (h .^ 2 - p .* (a .^ 2 - cc), 0));
  s = [zeros(1, numel (a)); ones(1, numel (a)); -a ./ b; -ce ./ ee; (-h + root) ./ p; ...
       (-h - root) ./ p; (cc - a .^ 2) ./ (2 * h)];
  s = min (max (s, 0), 1);
  s(isnan (s)) = 0;
  r = Inf (1, numel (a));
  for j = 1:size (s, 1)
    x = c + bsxfun (@times, e, s(j,:));
    r = min (r, max (abs (a + s(j,:) .* b), sqrt (sum (x .* x, 1))));
  end
end

%!test  % the example of the help
%! sol = struct ('t', 0:0.1:1, 'q', zeros (1, 11), 'v', [zeros(1, 6), ones(1, 5)]);
%! exact = struct ('state', @(t) [0*t; t >= 0.5], 'jumps', 0.5);
%! e = dls_error (sol, exact, 'uniform');
%! assert ([e.q, e.v], [0, 1])
%! e = dls_error (sol, exact, 'L1');
%! assert (e.v, 0.1, 1e-15)
%! e = dls_error (sol, exact, 'hausdorff');
%! assert (e.v, 1/11, 1e-14)
%!test  % a handle of scalars, two coordinates, unequal steps
%! sol = struct ('t', [0 1 3], 'q', [0 3 0; 0 4 0], 'v', zeros (2, 3));
%! e = dls_error (sol, @(t) zeros (4, 1), 'L2');
%! assert ([e.q, e.v], [5, 0])
%! e = dls_error (sol, @(t) zeros (4, 1), 'L1');
%! assert (e.q, 5)
%!error <Linf> dls_error (struct ('t', 0, 'q', 0, 'v', 0), @(t) [0; 0], 'Linf')
%!error id=delassus:type dls_error (1, 2, 'L1')
%!error <sol.q is a 1-by-1 single> dls_error (struct ('t', 0, 'q', single (0), 'v', 0), ...
%!                                            @(t) [0; 0], 'hausdorff')
%!error <sol.q is a 1-by-1 int32> dls_error (struct ('t', 0, 'q', int32 (0), 'v', 0), ...
%!                                           @(t) [0; 0], 'hausdorff')
%!error id=delassus:dimension dls_error (struct ('t', [1 0], 'q', [0 0], 'v', [0 0]), ...
%!                                       @(t) [0; 0], 'L1')
%!error <a contact system> dls_error (struct ('kind', 'system', 't', 0, 'q', 0, 'v', 0), ...
%!                                    @(t) [0; 0], 'L1')
%!error id=delassus:type dls_error (struct ('t', 'a', 'q', 1, 'v', 1), @(t) [0; 0], 'L1')
%!error <exact failed at t = 0: mine> dls_error (struct ('t', 0, 'q', 0, 'v', 0), ...
%!                                               @(t) error ('mine'), 'L1')
%!error id=delassus:type dls_error (struct ('t', 0, 'q', 0, 'v', 0), @(t) {1}, 'L1')
%!error id=delassus:type dls_error (struct ('t', 0, 'q', 0, 'v', 0), struct ('state', 3), 'L1')
%!error id=delassus:type dls_error (struct ('t', 0, 'q', 0, 'v', 0), 'ball', 'L1')
%!error id=delassus:dimension dls_error (struct ('t', 0, 'q', 0, 'v', 0), @(t) 1, 'L1')
%!error id=delassus:dimension dls_error (struct ('t', [0 1], 'q', 0, 'v', 0), @(t) [0; 0], 'L1')
%!error id=delassus:dimension
%! dls_error (struct ('kind', 'motion', 't', sparse (1e12, 3), 'q', 0, 'v', 0), @(t) t, 'L1');
%!demo
%! % errors of the ball over its steps, in a norm that suits velocities with jumps
%! model = dls_model ('M', 1, 'K', 4, 'f', 0);
%! h = 0.1 * 0.5 .^ (0:4);
%! for k = 1:5
%!   e(k) = dls_error (dls_simulate (model, [0 2], 1, 0, 'Step', h(k)), ...
%!                     @(t) [cos(2*t); -2 * sin(2*t)], 'L1').q;
%! end
%! loglog (h, e, 'o-');
%! xlabel ('step');

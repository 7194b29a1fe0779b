function d = dls_graph_distance (ta, xa, tb, xb)
% Hausdorff distance of two polygons in time and space, metric max (|t - s|, |x - y|), to one per
% cent from below. Times do not decrease; equal times make vertical pieces (jumps).
% SPDX-License-Identifier: GPL-3.0-or-later
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
  n = rows (y);
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
  k = lookup (y(1,:), new);
  s = (new - y(1,k)) ./ (y(1,k+1) - y(1,k));
  x = y(2:end,k) + bsxfun (@times, s, y(2:end,k+1) - y(2:end,k));
  [~, order] = sort ([y(1,:), new]);
  y = [y, [new; x]];
  y = y(:,order);
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
  home = min (max (lookup (tb, y(1,:)), 1), pieces);
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
  for j = 1:rows (s)
    x = c + bsxfun (@times, e, s(j,:));
    r = min (r, max (abs (a + s(j,:) .* b), sqrt (sum (x .* x, 1))));
  end
end

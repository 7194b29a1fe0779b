function varargout = dls_grasp_quality (what, varargin)
% Quality of a grasp; dls_grasp_quality (WHAT, ...): ball: the largest one; support: of a direction;
% facets: of the hull of points.
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['grasp_', what], varargin{:});
end

% The largest ball around zero in the set of wrenches that a grasp with force closure can exert.
% The set is known by its support function h(d): an inscribed polytope (convex hull of points of
% the set) bounds the radius from below by the distance of its nearest facet; h of that facet's
% normal bounds it from above; where they differ, the point that attains h joins the polytope.
function [bounds, weakest, points, message] = grasp_ball (W, opts)
  Z = eye (W.n);                               % what the bilateral constraints leave over
  if (~isempty (W.free))
    Z = null (W.free');
  end
  W.normal = Z' * W.normal;
  W.tangent = Z' * W.tangent;
  r = size (Z, 2);
  message = '';
  weakest = [];
  points = zeros (W.n, 0);
  bounds = [Inf, Inf];
  if (r == 0 || isempty (W.mu))                % closed by bilateral constraints alone
    return
  end
  D = [eye(r), -eye(r)];
  P = support (W, opts, D);
  size_of = svd (bsxfun (@minus, P, mean (P, 2)));
  if (size_of(end) <= 1e-6 * size_of(1))       % flat
    D = [D, contact_directions(W)];
  end
  [P, h] = support (W, opts, D);
  [upper, i] = min (h);
  best = D(:,i);
  lower = 0;
  if (r == 1)
    lower = upper;
  elseif (r > 7)
    message = sprintf ('%d coordinates are too many for a polytope: no lower bound', r);
  else
    [lower, upper, best, P, message] = refine (W, opts, P, upper, best, lower);
  end
  bounds = [min(lower, upper), upper];
  weakest = Z * best;
  points = Z * P;
end

function [lower, upper, best, P, message] = refine (W, opts, P, upper, best, lower)
  message = 'the bounds are not as close as asked for: MaxPoints';
  P = distinct (P);
  while (true)
    [normals, offset] = grasp_facets (P);
    if (isempty (offset))
      message = 'no convex hull: the lower bound is not as close as it could be';
      return
    end
    lower = max (lower, min (offset));
    near = find (offset < upper * (1 - opts.Tolerance));
    [~, order] = sort (offset(near));
    near = near(order(1:min (end, 30)));
    if (isempty (near))
      message = '';
      return
    end
    [new, h] = support (W, opts, normals(:,near));
    [value, i] = min (h);
    if (value < upper)
      upper = value;
      best = normals(:,near(i));
    end
    useful = h - offset(near) > 1e-10 * upper;
    count = size (P, 2);
    P = distinct ([P, new(:,useful)]);
    if (size (P, 2) == count)
      message = '';                            % a polytope, found
      return
    elseif (count >= opts.MaxPoints)
      return
    elseif (toc (opts.clock) > opts.MaxTime)
      message = 'the bounds are not as close as asked for: MaxTime';
      return
    end
  end
end

% Outward unit normals and offsets of the facets of the convex hull. Simplices without area, which
% qhull may list where facets have many corners, do not support the hull: they are left out.
function [normals, offset] = grasp_facets (P)
  r = size (P, 1);
  try
    if (r < 5)
      F = convhulln (P', {'Qt', 'Pp'});
    else
      F = convhulln (P', {'QJ', 'Pp'});              % merging facets fails where many nearly agree
    end
  catch
    F = zeros (0, r);
  end
  p = P(:,F(:,1));
  left = ones (r, size (F, 1));
  edges = cell (1, r - 1);                       % orthonormal, of all facets at once
  for k = 1:r - 1
    edges{k} = across (edges(1:k-1), P(:,F(:,k+1)) - p);
    left = left - edges{k} .^ 2;
  end
  [~, i] = max (left, [], 1);
  axes_ = eye (r);
  normals = across (edges, axes_(:,i));
  outward = sum (normals .* bsxfun (@minus, p, mean (P, 2)), 1);
  normals = bsxfun (@times, normals, 1 - 2 * (outward < 0));
  offset = sum (normals .* p, 1);
  supports = max (P' * normals, [], 1) <= offset + 1e-9 * max (abs (P(:)));
  normals = normals(:,supports);
  offset = offset(supports);
end

% The unit vectors of what is left of the columns x across the unit vectors of the cells.
function x = across (units, x)
  for pass = 1:3                                 % after the first these correct rounding
    x = bsxfun (@rdivide, x, max (sqrt (sum (x .^ 2, 1)), realmin));
    for k = 1:numel (units) * (pass < 3)
      x = x - bsxfun (@times, units{k}, sum (units{k} .* x, 1));
    end
  end
end

% h(d) and where it is attained, under the limit on the normal forces.
function [P, h] = support (W, opts, D)
  [points, reach] = grasp_support (W, W.mu, opts.Facets, D);
  N = size (D, 2);
  P = zeros (size (D));
  if (strcmp (opts.Limit, 'each'))
    for i = 1:numel (W.mu)
      P = P + bsxfun (@times, points(:,:,i), double (reach(i,:) > 0));
    end
    h = sum (max (reach, 0), 1);
    return
  end
  [h, i] = max (reach, [], 1);
  for k = 1:N
    P(:,k) = points(:,k,i(k));
  end
end

% Contacts and their tangents, both signs.
function D = contact_directions (W)
  T = W.tangent;
  normal = kron (W.normal, ones (1, size (T, 2) / max (size (W.normal, 2), 1)));
  D = [W.normal, normal + T, normal - T];
  most = max (abs (D), [], 1);
  use = most > 1e-12 * max (most);
  D = bsxfun (@rdivide, D(:,use), most(use));                        % squares do not overflow
  D = bsxfun (@rdivide, D, sqrt (sum (D .^ 2, 1)));
  D = [D, -D];
end

function P = distinct (P)
  unit = 1e-9 * max (abs (P(:)));
  [~, i] = unique (round (P' / unit), 'rows');
  P = P(:,sort (i));
end

% For unit normal forces: how far the wrenches of each contact reach in the directions D (n-by-N),
% reach (contacts-by-N), and which wrench does, points (n-by-N-by-contacts).
function [points, reach] = grasp_support (W, mu, facets, D)
  k = numel (mu);
  q = W.d - 1;
  N = size (D, 2);
  reach = zeros (k, N);
  points = zeros (size (D, 1), N, k);
  angle = 2 * pi * (0:facets - 1)' / max (facets, 1);
  corners = [cos(angle), sin(angle)];          % of the pyramids
  for i = 1:k
    H = W.tangent(:,q * (i - 1) + (1:q));
    t = H' * D;
    if (q == 2 && facets > 0)
      [far, j] = max (corners * t, [], 1);
      unit = corners(j,:)';
    else
      far = sqrt (sum (t .^ 2, 1));
      unit = bsxfun (@rdivide, t, max (far, realmin));
    end
    reach(i,:) = W.normal(:,i)' * D + mu(i) * far;
    points(:,:,i) = bsxfun (@plus, W.normal(:,i), mu(i) * (H * unit));
  end
end

function L = dls_loads (S, varargin)
%DLS_LOADS  All loads under which everything sticks: a polytope, for up to six load directions
%   L = DLS_LOADS (S, B) computes the set of x for which all contacts of the system S of DLS_SYSTEM
%   stay closed and those with friction stick under the force F + B*x (on the left, as F):
%       M*a + F + B*x = Gb*lb + Gu*lu + Hb*tb + Hu*tu,   G'*a + b = 0 of all columns,
%       lu >= 0,   |tu_i| <= muu_i*lu_i,   |tb_i| <= mub_i*|lb_i|
%   that is the projection on x of a polyhedron in (x, a, lambda): its facets and its vertices, by
%   linear programs for its support function and convex hulls, which end when each facet of the
%   hull of what is attained is one of the set. B is n-by-k, k <= 6.
%   DLS_LOADS (S, B, OPTS) or (..., 'Option', VALUE, ...):
%       'Static'     true: equilibrium, a = 0 and v = 0 (true); false: a as it comes
%       'Facets'     sides of the pyramids inscribed in cones of friction in 3D (8)
%       'MaxPoints'  points attained at which it stops (3000)
%       'MaxTime'    seconds, looked at between hulls (Inf)
%   K = DLS_LOADS (L, X)   logical, one per column of X: is it in the set?
%
%     L.parts      struct array: one (none: no load is held), or with bilateral friction one per
%                  pattern of signs of its double cones; the set is their union
%       .A, .c     A*x + c >= 0: facets, rows of norm 1;    .E, .e   E*x + e = 0: where the set is
%                  flat (a load that nothing resists)
%       .vertices  k-by-.., the set is their hull, plus
%       .rays      k-by-..: any loads along these, plus .lines: along these, both ways
%       .signs     of the bilateral contacts with friction
%     L.margin     distance of x = 0 to the boundary (negative: at least so far outside; of a flat
%                  set 0 or less; of several parts: of the one around it, at whose boundary another
%                  may begin)
%     L.worst      the direction of x that makes something slip or open first
%     L.status     'solved', 'max_points', 'time_limit', 'numerical_trouble'
%     L.error      how far facets and vertices are apart, relative to a size of the set; L.friction:
%                  in 3D laws are between mu*(1 - L.friction) and mu
%     L.programs, L.table (printed without an output), L.message, L.time
%   S may be a mechanism of DLS_MECHANISM.
%
%   Example: a block on the floor, pushed sideways and lifted
%     S = dls_system ('M', eye (2), 'F', [0; 10], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%     L = dls_loads (S, eye (2));
%     L.parts.vertices'
%     % ans =
%     %     0  -10
%     L.margin                        % sqrt (0.2)*10
%     % ans = 4.4721
%     dls_loads (L, [4 6; 0 0])
%     % ans = 1  0
%
%   See also DLS_STICKING, DLS_GRASP, DLS_MODES, DLS_EQUILIBRIUM.
% SPDX-License-Identifier: GPL-3.0-or-later
  clock = tic ();
  if (nargin < 2)
    error ('delassus:dimension', 'dls_loads: %d given; expected S and B', nargin);
  end
  if (isstruct (S) && isfield (S, 'kind') && isequal (S.kind, 'loads'))
    L = members (S, varargin{1});
    return
  end
  S = dls_stick ('question', dls_system_input (S, 'dls_loads'));
  B = load_directions (varargin{1}, S.n);
  opts = dls_table_options ('dls_loads', varargin(2:end));
  opts.clock = clock;
  L = struct ('kind', 'loads', 'parts', [], 'margin', -Inf, 'worst', [], 'status', 'solved', ...
              'error', 0, 'friction', (S.d == 3) * (1 - cos (pi / opts.Facets)), ...
              'programs', 0, 'table', '', 'message', '', 'time', 0);
  none = zeros (size (B, 2), 0);
  L.parts = struct ('A', none', 'c', none(1,:)', 'E', none', 'e', none(1,:)', 'vertices', none, ...
                    'rays', none, 'lines', none, 'signs', []);
  L.parts(:) = [];
  [N, U] = dls_natural_units (S);
  C = dls_stick ('columns', N);
  if (C.slides)
    error ('delassus:option', 'dls_loads: a contact slides; expected vtb and vtu to be zero');
  end
  C.detaching = false (S.nu, 1);
  B = full (diag (sparse (U.a / U.size)) * B);
  unit = 1 ./ max (sqrt (sum (B .^ 2, 1))', realmin);
  unit(unit == 1 / realmin) = 1;
  double_cones = find (C.bilateral)';
  for pattern = 0:2 ^ numel (double_cones) - 1
    signs = ones (numel (C.mu), 1);
    signs(double_cones) = 1 - 2 * mod (floor (pattern ./ 2 .^ (0:numel (double_cones)-1)), 2);
    P = program (N, C, B * diag (unit), signs, opts);
    [part, L] = polytope (P, L, opts);
    if (~isempty (part))
      part.signs = signs(double_cones);
      L.parts(end+1) = in_given_units (part, U.size * unit);
    end
  end
  L = margin (L, size (B, 2));
  L.time = toc (clock);
  L.table = told (L, size (B, 2));
  if (nargout == 0)
    dls_show (L)
    clear L
  end
end

function B = load_directions (B, n)
  B = dls_sparse_input (B, 'dls_loads', 'B');
  dls_finite_input (B, 'dls_loads', 'B');
  if (size (B, 1) ~= n || size (B, 2) < 1 || size (B, 2) > 6)
    dls_raise ('delassus:dimension', ...
               'dls_loads: B is %d-by-%d; expected %d rows, 1 to 6 columns', size (B), n);
  end
end

% The cone over the set: R*z = 0, C*z <= 0 in z = [x; t; a; lambda], t >= 0, loads x/t.
function P = program (S, E, B, signs, opts)
  [n, m] = size (E.G);
  k = size (B, 2);
  P.k = k;
  off = sparse (1:numel (E.smooth), E.smooth(:), 1, numel (E.smooth), m);
  J = dls_stick ('cones', E, E.mu, signs, ones (size (E.mu)), opts.Facets);
  if (opts.Static)
    P.R = [B, S.F, -E.G; sparse(size (off, 1), k + 1), off];
    before = k + 1;
  else
    P.R = [B, S.F, S.M, -E.G; sparse(m, k), E.b, E.G', sparse(m, m)
           sparse(size (off, 1), k + 1 + n), off];
    before = k + 1 + n;
  end
  P.C = [sparse(size (J.A, 1), before), J.A];
  P.t = sparse (1, k + 1, -1, 1, size (P.R, 2));
end

% y is in the interior (relative) of the cone's dual: y'*z = p'*R*z - nu'*C*z + t with as many
% positive nu as can be. What vanishes there are the lines of the set; a section y'*[x; t] = 1
% of the rest, [x; t] = Q*u, is bounded. Lines are left out of the programs: along them they would
% be unbounded by rounding.
function [part, L] = polytope (P, L, opts)
  part = [];
  [y, positive, ok] = inner_functional (P, opts);
  L.programs = L.programs + 1;
  if (~ok)
    L.status = 'numerical_trouble';
    return
  end
  k = P.k;
  Z = null (full ([P.R; P.C(positive,:); P.t]));
  lines = range_of (Z(1:k,:));
  Q = null ([lines; zeros(1, size (lines, 2))]');
  P.R = [P.R(:,1:k+1) * Q, P.R(:,k+2:end)];
  P.C = [P.C(:,1:k+1) * Q, P.C(:,k+2:end)];
  P.t = [P.t(1:k+1) * Q, P.t(k+2:end)];
  v = Q' * y;
  base = struct ('Q', Q, 'T', null (v'), 'u', v / (v' * v), 'v', v', 'y', (Q * v)');
  base.S = base.Q * base.T;
  [H, L] = section (P, base, L, opts);
  if (isempty (H))
    return
  end
  part = from_section (H, base, lines, k);
end

function [y, positive, ok] = inner_functional (P, opts)
  [m, c] = deal (size (P.R, 1), size (P.C, 1));
  k = P.k;
  % unknowns p (m), nu (c), u (c): the rows of z behind x, t vanish; 0 <= u <= 1, u <= nu
  rest = [P.R(:,k+2:end)', -P.C(:,k+2:end)', sparse(size (P.R, 2) - k - 1, c)];
  I = speye (c);
  O = sparse (c, m);
  A = [rest; O, -I, I; O, 0 * I, I; O, 0 * I, -I];
  b = [zeros(size (rest, 1) + c, 1); ones(c, 1); zeros(c, 1)];
  cones = struct ('z', size (rest, 1), 'l', 3 * c, 'q', []);
  q = [zeros(m + c, 1); -ones(c, 1)];
  [x, ~, info] = dls_stick ('solve', q, A, b, cones, opts);
  ok = strcmp (info.status, 'solved');
  nu = x(m + (1:c));
  positive = nu >= 0.5;
  y = P.R(:,1:k+1)' * x(1:m);
  y(k+1) = y(k+1) + 1;
  y = y / norm (y);
end

function Q = range_of (A)
  [Q, D, ~] = svd (A, 'econ');
  Q = Q(:,max (abs (D), [], 1) > 1e-9);
end

% Facets and attained points of the section; coordinates s: [x; t] = Q*u + S*s.
%   H.points; H.normal, .offset: facets;  H.flat, .level: flat'*s = level
function [H, L] = section (P, base, L, opts)
  r = size (base.T, 2);
  H = struct ('points', zeros (r, 0), 'normal', zeros (r, 0), 'offset', zeros (1, 0), ...
              'flat', zeros (r, 0), 'level', zeros (1, 0));
  [H.points, h, L] = attained (P, base, zeros (r, 1), L, opts);
  if (isnan (h))
    H = [];
    return
  elseif (r > 0)
    [corner, L] = vertex (P, base, ones (r, 1), L, opts);
    H.points = [corner, H.points(:,isempty (corner))];
  end
  Z = eye (r);
  while (~isempty (Z))                     % two points per direction, until the hull is not flat
    d = Z(:,1);
    [far, h, L] = attained (P, base, d, L, opts);
    [near, g, L] = attained (P, base, -d, L, opts);
    if (isnan (h + g))
      H = [];
      return
    elseif (h + g <= 1e-7)
      H.flat(:,end+1) = d;
      H.level(end+1) = (h - g) / 2;
    else
      [corner, L] = vertex (P, base, d, L, opts);
      [other, L] = vertex (P, base, -d, L, opts);
      H.points = [H.points, corner, other];
      if (d' * (corner - other) <= 1e-3 * (h + g))
        H.points = [H.points, far, near];
      end
    end
    Z = null ([H.flat, bsxfun(@minus, H.points(:,2:end), H.points(:,1))]', 1e-8);
  end
  [H, L] = hull (P, base, H, L, opts);
end

% A point of the section that is farthest in the direction d, and how far (s'*d).
function [s, h, L] = attained (P, base, d, L, opts)
  first = numel (base.u);
  behind = zeros (size (P.R, 2) - first, 1);
  size_of = struct ('z', size (P.R, 1) + 1, 'l', size (P.C, 1) + 1, 'q', []);
  A = [P.R; sparse([base.v, behind']); P.C; P.t];
  b = [zeros(size_of.z - 1, 1); 1; zeros(size_of.l, 1)];
  [z, y, info] = dls_stick ('solve', [-base.T * d; behind], A, b, size_of, opts);
  L.programs = L.programs + 1;
  [s, h] = deal ([], NaN);
  if (strcmp (info.status, 'solved'))
    z = on_face (z, A, b, y, size_of.z);
    s = base.T' * (z(1:first) - base.u);
    h = d' * s;
  elseif (~strcmp (info.status, 'primal_infeasible'))
    L.status = 'numerical_trouble';
    L.message = info.message;
  end
end

% All digits of the point: what has a multiplier larger than its slack holds exactly.
function z = on_face (z, A, b, y, equations)
  left = b - A * z;
  active = left < y;
  active(1:equations) = true;
  exact = z + pinv (full (A(active,:)), 1e-11) * left(active);
  after = b - A * exact;
  if (norm (exact - z) <= 1e-5 * norm (z) && all (after(~active) >= -1e-9) ...
      && norm (after(active), Inf) <= 1e-10)
    z = exact;
  end
end

% Where a face is farthest, one of its corners, or one nearby: the direction is a little off.
function [s, L] = vertex (P, base, d, L, opts)
  off = sin ((1:numel (d))' * (1:7) .^ 2) * cos ((1:7)' * (1 + L.programs));
  [s, ~, L] = attained (P, base, d + 1e-3 * norm (d) * off / norm (off), L, opts);
end

% The hull of the points grows until its facets support the set.
function [H, L] = hull (P, base, H, L, opts)
  W = range_of (bsxfun (@minus, H.points, H.points(:,1)));
  origin = mean (H.points, 2);
  X = W' * bsxfun (@minus, H.points, origin);
  [sure, offset] = deal (zeros (size (W, 2), 0), zeros (1, 0));
  while (size (W, 2) > 0)
    [normals, at] = facets_of (X);
    new = [];
    for j = 1:size (normals, 2)
      if (any (known (sure, normals(:,j))))
        continue
      end
      [p, ~, L] = attained (P, base, W * normals(:,j), L, opts);
      if (isempty (p))
        L.status = 'numerical_trouble';
        continue
      end
      beyond = normals(:,j)' * W' * (p - origin) - at(j);
      if (beyond > 1e-7)
        [q, L] = vertex (P, base, W * normals(:,j), L, opts);
        if (~isempty (q) && normals(:,j)' * W' * (q - origin) - at(j) > beyond / 2)
          p = q;
        end
        new(:,end+1) = W' * (p - origin);
      else
        L.error = max (L.error, abs (beyond));
        sure(:,end+1) = normals(:,j);
        offset(end+1) = at(j);
      end
    end
    if (~isempty (new))
      [~, first] = unique (round (new' * 1e6), 'rows');
      new = new(:,first);
    end
    X = [X, new];
    if (isempty (new))
      break
    elseif (size (X, 2) > opts.MaxPoints || toc (opts.clock) > opts.MaxTime)
      words = {'max_points', 'time_limit'};
      L.status = words{1 + (toc (opts.clock) > opts.MaxTime)};
      L.message = 'the vertices are some of a smaller set, facets some of the set';
      break
    end
  end
  [X, own] = corners (X, sure, offset);
  H.points = bsxfun (@plus, origin, W * X);
  H.normal = W * sure(:,own);
  H.offset = offset(own) + origin' * H.normal;
end

function yes = known (normals, n)
  yes = sum (bsxfun (@minus, normals, n) .^ 2, 1) <= 1e-10;
end

function [normals, at] = facets_of (X)
  if (size (X, 1) == 1)
    [normals, at] = deal ([1 -1], [max(X), -min(X)]);
    return
  end
  [normals, at] = dls_grasp_quality ('facets', X);
  keep = true (size (at));
  for j = 2:numel (at)
    keep(j) = ~any (known (normals(:,keep(1:j-1)), normals(:,j)));
  end
  [normals, at] = deal (normals(:,keep), at(keep));
end

% Points in which facets of full rank meet, once each; own: facets that such points span.
function [X, own] = corners (X, normals, offset)
  r = size (X, 1);
  if (r == 0)
    [X, own] = deal (X(:,1), false (1, 0));
    return
  end
  [~, first] = unique (round (X' * 1e6), 'rows');
  X = X(:,first);
  touch = abs (bsxfun (@minus, normals' * X, offset')) <= 1e-6;
  keep = false (1, size (X, 2));
  for j = 1:numel (keep)
    keep(j) = rank (normals(:,touch(:,j)), 1e-5) == r;
  end
  X = X(:,keep);
  touch = touch(:,keep);
  own = false (1, size (normals, 2));
  for i = 1:numel (own)
    own(i) = rank ([X(:,touch(i,:)); ones(1, nnz (touch(i,:)))], 1e-5) == r;
  end
end

% In loads: [x; t] = Q*u + S*s; n'*s <= h is (h*y - n'*S')*[x; t] >= 0.
function part = from_section (H, base, lines, k)
  Z = bsxfun (@plus, base.Q * base.u, base.S * H.points);
  part = struct ('A', [], 'c', [], 'E', [], 'e', [], 'vertices', [], 'rays', [], ...
                 'lines', clean (lines), 'signs', []);
  finite = Z(k+1,:) > 1e-7;
  if (~any (finite))
    part = [];
    return
  end
  part.vertices = bsxfun (@rdivide, Z(1:k,finite), Z(k+1,finite));
  part.rays = Z(1:k,~finite);
  [part.vertices, part.rays] = deal (clean (part.vertices), clean (part.rays));
  rows = H.offset' * base.y - (base.S * H.normal)';
  rows = rows(sqrt (sum (rows(:,1:k) .^ 2, 2)) > 1e-6 * sqrt (sum (rows .^ 2, 2)),:);
  flat = clean ((base.S * H.flat)' - H.level' * base.y);
  rows = clean (rows);
  [part.A, part.c] = deal (rows(:,1:k), rows(:,k+1));
  [part.E, part.e] = deal (flat(:,1:k), flat(:,k+1));
end

% Rounding beside 1 is zero: all is in natural units.
function A = clean (A)
  A(abs (A) <= 1e-12) = 0;
end

% x = unit .* x', rows of norm 1.
function part = in_given_units (part, unit)
  names = {'vertices', 'rays', 'lines'};
  for j = 1:3
    part.(names{j}) = bsxfun (@times, unit, part.(names{j}));
    if (j > 1)
      part.(names{j}) = bsxfun (@rdivide, part.(names{j}), sqrt (sum (part.(names{j}) .^ 2, 1)));
    end
  end
  pairs = {'A', 'E'; 'c', 'e'};
  for pair = pairs
    rows = bsxfun (@rdivide, part.(pair{1}), unit');
    size_of = sqrt (sum (rows .^ 2, 2));
    part.(pair{1}) = bsxfun (@rdivide, rows, size_of);
    part.(pair{2}) = part.(pair{2}) ./ size_of;
  end
end

% The nearest facet; of several parts the one that holds x = 0 farthest inside.
function L = margin (L, k)
  L.worst = zeros (k, 0);
  for part = L.parts
    [least, j] = min ([part.c; Inf]);
    least = min ([least; -abs(part.e)]);           % flat: the boundary is everywhere
    if (least > L.margin)
      L.margin = least;
      L.worst = zeros (k, 0);
      if (j <= numel (part.c) && isempty (part.E))
        L.worst = -part.A(j,:)';
      end
    end
  end
end

function text = told (L, k)
  lines = {sprintf('%d loads, %s: %d parts; error %.1e', k, L.status, numel (L.parts), L.error)};
  for p = L.parts
    lines{end+1} = sprintf (['  %d facets, %d vertices, %d rays, %d lines, %d equations: ', ...
                             'of dimension %d'], numel (p.c), size (p.vertices, 2), ...
                            size (p.rays, 2), size (p.lines, 2), numel (p.e), k - numel (p.e));
  end
  where = {'inside', 'outside'};
  lines{end+1} = sprintf ('x = 0 is %s by %.6g; worst direction: %s', where{1+(L.margin < 0)}, ...
                          abs (L.margin), dls_show_value (L.worst'));
  if (L.friction > 0)
    lines{end+1} = sprintf ('pyramids in the cones: friction is lowered by up to %.2g', L.friction);
  end
  text = dls_some (strjoin (lines, sprintf ('\n')));
end

function K = members (L, X)
  K = false (1, size (X, 2));
  for part = L.parts
    if (size (X, 1) ~= size (part.A, 2))
      dls_raise ('delassus:dimension', 'dls_loads: X has %d rows; expected %d', size (X, 1), ...
                 size (part.A, 2));
    end
    small = @(A, c) 1e-7 * bsxfun (@plus, abs (A) * abs (X), abs (c));
    K = K | (all (bsxfun (@plus, part.A * X, part.c) >= -small (part.A, part.c), 1) ...
             & all (abs (bsxfun (@plus, part.E * X, part.e)) <= small (part.E, part.e), 1));
  end
end

%!test  % the example of the help
%! S = dls_system ('M', eye (2), 'F', [0; 10], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%! L = dls_loads (S, eye (2));
%! assert (L.parts.vertices', [0 -10], 1e-9)
%! assert (L.margin, 10 * sqrt (0.2), 1e-9)
%! assert (dls_loads (L, [4 6; 0 0]), logical ([1 0]))
%! assert (sortrows ([L.parts.A, L.parts.c]), ...
%!         [-2 1 10; 2 1 10] / sqrt (5), 1e-9)
%!error <expected S and B> dls_loads (1)
%!error <B is 2-by-7; expected 2 rows> dls_loads (dls_system ('M', eye (2)), ones (2, 7))
%!error <a contact slides> dls_loads (dls_system ('M', eye (2), 'Gu', [0; 1], 'Hu', [1; 0], ...
%!                                               'muu', 1, 'vtu', 1), eye (2));
%!demo
%! % which loads a block bears on a slope that is little, more and nearly too steep
%! hold on
%! for slope = [0.1 0.3 0.4]
%!   S = dls_system ('M', eye (2), 'F', 10 * [-sin(slope); cos(slope)], ...
%!                   'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%!   part = dls_loads (S, eye (2)).parts;
%!   cone = part.vertices + 20 * [part.rays(:,1), zeros(2, 1), part.rays(:,2)];
%!   plot (cone(1,:), cone(2,:), 'o-');
%! end
%! xlabel ('load along the slope'); ylabel ('load into it'); legend ('0.1', '0.3', '0.4');

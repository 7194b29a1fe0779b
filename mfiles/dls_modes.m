function D = dls_modes (S, varargin)
%DLS_MODES  All modes of contact (open, stick, slip), and the loads under which each can be.
%   D = DLS_MODES (S) lists for the system S of DLS_SYSTEM every combination of states of its
%   contacts and the polyhedron of loads x for which it solves the problem of DLS_CONTACT under
%   F + B*x (on the left, as F), with all laws: unilateral contacts are open or closed, those with
%   friction stick or slip in some direction (Coulomb's law, ALLSTICK (5)), sliding ones are open
%   or slide, bilateral ones with friction push or pull. Where interiors of two polyhedra with
%   different accelerations meet, the motion is not unique; what no polyhedron covers has no
%   solution (Painleve). 2D: exact but for rounding, by enumeration and linear programs. 3D: for
%   polygons with k sides inside the disks of friction, D.error: laws between mu*(1 - error) and mu.
%   DLS_MODES (S, OPTS) or (..., 'Option', VALUE, ...):
%       'ForceDirections'  B, n-by-k (eye (n): all loads)
%       'Facets'           sides of the polygons in 3D (8)
%       'MaxModes'         more combinations are refused (5000)
%       'MaxTime'          seconds, after which D.covered, D.unique are NaN (Inf)
%   K = DLS_MODES (D, X)   logical, modes-by-points: which are consistent at the columns of X
%
%     D.modes      struct array of the modes that are consistent for some x:
%       .name      'open, slip+': states of D.contacts. 2D: slip+ where it accelerates along Hu,
%                  slip- against it; 3D: 'slip 45', degrees from the first tangent to the second
%       .A, .c     A*x + c >= 0, rows of facets;   .E, .e   E*x + e = 0 (no rows: of full dimension)
%       .full      has it interior points?
%       .point     one farthest inside
%     D.overlaps   struct array pair (of D.modes), point, same: interiors meet at the point, with
%                  the same acceleration (as where redundant reactions share one load) or not
%     D.uncovered  struct array A, c, point: disjoint polyhedra without any mode
%     D.unique     no overlap has different accelerations: one acceleration for almost all loads
%     D.covered    almost all loads have a mode;  NaN: not decided in 'MaxTime'
%     D.here       indices of the modes that hold under F itself, x = 0
%     D.contacts   names (S.names) of the contacts, without bilateral ones that have no friction
%     D.facets, .error, .count (of all combinations), .table (printed without an output), .time
%   S may be a mechanism of DLS_MECHANISM.
%
%   Example: Painleve's rod, sliding at mu = 1.6: where it flies it may also be pressed down
%     S = dls_system ('M', diag ([1 1 1/3]), 'F', [0; 9.81; 0], 'Gu', [0; 1; -cos(1)], ...
%                     'Hu', [1; 0; sin(1)], 'muu', 1.6, 'vtu', -1);
%     D = dls_modes (S, 'ForceDirections', [0; 1; 0]);
%     D.modes(2).name
%     % ans = slide
%     D.overlaps.point < -9.81           % lifted by more than its weight
%     % ans = 1
%     D.uncovered.point > -9.81
%     % ans = 1
%
%   See also DLS_CONTACT, DLS_STICKING, DLS_FRICTION_BOUND, DLS_PLOT_MAP.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 1)
    error ('delassus:type', 'dls_modes: expected a system made by dls_system');
  end
  if (isstruct (S) && isscalar (S) && isfield (S, 'kind') && isequal (S.kind, 'modes'))
    D = members (S, varargin{:});
    return
  end
  timer = tic ();
  S = dls_system_input (S, 'dls_modes');
  opts = dls_table_options ('dls_modes', varargin);
  B = directions (opts.ForceDirections, S.n);
  D = struct ('kind', 'modes', 'modes', [], 'overlaps', [], 'uncovered', [], 'unique', NaN, ...
              'covered', NaN, 'here', [], 'facets', opts.Facets, ...
              'error', (S.d == 3) * (1 - cos (pi / opts.Facets)), 'count', 0, ...
              'contacts', {{}}, 'table', '', 'time', 0);
  [Q, unit] = dls_modes_setup (S, B, opts.Facets);
  D.count = prod (cellfun (@numel, Q.cases));
  names = [S.names.b, S.names.u];
  D.contacts = names(Q.told);
  if (D.count > opts.MaxModes)
    dls_raise ('delassus:dimension', ['dls_modes: %d contacts have %g combinations of states; ', ...
               'expected at most ''MaxModes'', %g'], numel (D.contacts), D.count, opts.MaxModes);
  end
  [D.modes, motion] = polyhedra_of (Q, D.count);
  left = @() opts.MaxTime - toc (timer);
  [D.overlaps, D.unique] = overlaps (D.modes, motion, left);
  [D.uncovered, D.covered] = uncovered (D.modes, size (B, 2), left);
  D = in_given_units (D, unit);
  D.here = find (members (D, zeros (size (B, 2), 1)))';
  D.time = toc (timer);
  D.table = table_text (D);
  if (nargout == 0)
    dls_show (D)
    clear D
  end
end

function B = directions (B, n)
  B = dls_sparse_input (B, 'dls_modes', 'ForceDirections');
  if (isempty (B))
    B = speye (n);
  elseif (size (B, 1) ~= n)
    dls_raise ('delassus:dimension', 'dls_modes: ForceDirections is %d-by-%d; expected %d rows', ...
               size (B), n);
  end
  dls_finite_input (B, 'dls_modes', 'ForceDirections');
end

% Pairs of modes whose interiors meet; do they have the same accelerations there (all around the
% point)? unique: no pair has others; NaN: not all pairs were looked at in the time.
function [list, unique] = overlaps (modes, motion, left)
  list = struct ('pair', {}, 'point', {}, 'same', {});
  unique = true;
  full = find ([modes.full]);
  for i = 1:numel (full)
    for j = i+1:numel (full)
      if (left () <= 0)
        unique = NaN;
        return
      end
      [p, q] = deal (modes(full(i)), modes(full(j)));
      [radius, x] = inside ([p.A; q.A], [p.c; q.c], zeros (0, size (p.A, 2)), ...
                                      zeros (0, 1));
      if (radius > 1e-7)
        apart = motion{full(i)} - motion{full(j)};
        size_of = max (max (abs (motion{full(i)}))) + max (max (abs (motion{full(j)})));
        same = max (max (abs (apart))) <= 1e-8 * max (size_of, 1);
        list(end+1) = struct ('pair', [full(i), full(j)], 'point', x, 'same', same);
      end
    end
  end
  unique = all ([list.same]);
end

% Disjoint polyhedra with interior points that no full mode covers: what a mode leaves of a region
% is, facet by facet, the part beyond it and within the facets before. covered: NaN when the time
% was over, or they are more than 200.
function [list, covered] = uncovered (modes, k, left)
  list = struct ('A', {}, 'c', {}, 'point', {});
  flat = modes(~[modes.full]);
  modes = modes([modes.full]);
  stack = {struct('A', zeros (0, k), 'c', zeros (0, 1), 'next', 1, 'point', zeros (k, 1), ...
                  'radius', 1)};
  none = zeros (0, k);
  while (~isempty (stack))
    r = stack{end};
    stack(end) = [];
    if (left () <= 0 || numel (list) > 200)
      covered = NaN;
      return
    end
    if (r.next > numel (modes))
      p = facets (struct ('A', r.A, 'c', r.c, 'full', true));
      list(end+1) = struct ('A', p.A, 'c', p.c, 'point', beside (r.point, r.radius, flat));
      continue
    end
    p = modes(r.next);
    r.next = r.next + 1;
    if (inside ([r.A; p.A], [r.c; p.c], none, zeros (0, 1)) <= 1e-7)
      stack{end+1} = r;                    % they do not meet
      continue
    end
    for i = 1:size (p.A, 1)
      s = r;
      s.A = [r.A; -p.A(i,:); p.A(1:i-1,:)];
      s.c = [r.c; -p.c(i); p.c(1:i-1)];
      [s.radius, s.point] = inside (s.A, s.c, none, zeros (0, 1));
      if (s.radius > 1e-7)
        stack{end+1} = s;
      end
    end
  end
  covered = isempty (list);
end

% A point at a distance below the radius from x that no flat mode contains.
function x = beside (x, radius, flat)
  for k = 1:numel (flat)
    rows = [flat(k).E; flat(k).A];
    if (all (abs (flat(k).E * x + flat(k).e) <= 1e-7) && all (flat(k).A * x + flat(k).c >= -1e-7))
      x = x + radius * 0.37 ^ k * rows(1,:)' / norm (rows(1,:));
    end
  end
end

% x = unit .* x', in which rows have norm 1.
function D = in_given_units (D, unit)
  for name = {'modes', 'overlaps', 'uncovered'}
    for k = 1:numel (D.(name{1}))
      p = D.(name{1})(k);
      p.point = unit .* p.point;
      for rows = {'A', 'E'}
        if (isfield (p, rows{1}))
          p.(rows{1}) = bsxfun (@rdivide, p.(rows{1}), unit');
        end
      end
      D.(name{1})(k) = p;
    end
  end
end

function K = members (D, X)
  K = false (numel (D.modes), 0);
  if (nargin < 2)
    error ('delassus:type', 'dls_modes: expected points X with the modes D');
  end
  K = false (numel (D.modes), size (X, 2));
  for k = 1:numel (D.modes)
    p = D.modes(k);
    if (size (X, 1) ~= numel (p.point))
      dls_raise ('delassus:dimension', 'dls_modes: X has %d rows; expected %d', size (X, 1), ...
                 numel (p.point));
    end
    small = @(A, c) 1e-9 * bsxfun (@plus, abs (A) * abs (X), abs (c));
    K(k,:) = all (bsxfun (@plus, p.A * X, p.c) >= -small (p.A, p.c), 1) ...
             & all (abs (bsxfun (@plus, p.E * X, p.e)) <= small (p.E, p.e), 1);
  end
end

function text = table_text (D)
  words = {'no', 'yes', 'not decided'};
  word = @(x) words{max ([1 + (x == 1), 3 * isnan(x)])};
  lines = {sprintf('%d of %d modes are consistent for some load', numel (D.modes), D.count)};
  what = ['states of ', dls_some(D.contacts)];
  if (isempty (D.contacts))
    what = 'no contacts';
  end
  lines{end+1} = sprintf ('   %3s  %-40s %s', 'k', what, 'loads');
  for k = 1:numel (D.modes)
    p = D.modes(k);
    note = sprintf ('%d facets', size (p.A, 1));
    if (~p.full)
      note = 'only for loads in a plane of less dimension';
    end
    mark = ' ';
    if (any (D.here == k))
      mark = '*';
    end
    lines{end+1} = sprintf (' %s %3d  %-40s %s', mark, k, p.name, note);
  end
  lines{end+1} = '(* under the load F itself)';
  lines{end+1} = sprintf ('all loads have a mode: %s (%d regions without)', word (D.covered), ...
                          numel (D.uncovered));
  lines{end+1} = sprintf ('one acceleration: %s (%d pairs of modes overlap)', word (D.unique), ...
                          numel (D.overlaps));
  if (D.error > 0)
    lines{end+1} = sprintf ('polygons of %d sides: friction is lowered by up to %.2g', D.facets, ...
                            D.error);
  end
  text = dls_some (sprintf ('%s\n', lines{:}));
  text(end) = [];
end

% The polyhedra of loads of all combinations of cases of the contacts (DLS_MODES_SETUP), empty ones
% left out; motion{k}: inertia forces and accelerations of the contacts are motion*[x; 1].
function [modes, motion] = polyhedra_of (Q, count)
  one = struct ('name', '', 'A', [], 'c', [], 'E', [], 'e', [], 'full', true, 'point', []);
  modes = repmat (one, 1, 0);
  motion = {};
  sizes = cellfun (@numel, Q.cases);
  for k = 0:count - 1
    rest = k;
    [equal, sides] = deal (zeros (0, size (Q.K, 2) + 1));
    names = {};
    gaps = equal;
    for c = numel (sizes):-1:1
      now = Q.cases{c}(1 + mod (rest, sizes(c)));
      rest = floor (rest / sizes(c));
      names = [{now.name}, names];
      equal = [now.equal * [Q.Z{c}, Q.z0{c}]; equal];
      sides = [now.sides * [Q.Z{c}, Q.z0{c}]; sides];
      gaps = [Q.Z{c}(1:Q.d,:), Q.z0{c}(1:Q.d); gaps];
    end
    [p, Y] = polyhedron_of (Q, equal, sides);
    if (~isempty (p))
      p.name = strjoin (names(Q.told), ', ');
      modes(end+1) = orderfields (p, one);
      last = [zeros(1, size (Y, 2) - 1), 1];
      motion{end+1} = [Q.M * Y(1:Q.n,:); gaps * [Y; last]];
    end
  end
end

% y = Y*[x; 1] + N*free solves the equations where E*x + e = 0; the sides in terms of x.
function [p, Y] = polyhedron_of (Q, equal, sides)
  k = size (Q.k1, 2);
  K = [Q.K; equal(:,1:end-1)];
  r = [Q.k1, Q.k0; zeros(size (equal, 1), k), equal(:,end)];
  [L, W, R] = svd (K);
  s = [diag(W(:,1:min (size (W)))); zeros(size (K, 2) - min (size (W)), 1)];
  rank_ = sum (s > 1e-10 * max ([s; realmin]));
  Y = -R(:,1:rank_) * diag (1 ./ s(1:rank_)) * L(:,1:rank_)' * r;
  held = rounded (L(:,rank_+1:end)' * r);
  p = [];
  if (any (~any (held(:,1:k), 2) & held(:,end)))
    return                                 % the equations contradict each other
  end
  held = held(any (held, 2),:);
  A = [sides(:,1:end-1) * R(:,rank_+1:end), sides(:,1:end-1) * Y];
  A(:,end) = A(:,end) + sides(:,end);
  A = projected (A, size (R, 2) - rank_);
  p = struct ('A', A(:,1:k), 'c', A(:,end), 'E', held(:,1:k), 'e', held(:,end), ...
              'full', isempty (held));
  [radius, p.point] = inside (p.A, p.c, p.E, p.e);
  if (radius < -1e-9)
    p = [];
    return
  end
  p.full = p.full && radius > 1e-7;
  p = facets (p);
end

% What is rounding beside 1 is zero: all is in natural units.
function A = rounded (A)
  A(abs (A) <= 1e-10) = 0;
end

% The largest t <= 1 with A*x + c >= t for some x with E*x + e = 0 (rows of A have norm 1): negative
% when there is no point, about zero without interior points; -Inf where nothing is found.
function [radius, x] = inside (A, c, E, e)
  k = size (A, 2);
  radius = -Inf;
  x = zeros (k, 1);
  m = size (A, 1);
  if (m + size (E, 1) == 0)
    radius = 1;
    return
  end
  rows = sparse ([E, zeros(size (E, 1), 1); -A, ones(m, 1); zeros(1, k), 1]);
  [y, ~, ~, info] = dls_conic_mex (sparse (k + 1, k + 1), [zeros(k, 1); -1], rows, ...
                                   [-e; c; 1], [size(E, 1), m + 1], []);
  if (any (strcmp (info.status, {'solved', 'numerical_trouble', 'max_iterations'})))
    x = y(1:k);
    x(abs (x) <= 1e-9 * max (abs (x))) = 0;
    radius = min ([A * x + c; 1]);
  end
end

% The polyhedron without rows that follow from others: those that no point breaks alone.
function p = facets (p)
  if (~p.full)
    return
  end
  k = 1;
  none = zeros (0, size (p.A, 2));
  while (k <= size (p.A, 1))
    A = p.A;
    c = p.c;
    A(k,:) = -A(k,:);
    c(k) = -c(k);
    if (inside (A, c, none, zeros (0, 1)) > 1e-8)
      k = k + 1;
    else
      p.A(k,:) = [];
      p.c(k) = [];
    end
  end
end

% The rows A*[z; x; 1] >= 0 without the first count unknowns z (Fourier and Motzkin), normalised to
% norm 1 in x; what is a repetition or follows from others is dropped on the way.
function A = projected (A, count)
  for k = 1:count
    A = normalised (A, 2:size (A, 2) - 1);
    z = A(:,1);
    z(abs (z) <= 1e-10) = 0;
    [up, down] = deal (find (z > 0), find (z < 0));
    both = zeros (numel (up) * numel (down), size (A, 2));
    for i = 1:numel (up)
      rows = (i - 1) * numel (down) + (1:numel (down));
      both(rows,:) = -z(down,1) * A(up(i),:) + z(up(i)) * A(down,:);
    end
    A = [A(z == 0,2:end); both(:,2:end)];
    flat = inside (A(:,1:end-1), A(:,end), zeros (0, size (A, 2) - 1), zeros (0, 1)) <= 1e-7;
    if (k < count && ~flat)                  % of a flat one each row would seem to follow
      p = facets (struct ('A', A(:,1:end-1), 'c', A(:,end), 'full', true));
      A = [p.A, p.c];
    end
  end
  A = normalised (A, 1:size (A, 2) - 1);
end

% Rows of norm 1; rounding is zero; without repetitions and those that say 0 >= 0 or 1 >= 0.
function A = normalised (A, part)
  A(abs (A) <= 1e-11) = 0;
  s = sqrt (sum (A(:,part) .^ 2, 2));
  s(s == 0) = max (abs (A(s == 0,[1, end])), [], 2);
  some = find (s > 0);
  A = bsxfun (@rdivide, A(some,:), s(some,1));
  A = A(~(~any (A(:,1:end-1), 2) & A(:,end) >= 0),:);
  [~, keep] = unique (round (A * 1e9), 'rows');
  A = A(sort (keep),:);
end

%!test  % the example of the help
%! S = dls_system ('M', diag ([1 1 1/3]), 'F', [0; 9.81; 0], 'Gu', [0; 1; -cos(1)], ...
%!                 'Hu', [1; 0; sin(1)], 'muu', 1.6, 'vtu', -1);
%! D = dls_modes (S, 'ForceDirections', [0; 1; 0]);
%! assert ({D.modes.name}, {'open', 'slide'})
%! assert (~(D.unique || D.covered || D.overlaps.same))
%! assert (D.overlaps.point < -9.81 && D.uncovered.point > -9.81)
%! assert (-D.modes(1).c / D.modes(1).A, -9.81, 1e-12)
%! assert (dls_modes (D, [-20 0]), logical ([1 0; 1 0]))
%! assert (isempty (D.here))
%!test  % a block on the floor: friction cone, half planes
%! S = dls_system ('M', 2*eye (2), 'F', [-3; 2*9.81], 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 0.5);
%! D = dls_modes (S);
%! assert ({D.modes.name}, {'open', 'stick', 'slip+', 'slip-'})
%! assert ([D.unique, D.covered, numel(D.overlaps), D.here], [1 1 0 2])
%!test  % a rail holds it both ways: the only row of a mode says 0 >= 0
%! S = dls_system ('M', 1, 'F', 1, 'Gb', -1, 'Gu', -1, 'Hu', 2, 'muu', 1, 'vtu', 1);
%! D = dls_modes (S);
%! assert ([{D.modes.name}, {D.covered, D.unique}], ...
%!         {'open', 'slide', true, true})
%! assert (D.contacts, {'u1'})
%! assert (~isempty (strfind (D.table, 'states of u1 ')))
%!test  % a mode for loads in a plane: the point without a mode is beside it
%! D = dls_modes (dls_system ('M', diag ([4 0]), 'F', [2; 0], 'Gu', [-1; 0], 'bu', 1));
%! assert ([D.modes.full, D.covered], logical ([0 0 0]))
%! assert (~any (dls_modes (D, D.uncovered.point)))
%!test  % slip one way under a contact that opens the other way: a(2) = 0 by two inequalities
%! S = dls_system ('M', [1 2; 2 5], 'F', [1; 1], 'Gb', [1; 0], 'Hb', [0; 0], 'mub', 1.5, 'Gu', ...
%!                 [-1 0; 0 2], 'Hu', [1 -2; -1 1], 'muu', [.5; 1]);
%! D = dls_modes (S, 'ForceDirections', [0 1; -2 0]);
%! m = D.modes(strcmp ({D.modes.name}, 'stick, pulling, slip+, open'));
%! inside = @(x) all (m.A * x + m.c >= 0);      % 1 - 2*x1 >= 0, 1 + x2 + 3*(1 - 2*x1) <= 0
%! assert ([inside([0; 0]), inside([0.4; -2]), inside([0.6; -9])], [false true false])
%!error <expected a system> dls_modes ()
%!error <ForceDirections is 1-by-1; expected 2 rows>
%! dls_modes (dls_system ('M', eye (2)), 'ForceDirections', 1);
%!error <have 4 combinations>
%! S = dls_system ('M', eye (2), 'Gu', [0; 1], 'Hu', [1; 0], 'muu', 1);
%! dls_modes (S, 'MaxModes', 3);
%!error <X has 3 rows; expected 2> dls_modes (dls_modes (dls_system ('M', eye (2))), [1; 2; 3])
%!demo
%! % what the end of a leaning rod does at first, over the load in the middle
%! S = dls_system ('M', diag ([1 1 1/3]), 'Gu', [0; 1; -0.5], 'Hu', [1; 0; 0.9], 'muu', 0.5);
%! D = dls_modes (S, 'ForceDirections', [1 0; 0 1; 0 0]);
%! [x, y] = meshgrid (linspace (-2, 2, 60));
%! mode = zeros (size (x));
%! for k = find ([D.modes.full])
%!   mode(all (D.modes(k).A * [x(:) y(:)]' + D.modes(k).c >= 0, 1)) = k;
%! end
%! imagesc (x(1,:), y(:,1), mode); xlabel ('load along the floor'); ylabel ('load downwards');
%! colorbar ('ytick', 1:numel (D.modes), 'yticklabel', {D.modes.name});

function B = dls_body (B, name, varargin)
%DLS_BODY  Add a rigid body to a mechanism: its mass, where it is, how it moves, its shape.
%   B = DLS_BODY (B, NAME, 'Option', VALUE, ...)
%       'mass'      >= 0; 0: the body must be held by joints or forces
%       'inertia'   about the centre of mass: in the plane a number; in space 3 principal moments
%                   or a 3-by-3 matrix, in the axes of the body
%       'density'   instead of both: mass per area (plane) or volume (space) of the shape. With
%                   'mass' and a shape, but without 'inertia': that of the shape, filled evenly
%       'at'        position of the centre of mass (origin)
%       'turned'    in the plane the angle; in space a rotation vector (axis times angle), a unit
%                   quaternion (w, x, y, z) or a rotation matrix (axes of the body as columns)
%       'velocity'  of the centre of mass;   'spin'   angular velocity (in space in the axes of the
%                   body)
%       'fixed'     true: it never moves, and has no coordinates
%       'held'      true: DLS_ASSEMBLE does not move it
%       'shape', 'size'   for inertia, pictures and contacts, about the centre of mass: in the plane
%                   'circle' (radius), 'box' ([width height]), 'segment' (length, along x),
%                   'polygon' (with 'points', 2-by-k, convex, counterclockwise), 'halfplane' (what
%                   is below y = 0); in space 'sphere' (radius), 'box' (3 lengths), 'cylinder' and
%                   'capsule' ([radius length], along z), 'halfspace' (what is below z = 0), 'hull'
%                   (with 'points', 3-by-k: all between them) and 'mesh' (with 'points' and 'faces',
%                   3-by-m: the corners of triangles, counterclockwise when seen from outside)
%       'file'      instead of points and faces: a .stl or .obj file
%   The inertia must be that of a body: no principal moment above the sum of the other two.
%
%   Example: a bar in the plane, a quarter of a turn from the x axis
%     B = dls_mechanism ('gravity', [0 -9.81]);
%     B = dls_body (B, 'bar', 'mass', 1, 'at', [1 2], 'turned', pi/2, ...
%                   'shape', 'segment', 'size', 2);
%     B.bodies.inertia
%     % ans = 0.3333
%     B.q'
%     % ans = 1.0000   2.0000   1.5708
%
%   See also DLS_MECHANISM, DLS_JOINT, DLS_FORCE, DLS_TOUCH.
% SPDX-License-Identifier: GPL-3.0-or-later
  persistent blank options                         % all share what is not given: copies are cheap
  if (isempty (blank))
    blank = struct ('name', '', 'mass', 0, 'inertia', 0, 'fixed', false, 'held', false, ...
                    'shape', '', 'size', [], 'points', [], 'faces', [], 'place', [], 'first', []);
    options = {'mass', 'inertia', 'density', 'at', 'turned', 'velocity', 'spin', 'fixed', ...
               'held', 'shape', 'size', 'points', 'faces', 'file'};
  end
  if (nargin < 2)
    error ('delassus:type', 'dls_body: expected a mechanism and the name of a body');
  end
  dls_mechanism_input (B, 'dls_body', 'building');
  dls_mechanism_name ('new', name, B.bodies, 'bodies', 'dls_body');
  given = dls_named_pairs (varargin, options, 'dls_body');
  caller = ['dls_body, ', name];
  body = blank;
  body.name = name;
  body.inertia = zeros (1 + 2 * (B.d == 3));
  if (~isempty (given.fixed))
    body.fixed = dls_number_input (given.fixed, 'flag', caller, '''fixed''');
  end
  if (~isempty (given.held))
    body.held = dls_number_input (given.held, 'flag', caller, '''held''');
  end
  body = shape_of (body, given, B.d, caller);
  if (~body.fixed || ~isempty (given.mass) || ~isempty (given.density))
    body = inertia_of (body, given, B.d, caller);
  end
  [place, motion] = start (given, B.d, caller);
  if (body.fixed)
    if (any (motion))
      error ('delassus:option', '%s: a fixed body has a velocity; expected none', caller);
    end
    body.place = place;
  else
    body.first = [numel(B.q), numel(B.v)];
    B.q = [B.q; place];
    B.v = [B.v; motion];
  end
  B.bodies(end+1,1) = body;
  if (nargout == 0)
    dls_show (B)
    clear B
  end
end

% Where it is and how it moves: (x, y, angle), or (position, unit quaternion).
function [place, motion] = start (given, d, caller)
  place = [zeros(d, 1); ones(d == 3, 1); zeros(2 * d - 3, 1)];
  motion = zeros (3 * d - 3, 1);
  if (~isempty (given.at))
    place(1:d) = dls_mechanism_vector (given.at, d, caller, '''at''');
  end
  if (~isempty (given.velocity))
    motion(1:d) = dls_mechanism_vector (given.velocity, d, caller, '''velocity''');
  end
  if (~isempty (given.turned) && d == 2)
    place(3) = dls_number_input (given.turned, -Inf, caller, '''turned''');
  elseif (~isempty (given.turned))
    place(4:7) = rotation (given.turned, caller);
  end
  if (~isempty (given.spin) && d == 2)
    motion(3) = dls_number_input (given.spin, -Inf, caller, '''spin''');
  elseif (~isempty (given.spin))
    motion(4:6) = dls_mechanism_vector (given.spin, 3, caller, '''spin''');
  end
end

% A turn in space as a unit quaternion (w, x, y, z), w >= 0.
function p = rotation (turn, caller)
  if (isequal (size (turn), [3 3]) && isa (turn, 'double') && isreal (turn))
    if (~(norm (turn' * turn - eye (3)) <= 1e-6 && det (turn) > 0))
      error ('delassus:option', ['%s: ''turned'' is a matrix that is no rotation ', ...
             '(|R''R - I| = %.2g, det = %.2g)'], caller, norm (turn' * turn - eye (3)), det (turn));
    end
    p = of_matrix (turn);
  elseif (numel (turn) == 4)
    p = dls_vector_input (turn(:), 4, caller, '''turned''');
    if (abs (norm (p) - 1) > 1e-6)
      error ('delassus:option', ['%s: ''turned'' is a quaternion of length %g; ', ...
             'expected a unit quaternion (w, x, y, z)'], caller, norm (p));
    end
    p = p / norm (p);
  elseif (numel (turn) == 3)
    r = dls_vector_input (turn(:), 3, caller, '''turned''');
    angle = norm (r);
    p = [cos(angle / 2); sin(angle / 2) / max(angle, realmin) * r];
  else
    error ('delassus:dimension', ['%s: ''turned'' is %s; expected in space a rotation vector ', ...
           '(axis times angle), a unit quaternion (w, x, y, z) or a 3-by-3 rotation'], caller, ...
           dls_describe (turn));
  end
  if (p(1) < 0)
    p = -p;
  end
end

% The largest of w, x, y, z is found from the diagonal, the others by dividing by it.
function p = of_matrix (R)
  t = trace (R);
  squares = [1 + t; 1 - t + 2 * diag(R)] / 4;
  [~, k] = max (squares);
  skew = [R(3,2) - R(2,3); R(1,3) - R(3,1); R(2,1) - R(1,2)] / 4;
  if (k == 1)
    p = [squares(1); skew];
  else
    i = k - 1;
    p = [skew(i); (R(:,i) + R(i,:)') / 4];
    p(k) = squares(k);
  end
  p = p / norm (p);
end

% name, what 'size' holds, its count, dimension
function T = shapes (d)
  persistent of_dimension
  if (numel (of_dimension) >= d && ~isempty (of_dimension{d}))
    T = of_dimension{d};
    return
  end
  T = {'circle', 'the radius', 1, 2
       'box', '[width height]', 2, 2
       'segment', 'the length', 1, 2
       'polygon', '', 0, 2
       'halfplane', 'nothing', 0, 2
       'sphere', 'the radius', 1, 3
       'box', 'three lengths', 3, 3
       'cylinder', '[radius length]', 2, 3
       'capsule', '[radius length]', 2, 3
       'hull', '', 0, 3
       'mesh', '', 0, 3
       'halfspace', 'nothing', 0, 3};
  T = T([T{:,4}] == d,:);
  of_dimension{d} = T;
end

function body = shape_of (body, given, d, caller)
  if (isempty (given.shape) && isa (given.shape, 'double'))
    for name = {'size', 'points', 'faces', 'file', 'density'}
      if (~isempty (given.(name{1})))
        error ('delassus:option', '%s: ''%s'' is given without ''shape''', caller, name{1});
      end
    end
    return
  end
  T = shapes (d);
  k = [];
  near = '';
  if (ischar (given.shape))
    k = find (strcmpi (given.shape, T(:,1)));
  end
  if (isempty (k))
    if (ischar (given.shape))
      near = dls_nearest_name (given.shape, T(:,1)');
    end
    error ('delassus:option', '%s: ''shape'' is %s; expected with d = %d one of %s%s', caller, ...
           dls_describe (given.shape), d, strjoin (T(:,1)', ', '), near);
  end
  body.shape = T{k,1};
  if (strcmp (body.shape, 'polygon'))
    body.points = polygon (given.points, caller);
    return
  elseif (any (strcmp (body.shape, {'hull', 'mesh'})))
    [body.points, body.faces] = triangles (body.shape, given, caller);
    return
  end
  x = given.size;
  if (~(isa (x, 'double') && isreal (x) && numel (x) == T{k,3} && all (isfinite (x(:))) ...
        && all (x(:) > 0)))
    error ('delassus:option', '%s: ''size'' of a %s is %s; expected %s, > 0', caller, ...
           body.shape, dls_describe (x), T{k,2});
  end
  body.size = x(:);
end

function [P, F] = triangles (shape, given, caller)
  P = given.points;
  F = given.faces;
  if (ischar (given.file))
    [P, F] = dls_mesh ('read', given.file, caller);
  end
  if (strcmp (shape, 'hull'))
    [P, F] = dls_mesh ('hull', P, caller);
  else
    [P, F] = dls_mesh ('mesh', {P, F}, caller);
  end
end

function P = polygon (P, caller)
  if (~(isa (P, 'double') && isreal (P) && size (P, 1) == 2 && size (P, 2) >= 3 ...
        && all (isfinite (P(:)))))
    error ('delassus:option', '%s: ''points'' of a polygon is %s; expected 2-by-k, k >= 3', ...
           caller, dls_describe (P));
  end
  E = P(:,[2:end, 1]) - P;
  turn = E(1,:) .* E(2,[2:end, 1]) - E(2,:) .* E(1,[2:end, 1]);
  around = sum (atan2 (turn, sum (E .* E(:,[2:end, 1]), 1)));
  if (any (turn <= 0) || abs (around - 2 * pi) > 1e-6)
    error ('delassus:option', ['%s: the polygon is not convex, counterclockwise and without ', ...
           'three corners in line'], caller);
  end
end

function body = inertia_of (body, given, d, caller)
  if (~isempty (given.density))
    if (~isempty (given.mass) || ~isempty (given.inertia))
      error ('delassus:option', ['%s: ''density'' is given beside ''mass'' or ''inertia''; ', ...
             'expected one or the other'], caller);
    elseif (any (strcmp (body.shape, {'segment', 'halfplane', 'halfspace'})))
      error ('delassus:option', '%s: ''density'' of a %s; expected ''mass''', caller, body.shape);
    end
    [body.inertia, space] = evenly (body, d, caller);
    body.mass = space * dls_number_input (given.density, 0, caller, '''density''', 0);
    body.inertia = body.mass * body.inertia;
    return
  elseif (isempty (given.mass))
    error ('delassus:option', '%s: neither ''mass'' nor ''density'' is given', caller);
  end
  body.mass = dls_number_input (given.mass, 0, caller, '''mass''', 0);
  if (~isempty (given.inertia))
    body.inertia = moments (given.inertia, d, caller);
  elseif (body.mass == 0)
    body.inertia = zeros (1 + 2 * (d == 3));
  elseif (any (strcmp (body.shape, {'', 'halfplane', 'halfspace'})))
    error ('delassus:option', ['%s: neither ''inertia'' nor a bounded ''shape'' is given; ', ...
           'expected one of them with ''mass'''], caller);
  else
    body.inertia = body.mass * evenly (body, d, caller);
  end
end

% Inertia per mass of a shape that is filled evenly, and its area or volume.
function [J, space] = evenly (body, d, caller)
  s = body.size;
  switch (body.shape)
    case 'circle'
      space = pi * s ^ 2;
      J = s ^ 2 / 2;
    case 'segment'
      space = 0;
      J = s ^ 2 / 12;
    case 'polygon'
      [J, space] = evenly_polygon (body.points, caller);
    case {'hull', 'mesh'}
      [J, space] = evenly_mesh (body.points, body.faces, caller);
    case 'sphere'
      space = 4 / 3 * pi * s ^ 3;
      J = 2 / 5 * s ^ 2 * eye (3);
    case 'box'
      space = prod (s);
      if (d == 2)
        J = sum (s .^ 2) / 12;
      else
        J = (sum (s .^ 2) * eye (3) - diag (s .^ 2)) / 12;
      end
    otherwise
      [J, space] = evenly_round (body.shape, s(1), s(2));
  end
end

% Cylinders, and capsules: a cylinder of length l between two halves of a sphere. A half has its
% centre of mass 3/8 r from the plane of the cut.
function [J, space] = evenly_round (shape, r, l)
  tube = pi * r ^ 2 * l;
  ball = 4 / 3 * pi * r ^ 3 * strcmp (shape, 'capsule');
  space = tube + ball;
  along = tube * r ^ 2 / 2 + ball * 2 / 5 * r ^ 2;
  across = tube * (r ^ 2 / 4 + l ^ 2 / 12) ...
           + ball * (2 / 5 * r ^ 2 + l ^ 2 / 4 + 3 / 8 * r * l);
  J = diag ([across, across, along]) / space;
end

% Sums over the triangles between the origin and the edges.
function [J, area] = evenly_polygon (P, caller)
  Q = P(:,[2:end, 1]);
  c = P(1,:) .* Q(2,:) - P(2,:) .* Q(1,:);
  area = sum (c) / 2;
  middle = (P + Q) * c' / (6 * area);
  if (norm (middle) > 1e-9 * max (abs (P(:))))
    error ('delassus:option', ['%s: the centre of the polygon is at (%g, %g); expected the ', ...
           'origin of the body, or ''inertia'''], caller, middle);
  end
  J = sum (c .* sum (P .^ 2 + P .* Q + Q .^ 2, 1)) / (12 * area);
end

% Sums over the tetrahedra between the origin and the triangles.
function [J, volume] = evenly_mesh (P, F, caller)
  A = P(:,F(1,:));
  B = P(:,F(2,:));
  C = P(:,F(3,:));
  edges = sparse (F(:), reshape (F([2 3 1],:), [], 1), 1, size (P, 2), size (P, 2));
  open_ = find (edges - edges' > 0, 1);
  if (~isempty (open_))
    [i, j] = ind2sub (size (edges), open_);
    error ('delassus:option', ['%s: the mesh is open: one triangle has the edge between the ', ...
           'points %d and %d, no other one; expected a closed mesh, or ''inertia'''], caller, i, j);
  end
  w = sum (A .* cross (B, C), 1) / 6;
  volume = sum (w);
  if (~(volume > 0))
    error ('delassus:option', ['%s: the mesh has the volume %g: its triangles are turned ', ...
           'inside out'], caller, volume);
  end
  S = A + B + C;
  middle = S * w' / (4 * volume);
  if (norm (middle) > 1e-9 * max (abs (P(:))))
    error ('delassus:option', ['%s: the centre of the triangles is at (%g, %g, %g); expected ', ...
           'the origin of the body, or ''inertia'''], caller, middle);
  end
  moment = 0;
  for X = {S, A, B, C}
    moment = moment + bsxfun (@times, X{1}, w) * X{1}';
  end
  J = (trace (moment) * eye (3) - moment) / (20 * volume);
end

% A number, or a symmetric positive semidefinite matrix whose principal moments are those of
% masses: none exceeds the sum of the others.
function J = moments (J, d, caller)
  if (d == 2)
    J = dls_number_input (J, 0, caller, '''inertia''', 0);
    return
  end
  if (isa (J, 'double') && isreal (J) && numel (J) == 3)
    J = diag (J(:));
  end
  if (~(isa (J, 'double') && isreal (J) && numel (J) == 9 && size (J, 1) == 3 ...
        && all (isfinite (J(:)))))
    error ('delassus:dimension', ['%s: ''inertia'' is %s; expected in space 3 principal ', ...
           'moments or a symmetric 3-by-3 matrix'], caller, dls_describe (J));
  elseif (norm (J - J') > 1e-12 * norm (J))
    error ('delassus:notSymmetric', '%s: ''inertia'' is not symmetric (|J - J''| = %.2g)', ...
           caller, norm (J - J'));
  end
  J = full (J + J') / 2;
  p = sort (eig (J));
  if (p(1) < -1e-12 * p(3) || p(3) > (p(1) + p(2)) * (1 + 1e-9))
    error ('delassus:indefinite', ['%s: ''inertia'' has the principal moments %g, %g, %g; ', ...
           'expected numbers >= 0, none above the sum of the other two'], caller, p);
  end
end

%!test  % the example of the help
%! B = dls_mechanism ('gravity', [0 -9.81]);
%! B = dls_body (B, 'bar', 'mass', 1, 'at', [1 2], 'turned', pi/2, 'shape', 'segment', 'size', 2);
%! assert (B.bodies.inertia, 1/3, 1e-15)
%! assert (B.q, [1; 2; pi/2])
%! assert (B.v, [0; 0; 0])
%!test  % one turn, three ways
%! B = dls_mechanism ('d', 3);  c = sqrt (1/2);
%! B = dls_body (B, 'a', 'mass', 1, 'inertia', [1 1 1], 'turned', [0 0 pi/2]);
%! B = dls_body (B, 'b', 'mass', 1, 'inertia', eye (3), 'turned', [-c 0 0 -c]);
%! B = dls_body (B, 'c', 'mass', 1, 'inertia', [1 1 2], 'turned', [0 -1 0; 1 0 0; 0 0 1]);
%! assert (reshape (B.q, 7, 3), [0 0 0 c 0 0 c]' * [1 1 1], 1e-15)
%! assert (B.bodies(3).first, [14 12])
%!test  % shapes: a square as a box and as a polygon, a capsule without length is a sphere
%! B = dls_mechanism ('d', 2);
%! B = dls_body (B, 'a', 'density', 3, 'shape', 'box', 'size', [2 2]);
%! B = dls_body (B, 'b', 'density', 3, 'shape', 'polygon', 'points', [-1 1 1 -1; -1 -1 1 1]);
%! assert ([B.bodies.mass; B.bodies.inertia], [12 12; 8 8], 1e-14)
%! B = dls_mechanism ('d', 3);
%! B = dls_body (B, 'a', 'mass', 2, 'shape', 'sphere', 'size', 3);
%! B = dls_body (B, 'b', 'mass', 2, 'shape', 'capsule', 'size', [3 1e-12]);
%! B = dls_body (B, 'c', 'mass', 2, 'shape', 'box', 'size', [1 2 3]);
%! assert (B.bodies(1).inertia, 36/5 * eye (3), 1e-14)
%! assert (B.bodies(2).inertia, 36/5 * eye (3), 1e-10)
%! assert (B.bodies(3).inertia, diag ([13 10 5]) / 6, 1e-14)
%!test  % fixed bodies have a place and no coordinates
%! B = dls_body (dls_mechanism ('d', 2), 'wall', 'fixed', true, 'at', [3 0]);
%! assert (isempty (B.q))
%! assert (B.bodies.place, [3; 0; 0])
%!error id=delassus:type dls_body ()
%!error id=delassus:type dls_body (1, 'a')
%!error <the argument is a contact system> dls_body (dls_system ('M', 1), 'a')
%!error <did you mean 'circle'> dls_body (dls_mechanism ('d', 2), 'a', 'shape', 'disk')
%!error <did you mean 'segment'> dls_body (dls_mechanism ('d', 2), 'a', 'shape', 'segmnt')
%!error <polygon is not convex> dls_body (dls_mechanism ('d', 2), 'a', 'shape', 'polygon', ...
%!       'points', [0 1 0 1; 0 0 1 1], 'mass', 1)
%!demo
%! % shapes in the plane
%! B = dls_body (dls_mechanism ('d', 2), 'wheel', 'density', 1, 'shape', 'circle', 'size', 0.5);
%! B = dls_body (B, 'crate', 'density', 1, 'shape', 'box', 'size', [1 0.6], 'at', [1.5 0]);
%! B = dls_body (B, 'bar', 'mass', 1, 'shape', 'segment', 'size', 1, 'at', [3 0], 'turned', pi/3);
%! B = dls_body (B, 'wedge', 'density', 1, 'shape', 'polygon', 'points', [-.5 .5 0; -.3 -.3 .6], ...
%!               'at', [4.5 0]);
%! dls_plot (B);

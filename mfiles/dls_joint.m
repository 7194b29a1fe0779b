function B = dls_joint (B, name, kind, varargin)
%DLS_JOINT  Add a joint to a mechanism: between two bodies, or a body and the ground.
%   B = DLS_JOINT (B, NAME, KIND, {BODY, POINT, ...}, {BODY, POINT, ...}, 'Option', VALUE, ...)
%   A place is {body, point, 'along', axis, 'across', second axis} in the axes of its body (the
%   ground: of the world; the point is the origin where it is left out). Where one place has no
%   axes, its axes are those of the other one as the bodies are placed now.
%   Kinds in the plane (2) and in space (3). Reactions x, y, z are forces and rx, ry, rz moments on
%   the second body, in the axes of the first place: x is 'along', y 'across' (2: to its left).
%     'hinge'        2: x y; 3: x y z ry rz      turns about 'along' (3)
%     'slider'       2: y rz; 3: y z rx ry rz    slides along 'along'
%     'slot'         2: y; 3: y z                the second point stays on the line 'along'
%     'ball'         3: x y z
%     'universal'    3: x y z twist              turns about 'along' of the first and of the second
%                                                place ('across' of the first if not given)
%     'cylindrical'  3: y z ry rz                turns about and slides along 'along'
%     'planar'       3: x ry rz                  'along' is the normal of the plane
%     'fixed'        2: x y rz; 3: x y z rx ry rz
%     'distance'     length (> 0: a push)        'length' (as the bodies are placed now)
%     'curve'        2: curve                    the second point stays on a conic of the first body
%                    about its point: a circle of 'radius', or 'conic', [c cx cy cxx cxy cyy]:
%                    c + cx x + cy y + cxx x^2/2 + cxy x y + cyy y^2/2 = 0
%     'gear'         ratio                       'ratio' of the angular velocities, first by second,
%                    about their 'along' (2: against the ground)
%     'rack'         ratio                       the second, a wheel of 'radius' > 0, rolls along
%                    the line 'along' of the first (3: about its own 'along'), on the side of the
%                    line where its centre is now; as if to the left of 'along' (3: as seen along
%                    its own axis) where the centre is on the line
%     'screw'        3: y z ry rz pitch          'pitch': advance along 'along' in one turn
%     'rolling'      normal slip (3: slip2)      without slip: the second, a circle or ball of
%                    'radius' about its point, on the plane with the normal 'along' of the first, or
%                    on its circle or ball of radius 'on'; with 'along' of the second (3) that is a
%                    thin disk with this axis
%     'drive'        drive                       instead of places the name of a joint, then the
%                    motion of its coordinate (angle of a hinge, position of a slider, slot, screw):
%                    [c0 c1 c2] for c0 + c1 t + c2 t^2, or a function of t that returns
%                    [value; rate; second rate]
%     'own'          its names                   instead of places a cell of names, then a function
%                    [h, G, b] = f (t, q, v): values, gradients (columns, n-by-rows), d/dt(G')*v
%   Angles (rad) and positions are zero where the axes of both places agree. An angle begins in
%   (-pi, pi] and counts whole turns from there: motions, DLS_AT and DLS_ASSEMBLE carry them on (in
%   the plane in the angles of bodies, in space in B.joints(k).turns and SOL.turns). Limits, springs
%   and drives may be any number of turns away.
%   Options
%     'mu'           friction, by contacts, whose reactions are n, t, or n1, t1, n2, t2 at two ends
%                    that are 'size' apart along x: of a slider or cylindrical joint at its ends; of
%                    a slot; of a hinge by a pin of 'radius' (2: a circle; 3: its two ends); of a
%                    ball by its 'radius'
%     'clearance'    of these joints, instead of no play at all: they are contacts, on one side, the
%                    other, or none. Friction in motions has one (slider: size/1000; slot: to be
%                    given; others: radius/1000). In questions a slider or slot (2) has none: its
%                    contacts are bilateral. The others have friction there only with a clearance
%                    that is given: it says where a pin touches
%     'limits'       [low high] of the coordinate of a hinge, slider, slot or screw: unilateral,
%                    reactions low and high, 'restitution' in [0,1]; either may be infinite. Of a
%                    ball: of the angle between the axes 'along' (a cone); of a distance: instead of
%                    its equation (a rope: [0 length]). Several rows [low high], with the reactions
%                    low1, high1, low2 ...: of a cylindrical joint position and angle, of a planar
%                    joint the positions y and z and the angle, of a universal joint the angle of
%                    'along' of the second place about that of the first, from 'across', and that
%                    of the second body about its 'along'
%     'speed'        initial rate of that coordinate, for DLS_ASSEMBLE
%     'held'         true: DLS_ASSEMBLE does not move it
%
%   Example: two bars in space, hinged about z; the first one driven, one turn per second
%     B = dls_mechanism ('gravity', [0 0 -9.81]);
%     B = dls_body (B, 'arm', 'mass', 1, 'inertia', [.01 .1 .1], 'at', [.5 0 0]);
%     B = dls_joint (B, 'base', 'hinge', {'ground', [0 0 0], 'along', [0 0 1]}, {'arm', [-.5 0 0]});
%     B = dls_joint (B, 'motor', 'drive', 'base', [0 2*pi 0]);
%     B.joints(2).kind
%     % ans = drive
%     sol = dls_simulate (dls_assemble (B), [0 3.25], 'Step', 1e-2);
%     sol.turns(1,end)                        % and a quarter: sol.q says where
%     % ans = 3
%
%   See also DLS_MECHANISM, DLS_BODY, DLS_FORCE, DLS_ASSEMBLE.
% SPDX-License-Identifier: GPL-3.0-or-later
  persistent blank                                 % all share what is not given: copies are cheap
  if (isempty (blank))
    blank = struct ('name', '', 'kind', '', 'a', [], 'b', [], 'data', zeros (6, 1), ...
                    'handle', [], 'rows', {{}}, 'mu', 0, 'size', [], 'speed', [], 'held', false, ...
                    'of', 0, 'turns', 0, 'limits', [], 'restitution', 0, 'clearance', [], ...
                    'radius', []);
  end
  if (nargin < 4)
    error ('delassus:dimension', ['dls_joint: %d given; expected a mechanism, a name, a ', ...
           'kind and two places'], nargin);
  end
  dls_mechanism_input (B, 'dls_joint', 'building');
  dls_mechanism_name ('new', name, B.joints, 'joints', 'dls_joint');
  caller = ['dls_joint, ', name];
  T = of_kind (kind, B.d, caller);
  joint = blank;
  joint.name = name;
  joint.kind = T.kind;
  switch (T.kind)
    case 'drive'
      joint = drive (B, joint, varargin, caller);
    case 'own'
      joint = own (joint, varargin, caller);
    otherwise
      joint = between (B, joint, T, varargin, caller);
  end
  B.joints(end+1,1) = joint;
  if (nargout == 0)
    dls_show (B)
    clear B
  end
end

% kind, dimensions, those where it needs an axis, its own options, how many coordinates have limits
function T = of_kind (kind, d, caller)
  persistent table
  if (isempty (table))
    pin = {'mu', 'clearance', 'radius'};
    rod = [pin, {'size'}];
    stop = {'limits', 'restitution'};
    along = [stop, {'speed', 'held'}];
    table = {'hinge',       [2 3], 3,     [rod, along],        1
             'slider',      [2 3], [2 3], [rod, along],        1
             'slot',        [2 3], [2 3], [pin, along],        1
             'ball',        3,     [],    [pin, stop],         1
             'universal',   3,     3,     stop,                2
             'cylindrical', 3,     3,     [rod, stop],         2
             'planar',      3,     3,     stop,                3
             'fixed',       [2 3], [],    {},                  0
             'distance',    [2 3], [],    [{'length'}, stop],  1
             'curve',       2,     [],    {'radius', 'conic'}, 0
             'gear',        [2 3], 3,     {'ratio'},           0
             'rack',        [2 3], [2 3], {'radius'},          0
             'screw',       3,     3,     [{'pitch'}, along],  1
             'rolling',     [2 3], [],    {'radius', 'on'},    0
             'drive',       [2 3], [],    {},                  0
             'own',         [2 3], [],    {},                  0};
    table = cell2struct (table, {'kind', 'dimensions', 'axes', 'own', 'coordinates'}, 2);
  end
  T = [];
  if (ischar (kind))
    T = table(strcmpi (kind, {table.kind}));
  end
  if (isempty (T) || all (T.dimensions ~= d))
    here = {table(cellfun (@(dims) any (dims == d), {table.dimensions})).kind};
    hint = '';
    if (~isempty (T))
      hint = sprintf (' (a %s is for d = %d)', T.kind, T.dimensions);
    elseif (ischar (kind))
      hint = dls_nearest_name (kind, here);
    end
    error ('delassus:option', '%s: the kind is %s; expected with d = %d one of %s%s', caller, ...
           dls_describe (kind), d, strjoin (here, ', '), hint);
  end
  T.axes = any (T.axes == d);
end

function joint = between (B, joint, T, args, caller)
  if (numel (args) < 2)
    error ('delassus:type', '%s: one place; expected two', caller);
  end
  given = dls_named_pairs (args(3:end), T.own, caller);
  [joint.a, joint.b] = places (B, args{1}, args{2}, T, caller);
  if (B.d == 2)
    joint.turns = -whole_turns (B, joint.a, joint.b);
  elseif (strcmp (T.kind, 'universal'))
    joint.turns = [0, 0];                          % of its two angles
  end
  if (numel (args) > 2)
    joint = with_options (joint, given, T, B.d, caller);
  end
  if (~isempty (joint.limits) && isfield (given, 'length') && ~isempty (given.length))
    error ('delassus:option', ['%s: ''length'' and ''limits'' of a distance; expected one of ', ...
           'them: limits stand instead of its equation'], caller);
  end
  joint.data = numbers_of (B, joint, given, caller);
end

function joint = with_options (joint, given, T, d, caller)
  if (isfield (given, 'mu'))
    joint = rubbing (joint, given, d, caller);
  end
  if (isfield (given, 'held'))
    joint.held = dls_number_input (given.held, 'flag', caller, '''held''');
    joint.speed = dls_number_input (given.speed, -Inf, caller, '''speed''', []);
  end
  if (isfield (given, 'limits'))
    joint.limits = limits (given.limits, T, caller);
    joint.restitution = dls_number_input (given.restitution, [0 1], caller, '''restitution''', 0);
  end
end

% A row for each coordinate; lengths and the angle of a ball are never below zero.
function x = limits (x, T, caller)
  if (isempty (x) && isa (x, 'double'))
    return
  end
  k = T.coordinates;
  if (~(isa (x, 'double') && isreal (x) && isequal (size (x), [k 2]) ...
        && all (x(:,1) <= x(:,2)) && all (x(:,1) < Inf & x(:,2) > -Inf)))
    rows = '';
    if (k > 1)
      rows = sprintf (', one row for each of the %d coordinates of a %s', k, T.kind);
    end
    found = dls_describe (x);
    if (isa (x, 'double') && numel (x) <= 6 && ndims (x) == 2)
      found = mat2str (x, 4);
    end
    error ('delassus:option', '%s: ''limits'' is %s; expected [low high], low <= high%s', ...
           caller, found, rows);
  end
  if (any (strcmp (T.kind, {'ball', 'distance'})))
    if (~(x(2) > 0))
      error ('delassus:option', '%s: ''limits'' end at %g; expected a number > 0 for a %s', ...
             caller, x(2), T.kind);
    elseif (x(1) <= 0)
      x(1) = -Inf;
    end
  end
end

function [a, b] = places (B, a, b, T, caller)
  a = dls_mechanism_place (B, a, caller);
  b = dls_mechanism_place (B, b, caller);
  if (a.body == b.body)
    error ('delassus:option', '%s: both places are on %s; expected two bodies', caller, ...
           name_of (B, a.body));
  elseif (still (B, a.body) && still (B, b.body))
    error ('delassus:option', '%s: neither %s nor %s moves; expected one body that does', ...
           caller, name_of (B, a.body), name_of (B, b.body));
  elseif (T.axes && isempty (a.along) && isempty (b.along))
    error ('delassus:option', ['%s: a %s needs an axis; expected ''along'', axis in one of ', ...
           'its places'], caller, T.kind);
  elseif (strcmp (T.kind, 'rack') && B.d == 3 && (isempty (a.along) || isempty (b.along)))
    error ('delassus:option', ['%s: a rack; expected ''along'' of the line in the first ', ...
           'place, and ''along'' of the axis of the wheel in the second'], caller);
  end
  own = isempty (b.along);
  free = isempty (b.across);
  [a, b] = dls_mechanism_frames (B, a, b, caller);
  if (strcmp (T.kind, 'universal') && own)
    b.frame = b.frame(:,[2 3 1]);                  % its axis is 'across' of the first
  elseif (strcmp (T.kind, 'universal') && free)
    b.frame = upright (B, a, b);
  end
end

% The third axis of the second place is along that of the first, so far as its own axis lets it:
% there its angle is zero.
function R = upright (B, a, b)
  [~, A] = dls_mechanism_pose (B, a.body);
  [~, C] = dls_mechanism_pose (B, b.body);
  x = b.frame(:,1);
  z = C' * A * a.frame(:,1);
  z = z - x * (x' * z);
  R = b.frame;
  if (norm (z) > 1e-6)
    z = z / norm (z);
    R = [x, cross(z, x), z];
  end
end

% Angles of bodies count whole turns; that of a joint in the plane begins within half a turn. turns
% of a joint: whole turns that its angle has beyond what positions say.
function k = whole_turns (B, a, b)
  k = round ((angle_of (B, b) - angle_of (B, a)) / (2 * pi));
end

function x = angle_of (B, place)
  x = atan2 (place.frame(2,1), place.frame(1,1));
  if (place.body > 0 && B.bodies(place.body).fixed)
    x = x + B.bodies(place.body).place(3);
  elseif (place.body > 0)
    x = x + B.q(B.bodies(place.body).first(1) + 3);
  end
end

function yes = still (B, k)
  yes = k == 0 || B.bodies(k).fixed;
end

function name = name_of (B, k)
  name = 'the ground';
  if (k > 0)
    name = ['''', B.bodies(k).name, ''''];
  end
end

% Friction and play: by ends that are 'size' apart, pins of a 'radius'.
function joint = rubbing (joint, given, d, caller)
  joint.mu = dls_number_input (given.mu, 0, caller, '''mu''', 0);
  joint.clearance = dls_number_input (given.clearance, 0, caller, '''clearance''', []);
  joint.radius = dls_number_input (given.radius, 0, caller, '''radius''', []);
  ends = any (strcmp (joint.kind, {'slider', 'cylindrical'})) ...
         || (strcmp (joint.kind, 'hinge') && d == 3);
  pin = any (strcmp (joint.kind, {'hinge', 'ball', 'cylindrical'}));
  if (isfield (given, 'size'))
    joint.size = dls_number_input (given.size, 0, caller, '''size''', []);
  end
  which = {'''clearance''', '''mu'''};
  what = which{1 + (joint.mu > 0)};
  if (joint.mu == 0 && isempty (joint.clearance))
    return
  elseif (isequal (joint.clearance, 0))
    error ('delassus:option', '%s: ''clearance'' is 0; expected a number > 0, or none', caller);
  elseif (ends && ~any (joint.size > 0))
    error ('delassus:option', ['%s: %s without ''size''; expected the distance > 0 of the ', ...
           'two contacts of the %s'], caller, what, joint.kind);
  elseif (pin && ~any (joint.radius > 0))
    error ('delassus:option', '%s: %s without ''radius''; expected that of its %s, > 0', caller, ...
           what, joint.kind);
  end
end

function joint = drive (B, joint, args, caller)
  if (numel (args) ~= 2)
    error ('delassus:option', '%s: a drive; expected the name of a joint and its motion', caller);
  end
  joint.of = dls_mechanism_name ('number', args{1}, {B.joints.name}, 'joint', caller);
  driven = B.joints(joint.of);
  if (~any (strcmp (driven.kind, {'hinge', 'slider', 'slot', 'screw'})))
    error ('delassus:option', ['%s: the joint ''%s'' is %s; expected one with a coordinate: ', ...
           'hinge, slider, slot or screw'], caller, driven.name, driven.kind);
  end
  joint.a = driven.a;
  joint.b = driven.b;
  joint.turns = driven.turns;
  x = args{2};
  if (isa (x, 'function_handle'))
    joint.handle = x;
  else
    x = dls_vector_input (x(:), 3, caller, 'the motion [c0 c1 c2]');
    joint.data(1:3) = x .* [1; 1; 2];
  end
end

function joint = own (joint, args, caller)
  if (numel (args) ~= 2 || ~iscellstr (args{1}) || isempty (args{1}) ...
      || ~all (cellfun (@isvarname, args{1})) || ~isa (args{2}, 'function_handle'))
    error ('delassus:option', ['%s: an own constraint; expected a cell of names of its rows ', ...
           'and a function [h, G, b] = f (t, q, v)'], caller);
  end
  joint.rows = args{1}(:)';
  joint.handle = args{2};
  joint.data = [];
end

% The six numbers of a joint, in the order of libcore/mechanism/kinds.c. Where a joint measures
% angles or positions from a mark, the mark is where the bodies are placed now.
function p = numbers_of (B, joint, given, caller)
  p = zeros (6, 1);
  switch (joint.kind)
    case 'distance'
      p(1) = needed (given.length, 0, norm (apart (B, joint)), 'length', joint, caller);
    case 'curve'
      p = conic (given, joint, caller);
    case 'gear'
      p(1) = needed (given.ratio, -Inf, [], 'ratio', joint, caller);
      p(2) = turned (B, joint.a) - p(1) * turned (B, joint.b);
    case 'rack'
      radius = needed (given.radius, 0, [], 'radius', joint, caller);
      [x, R] = apart (B, joint);
      x = joint.a.frame' * x;
      p(1) = radius * side_of_wheel (x, joint.a.frame' * R * joint.b.frame, radius);
      p(2) = x(1) + p(1) * (turned (B, joint.b) - turned (B, joint.a));
    case 'screw'
      p(1) = needed (given.pitch, -Inf, [], 'pitch', joint, caller);
      [x, R] = apart (B, joint);
      x = joint.a.frame' * x;
      R = joint.a.frame' * R * joint.b.frame;
      p(2) = x(1) - p(1) * atan2 (R(3,2), R(2,2)) / (2 * pi);
    case 'rolling'
      p(1) = needed (given.radius, 0, [], 'radius', joint, caller);
      if (~isempty (given.on))
        p(2) = needed (given.on, 0, [], 'on', joint, caller);
      elseif (isempty (joint.a.along))
        error ('delassus:option', ['%s: rolling; expected ''along'', the normal of the plane, ', ...
               'in the first place, or ''on'', the radius of a ball'], caller);
      end
  end
end

function x = needed (x, low, default, name, joint, caller)
  if (isempty (x) && isempty (default))
    error ('delassus:option', '%s: a %s needs ''%s''', caller, joint.kind, name);
  end
  x = dls_number_input (x, low, caller, ['''', name, ''''], default);
  if (x == 0)
    error ('delassus:option', '%s: ''%s'' is 0; expected another number', caller, name);
  end
end

% A wheel at x with the axes R rolls along the first axis, about its first one (in the plane: the
% third): 1 where it is to the left of the line as seen along its axis of rotation, and where its
% centre is on the line, to rounding; -1 to the right.
function s = side_of_wheel (x, R, radius)
  s = x(2);
  if (numel (x) == 3)
    s = R(3,1) * x(2) - R(2,1) * x(3);
  end
  s = 1 - 2 * (s < -1e-9 * radius);
end

% From the first point to the second, and the turn from the second body, in axes of the first body.
function [x, R] = apart (B, joint)
  [xa, Ra] = dls_mechanism_pose (B, joint.a.body);
  [xb, Rb] = dls_mechanism_pose (B, joint.b.body);
  x = Ra' * (xb + Rb * joint.b.point - xa) - joint.a.point;
  R = Ra' * Rb;
end

% The angle of a body in the plane; in space gears have no angle, only velocities.
function x = turned (B, place)
  x = 0;
  if (place.body > 0 && B.d == 2)
    body = B.bodies(place.body);
    if (body.fixed)
      x = body.place(3);
    else
      x = B.q(body.first(1) + 3);
    end
  end
end

% A circle as (x^2 + y^2 - r^2)/(2r), whose gradient there has length one.
function p = conic (given, joint, caller)
  if (isempty (given.radius) == isempty (given.conic))
    error ('delassus:option', '%s: a curve needs ''radius'' or ''conic''', caller);
  elseif (~isempty (given.radius))
    r = needed (given.radius, 0, [], 'radius', joint, caller);
    p = [-r / 2; 0; 0; 1 / r; 0; 1 / r];
  else
    p = dls_vector_input (given.conic(:), 6, caller, '''conic''');
    if (~any (p(2:6)))
      error ('delassus:option', '%s: ''conic'' does not depend on x or y', caller);
    end
  end
end

%!shared B, H, R
%! B = dls_body (dls_mechanism ('d', 2), 'a', 'mass', 1, 'inertia', 1, 'at', [1 0], 'turned', pi/2);
%! B = dls_body (B, 'b', 'mass', 1, 'inertia', 1, 'at', [3 4]);
%! B = dls_body (B, 'w', 'fixed', true);
%! H = dls_joint (B, 'h', 'hinge', {'ground', [0 0]}, {'a', [0 1]});
%! R = dls_body (dls_mechanism ('d', 3), 'a', 'mass', 1, 'inertia', [1 1 1], 'turned', [0 0 pi/2]);
%!test  % a wheel on an inclined rack, on either side of it: x'' = g sin (th)/(1 + I/(m*r^2))
%! th = 0.4;
%! slope = 9.81 * sin (th) / (1 + 0.3 / (2 * 0.25));
%! for side = [1, -1]
%!   C = dls_mechanism ('gravity', 9.81 * [sin(th), -cos(th)]);
%!   C = dls_body (C, 'w', 'mass', 2, 'inertia', 0.3, 'at', [0, side / 2]);
%!   C = dls_joint (C, 'line', 'slot', {'ground', [0, side / 2], 'along', [1 0]}, {'w', [0 0]});
%!   C = dls_joint (C, 'r', 'rack', {'ground', [0 0], 'along', [1 0]}, {'w', [0 0]}, ...
%!                  'radius', 0.5);
%!   a = dls_kkt (C);
%!   assert (a([1 3]), slope * [1; -2 * side], 1e-12)
%!   for axis = [1, -1]                          % in space, its axis either way
%!     C = dls_mechanism ('gravity', 9.81 * [sin(th), 0, -cos(th)]);
%!     C = dls_body (C, 'w', 'mass', 2, 'inertia', [0.2 0.3 0.2], 'at', [0, 0, side / 2]);
%!     C = dls_joint (C, 'pl', 'planar', {'ground', [0, 0, side / 2], 'along', [0 1 0]}, ...
%!                    {'w', [0 0 0]});
%!     C = dls_joint (C, 'line', 'slot', {'ground', [0, 0, side / 2], 'along', [1 0 0]}, ...
%!                    {'w', [0 0 0]});
%!     C = dls_joint (C, 'r', 'rack', {'ground', [0 0 0], 'along', [1 0 0]}, ...
%!                    {'w', [0 0 0], 'along', [0, axis, 0]}, 'radius', 0.5);
%!     a = dls_kkt (C);
%!     assert (a([1 5]), slope * [1; 2 * side], 1e-12)
%!   end
%! end
%!test  % axes of the second place are those of the first as the bodies are placed
%! C = dls_joint (B, 's', 'slider', {'ground', [0 0], 'along', [2 0]}, {'a', [0 0]});
%! assert (C.joints.a.frame, eye (2), 1e-15)
%! assert (C.joints.b.frame, [0 1; -1 0], 1e-15)
%! C = dls_joint (B, 's', 'slider', {'ground'}, {'a', [0 0], 'along', [1 0]});
%! assert (C.joints.a.frame, [0 -1; 1 0], 1e-15)
%! C = dls_joint (R, 'h', 'hinge', {'ground', [0 0 0], 'along', [0 0 3]}, {'a', [1 0 0]});
%! assert (C.joints.a.frame, [0 1 0; 0 0 1; 1 0 0], 1e-15)
%! assert (C.joints.b.frame, [0 0 1; 0 -1 0; 1 0 0], 1e-15)
%!test  % a distance is the present one
%! C = dls_joint (B, 'd', 'distance', {'a', [0 0]}, {'b', [1 0]});
%! assert (C.joints.data, [5; 0; 0; 0; 0; 0])
%!error id=delassus:dimension dls_joint ()
%!error <no body 'c'; expected one of a, b, w, ground> dls_joint (B, 'j', 'hinge', {'a'}, {'c'})
%!error <'restitution' is 2; expected a finite number in .0,1.>
%! dls_joint (B, 'j', 'hinge', {'a'}, {'b'}, 'limits', [0 1], 'restitution', 2)
%!error <both places are on 'a'> dls_joint (B, 'j', 'hinge', {'a'}, {'a'})
%!error <neither the ground nor 'w' moves> dls_joint (B, 'j', 'hinge', {'ground'}, {'w'})
%!error <already among the joints> dls_joint (H, 'h', 'hinge', {'a'}, {'b'})
%!error <has length zero> dls_joint (B, 'j', 'slider', {'a', [0 0], 'along', [0 0]}, {'b'})
%!error <needs an axis> dls_joint (B, 'j', 'slider', {'a'}, {'b'})
%!error <has 3 numbers; expected 2> dls_joint (B, 'j', 'hinge', {'a', [0 0 0]}, {'b'})
%!error <has 2 numbers; expected 3> dls_joint (R, 'j', 'ball', {'ground', [0 0]}, {'a'})
%!error <did you mean 'hinge'> dls_joint (B, 'j', 'hing', {'a'}, {'b'})
%!error <did you mean 'hinge'> dls_joint (B, 'j', 'revolute', {'a'}, {'b'})
%!error <did you mean 'slider'> dls_joint (B, 'j', 'Prismatic', {'a'}, {'b'})
%!error <a ball is for d = 3> dls_joint (B, 'j', 'ball', {'a'}, {'b'})
%!error <parallel> dls_joint (R, 'j', 'hinge', {'a', [0 0 0], 'along', [1 0 0], ...
%!       'across', [2 0 0]}, {'ground'})
%!error <'mu' without 'size'> dls_joint (B, 'j', 'slider', {'ground', [0 0], 'along', [1 0]}, ...
%!       {'a'}, 'mu', 0.3)
%!error <needs 'ratio'> dls_joint (B, 'j', 'gear', {'a'}, {'b'})
%!error <there is no joint 'x'> dls_joint (H, 'j', 'drive', 'x', @(t) t)
%!error <expected a cell of names of its rows> dls_joint (B, 'j', 'own', 1, @(t, q, v) 1)
%!error <'length' is 0> dls_joint (B, 'j', 'distance', {'a'}, {'b'}, 'length', 0)
%!demo
%! % a slider-crank: three hinges and a rail
%! B = dls_body (dls_mechanism ('gravity', [0 -9.81]), 'crank', 'mass', 1, 'inertia', 1, ...
%!               'at', [0.3 0.4], 'turned', atan (4/3));
%! B = dls_body (B, 'rod', 'mass', 1, 'inertia', 1, 'at', [1.35 0.4], 'turned', -atan (8/15));
%! B = dls_body (B, 'piston', 'mass', 1, 'shape', 'box', 'size', [0.6 0.4], 'at', [2.1 0]);
%! B = dls_joint (B, 'main', 'hinge', {'ground', [0 0]}, {'crank', [-0.5 0]});
%! B = dls_joint (B, 'pin', 'hinge', {'crank', [0.5 0]}, {'rod', [-0.85 0]});
%! B = dls_joint (B, 'wrist', 'hinge', {'rod', [0.85 0]}, {'piston', [0 0]});
%! B = dls_joint (B, 'rail', 'slider', {'ground', [0 0], 'along', [1 0]}, {'piston', [0 0]});
%! dls_plot (B);

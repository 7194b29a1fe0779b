function S = dls_scene (B, q, sides)
% What is drawn of a mechanism, in the axes of its bodies: shared by dls_plot and dls_animate.
%   sides      of what is round in space
%   S.bodies   the ground first: name, place ([] of one that moves), first (of its coordinates),
%              colour (what never moves is grey), parts (mesh, scale, shift: point = scale .* mesh
%              + shift), lines (symbols of joints, polylines between columns of NaN), bare (bars
%              to joints off the shape), floor (the border of a half plane or half space)
%   S.meshes   points, normals (3-by-k), faces (3-by-m, from 1; none in the plane: points are the
%              outline), lines
%   S.links    from point pa of body a to pb of b: kind 'distance' | 'spring'
%   S.labels   names of joints at points of bodies
%   S.box      [low, high] of what there is at B.q and the columns q;   S.unit   the size of a
%              symbol
% SPDX-License-Identifier: GPL-3.0-or-later
  d = B.d;
  none = zeros (d, 0);
  palette = [0.47 0.65 0.85; 0.93 0.70 0.42; 0.60 0.78 0.50; 0.80 0.60 0.78; 0.88 0.56 0.53
             0.55 0.77 0.77; 0.80 0.76 0.45];
  ground = struct ('name', 'ground', 'place', zeros (4 * d - 5, 1), 'first', 0, ...
                   'colour', [0.78 0.78 0.78], 'parts', [], 'lines', none, 'bare', none, ...
                   'floor', none, ...
                   'plane', ~isempty (B.touches) && any ([B.touches.a, B.touches.b] == 0));
  if (d == 3)
    ground.place(4) = 1;
  end
  S = struct ('d', d, 'bodies', ground, ...
              'meshes', struct ('points', {}, 'normals', {}, 'faces', {}, 'lines', {}), ...
              'links', struct ('a', {}, 'pa', {}, 'b', {}, 'pb', {}, 'kind', {}), ...
              'labels', struct ('name', {}, 'body', {}, 'point', {}), 'box', [], 'unit', 0);
  known = {};
  for body = B.bodies(:)'
    one = ground;
    one.name = body.name;
    one.place = body.place;
    one.plane = any (strcmp (body.shape, {'halfplane', 'halfspace'}));
    if (~body.fixed)
      one.first = body.first(1);
    end
    if (isempty (one.place))
      one.colour = palette(mod (numel (S.bodies) - 1, size (palette, 1)) + 1,:);
    end
    [one.parts, S.meshes, known] = parts_of (body, d, sides, S.meshes, known);
    S.bodies(end+1) = one;
  end
  S = extent (S, B, q);
  for joint = B.joints(:)'
    if (~isempty (joint.a))
      S = with_joint (S, joint, along (B, joint, S.unit));
    end
  end
  for k = find ([S.bodies.plane])
    S.bodies(k).floor = floor_of (S);
  end
  for force = B.forces(:)'
    if (strcmp (force.kind, 'spring') && ~isempty (force.a))
      S.links(end+1) = link (force, 'spring');
    end
  end
  for k = 1:numel (B.bodies)
    if (~S.bodies(k+1).plane)
      S.bodies(k+1).bare = bars (B, k, reach_of (S, S.bodies(k+1)));
    end
  end
end

% Spheres, boxes and cylinders are unit meshes with a scale.
function [parts, meshes, known] = parts_of (body, d, sides, meshes, known)
  parts = struct ('mesh', {}, 'scale', {}, 'shift', {});
  s = body.size;
  none = zeros (3, 1);
  switch (body.shape)
    case {'', 'halfplane', 'halfspace'}
      return
    case {'circle', 'sphere'}
      list = {body.shape, s * ones(3, 1), none};
    case 'segment'
      list = {'segment', [s; 1; 1], none};
    case 'box'
      s(end+1:3) = 1;
      list = {'box', s, none};
    case 'cylinder'
      list = {'cylinder', s([1 1 2]), none};
    case 'capsule'
      r = s(1) * ones (3, 1);
      up = [0; 0; s(2) / 2];
      list = {'cylinder', s([1 1 2]), none; 'sphere', r, up; 'sphere', r, -up};
    otherwise
      list = {body.name, ones(3, 1), none};
      meshes(end+1) = own_mesh (body);
      known{end+1} = body.name;
  end
  for k = 1:size (list, 1)
    at = find (strcmp (list{k,1}, known), 1);
    if (isempty (at))
      meshes(end+1) = mesh_of (list{k,1}, d, sides);
      known{end+1} = list{k,1};
      at = numel (known);
    end
    parts(k) = struct ('mesh', at, 'scale', list{k,2}, 'shift', list{k,3});
  end
end

% Of a polygon, or of a body with triangles.
function mesh = own_mesh (body)
  P = body.points;
  P(end+1:3,:) = 0;
  mesh = struct ('points', P, 'normals', zeros (3, 0), 'faces', zeros (3, 0), ...
                 'lines', P(:,[1:end, 1]));
  if (isfield (body, 'faces') && ~isempty (body.faces))
    F = body.faces;
    N = cross (P(:,F(2,:)) - P(:,F(1,:)), P(:,F(3,:)) - P(:,F(1,:)));
    N = bsxfun (@rdivide, N, sqrt (sum (N .^ 2, 1)));
    mesh.points = P(:,F);                      % three corners of each, with its own normal
    mesh.normals = kron (N, ones (1, 3));
    mesh.faces = reshape (1:numel (F), 3, []);
    edges = [F([1 2 3 1],:); zeros(1, size (F, 2))];
    mesh.lines = [P, nan(3, 1)];
    edges(edges == 0) = size (P, 2) + 1;
    mesh.lines = mesh.lines(:,edges(:));
  end
end

% Of all shapes and places at B.q, and of moving bodies.
function S = extent (S, B, q)
  d = B.d;
  all_of = zeros (d, 0);
  for k = 1:numel (B.bodies)
    [x, R] = dls_mechanism_pose (B, k);
    P = x;
    for part = S.bodies(k+1).parts
      M = [S.meshes(part.mesh).points, S.meshes(part.mesh).lines];
      M = bsxfun (@plus, bsxfun (@times, part.scale, M), part.shift);
      P = [P, bsxfun(@plus, R * M(1:d,:), x)];
    end
    all_of = [all_of, P];
  end
  places = [B.joints.a, B.joints.b, B.forces.a, B.forces.b];
  for place = places(:)'
    [x, R] = dls_mechanism_pose (B, place.body);
    all_of(:,end+1) = x + R * place.point;
  end
  if (isempty (all_of))
    all_of = zeros (d, 1);
  end
  low = min (all_of, [], 2);
  high = max (all_of, [], 2);
  for body = S.bodies(find (cellfun (@isempty, {S.bodies.place})))
    x = q(body.first+(1:d),:);
    reach = reach_of (S, body);
    if (~isempty (x))
      low = min ([low, x - reach], [], 2);
      high = max ([high, x + reach], [], 2);
    end
  end
  S.box = [low, high];
  size_of = norm (high - low);
  S.unit = 0.02 * size_of + (size_of == 0);
end

% The border of a half plane with hatching below, the surface of a half space as a net
function P = floor_of (S)
  r = max ([0.7 * norm(S.box(:,2) - S.box(:,1)), max(abs (S.box(:)))]);
  if (S.d == 2)
    x = linspace (-r, r, 41);
    w = 1.2 * S.unit;
    P = [-r, r, NaN; 0, 0, NaN];
    P = [P, reshape([x; 0 * x; x - w; 0 * x - w; nan(2, 41)], 2, [])];
  else
    [x, y] = ndgrid (linspace (-r, r, 17), linspace (-r, r, 17));
    x(end+1,:) = NaN;                          % short pieces: toolkits drop what leaves the axes
    y(end+1,:) = NaN;
    P = [x(:)', y(:)'; y(:)', x(:)'];
    P(3,:) = 0 * P(1,:);
  end
end

% How far a body reaches from its centre
function r = reach_of (S, body)
  r = 0;
  for part = body.parts
    M = [S.meshes(part.mesh).points, S.meshes(part.mesh).lines];
    M = bsxfun (@plus, bsxfun (@times, part.scale, M), part.shift);
    r = max ([r, sqrt(sum (M .^ 2, 1))]);
  end
end

% Bars from the centre to the places of joints and forces that are off the shape.
function P = bars (B, k, reach)
  d = B.d;
  P = zeros (d, 0);
  places = [B.joints.a, B.joints.b, B.forces.a, B.forces.b];
  for place = places(:)'
    if (place.body == k && norm (place.point) > 1.01 * reach)
      P = [P, zeros(d, 1), place.point, nan(d, 1)];
    end
  end
end

function S = with_joint (S, joint, rail)
  a = joint.a;
  b = joint.b;
  u = symbol (S, [a.body, b.body] + 1);
  S.labels(end+1) = struct ('name', joint.name, 'body', b.body + 1, 'point', b.point);
  switch (joint.kind)
    case 'distance'
      S.links(end+1) = link (joint, 'distance');
      S = with_lines (S, a, u / 2 * ring (S.d));
      S = with_lines (S, b, u / 2 * ring (S.d));
    case {'slider', 'slot', 'cylindrical', 'screw', 'rack'}
      S = with_lines (S, a, rail);
      S = with_lines (S, b, u * sleeve (S.d, joint.kind));
    case 'curve'
      if (joint.data(1) < 0)                   % a circle: c = -r^2/2
        S = with_lines (S, a, sqrt (-2 * joint.data(1)) * ring (2));
      end
      S = with_lines (S, b, u / 2 * ring (S.d));
    case {'hinge', 'universal'}
      S = with_lines (S, b, u * pin (S.d));
      if (strcmp (joint.kind, 'universal'))
        S = with_lines (S, a, u * pin (S.d));
      elseif (a.body == 0)
        S = with_lines (S, a, u * support (S.d));
      end
    case 'rolling'
      if (~(joint.data(2) > 0))                % on a plane
        floor_ = floor_of (S);
        floor_ = bsxfun (@plus, a.frame * floor_([S.d, 1:S.d-1],:), a.point);
        S.bodies(a.body+1).floor = [S.bodies(a.body+1).floor, floor_, nan(S.d, 1)];
      end
    case {'gear', 'drive', 'own'}
      S.labels(end).point = b.point;
    otherwise                                  % ball, planar, fixed
      S = with_lines (S, b, u * block (S.d, joint.kind));
  end
end

% The size of a joint's symbol: it does not hide the smaller one of its bodies.
function u = symbol (S, bodies)
  u = S.unit;
  for k = bodies
    r = reach_of (S, S.bodies(k));
    if (r > 0)
      u = min (u, max (0.3 * r, S.unit / 10));
    end
  end
end

function l = link (joint, kind)
  l = struct ('a', joint.a.body + 1, 'pa', joint.a.point, 'b', joint.b.body + 1, ...
              'pb', joint.b.point, 'kind', kind);
end

% Symbols, in the axes of a place.
function S = with_lines (S, place, P)
  P = bsxfun (@plus, place.frame * P, place.point);
  S.bodies(place.body+1).lines = [S.bodies(place.body+1).lines, P, nan(S.d, 1)];
end

% A circle, in space around the first axis.
function P = ring (d)
  w = linspace (0, 2 * pi, 17);
  P = [cos(w); sin(w)];
  if (d == 3)
    P = [0 * w; P];
  end
end

function P = pin (d)
  P = ring (d);
  if (d == 3)
    up = [2; 0; 0];
    P = [bsxfun(@plus, P, up), bsxfun(@plus, P, -up), nan(3, 1), -1.6 * up, 1.6 * up];
  end
end

% The ground under a hinge
function P = support (d)
  if (d == 2)
    P = [-0.7 -2 2 0.7 NaN -3 3 NaN -2.4 -3 NaN -0.8 -1.4 NaN 0.8 0.2 NaN 2.4 1.8
         -0.7 -2.6 -2.6 -0.7 NaN -2.6 -2.6 NaN -2.6 -3.4 NaN -2.6 -3.4 NaN -2.6 -3.4 NaN -2.6 -3.4];
  else
    P = [-2 -2 -2 -2 -2; -2 2 2 -2 -2; -2 -2 2 2 -2];
  end
end

% The line of a slider, in the frame of its first place: past where the second one is.
function P = along (B, joint, u)
  [xa, Ra] = dls_mechanism_pose (B, joint.a.body);
  [xb, Rb] = dls_mechanism_pose (B, joint.b.body);
  way = xb + Rb * joint.b.point - xa - Ra * joint.a.point;
  s = joint.a.frame(:,1)' * (Ra' * way);
  P = [min(s, 0) - 8 * u, max(s, 0) + 8 * u; zeros(B.d - 1, 2)];
end

% What slides on a line: a box, with threads of a screw
function P = sleeve (d, kind)
  P = [-2 2 2 -2 -2; -1 -1 1 1 -1];
  if (d == 3)
    P = [P; 0 * P(1,:)];
    P = [P, nan(3, 1), P([1 3 2],:)];
    if (strcmp (kind, 'screw'))
      w = linspace (-4 * pi, 4 * pi, 65);
      P = [P, nan(3, 1), [w / (2 * pi); cos(w); sin(w)]];
    end
  end
end

function P = block (d, kind)
  if (strcmp (kind, 'ball'))
    R = ring (3);
    P = [R, nan(3, 1), R([2 1 3],:), nan(3, 1), R([2 3 1],:)];
  elseif (strcmp (kind, 'planar'))
    P = 4 * [0 0 0 0 0; -1 1 1 -1 -1; -1 -1 1 1 -1];
  else
    P = [-1 1 1 -1 -1 1 NaN -1 1; -1 -1 1 1 -1 1 NaN 1 -1];
    P(d,end) = 0;
  end
end

% The unit mesh of a shape about its centre: points, normals, faces (triangles that share what is
% round), lines (its edges; of round ones what shows how they turn). In the plane the outline alone.
% sides: of what is round, a multiple of 4.
function mesh = mesh_of (shape, d, sides)
  mesh = struct ('points', zeros (3, 0), 'normals', zeros (3, 0), 'faces', zeros (3, 0), ...
                 'lines', zeros (3, 0));
  w = linspace (0, 2 * pi, sides + 1);
  round_ = [cos(w); sin(w); 0 * w];
  square = [-1 1 1 -1 -1; -1 -1 1 1 -1; 0 0 0 0 0] / 2;
  switch (shape)
    case 'segment'
      mesh.lines = [-0.5 0.5; 0 0; 0 0];
    case 'circle'
      mesh.points = round_(:,1:end-1);
      mesh.lines = [[0; 0; 0], round_];
    case 'sphere'
      mesh = globe (mesh, w, linspace (0, pi, sides / 2 + 1));
      mesh.lines = [round_, nan(3, 1), round_([1 3 2],:), nan(3, 1), round_([3 1 2],:)];
    case 'cylinder'
      mesh = tube (mesh, round_);
    otherwise
      if (d == 2)
        mesh.points = square(:,1:4);
        mesh.lines = square;
      else
        mesh = cube (mesh, square);
      end
  end
end

function mesh = globe (mesh, w, z)
  [W, Z] = ndgrid (w, z);
  mesh.points = [cos(W(:)) .* sin(Z(:)), sin(W(:)) .* sin(Z(:)), cos(Z(:))]';
  mesh.normals = mesh.points;
  mesh.faces = net (numel (w), numel (z));
end

% Triangles of a grid of m by n points
function F = net (m, n)
  [I, J] = ndgrid (1:m-1, 1:n-1);
  a = reshape (I + (J - 1) * m, 1, []);
  F = [a, a + 1; a + m, a + m; a + 1, a + m + 1];
end

function mesh = tube (mesh, rim)
  up = [0; 0; 0.5];
  high = bsxfun (@plus, rim, up);
  low = bsxfun (@minus, rim, up);
  m = size (rim, 2);
  flat = repmat (2 * up, 1, m + 1);
  mesh.points = [high, low, up, high, -up, low];
  mesh.normals = [rim, rim, flat, -flat];
  fan = [ones(1, m - 1); 2:m; 3:m+1];
  mesh.faces = [net(m, 2), 2 * m + fan, 3 * m + 1 + fan];
  edge = 1:(m - 1) / 4:m - 1;
  side = [high(:,edge); low(:,edge); nan(3, 4)];
  mesh.lines = [high, nan(3, 1), low, nan(3, 1), reshape(side, 3, [])];
end

function mesh = cube (mesh, square)
  face = bsxfun (@plus, square(:,1:4), [0; 0; 0.5]);
  for turn = {[1 2 3], [2 3 1], [3 1 2]}
    for side = [1, -1]
      at = size (mesh.points, 2);
      P = side * face;
      P(turn{1},:) = P;
      mesh.points = [mesh.points, P];
      mesh.normals = [mesh.normals, repmat(sign (sum (P, 2)), 1, 4)];
      mesh.faces = [mesh.faces, at + [1 1; 2 3; 3 4]];
      mesh.lines = [mesh.lines, P(:,[1:end, 1]), nan(3, 1)];
    end
  end
end

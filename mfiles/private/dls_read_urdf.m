function [B, told] = dls_read_urdf (file)
% A robot of a URDF file as a mechanism, all joints at zero, and what it cannot express, as texts.
% A body has the axes of its link and its origin at the centre of mass. Shapes off the centre are
% bodies without mass, fixed to it.
% SPDX-License-Identifier: GPL-3.0-or-later
  fid = fopen (file, 'r');
  bytes = fread (fid, [1, Inf], 'uint8=>uint8');
  fclose (fid);
  if (numel (bytes) > 2 && (isequal (bytes(1:2), [31 139]) || isequal (bytes(1:3), [253 55 122])))
    error ('delassus:format', 'dls_read: %s is compressed; expected XML as text', file);
  elseif (sum (bytes == '<') > 5e4 + numel (bytes) / 40)   % each costs a kB
    error ('delassus:format', 'dls_read: %s has %d tags in %d bytes; expected a robot', file, ...
           sum (bytes == '<'), numel (bytes));
  end
  tree = dls_in_name_of ('dls_read', @dls_xml_mex, 'read', file, bytes);
  if (~strcmp (tree.name, 'robot'))
    fail (file, tree, 'the file is of a ''%s''; expected a ''robot''', tree.name);
  end
  [links, joints, told] = parts (tree, file);
  [order, links] = sorted (links, joints, file, tree);
  B = dls_mechanism ('gravity', [0 0 -9.81]);
  for k = order
    carried = any (strcmp ({joints.parent}, links(k).name) & strcmp ({joints.kind}, 'fixed'));
    [B, links(k), told] = with_link (B, links(k), carried, file, told);
    j = links(k).joint;
    if (j > 0)
      parent = links(strcmp ({links.name}, joints(j).parent));
      [B, told] = with_joint (B, joints(j), parent, links(k), file, told);
    end
    [B, told] = with_shapes (B, links(k), file, told);
  end
end

function fail (file, node, text, varargin)
  dls_raise ('delassus:format', ['dls_read: %s, line %d: ', text], file, node.line, varargin{:});
end

% Elements of the robot; what else there is is told once.
function [links, joints, told] = parts (tree, file)
  links = struct ('name', {}, 'node', {}, 'joint', {}, 'x', {}, 'R', {}, 'c', {}, 'body', {});
  joints = struct ('name', {}, 'node', {}, 'kind', {}, 'parent', {}, 'child', {});
  told = {};
  for node = tree.children(:)'
    switch (node.name)
      case 'link'
        name = plain (attribute (node, 'name', file));
        if (any (strcmp (name, {links.name})))
          fail (file, node, 'there are two links ''%s''', name);
        end
        links(end+1) = struct ('name', name, 'node', node, 'joint', 0, 'x', zeros (3, 1), ...
                               'R', eye (3), 'c', zeros (3, 1), 'body', '');
      case 'joint'
        joints(end+1) = struct ('name', plain (attribute (node, 'name', file)), 'node', node, ...
                                'kind', attribute (node, 'type', file), ...
                                'parent', end_of (node, 'parent', file), ...
                                'child', end_of (node, 'child', file));
    end
  end
  names = {tree.children.name};
  [others, at] = unique (names, 'first');
  [at, order] = sort (at);
  for k = reshape (find (~ismember (others(order), {'link', 'joint', 'material'})), 1, [])
    told{end+1} = sprintf ('<%s> (line %d) is left out', names{at(k)}, tree.children(at(k)).line);
  end
  if (isempty (links))
    fail (file, tree, 'the robot has no links');
  end
end

% Names of ours have letters, digits and _.
function name = plain (name)
  name = regexprep (dls_printable (name), '\W', '_');
  if (~isvarname (name) || any (strcmp (name, {'ground', 'nb', 'nu', 'tb', 'tu'})))
    name = ['link_', name];
  end
end

function text = attribute (node, name, file, default)
  at = find (strcmp (node.attributes(1,:), name), 1);
  if (~isempty (at))
    text = node.attributes{2,at};
  elseif (nargin > 3)
    text = default;
  else
    fail (file, node, '<%s> lacks ''%s''', node.name, name);
  end
end

function x = numbers (node, name, count, file, default)
  if (nargin > 4 && ~any (strcmp (node.attributes(1,:), name)))
    x = default;
    return
  end
  text = attribute (node, name, file);
  [x, ~, message, next] = sscanf (text, '%f');
  x = x(:);
  if (numel (x) ~= count || ~isempty (strtrim (text(next:end))) || ~all (isfinite (x)))
    fail (file, node, '''%s'' of <%s> is ''%s''; expected %d numbers', name, node.name, text, ...
          count);
  end
end

function child = find_child (node, name)
  child = node.children(strcmp ({node.children.name}, name));
  child = child(1:min (end, 1));
end

function name = end_of (node, which, file)
  child = find_child (node, which);
  if (isempty (child))
    fail (file, node, 'the joint lacks <%s>', which);
  end
  name = plain (attribute (child, 'link', file));
end

% <origin xyz rpy>: position and rotation, Rz Ry Rx
function [x, R] = origin (node, file)
  x = zeros (3, 1);
  R = eye (3);
  at = find_child (node, 'origin');
  if (~isempty (at))
    x = numbers (at, 'xyz', 3, file, x);
    a = numbers (at, 'rpy', 3, file, x * 0);
    c = cos (a);
    s = sin (a);
    R = [c(3) -s(3) 0; s(3) c(3) 0; 0 0 1] * [c(2) 0 s(2); 0 1 0; -s(2) 0 c(2)] ...
        * [1 0 0; 0 c(1) -s(1); 0 s(1) c(1)];
  end
end

% Parents before children, with the places of links at zero; each link but one has one parent.
function [order, links] = sorted (links, joints, file, tree)
  names = {links.name};
  for j = 1:numel (joints)
    for which = {'parent', 'child'}
      if (~any (strcmp (joints(j).(which{1}), names)))
        fail (file, joints(j).node, 'there is no link ''%s''', joints(j).(which{1}));
      end
    end
    k = find (strcmp (joints(j).child, names));
    if (links(k).joint > 0)
      fail (file, joints(j).node, '''%s'' is the child of two joints; expected a tree', names{k});
    end
    links(k).joint = j;
  end
  roots = find ([links.joint] == 0);
  if (numel (roots) ~= 1)
    fail (file, tree, '%d links have no parent; expected one, of which the others hang', ...
          numel (roots));
  end
  order = roots;
  at = 1;
  while (at <= numel (order))
    parent = order(at);
    for j = find (strcmp ({joints.parent}, names{parent}))
      k = find (strcmp (joints(j).child, names));
      [x, R] = origin (joints(j).node, file);
      links(k).x = links(parent).x + links(parent).R * x;
      links(k).R = links(parent).R * R;
      order(end+1) = k;
    end
    at = at + 1;
  end
  if (numel (order) < numel (links))
    lost = links(setdiff (1:numel (links), order));
    fail (file, lost(1).node, '''%s'' hangs on itself; expected a tree', lost(1).name);
  end
end

% A body with its inertia. A link without inertia is massless; the first one is
% fixed, unless links are fixed to it (carried).
function [B, link, told] = with_link (B, link, carried, file, told)
  node = find_child (link.node, 'inertial');
  given = {'mass', 0, 'inertia', zeros(3)};
  if (~isempty (node))
    [link.c, R] = origin (node, file);
    mass = numbers (needed (node, 'mass', file), 'value', 1, file);
    J = needed (node, 'inertia', file);
    n = @(name) numbers (J, name, 1, file);
    J = [n('ixx') n('ixy') n('ixz'); n('ixy') n('iyy') n('iyz'); n('ixz') n('iyz') n('izz')];
    given = {'mass', mass, 'inertia', R * J * R'};
  elseif (link.joint == 0 && (strcmp (link.name, 'world') || ~carried))
    given = {'fixed', true};
    told{end+1} = sprintf ('''%s'' has no inertia and no parent: it is fixed', link.name);
  end
  try
    B = dls_body (B, link.name, given{:}, 'at', link.x + link.R * link.c, 'turned', link.R);
  catch err
    fail (file, link.node, '%s', err.message);
  end
  link.body = link.name;
end

function child = needed (node, name, file)
  child = find_child (node, name);
  if (isempty (child))
    fail (file, node, '<%s> lacks <%s>', node.name, name);
  end
end

function [B, told] = with_joint (B, joint, parent, child, file, told)
  node = joint.node;
  kinds = {'revolute', 'hinge'; 'continuous', 'hinge'; 'prismatic', 'slider'; 'fixed', 'fixed'
           'planar', 'planar'; 'floating', ''};
  k = find (strcmp (joint.kind, kinds(:,1)));
  if (isempty (k))
    fail (file, node, 'the joint is ''%s''; expected one of %s', joint.kind, ...
          strjoin (kinds(:,1)', ', '));
  elseif (strcmp (joint.kind, 'floating'))
    return
  end
  kind = kinds{k,2};
  point = -child.c;
  first = {parent.body, parent.R' * (child.x - parent.x) - parent.c};
  second = {child.body, point};
  options = {};
  if (~strcmp (kind, 'fixed'))
    axis_ = [1; 0; 0];
    at = find_child (node, 'axis');
    if (~isempty (at))
      axis_ = numbers (at, 'xyz', 3, file);
    end
    second = [second, {'along', axis_}];
    [options, told] = limits (node, joint, file, told);
  end
  try
    B = dls_joint (B, joint.name, kind, first, second, options{:});
    B = damping (B, joint, kind, file);
  catch err
    fail (file, node, '%s', err.message);
  end
  left = {'mimic', 'the joint is free of the one it mimics'
          'safety_controller', 'it is left out'; 'calibration', 'it is left out'};
  for k = 1:size (left, 1)
    if (~isempty (find_child (node, left{k,1})))
      told{end+1} = sprintf ('<%s> of ''%s'': %s', left{k,1}, joint.name, left{k,2});
    end
  end
end

function [options, told] = limits (node, joint, file, told)
  options = {};
  at = find_child (node, 'limit');
  if (any (strcmp (joint.kind, {'revolute', 'prismatic'})))
    if (isempty (at))
      fail (file, node, 'a %s joint lacks <limit>', joint.kind);
    end
    low = numbers (at, 'lower', 1, file, 0);
    high = numbers (at, 'upper', 1, file, 0);
    if (low > high)
      fail (file, at, 'the limits are %g and %g; expected lower <= upper', low, high);
    end
    options = {'limits', [low high]};
    if (low > 0 || high < 0)
      told{end+1} = sprintf ('''%s'' stands at 0, outside of its limits [%g, %g]', joint.name, ...
                             low, high);
    end
  end
  if (~isempty (at) && any (ismember ({'effort', 'velocity'}, at.attributes(1,:))))
    told{end+1} = sprintf ('limits of effort and velocity of ''%s'' are left out', joint.name);
  end
  at = find_child (node, 'dynamics');
  if (~isempty (at) && numbers (at, 'friction', 1, file, 0) > 0)
    told{end+1} = sprintf ('friction of ''%s'' is left out', joint.name);
  end
end

function B = damping (B, joint, kind, file)
  at = find_child (joint.node, 'dynamics');
  if (~isempty (at) && any (strcmp (kind, {'hinge', 'slider'})))
    c = numbers (at, 'damping', 1, file, 0);
    if (c > 0)
      B = dls_force (B, [joint.name, '_damping'], 'spring', joint.name, 'damping', c);
    end
  end
end

% Shapes of collision: in the middle of the body its own, else on a body without mass.
function [B, told] = with_shapes (B, link, file, told)
  list = link.node.children(strcmp ({link.node.children.name}, 'collision'));
  for k = 1:numel (list)
    [x, R] = origin (list(k), file);
    geometry = find_child (list(k), 'geometry');
    if (isempty (geometry) || isempty (geometry.children))
      fail (file, list(k), 'a collision lacks its <geometry>');
    end
    [shape, size_of] = shape_of (geometry.children(1), file);
    at = find (strcmp (link.body, {B.bodies.name}));
    if (strcmp (shape, 'mesh') && k == 1)      % in the axes of the body
      B.bodies(at).shape = shape;
      B.bodies(at).faces = size_of{2};
      B.bodies(at).points = bsxfun (@plus, R * size_of{1}, x - link.c);
      continue
    elseif (isempty (shape))
      told{end+1} = sprintf ('the <%s> of ''%s'' is left out%s', geometry.children(1).name, ...
                             link.name, size_of);
      continue
    end
    round_ = strcmp (shape, 'sphere');
    if (k == 1 && norm (x - link.c) <= 1e-12 && (round_ || norm (R - eye (3)) <= 1e-12))
      B.bodies(at).shape = shape;
      B.bodies(at).size = size_of(:);
      continue
    end
    name = sprintf ('%s_shape%d', link.body, k);
    fixed = {'mass', 0};
    if (B.bodies(at).fixed)
      fixed = {'fixed', true};
    end
    outline = {'size', size_of};
    if (strcmp (shape, 'mesh'))
      outline = {'points', size_of{1}, 'faces', size_of{2}};
    end
    B = dls_body (B, name, fixed{:}, 'shape', shape, outline{:}, ...
                  'at', link.x + link.R * x, 'turned', link.R * R);
    if (~B.bodies(at).fixed)
      B = dls_joint (B, [name, '_on'], 'fixed', {link.body, x - link.c}, {name});
    end
  end
end

% The sizes of a shape, {points, faces} of a mesh; where there is none (''), x says why.
function [shape, x] = shape_of (node, file)
  x = '';
  shape = node.name;
  switch (shape)
    case 'box'
      x = numbers (node, 'size', 3, file);
    case 'sphere'
      x = numbers (node, 'radius', 1, file);
    case {'cylinder', 'capsule'}
      x = [numbers(node, 'radius', 1, file), numbers(node, 'length', 1, file)];
    case 'mesh'
      scale = numbers (node, 'scale', 3, file, ones (3, 1));
      where = mesh_file (attribute (node, 'filename', file), file);
      try
        [P, F] = dls_mesh ('read', where, 'mesh');
        P = bsxfun (@times, scale, P);
        if (prod (scale) < 0)
          F = F([1 3 2],:);
        end
        [P, F] = dls_mesh ('mesh', {P, F}, where);
        x = {P, F};
      catch err
        shape = '';
        x = [', ', err.message];
      end
      return
    otherwise
      shape = '';
  end
  if (any (x <= 0))
    fail (file, node, 'the sizes of the %s are not all > 0', shape);
  end
end

% Beside the file of the robot, or in the folders above it, also what 'package://' names.
function where = mesh_file (name, file)
  names = {regexprep(name, '^(package|file|model)://', '')};
  names{2} = regexprep (names{1}, '^[^/]*/', '');
  folder = fileparts (file);
  if (isempty (folder))
    folder = '.';
  end
  where = name;                                % where none is found
  for up = {'', '..', '../..', '../../..'}
    for k = 1:2
      for candidate = {names{k}, fullfile(folder, up{1}, names{k})}
        if (dls_file ('exists', candidate{1}))
          where = candidate{1};
          return
        end
      end
    end
  end
end

function B = dls_force (B, name, kind, varargin)
%DLS_FORCE  Add a force to a mechanism: springs, dampers, torques, forces of points, own ones.
%   Places are those of DLS_JOINT. A VALUE is a number or vector, or a function of (t, q, v).
%   B = DLS_FORCE (B, NAME, 'force', {BODY, POINT}, VALUE)    d-by-1, in the axes of the world
%   B = DLS_FORCE (B, NAME, 'thrust', {BODY, POINT}, VALUE)   d-by-1, in the axes of the body
%   B = DLS_FORCE (B, NAME, 'torque', BODY, VALUE)            a number, in space 3-by-1 in the axes
%                                                             of the world
%   B = DLS_FORCE (B, NAME, 'torque', JOINT, VALUE)           a number: on the coordinate of a joint
%       with one (hinge; slider, slot or screw: a force), on the second body and against the first.
%       A function may have five arguments, (t, q, v, angle, rate): the angle of the hinge, whole
%       turns counted (slider, slot, screw: the position), and its rate
%   B = DLS_FORCE (B, NAME, 'spring', {BODY, POINT}, {BODY, POINT}, 'Option', VALUE, ...)
%   B = DLS_FORCE (B, NAME, 'spring', JOINT, ...)             on the coordinate of the joint
%       'stiffness', 'damping'   >= 0 (0)
%       'length'                 without force: as the bodies are placed now; of a joint 0. Of a
%                                hinge the angle, which may be beyond a turn
%   B = DLS_FORCE (B, NAME, 'bushing', {BODY, POINT ...}, {BODY, POINT, ...}, ...)
%       'stiffness', 'damping'   [of displacements, of angles] in the axes of the first place
%   B = DLS_FORCE (B, NAME, 'own', @(t, q, v) F)              n-by-1, generalised, on the right
%
%   Example: a mass on a spring that is stretched by 0.1
%     B = dls_mechanism ('d', 2);
%     B = dls_body (B, 'mass', 'mass', 2, 'inertia', 1, 'at', [1 0]);
%     B = dls_force (B, 'coil', 'spring', {'ground'}, {'mass'}, 'stiffness', 50, 'length', 0.9);
%     S = dls_system (B);
%     S.F'
%     % ans = 5  0  0
%
%   See also DLS_MECHANISM, DLS_BODY, DLS_JOINT.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 4)
    error ('delassus:dimension', ['dls_force: %d given; expected a mechanism, a name, a ', ...
           'kind and what it acts on'], nargin);
  end
  dls_mechanism_input (B, 'dls_force', 'building');
  dls_mechanism_name ('new', name, B.forces, 'forces', 'dls_force');
  caller = ['dls_force, ', name];
  kinds = {'force', 'thrust', 'torque', 'spring', 'bushing', 'own'};
  if (~(ischar (kind) && any (strcmpi (kind, kinds))))
    hint = '';
    if (ischar (kind))
      hint = dls_nearest_name (kind, kinds);
    end
    error ('delassus:option', '%s: the kind is %s; expected one of %s%s', caller, ...
           dls_describe (kind), strjoin (kinds, ', '), hint);
  end
  force = struct ('name', name, 'kind', lower (kind), 'a', [], 'b', [], 'data', [], ...
                  'handle', [], 'joint', 0);
  switch (force.kind)
    case {'force', 'thrust', 'torque'}
      force = pushing (B, force, varargin, caller);
    case 'spring'
      force = spring (B, force, varargin, caller);
    case 'bushing'
      force = bushing (B, force, varargin, caller);
    case 'own'
      if (numel (varargin) ~= 1 || ~isa (varargin{1}, 'function_handle'))
        error ('delassus:option', '%s: expected a function F = f (t, q, v), n-by-1', caller);
      end
      force.handle = varargin{1};
  end
  B.forces(end+1,1) = force;
  if (nargout == 0)
    dls_show (B)
    clear B
  end
end

% On one body against the ground, or on the coordinate of a joint.
function force = pushing (B, force, args, caller)
  if (numel (args) ~= 2)
    error ('delassus:option', '%s: expected what it acts on, and its value', caller);
  end
  on = args{1};
  rows = B.d;
  if (strcmp (force.kind, 'torque'))
    rows = 2 * B.d - 3;
    if (ischar (on) && any (strcmp (on, {B.joints.name})))
      [force, rows] = on_joint (B, force, on, caller);
    end
  end
  if (force.joint == 0)
    force.a = dls_mechanism_place (B, {'ground'}, caller);
    force.b = dls_mechanism_place (B, on, caller);
    force.a.frame = eye (B.d);
    force.b.frame = eye (B.d);
    moving (B, force.b.body, caller);
  end
  if (isa (args{2}, 'function_handle'))
    force.handle = args{2};
  else
    x = args{2};
    if (rows == 1)
      force.data = dls_number_input (x, -Inf, caller, 'the value', 0);
    else
      force.data = dls_mechanism_vector (x, rows, caller, 'the value');
    end
  end
end

function [force, rows] = on_joint (B, force, name, caller)
  force.joint = dls_mechanism_name ('number', name, {B.joints.name}, 'joint', caller);
  kind = B.joints(force.joint).kind;
  if (~any (strcmp (kind, {'hinge', 'slider', 'slot', 'screw'})))
    error ('delassus:option', ['%s: the joint ''%s'' is %s; expected one with a coordinate: ', ...
           'hinge, slider, slot or screw'], caller, name, kind);
  end
  rows = 1;
end

function moving (B, k, caller)
  if (k == 0 || B.bodies(k).fixed)
    error ('delassus:option', '%s: it acts on what does not move; expected a body that does', ...
           caller);
  end
end

function force = spring (B, force, args, caller)
  names = {'stiffness', 'damping', 'length'};
  if (ischar (args{1}) && any (strcmp (args{1}, {B.joints.name})))
    force = on_joint (B, force, args{1}, caller);
    given = dls_named_pairs (args(2:end), names, caller);
    rest = 0;
  else
    [force, given] = two_places (B, force, args, names, caller);
    [xa, Ra] = dls_mechanism_pose (B, force.a.body);
    [xb, Rb] = dls_mechanism_pose (B, force.b.body);
    rest = norm (xb + Rb * force.b.point - xa - Ra * force.a.point);
  end
  k = dls_number_input (given.stiffness, 0, caller, '''stiffness''', 0);
  c = dls_number_input (given.damping, 0, caller, '''damping''', 0);
  low = 0;
  if (force.joint > 0)
    low = -Inf;
  end
  l = dls_number_input (given.length, low, caller, '''length''', rest);
  some (k, c, caller);
  force.data = [k; c; l];
end

function [force, given] = two_places (B, force, args, names, caller)
  if (numel (args) < 2)
    error ('delassus:option', '%s: a %s acts on a joint or between two places', caller, force.kind);
  end
  a = dls_mechanism_place (B, args{1}, caller);
  b = dls_mechanism_place (B, args{2}, caller);
  if (a.body == b.body)
    error ('delassus:option', '%s: both places are on one body; expected two bodies', caller);
  end
  if (a.body == 0 || B.bodies(a.body).fixed)
    moving (B, b.body, caller);
  end
  [force.a, force.b] = dls_mechanism_frames (B, a, b, caller);
  given = dls_named_pairs (args(3:end), names, caller);
end

function force = bushing (B, force, args, caller)
  [force, given] = two_places (B, force, args, {'stiffness', 'damping'}, caller);
  k = both (given.stiffness, caller, '''stiffness''');
  c = both (given.damping, caller, '''damping''');
  some (k, c, caller);
  force.data = reshape ([k, c]', 4, 1);
end

function x = both (x, caller, name)
  if (isempty (x) && isa (x, 'double'))
    x = [0; 0];
  end
  if (~(isa (x, 'double') && isreal (x) && numel (x) == 2 && all (isfinite (x(:))) ...
        && all (x(:) >= 0)))
    error ('delassus:option', ['%s: %s is %s; expected two numbers >= 0, of displacements and ', ...
           'of angles'], caller, name, dls_describe (x));
  end
  x = full (x(:));
end

function some (k, c, caller)
  if (~any ([k; c]))
    error ('delassus:option', ['%s: neither ''stiffness'' nor ''damping'' is above 0; ', ...
           'expected one of them'], caller);
  end
end

%!shared B
%! B = dls_body (dls_mechanism ('d', 2), 'a', 'mass', 1, 'inertia', 1, 'at', [3 4]);
%! B = dls_joint (B, 'pin', 'hinge', {'ground'}, {'a', [-3 -4]});
%! B = dls_body (B, 'w', 'fixed', true);
%!test  % springs are relaxed as the bodies are placed
%! C = dls_force (B, 's', 'spring', {'ground'}, {'a'}, 'stiffness', 2);
%! assert (C.forces.data, [2; 0; 5])
%! C = dls_force (B, 's', 'spring', 'pin', 'damping', 2);
%! assert ({C.forces.data, C.forces.joint}, {[0; 2; 0], 1})
%! C = dls_force (B, 's', 'bushing', {'ground'}, {'a'}, 'stiffness', [1 2], 'damping', [3 4]);
%! assert (C.forces.data, [1; 3; 2; 4])
%!error id=delassus:dimension dls_force ()
%!error <a body is> dls_force (dls_mechanism ('d', 2), 'f', 'force', {{1, 2}, [0 0]}, [0 1])
%!error <no body 'b'> dls_force (B, 's', 'torque', 'b', 1)
%!error <acts on what does not move> dls_force (B, 's', 'torque', 'w', 1)
%!error <acts on what does not move> dls_force (B, 's', 'spring', {'w'}, {'ground'}, 'stiffness', 1)
%!error <both places are on one body> dls_force (B, 's', 'spring', {'a'}, {'a'}, 'stiffness', 1)
%!error <neither 'stiffness' nor> dls_force (B, 's', 'spring', {'ground'}, {'a'})
%!error <did you mean 'spring'> dls_force (B, 's', 'sping', {'ground'}, {'a'})
%!error <already among the forces> dls_force (dls_force (B, 's', 'torque', 'a', 1), ...
%!       's', 'torque', 'a', 1)
%!error <has 3 numbers; expected 2> dls_force (B, 's', 'force', {'a'}, [1 2 3])
%!error <expected a finite number> dls_force (B, 's', 'torque', 'a', NaN)
%!error <expected a function> dls_force (B, 's', 'own', 3)
%!demo
%! % a mass on a spring, and on ones with a damper
%! hold on
%! for c = [0 1 4]
%!   B = dls_body (dls_mechanism ('d', 2), 'mass', 'mass', 1, 'inertia', 1, 'at', [1.5 0]);
%!   B = dls_force (B, 'coil', 'spring', 'ground', 'mass', 'stiffness', 30, ...
%!                  'damping', c, 'length', 1);
%!   sol = dls_simulate (B, [0 3], 'Step', 1e-2);
%!   plot (sol.t, sol.q(1,:));
%! end
%! xlabel ('t'); ylabel ('x'); legend ('c = 0', 'c = 1', 'c = 4');

function p = dls_joint_numbers (B, joint, given, caller)
% The six numbers of a joint, in the order of libcore/mechanism/kinds.c. Where a joint measures
% angles or positions from a mark, the mark is where the bodies are placed now.
% SPDX-License-Identifier: GPL-3.0-or-later
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
      p(1) = needed (given.radius, -Inf, [], 'radius', joint, caller);
      x = joint.a.frame' * apart (B, joint);
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

function y = dls_value (sol, name, t, varargin)
%DLS_VALUE  A quantity of a motion by its name: a coordinate, a joint's angle, a reaction.
%   Y = DLS_VALUE (SOL, NAME)      1-by-N, at the times SOL.t
%   Y = DLS_VALUE (SOL, NAME, T)   at the times T (DLS_AT)
%   NAME may be a cell of names: a row of Y each.
%       'BODY.x' y z vx vy vz      position and velocity of the mass centre
%       'BODY.angle', '.spin'      in the plane; in space 'BODY.wx' wy wz, in the axes of the body
%       'JOINT.angle', '.rate'     of a hinge, whole turns counted
%       'JOINT.position', '.speed' of a slider, slot or screw, along its axis
%       'JOINT.length', '.rate'    of a distance joint
%       'JOINT.ROW', 'CONTACT.n'   a reaction (SOL.names.b, SOL.names.u): the percussion of the step
%                                  divided by its length; of event schemes at the instant
%       'JOINT.force', '.moment'   the norm of its reactions
%       'CONTACT.gap'              a gap
%       'energy', 'kinetic', 'potential', 'elastic'
%       'q1', 'v1', 'gap1'         rows of SOL.q, SOL.v, SOL.gap, of models, too
%
%   Example: the angle of a pendulum after a second, and the force in its pivot
%     B = dls_mechanism ('gravity', [0 -9.81]);
%     B = dls_body (B, 'rod', 'mass', 1, 'inertia', 1/12, 'at', [0.5 0]);
%     B = dls_joint (B, 'pivot', 'hinge', {'ground', [0 0]}, {'rod', [-0.5 0]});
%     sol = dls_simulate (B, [0 1], 'Scheme', 'event-driven', 'Method', 'radau-iia-5');
%     y = dls_value (sol, {'pivot.angle', 'pivot.force'}, 1);
%     fprintf ('%.4f  %.3f\n', y)
%     % -3.1334  2.461
%
%   See also DLS_AT, DLS_PLOT, DLS_SIMULATE.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 2 || nargin > 3)
    error ('delassus:dimension', ['dls_value: called with %d arguments; expected a motion, a ', ...
           'name and perhaps times'], nargin);
  end
  dls_kind_input (sol, 'motion', 'dls_value');
  if (~all (isfield (sol, {'t', 'q', 'v', 'p', 'energy'})))
    error ('delassus:type', 'dls_value: the motion lacks t, q, v, p or energy; expected one %s', ...
           'of dls_simulate');
  end
  if (ischar (name))
    name = {name};
  end
  if (~iscellstr (name))
    error ('delassus:type', 'dls_value: the name is %s; expected a text or a cell of texts', ...
           dls_describe (name));
  end
  if (nargin < 3)
    t = sol.t;
    between = sol;
  else
    [q, v] = dls_at (sol, t);
    between = setfield (setfield (sol, 'q', q), 'v', v);
    between.t = t(:)';
    between.turns = sol.turns(:,arrayfun (@(x) find (sol.t <= x, 1, 'last'), t(:)'));
  end
  y = zeros (numel (name), numel (t));
  for i = 1:numel (name)
    if (nargin < 3)
      y(i,:) = dls_quantity (sol, name{i}, 1:numel (sol.t), 'dls_value');
    else
      y(i,:) = at_times (sol, between, name{i}, t(:)');
    end
  end
  if (nargout == 0)
    for i = 1:min (numel (name), 20)
      fprintf ('%s: %s\n', name{i}, dls_show_value (y(i,:)));
    end
    clear y
  end
end

% States from positions and velocities at t; what is stored linearly; reactions of the step at t
function y = at_times (sol, between, name, t)
  [~, what] = dls_quantity (sol, name, 1, 'dls_value');
  switch (what)
    case 'state'
      y = dls_quantity (between, name, 1:numel (t), 'dls_value');
    case 'stored'
      [x, k] = unique (sol.t, 'last');
      y = dls_quantity (sol, name, k(:)', 'dls_value');
      if (numel (x) > 1)
        y = interp1 (x, y, t);
      else
        y = repmat (y, 1, numel (t));
      end
    otherwise
      if (strncmp (sol.scheme, 'event', 5))
        y = dls_quantity (between, name, 1:numel (t), 'dls_value');
      else
        k = arrayfun (@(x) find (sol.t >= x, 1), t);
        y = dls_quantity (sol, name, k, 'dls_value');
      end
  end
end

%!shared B, sol
%! B = dls_mechanism ('d', 3);
%! B = dls_body (B, 'fan', 'mass', 2, 'inertia', [1 2 3], 'at', [0.5 0 0]);
%! B = dls_body (B, 'sled', 'mass', 1, 'inertia', [1 1 1], 'at', [0 2 0], 'velocity', [0 0.5 0]);
%! B = dls_joint (B, 'axle', 'hinge', {'ground', 'along', [0 0 1]}, {'fan', [-0.5 0 0]});
%! B = dls_joint (B, 'rail', 'slider', {'ground', 'along', [0 1 0]}, {'sled'});
%! B = dls_joint (B, 'motor', 'drive', 'axle', [0 7 0]);
%! B = dls_assemble (B);
%! B.v(6) = 7; B.v(1:3) = [0; 3.5; 0];
%! sol = dls_simulate (B, [0 3], 'Step', 1e-2, 'Scheme', 'moreau-jean-projected');
%!test  % whole turns of a hinge in space, at columns and between them
%! assert (dls_value (sol, 'axle.angle'), 7 * sol.t, 1e-6)
%! t = [0.123 2.987];
%! assert (dls_value (sol, {'axle.angle'; 'axle.rate'}, t), [7 * t; 7 7], 1e-5)
%!test  % a slider, its body, and the centripetal force
%! assert (dls_value (sol, {'rail.position', 'rail.speed', 'sled.y', 'sled.vy'}, 1.5), ...
%!         [2.75; 0.5; 2.75; 0.5], 1e-9)
%! assert (dls_value (sol, 'axle.force', 2), 2 * 49 * 0.5, 2e-2)   % of order 2 in h
%! assert (dls_value (sol, 'fan.wz'), 7 * ones (size (sol.t)), 1e-9)
%! assert (dls_value (sol, 'kinetic', [1 2.004]), [1 1] * (49 * (3 + 2 * 0.25) / 2 + 0.125), 1e-6)
%!test  % the length of a rod, gaps by name, rows of a model
%! C = dls_mechanism ('gravity', [0 -10]);
%! C = dls_body (C, 'bob', 'mass', 1, 'inertia', 1, 'at', [3 -4]);
%! C = dls_joint (C, 'rod', 'distance', {'ground'}, {'bob'});
%! s = dls_simulate (C, [0 0.1], 'Scheme', 'moreau-jean-projected', 'Step', 1e-2);
%! assert (dls_value (s, 'rod.length', 0.055), 5, 1e-6)
%! m = dls_model ('mass', 1, 'force', -2, 'gap', 0, 'gapgrad', 1);
%! s = dls_simulate (m, [0 0.5], 1, 0, 'Step', 0.1);
%! assert (dls_value (s, {'q1', 'v1', 'gap1'}, 0.25), [1 - 0.0625; -0.5; 0.935], 1e-9)
%!test  % reactions of event schemes are those of the instant
%! s = dls_simulate (B, [0 0.1], 'Scheme', 'event-driven', 'Method', 'radau-iia-5');
%! assert (dls_value (s, 'axle.force', [0.02 0.07]), [49 49], 1e-6)
%!error <there is no quantity 'axle.angel'.*did you mean> dls_value (sol, 'axle.angel')
%!error id=delassus:type dls_value (sol, 3)
%!error id=delassus:option dls_value (sol, 'energy', 4)
%!error id=delassus:dimension dls_value (sol)
%!error id=delassus:type dls_value (B, 'energy')
%!demo
%! % the angle of a pendulum and the force in its pivot
%! B = dls_mechanism ('gravity', [0 -9.81]);
%! B = dls_body (B, 'rod', 'mass', 1, 'inertia', 1/12, 'at', [0.5 0]);
%! B = dls_joint (B, 'pivot', 'hinge', {'ground', [0 0]}, {'rod', [-0.5 0]});
%! sol = dls_simulate (B, [0 3], 'Scheme', 'moreau-jean-projected', 'Step', 5e-3);
%! t = linspace (0, 3, 400);
%! y = dls_value (sol, {'pivot.angle', 'pivot.force'}, t);
%! subplot (2, 1, 1), plot (t, y(1,:)), ylabel ('angle')
%! subplot (2, 1, 2), plot (t, y(2,:)), ylabel ('force in the pivot'), xlabel ('t')

function B = dls_mechanism (varargin)
%DLS_MECHANISM  A mechanism of bodies and joints: begin it, then ask anything by name.
%   B = DLS_MECHANISM ('gravity', G) begins a mechanism in the plane (G: 2-by-1, d = 2) or in space
%   (G: 3-by-1, d = 3). DLS_MECHANISM ('d', 2 | 3) begins one without gravity.
%   DLS_BODY, DLS_JOINT, DLS_FORCE and DLS_TOUCH add to B; DLS_ASSEMBLE closes its loops. Every
%   function that takes a system S of DLS_SYSTEM takes B: at the state B.t, B.q, B.v; so does every
%   one that takes a model: DLS_SIMULATE (B, TSPAN), DLS_PROBLEM (B, H), DLS_EQUILIBRIUM (B) ...
%
%   B is a plain struct (it can be saved, compared, changed, built in a loop) with the fields
%     d, gravity     dimension, acceleration that falling bodies have
%     bodies         struct array: name, mass, inertia (about the centre of mass, axes of the body),
%                    fixed, held, shape, size, points, place (of a fixed one), first (the numbers
%                    of coordinates and of velocities before its own)
%     joints         struct array: name, kind, a and b (places: body, 0 is the ground, point and
%                    frame in the axes of the body), data (what the kind needs), turns (in space:
%                    whole turns of its angle beyond (-pi, pi] at B.q) ...
%     forces         struct array: name, kind, places, data
%     touches        struct array: name, a and b (bodies), mu, restitution, stiffness, damping
%     t, q, v        present time, positions and velocities, body by body in the order of creation.
%                    In the plane of each moving body x, y, angle and their rates; in space
%                    position, unit quaternion (w, x, y, z), and velocity (axes of the world),
%                    angular velocity (axes of the body): 7 positions, 6 velocities
%
%   Example: a pendulum, held by a hinge, 2 reactions
%     B = dls_mechanism ('gravity', [0 -9.81]);
%     B = dls_body (B, 'rod', 'mass', 1, 'inertia', 1/12, 'at', [0.5 0]);
%     B = dls_joint (B, 'pivot', 'hinge', {'ground', [0 0]}, {'rod', [-0.5 0]});
%     [a, lambda] = dls_kkt (B);
%     a'
%     % ans = 0  -7.3575  -14.7150
%     lambda.pivot.y
%     % ans = 2.4525
%
%   See also DLS_BODY, DLS_JOINT, DLS_FORCE, DLS_TOUCH, DLS_ASSEMBLE, DLS_AT, DLS_SHOW,
%   DLS_SIMULATE.
% SPDX-License-Identifier: GPL-3.0-or-later
  given = dls_named_pairs (varargin, {'gravity', 'd'}, 'dls_mechanism');
  if (isempty (given.gravity) && isempty (given.d))
    error ('delassus:option', ['dls_mechanism: neither plane nor space; expected ''gravity'', ', ...
           '[0 -9.81] or [0 0 -9.81], or ''d'', 2 or 3']);
  elseif (isempty (given.d))
    given.d = numel (given.gravity);
    if (~any (given.d == [2 3]))
      error ('delassus:option', ['dls_mechanism: gravity is %s; expected [0 -9.81] (plane) or ', ...
             '[0 0 -9.81] (space)'], dls_describe (given.gravity));
    end
  end
  if (~(isequal (given.d, 2) || isequal (given.d, 3)))
    error ('delassus:option', 'dls_mechanism: d is %s; expected 2 (plane) or 3 (space)', ...
           dls_describe (given.d));
  elseif (isempty (given.gravity))
    given.gravity = zeros (given.d, 1);
  end
  gravity = dls_mechanism_vector (given.gravity, given.d, 'dls_mechanism', 'gravity');
  B = struct ('kind', 'mechanism', 'd', given.d, 'gravity', gravity, ...
              'bodies', none ({'name', 'mass', 'inertia', 'fixed', 'held', 'shape', 'size', ...
                               'points', 'faces', 'place', 'first'}), ...
              'joints', none ({'name', 'kind', 'a', 'b', 'data', 'handle', 'rows', 'mu', ...
                               'size', 'speed', 'held', 'of', 'turns', 'limits', 'restitution', ...
                               'clearance', 'radius'}), ...
              'forces', none ({'name', 'kind', 'a', 'b', 'data', 'handle', 'joint'}), ...
              'touches', none ({'name', 'a', 'b', 'mu', 'restitution', 'stiffness', ...
                                 'damping'}), ...
              't', 0, 'q', zeros (0, 1), 'v', zeros (0, 1));
  if (nargout == 0)
    dls_show (B)
    clear B
  end
end

function s = none (fields)
  s = cell2struct (cell (numel (fields), 0), fields, 1);
end

%!test  % the example of the help
%! B = dls_mechanism ('gravity', [0 -9.81]);
%! B = dls_body (B, 'rod', 'mass', 1, 'inertia', 1/12, 'at', [0.5 0]);
%! B = dls_joint (B, 'pivot', 'hinge', {'ground', [0 0]}, {'rod', [-0.5 0]});
%! [a, lambda] = dls_kkt (B);
%! assert (a, [0; -0.75; -1.5] * 9.81, 1e-12)
%! assert (lambda.pivot.y, 9.81 / 4, 1e-12)
%!test
%! B = dls_mechanism ('d', 3);
%! assert ({B.d, B.gravity, B.t}, {3, [0; 0; 0], 0})
%!error id=delassus:option dls_mechanism ()
%!error id=delassus:option dls_mechanism ('d', 4)
%!error id=delassus:option dls_mechanism ('gravity')
%!error <gravity is 9.81; expected .0 -9.81.> dls_mechanism ('gravity', 9.81)
%!error <did you mean 'gravity'> dls_mechanism ('gravty', [0 1])
%!error <gravity has 2 numbers; expected 3> dls_mechanism ('d', 3, 'gravity', [0 1])
%!error <given twice> dls_mechanism ('d', 3, 'd', 3)
%!error id=delassus:notFinite dls_mechanism ('gravity', [0 NaN])
%!demo
%! % a pendulum with two arms, at rest: its joints and their reactions
%! B = dls_mechanism ('gravity', [0 -9.81]);
%! B = dls_body (B, 'upper', 'mass', 1, 'inertia', 0.1, 'at', [0.5 0]);
%! B = dls_body (B, 'lower', 'mass', 1, 'inertia', 0.1, 'at', [1 -0.5], 'turned', -pi/2);
%! B = dls_joint (B, 'shoulder', 'hinge', {'ground', [0 0]}, {'upper', [-0.5 0]});
%! B = dls_joint (B, 'elbow', 'hinge', {'upper', [0.5 0]}, {'lower', [-0.5 0]});
%! dls_plot (B);

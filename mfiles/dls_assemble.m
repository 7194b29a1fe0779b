function [B, info] = dls_assemble (B, varargin)
%DLS_ASSEMBLE  Close the loops of a mechanism: positions, then velocities, by the least motion.
%   B = DLS_ASSEMBLE (B) moves the bodies of a mechanism of DLS_MECHANISM from B.q, B.v to the
%   nearest state, in the metric of the masses, in which all joints are closed and no velocity opens
%   them. Bodies and joints marked 'held' stay; joints with a 'speed' get it; drives are where they
%   are at the time B.t. Redundant joints are closed as others are. What cannot be closed, or
%   violates a limit, is an error that names the joint and how far it is off, or the shapes that
%   overlap.
%   B = DLS_ASSEMBLE (B, 'Overlaps', 'push') pushes shapes out of each other, and joints within
%   their limits, by the least motion, joints closed ('tell', the default, does not).
%   [B, INFO] = DLS_ASSEMBLE (B) tells instead of raising it; B is then the nearest there is.
%       INFO.status       'assembled', 'open' (positions), 'unmatched' (velocities), 'violated' (a
%                         limit, or shapes overlap)
%       INFO.exitflag     1, -2, -2, -2
%       INFO.gap, .slip   by the names of the joints: the largest violation of their equations, by
%                         positions and by velocities
%       INFO.moved        how far, in the metric of the masses
%       INFO.steps, .message
%
%   Example: a rod that was placed askew; it shall turn with 2 per second
%     B = dls_mechanism ('gravity', [0 -9.81]);
%     B = dls_body (B, 'rod', 'mass', 1, 'inertia', 1/12, 'at', [0.6 0.1]);
%     B = dls_joint (B, 'pin', 'hinge', {'ground', [0 0]}, {'rod', [-0.5 0]}, 'speed', 2);
%     B = dls_assemble (B);
%     norm (B.q(1:2))
%     % ans = 0.5000
%     norm (B.v(1:2))
%     % ans = 1.0000
%
%   See also DLS_MECHANISM, DLS_JOINT, DLS_SHOW.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin == 0)
    error ('delassus:dimension', 'dls_assemble: %d given; expected a mechanism', nargin);
  end
  dls_mechanism_input (B, 'dls_assemble');
  given = dls_named_pairs (varargin, {'Overlaps'}, 'dls_assemble');
  if (~(isempty (given.Overlaps) || any (strcmp (given.Overlaps, {'tell', 'push'}))))
    error ('delassus:option', 'dls_assemble: ''Overlaps'' is %s; expected ''tell'' or ''push''', ...
           dls_describe (given.Overlaps));
  end
  [~, D, I] = dls_mechanism_evaluate (B, B.t, B.q, B.v, 'dls_assemble');
  q = dls_mechanism_mex ('angles', D, B.q);
  bodies = logical (reshape ([B.bodies.held], [], 1));
  resting = find ([B.joints.held]);
  still = coordinates (B, D, resting, q, B.v);
  [q, v, fit] = nearest (D, still, B.t, q, B.v, bodies);
  moved = fit.moved;
  if (fit.closed && strcmp (given.Overlaps, 'push'))
    q = pushed (B, D, q, bodies);
    [q, v, fit] = nearest (D, still, B.t, q, v, bodies);
  end
  quick = find (~cellfun (@isempty, {B.joints.speed}));
  if (fit.closed && ~isempty (quick))
    turning = coordinates (B, D, quick, q, v);
    turning(23,:) = [B.joints(quick).speed];
    still = still(:,~ismember (resting, quick));
    [q, v, fit] = nearest (D, [still, turning], B.t, q, B.v, bodies);
    I.joint = [I.joint, resting(~ismember (resting, quick)), quick];
  else
    I.joint = [I.joint, resting];
  end
  [B.q, turns] = dls_mechanism_turns ('split', D, q);
  B = dls_mechanism_turns ('at', B, turns);
  B.v = v;
  info = report (B, I.joint, fit, moved);
  if (nargout < 2 && info.exitflag ~= 1)
    error ('delassus:assembly', 'dls_assemble: %s', info.message);
  end
  if (nargout == 0)
    dls_show (B)
    clear B
  end
end

% Steps d of Newton: 1/2 d'M d least with h + G'd = 0 and g + N'd >= 0, held bodies at rest.
function q = pushed (B, D, q, held)
  k = 3 * B.d - 3;
  still = find (kron (held(~[B.bodies.fixed]), true (k, 1)));
  for step = 1:50
    E = dls_mechanism_evaluate (B, B.t, q, 0 * B.v, 'dls_assemble');
    E.g(E.k < Inf) = Inf;                                % compliant contacts may overlap
    if (all (E.g >= -1e-9 * (1 + max ([0; abs(q)]))))
      return
    end
    n = numel (B.v);
    rows = sparse (1:numel (still), still, 1, numel (still), n);
    rigid = E.k == Inf;
    K = struct ('z', size (E.G, 2) + numel (still), 'l', sum (rigid));
    P = E.M + 1e-9 * max (diag (E.M)) * speye (n);       % bodies without mass stay, too
    [d, ~, ~, info] = dls_conic (P, zeros (n, 1), [E.G'; rows; -E.N(:,rigid)'], ...
                                 [-E.h; zeros(numel (still), 1); E.g(rigid)], K);
    if (info.exitflag ~= 1)
      return
    end
    q = dls_mechanism_mex ('advance', D, q, d, 1);
  end
end

% Coordinates of joints as items, as drives are: where they are at q and as they move at v.
function X = coordinates (B, D, joints, q, v)
  X = zeros (33, 0);
  if (isempty (joints))
    return
  end
  measured = B.joints(joints(:));
  for k = 1:numel (joints)
    measured(k).of = joints(k);
  end
  [measured.kind] = deal ('drive');
  [measured.data] = deal (zeros (6, 1));
  [measured.mu] = deal (0);
  [measured.limits] = deal ([]);
  all_of = numel (B.joints);
  B.joints = [B.joints; measured];
  [X, I] = dls_mechanism_data (B, B.t, q, v);
  X = X.joint(:,I.joint > all_of);
  D.joint = X;
  E = dls_mechanism_mex ('evaluate', D, B.t, q, v);
  X(22,:) = E.h';
  X(23,:) = (E.G' * v)';
  X(25,:) = B.t;
end

function [q, v, fit] = nearest (D, more, t, q, v, bodies)
  D.joint = [D.joint, more];
  [q, v, fit] = dls_in_name_of ('dls_assemble', @dls_mechanism_mex, 'assemble', D, t, q, v, bodies);
end

function info = report (B, of, fit, moved)
  info = struct ('status', 'assembled', 'exitflag', 1, 'gap', struct (), 'slip', struct (), ...
                 'moved', moved, 'steps', fit.steps, 'message', 'all joints are closed');
  gap = accumarray (of(:), fit.gap(:), [numel(B.joints), 1], @max);
  slip = accumarray (of(:), fit.slip(:), [numel(B.joints), 1], @max);
  E = dls_mechanism_evaluate (B, B.t, B.q, B.v, 'dls_assemble');
  for k = 1:numel (B.joints)
    name = B.joints(k).name;
    own = strncmp ([name, '.'], E.names.b, numel (name) + 1);
    if (strcmp (B.joints(k).kind, 'own'))
      gap(k) = max (abs (E.h(own)));
      slip(k) = max (abs (E.G(:,own)' * B.v));
    end
    info.gap.(name) = gap(k);
    info.slip.(name) = slip(k);
  end
  size_of = 1 + max ([0; abs(B.q)]);
  own = strcmp ({B.joints.kind}, 'own');
  E.g(E.k < Inf) = Inf;
  [deep, at] = min ([E.g; 0]);
  [far, worst] = max ([gap; 0]);
  if (~fit.closed || any (gap(own) > 1e-8 * size_of))
    info.status = 'open';
    info.message = sprintf ('it cannot be closed: ''%s'' stays open by %.3g', ...
                            B.joints(worst).name, far);
  elseif (~fit.matched || any (slip(own) > 1e-8 * (1 + max (abs (B.v)))))
    info.status = 'unmatched';
    [fast, worst] = max (slip);
    info.message = sprintf ('velocities do not match: that of ''%s'' is off by %.3g', ...
                            B.joints(worst).name, fast);
  elseif (deep < -1e-8 * size_of)
    info.status = 'violated';
    info.message = sprintf ('the limit ''%s'' is violated by %.3g', E.names.u{at}, -deep);
    if (E.touch(at) > 0)
      info.message = sprintf (['shapes overlap: ''%s'' by %.3g (''Overlaps'', ''push'' ', ...
                              'pushes them out)'], E.names.u{at}, -deep);
    end
  end
  if (~strcmp (info.status, 'assembled'))
    info.exitflag = -2;
  end
end

%!shared B
%! B = dls_mechanism ('gravity', [0 -9.81]);
%! B = dls_body (B, 'rod', 'mass', 1, 'inertia', 1/12, 'at', [0.6 0.1]);
%! B = dls_joint (B, 'pin', 'hinge', {'ground', [0 0]}, {'rod', [-0.5 0]}, 'speed', 2);
%!test  % the example of the help
%! [C, info] = dls_assemble (B);
%! assert (norm (C.q(1:2)), 0.5, 1e-12)
%! assert (C.v, 2 * [-C.q(2); C.q(1); 1], 1e-12)
%! assert ({info.status, info.exitflag}, {'assembled', 1})
%! assert (info.gap.pin < 1e-12 && info.slip.pin < 1e-12)
%!test  % what cannot be closed is named
%! C = dls_joint (B, 'far', 'distance', {'ground', [5 0]}, {'rod', [0.5 0]}, 'length', 1);
%! failed = '';
%! try
%!   dls_assemble (C);
%! catch e
%!   failed = e.message;
%! end
%! assert (~isempty (strfind (failed, 'cannot be closed: ''')))
%! [~, info] = dls_assemble (C);
%! assert ({info.status, info.exitflag}, {'open', -2})
%! assert (info.gap.far > 0.1)
%!error id=delassus:dimension dls_assemble ()
%!error id=delassus:type dls_assemble (1)
%!test  % shapes that overlap: told, or pushed out; the heavier body moves less
%! C = dls_mechanism ('d', 2);
%! C = dls_body (C, 'a', 'mass', 1, 'shape', 'circle', 'size', 1);
%! C = dls_body (C, 'b', 'mass', 3, 'shape', 'circle', 'size', 1, 'at', [1.6 0]);
%! C = dls_touch (C, 'a', 'b');
%! [~, info] = dls_assemble (C);
%! assert (info.status, 'violated')
%! D = dls_assemble (C, 'Overlaps', 'push');
%! assert (D.q([1 4]), [-0.3; 1.7], 1e-8)
%! C.bodies(1).held = true;
%! D = dls_assemble (C, 'Overlaps', 'push');
%! assert (D.q([1 4]), [0; 2], 1e-8)
%!error <expected 'tell' or 'push'> dls_assemble (dls_mechanism ('d', 2), 'Overlaps', 'no')
%!demo
%! % a sketch of a four-bar linkage, and the nearest one that is closed
%! B = dls_mechanism ('d', 2);
%! B = dls_body (B, 'crank', 'mass', 1, 'inertia', 1, 'at', [0 0.5], 'turned', 1.8);
%! B = dls_body (B, 'rod', 'mass', 1, 'inertia', 1, 'at', [1 1.3]);
%! B = dls_body (B, 'rocker', 'mass', 1, 'inertia', 1, 'at', [2 0.4], 'turned', 1.3);
%! B = dls_joint (B, 'a', 'hinge', {'ground', [0 0]}, {'crank', [-0.5 0]});
%! B = dls_joint (B, 'b', 'hinge', {'crank', [0.5 0]}, {'rod', [-1.1 0]});
%! B = dls_joint (B, 'c', 'hinge', {'rod', [1.1 0]}, {'rocker', [0.6 0]});
%! B = dls_joint (B, 'd', 'hinge', {'rocker', [-0.6 0]}, {'ground', [2 0]});
%! dls_plot (subplot (1, 2, 1), B, 'Reactions', false);
%! dls_plot (subplot (1, 2, 2), dls_assemble (B), 'Reactions', false);

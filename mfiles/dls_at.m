function [B, v] = dls_at (B, sol, k, varargin)
%DLS_AT  A motion at any time; a mechanism at an instant of its motion.
%   [Q, V] = DLS_AT (SOL, T) has a column for each of the times T, between SOL.t(1) and SOL.t(end):
%   cubic interpolation of the columns of SOL (of rotations on the group), whose error is of order 4
%   in their distance; linear where an impact lies between two columns, and V right after impacts.
%   For values by the scheme itself give the times to DLS_SIMULATE.
%   B = DLS_AT (B, SOL, K) has the time, positions, velocities and whole turns of joints of column K
%   of a motion SOL that DLS_SIMULATE made of it: analyses of B are then about that instant.
%
%   Example: the force in a pivot after a second
%     B = dls_mechanism ('gravity', [0 -9.81]);
%     B = dls_body (B, 'rod', 'mass', 1, 'inertia', 1/12, 'at', [0.5 0]);
%     B = dls_joint (B, 'pivot', 'hinge', {'ground', [0 0]}, {'rod', [-0.5 0]});
%     sol = dls_simulate (B, [0 1], 'Scheme', 'moreau-jean-projected');
%     B = dls_at (B, sol, numel (sol.t));
%     B.t
%     % ans = 1
%     [~, lambda] = dls_kkt (B);
%
%   See also DLS_VALUE, DLS_MECHANISM, DLS_SIMULATE.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin == 2)
    [B, v] = at_times (B, sol);
    if (nargout == 0)
      fprintf ('q: %s\nv: %s\n', dls_show_value (B), dls_show_value (v));
      clear B
    end
    return
  elseif (nargin ~= 3)
    error ('delassus:dimension', ['dls_at: called with %d arguments; expected a motion and ', ...
           'times, or a mechanism, a motion and a number'], nargin);
  end
  dls_mechanism_input (B, 'dls_at');
  dls_kind_input (sol, 'motion', 'dls_at');
  if (~all (isfield (sol, {'t', 'q', 'v'})))
    error ('delassus:type', 'dls_at: the motion lacks t, q or v; expected one of dls_simulate');
  elseif (~(isnumeric (k) && isreal (k) && isscalar (k) && any (k == 1:numel (sol.t))))
    error ('delassus:option', 'dls_at: the instant is %s; expected 1 to %d', dls_describe (k), ...
           numel (sol.t));
  elseif (size (sol.q, 1) ~= numel (B.q) || size (sol.v, 1) ~= numel (B.v))
    dls_raise ('delassus:dimension', ...
               ['dls_at: the motion has %d positions and %d velocities, the ', ...
               'mechanism %d and %d'], size (sol.q, 1), size (sol.v, 1), numel (B.q), numel (B.v));
  end
  B.t = sol.t(k);
  B.q = sol.q(:,k);
  B.v = sol.v(:,k);
  if (isfield (sol, 'turns') && isfield (sol, 'model') && isfield (sol.model, 'mechanism'))
    B = dls_mechanism_turns ('at', B, sol.turns(:,k), sol.model.mechanism);
  elseif (isfield (sol, 'turns'))
    B = dls_mechanism_turns ('at', B, sol.turns(:,k));
  end
  if (nargout == 0)
    dls_show (B)
    clear B
  end
end

function [q, v] = at_times (sol, t)
  dls_kind_input (sol, 'motion', 'dls_at');
  if (~all (isfield (sol, {'t', 'q', 'v'})))
    error ('delassus:type', 'dls_at: the motion lacks t, q or v; expected one of dls_simulate');
  elseif (~(isnumeric (t) && isreal (t) && all (isfinite (t(:)))))
    error ('delassus:type', 'dls_at: the times are %s; expected finite numbers', dls_describe (t));
  end
  off = find (~(t(:) >= sol.t(1) & t(:) <= sol.t(end)), 1);
  if (~isempty (off))
    error ('delassus:option', 'dls_at: the time is %g; expected %g to %g', t(off), sol.t(1), ...
           sol.t(end));
  end
  [q, v] = dls_between (sol, double (t(:)'), 'dls_at');
end

%!shared B, sol
%! B = dls_body (dls_mechanism ('d', 2), 'a', 'mass', 1, 'inertia', 1);
%! sol = struct ('t', [0 1], 'q', [0 1; 0 2; 0 3], 'v', [0 4; 0 5; 0 6]);
%!test
%! C = dls_at (B, sol, 2);
%! assert ({C.t, C.q, C.v}, {1, [1; 2; 3], [4; 5; 6]})
%!error id=delassus:dimension dls_at (B)
%!error <the time is 2; expected 0 to 1> dls_at (sol, [0 2])
%!test  % v(1) = 4 does not fit q: an impact lies between; q is linear there
%! [q, v] = dls_at (sol, [0 0.25 1]);
%! assert (q, [0; 0; 0] + [1; 2; 3] * [0 0.25 1])
%! assert (v, [0 0 4; 0 0 5; 0 0 6])
%!error <expected 1 to 2> dls_at (B, sol, 3)
%!error <the motion has 2 positions> dls_at (B, struct ('t', 0, 'q', [0; 0], 'v', 0), 1)
%!error <the argument is a contact system> dls_at (dls_system ('M', 1), sol, 1)
%!demo
%! % the force in the pivot of a pendulum at three instants
%! B = dls_mechanism ('gravity', [0 -9.81]);
%! B = dls_body (B, 'rod', 'mass', 1, 'inertia', 0.1, 'at', [1 0]);
%! B = dls_joint (B, 'pivot', 'hinge', {'ground', [0 0]}, {'rod', [-1 0]});
%! sol = dls_simulate (B, [0 0.6], 'Scheme', 'moreau-jean-projected', 'Step', 1e-2);
%! for k = 1:3
%!   dls_plot (subplot (1, 3, k), dls_at (B, sol, 1 + 30 * (k - 1)), 'Labels', false);
%!   axis ([-0.4 1.6 -1.6 0.4]);
%! end

function [r, u, v, info] = dls_friction (P, varargin)
%DLS_FRICTION  Coulomb friction at given velocities: reactions and velocities of one step.
%   [R, U, V, INFO] = DLS_FRICTION (P) solves a problem of DLS_PROBLEM or DLS_READ, in 2D or 3D,
%       local form    u = W*r + q
%       global form   M*v + f = H'*r,  u = H*v + w
%   with, per contact (normal first) and K = {|r_T| <= mu*r_N},
%       K* ni u + mu*|u_T|*e_N  _|_  r in K.
%   R and U are (d*nc)-by-1, V is n-by-1 ([] in local form). W may be rank deficient and slightly
%   unsymmetric. The global form never forms H*inv(M)*H'. mu = 0: no friction; mu = Inf: no
%   sliding. Restitution: put e_c*u_N of before the step into w or q.
%   An answer is 'solved' only if DLS_RESIDUAL, recomputed from P, is below the tolerance.
%   DLS_FRICTION (P, OPTS) or (..., 'Option', VALUE, ...): see DLS_OPTIONS ('dls_friction');
%       'Method'         'auto'         interior, then newton from where it stopped
%                        'interior'     interior point with De Saxce's term in its Newton matrix
%                        'newton'       proximal point method with semismooth Newton steps
%                        'fixpoint'     CONIC: convex programs, outer iteration on s = F (s)
%                        'gauss_seidel' contact by contact, each solved exactly
%                        'lcp'          DARTLCP: faceted cones (exact in 2D), Lemke's method
%       'Outer', 'Inner' of fixpoint: 'newton' (with Anderson's steps in between), 'anderson' or
%                        'picard' on s = F (s); 'conic' (interior point) or 'projected_gradient'
%       'OuterTolerance' of fixpoint: it ends, not solved, when CONIC (6.1) is below (0: never)
%       'Tolerance'      residual up to which an answer counts as solved (1e-8)
%       'Measure'        'scaled' or 'siconos': which residual, see DLS_RESIDUAL
%       'MaxIterations', 'MaxTime' (120 s)   limits; the best point found is returned
%       'Start'          R to begin with, (d*nc)-by-1; tried first, kept by newton and others
%       'StartVelocity'  V to begin with, n-by-1 (global form)
%       'Display'        'off' | 'final' | 'iter'
%
%   INFO.status      'solved', 'max_iterations', 'time_limit', 'numerical_trouble', 'infeasible'
%   INFO.exitflag    1, 0, 0, -2, -1
%   INFO.residual    .error, as DLS_RESIDUAL (P, R, V); .natural and .equality, its parts
%   INFO.iterations, .outer, .factorisations, .method, .message, .time, .time_factor (s)
%   A problem may have no solution (DLS_FRICTION_EXISTS) or several: another start, or another
%   method, may find another one.
%
%   Example: a block of mass 2 falls on the floor with 1 m/s and drifts with 3 m/s
%     P = dls_problem ('M', 2*eye (2), 'H', [0 1; 1 0], 'f', -2*[3; -1], 'mu', 0.5, 'd', 2);
%     [r, u, v, info] = dls_friction (P);
%     info.status
%     % ans = solved
%     [r, u]                          % impulse 2 stops the fall; friction 1 slows the drift
%     % ans =
%     %    2.0000   0.0000
%     %   -1.0000   2.5000
%
%   See also DLS_PROBLEM, DLS_RESIDUAL, DLS_FRICTION_EXISTS, DLS_READ, DLS_CONTACT.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 1 || ~isstruct (P) || ~isscalar (P))
    error ('delassus:type', 'dls_friction: expected a problem made by dls_problem');
  elseif (~isfield (P, 'form'))
    P = dls_problem (P);
  end
  opts = struct ();
  start = [];
  speed = [];
  if (~isempty (varargin))
    [opts, extra] = dls_parse_options ('dls_friction', 'dls_friction', ...
                                       struct ('Start', [], 'StartVelocity', []), varargin);
    [start, speed] = start_of (P, extra);
  end
  try
    if (strcmp (P.form, 'local'))
      [r, u, v, info] = dls_friction_mex (P.d, P.mu, P.W, P.q, opts, start);
    else
      [r, u, v, info] = dls_friction_mex (P.d, P.mu, P.M, P.H, P.f, P.w, opts, start, speed);
    end
  catch err
    dls_raise (err, 'dls_friction');
  end
end

function [start, speed] = start_of (P, extra)
  start = [];
  speed = [];
  if (~isempty (extra.Start))
    start = dls_vector_input (extra.Start, P.d * P.nc, 'dls_friction', 'Start');
  end
  if (isempty (extra.StartVelocity))
    return
  elseif (strcmp (P.form, 'local'))
    error ('delassus:option', ...
           'dls_friction: ''StartVelocity'' is for the global form; P is in local form');
  end
  speed = dls_vector_input (extra.StartVelocity, size (P.M, 1), 'dls_friction', 'StartVelocity');
  if (isempty (start))
    start = zeros (P.d * P.nc, 1);
  end
end

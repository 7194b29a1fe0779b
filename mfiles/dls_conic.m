function [x, s, y, info] = dls_conic (P, q, A, b, cones, varargin)
%DLS_CONIC  Conic quadratic program: minimise 1/2 x'*P*x + q'*x, A*x + s = b, s in K.
%   [X, S, Y, INFO] = DLS_CONIC (P, Q, A, B, CONES) solves it and its dual by an interior point,
%   or proves that it cannot be solved. K is, in the order of the rows of A,
%       CONES.z   a number of equations                    s = 0
%       CONES.l   a number of inequalities                 s >= 0
%       CONES.q   a vector of sizes of second-order cones  norm (s(2:end)) <= s(1), each
%   (absent fields count as none). P is n-by-n symmetric positive semidefinite ([]: zero), A is
%   m-by-n of any rank; both sparse or full. The solution satisfies
%       P*x + A'*y + q = 0,   A*x + s = b,   s in K,   y in K* (free where s = 0),   s'*y = 0
%   and among all solutions it is near a maximally complementary one.
%   DLS_CONIC (..., OPTS) or (..., 'Option', VALUE, ...): see DLS_OPTIONS ('dls_conic');
%       'Tolerance'             relative residuals and gap of a solution (1e-9)
%       'CertificateTolerance'  1 / the size up to which a proof of infeasibility excludes points,
%                               in sizes of the data (1e-9)
%       'DataAccuracy'          relative accuracy of P, q, A, b (8*eps): a contradiction that data
%                               as good as these do not show is none
%       'MaxIterations'         (0: 100)
%       'MaxTime'               seconds after which the best point is returned (Inf)
%       'Method'                'auto' | 'cholesky' | 'ldl': how linear systems are factorised
%       'Start'                 struct with the fields x, s, y: an answer to a similar problem
%       'Display'               'off' | 'final' | 'iter'
%
%   INFO.status      'solved'
%                    'primal_infeasible'  no x fits: y proves it, A'*y = 0, b'*y = -1, y in K*
%                    'dual_infeasible'    unbounded below (if feasible) along x: P*x = 0,
%                                         A*x + s = 0, s in K, q'*x = -1
%                    'undecided'          what looks like a proof excludes too little, or holds
%                                         only if the data are better than 'DataAccuracy'
%                    'max_iterations', 'time_limit', 'interrupted', 'numerical_trouble'
%                                         x, s, y are the best point found, as in 'undecided'
%   INFO.exitflag    1, -2, -3, -4, 0, 0, 0, -5
%   INFO.residual    recomputed from P, q, A, b as given; |.| is the largest entry when rows and
%                    columns of P and A are scaled to largest entries of one, which makes the
%                    verdict independent of units:
%       .primal       |A x + s - b| / max (|A x|, |s|, |b|)
%       .dual         |P x + A'y + q| / max (|P x|, |A'y|, |q|)
%       .gap          |x'P x + q'x + b'y| / max (|x'P x|, |q'x|, |b'y|, the lesser of |q| |x| +
%                     |b| |y| in scaled variables and the unit of the objective there)
%       .cone         how far s and y are outside of K and K*, relative to |s| and |y|
%       .worst        the largest of these, or .certificate of an infeasible program
%       .certificate  |A'y| |b| / -b'y, or |q| max (|P x| / |P|, |A x + s|) / -q'x, from sums
%                     without rounding: points smaller than 1 / this (relative to the size that b,
%                     or q and P, suggest) are excluded; INFO.message says it in your units; NaN
%                     without
%       (where b = 0 or q = 0 the units of the data take the place of terms that vanish)
%   INFO.certificate [], or a struct with kind (the status) and the y, or x and s, that prove it
%   INFO.active      logical m-by-1 fields: .strong (s is at the boundary and y is not zero),
%                    .inactive (y = 0 and s is inside), .undecided (neither is clear: without
%                    strict complementarity)
%   INFO.objective, .dual_objective, .iterations, .factorisations, .refinements (additional
%   solves), .method, .factor_entries, .factor_time, .time (s), .tolerance (the option), .message
%
%   [X, S, Y, INFO] = DLS_CONIC (K, Q, B) with K of DLS_CONIC_SETUP, for many problems with the
%   same P, A and cones
%
%   Example: the point of a disc of radius 1 that is closest to (3, 4)
%     A = [0 0; -1 0; 0 -1];  b = [1; 0; 0];       % s = (1, x)
%     [x, s, y, info] = dls_conic (eye (2), [-3; -4], A, b, struct ('q', 3));
%     x'
%     % ans = 0.6000   0.8000
%   Example: a proof that x >= 1 and x <= -1 cannot be
%     [x, s, y, info] = dls_conic (0, 0, [-1; 1], [-1; -1], struct ('l', 2));
%     info.status
%     % ans = primal_infeasible
%     [y' * [-1; 1], y' * [-1; -1]]                % 0 and -1, although y >= 0
%     % ans = 0  -1
%
%   See also DLS_CONIC_SETUP, DLS_LCP, DLS_MLCP, DLS_OPTIONS.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin > 0 && isobject (P))
    if (nargin ~= 3)
      error ('delassus:dimension', 'dls_conic: %d given; expected dls_conic (K, q, b)', nargin);
    end
    [x, s, y, info] = reuse (P, q, A);
  elseif (nargin < 5)
    error ('delassus:dimension', 'dls_conic: %d given; expected P, q, A, b and cones', nargin);
  else
    [x, s, y, info] = once (P, q, A, b, cones, varargin);
  end
  if (nargout == 0)
    dls_show_answer ({'x', 's', 'y'}, {x, s, y}, info);
    clear x
  end
end

function [x, s, y, info] = once (P, q, A, b, cones, opts)
  sizes = dls_cone_sizes (cones, 'dls_conic');
  if (isempty (P) || isempty (A))
    [P, q, A, b] = empty_means_zero (P, q, A, b);
  end
  try
    [x, s, y, info] = dls_conic_mex (P, q, A, b, sizes, opts);
  catch err
    explain (P, q, A, b);
    dls_raise (err, 'dls_conic');
  end
  info.certificate = certificate_of (info.status, x, s, y);
end

% The gateway checks everything.
function [x, s, y, info] = reuse (K, q, b)
  try
    [x, s, y, info] = dls_conic_mex ('next', K, q, b);
  catch err
    dls_raise (err, 'dls_conic');
  end
  info.certificate = certificate_of (info.status, x, s, y);
end

function c = certificate_of (status, x, s, y)
  c = [];
  if (strcmp (status, 'primal_infeasible'))
    c = struct ('kind', status, 'y', y);
  elseif (strcmp (status, 'dual_infeasible'))
    c = struct ('kind', status, 'x', x, 's', s);
  end
end

function [P, q, A, b] = empty_means_zero (P, q, A, b)
  n = numel (q);
  m = numel (b);
  q = zeros_for (q, n, 1);
  b = zeros_for (b, m, 1);
  P = zeros_for (P, n, n);
  A = zeros_for (A, m, n);
end

function A = zeros_for (A, m, n)
  if (isempty (A) && isa (A, 'double') && (m * n == 0 || isequal (size (A), [0, 0])))
    A = sparse (m, n);
  end
end

% Which of the data is wrong, in the words of this function.
function explain (P, q, A, b)
  n = numel (q);
  check_size (P, n, n, 'P');                   % before sparse columns are made full
  check_size (A, numel (b), n, 'A');
  dls_vector_input (q, n, 'dls_conic', 'q');
  dls_vector_input (b, numel (b), 'dls_conic', 'b');
end

function check_size (A, m, n, name)
  dls_sparse_input (A, 'dls_conic', name);
  if (~isequal (size (A), [m, n]))
    error ('delassus:dimension', 'dls_conic: %s is %d-by-%d; expected %d-by-%d, as %s', ...
           name, size (A, 1), size (A, 2), m, n, 'q has n and b has m entries');
  end
end

%!test  % the examples of the help
%! A = [0 0; -1 0; 0 -1];  b = [1; 0; 0];
%! [x, s, y, info] = dls_conic (eye (2), [-3; -4], A, b, struct ('q', 3));
%! assert (x, [0.6; 0.8], 1e-8)
%! assert (info.status, 'solved')
%! assert (info.active.strong, true (3, 1))
%! [x, s, y, info] = dls_conic (0, 0, [-1; 1], [-1; -1], struct ('l', 2));
%! assert (info.status, 'primal_infeasible')
%! assert ([y' * [-1; 1], y' * [-1; -1]], [0, -1], 1e-8)

%!test  % equations only: the KKT system; nothing at all
%! [x, s, y, info] = dls_conic (eye (2), [0; 0], [1 1; 2 2], [2; 4], struct ('z', 2));
%! assert (x, [1; 1], 1e-8)
%! assert (s, [0; 0])
%! [x, s, y, info] = dls_conic ([], [], [], [], struct ());
%! assert (info.status, 'solved')
%! e = zeros (1, 0);
%! [x, s, y, info] = dls_conic ([], e, e, e, struct ('q', e));
%! assert ({info.status, size(x), size(y)}, {'solved', [0, 1], [0, 1]})
%! x = dls_conic (2, -4, zeros (0, 1), zeros (1, 0), struct ());
%! assert (x, 2, 1e-8)
%! [x, s, y, info] = dls_conic (2, -4, [], [], struct ());
%! assert (x, 2, 1e-8)

%!test  % a feasible problem whose multipliers may become huge: A'y vanishes only by rounding
%! A = sparse ([1 0; -1 1; -1 1; 1 -1]);
%! [x, ~, ~, info] = dls_conic ([], [0; 0], A, [-1; 0; 0; 0], struct ('z', 2, 'l', 2));
%! assert (info.status, 'solved')
%! assert (x, [-1; -1], 1e-8)
%! [~, ~, ~, info] = dls_conic (0, 0, [-1; 1], [-1-1e-6; 1], struct ('l', 2));
%! assert (info.status, 'primal_infeasible')
%! [~, ~, ~, info] = dls_conic (0, 0, [-1; 1], [-1-1e-6; 1], struct ('l', 2), 'DataAccuracy', 1e-5);
%! assert (info.status, 'undecided')

%!test  % unbounded: the ray is the certificate
%! [x, s, y, info] = dls_conic ([], [-1; 0], -eye (2), [0; 0], struct ('l', 2));
%! assert (info.status, 'dual_infeasible')
%! assert ([-1 0] * x, -1, 1e-9)
%! assert (min (s) >= 0)

%!test  % a warm start takes fewer iterations
%! A = [1 2; 3 1; -1 0; 0 -1];  b = [4; 6; 0; 0];  c = struct ('l', 4);
%! [x, s, y, cold] = dls_conic ([], [-1; -1], A, b, c);
%! start = struct ('x', x, 's', s, 'y', y);
%! [x, ~, ~, warm] = dls_conic ([], [-1; -1], A, b * 1.001, c, 'Start', start);
%! assert (warm.status, 'solved')
%! assert (warm.iterations <= cold.iterations)
%! assert (x, [1.6; 1.2] * 1.001, 1e-7)

%!test
%! text = evalc ('dls_conic (1, 1, [], [], struct (), ''Display'', ''iter'')');
%! assert (~isempty (strfind (text, 'gap')))
%!error id=delassus:dimension dls_conic (1, 1)
%!error id=delassus:dimension dls_conic (eye (2), 1, 1, 1, struct ('l', 1))
%!error id=delassus:dimension dls_conic (1, 1, [1; 1], [1; 1], struct ('l', 1))
%!error id=delassus:dimension dls_conic (1, 1, [1; 1], [1; 1], struct ('q', [2 0]))
%!error id=delassus:dimension dls_conic (1, 1, 1, 1, struct ('l', 1), 'Start', ...
%!                                       struct ('x', 1, 's', [1; 2], 'y', 1))
%!error id=delassus:type dls_conic (1, 1, 1, 1, 3)
%!error id=delassus:type dls_conic (1, 1, 1, 1, struct ('l', 1.5))
%!error id=delassus:type dls_conic (1i, 1, 1, 1, struct ('l', 1))
%!error id=delassus:option dls_conic (1, 1, 1, 1, struct ('k', 1))
%!error id=delassus:type dls_conic (1, 1, 1, 1, struct ('l', 1), 'Start', 3)
%!error id=delassus:option dls_conic (1, 1, 1, 1, struct ('l', 1), 'Method', 'lu')
%!error id=delassus:notSymmetric dls_conic ([1 1; 0 1], [1; 1], [], [], struct ())
%!error id=delassus:notFinite dls_conic (1, NaN, 1, 1, struct ('l', 1))
%!error <d'\*P\*d> dls_conic ([1 2; 2 1], [1; 1], [], [], struct ())
%!demo
%! % points and the nearest ones of an ellipse
%! A = [0 0; -1/2 0; 0 -1];                      % s = (1, x/2, y) in the cone
%! hold on
%! for t = linspace (0, 2*pi, 30)
%!   p = [3 * cos(t); 2 * sin(t)];
%!   x = dls_conic (eye (2), -p, A, [1; 0; 0], struct ('q', 3));
%!   plot ([p(1) x(1)], [p(2) x(2)], '.-');
%! end
%! axis equal

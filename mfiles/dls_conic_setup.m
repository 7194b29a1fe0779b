function K = dls_conic_setup (P, A, cones, varargin)
%DLS_CONIC_SETUP  Prepare many conic quadratic programs with the same matrices.
%   K = DLS_CONIC_SETUP (P, A, CONES) checks and scales P and A, as in DLS_CONIC ([]: zero), and
%   analyses the linear systems once. Then
%     [X, S, Y, INFO] = DLS_CONIC (K, Q, B)   minimises 1/2 x'*P*x + q'*x, A*x + s = b, s in K,
%     K = UPDATE (K, P, A)                    takes new values on the same sparsity patterns.
%   K = DLS_CONIC_SETUP (P, A, CONES, OPTS) or (..., 'Option', VALUE, ...) with the options of
%   DLS_CONIC and
%       'Warm'    false, or true: every problem starts at the last answer, which pays where problems
%                 change little
%   Memory is freed when K is cleared; copies of K share one solver.
%
%   Example: points of a disc of radius 1 that are closest to others
%     K = dls_conic_setup (eye (2), [0 0; -1 0; 0 -1], struct ('q', 3));
%     x = dls_conic (K, [-3; -4], [1; 0; 0]);
%     x'
%     % ans = 0.6000   0.8000
%     x = dls_conic (K, [3; -4], [1; 0; 0]);
%     x'
%     % ans = -0.6000   0.8000
%
%   See also DLS_CONIC, DLS_OPTIONS.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 3)
    error ('delassus:dimension', 'dls_conic_setup: %d given; expected P, A and cones', nargin);
  end
  caller = 'dls_conic_setup';
  sizes = dls_cone_sizes (cones, caller);
  P = dls_sparse_input (P, caller, 'P');
  A = dls_sparse_input (A, caller, 'A');
  if (isempty (P))
    P = sparse (size (A, 2), size (A, 2));
  elseif (isequal (size (A), [0, 0]))
    A = sparse (0, size (P, 2));
  end
  try
    K = dls_solver ('conic', P, A, sizes, varargin);
  catch err
    dls_raise (err, caller);
  end
  if (nargout == 0)
    dls_show (K)
    clear K
  end
end

%!test  % the example of the help; as good as one call
%! A = [0 0; -1 0; 0 -1];  b = [1; 0; 0];  c = struct ('q', 3);
%! K = dls_conic_setup (eye (2), A, c);
%! for q = [-3 3 0.1; -4 -4 0.2]
%!   [x, s, y, info] = dls_conic (K, q, b);
%!   [X, S, Y, once] = dls_conic (eye (2), q, A, b, c);
%!   assert ({x, s, y, info.iterations}, {X, S, Y, once.iterations})
%!   assert (info.status, 'solved')
%! end
%! assert (x, -[0.1; 0.2], 1e-8)

%!test  % from the last answer; infeasible between; new values
%! A = [1 2; 3 1; -1 0; 0 -1];  b = [4; 6; 0; 0];
%! K = dls_conic_setup ([], A, struct ('l', 4), 'Warm', true);
%! [~, ~, ~, first] = dls_conic (K, [-1; -1], b);
%! [x, ~, ~, second] = dls_conic (K, [-1; -1], 1.001 * b);
%! assert (x, [1.6; 1.2] * 1.001, 1e-7)
%! assert (second.iterations < first.iterations)
%! [~, ~, y, info] = dls_conic (K, [-1; -1], -b - [0; 0; 1; 1]);
%! assert (info.status, 'primal_infeasible')
%! assert (isequal (info.certificate.y, y) && norm (A' * y) < 1e-8)
%! K = update (K, sparse (2, 2), 2 * A);
%! x = dls_conic (K, [-1; -1], 2 * b);
%! assert (x, [1.6; 1.2], 1e-7)

%!test  % nothing; equations alone
%! K = dls_conic_setup ([], [], struct ());
%! [x, ~, ~, info] = dls_conic (K, [], []);
%! assert (isempty (x) && strcmp (info.status, 'solved'))
%! x = dls_conic (dls_conic_setup (2, [], struct ()), -4, []);
%! assert (x, 2, 1e-8)

%!error id=delassus:dimension dls_conic_setup (1, 1)
%!error id=delassus:dimension update (dls_conic_setup (1, 1, struct ('l', 1)), 1, [])
%!error id=delassus:pattern update (dls_conic_setup (1, 1, struct ('l', 1)), 1, 0)
%!error id=delassus:dimension update (dls_conic_setup (1, 1, struct ('l', 1)), 1)
%!error id=delassus:indefinite update (dls_conic_setup (1, 1, struct ('l', 1)), -1, 1)
%!error id=delassus:indefinite dls_conic_setup (-1, 1, struct ('l', 1))
%!error id=delassus:dimension dls_conic_setup (1, 1, struct ('l', 2))
%!error id=delassus:dimension dls_conic_setup (eye (2), 1, struct ('l', 1))
%!error id=delassus:option dls_conic_setup (1, 1, struct ('k', 1))
%!error id=delassus:option dls_conic_setup (1, 1, struct ('l', 1), 'Warm', 'x')
%!error id=delassus:type dls_conic_setup ({}, 1, struct ('l', 1))
%!error id=delassus:dimension dls_conic (dls_conic_setup (1, 1, struct ('l', 1)), [1; 2], 1)
%!error id=delassus:dimension dls_conic (dls_conic_setup (1, 1, struct ('l', 1)), 1)
%!error id=delassus:notFinite dls_conic (dls_conic_setup (1, 1, struct ('l', 1)), 1, NaN)
%!error id=delassus:handle dls_conic (dls_lcp_setup (1), 1, 1)
%!error id=delassus:type dls_conic (dls_conic_setup (1, 1, struct ('l', 1)), 1, {1})
%!demo
%! % fewer and fewer numbers: the point nearest to c with |x|_1 <= t, over t
%! c = [3; -2; 1; 0.5];
%! I = eye (4);
%! A = [I -I; -I -I; zeros(1, 4) ones(1, 4)];
%! K = dls_conic_setup (blkdiag (I, zeros (4)), A, struct ('l', 9));
%! t = linspace (0, 6, 61);
%! for k = 1:numel (t)
%!   z(:,k) = dls_conic (K, [-c; zeros(4, 1)], [zeros(8, 1); t(k)]);
%! end
%! plot (t, z(1:4,:)); xlabel ('t'); ylabel ('x');

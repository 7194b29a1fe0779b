function [z, w, info] = dls_lcp (A, q, varargin)
%DLS_LCP  Linear complementarity problem w = A*z + q, 0 <= w _|_ z >= 0.
%   [Z, W, INFO] = DLS_LCP (A, Q) finds z >= 0 with w = A*z + q >= 0 and w'*z = 0, or says why
%   not: an answer is 'solved' only after min (z, w) has been recomputed from A and q as given.
%   A is n-by-n, sparse or full, with no symmetry asked for; q is n-by-1.
%   DLS_LCP (A, Q, OPTS) or (..., 'Option', VALUE, ...): see DLS_OPTIONS ('dls_lcp');
%       'Method'         'auto'       looks at the matrix; INFO.message says what it did and why
%                        'lemke'      pivoting, lexicographic: never cycles; dense
%                        'ipm'        interior point, for A + A' positive semidefinite; sparse
%                        'newton'     semismooth Newton, any A; sparse
%                        'pgs'        projected Gauss-Seidel (SOR), needs a positive diagonal
%                        'enumerate'  all 2^n bases, n <= 20
%       'Tolerance'      relative natural map up to which an answer counts as solved (1e-10)
%       'MaxIterations'  pivots, steps or sweeps (0: by method)
%       'Relaxation'     of pgs (1)
%       'Start'          n-by-1, where newton and pgs begin (zeros)
%       'Display'        'off' | 'final' | 'iter'
%
%   INFO.status      'solved'             z is a solution
%                    'infeasible'         no z >= 0 has w >= 0; INFO.certificate proves it
%                    'no_solution'        all bases were examined: feasible, yet no solution
%                    'ray'                Lemke's method ended on a ray: for most classes of
%                                         matrices there is no solution; INFO.certificate says
%                    'max_iterations', 'numerical_trouble'   z is the best point found
%   INFO.exitflag    1, -1, -1, -4, 0, -2
%   INFO.residual    recomputed from A, q, z:
%       .natural          max |min (z, w)|
%       .relative         max |min (z_i / max |z|, w_i / omega_i)|, omega = |q| + |A|*|z|
%       .complementarity  max z_i*w_i
%   INFO.certificate [] or a struct with the fields kind, text (the arithmetic that checks it) and
%       kind 'farkas': u          u >= 0, A'*u <= 0, q'*u < 0: there is no z >= 0 with w >= 0
%       kind 'ray':    direction  d >= 0 along which Lemke's method goes to infinity, d'*A*d <= 0:
%                                 no solution if A is copositive-plus (DLS_MATRIX_CLASS)
%   INFO.method, .message, .iterations, .factorisations, .time (s)
%
%   Example: two solutions or none, depending on q
%     A = [1 2; 2 1];
%     [z, w, info] = dls_lcp (A, [-5; -6]);
%     [z, w]
%     % ans =
%     %    2.3333        0
%     %    1.3333        0
%     [z, w, info] = dls_lcp (-A, [1; -1]);
%     info.status
%     % ans = infeasible
%
%   See also DLS_LCP_ALL, DLS_MLCP, DLS_MATRIX_CLASS, DLS_READ, DLS_OPTIONS.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 2)
    error ('delassus:dimension', 'dls_lcp: %d arguments; expected A and q', nargin);
  end
  A = dls_square_input (A, 'dls_lcp', 'A');
  [opts, start] = dls_lcp_options ('dls_lcp', size (A, 1), varargin);
  try
    [z, w, info] = dls_lcp_mex ('solve', A, q, 0, opts, start);
  catch err
    q = dls_vector_input (q, size (A, 1), 'dls_lcp', 'q');   % the gateway takes full columns
    try
      [z, w, info] = dls_lcp_mex ('solve', A, q, 0, opts, start);
    catch err
      dls_raise (err, 'dls_lcp');
    end
  end
  if (~isempty (info.certificate))
    info.certificate.text = dls_lcp_certificate (info.certificate.kind);
  end
end

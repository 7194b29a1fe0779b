function K = dls_lcp_setup (A, varargin)
%DLS_LCP_SETUP  Prepare many linear complementarity problems with one matrix.
%   K = DLS_LCP_SETUP (A) examines A (n-by-n) once and keeps the memory of the method. Then
%     [Z, W, INFO] = DLS_LCP (K, Q)   solves w = A*z + q, 0 <= w _|_ z >= 0, one problem for each
%                                     column of Q; of several, INFO is a cell with one INFO each,
%     K = UPDATE (K, A)               takes new values on the same sparsity pattern.
%   Every problem starts at the last answer, whose active set is tried first: slowly changing
%   problems are solved without a pivot.
%   K = DLS_LCP_SETUP (A, OPTS) or (A, 'Option', VALUE, ...) with the options of DLS_LCP and
%       'Warm'    true, or false: each problem anew, its answer depends on nothing but its q
%       'Free'    k: the first k rows are equations w = 0 and their z are free (0)
%   Memory is freed when K is cleared; copies of K share one solver.
%
%   Where microseconds count: a column among many costs 2 to 3, a call of DLS_LCP 20 to 30, most of
%   it for the interpreter, and of the gateway less than 10: with id = K.lcp, as long as K lives,
%     [z, w] = dls_lcp_mex ('next', id, q);
%
%   Example:
%     K = dls_lcp_setup ([2 1; 1 2]);
%     z = dls_lcp (K, [-5 -4; 1 -5])
%     % z =
%     %    2.5000   1.0000
%     %         0   2.0000
%
%   See also DLS_LCP, DLS_MLCP, DLS_OPTIONS.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 1)
    error ('delassus:dimension', 'dls_lcp_setup: %d given; expected A', nargin);
  end
  A = dls_sparse_input (A, 'dls_lcp_setup', 'A', 'square');
  try
    K = dls_solver ('lcp', A, varargin);
  catch err
    dls_finite_input (A, 'dls_lcp_setup', 'A');
    dls_raise (err, 'dls_lcp_setup');
  end
  if (nargout == 0)
    dls_show (K)
    clear K
  end
end

%!test  % the example of the help; sequences, cold and warm
%! K = dls_lcp_setup ([2 1; 1 2]);
%! assert (dls_lcp (K, [-5 -4; 1 -5]), [2.5 1; 0 2], 1e-14)
%! A = [4 1 0; 1 3 -1; 0 -1 2];  K = dls_lcp_setup (A);  C = dls_lcp_setup (A, 'Warm', false);
%! for k = 0:20
%!   q = [-1; 2; -3] + sin (k * [1; 2; 3]);
%!   [z, w, info] = dls_lcp (K, q);
%!   assert (info.status, 'solved')
%!   assert (min (z, w), zeros (3, 1), 1e-13)
%!   assert (w, A * z + q, 1e-14)
%!   assert (z, dls_lcp (A, q), 1e-13)
%!   [z, w, cold] = dls_lcp (C, q);
%!   [~, ~, once] = dls_lcp (A, q);
%!   assert (z, dls_lcp (A, q))
%!   assert ({cold.message, cold.iterations}, {once.message, once.iterations})
%! end

%!test  % many columns, and which of them have no solution
%! K = dls_lcp_setup ([1 -1; -1 1], 'Method', 'lemke');
%! [z, w, infos] = dls_lcp (K, [-1 1 1; 2 -2 -1]);
%! said = cellfun (@(i) i.status, infos, 'UniformOutput', false);
%! assert (said, {'solved', 'infeasible', 'solved'})
%! assert (infos{2}.certificate.u' * [1; -2], -1, 1e-12)
%! assert (size (dls_lcp (K, zeros (2, 0))), [2 0])

%!test  % new values; what is refused changes nothing
%! K = dls_lcp_setup (sparse ([2 1; 1 2]));  id = '';
%! K = update (K, [4 1; 1 2]);
%! assert (dls_lcp (K, [-6; 1]), [1.5; 0], 1e-14)
%! try
%!   update (K, [4 NaN; 1 2]);
%! catch e
%!   id = e.identifier;
%! end
%! assert (id, 'delassus:notFinite')
%! assert (dls_lcp (K, [-6; 1]), [1.5; 0], 1e-14)
%!error id=delassus:pattern update (dls_lcp_setup (eye (2)), ones (2))
%!error id=delassus:dimension update (dls_lcp_setup (eye (2)))
%!error id=delassus:type update (dls_lcp_setup (eye (2)), 'a')

%!test  % equations: dls_mlcp's problem
%! A = 1;  B = -1;  C = 1;  D = 0;
%! K = dls_lcp_setup ([A B; C D], 'Free', 1);
%! [v, w] = dls_lcp (K, [0; -1]);
%! assert ([v, w], [1 0; 1 0], 1e-14)

%!test  % a deleted solver is recognised, and so is one of another kind
%! K = dls_lcp_setup (1);  delete (K);
%! L = dls_conic_setup (1, zeros (0, 1), struct ());
%! for X = {K, L}
%!   id = '';
%!   try
%!     dls_lcp (X{1}, 1);
%!   catch e
%!     id = e.identifier;
%!   end
%!   assert (id, 'delassus:handle')
%! end
%!error id=delassus:dimension dls_lcp_setup ()
%!error <A is 1-by-2; expected a square matrix> dls_lcp_setup ([1 2])
%!error id=delassus:notFinite dls_lcp_setup (Inf)
%!error id=delassus:option dls_lcp_setup (1, 'Warm', 'x')
%!error id=delassus:option dls_lcp_setup (1, 'Start', 1)
%!error id=delassus:dimension dls_lcp_setup (1, 'Free', 2)
%!error id=delassus:option dls_lcp_setup (1, 'Free', 'x')
%!error id=delassus:option dls_lcp_setup (1, 'Method', 'fast')
%!error id=delassus:option dls_lcp_setup (1, 'Metho', 'lemke')
%!error <q is 3-by-1; expected 2 rows> dls_lcp (dls_lcp_setup (eye (2)), [1; 2; 3])
%!error <q.2. is NaN> dls_lcp (dls_lcp_setup (eye (2)), [1; NaN])
%!error id=delassus:type dls_lcp (dls_lcp_setup (1), {1})
%!error id=delassus:dimension dls_lcp (dls_lcp_setup (1), 1, 'Method', 'lemke')
%!demo
%! % a string over an obstacle, which is pushed against it: one matrix, many problems
%! n = 60;
%! x = (1:n)' / (n + 1);
%! obstacle = 0.2 - (2*x - 1).^2;
%! A = spdiags (ones (n, 1) * [-1 2 -1], -1:1, n, n) * (n + 1)^2;
%! K = dls_lcp_setup (A);
%! load_ = [0 2 4 8];
%! z = dls_lcp (K, A * obstacle + ones (n, 1) * load_);
%! plot (x, z + obstacle, x, obstacle, 'k'); ylim ([-0.1 0.25]);
%! legend ('0', '2', '4', '8', 'obstacle');

function [z, w, info] = dls_lcp (A, q, varargin)
%DLS_LCP  Linear complementarity problem w = A*z + q, 0 <= w _|_ z >= 0.
%   [Z, W, INFO] = DLS_LCP (A, Q) finds z >= 0 with w = A*z + q >= 0 and w'*z = 0, or says why
%   not: an answer is 'solved' only after min (z, w) has been recomputed from A and q as given.
%   A is n-by-n, sparse or full, with no symmetry asked for; q is n-by-1.
%   DLS_LCP (A, Q, OPTS) or (..., 'Option', VALUE, ...): see DLS_OPTIONS ('dls_lcp');
%       'Method'         'auto'            looks at the matrix; INFO.message says what it did and
%                                          why
%                        'lemke'           pivoting, lexicographic: never cycles; dense
%                        'interior-point'  for A + A' positive semidefinite; sparse
%                        'newton'          semismooth Newton, any A; sparse
%                        'gauss-seidel'    projected (SOR), needs a positive diagonal
%                        'enumerate'       all 2^n bases, n <= 20
%       'Tolerance'      relative natural map up to which an answer counts as solved (1e-10)
%       'MaxIterations'  pivots, steps or sweeps (0: by method)
%       'MaxTime'        seconds after which the best point is returned (Inf)
%       'DataAccuracy'   relative accuracy of A and q (8*eps): a contradiction that data as good as
%                        these do not show is none
%       'Relaxation'     of gauss-seidel (1)
%       'Start'          n-by-1, where newton and gauss-seidel begin; the others try the set of its
%                        positive entries first (zeros)
%       'Display'        'off' | 'final' | 'iter'
%
%   INFO.status      'solved'             z is a solution
%                    'infeasible'         no z >= 0 has w >= 0; INFO.certificate proves it
%                    'no_solution'        all bases were examined: feasible, yet no solution (what
%                                         a method leaves open is decided so up to n = 12)
%                    'ray'                Lemke's method ended on a ray: for most classes of
%                                         matrices there is no solution; INFO.certificate says
%                    'undecided'          the method gave up, or only data better than
%                                         'DataAccuracy' would decide; INFO.message says which
%                    'max_iterations', 'time_limit', 'interrupted', 'numerical_trouble'
%                                         z is the best point found, as in 'undecided'
%   INFO.exitflag    1, -2, -2, -7, -4, 0, 0, 0, -5
%   INFO.residual    recomputed from A, q, z:
%       .natural          max |min (z, w)|
%       .worst            max |min (z_i / nu, w_i / omega_i)| with nu and omega the sizes that
%                         rounding or, if smaller, the data suggest for z and w: with
%                         mu = max_i |q_i| / max_j |A_ij| and a = |q| + |A|*|z|
%                         nu = min (mu, max |z|) + 1e-4 max |z|,
%                         omega_i = min (|q_i| + mu max_j |A_ij|, a_i) + 1e-4 a_i
%                         (at least 1e-14 mu and 1e-14 (|q_i| + mu max_j |A_ij|)); of a solution
%                         the same with the columns of A in units that make it even, if larger
%       .complementarity  max z_i*w_i
%   INFO.certificate [] or a struct with the fields kind, text (the arithmetic that checks it) and
%       kind 'farkas': u          u >= 0, A'*u <= 0, q'*u < 0: there is no z >= 0 with w >= 0.
%                                 What rounding leaves of A'*u > 0 (in sums without rounding)
%                                 excludes all z up to 1e8 times the size of the data, at least;
%                                 INFO.message says how far
%       kind 'cases':  cases, u   of 'no_solution': z_i = 0 (-1), w_i = 0 (1) or neither (0) in
%                                 cases(:,k), and a u(:,k) that contradicts that: as above, with
%                                 terms left out that vanish. The cases are a tree, hence all
%       kind 'ray':    direction  d >= 0 along which Lemke's method goes to infinity, d'*A*d <= 0:
%                                 no solution if A is copositive-plus (DLS_MATRIX_CLASS)
%   INFO.method, .message, .iterations, .factorisations, .time (s), .tolerance (the option)
%
%   [Z, W, INFO] = DLS_LCP (K, Q) with K of DLS_LCP_SETUP, for many problems with one matrix
%
%   Example: a solution, and a proof that there is none
%     [z, w, info] = dls_lcp ([2 1; 1 2], [-5; 1]);
%     [z, w]
%     % ans =
%     %    2.5000        0
%     %         0   3.5000
%     [z, w, info] = dls_lcp ([1 -1; -1 1], [1; -2]);
%     info.status
%     % ans = infeasible
%     u = info.certificate.u;  A = [1 -1; -1 1];  q = [1; -2];
%     [u' * A, u' * q]                % u >= 0: u'*w = u'*A*z + u'*q is never >= 0
%     % ans =
%     %    0   0  -1
%
%   See also DLS_LCP_SETUP, DLS_LCP_ALL, DLS_MLCP, DLS_MATRIX_CLASS, DLS_READ, DLS_OPTIONS.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin == 2 && (nargout == 2 || nargout == 1))
    % a handle or a matrix; not checked, for isobject would take as long as the rest
    try
      [z, w] = dls_lcp_mex ('next', A, q);
    catch err
      if (isobject (A))
        dls_raise (err, 'dls_lcp');
      end
      dls_unless_arguments (err, 'dls_lcp');
      [z, w] = again (A, q, {});
    end
    return
  elseif (nargin == 2 && nargout == 3 && isobject (A))
    try
      [z, w, info] = dls_lcp_mex ('next', A, q);
    catch err
      dls_raise (err, 'dls_lcp');
    end
    info = named (info);
    return
  elseif (nargin < 2)
    error ('delassus:dimension', 'dls_lcp: %d given; expected A and q', nargin);
  elseif (nargout == 0)
    [z, w, info] = dls_lcp (A, q, varargin{:});
    dls_show_answer ({'z', 'w'}, {z, w}, info);
    clear z
    return
  elseif (isobject (A))
    error ('delassus:dimension', 'dls_lcp: %d given; expected dls_lcp (K, q)', nargin);
  end
  % the gateway checks what it is given; only what it refuses is examined, converted, explained
  try
    if (nargout < 3)
      [z, w] = dls_lcp_mex ('solve', A, q, 0, varargin);
    else
      [z, w, info] = dls_lcp_mex ('solve', A, q, 0, varargin);
    end
  catch err
    dls_unless_arguments (err, 'dls_lcp');
    [z, w, info] = again (A, q, varargin);
  end
  if (nargout > 2 && strcmp (info.status, 'no_solution'))
    opts = dls_options_mex ('read', 'dls_lcp', varargin);
    info.certificate = dls_lcp_proof ('cases', A, q, 0, opts, info.time);
  end
  if (nargout > 2 && ~isempty (info.certificate))
    info.certificate.text = dls_lcp_proof ('text', info.certificate.kind);
  end
end

function [z, w, info] = again (A, q, options)
  A = dls_sparse_input (A, 'dls_lcp', 'A', 'square');
  dls_finite_input (A, 'dls_lcp', 'A');
  q = dls_vector_input (q, size (A, 1), 'dls_lcp', 'q');
  try
    [z, w, info] = dls_lcp_mex ('solve', A, q, 0, options);
  catch err
    dls_raise (err, 'dls_lcp');
  end
end

% Certificates with their texts; of one problem not in a cell.
function infos = named (infos)
  for k = 1:numel (infos)
    if (~isempty (infos{k}.certificate))
      infos{k}.certificate.text = dls_lcp_proof ('text', infos{k}.certificate.kind);
    end
  end
  if (numel (infos) == 1)
    infos = infos{1};
  end
end

%!test  % answers of several columns are printed by their statuses
%~text = evalc ('dls_lcp (dls_lcp_setup ([1 -1; -1 1]), [-1 1 1; 2 1 -2])');
%~assert (~isempty (strfind (text, 'infeasible: 1')) && ~isempty (strfind (text, 'solved: 2')))

%!test  % the example of the help
%! [z, w, info] = dls_lcp ([2 1; 1 2], [-5; 1]);
%! assert ([z, w], [2.5 0; 0 3.5], 1e-14)
%! assert (info.status, 'solved')
%! assert (info.exitflag, 1)
%! assert (info.residual.worst <= 1e-14 && info.residual.natural <= 1e-14)
%! assert (info.certificate, [])
%! A = [1 -1; -1 1];  q = [1; -2];
%! [z, w, info] = dls_lcp (A, q);
%! assert (info.status, 'infeasible')
%! assert (info.exitflag, -2)
%! u = info.certificate.u;
%! assert (u' * A, [0 0], 1e-12)
%! assert (u' * q, -1, 1e-12)
%! assert (strcmp (info.certificate.kind, 'farkas') && ischar (info.certificate.text))

%!function check_method (method)
%!  A = [4 1 0; 1 3 -1; 0 -1 2];  q = [-1; 2; -3];
%!  [z, w, info] = dls_lcp (A, q, 'Method', method);
%!  assert (z, [0.25; 0; 1.5], 1e-9)
%!  assert (w, [0; 0.75; 0], 1e-9)
%!  assert (w, A * z + q, 1e-15)
%!  assert (info.status, 'solved')
%!  assert (info.method, strrep (method, 'auto', 'lemke'))
%!endfunction
%!test check_method ('auto')
%!test check_method ('lemke')
%!test check_method ('interior-point')
%!test check_method ('newton')
%!test check_method ('gauss-seidel')
%!test check_method ('enumerate')

%!test  % a feasible problem without a solution: enumeration knows, Lemke shows its ray
%! A = [0 1; 0 0];  q = [-1; 0];                 % z2 >= 1, w1 = z2 - 1, w2 = 0
%! [z, w, info] = dls_lcp (A, q);
%! assert (info.status, 'solved')
%! A = [0 -1; 1 0];  q = [1; -1];                % a linear program
%! [z, w, info] = dls_lcp (A, q);
%! assert (info.status, 'solved')
%! assert (min (z, w), [0; 0], 1e-12)

%!test  % where a method gives up all bases decide
%! for method = {'auto', 'newton', 'gauss-seidel', 'interior-point'}
%!   [~, ~, info] = dls_lcp ([0 -1; -1 0], [1; 1], 'Method', method{1});
%!   assert (info.status, 'solved')
%!   [~, ~, info] = dls_lcp ([0 0; 2 0], [3; -2], 'Method', method{1});
%!   assert (info.status, 'no_solution')
%! end

%!test  % the accuracy of the data; time; any empty is empty
%! A = [0 1; 0 -1];  q = [-1 - 1e-6; 1];         % 1 + 1e-6 <= z2 <= 1
%! [~, ~, info] = dls_lcp (A, q);
%! assert (info.status, 'infeasible')
%! [~, ~, info] = dls_lcp (A, q, 'DataAccuracy', 1e-5);
%! assert (info.status, 'undecided')
%! [~, ~, info] = dls_lcp (hilb (8), -ones (8, 1), 'MaxTime', 0);
%! assert (info.status, 'time_limit')
%! [z, w] = dls_lcp (zeros (0, 0), zeros (1, 0));
%! assert ({size(z), size(w)}, {[0, 1], [0, 1]})

%!test  % nothing, one unknown, sparse data, a struct of options, a start
%! [z, w, info] = dls_lcp ([], []);
%! assert (isempty (z) && isempty (w))
%! assert (info.status, 'solved')
%! assert (dls_lcp (2, -3), 1.5, 1e-15)
%! assert (dls_lcp (2, 3), 0)
%! assert (dls_lcp (speye (2), sparse ([-1; 0])), [1; 0], 1e-15)
%! assert (dls_lcp (eye (2), [-1; 0], struct ('Method', 'gauss-seidel')), [1; 0], 1e-12)
%! z = dls_lcp (eye (2), [-1; 0], 'Method', 'newton', 'Start', [5; 5]);
%! assert (z, [1; 0], 1e-12)

%!test  % inputs are untouched, also aliases
%! A = [2 1; 1 2];  q = [-5; 1];  q2 = q;  s = [1; 1];  s2 = s;
%! z = dls_lcp (A, q, 'Method', 'gauss-seidel', 'Start', s);
%! assert (q2, [-5; 1]);  assert (s2, [1; 1])

%!test  % progress is printed on demand
%! t = evalc ('dls_lcp ([2 1; 1 2], [-5; 1], ''Display'', ''final'');');
%! assert (~isempty (strfind (t, 'solved by lemke, 2 iterations')))
%! assert (~isempty (strfind (t, 'z: [2.5 0]')))

%!error id=delassus:dimension dls_lcp ()
%!error id=delassus:dimension dls_lcp (1)
%!error <A is 2-by-3; expected a square matrix> dls_lcp (ones (2, 3), [1; 2])
%!error <q is 3-by-1; expected 2 rows> dls_lcp (eye (2), [1; 2; 3])
%!error <q is 1-by-2; expected 2 rows> dls_lcp (eye (2), [1 2])
%!error <q is 2-by-2; expected 2-by-1> dls_lcp (eye (2), eye (2))
%!error id=delassus:dimension dls_lcp (eye (2), [])
%!error id=delassus:dimension dls_lcp ([], 1)
%!error <A.1,2. is NaN> dls_lcp ([1 NaN; 0 1], [1; 2])
%!error id=delassus:notFinite dls_lcp ([1 Inf; 0 1], [1; 2])
%!error <q.2,1. is NaN> dls_lcp (eye (2), [1; NaN])
%!error id=delassus:notFinite dls_lcp (eye (2), [-Inf; 1])
%!error <complex> dls_lcp (1i * eye (2), [1; 2])
%!error <complex> dls_lcp (eye (2), [1; 2i])
%!error <int32> dls_lcp (int32 (eye (2)), [1; 2])
%!error <single> dls_lcp (eye (2), single ([1; 2]))
%!error <logical> dls_lcp (true (2), [1; 2])
%!error <logical> dls_lcp (eye (2), true (2, 1))
%!error <cell> dls_lcp ({1}, 1)
%!error <cell> dls_lcp (1, {1})
%!error <the text 'a'> dls_lcp (1, 'a')
%!error id=delassus:type dls_lcp (@sin, 1)
%!error id=delassus:type dls_lcp (1, @sin)
%!error id=delassus:type dls_lcp (struct (), 1)
%!error id=delassus:type dls_lcp (zeros (2, 2, 2), [1; 2])
%!error <Methd> dls_lcp (1, 1, 'Methd', 'lemke')
%!error <fast> dls_lcp (1, 1, 'Method', 'fast')
%!error id=delassus:option dls_lcp (1, 1, 'Method')
%!error id=delassus:option dls_lcp (1, 1, 3)
%!error id=delassus:option dls_lcp (1, 1, 'Tolerance', -1)
%!error id=delassus:option dls_lcp (1, 1, 'MaxIterations', 1.5)
%!error <Start is 2-by-1> dls_lcp (1, 1, 'Start', [1; 2])
%!error <Start is a 1-by-1 cell> dls_lcp (1, 1, 'Start', {1})
%!error <Start.1,1. is NaN> dls_lcp (1, 1, 'Start', NaN)
%!error <2.21 bases> dls_lcp (eye (21), ones (21, 1), 'Method', 'enumerate')

%!demo
%! % a block on two supports that is tilted: when it lifts off
%! G = [1 1; -1 1];
%! torque = linspace (0, 15, 31);
%! for k = 1:31
%!   z(:,k) = dls_lcp (G' * diag ([1 3]) * G, G' * [-9.81; 3 * torque(k)]);
%! end
%! plot (torque, z, 'o-'); xlabel ('torque'); ylabel ('reactions'); legend ('left', 'right');
%!error id=delassus:outOfMemory dls_lcp (dls_lcp_setup (2), sparse (1e12, 3));
%!test  % the message ends with what proves the status, whatever was in vain before
%! rand ('twister', 3);
%! for k = 1:200
%!   n = randi (4);
%!   [~, ~, info] = dls_lcp (randi ([-2, 2], n), randi ([-3, 3], n, 1));
%!   proved = ~isempty (strfind (info.message, 'proves that no z'));
%!   assert (proved, strcmp (info.status, 'infeasible'))
%!   only = ~isempty (strfind (info.message, 'only'));
%!   assert (only, strcmp (info.status, 'ray'))
%! end

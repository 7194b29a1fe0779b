function [a, lambda, info] = dls_kkt (M, G, F, b, varargin)
%DLS_KKT  Accelerations and reactions of a system with redundant bilateral constraints.
%   [A, LAMBDA, INFO] = DLS_KKT (M, G, F, B) solves
%       M*a + F = G*lambda      dynamics (F stands on the left)
%       G'*a + b = 0            constraints (gradients are the columns of G)
%   for a symmetric positive semidefinite M (n-by-n, singular allowed) and any G (n-by-m:
%   redundant, m > n, zero or repeated columns, empty). Where the solution is not unique it is
%   the Moore-Penrose one: a and lambda of minimum norm (ALLSTICK (30), (31); of independent
%   constraints (19), (21)). Where there is none it is the
%   least-squares solution, INFO.status is 'inconsistent' and INFO.certificate proves it.
%   F is n-by-k and B m-by-k for k right-hand sides (a single column serves for all): they are
%   solved together, in a third of the time of k calls or less, and judged one by one.
%
%   [A, LAMBDA, INFO] = DLS_KKT (K, F, B) uses K = DLS_KKT_SETUP (M, G).
%   [A, LAMBDA, INFO] = DLS_KKT (S), S a system of DLS_SYSTEM or a mechanism of DLS_MECHANISM: its
%   bilateral constraints, without contacts and friction (they are for DLS_CONTACT). LAMBDA.nb has
%   the reactions, LAMBDA.joint.row those of joints by name, INFO.bodies.name the accelerations of
%   bodies.
%   DLS_KKT (M, G, F, B, OPTS) or (..., 'Option', VALUE, ...): see DLS_OPTIONS ('dls_kkt');
%       'Method'     'auto' | 'cholesky' | 'ldl' | 'lu' | 'qr' | 'dense' | 'mumps' (optional at
%                    build time)
%       'Weight'     minimise lambda'*W*lambda: m positive weights, or an SPD matrix
%       'Tolerance'  relative residual up to which an answer counts as solved (1e-12)
%       'DataAccuracy' relative accuracy of M, G, F and B (1.8e-15): no verdict depends on changes
%                    of the data within it. Up to it a system is "consistent to the accuracy of the
%                    data" and solved by the least-squares solution, INFO.message gives the number
%       'ConstraintAccuracy' absolute errors of B, one or m ([]: none): what lies within them
%                    contradicts nothing. For a B that is a sum of terms which cancel, of 1e-15 of
%                    these, say; for mechanisms and models they are known
%       'MaxTime'    seconds for a solve, the setup before the first one included (Inf)
%       'MaxIterations'  proximal and Krylov steps of a solve (400)
%       'Rho', 'Delta'   the proximal weights on a, relative to M, and on lambda, relative to G'*G
%                    (0: by the method)
%       'RankTolerance'  relative, of 'dense' and of undetermined accelerations (0: by rounding)
%       'Display'    'off' | 'final' | 'iter'
%       'Engine'     'mpi': the same method on 'Workers' processes (2) under mpirun, each with its
%                    part of the system, for one that is too large for a process ("make mpi";
%                    for a cluster see "dls_mpi --help"). When 'MaxTime' is over it is an error. The
%                    last digits may differ from run to run. Accelerations must be determined
%
%   INFO.status      'solved', 'inconsistent' (proved by INFO.certificate), 'undecided' (whether
%                    there is a solution depends on digits that the data do not have),
%                    'inaccurate' (not proved to the tolerance; INFO.message has advice: which
%                    constraints are nearly dependent, which method), 'time_limit', 'interrupted'
%                    (Ctrl-C); of several right-hand sides the worst (INFO.consistent tells them
%                    apart). It does not depend on the units of coordinates and constraints
%   INFO.exitflag    1, -2, -4, -6, 0, 0
%   INFO.residual    recomputed from M, G, F, b as given, one column per right-hand side:
%       .dynamics      |M a + F - G lambda| / (|F| + |M a| + |G lambda|)
%       .constraints   |G'a + b| / (|b| + ||G|'|a||), but for 4 roundings of the accelerations
%                      |G| |F| / |M| that the forces would cause alone: what is at rest is a
%                      difference of these
%       .worst         the largest residual of an equation relative to its own terms, with a and
%                      lambda at the size of the solution in its part of the system: what is
%                      compared with 'Tolerance'
%       .optimality    0 at a least-squares solution
%       .kernel        bound on the part of lambda in ker G, relative to |lambda| (NaN: direct
%                      methods, not measured)
%   INFO.certificate []  or what proves that there is no solution: products vanish to rounding
%                    (columns that are nearly dependent prove nothing), and b'*y, F'*x are more than
%                    accelerations and reactions of 1000 times the size of the least-squares
%                    ones, or the accuracy of the data, could make good
%       .constraints   y with G*y = 0, b'*y ~= 0: the constraints contradict each other
%       .forces        x with M*x = 0, G'*x = 0, F'*x ~= 0: a force that nothing resists
%                      one column per right-hand side, zero for the consistent ones
%   INFO.method, .steps ([proximal; Krylov and projection]), .iterations, .consistent, .message,
%   .rho, .delta (proximal weights used), .fill, .time (s), .tolerance (the larger one of the
%   options 'Tolerance' and 'DataAccuracy'), and .factor: what the factorisation
%   was and cost (.method, .factor_entries, .flops, .setup_time, .factor_time, .analyses); of the
%   engine 'mpi' also .ranks and .memory (bytes: .largest of a rank, .total)
%
%   Minimum-norm reactions depend on the units and the scaling of the constraints (that is of
%   the columns of G); accelerations do not. In the parallelogram with three bars
%   (examples/parallelogram.m), writing the length constraints as s*|P-A|^2 moves the force in
%   the middle bar from -6.9 (s = 0.5) to -3.9 (s = 1000). Choose 'Weight' (bar flexibilities,
%   say) when you mean something by the distribution of redundant reactions, and ask
%   DLS_REDUNDANCY which reactions do not depend on it. In redundant systems with n + m > 5000 or
%   m > n + 500 and columns of G whose lengths differ by 1e3 and more the least norm is known to
%   few digits, by 1e8 and more not at all: the status is 'inaccurate', INFO.residual.kernel tells.
%
%   Example: a beam on three supports
%     M = diag ([1 1/3]);                          % mass, inertia of a bar of length 2
%     G = [1 1 1; -1 0 1];                         % supports at x = -1, 0, 1
%     [a, lambda, info] = dls_kkt (M, G, [9.81; 0], zeros (3, 1));
%     lambda'
%     % ans = 3.2700   3.2700   3.2700
%     info.status
%     % ans = solved
%
%   See also DLS_KKT_SETUP, DLS_REDUNDANCY, DLS_OPTIONS.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin == 3)
    % fast: the gateway checks what it is given; what it refuses is examined, converted, explained
    try
      if (nargout == 2 || nargout == 1)
        [a, lambda] = dls_kkt_mex ('solve', M, G, F);
      else
        [a, lambda, info] = dls_kkt_mex ('solve', M, G, F);
      end
    catch err
      [a, lambda, info] = again (M, G, F, err);
    end
  elseif (nargin > 0 && isstruct (M))
    given = {M};
    if (nargin > 1)
      given = [given, {G}];
    end
    if (nargin > 2)
      given = [given, {F}];
    end
    if (nargin > 3)
      given = [given, {b}, varargin];
    end
    [a, lambda, info] = of_system (given{:});
  elseif (nargin > 0 && isa (M, 'dls_factorisation'))
    error ('delassus:dimension', 'dls_kkt: %d given; expected dls_kkt (K, F, b)', nargin);
  elseif (nargin < 4)
    error ('delassus:dimension', 'dls_kkt: %d given; expected dls_kkt (M, G, F, b)', nargin);
  else
    try
      if (nargout == 1 || nargout == 2)
        [a, lambda] = dls_kkt_mex ('once', M, G, F, b, varargin);
      else
        [a, lambda, info] = dls_kkt_mex ('once', M, G, F, b, varargin);
        if (info.exitflag == -6)
          info.message = [info.message, dls_kkt_advice(G, info, {})];
        end
      end
    catch err
      dls_unless_arguments (err, 'dls_kkt');
      [a, lambda, info] = converted (M, G, F, b, varargin);
    end
  end
  if (nargout == 0)
    dls_show_answer ({'a', 'lambda'}, {a, lambda}, info);
    clear a
  end
end

% What the gateway does not do: other forms of the data, other engines, errors in words.
function [a, lambda, info] = converted (M, G, F, b, opts)
  M = dls_sparse_input (M, 'dls_kkt', 'M', 'square');
  G = dls_sparse_input (G, 'dls_kkt', 'G', size (M, 1));
  if (size (G, 1) ~= size (M, 1) && size (G, 2) == size (M, 1))
    dls_raise ('delassus:dimension', ['dls_kkt: G is %d-by-%d; expected %d rows, one per ', ...
               'coordinate (gradients are columns): is it G''?'], size (G), size (M, 1));
  end
  [F, b] = data_input (F, b, size (M, 1), size (G, 2));
  try
    [a, lambda, info] = dls_kkt_mex ('once', M, G, F, b, opts);
  catch err
    if (~strcmp (err.identifier, 'delassus:engine'))
      dls_raise (err, 'dls_kkt');
    end
    [a, lambda, info] = elsewhere (M, G, F, b, dls_options_mex ('read', 'dls_kkt', opts));
  end
end

% The bilateral constraints of a system or mechanism, reactions by name, too.
function [a, lambda, info] = of_system (S, varargin)
  [S, note] = dls_system_input (S, 'dls_kkt');
  [a, l, info] = dls_kkt (S.M, S.Gb, S.F, S.bb, varargin{:});
  info.message = [info.message, note];
  if (info.exitflag == -6)                     % constraints by name instead of number
    info.message = strrep (info.message, dls_kkt_advice (S.Gb, info, {}), ...
                           dls_kkt_advice (S.Gb, info, S.names.b));
  end
  lambda = dls_by_name (struct ('nb', l), S);
  info = dls_by_name (info, S, a);
  if (S.nu > 0 || any (S.mub > 0))
    info.message = [info.message, '; without contacts and friction: see dls_contact'];
    info.message = info.message(1 + 2 * (info.message(1) == ';'):end);
  end
end

function [a, lambda, info] = elsewhere (M, G, F, b, opts)
  if (~isempty (opts.Weight))
    error ('delassus:option', ['dls_kkt: option ''Weight'' is not for the engine ''mpi''; ', ...
           'expected []: scale the columns of G and b instead']);
  end
  [a, lambda, info] = dls_kkt_processes (struct ('M', M, 'G', G, 'F', F, 'b', b), opts);
end

function [a, lambda, info] = again (K, F, b, err)
  if (isstruct (K))
    [a, lambda, info] = of_system (K, F, b);
    return
  elseif (~isa (K, 'dls_factorisation'))
    error ('delassus:dimension', 'dls_kkt: 3 given; expected dls_kkt (M, G, F, b)');
  elseif (K.id < 0)
    dls_raise (err, 'dls_kkt');
  end
  dls_unless_arguments (err, 'dls_kkt');
  [F, b] = data_input (F, b, K.n, K.m);
  try
    [a, lambda, info] = dls_kkt_mex ('solve', K, F, b);
  catch err
    dls_raise (err, 'dls_kkt');
  end
end

function [F, b] = data_input (F, b, n, m)
  F = dls_vector_input (F, n, 'dls_kkt', 'F', 'coordinate');
  b = dls_vector_input (b, m, 'dls_kkt', 'b', 'constraint');
  if (size (F, 2) ~= size (b, 2))
    if (size (b, 2) == 1)
      b = repmat (b, 1, size (F, 2));
    elseif (size (F, 2) == 1)
      F = repmat (F, 1, size (b, 2));
    else
      dls_raise ('delassus:dimension', ...
                 'dls_kkt: F has %d columns and b has %d; expected as many', size (F, 2), ...
                 size (b, 2));
    end
  end
end

%!test  % a force on what has no mass says nothing about accelerations: who says solved has solved
%! M = sparse ([2^-20 0; 0 0]);
%! G = sparse ([0 0 -3 0; -2^20 -6144 786432 16384]);
%! b = [-8192; -48; 6144; 128];
%! for method = {'auto', 'cholesky', 'ldl', 'lu', 'qr', 'dense'}
%!   [a, ~, info] = dls_kkt (M, G, [0; -1536], b, 'Method', method{1});
%!   assert (info.exitflag < 1 || norm (G' * a + b, Inf) <= 1e-6)
%! end

%!test  % a beam on three supports (also the example of the help)
%! M = diag ([1 1/3]);  G = [1 1 1; -1 0 1];
%! [a, l, info] = dls_kkt (M, G, [9.81; 0], zeros (3, 1));
%! assert (l, 3.27 * [1; 1; 1], 1e-13)
%! assert (a, [0; 0], 1e-15)
%! assert (info.status, 'solved')
%! assert (info.residual.kernel < 1e-12)

%!function check_pinv (method)
%!  % an independent oracle on a singular M with redundant constraints (GOLDEN 2)
%!  M = [2 1 0 0; 1 1 0 0; 0 0 0 0; 0 0 0 3];
%!  G = [1 1 0 1; 0 0 1 0; 1 1 0 1; 0 0 1 2];
%!  F = [1; 2; -3; 4];  b = [1.5; 1.5; -1; 3.5];
%!  z = pinv ([M, -G; G', zeros(4)]) * [-F; -b];
%!  [a, l, info] = dls_kkt (M, G, F, b, 'Method', method);
%!  assert (info.status, 'solved')
%!  assert (info.method, method)
%!  assert ([a; l], z, 1e-12)
%!  assert (a, [-3; 2; 1.5; -1], 1e-12)
%!endfunction
%!test check_pinv ('cholesky')
%!test check_pinv ('ldl')
%!test check_pinv ('lu')
%!test check_pinv ('qr')
%!test check_pinv ('dense')

%!test  % contradicting constraints: least squares and a certificate
%! G = [1 1; 0 0];  F = [1; 2];  b = [1; 3];
%! [a, l, info] = dls_kkt (eye (2), G, F, b);
%! assert (info.status, 'inconsistent')
%! y = info.certificate.constraints;
%! assert (norm (G * y) <= 1e-12 * norm (y) && abs (b' * y) > 0.1 * norm (y))
%! assert (a, [-2; -2], 1e-12)
%! assert (info.residual.optimality < 1e-12)

%!test  % rounding of the data is no contradiction; what is more than their accuracy is
%! G = [1 1; 0 0];  F = [1; 2];
%! [a, l, info] = dls_kkt (eye (2), G, F, [0.1+0.2-0.3; 0]);
%! assert (info.status, 'undecided')                   % below rounding of what F would cause
%! for accuracy = {1e-16, [1e-16; 0]}
%!   [a, l, info] = dls_kkt (eye (2), G, F, [0.1+0.2-0.3; 0], 'ConstraintAccuracy', accuracy{1});
%!   assert (info.status, 'solved')
%!   assert (info.residual.worst < 1e-16)
%! end
%! [a, l, info] = dls_kkt (eye (2), G, F, [1; 2], 'ConstraintAccuracy', 0.4);
%! assert (info.status, 'inconsistent')
%! [a, l, info] = dls_kkt (eye (2), G, F, [1; 2], 'ConstraintAccuracy', 0.6);
%! assert (info.status, 'solved')
%! assert (a, [-1.5; -2], 1e-12)
%! [a, l, info] = dls_kkt (eye (2), G, F, [1; 1+1e-8]);
%! assert (info.status, 'inconsistent')
%! [a, l, info] = dls_kkt (eye (2), G, F, [1; 1+1e-8], 'DataAccuracy', 1e-6);
%! assert (info.status, 'solved')
%! assert (~isempty (strfind (info.message, 'accuracy of the data')))
%! assert (isempty (info.certificate))
%! assert (a, [-1; -2], 1e-7)

%!test  % units that differ by 1e24 change nothing: solved as well as inconsistent, by all methods
%! M = [2 1 0 0; 1 1 0 0; 0 0 0 0; 0 0 0 3];  G = [1 1 0 1; 0 0 1 0; 1 1 0 1; 0 0 1 2];
%! F = [1; 2; -3; 4];  b = [1.5; 1.5; -1; 3.5];
%! D = diag (2 .^ [40 -40 13 -26]);  E = diag (2 .^ [-40 40 20 0]);
%! for method = {'auto', 'cholesky', 'ldl', 'lu', 'qr', 'dense'}
%!   [a, l, info] = dls_kkt (D * M * D, D * G * E, D * F, E * b, 'Method', method{1});
%!   assert (info.status, 'solved')
%!   assert (D * a, [-3; 2; 1.5; -1], 1e-9)
%!   assert (G * (E * l), M * [-3; 2; 1.5; -1] + F, 1e-9)
%!   [a, l, info] = dls_kkt (D * M * D, D * G * E, D * F, E * (b + [1; 0; 0; 0]), ...
%!                           'Method', method{1});
%!   assert (info.status, 'inconsistent')
%!   y = E * info.certificate.constraints;
%!   assert (norm (G * y) <= 1e-12 * norm (y))
%! end

%!test  % MaxTime 0: no time at all, and no error
%! [a, l, info] = dls_kkt (eye (2), [1; 1], [1; 2], 0, 'MaxTime', 0);
%! assert (info.status, 'time_limit')
%! assert (info.exitflag, 0)

%!test  % M = 0: forces move nothing
%! [a, l, info] = dls_kkt (0, [3 -1e11], -1e10, [0; 0], 'Method', 'ldl');
%! assert (info.status, 'solved')
%! assert (a, 0)

%!test  % a force that nothing resists
%! M = diag ([1 0]);  F = [1; 2];
%! [a, l, info] = dls_kkt (M, [], F, []);
%! assert (info.status, 'inconsistent')
%! x = info.certificate.forces;
%! assert (norm (M * x) <= 1e-12 * norm (x) && abs (F' * x) > 0.1)
%! assert (a, [-1; 0], 1e-12)

%!test  % several right-hand sides, one consistent and one not
%! [a, l, info] = dls_kkt (eye (2), [1 1; 0 0], [1; 2], [0 1; 0 3]);
%! assert (info.consistent, [true false])
%! assert (a(:,1), [0; -2], 1e-12)

%!test  % weighted minimum norm: vector and matrix
%! G = [1 1; 0 0];
%! [~, l] = dls_kkt (eye (2), G, [3; 0], [0; 0], 'Weight', [1 2]);
%! assert (l, [2; 1], 1e-13)
%! W = [2 1; 1 2];
%! [~, l] = dls_kkt (eye (2), G, [3; 0], [0; 0], struct ('Weight', W));
%! assert (l, [1.5; 1.5], 1e-13)

%!test  % a column that the weight leaves nothing of but rounding is none
%! M = [9 9; 9 9];  G = [5 -5 5; 0 0 -5];  F = [4; -5];  W = [3 -3 -2; -3 7 6; -2 6 9];
%! for method = {'auto', 'cholesky', 'ldl', 'lu', 'qr', 'dense'}
%!   [~, ~, info] = dls_kkt (M, G, F, [4; 2; -4], 'Weight', W, 'Method', method{1});
%!   assert (info.status, 'inconsistent')
%!   [a, l, info] = dls_kkt (M, G, F, [4; -4; -4], 'Weight', W, 'Method', method{1});
%!   assert (info.status, 'solved')
%!   assert (G' * a, [-4; 4; 4], 1e-12)
%!   assert ([1 1 0] * W * l, 0, 1e-11)                  % no part in ker G, in this metric
%! end

%!test  % nothing at all
%! [a, l, info] = dls_kkt (zeros (0), [], zeros (0, 1), []);
%! assert (isempty (a) && isempty (l))
%! assert (info.status, 'solved')

%!test  % inputs are untouched, also aliases
%! M = speye (3);  M2 = M;  G = sparse ([1; 2; 3]);  F = [1; 2; 3];  F2 = F;
%! a = dls_kkt (M, G, F, 1);
%! assert (M2, speye (3));  assert (F2, [1; 2; 3])

%!test  % the same answers through a factorisation, also for sparse or expanded data
%! M = diag ([1 1/3]);  G = [1 1 1; -1 0 1];  K = dls_kkt_setup (M, G);
%! [a, l, info] = dls_kkt (K, sparse ([9.81; 0]), zeros (3, 1));
%! assert (l, 3.27 * [1; 1; 1], 1e-13)
%! assert (info.status, 'solved')
%! [a, l] = dls_kkt (K, [9.81 0; 0 0], zeros (3, 1));
%! assert (size (l), [3 2])
%!error <gradients are columns.: is it G'\?> dls_kkt (eye (3), [1 0 0; 0 1 0], [1; 2; 3], [0; 0])
%!error <M is 1-by-2; expected a square matrix> dls_kkt ([1 0], [1; 0], [1; 2], 0)
%!error <F is 1-by-2; expected 2 rows.*: is it F'\?> dls_kkt (eye (2), [1; 0], [1 2], 0)
%!error <G is a 2-by-1 int32; .*: double .G.\?> dls_kkt (eye (2), int32 ([1; 0]), [1; 2], 0)
%!error <option 'Tolerance' has no value> dls_kkt (eye (2), [1; 0], [1; 2], 0, 'Tolerance')
%!error <: 7 stands in place of an option's name> dls_kkt (eye (2), [1; 0], [1; 2], 0, 7, 8)
%!error <F is 3-by-1> dls_kkt (dls_kkt_setup (speye (2), [1; 0]), [1; 2; 3], 1)
%!error <b\(1,1\) is Inf> dls_kkt (dls_kkt_setup (speye (2), [1; 0]), [1; 2], Inf)
%!error <complex> dls_kkt (dls_kkt_setup (speye (2), [1; 0]), [1; 2i], 1)
%!error id=delassus:dimension dls_kkt (dls_kkt_setup (speye (2), [1; 0]), [1; 2])

%!error id=delassus:dimension dls_kkt ()
%!error id=delassus:dimension dls_kkt (eye (2))
%!error id=delassus:type dls_kkt (dls_kkt_setup (1, 1), @sin, 1)
%!error id=delassus:type dls_kkt (dls_kkt_setup (1, 1), 1, dls_kkt_setup (1, 1))
%!test  % many redundant constraints in units that differ by 1e15: only the least norm is missed
%! n = 3000;
%! G = spdiags ([ones(n, 1), -ones(n, 1)], [0, 1], n, n - 1);
%! G = [G, G(:,1:9) + G(:,2:10)];
%! m = size (G, 2);
%! s = 2 .^ mod (7 * (1:m)', 53);
%! G = G * spdiags (s / 2 ^ 26, 0, m, m);
%! [a, lambda, info] = dls_kkt (speye (n), G, (1:n)', zeros (m, 1));
%! assert (info.status, 'inaccurate')
%! assert (norm (a - [zeros(n - 1, 1); -n], Inf) < 1e-8 && info.residual.worst < 1e-12)
%! assert (info.residual.kernel, 1)
%! assert (~isempty (strfind (info.message, 'Weight')))
%!test  % advice: which constraints are nearly dependent, and the tolerance for which they are
%! G = sparse ([1, 1, 0; 0, 1e-7, 0; 0, 0, 1]);
%! info = struct ('status', 'inaccurate', 'method', 'ldl', 'residual', struct ('kernel', 1e-7));
%! here = pwd ();
%! cd (fullfile (fileparts (which ('dls_kkt')), 'private'));
%! one = dls_kkt_advice (G, info, {});
%! two = dls_kkt_advice (G, info, {'a.x', 'b.y', 'c.z'});
%! cd (here);
%! assert (~isempty (strfind (one, 'constraints 1, 2; redundant for a ')));
%! assert (~isempty (strfind (one, 'of 1.0e-07; ')));
%! assert (~isempty (strfind (two, 'constraints a.x, b.y; ')));
%!error <choose other units> dls_kkt (1, 1e-200, 1, 1)
%!error id=delassus:notSymmetric dls_kkt ([1e12 0 0; 0 2 1; 0 0 2], [], [1; 1; 1], [])
%!error id=delassus:indefinite dls_kkt ([1 2; 2 1], [1; -1], [1; 1], 1)
%!error id=delassus:type dls_kkt (1, 1, 1, 1, 'Weight', {})
%!test  % a small b is not drowned by large forces, whatever the method
%! for method = {'auto', 'ldl', 'qr', 'dense'}
%!   [a, l, info] = dls_kkt (eye (2), [1 1; 0 1], 1e8 * [1; 2], [1; 1], 'Method', method{1});
%!   assert (a, [-1; 0], 1e-11)
%!   assert (info.status, 'solved')
%! end
%!error id=delassus:dimension dls_kkt (ones (2, 3), 1, 1, 1)
%!error <G is 3-by-1> dls_kkt (eye (2), ones (3, 1), [1; 1], 1)
%!error <F is 3-by-1> dls_kkt (eye (2), ones (2, 1), ones (3, 1), 1)
%!error id=delassus:dimension dls_kkt (eye (2), ones (2, 1), ones (2, 2), ones (1, 3))
%!error <M\(2,1\)|M\(1,2\)> dls_kkt ([1 2; 0 1], [1; 0], [1; 1], 1)
%!error id=delassus:indefinite dls_kkt (diag ([1 -1]), [1; 0], [1; 1], 1)
%!error <unit vector d> dls_kkt ([1 2; 2 1], [], [1; 1], [])
%!error id=delassus:notFinite dls_kkt ([NaN 0; 0 1], [1; 0], [1; 1], 1)
%!error id=delassus:notFinite dls_kkt (eye (2), [Inf; 0], [1; 1], 1)
%!error <F\(2,1\) is NaN> dls_kkt (eye (2), [1; 0], [1; NaN], 1)
%!error <complex> dls_kkt (1i * eye (2), [1; 0], [1; 1], 1)
%!error <int32> dls_kkt (int32 (eye (2)), [1; 0], [1; 1], 1)
%!error <logical> dls_kkt (eye (2), true (2, 1), [1; 1], 1)
%!error <cell> dls_kkt (eye (2), [1; 0], {1}, 1)
%!error <the text 'a'> dls_kkt (eye (2), [1; 0], [1; 1], 'a')
%!error <Methd> dls_kkt (1, 1, 1, 1, 'Methd', 'qr')
%!error <fast> dls_kkt (1, 1, 1, 1, 'Method', 'fast')
%!error id=delassus:option dls_kkt (1, 1, 1, 1, 'Tolerance', 'small')
%!error id=delassus:option dls_kkt (1, 1, 1, 1, 3)
%!error <'ConstraintAccuracy' is no number> dls_kkt (1, 1, 1, 1, 'ConstraintAccuracy', [1 2])
%!error <accuracy of b.1. is -1> dls_kkt (1, 1, 1, 1, 'ConstraintAccuracy', -1)
%!error <'Engine' is the text 'gpu'> dls_kkt (1, 1, 1, 1, 'Engine', 'gpu')
%!error <'Workers' is 0> dls_kkt (1, 1, 1, 1, 'Engine', 'mpi', 'Workers', 0)
%!error <'Method' is the text 'qr'> dls_kkt (1, 1, 1, 1, 'Engine', 'mpi', 'Method', 'qr')
%!error <'Weight' is not for> dls_kkt (1, 1, 1, 1, 'Engine', 'mpi', 'Weight', 2)
%!error <expected local> dls_kkt_setup (1, 1, 'Engine', 'mpi')
%!test % what nothing determines moves one coordinate a million times less than the others
%! for k = 1:3
%!   v = circshift ([1; 1; 1e-6], k);
%!   v = v / norm (v);
%!   a = [3; -5; 2] - v * (v' * [3; -5; 2]);
%!   for method = {'auto', 'cholesky', 'ldl', 'lu', 'qr', 'dense'}
%!     M = eye (3) - v * v';
%!     assert (dls_kkt (M, zeros (3, 0), -M * a, zeros (0, 1), 'Method', method{1}), a, 1e-13)
%!   end
%! end
%!test assert (dls_kkt (dls_kkt_setup (1, 1, dls_options ('dls_kkt')), 1, 2), -2, 1e-14)
%!error id=delassus:indefinite dls_kkt (1, 1, 1, 1, 'Weight', -1)
%!error id=delassus:dimension dls_kkt (1, 1, 1, 1, 'Weight', [1 2])

%!demo
%! % a beam with a load out of its middle, on 2, 3, 5 and 9 supports, which share it
%! hold on
%! for m = [2 3 5 9]
%!   x = linspace (-1, 1, m);
%!   [a, lambda] = dls_kkt (diag ([1 1/3]), [ones(1, m); x], [9.81; 3], zeros (m, 1));
%!   plot (x, lambda, 'o-');
%! end
%! xlabel ('place of the support'); ylabel ('reaction'); legend ('2', '3', '5', '9');

%!test  % rows of rounding, no mass: 'solved' is true of the caller's F, or it is not said
%! said = {};
%! for seed = 1:60
%!   rand ('twister', seed);
%!   randn ('twister', seed);
%!   n = 8 + randi (10);
%!   m = n + randi (12);
%!   G = randn (n, m) .* (rand (n, m) < 0.4);
%!   for k = 1:randi (3)
%!     G(k,:) = randn (1, m) .* 10 .^ (-14 - 12 * rand (1, m)) .* (rand (1, m) < 0.8);
%!   end
%!   F = G * (100 * rand (m, 1));
%!   [~, x, info] = dls_kkt (sparse (n, n), sparse (G), F, zeros (m, 1));
%!   said{end+1} = info.status;
%!   assert (~strcmp (info.status, 'solved') || norm (G * x - F) <= 1e-5 * norm (F))
%! end
%! assert (sum (strcmp (said, 'solved')) > 30)

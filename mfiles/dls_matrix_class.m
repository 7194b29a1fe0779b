function C = dls_matrix_class (A)
%DLS_MATRIX_CLASS  Which classes of the theory of complementarity a square matrix belongs to.
%   C = DLS_MATRIX_CLASS (A) returns a struct with one field per class:
%     symmetric             A = A'
%     PD, PSD               z'*A*z > 0 (>= 0) for all z ~= 0: unique solutions (convex sets)
%     P, P0                 all principal minors > 0 (>= 0): P exactly when dls_lcp has one
%                           solution for every q
%     copositive            z'*A*z >= 0 for all z >= 0
%     strictly_copositive   z'*A*z > 0 for all z >= 0, z ~= 0: solutions for every q
%     copositive_plus       copositive, and z'*A*z = 0 implies (A + A')*z = 0: a solution whenever
%                           there are z, w >= 0
%     Z, M                  no positive entries off the diagonal; Z and P
%   Each field has
%     .holds    'yes', 'no', or 'undecided'
%     .why      the test that decided
%     .witness  [] or, where it does not hold, what refutes it: a vector z; of P and P0 the 0/1
%               indicator of a principal minor; of Z, M and symmetric that of two indices or a
%               vector, see .why
%   Exact up to rounding for n <= 16; beyond, tests that suffice, and 'undecided' where they do
%   not. Without an output it prints a table.
%
%   Example:
%     C = dls_matrix_class ([2 -1; -1 2]);
%     C.M.holds
%     % ans = yes
%
%   See also DLS_LCP, DLS_LCP_ALL.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin ~= 1)
    error ('delassus:dimension', 'dls_matrix_class: %d arguments; expected a matrix', nargin);
  end
  A = dls_square_input (A, 'dls_matrix_class', 'A');
  try
    S = dls_matrix_class_mex (A);
  catch err
    dls_raise (err, 'dls_matrix_class');
  end
  C = struct ();
  for k = 1:numel (S)
    C.(S(k).name) = struct ('holds', S(k).holds, 'why', S(k).why, 'witness', S(k).witness);
  end
  if (nargout == 0)
    fprintf ('%d-by-%d matrix\n', size (A));
    for k = 1:numel (S)
      fprintf ('  %-20s %-10s %s\n', S(k).name, S(k).holds, S(k).why);
    end
    clear C
  end
end

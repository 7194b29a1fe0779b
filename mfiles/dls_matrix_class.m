function C = dls_matrix_class (A, varargin)
%DLS_MATRIX_CLASS  Which classes of the theory of complementarity a square matrix belongs to.
%   C = DLS_MATRIX_CLASS (A) returns a struct with one field per class:
%     symmetric             A = A'
%     PD, PSD               z'*A*z > 0 (>= 0) for all z ~= 0: unique solutions (convex sets)
%     P, P0                 all principal minors > 0 (>= 0): P exactly when dls_lcp has one
%                           solution for every q
%     copositive            z'*A*z >= 0 for all z >= 0
%     strictly_copositive   z'*A*z > 0 for all z >= 0, z ~= 0: solutions for every q
%     copositive_plus       copositive, and z >= 0, z'*A*z = 0 imply (A + A')*z = 0: a solution
%                           whenever there are z, w >= 0
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
    error ('delassus:dimension', 'dls_matrix_class: %d given; expected a matrix', nargin);
  end
  A = dls_sparse_input (A, 'dls_matrix_class', 'A', 'square');
  try
    S = dls_matrix_class_mex (A);
  catch err
    dls_finite_input (A, 'dls_matrix_class', 'A');
    dls_raise (err, 'dls_matrix_class');
  end
  C = struct ();
  for k = 1:numel (S)
    C.(S(k).name) = struct ('holds', S(k).holds, 'why', S(k).why, 'witness', S(k).witness);
  end
  if (nargout == 0)
    fprintf ('%d-by-%d matrix\n  %-20s %-10s %s\n', size (A), 'class', 'holds', 'why');
    for k = 1:numel (S)
      fprintf ('  %-20s %-10s %s\n', S(k).name, S(k).holds, S(k).why);
    end
    clear C
  end
end

%!function check (A, yes, no)
%!  C = dls_matrix_class (A);
%!  for k = 1:numel (yes)
%!    assert (C.(yes{k}).holds, 'yes', sprintf ('%s', yes{k}))
%!  end
%!  for k = 1:numel (no)
%!    assert (C.(no{k}).holds, 'no', sprintf ('%s', no{k}))
%!  end
%!endfunction
%!test check ([2 -1; -1 2], {'symmetric', 'PD', 'P', 'strictly_copositive', 'Z', 'M'}, {})
%!test check ([1 1; 1 1], {'PSD', 'P0', 'copositive_plus', 'symmetric'}, {'PD', 'P', 'Z', 'M'})
%!test check ([0 -1; 1 0], {'PSD', 'P0', 'copositive_plus'}, {'PD', 'P', 'symmetric', 'Z'})
%!test check ([1 2; 0 1], {'P', 'copositive'}, {'PD', 'symmetric'})
%!test check ([0 1; 1 0], {'copositive'}, {'PSD', 'P0', 'copositive_plus', 'strictly_copositive'})
%!test check (-1, {'Z', 'symmetric'}, {'PSD', 'P0', 'copositive'})
%!test check ([1 4; 0 1], {'P', 'strictly_copositive'}, {'PD', 'PSD'})

%!test  % witnesses are checked by arithmetic
%! A = [1 -3; -3 1];
%! C = dls_matrix_class (A);
%! z = C.copositive.witness;
%! assert (all (z >= 0) && z' * A * z < 0)
%! s = logical (C.P.witness);
%! assert (det (A(s,s)) <= 0)

%!test  % the table; nothing
%! t = evalc ('dls_matrix_class (eye (3))');
%! assert (~isempty (strfind (t, 'copositive_plus')))
%! C = dls_matrix_class ([]);
%! assert (C.PD.holds, 'yes')
%!error id=delassus:dimension dls_matrix_class ()
%!error id=delassus:dimension dls_matrix_class (ones (2, 3))
%!error id=delassus:notFinite dls_matrix_class ([1 NaN; 0 1])
%!error id=delassus:type dls_matrix_class ({1})
%!error id=delassus:type dls_matrix_class (@sin)
%!error id=delassus:type dls_matrix_class (int8 (1))
%!error id=delassus:type dls_matrix_class ('text')
%!error <complex> dls_matrix_class (1i)

%!demo
%! % for which a and b is [1 a; b 1] a P-matrix: one solution for every q?
%! is_p = @(p) double (strcmp (dls_matrix_class ([1 p.a; p.b 1]).P.holds, 'yes'));
%! R = dls_sweep (is_p, struct ('a', -3:0.5:3, 'b', -3:0.5:3), 'Engine', 'serial');
%! dls_plot_map (R, 'Title', 'P-matrix');

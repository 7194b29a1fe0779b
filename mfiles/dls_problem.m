function P = dls_problem (varargin)
%DLS_PROBLEM  A friction problem (Coulomb, one step or one impact): build and check it.
%   P = DLS_PROBLEM ('M', M, 'H', H, 'f', f, 'w', w, 'mu', mu, 'd', d)      global form
%       M*v + f = H'*r,   u = H*v + w
%   P = DLS_PROBLEM ('W', W, 'q', q, 'mu', mu, 'd', d)                      local form
%       u = W*r + q
%   In both, for each of the nc contacts,
%       K* ni u + mu*|u_T|*e_N  _|_  r in K = {|r_T| <= mu*r_N}.
%   r and u go contact by contact, the normal component first: (N,T1,T2) in 3D, (N,T) in 2D.
%     'M'    n-by-n, symmetric positive semidefinite (may be singular)
%     'H'    (d*nc)-by-n, no zero rows
%     'f'    n-by-1, on the left as everywhere here; absent: zero
%     'w'    (d*nc)-by-1; absent: zero
%     'W'    (d*nc)-by-(d*nc), as it is: may be rank deficient and, as measured or rounded
%            matrices are, slightly unsymmetric (by 1 % of its largest entry)
%     'q'    (d*nc)-by-1; absent: zero
%     'mu'   friction coefficients, nc of them or one for all: 0 frictionless, Inf never slides
%     'd'    2 or 3; may be absent when mu has nc entries
%   P has fields with these names (matrices sparse, vectors full columns, mu nc-by-1),
%   P.kind = 'friction', P.form = 'global' or 'local', and P.nc.
%   DLS_PROBLEM (P, 'mu', mu, ...) changes data of an existing problem.
%
%   Example: a block of mass 2 falls with 1 m/s on the floor and drifts with 3 m/s, mu = 0.5
%     P = dls_problem ('M', 2*eye (2), 'H', [0 1; 1 0], 'f', -2*[3; -1], 'mu', 0.5, 'd', 2);
%     v = [2.5; 0];  r = [2; -1];                 % it slides on: the impulse stops the fall
%     dls_residual (P, r, v)
%     % ans = 0
%
%   See also DLS_RESIDUAL, DLS_READ, DLS_WRITE.
% SPDX-License-Identifier: GPL-3.0-or-later
  names = {'M', 'H', 'f', 'w', 'W', 'q', 'mu', 'd'};
  g = struct ();
  if (nargin > 0 && isstruct (varargin{1}) && isscalar (varargin{1}))
    g = varargin{1};
    g = rmfield (g, setdiff (fieldnames (g), names));
    varargin(1) = [];
  end
  if (mod (numel (varargin), 2) ~= 0 || ~iscellstr (varargin(1:2:end)))
    error ('delassus:option', 'dls_problem: expected pairs of a name and its value');
  end
  for k = 1:2:numel (varargin)
    g.(varargin{k}) = varargin{k+1};
  end
  absent = names(~isfield (g, names));
  if (numel (fieldnames (g)) + numel (absent) > numel (names))
    unknown = setdiff (fieldnames (g), names);
    error ('delassus:option', 'dls_problem: unknown name ''%s''; expected one of %s', ...
           unknown{1}, strjoin (names, ', '));
  end
  for k = 1:numel (absent)
    g.(absent{k}) = [];
  end
  is_global = any ([size(g.M), size(g.H)]);      % [] alone is 0-by-0
  if (is_global && any ([size(g.W), size(g.q)]))
    error ('delassus:option', ...
           'dls_problem: both M, H and W, q are given; expected the global or the local form');
  elseif (~is_global && any ([size(g.f), size(g.w)]))
    error ('delassus:option', ...
           'dls_problem: f or w without M and H; expected M, H, f, w or W, q');
  end
  if (is_global)
    P = global_form (g);
  else
    P = local_form (g);
  end
end

function P = global_form (g)
  M = matrix (g.M, 'M', true);
  n = size (M, 1);
  H = matrix (g.H, 'H', false);
  if (~any (size (H)))
    H = sparse (0, n);
  end
  rows = size (H, 1);
  if (size (H, 2) ~= n)
    error ('delassus:dimension', ['dls_problem: H is %d-by-%d and M is %d-by-%d; expected H ', ...
           'with %d columns (u = H*v + w: one row of H per component of u)'], ...
           rows, size (H, 2), n, n, n);
  end
  check_mass (M);
  empty = find (~any (H, 2), 1);
  if (~isempty (empty))
    error ('delassus:structure', ...
           'dls_problem: row %d of H is zero; expected a direction of motion', empty);
  end
  [mu, d] = friction (g.mu, g.d, rows, 'H');
  P = struct ('kind', 'friction', 'form', 'global', 'd', d, 'nc', rows / d, 'M', M, 'H', H, ...
              'f', vector (g.f, n, 'f'), 'w', vector (g.w, rows, 'w'), 'mu', mu);
end

function P = local_form (g)
  W = matrix (g.W, 'W', true);
  rows = size (W, 1);
  allowed = 1e-2 * full (max (max (abs (W))));
  [i, j] = find (abs (W - W') > allowed, 1);
  if (~isempty (i))
    error ('delassus:notSymmetric', ...
           'dls_problem: W is not symmetric: W(%d,%d) = %g and W(%d,%d) = %g', ...
           i, j, full (W(i,j)), j, i, full (W(j,i)));
  end
  bad = find (diag (W) < -allowed, 1);
  if (~isempty (bad))
    error ('delassus:indefinite', ...
           'dls_problem: W is not positive semidefinite: W(%d,%d) = %g', bad, bad, ...
           full (W(bad,bad)));
  end
  [mu, d] = friction (g.mu, g.d, rows, 'W');
  P = struct ('kind', 'friction', 'form', 'local', 'd', d, 'nc', rows / d, 'W', W, ...
              'q', vector (g.q, rows, 'q'), 'mu', mu);
end

% Exactly symmetric with a Cholesky factor: nothing to say. Otherwise the check that knows
% semidefinite and rounded matrices, and names what is wrong.
function check_mass (M)
  if (nnz (M - M') == 0)
    [~, failed, ~] = chol (M);
    if (failed == 0)
      return
    end
  end
  try
    dls_kkt_setup (M, sparse (size (M, 1), 0));
  catch err
    dls_raise (err, 'dls_problem');
  end
end

% The first test is all that good data pay for; the shared checks name what is wrong.
function A = matrix (A, name, square)
  if (~(isa (A, 'double') && isreal (A) && ndims (A) == 2 && all (isfinite (nonzeros (A))) ...
        && (~square || size (A, 1) == size (A, 2))))
    if (square)
      A = dls_square_input (A, 'dls_problem', name);
    end
    A = dls_sparse_input (A, 'dls_problem', name);
    dls_finite_input (A, 'dls_problem', name);
  elseif (~issparse (A))
    A = sparse (A);
  end
end

function x = vector (x, count, name)
  if (isempty (x) && isa (x, 'double'))
    x = zeros (count, 1);
  elseif (~(isa (x, 'double') && isreal (x) && size (x, 1) == count && size (x, 2) == 1 ...
            && ~issparse (x) && all (isfinite (x))))
    x = dls_vector_input (x, count, 'dls_problem', name);
  end
end

function [mu, d] = friction (mu, d, rows, name)
  if (~(isa (mu, 'double') && isreal (mu) && (isvector (mu) || isempty (mu))))
    error ('delassus:type', 'dls_problem: mu is %s; expected real friction coefficients', ...
           dls_describe (mu));
  end
  if (isempty (d) && any (rows == [2 3] * numel (mu)) && rows > 0)
    d = rows / numel (mu);
  elseif (~(isa (d, 'double') && isscalar (d) && (d == 2 || d == 3)))
    error ('delassus:option', 'dls_problem: d is %s; expected 2 or 3', dls_describe (d));
  end
  nc = rows / d;
  if (nc ~= floor (nc))
    error ('delassus:dimension', 'dls_problem: %s has %d rows; expected a multiple of d = %d', ...
           name, rows, d);
  elseif (numel (mu) ~= nc && ~isscalar (mu))
    error ('delassus:dimension', ['dls_problem: mu has %d entries; expected %d, one per ', ...
           'contact (%s has %d rows, d = %d), or one for all'], numel (mu), nc, name, rows, d);
  end
  bad = find (~(mu >= 0), 1);
  if (~isempty (bad))
    error ('delassus:option', 'dls_problem: mu(%d) is %g; expected mu >= 0', bad, full (mu(bad)));
  end
  mu = full (reshape (mu, [], 1)) .* ones (nc, 1);
end

%!test  % the example of the help
%! P = dls_problem ('M', 2*eye (2), 'H', [0 1; 1 0], 'f', -2*[3; -1], 'mu', 0.5, 'd', 2);
%! assert (dls_residual (P, [2; -1], [2.5; 0]), 0, 1e-15)
%! assert ({P.kind, P.form, P.d, P.nc}, {'friction', 'global', 2, 1})
%! assert (issparse (P.M) && issparse (P.H))
%! assert (P.w, [0; 0])

%!test  % local; scalar mu expands; d from mu
%! P = dls_problem ('W', eye (6), 'q', (1:6)', 'mu', 0.3, 'd', 3);
%! assert (P.mu, [0.3; 0.3])
%! assert ({P.form, P.nc}, {'local', 2})
%! assert (isequal (dls_problem ('W', eye (6), 'q', (1:6)', 'mu', [0.3 0.3]), P))
%! assert (dls_problem ('W', eye (6), 'mu', [0 Inf 1]).d, 2)
%! assert (dls_problem (P, 'mu', [0; Inf]).mu, [0; Inf])
%! assert (isequal (dls_problem (P), P))

%!test  % rank deficient and slightly unsymmetric W is kept; semidefinite M
%! W = ones (2) + [0 1e-3; 0 0];
%! assert (full (dls_problem ('W', W, 'mu', 1, 'd', 2).W), W)
%! assert (dls_problem ('M', diag ([1 0]), 'H', eye (2), 'mu', 1, 'd', 2).nc, 1)

%!test  % no contacts, no coordinates
%! P = dls_problem ('M', eye (2), 'H', zeros (0, 2), 'mu', [], 'd', 3);
%! assert ({P.nc, size(P.w), size(P.mu)}, {0, [0 1], [0 1]})
%! P = dls_problem ('W', zeros (0), 'mu', 1, 'd', 2);
%! assert ({P.nc, P.form, size(P.mu)}, {0, 'local', [0 1]})

%!error id=delassus:option dls_problem ('W', eye (2), 'mu', -1, 'd', 2)
%!error id=delassus:option dls_problem ('W', eye (2), 'mu', NaN, 'd', 2)
%!error id=delassus:option dls_problem ('W', eye (4), 'mu', 1, 'd', 4)
%!error id=delassus:option dls_problem ('W', eye (4), 'mu', 1)
%!error id=delassus:option dls_problem ('W', eye (4), 'mu', 1, 'd')
%!error id=delassus:option dls_problem ('W', eye (2), 'M', 1, 'H', [1; 1], 'mu', 1, 'd', 2)
%!error id=delassus:option dls_problem ('W', eye (2), 'f', 1, 'mu', 1, 'd', 2)
%!error id=delassus:option dls_problem ('A', eye (2))
%!error id=delassus:type dls_problem ('W', eye (2), 'mu', 'x', 'd', 2)
%!error id=delassus:type dls_problem ('W', single (1), 'mu', 1, 'd', 2)
%!error id=delassus:dimension dls_problem ('W', eye (3), 'mu', 1, 'd', 2)
%!error id=delassus:dimension dls_problem ('W', eye (4), 'mu', [1 1 1], 'd', 2)
%!error id=delassus:dimension dls_problem ('W', eye (4), 'mu', [], 'd', 2)
%!error id=delassus:dimension dls_problem ('W', ones (2, 3), 'mu', 1, 'd', 2)
%!error id=delassus:dimension dls_problem ('W', eye (2), 'q', 1, 'mu', 1, 'd', 2)
%!error <H is 2-by-3 and M is 2-by-2> dls_problem ('M', eye (2), 'H', ones (2, 3), 'mu', 1, 'd', 2)
%!error id=delassus:dimension dls_problem ('M', 1, 'H', [1; 1], 'f', [1; 2], 'mu', 1, 'd', 2)
%!error id=delassus:dimension dls_problem ('H', [1; 1], 'mu', 1, 'd', 2)
%!error id=delassus:indefinite dls_problem ('M', -1, 'H', [1; 1], 'mu', 1, 'd', 2)
%!error id=delassus:indefinite dls_problem ('M', [1 2; 2 1], 'H', eye (2), 'mu', 1, 'd', 2)
%!error id=delassus:notSymmetric dls_problem ('M', [1 0.5; 0 1], 'H', eye (2), 'mu', 1, 'd', 2)
%!error id=delassus:notSymmetric dls_problem ('W', [1 0.5; 0 1], 'mu', 1, 'd', 2)
%!error id=delassus:indefinite dls_problem ('W', [1 0; 0 -1], 'mu', 1, 'd', 2)
%!error <row 2 of H is zero> dls_problem ('M', 1, 'H', [1; 0], 'mu', 1, 'd', 2)
%!error id=delassus:notFinite dls_problem ('M', 1, 'H', [1; NaN], 'mu', 1, 'd', 2)
%!error id=delassus:notFinite dls_problem ('M', Inf, 'H', [1; 1], 'mu', 1, 'd', 2)
%!error id=delassus:notFinite dls_problem ('W', eye (2), 'q', [1; Inf], 'mu', 1, 'd', 2)

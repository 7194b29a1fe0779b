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
%     'H'    (d*nc)-by-n; a zero row is a direction in which nothing moves
%     'f'    n-by-1, on the left as everywhere here; absent: zero
%     'w'    (d*nc)-by-1; absent: zero
%     'W'    (d*nc)-by-(d*nc), as it is: may be rank deficient and, as measured or rounded
%            matrices are, slightly unsymmetric (by 1 % of its largest entry)
%     'q'    (d*nc)-by-1; absent: zero
%     'mu'   friction coefficients, nc of them or one for all: 0 frictionless, Inf never slides
%     'd'    2 or 3; may be absent when mu has nc entries
%   P has fields with these names (matrices sparse, vectors full columns, mu nc-by-1),
%   P.kind = 'friction', P.form = 'global' or 'local', and P.nc.
%   Other laws than Coulomb's disk, P.kind = 'law', for DLS_FRICTION, DLS_RESIDUAL,
%   DLS_FRICTION_EXISTS, DLS_VERIFY (theory in the manual; entries one per contact, or one for all):
%     'mu'         nc-by-2 (3D): an ellipse, (r_T1/mu1)^2 + (r_T2/mu2)^2 <= r_N^2, where -u_T'*r_T
%                  is as large as it can be: r_T is not along u_T
%     'angle'      its axes are T1 and T2 turned by this angle
%     'mu'         @(s), nc-by-1 (or nc-by-2) for slips s = |u_T|, nc-by-1: Stribeck; 'd' is needed
%     'cohesion'   c (an impulse): 0 <= r_N + c _|_ u_N >= 0, |r_T| <= mu*(r_N + c). A contact that
%                  opens still pulls with c in this step
%     'rolling'    m (a length), 2 more rows per contact (1 in 2D) behind the tangents: relative
%                  rotation; the moment is at most m*r_N, and where it rolls against it
%     'spinning'   m (a length), one more row, the last one (3D): the same about the normal
%   r and u then have P.rows entries for each contact; r_N + c stands for r_N where there is c.
%   DLS_PROBLEM (P, 'mu', mu, ...) changes data of an existing problem.
%   P = DLS_PROBLEM (MODEL, T, Q, V, H) is that of the step of length H from (T, Q, V) of Moreau and
%   Jean, for the contacts that close in it (P.name tells which; with the model's cohesion, a
%   'law'); in local form where the model has bilateral constraints, or contacts that are compliant
%   or creep (W is larger on its diagonal). DLS_PROBLEM (..., 'Option', VALUE, ...) takes options of
%   DLS_SIMULATE.
%   P = DLS_PROBLEM (B, H, ...) is that of a mechanism of DLS_MECHANISM from its present state.
%
%   Example: a block of mass 2 falls with 1 m/s on the floor and drifts with 3 m/s, mu = 0.5
%     P = dls_problem ('M', 2*eye (2), 'H', [0 1; 1 0], 'f', -2*[3; -1], 'mu', 0.5, 'd', 2);
%     v = [2.5; 0];  r = [2; -1];                 % it slides on: the impulse stops the fall
%     dls_residual (P, r, v)
%     % ans = 0
%   Example: a ball of radius 0.1 that rolls and spins, slowed by moments
%     [M, R] = deal (diag ([1 1 1 0.004 0.004 0.004]), 0.1);
%     H = [0 0 1 0 0 0; 1 0 0 0 -R 0; 0 1 0 R 0 0; zeros(3), eye(3)];       % N, T1, T2, moments
%     v = [1; 0; 0; 0; 10; 5];
%     P = dls_problem ('M', M, 'H', H, 'f', -M*v + [0; 0; 0.0981; 0; 0; 0], 'mu', 0.5, 'd', 3, ...
%                      'rolling', 0.01, 'spinning', 0.001);
%     [r, u, v] = dls_friction (P, 'Tolerance', 1e-12);
%     r'                                                  % slows down by 7/1000 m/s
%     % ans = 0.0981  -0.0070  0.0000  0.0000  -0.0010  -0.0001
%
%   See also DLS_FRICTION, DLS_RESIDUAL, DLS_READ, DLS_WRITE.
% SPDX-License-Identifier: GPL-3.0-or-later
  names = {'M', 'H', 'f', 'w', 'W', 'q', 'mu', 'd', 'angle', 'cohesion', 'rolling', 'spinning'};
  kind = '';
  if (nargin > 0 && isstruct (varargin{1}) && isscalar (varargin{1}) ...
      && isfield (varargin{1}, 'kind'))
    kind = varargin{1}.kind;
  end
  if (strcmp (kind, 'mechanism'))
    B = varargin{1};
    dls_mechanism_input (B, 'dls_problem');
    varargin = [{B, B.t, B.q, B.v}, varargin(2:end)];
  end
  if (any (strcmp (kind, {'model', 'mechanism'})))
    if (numel (varargin) < 5)
      error ('delassus:dimension', ['dls_problem: %d given; expected model, t, q, v, h, ', ...
             'or mechanism, h'], nargin);
    end
    P = dls_problem_step (varargin{:});
    return
  elseif (nargin > 0 && isstruct (varargin{1}) && isscalar (varargin{1}))
    if (~strcmp (kind, 'law'))
      dls_kind_input (varargin{1}, 'friction', 'dls_problem');
    end
    varargin = [of_struct(varargin{1}, names), varargin(2:end)];
  end
  if (mod (numel (varargin), 2) ~= 0 || ~iscellstr (varargin(1:2:end)) ...
      || any (cellfun ('size', varargin(1:2:end), 1) ~= 1))
    error ('delassus:option', 'dls_problem: expected pairs of a name and its value');
  end
  g = cell2struct (varargin(2:2:end), varargin(1:2:end), 2);
  given = isfield (g, names);
  if (2 * sum (given) < numel (varargin))
    g = later_wins (varargin, names);
    given = isfield (g, names);
  end
  for k = find (~given)
    g.(names{k}) = [];
  end
  if (~any (given(1:6)))
    error ('delassus:option', 'dls_problem: no data are given; expected M, H, f, w or W, q');
  elseif (any (given([1 2])) && any (given([5 6])))
    error ('delassus:option', ...
           'dls_problem: both M, H and W, q are given; expected the global or the local form');
  elseif (any (given([3 4])) && ~any (given([1 2])))
    error ('delassus:option', ...
           'dls_problem: f or w without M and H; expected M, H, f, w or W, q');
  elseif (given(1) || given(2))
    P = global_form (g);
  else
    P = local_form (g);
  end
  if (nargout == 0)
    dls_show (P)
    clear P
  end
end

function g = later_wins (pairs, names)
  for k = 1:2:numel (pairs)
    if (~any (strcmp (pairs{k}, names)))
      unknown_name (pairs{k}, names);
    end
    g.(pairs{k}) = pairs{k+1};
  end
end

function unknown_name (name, names)
  error ('delassus:option', 'dls_problem: unknown name ''%s''; expected one of %s%s', name, ...
         strjoin (names, ', '), dls_nearest_name (name, names));
end

function pairs = of_struct (P, names)
  made = {'kind', 'form', 'nc', 'rows', ...
          'name', 'file', 'info', 'guesses', 'solution'};                       % by dls_read
  others = setdiff (fieldnames (P)', [names, made]);
  if (~isempty (others))
    unknown_name (others{1}, names);
  end
  names = names(isfield (P, names));
  pairs = cell (2, numel (names));
  for k = 1:numel (names)
    pairs(:,k) = [names(k); {P.(names{k})}];
  end
  pairs = reshape (pairs, 1, []);
end

function P = global_form (g)
  if (~usual (g.M, g.H, g.f, g.w))
    g = checked_global (g);
  end
  % exactly symmetric with a Cholesky factor: nothing to say
  if (nnz (g.M - g.M') > 0 || ~dls_has_factor (g.M))
    dls_finite_input (g.M, 'dls_problem', 'M', 'mass');
  end
  P = struct ('kind', 'friction', 'form', 'global', 'd', {g.d}, 'nc', 0, 'M', g.M, 'H', g.H, ...
              'f', g.f, 'w', g.w);
  P = friction (g, size (g.H, 1), 'H', P);
end

function P = local_form (g)
  if (~usual (g.W, g.W, g.q, g.q))
    g.W = dls_sparse_input (g.W, 'dls_problem', 'W', 'square');
    dls_finite_input (g.W, 'dls_problem', 'W');
    g.q = dls_vector_input (or_zeros (g.q, size (g.W, 1)), size (g.W, 1), 'dls_problem', 'q');
  end
  if (nnz (g.W - g.W') > 0 || any (diag (g.W) < 0))
    nearly_semidefinite (g.W);
  end
  P = struct ('kind', 'friction', 'form', 'local', 'd', {g.d}, 'nc', 0, 'W', g.W, 'q', g.q);
  P = friction (g, size (g.W, 1), 'W', P);
end

% What rounding and measurement do to W is accepted.
function nearly_semidefinite (W)
  allowed = 1e-2 * full (max (max (abs (W))));
  [i, j] = find (abs (W - W') > allowed, 1);
  bad = find (diag (W) < -allowed, 1);
  if (~isempty (i))
    error ('delassus:notSymmetric', ...
           'dls_problem: W is not symmetric: W(%d,%d) = %g and W(%d,%d) = %g', ...
           i, j, full (W(i,j)), j, i, full (W(j,i)));
  elseif (~isempty (bad))
    error ('delassus:indefinite', ...
           'dls_problem: W is not positive semidefinite: W(%d,%d) = %g', bad, bad, ...
           full (W(bad,bad)));
  end
end

% One test, all that good data in their final types pay for: M square, H with as many columns, f
% and w with as many rows as M and H, finite (the sum is, then; overflow sends it the long way).
function yes = usual (M, H, f, w)
  n = size (M, 1);
  yes = issparse (M) && issparse (H) && isa (f, 'double') && isa (w, 'double') ...
        && isa (M, 'double') && isa (H, 'double') && size (M, 2) == n && size (H, 2) == n ...
        && size (f, 1) == n && size (w, 1) == size (H, 1) && size (f, 2) == 1 ...
        && size (w, 2) == 1 && ~issparse (f) && ~issparse (w) ...
        && isreal (M) && isreal (H) && isreal (f) && isreal (w) ...
        && isfinite (sum (sum (M)) + sum (sum (H)) + sum (f) + sum (w));
end

% The shared checks name what is wrong.
function g = checked_global (g)
  M = dls_sparse_input (g.M, 'dls_problem', 'M', 'square');
  n = size (M, 1);
  H = dls_sparse_input (g.H, 'dls_problem', 'H');
  if (~any (size (H)))
    H = sparse (0, n);
  end
  rows = size (H, 1);
  if (size (H, 2) ~= n)
    dls_raise ('delassus:dimension', ...
               ['dls_problem: H is %d-by-%d and M is %d-by-%d; expected H ', ...
               'with %d columns (u = H*v + w: one row of H per component of u)'], rows, ...
               size (H, 2), n, n, n);
  end
  dls_finite_input (M, 'dls_problem', 'M');
  dls_finite_input (H, 'dls_problem', 'H');
  g.M = M;
  g.H = H;
  g.f = dls_vector_input (or_zeros (g.f, n), n, 'dls_problem', 'f');
  g.w = dls_vector_input (or_zeros (g.w, rows), rows, 'dls_problem', 'w');
end

% [] stands for zeros.
function x = or_zeros (x, count)
  if (isempty (x) && isa (x, 'double'))
    x = zeros (count, 1);
  end
end

% P with its law, in rows of H or W for each contact.
function P = friction (g, rows, name, P)
  mu = g.mu;
  if (~(isa (mu, 'function_handle') ...
        || (isa (mu, 'double') && isreal (mu) && ndims (mu) == 2 && (min (size (mu)) < 3))))
    error ('delassus:type', 'dls_problem: mu is %s; expected real friction coefficients', ...
           dls_describe (mu));
  end
  moments = ~[isempty(g.rolling), isempty(g.spinning)];
  if (isempty (P.d) && ~any (moments) && isnumeric (mu) && rows > 0)
    count = [numel(mu), size(mu, 1)];
    P.d = intersect (rows ./ count(1:1+(size (mu, 2) == 2)), [2, 3]);
  end
  if (isempty (P.d))
    error ('delassus:option', ['dls_problem: d is not given; expected 2 or 3, or one entry of ', ...
           'mu per contact']);
  elseif (~(isa (P.d, 'double') && isscalar (P.d) && (P.d == 2 || P.d == 3)))
    error ('delassus:option', 'dls_problem: d is %s; expected 2 or 3', dls_describe (P.d));
  elseif (P.d == 2 && moments(2))
    error ('delassus:option', 'dls_problem: ''spinning'' in 2D; expected d = 3');
  end
  size_of = P.d + moments * [P.d - 1; 1];
  P.nc = rows / size_of;
  if (P.nc ~= floor (P.nc))
    dls_raise ('delassus:dimension', ...
               'dls_problem: %s has %d rows; expected a multiple of %s = %d', name, rows, ...
               terms (moments), size_of);
  end
  handle = isa (mu, 'function_handle');
  if (handle)
    P.mu = mu;
    try
      mu = mu (zeros (P.nc, 1));
    catch err
      error ('delassus:model', 'dls_problem: mu failed at slips of zero: %s', err.message);
    end
  end
  mu = coefficients (mu, P, name, rows);
  if (~handle || P.nc == 0)
    P.mu = mu;
  end
  if (P.nc > 0 && (handle || size (mu, 2) == 2 || any (moments) || ~isempty (g.cohesion)))
    P.kind = 'law';
    P.rows = size_of;
    P.angle = of_contacts (g.angle, P.nc, 'angle', -Inf, 0);
    P.cohesion = of_contacts (g.cohesion, P.nc, 'cohesion', 0, 0);
    P.rolling = of_contacts (g.rolling, P.nc, 'rolling', 0, Inf);
    P.spinning = of_contacts (g.spinning, P.nc, 'spinning', 0, Inf);
  end
  if (~isempty (g.angle) && size (mu, 2) ~= 2)
    error ('delassus:option', ['dls_problem: ''angle'' without the two coefficients that it ', ...
           'turns; expected mu with two columns']);
  end
end

function text = terms (moments)
  names = {' + 2 (rolling)', ' + 1 (spinning)'};
  text = ['d', strjoin(names(moments), '')];
end

function mu = coefficients (mu, P, name, rows)
  nc = P.nc;
  ellipse = P.d == 3 && isequal (size (mu), [nc, 2]);
  if (~(isa (mu, 'double') && isreal (mu)))
    error ('delassus:type', 'dls_problem: mu (s) is %s; expected real friction coefficients', ...
           dls_describe (mu));
  elseif (~ellipse && numel (mu) ~= 1 && ~(numel (mu) == nc && (isvector (mu) || nc == 0)))
    dls_raise ('delassus:dimension', ['dls_problem: mu has %d entries; expected %d, one per ', ...
               'contact (%s has %d rows, d = %d), or one for all, or in 3D %d-by-2'], ...
               numel (mu), nc, name, rows, P.d, nc);
  elseif (~all (mu(:) >= 0))
    bad = find (~(mu >= 0), 1);
    error ('delassus:option', 'dls_problem: mu(%d) is %g; expected mu >= 0', bad, full (mu(bad)));
  elseif (ellipse && any (isinf (mu(:,1)) ~= isinf (mu(:,2))))
    error ('delassus:option', ['dls_problem: mu(%d,:) has one infinite entry; expected an ', ...
           'ellipse: two finite ones, or Inf and Inf'], ...
           find (isinf (mu(:,1)) ~= isinf (mu(:,2)), 1));
  end
  if (ellipse)
    mu = full (mu);
  else
    mu = full (mu(:)) .* ones (nc, 1);
  end
end

% One for all, or one per contact; [] where there is none.
function x = of_contacts (x, nc, name, least, most)
  if (isempty (x))
    x = [];
    return
  elseif (isa (x, 'double') && any (numel (x) == [1, nc]))
    x = full (x(:)) .* ones (nc, 1);
  end
  allowed = isa (x, 'double') & isinf (x) & x == most;
  x(allowed) = least;
  x = dls_vector_input (x, nc, 'dls_problem', name);
  bad = find (x < least, 1);
  if (~isempty (bad))
    error ('delassus:option', 'dls_problem: %s(%d) is %g; expected >= %g', name, bad, x(bad), ...
           least);
  end
  x(allowed) = most;
end

% Is there a Cholesky factor? (Of an empty matrix, too, which chol of Octave 7 does not know.)
function yes = dls_has_factor (M)
  yes = isempty (M);
  if (~yes)
    [~, failed, ~] = chol (M);
    yes = failed == 0;
  end
end

%!test  % the example of the help
%! P = dls_problem ('M', 2*eye (2), 'H', [0 1; 1 0], 'f', -2*[3; -1], 'mu', 0.5, 'd', 2);
%! assert (dls_residual (P, [2; -1], [2.5; 0]), 0, 1e-15)
%! assert ({P.kind, P.form, P.d, P.nc}, {'friction', 'global', 2, 1})
%! assert (issparse (P.M) && issparse (P.H))
%! assert (P.w, [0; 0])

%!test  % the ball of the help: with J = 0.4*R^2 a moment m*r_N slows it by m/R*g*h / 1.4
%! [M, R] = deal (diag ([1 1 1 0.004 0.004 0.004]), 0.1);
%! H = [0 0 1 0 0 0; 1 0 0 0 -R 0; 0 1 0 R 0 0; zeros(3), eye(3)];
%! v = [1; 0; 0; 0; 10; 5];
%! P = dls_problem ('M', M, 'H', H, 'f', -M*v + [0; 0; 0.0981; 0; 0; 0], 'mu', 0.5, 'd', 3, ...
%!                  'rolling', 0.01, 'spinning', 0.001);
%! assert ({P.kind, P.rows, P.nc}, {'law', 6, 1})
%! [r, u, v] = dls_friction (P, 'Tolerance', 1e-12);
%! assert (r, [0.0981; -0.00981 / 1.4; 0; 0; -0.000981; -0.0000981], 1e-9)
%! assert (v(1), 1 - 0.00981 / 1.4, 1e-9)
%! assert (isequal (dls_problem (P), P))
%! Q = dls_problem (P, 'H', H([1 2 3],:), 'w', [], 'rolling', [], 'spinning', []);
%! assert (Q.kind, 'friction')

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
%! P = dls_problem ('M', [], 'H', [], 'mu', 1, 'd', 2);
%! assert ({P.nc, P.form, size(P.f)}, {0, 'global', [0 1]})
%! assert (dls_residual (P, []), 0)
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
%!error id=delassus:option dls_problem (['M'; 'H'], eye (2))
%!error id=delassus:option dls_problem ('', eye (2))
%!error <no data are given> dls_problem ()
%!error <d is not given> dls_problem ('W', eye (4), 'mu', 1)
%!error <an LCP as it is read from a file> dls_problem (struct ('kind', 'lcp', 'q', 1))
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
%!error id=delassus:notFinite dls_problem ('M', 1, 'H', [1; NaN], 'mu', 1, 'd', 2)
%!error id=delassus:notFinite dls_problem ('M', Inf, 'H', [1; 1], 'mu', 1, 'd', 2)
%!error id=delassus:notFinite dls_problem ('W', eye (2), 'q', [1; Inf], 'mu', 1, 'd', 2)
%!demo
%! % friction that is stronger along one direction: the forces while sliding make an ellipse
%! t = linspace (0, 2*pi, 49);
%! for k = 1:49
%!   P = dls_problem ('W', eye (3), 'q', [-1; 5*cos(t(k)); 5*sin(t(k))], 'mu', [0.8 0.3], ...
%!                    'angle', pi/6, 'd', 3);
%!   r(:,k) = dls_friction (P);
%! end
%! plot (r(2,:), r(3,:), 'o-'); axis equal; xlabel ('T1'); ylabel ('T2');

function [x, z, w, info] = dls_mlcp (A, B, C, D, a, b, varargin)
%DLS_MLCP  Mixed linear complementarity problem, equations and complementarity conditions.
%   [X, Z, W, INFO] = DLS_MLCP (A, B, C, D, a, b) solves
%       A*x + B*z + a = 0                          x free
%       w = C*x + D*z + b,  0 <= w _|_ z >= 0
%   A is ne-by-nx and never inverted: it may be singular, and rectangular. The system is made
%   square by zero rows (fewer equations than unknowns) or by zero columns (more equations, for
%   instance redundant ones); the unknowns added for that do not appear in the answer.
%   [] stands for an empty block, or for one of zeros where its size follows from the others.
%   Options and INFO as in DLS_LCP, with these differences:
%     'Start'              [x; z]
%     INFO.residual        natural and relative count the equations, too; .equations is
%                          max |A*x + B*z + a|
%     INFO.certificate     kind 'farkas': y (ne-by-1), u (m-by-1) with A'*y + C'*u = 0,
%                          u >= 0, B'*y + D'*u <= 0, a'*y + b'*u < 0: no x, z >= 0 have w >= 0
%                          kind 'cases': cases, y, u (a column per case)
%                          kind 'ray': direction ([x; z])
%
%   Example: a diode in series with a resistor, 1 V in the forward direction
%     A = 1;  B = -1;  C = 1;  D = 0;     % current x = z; voltage of the diode w = x - 1
%     [x, z, w, info] = dls_mlcp (A, B, C, D, 0, -1);
%     [x, z, w]
%     % ans =
%     %    1   1   0
%
%   See also DLS_LCP, DLS_LCP_ALL, DLS_READ, DLS_OPTIONS.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 6)
    error ('delassus:dimension', 'dls_mlcp: %d given; expected A, B, C, D, a, b', nargin);
  end
  if (fit_exactly (A, B, C, D, a, b))          % the gateway finds what is not finite
    nx = size (A, 2);
    ne = nx;
    M = sparse ([A, B; C, D]);
    q = [a; b];
    m = size (b, 1);
    N = ne;
  else
    [M, q, ne, nx, m] = pad (A, B, C, D, a, b);
    N = max (ne, nx);                          % rows and columns of the equation part
  end
  try
    if (N > nx && ~isempty (varargin))
      varargin = {padded(dls_options_mex ('read', 'dls_mlcp', varargin), nx, m, N)};
    end
    [v, w, info] = dls_lcp_mex ('solve', M, q, N, varargin);
  catch err
    pad (A, B, C, D, a, b);                    % says which block is wrong
    dls_raise (err, 'dls_mlcp');
  end
  if (nargout > 3 && strcmp (info.status, 'no_solution'))
    opts = dls_options_mex ('read', 'dls_mlcp', varargin);
    info.certificate = dls_lcp_proof ('cases', sparse (M), q, N, opts, info.time);
  end
  x = v((1:nx), 1);
  z = v(N+1:end,1);                          % a column where there is none of it, too
  info.residual.equations = max ([0; abs(w(1:ne))]);
  w = w(N+1:end,1);
  info.certificate = own_part (info.certificate, N, ne, nx);
  if (nargout == 0)
    dls_show_answer ({'x', 'z', 'w'}, {x, z, w}, info);
    clear x
  end
end

function opts = padded (opts, nx, m, N)
  if (~isempty (opts.Start))
    start = dls_vector_input (opts.Start, nx + m, 'dls_mlcp', 'Start');
    opts.Start = [start(1:nx); zeros(N - nx, 1); start(nx+1:end)];
  end
end

% The common case: full columns and four blocks that need no padding.
function ok = fit_exactly (A, B, C, D, a, b)
  n = size (a, 1);
  m = size (b, 1);
  ok = isa (A, 'double') && isa (B, 'double') && isa (C, 'double') && isa (D, 'double') ...
       && isa (a, 'double') && isa (b, 'double') && ~issparse (a) && ~issparse (b) ...
       && all (size (A) == n) && ndims (A) == 2 && all (size (D) == m) && ndims (D) == 2 ...
       && size (B, 1) == n && size (B, 2) == m && ndims (B) == 2 ...
       && size (C, 1) == m && size (C, 2) == n && ndims (C) == 2 ...
       && size (a, 2) == 1 && ndims (a) == 2 && size (b, 2) == 1 && ndims (b) == 2 ...
       && n > 0 && m > 0 && isreal (A) && isreal (B) && isreal (C) && isreal (D) ...
       && isreal (a) && isreal (b) && all (isfinite (a)) && all (isfinite (b));
end

function [M, q, ne, nx, m] = pad (A, B, C, D, a, b)
  column (a, 'a');
  column (b, 'b');
  ne = numel (a);
  m = numel (b);
  A = dls_sparse_input (A, 'dls_mlcp', 'A');
  C = dls_sparse_input (C, 'dls_mlcp', 'C');
  nx = max (size (A, 2), size (C, 2));
  A = block (A, ne, nx, 'A');
  B = block (B, ne, m, 'B');
  C = block (C, m, nx, 'C');
  D = block (D, m, m, 'D');
  a = dls_vector_input (a, ne, 'dls_mlcp', 'a');    % full, now that its size is that of others
  b = dls_vector_input (b, m, 'dls_mlcp', 'b');
  N = max (ne, nx);
  M = [A, sparse(ne, N - nx), B; sparse(N - ne, N + m); C, sparse(m, N - nx), D];
  q = [a; zeros(N - ne, 1); b];
end

function c = own_part (c, N, ne, nx)
  if (isempty (c))
    return
  elseif (strcmp (c.kind, 'farkas'))
    c.y = c.u((1:ne), 1);
    c.u = c.u(N+1:end,1);
    c.text = sprintf (['all (u >= 0), A''*y + C''*u = 0, B''*y + D''*u <= 0, ', ...
      'a''*y + b''*u < 0;\n', ...
      'so u''*w = (B''*y + D''*u)''*z + a''*y + b''*u < 0 for every x and z >= 0']);
  elseif (strcmp (c.kind, 'cases'))
    c.y = c.u(1:ne,:);
    c.u = c.u(N+1:end,:);
    c.text = dls_lcp_proof ('text', 'cases');
  else
    c.direction = c.direction([1:nx, N+1:end]', 1);
    c.text = 'direction of [x; z] along which Lemke''s method goes to infinity';
  end
end

function column (x, name)
  if (~(isa (x, 'double') && isreal (x) && ndims (x) == 2))
    error ('delassus:type', 'dls_mlcp: %s is %s; expected a real double column', name, ...
           dls_describe (x));
  end
  if (size (x, 2) ~= 1 && ~isempty (x))
    error ('delassus:dimension', 'dls_mlcp: %s is %d-by-%d; expected a column', name, ...
           size (x, 1), size (x, 2));
  end
end

function A = block (A, rows, cols, name)
  A = dls_sparse_input (A, 'dls_mlcp', name);
  if (isequal (size (A), [0, 0]))
    A = sparse (rows, cols);
  elseif (~isequal (size (A), [rows, cols]))
    error ('delassus:dimension', ['dls_mlcp: %s is %d-by-%d; expected %d-by-%d ', ...
           '(from the sizes of A, C, a and b)'], name, size (A), rows, cols);
  end
  dls_finite_input (A, 'dls_mlcp', name);
end

%!test  % the example of the help
%! [x, z, w, info] = dls_mlcp (1, -1, 1, 0, 0, -1);
%! assert ([x, z, w], [1 1 0], 1e-14)
%! assert (info.status, 'solved')
%! assert (info.residual.equations <= 1e-14)

%!function check_method (method)
%!  A = [2 0; 0 1];  B = [-1 0; 1 1];  C = -B';  D = zeros (2);  a = [-1; 1];  b = [-1; 2];
%!  [x, z, w, info] = dls_mlcp (A, B, C, D, a, b, 'Method', method);
%!  assert (A * x + B * z + a, [0; 0], 1e-9)
%!  assert (C * x + D * z + b, w, 1e-9)
%!  assert (min (z, w), [0; 0], 1e-9)
%!  assert (info.status, 'solved')
%!endfunction
%!test check_method ('auto')
%!test check_method ('lemke')
%!test check_method ('interior-point')
%!test check_method ('newton')
%!test check_method ('enumerate')

%!test  % any empty is empty
%! e = zeros (1, 0);
%! [x, z, w, info] = dls_mlcp ([], [], [], 2, e, -1);
%! assert ({z, w, size(x), info.status}, {0.5, 0, [0, 1], 'solved'}, 1e-15)

%!test  % the same equation twice; two unknowns in one equation
%! [x, z, w, info] = dls_mlcp ([1; 1], [-1; -1], 1, 0, [0; 0], -1);
%! assert (info.status, 'solved')
%! assert ([x, z, w], [1 1 0], 1e-9)
%! [x, z, w, info] = dls_mlcp ([1 1], 1, [0; 0]', 1, 2, -3);
%! assert (info.status, 'solved')
%! assert ([sum(x) + z + 2, z, w], [0 3 0], 1e-9)
%! assert (size (x), [2 1])

%!test  % equations that contradict each other: a certificate
%! [x, z, w, info] = dls_mlcp ([1; 1], [-1; -1], 1, 0, [0; 1], -1);
%! assert (info.status, 'infeasible')
%! c = info.certificate;
%! assert ([1 1] * c.y + c.u, 0, 1e-9)
%! assert (c.u >= 0 && [-1 -1] * c.y <= 1e-9 && [0 1] * c.y - c.u < -1e-9)

%!test  % 0*x = 1 beside equations without constants: these have no part in the proof
%! A = [0 0; 1 3];
%! for method = {'auto', 'lemke', 'interior-point'}
%!   [~, ~, ~, info] = dls_mlcp (A, [0; -1], [0 0], -1, [1; 0], 3, 'Method', method{1});
%!   c = info.certificate;
%!   if (strcmp (info.status, 'infeasible'))
%!     assert (max (abs (A' * c.y)) <= 1e-8 * norm (c.y))
%!   else
%!     assert (~strcmp (method{1}, 'auto'))
%!   end
%! end

%!test  % only equations, only complementarity, nothing
%! [x, z, w, info] = dls_mlcp ([2 0; 0 4], [], [], [], [2; 4], []);
%! assert (x, [-1; -1], 1e-12)
%! assert (isempty (z) && isempty (w))
%! [x, z, w, info] = dls_mlcp ([], [], [], [2 1; 1 2], [], [-5; 1]);
%! assert ([z, w], [2.5 0; 0 3.5], 1e-12)
%! assert (isempty (x))
%! [x, z, w, info] = dls_mlcp ([], [], [], [], [], []);
%! assert (info.status, 'solved')

%!error id=delassus:dimension dls_mlcp (1, 1, 1, 1, 1)
%!error <B is 1-by-2; expected 1-by-1> dls_mlcp (1, [1 2], 1, 1, 1, 1)
%!error <D is 2-by-2; expected 1-by-1> dls_mlcp (1, 1, 1, eye (2), 1, 1)
%!error <a is 1-by-2; expected a column> dls_mlcp (1, 1, 1, 1, [1 2], 1)
%!error id=delassus:dimension dls_mlcp (eye (2), 1, 1, 1, 1, 1)
%!error id=delassus:type dls_mlcp (1, {1}, 1, 1, 1, 1)
%!error id=delassus:type dls_mlcp (1, 1, 1, @sin, 1, 1)
%!error <complex> dls_mlcp (1, 1, 1i, 1, 1, 1)
%!error <logical> dls_mlcp (1, 1, 1, 1, true, 1)
%!error <b.1,1. is Inf> dls_mlcp (1, 1, 1, 1, 1, Inf)
%!error <C.1,1. is NaN> dls_mlcp (1, 1, NaN, 1, 1, 1)
%!error <Start is 1-by-1> dls_mlcp (1, 1, 1, 1, 1, 1, 'Start', 1)
%!error <Methd> dls_mlcp (1, 1, 1, 1, 1, 1, 'Methd', 'lemke')
%!test  % one equation alone
%! [x, z, w] = dls_mlcp (1, zeros (1, 0), zeros (0, 1), zeros (0), -1, zeros (0, 1));
%! assert ({x, size(z), size(w)}, {1, [0 1], [0 1]})
%!demo
%! % a rectifier: a resistor and a diode in series under sin (t)
%! t = linspace (0, 4*pi, 100);
%! for k = 1:100
%!   [i, z, w] = dls_mlcp (1, -1, 1, 0, 0, -sin (t(k)));
%!   out(:,k) = [i; w];
%! end
%! plot (t, out, t, sin (t), 'k:'); xlabel ('t');
%! legend ('current', 'voltage of the diode', 'source');

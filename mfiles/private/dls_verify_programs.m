function varargout = dls_verify_programs (what, varargin)
% Answers of functions that take matrices, of the kind WHAT (see dls_verify).
% SPDX-License-Identifier: GPL-3.0-or-later
  [varargout{1:nargout}] = feval (['verify_', what], varargin{:});
end

% x, s, y of dls_conic: minimise 1/2 x'*P*x + q'*x, A*x + s = b, s in K.
%   'solved'             A*x + s = b, P*x + A'*y + q = 0, s in K, y in K*, x'*P*x + q'*x + b'*y = 0
%   'primal_infeasible'  y in K*, A'*y = e = 0, b'*y < 0: s = b - A*x in K has 0 <= y'*s, that is
%                        e'*x <= b'*y < 0
%   'dual_infeasible'    s in K, A*x + s = f = 0, P*x = e = 0, q'*x < 0
function report = verify_conic (problem, answer, report)
  n = size (problem.A, 2);
  m = size (problem.A, 1);
  A = problem.A;
  b = reshape (problem.b, [], 1);
  P = sparse (n, n);
  q = zeros (n, 1);
  if (isfield (problem, 'P') && ~isempty (problem.P))
    P = problem.P;
  end
  if (isfield (problem, 'q') && ~isempty (problem.q))
    q = reshape (problem.q, [], 1);
  end
  [x, s, y] = deal (answer.x, answer.s, answer.y);
  cones = dls_cone_sizes (problem.cones, 'dls_verify');
  if (sum (cones) ~= m)
    dls_raise ('delassus:dimension', 'dls_verify: cones have %g rows in all; expected %d, as A', ...
               sum (cones), m);
  end
  d = dls_judge ('units', [P, A', q; A, sparse(m, m), -b; q', -b', 0]);
  dx = d(1:n);                                 % the unit of x, and of the rows of P over that of 1
  dy = of_cones (d(n+(1:m)), cones);
  one = 1 / d(end);
  switch (report.status)
    case 'solved'
      size_x = dls_judge ('most', [x ./ dx; s .* dy], one, [b; q]);
      size_y = dls_judge ('most', y ./ dy, one, [b; q]);
      r = max ([0; abs(A * x + s - b) .* dy]) / size_x;
      report = dls_judge ('check', report, 'A*x + s = b', r, 1e-6);
      r = max ([0; abs(P * x + A' * y + q) .* dx]) / max (size_y, size_x);
      report = dls_judge ('check', report, 'P*x + A''*y + q = 0', r, 1e-6);
      terms = abs (x)' * abs (P) * abs (x) + abs (q)' * abs (x) + abs (b)' * abs (y) ...
              + size_x * size_y;
      gap = abs (x' * P * x + q' * x + b' * y) / terms;
      report = dls_judge ('check', report, 'x''*P*x + q''*x + b''*y = 0', gap, 1e-6);
      report = dls_judge ('check', report, 's in K', ...
                                   outside (s, cones, 1 ./ dy, false) / size_x, 1e-6);
      report = dls_judge ('check', report, 'y in K*', ...
                                   outside (y, cones, dy, true) / size_y, 1e-6);
    case 'primal_infeasible'
      report = dls_judge ('check', report, 'y in K*', outside (y, cones, dy, true) ...
                                   / max (abs (y) ./ dy), 1e-12);
      report = dls_judge ('proof', report, -(b' * y), abs (b)' * abs (y), A' * y, ...
                                   abs (A)' * abs (y), dx * one);
    case 'dual_infeasible'
      report = dls_judge ('check', report, 's in K', outside (s, cones, 1 ./ dy, false) ...
                                   / max ([abs(x) ./ dx; abs(s) .* dy]), 1e-12);
      report = dls_judge ('proof', report, -(q' * x), abs (q)' * abs (x), [P * x; A * x + s], ...
                                   [abs(P) * abs(x); abs(A) * abs(x) + abs(s)], [dx; dy] * one);
    otherwise
      report = dls_judge ('nothing', report);
  end
end

% The largest distance from the cone [z, l, q(1), ...], in the units given (of one the largest).
function worst = outside (s, cones, unit, dual)
  worst = 0;
  [z, l] = deal (cones(1), cones(2));
  if (~dual)
    worst = max ([0; abs(s(1:z)) ./ unit(1:z)]);
  end
  worst = max ([worst; -s(z+(1:l)) ./ unit(z+(1:l))]);
  first = z + l;
  for k = cones(3:end)
    if (k > 0)
      i = first + (1:k);
      worst = max (worst, (norm (s(i(2:end))) - s(i(1))) / unit(first + 1));
      first = first + k;
    end
  end
end

% The rows of a second-order cone have one unit.
function dy = of_cones (dy, cones)
  first = cones(1) + cones(2);
  for k = cones(3:end)
    dy(first+(1:k)) = min (dy(first+(1:k)));
    first = first + k;
  end
end

% Of dls_contact, c.cases: each y refutes conditions that all solutions satisfy, in the case of its
% state; the states are all. Or y, u refute the equations and inequalities.
function report = verify_cases (S, c, law, report)
  if (strcmp (c.kind, 'cases'))
    list = c.cases;
    states = vertcat (list.state)';
    covered = dls_verify_mex ('covers', (states == 2) - (states == 1));
    report = dls_judge ('check', report, 'the cases are all', double (~covered), 0);
  else
    list = struct ('state', [], 'y', [c.y; c.u], 'problem', c.problem);
  end
  claimed = report.status;
  report.status = 'primal_infeasible';
  for k = 1:numel (list) * report.ok
    if (isempty (list(k).state))
      Q = dls_contact_cones ('program', S, law);
    else
      Q = dls_contact_cones ('case', S, law, list(k).state);
    end
    P = list(k).problem;
    same = isequal (Q.A, P.A) && isequal (Q.b, P.b) && isequal (Q.cones, P.cones);
    report = dls_judge ('check', report, 'the certificate is about this system', double (~same), 0);
    if (same)
      proof = struct ('x', zeros (size (Q.A, 2), 1), 's', zeros (size (Q.b)), 'y', list(k).y);
      report = verify_conic (Q, proof, report);
    end
  end
  report.status = claimed;
end

% a, lambda of dls_kkt, a column per right-hand side: M*a + F = G*lambda, G'*a + b = 0.
%   solved         both hold, in units in which the entries of [M G; G' 0] are near one
%   inconsistent   y: G*y = e = 0, b'*y ~= 0, for e'*a = -b'*y; or x: M*x = 0, G'*x = 0, F'*x ~= 0
function report = verify_kkt (problem, answer, report)
  [M, G] = deal (problem.M, problem.G);
  n = size (M, 1);
  m = size (G, 2);
  if (isempty (G))
    G = zeros (n, m);
  end
  columns = size (answer.a, 2);
  F = columns_of (problem.F, n, columns);
  b = columns_of (problem.b, m, columns);
  info = answer.info;
  if (~any (strcmp (report.status, {'solved', 'inconsistent'})))
    report = dls_judge ('nothing', report);
    return
  end
  consistent = repmat (strcmp (report.status, 'solved'), 1, columns);
  if (isfield (info, 'consistent') && strcmp (report.status, 'inconsistent'))
    consistent = logical (info.consistent(:)');
    report = dls_judge ('check', report, 'one column is not consistent', all (consistent), 0);
  end
  report = dls_judge ('check', report, 'sizes', double (size (answer.a, 1) ~= n ...
                               || numel (answer.lambda) ~= m * columns), 0);
  for k = 1:columns
    if (report.ok)
      d = dls_judge ('units', [M, G, F(:,k); G', sparse(m, m), b(:,k); F(:,k)', b(:,k)', 0]);
      if (consistent(k))
        report = equations (report, M, G, F(:,k), b(:,k), answer.a(:,k), answer.lambda(:,k), d);
      else
        report = proof (report, M, G, F(:,k), b(:,k), info.certificate, k, d);
      end
    end
  end
end

function V = columns_of (v, rows, columns)
  if (isempty (v))
    v = zeros (rows, 1);
  end
  V = v;
  if (size (v, 2) == 1)
    V = repmat (v, 1, columns);
  end
end

function report = equations (report, M, G, F, b, a, l, d)
  n = numel (a);
  most = dls_judge ('most', [a; l] ./ d(1:end-1), 1 / d(end), [F; b]);
  r = max ([0; abs(M * a + F - G * l) .* d(1:n)]) / most;
  report = dls_judge ('check', report, 'M*a + F = G*lambda', r, 1e-8);
  r = max ([0; abs(G' * a + b) .* d(n+1:end-1)]) / most;
  report = dls_judge ('check', report, 'G''*a + b = 0', r, 1e-8);
end

function report = proof (report, M, G, F, b, certificate, k, d)
  n = numel (F);
  reach = d(1:end-1) / d(end);
  y = zeros (numel (b), 1);
  x = zeros (n, 1);
  if (isstruct (certificate) && ~isempty (certificate.constraints))
    y = certificate.constraints(:,k);
  end
  if (isstruct (certificate) && ~isempty (certificate.forces))
    x = certificate.forces(:,k);
  end
  if (any (y) || ~any (x))
    report = dls_judge ('proof', report, abs (b' * y), abs (b)' * abs (y), G * y, ...
                                 abs (G) * abs (y), reach(1:n));
  else
    report = dls_judge ('proof', report, abs (F' * x), abs (F)' * abs (x), [M * x; G' * x], ...
                                 [abs(M) * abs(x); abs(G)' * abs(x)], reach);
  end
end

% z, w of dls_lcp, or x, z, w of dls_mlcp, in C: see libcore/verify/lcp.c.
function report = verify_lcp (P, answer, report)
  if (isfield (P, 'q'))
    Q = struct ('M', P.A, 'q', P.q(:), 'free', 0);
    v = answer.z(:);
    w = answer.w(:);
  else
    nx = numel (answer.x);
    nz = numel (answer.z);
    Q = struct ('M', [block(P.A, nx, nx), block(P.B, nx, nz); ...
                      block(P.C, nz, nx), block(P.D, nz, nz)], ...
                'q', [P.a(:); P.b(:)], 'free', nx);
    v = [answer.x(:); answer.z(:)];
    w = [zeros(nx, 1); answer.w(:)];
  end
  X = struct ('status', report.status, 'v', v, 'w', w, 'u', [], 'state', []);
  c = answer.info.certificate;
  if (isstruct (c) && isfield (c, 'u'))
    X.u = c.u;
    if (isfield (c, 'y'))
      X.u = [c.y; c.u];
    end
    if (isfield (c, 'cases'))
      X.state = c.cases;
    end
  end
  report = dls_judge ('add', report, dls_verify_mex ('lcp', Q, X));
end

function X = block (X, m, n)
  if (isempty (X))
    X = zeros (m, n);
  end
end

% Z of dls_lcp_all: vertices solve, rays stay solutions, and all members of a face are complementary
% to each other. (That nothing is missing is not seen without solving.)
function report = verify_lcp_all (problem, Z, report)
  A = problem.A;
  q = problem.q(:);
  [r, c] = dls_judge ('units', [A, q]);
  dz = c(1:end-1);
  most = dls_judge ('most', bsxfun (@rdivide, Z.z, dz), 1 / c(end), q);
  W = bsxfun (@times, r, bsxfun (@plus, A * Z.z, q));
  gap = min (bsxfun (@rdivide, Z.z, dz), W);
  report = dls_judge ('check', report, 'min (z, w) = 0 at all vertices', ...
                               max ([0; abs(gap(:))]) / most, 1e-6);
  V = bsxfun (@times, r, A * Z.rays);
  unit = max (abs (bsxfun (@rdivide, Z.rays, dz)), [], 1);
  V = bsxfun (@rdivide, V, unit);
  R = bsxfun (@rdivide, bsxfun (@rdivide, Z.rays, dz), unit);
  both = [R(:); V(:)];
  report = dls_judge ('check', report, 'rays stay >= 0', max ([0; -both]), 1e-6);
  worst = 0;
  for f = Z.faces
    z = max ([bsxfun(@rdivide, Z.z(:,f.vertices), dz) / most, R(:,f.rays)], [], 2);
    w = max ([W(:,f.vertices) / most, V(:,f.rays)], [], 2);
    worst = max ([worst; min(z, w)]);
  end
  report = dls_judge ('check', report, 'members of a face are complementary', worst, 1e-6);
  few = isempty (Z.rays) && all (arrayfun (@(f) numel (f.vertices) < 2, Z.faces));
  wrong = Z.complete && ((isfinite (Z.count) && Z.count ~= size (Z.z, 2)) ...
                         || (few && isinf (Z.count)) || Z.unique ~= (Z.count == 1));
  report = dls_judge ('check', report, 'the count is right', double (wrong), 0);
end

% R of dls_redundancy. The kernel shows which columns of G follow from others; that the independent
% ones do not follow from each other is shown by the singular values of these columns, in the
% units of dls_judge ('units') (up to order 400).
function report = verify_redundancy (problem, R, report)
  [M, G] = deal (problem.M, problem.G);
  [n, m] = size (G);
  kept = numel (R.independent);
  wrong = [R.rank + R.nullity ~= m, kept ~= R.rank, ...
           ~isequal(sort ([R.independent(:); R.redundant(:)]), (1:m)')];
  report = dls_judge ('check', report, 'rank + nullity = m; independent, redundant', ...
                      any (wrong), 0);
  [r, c] = dls_judge ('units', G);
  G = bsxfun (@times, r, bsxfun (@times, G, c'));
  if (kept > 0 && max (n, kept) <= 400)
    s = svd (full (G(:,R.independent)));
    report = dls_judge ('check', report, 'independent: rounding over least singular value', ...
                                 n * eps * s(1) / s(end), 1e-4);
  end
  if (R.nullity > 0 && ~isempty (R.kernel))
    N = bsxfun (@rdivide, R.kernel, c);
    N = bsxfun (@rdivide, N, full (max (abs (N), [], 1)));
    report = dls_judge ('check', report, 'G*kernel = 0', max (max (abs (G * N))), 1e-4);
    at = full (max (max (abs (R.kernel(R.redundant,:) - speye (R.nullity)))));
    report = dls_judge ('check', report, 'kernel(redundant,:) = I', at, 1e-9);
    moved = full (max (abs (N), [], 2)) > 1e-7;
    report = dls_judge ('check', report, 'determined where the kernel is zero', ...
                                 sum (moved == R.determined(:)), 0);
  end
  D = R.acceleration_kernel;
  report = dls_judge ('check', report, 'acceleration_unique: no acceleration_kernel', ...
                               double (R.acceleration_unique ~= isempty (D)), 0);
  if (~isempty (D))
    d = dls_judge ('units', [M, problem.G; problem.G', sparse(m, m)]);
    D = bsxfun (@rdivide, D, d(1:n));
    D = bsxfun (@rdivide, D, full (max (abs (D), [], 1)));
    E = bsxfun (@times, d, bsxfun (@times, [M; problem.G'], d(1:n)')) * D;
    report = dls_judge ('check', report, 'M*d = 0, G''*d = 0', full (max (max (abs (E)))), 1e-4);
  end
end

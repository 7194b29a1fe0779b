function varargout = dls_verify_programs (what, varargin)
% Answers of functions that take matrices, of the kind WHAT (see dls_verify).
% SPDX-License-Identifier: GPL-3.0-or-later
  switch (what)
    case 'conic'
      [varargout{1:nargout}] = verify_conic (varargin{:});
    case 'cases'
      [varargout{1:nargout}] = verify_cases (varargin{:});
    case 'kkt'
      [varargout{1:nargout}] = verify_kkt (varargin{:});
    case 'lcp'
      [varargout{1:nargout}] = verify_lcp (varargin{:});
    case 'lcp_all'
      [varargout{1:nargout}] = verify_lcp_all (varargin{:});
    case 'redundancy'
      [varargout{1:nargout}] = verify_redundancy (varargin{:});
  end
end

% x, s, y of dls_conic, in C: see libcore/verify/conic.c.
function report = verify_conic (P, answer, report)
  [m, n] = size (P.A);
  Q = struct ('P', sparse (n, n), 'q', zeros (n, 1), 'A', P.A, 'b', P.b(:), ...
              'cones', dls_cone_sizes (P.cones, 'dls_verify'));
  if (sum (Q.cones) ~= m)
    dls_raise ('delassus:dimension', 'dls_verify: cones have %g rows in all; expected %d, as A', ...
               sum (Q.cones), m);
  end
  if (isfield (P, 'P') && ~isempty (P.P))
    Q.P = P.P;
  end
  if (isfield (P, 'q') && ~isempty (P.q))
    Q.q = P.q(:);
  end
  X = struct ('status', report.status, 'x', answer.x(:), 's', answer.s(:), 'y', answer.y(:), ...
              'tolerance', tolerance_of (answer.info));
  if (strcmp (report.status, 'solved'))
    info = answer.info;
    if (isfield (info, 'objective') && isfield (info, 'dual_objective'))
      X.objectives = [info.objective; info.dual_objective];
    end
    if (isfield (info, 'active') && isstruct (info.active))
      rows = info.active;
      [X.strong, X.inactive] = deal (rows.strong, rows.inactive);
      report = dls_judge ('check', report, 'a row has one kind', ...
                          sum (rows.strong + rows.inactive + rows.undecided ~= 1), 0);
    end
  end
  report = dls_judge ('add', report, dls_verify_mex ('conic', Q, X));
end

% What the answer was asked for, if it says so: at most a hundredth, for no equation with errors
% like its terms is solved.
function x = tolerance_of (info)
  x = [];
  if (isfield (info, 'tolerance') && isa (info.tolerance, 'double') && isscalar (info.tolerance))
    x = min (info.tolerance, 1e-2);
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
      proof = struct ('x', zeros (size (Q.A, 2), 1), 's', zeros (size (Q.b)), 'y', list(k).y, ...
                      'info', struct ());
      report = verify_conic (Q, proof, report);
    end
  end
  report.status = claimed;
end

% a, lambda of dls_kkt, a column per right-hand side, in C: see libcore/verify/kkt.c.
function report = verify_kkt (P, answer, report)
  n = size (P.M, 1);
  m = max (size (P.b, 1), size (P.G, 2));
  k = size (answer.a, 2);
  if (n == 0)
    k = size (answer.lambda, 2);
  end
  info = answer.info;
  Q = struct ('M', block (P.M, n, n), 'G', block (P.G, n, m), 'F', columns_of (P.F, n, k), ...
              'b', columns_of (P.b, m, k));
  X = struct ('status', report.status, 'a', block (answer.a, n, k), ...
              'lambda', block (answer.lambda, m, k), ...
              'consistent', repmat (strcmp (report.status, 'solved'), k, 1), 'tolerance', ...
              tolerance_of (info));
  if (isfield (info, 'consistent') && any (strcmp (report.status, {'solved', 'inconsistent'})))
    X.consistent = logical (info.consistent(:));
    report = dls_judge ('check', report, 'status and consistent agree', ...
                        double (all (X.consistent) ~= strcmp (report.status, 'solved')), 0);
  end
  if (isfield (info, 'certificate') && isstruct (info.certificate))
    [X.constraints, X.forces] = deal (info.certificate.constraints, info.certificate.forces);
  end
  report = dls_judge ('add', report, dls_verify_mex ('kkt', Q, X));
end

function V = columns_of (v, rows, columns)
  V = block (v, rows, 1);
  if (size (V, 2) == 1)
    V = repmat (V, 1, columns);
  end
end

% z, w of dls_lcp, or x, z, w of dls_mlcp, in C: see libcore/verify/lcp.c.
function report = verify_lcp (P, answer, report)
  if (isfield (P, 'q'))
    Q = struct ('M', P.A, 'q', P.q(:), 'free', 0);
    v = answer.z(:);
    w = answer.w(:);
  else
    [ne, nx, nz] = deal (max ([size(P.A, 1), numel(P.a), size(P.B, 1)]), numel (answer.x), ...
                         numel (answer.z));
    N = max (ne, nx);                          % equations without an unknown, or the reverse
    M = sparse (N + nz, N + nz);
    M(1:ne,[1:nx,N+1:end]) = [block(P.A, ne, nx), block(P.B, ne, nz)];
    M(N+1:end,[1:nx,N+1:end]) = [block(P.C, nz, nx), block(P.D, nz, nz)];
    Q = struct ('M', M, 'q', [P.a(:); zeros(N - ne, 1); P.b(:)], 'free', N);
    v = [answer.x(:); zeros(N - nx, 1); answer.z(:)];
    w = [zeros(N, 1); answer.w(:)];
  end
  X = struct ('status', report.status, 'v', v, 'w', w, 'u', [], 'state', [], 'tolerance', ...
              tolerance_of (answer.info));
  c = [];
  if (isfield (answer.info, 'certificate'))
    c = answer.info.certificate;
  end
  if (isstruct (c) && isfield (c, 'u'))
    X.u = c.u;
    if (isfield (c, 'y'))
      X.u = [c.y; zeros(N - ne, size (c.y, 2)); c.u];
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

% Z of dls_lcp_all, in C: see libcore/verify/lcp_all.c.
function report = verify_lcp_all (problem, Z, report)
  n = numel (problem.q);
  k = size (Z.z, 2);
  items = arrayfun (@(f) [f.vertices(:); k + f.rays(:)], Z.faces(:), 'UniformOutput', false);
  X = struct ('z', Z.z, 'w', Z.w, 'rays', block (Z.rays, n, 0), 'items', vertcat (items{:}), ...
              'lengths', cellfun (@numel, items), 'isolated', false (k, 1), 'count', Z.count, ...
              'complete', Z.complete, 'unique', Z.unique);
  X.isolated(Z.isolated) = true;
  if (numel (X.isolated) > k)
    error ('isolated has a number beyond those of the vertices');
  end
  key = cellfun (@(i) sprintf ('%d ', sort (i)), items, 'UniformOutput', false);
  twice = numel (key) + numel (Z.isolated) - numel (unique (key)) - sum (X.isolated);
  report = dls_judge ('check', report, 'faces and isolated solutions are listed once', twice, 0);
  Q = struct ('M', problem.A, 'q', problem.q(:), 'free', 0);
  report = dls_judge ('add', report, dls_verify_mex ('lcp_all', Q, X));
end

% R of dls_redundancy, in C: see libcore/verify/redundancy.c.
function report = verify_redundancy (P, R, report)
  m = size (P.G, 2);
  wrong = [R.rank + R.nullity ~= m, numel(R.independent) ~= R.rank, ...
           numel(R.redundant) ~= R.nullity, isempty(R.kernel) && R.nullity > 0 && ...
           ~isempty(R.releases), R.acceleration_unique ~= isempty(R.acceleration_kernel)];
  X = struct ('rank', R.rank, 'independent', R.independent, 'redundant', R.redundant, ...
              'determined', logical (R.determined(:)), 'kernel', R.kernel, ...
              'leverage', R.leverage(:), 'leverage_error', R.leverage_error, ...
              'tolerance', R.tolerance, 'acceleration_kernel', R.acceleration_kernel, ...
              'sizes', zeros (3, 0), 'rows', vertcat (zeros (0, 1), R.releases.rows), 'sets', []);
  sets = cell (1, numel (R.releases));
  for k = 1:numel (R.releases)
    p = R.releases(k);
    sets{k} = reshape (p.sets', [], 1);
    X.sizes(:,k) = [numel(p.rows); p.count; size(p.sets, 1)];
    wrong(end+1) = size (p.sets, 2) ~= p.count;
  end
  X.sets = vertcat (zeros (0, 1), sets{:});
  report = dls_judge ('check', report, 'rank + nullity = m; sizes', double (any (wrong)), 0);
  if (report.ok)
    report = dls_judge ('add', report, dls_verify_mex ('redundancy', P, X));
  end
end

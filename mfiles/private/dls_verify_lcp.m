function report = dls_verify_lcp (problem, answer, report)
% z, w of dls_lcp, or x, z, w of dls_mlcp:
%     A*x + B*z + a = 0,  w = C*x + D*z + b,  0 <= w _|_ z >= 0
%   'solved'      the equations and min (z, w) = 0, in units in which the entries of [A B a; C D b]
%                 are near one
%   'infeasible'  y, u: u >= 0, A'*y + C'*u = 0, B'*y + D'*u <= 0, a'*y + b'*u < 0
%   'no_solution' the same for each of some cases, which are all: z_i = 0 (-1), w_i = 0 (1) or
%                 neither (0); B'*y + D'*u is free where z_i = 0, and u where w_i = 0
%   'ray'         nothing: a direction of Lemke's method, which proves something for some classes
% SPDX-License-Identifier: GPL-3.0-or-later
  P = problem;
  if (isfield (problem, 'q'))
    nz = numel (problem.q);
    P = struct ('A', zeros (0, 0), 'B', zeros (0, nz), 'C', zeros (nz, 0), 'D', problem.A, ...
                'a', zeros (0, 1), 'b', problem.q);
    answer.x = zeros (0, 1);
  end
  nz = numel (answer.z);
  nx = numel (answer.x);
  ne = max ([size(P.A, 1), numel(P.a), size(P.B, 1)]);
  T = [block(P.A, ne, nx), block(P.B, ne, nz), block(P.a(:), ne, 1); ...
       block(P.C, nz, nx), block(P.D, nz, nz), block(P.b(:), nz, 1)];
  [r, c] = dls_verify_units (T);
  reach = c(1:end-1) / c(end);
  K = T(:,1:end-1);
  k = T(:,end);
  switch (report.status)
    case 'solved'
      v = [answer.x; answer.z];
      most = dls_verify_most (v ./ c(1:end-1), 1 / c(end), k);
      [x, z] = deal (v(1:nx), v(nx+1:end));
      value = (K * v + k) .* r;
      if (ne > 0)
        report = dls_verify_check (report, 'A*x + B*z + a = 0', ...
                                   max (abs (value(1:ne))) / most, 1e-6);
      end
      w = value(ne+1:end);
      report = dls_verify_check (report, 'w is computed from z', ...
                                 max ([0; abs(w - answer.w .* r(ne+1:end))]) / most, 1e-6);
      report = dls_verify_check (report, 'min (z, w) = 0', ...
                                 max ([0; abs(min (z ./ c(nx+(1:nz)), w))]) / most, 1e-6);
    case {'infeasible', 'no_solution'}
      report = refuted (report, answer.info.certificate, K, k, ne, reach);
    otherwise
      report = dls_verify_nothing (report);
  end
end

function report = refuted (report, c, K, k, ne, reach)
  nz = numel (k) - ne;
  nx = size (K, 2) - nz;
  if (~isstruct (c) && strcmp (report.status, 'no_solution'))
    report = dls_verify_nothing (report);
    return
  elseif (~isstruct (c))
    report = dls_verify_check (report, 'there is a certificate', Inf, 0);
    return
  end
  u = c.u;
  if (isfield (c, 'y'))
    u = [c.y; u];
  end
  cases = zeros (nz, 1);
  if (strcmp (report.status, 'no_solution'))
    cases = c.cases;
    report = dls_verify_check (report, 'the cases are all', double (~dls_verify_covers (cases)), 0);
  end
  for j = 1:size (cases, 2) * report.ok
    s = cases(:,j);
    v = u(:,j);
    least = min ([v([false(ne, 1); s <= 0]); 0]);
    report = dls_verify_check (report, 'u >= 0', -least, 0);
    e = K' * v;
    e(nx + find (s >= 0)) = max (e(nx + find (s >= 0)), 0);
    e(nx + find (s < 0)) = 0;
    report = dls_verify_proof (report, -(k' * v), abs (k)' * abs (v), e, abs (K)' * abs (v), reach);
  end
end

function X = block (X, m, n)
  if (isempty (X))
    X = zeros (m, n);
  end
end

function report = dls_verify_kkt (problem, answer, report)
% a, lambda of dls_kkt, a column per right-hand side: M*a + F = G*lambda, G'*a + b = 0.
%   solved         both hold, in units in which the entries of [M G; G' 0] are near one
%   inconsistent   y: G*y = e = 0, b'*y ~= 0, for e'*a = -b'*y; or x: M*x = 0, G'*x = 0, F'*x ~= 0
% SPDX-License-Identifier: GPL-3.0-or-later
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
    report = dls_verify_nothing (report);
    return
  end
  consistent = repmat (strcmp (report.status, 'solved'), 1, columns);
  if (isfield (info, 'consistent') && strcmp (report.status, 'inconsistent'))
    consistent = logical (info.consistent(:)');
    report = dls_verify_check (report, 'one column is not consistent', all (consistent), 0);
  end
  report = dls_verify_check (report, 'sizes', double (size (answer.a, 1) ~= n ...
                             || numel (answer.lambda) ~= m * columns), 0);
  for k = 1:columns
    if (report.ok)
      d = dls_verify_units ([M, G, F(:,k); G', sparse(m, m), b(:,k); F(:,k)', b(:,k)', 0]);
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
  most = dls_verify_most ([a; l] ./ d(1:end-1), 1 / d(end), [F; b]);
  r = max ([0; abs(M * a + F - G * l) .* d(1:n)]) / most;
  report = dls_verify_check (report, 'M*a + F = G*lambda', r, 1e-8);
  r = max ([0; abs(G' * a + b) .* d(n+1:end-1)]) / most;
  report = dls_verify_check (report, 'G''*a + b = 0', r, 1e-8);
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
    report = dls_verify_proof (report, abs (b' * y), abs (b)' * abs (y), G * y, ...
                               abs (G) * abs (y), reach(1:n));
  else
    report = dls_verify_proof (report, abs (F' * x), abs (F)' * abs (x), [M * x; G' * x], ...
                               [abs(M) * abs(x); abs(G)' * abs(x)], reach);
  end
end

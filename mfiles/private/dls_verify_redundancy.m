function report = dls_verify_redundancy (problem, R, report)
% R of dls_redundancy. The kernel shows which columns of G follow from others; that the independent
% ones do not follow from each other is shown by the singular values of these columns, in the
% units of dls_verify_units (up to order 400).
% SPDX-License-Identifier: GPL-3.0-or-later
  [M, G] = deal (problem.M, problem.G);
  [n, m] = size (G);
  kept = numel (R.independent);
  wrong = [R.rank + R.nullity ~= m, kept ~= R.rank, ...
           ~isequal(sort ([R.independent(:); R.redundant(:)]), (1:m)')];
  report = dls_verify_check (report, 'rank + nullity = m; independent, redundant', any (wrong), 0);
  [r, c] = dls_verify_units (G);
  G = bsxfun (@times, r, bsxfun (@times, G, c'));
  if (kept > 0 && max (n, kept) <= 400)
    s = svd (full (G(:,R.independent)));
    report = dls_verify_check (report, 'independent: rounding over least singular value', ...
                               n * eps * s(1) / s(end), 1e-4);
  end
  if (R.nullity > 0 && ~isempty (R.kernel))
    N = bsxfun (@rdivide, R.kernel, c);
    N = bsxfun (@rdivide, N, full (max (abs (N), [], 1)));
    report = dls_verify_check (report, 'G*kernel = 0', max (max (abs (G * N))), 1e-4);
    at = full (max (max (abs (R.kernel(R.redundant,:) - speye (R.nullity)))));
    report = dls_verify_check (report, 'kernel(redundant,:) = I', at, 1e-9);
    moved = full (max (abs (N), [], 2)) > 1e-7;
    report = dls_verify_check (report, 'determined where the kernel is zero', ...
                               sum (moved == R.determined(:)), 0);
  end
  D = R.acceleration_kernel;
  report = dls_verify_check (report, 'acceleration_unique: no acceleration_kernel', ...
                             double (R.acceleration_unique ~= isempty (D)), 0);
  if (~isempty (D))
    d = dls_verify_units ([M, problem.G; problem.G', sparse(m, m)]);
    D = bsxfun (@rdivide, D, d(1:n));
    D = bsxfun (@rdivide, D, full (max (abs (D), [], 1)));
    E = bsxfun (@times, d, bsxfun (@times, [M; problem.G'], d(1:n)')) * D;
    report = dls_verify_check (report, 'M*d = 0, G''*d = 0', full (max (max (abs (E)))), 1e-4);
  end
end

function report = dls_verify_lcp_all (problem, Z, report)
% Z of dls_lcp_all: vertices solve, rays stay solutions, and all members of a face are complementary
% to each other. (That nothing is missing is not seen without solving.)
% SPDX-License-Identifier: GPL-3.0-or-later
  A = problem.A;
  q = problem.q(:);
  [r, c] = dls_verify_units ([A, q]);
  dz = c(1:end-1);
  most = dls_verify_most (bsxfun (@rdivide, Z.z, dz), 1 / c(end), q);
  W = bsxfun (@times, r, bsxfun (@plus, A * Z.z, q));
  gap = min (bsxfun (@rdivide, Z.z, dz), W);
  report = dls_verify_check (report, 'min (z, w) = 0 at all vertices', ...
                             max ([0; abs(gap(:))]) / most, 1e-6);
  V = bsxfun (@times, r, A * Z.rays);
  unit = max (abs (bsxfun (@rdivide, Z.rays, dz)), [], 1);
  V = bsxfun (@rdivide, V, unit);
  R = bsxfun (@rdivide, bsxfun (@rdivide, Z.rays, dz), unit);
  both = [R(:); V(:)];
  report = dls_verify_check (report, 'rays stay >= 0', max ([0; -both]), 1e-6);
  worst = 0;
  for f = Z.faces
    z = max ([bsxfun(@rdivide, Z.z(:,f.vertices), dz) / most, R(:,f.rays)], [], 2);
    w = max ([W(:,f.vertices) / most, V(:,f.rays)], [], 2);
    worst = max ([worst; min(z, w)]);
  end
  report = dls_verify_check (report, 'members of a face are complementary', worst, 1e-6);
  few = isempty (Z.rays) && all (arrayfun (@(f) numel (f.vertices) < 2, Z.faces));
  wrong = Z.complete && ((isfinite (Z.count) && Z.count ~= size (Z.z, 2)) ...
                         || (few && isinf (Z.count)) || Z.unique ~= (Z.count == 1));
  report = dls_verify_check (report, 'the count is right', double (wrong), 0);
end

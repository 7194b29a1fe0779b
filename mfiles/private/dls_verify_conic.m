function report = dls_verify_conic (problem, answer, report)
% x, s, y of dls_conic: minimise 1/2 x'*P*x + q'*x, A*x + s = b, s in K.
%   'solved'             A*x + s = b, P*x + A'*y + q = 0, s in K, y in K*, x'*P*x + q'*x + b'*y = 0
%   'primal_infeasible'  y in K*, A'*y = e = 0, b'*y < 0: s = b - A*x in K has 0 <= y'*s, that is
%                        e'*x <= b'*y < 0
%   'dual_infeasible'    s in K, A*x + s = f = 0, P*x = e = 0, q'*x < 0
% SPDX-License-Identifier: GPL-3.0-or-later
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
  d = dls_verify_units ([P, A', q; A, sparse(m, m), -b; q', -b', 0]);
  dx = d(1:n);                                 % the unit of x, and of the rows of P over that of 1
  dy = of_cones (d(n+(1:m)), problem.cones);
  one = 1 / d(end);
  switch (report.status)
    case 'solved'
      size_x = dls_verify_most ([x ./ dx; s .* dy], one, [b; q]);
      size_y = dls_verify_most (y ./ dy, one, [b; q]);
      r = max ([0; abs(A * x + s - b) .* dy]) / size_x;
      report = dls_verify_check (report, 'A*x + s = b', r, 1e-6);
      r = max ([0; abs(P * x + A' * y + q) .* dx]) / max (size_y, size_x);
      report = dls_verify_check (report, 'P*x + A''*y + q = 0', r, 1e-6);
      terms = abs (x)' * abs (P) * abs (x) + abs (q)' * abs (x) + abs (b)' * abs (y) ...
              + size_x * size_y;
      gap = abs (x' * P * x + q' * x + b' * y) / terms;
      report = dls_verify_check (report, 'x''*P*x + q''*x + b''*y = 0', gap, 1e-6);
      report = dls_verify_check (report, 's in K', ...
                                 outside (s, problem.cones, 1 ./ dy, false) / size_x, 1e-6);
      report = dls_verify_check (report, 'y in K*', ...
                                 outside (y, problem.cones, dy, true) / size_y, 1e-6);
    case 'primal_infeasible'
      report = dls_verify_check (report, 'y in K*', outside (y, problem.cones, dy, true) ...
                                 / max (abs (y) ./ dy), 1e-12);
      report = dls_verify_proof (report, -(b' * y), abs (b)' * abs (y), A' * y, ...
                                 abs (A)' * abs (y), dx * one);
    case 'dual_infeasible'
      report = dls_verify_check (report, 's in K', outside (s, problem.cones, 1 ./ dy, false) ...
                                 / max ([abs(x) ./ dx; abs(s) .* dy]), 1e-12);
      report = dls_verify_proof (report, -(q' * x), abs (q)' * abs (x), [P * x; A * x + s], ...
                                 [abs(P) * abs(x); abs(A) * abs(x) + abs(s)], [dx; dy] * one);
    otherwise
      report = dls_verify_nothing (report);
  end
end

% The largest distance from the cone, in the units given (the largest of those of a cone).
function worst = outside (s, cones, unit, dual)
  worst = 0;
  z = count (cones, 'z');
  l = count (cones, 'l');
  if (~dual)
    worst = max ([0; abs(s(1:z)) ./ unit(1:z)]);
  end
  worst = max ([worst; -s(z+(1:l)) ./ unit(z+(1:l))]);
  first = z + l;
  if (isfield (cones, 'q'))
    for k = reshape (cones.q, 1, [])
      i = first + (1:k);
      worst = max (worst, (norm (s(i(2:end))) - s(i(1))) / unit(first + 1));
      first = first + k;
    end
  end
end

% The rows of a second-order cone have one unit.
function dy = of_cones (dy, cones)
  first = count (cones, 'z') + count (cones, 'l');
  if (isfield (cones, 'q'))
    for k = reshape (cones.q, 1, [])
      dy(first+(1:k)) = min (dy(first+(1:k)));
      first = first + k;
    end
  end
end

function k = count (cones, name)
  k = 0;
  if (isfield (cones, name) && ~isempty (cones.(name)))
    k = cones.(name);
  end
end

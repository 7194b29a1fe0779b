function [W, L, memory, report] = dls_rk_newton (x, A2, memory, report)
% Newton's method on the stages of index 2 with all derivatives by differences: for steps near
% singular positions, where nothing may be frozen. Unknowns [W; L] of the free stages.
% SPDX-License-Identifier: GPL-3.0-or-later
  n = numel (x.y.q);
  m = numel (x.rows);
  [a, lambda, memory, report] = dls_rk_start (x.model, x.y, x.rows, memory, report);
  W = repmat (a, 1, numel (x.c));
  L = repmat (lambda, 1, numel (x.c));
  report.ok = all (isfinite ([a; lambda]));
  for k = 1:15 * report.ok
    V = x.y.v + x.h * (W * x.A');
    Q = x.y.q + x.h * (x.y.v * x.c' + x.h * (W * A2'));
    s = numel (x.free);
    J = zeros ((n + m) * s);
    r = zeros (n + m, s);
    for i = 1:s
      f = x.free(i);
      t = x.y.t + x.c(f) * x.h;
      at = @(q, v) equations (x, memory, t, q, v, W(:,f), L(:,f));
      [r(:,i), Dw] = at (Q(:,f), V(:,f));
      Dq = dls_differences (@(q) at (q, V(:,f)), Q(:,f));
      Dv = dls_differences (@(v) at (Q(:,f), v), V(:,f));
      for j = 1:s
        g = x.free(j);
        block = [x.h * x.A(f,g) * Dv + x.h^2 * A2(f,g) * Dq, zeros(n + m, m)];
        J((i-1)*(n+m)+(1:n+m),(j-1)*(n+m)+(1:n+m)) = block + (i == j) * Dw;
      end
    end
    dz = reshape (-solved (J, r(:)), n + m, s);
    W(:,x.free) = W(:,x.free) + dz(1:n,:);
    L(:,x.free) = L(:,x.free) + dz(n+1:end,:);
    report.iterations = report.iterations + 1;
    report.factorisations = report.factorisations + 1;
    change = x.h * max (max (abs (dz(1:n,:))));
    speed = max ([abs(x.y.v); x.h * max(abs (W(:)))]);
    if (change <= 1e-13 * speed || ~isfinite (change))
      break
    end
  end
  report.ok = report.ok && change <= 1e-10 * speed;
end

function [r, D] = equations (x, memory, t, q, v, w, lambda)
  E = dls_rk_at (x.model, memory, t, q, v, x.rows);
  m = numel (lambda);
  r = full ([E.M * w - E.f - E.G * lambda; (E.G' * v + E.w) / x.h]);
  D = full ([E.M, -E.G; zeros(m, numel (q) + m)]);
end

function z = solved (J, r)
  [L, U, p] = lu (J, 'vector');
  d = abs (diag (U));
  if (all (d > 1e-14 * max (d)))
    z = U \ (L \ r(p));
  elseif (all (isfinite (d)))
    z = pinv (J) * r;
  else
    z = NaN (size (r));
  end
end

function [V, W, L, memory, report] = dls_rk_implicit (model, y, h, rows, memory, index, opts, ...
                                                      report)
% Stages of an implicit method: velocities V, accelerations W, reactions L. Simplified Newton: mass
% and gradients frozen in the middle of the step split the stages into one KKT system with many
% right-hand sides; Jacobians of the force join when they are known or when this converges slowly.
% SPDX-License-Identifier: GPL-3.0-or-later
  T = memory.tableau;
  x = struct ('model', model, 'y', y, 'h', h, 'rows', rows, 'index', index, 'A', T.A, 'c', T.c);
  x.free = (1 + T.first):T.stages;
  [W, L, memory, report] = guess (x, memory, report);
  A2 = T.A * T.A;
  newton = [];
  if (opts.implicit || memory.stiff)
    [newton, memory, report] = newton_matrix (x, A2, memory, false, report);
  end
  if (index == 2)
    [x.factor, memory, report] = frozen (x, memory, report);
  end
  last = Inf;
  for k = 1:opts.MaxIterations
    V = y.v + h * (W * T.A');
    Q = y.q + h * (y.v * T.c' + h * (W * A2'));
    [dW, dL, memory, report] = residual (x, Q, V, W, L, newton, A2, memory, report);
    report.iterations = report.iterations + 1;
    if (~report.ok)
      break
    end
    W(:,x.free) = W(:,x.free) + dW;
    L(:,x.free) = L(:,x.free) + dL;
    change = h * max (abs (dW(:)));
    speed = max ([abs(y.v); h * max(abs (W(:))); realmin]);
    exact = ~isempty (newton) && model.linear && model.fixed && index == 1;
    [done, slow] = judged (change, last, speed, k);
    if (done || exact)
      break
    end
    last = change;
    if (slow && ~isempty (newton) && memory.newton.t == y.t)
      report.ok = k < opts.MaxIterations && isfinite (change) && change < 1e3 * speed;
    elseif (slow)
      [newton, memory, report] = newton_matrix (x, A2, memory, true, report);
      memory.stiff = true;
      last = Inf;
      if (~isfinite (change) || change > speed)
        [W, L, memory, report] = guess (x, memory, report);
      end
    end
    report.ok = report.ok && (k < opts.MaxIterations || change <= 1e-10 * speed);
    if (~report.ok)
      break
    end
  end
  if (~report.ok && index == 2 && ~(model.linear && model.fixed))
    [W, L, memory, report] = dls_rk_newton (x, A2, memory, report);
  end
  if (~report.ok)
    report.message = sprintf ('the stages of %s do not converge', T.name);
    return
  end
  V = y.v + h * (W * T.A');
  memory.poly = struct ('t', y.t, 'h', h, 'W', W, 'L', L, 'rows', rows);
end

% From the last changes of the velocity: as good as rounding allows (1e-10 where rates of gradients
% come from differences); or not soon.
function [done, slow] = judged (change, last, speed, k)
  rate = 1;
  if (isfinite (last))
    rate = change / last;
  end
  done = change <= 2e-16 * speed || (rate > 0.5 && change <= 1e-13 * speed && isfinite (last)) ...
         || (rate > 0.9 && change <= 1e-10 * speed && isfinite (last)) ...
         || (rate < 0.9 && rate / (1 - rate) * change <= 1e-16 * speed);
  slow = (rate > 0.4 && k > 2 && isfinite (last) && change > 1e-10 * speed) || ~isfinite (change);
end

% Polynomial through the accelerations of the step before, or of a longer trial of this one.
function [W, L, memory, report] = guess (x, memory, report)
  s = numel (x.c);
  P = memory.poly;
  known = ~isempty (P) && same (P.rows, x.rows) && x.y.t >= P.t && x.y.t <= P.t + 1.1 * P.h ...
          && x.h <= 2 * P.h;
  if (known)
    at = ((x.y.t - P.t + x.c * x.h) / P.h) .^ (0:s-1) * memory.lagrange;
    W = P.W * at';
    L = P.L * at';
  end
  if (~known || numel (x.free) < s)
    [a, lambda, memory, report] = dls_rk_start (x.model, x.y, x.rows, memory, report);
    if (~known)
      W = repmat (a, 1, s);
      L = repmat (lambda, 1, s);
    else
      W(:,1) = a;
      L(:,1) = lambda;
    end
  end
end

% Changes of the free stages that the frozen system asks for.
function [dW, dL, memory, report] = residual (x, Q, V, W, L, newton, A2, memory, report)
  free = x.free;
  t = x.y.t + x.c * x.h;
  if (x.index == 1)
    dW = zeros (numel (x.y.q), numel (free));
    dL = zeros (size (L, 1), numel (free));
    for k = 1:numel (free)
      i = free(k);
      [dW(:,k), dL(:,k), memory, report] = dls_rk_acceleration (x.model, t(i), Q(:,i), V(:,i), ...
                                                                x.rows, memory, report);
    end
    dW = dW - W(:,free);
    dL = dL - L(:,free);
    if (~isempty (newton))
      dW = reshape (newton.U \ (newton.L \ dW(newton.p)(:)), size (dW));
    end
    return
  end
  r = zeros (numel (x.y.q), numel (free));
  c = zeros (size (L, 1), numel (free));
  for k = 1:numel (free)
    i = free(k);
    E = dls_rk_at (x.model, memory, t(i), Q(:,i), V(:,i), x.rows);
    r(:,k) = E.f + E.G * L(:,i) - E.M * W(:,i);
    c(:,k) = (E.G' * V(:,i) + E.w) / x.h;
  end
  F = x.factor;
  c = c * memory.inverse';
  [dW, dL, report.ok] = dls_step_backsolve (F, r, c);
  report.solves = report.solves + numel (free);
  if (~isempty (newton))
    dW = reshape (newton.U \ (newton.L \ dW(newton.p)(:)), size (dW));
    r = r + newton.fv * (x.h * dW * x.A(free,free)') + newton.fq * (x.h^2 * dW * A2(free,free)');
    [dW, dL, report.ok] = dls_step_backsolve (F, r, c);
    report.solves = report.solves + numel (free);
  end
  if (~report.ok)
    report.message = 'the stages have no solution (inconsistent constraints?)';
  end
end

% The factorisation in the middle of the step: kept during its iterations.
function [F, memory, report] = frozen (x, memory, report)
  old = memory.frozen;
  if (~x.model.fixed && old.t == x.y.t && old.h == x.h && same (old.rows, x.rows) ...
      && all (old.q == x.y.q))
    F = old.factor;
    return
  end
  E = dls_rk_at (x.model, memory, x.y.t + x.h / 2, x.y.q + x.h / 2 * x.y.v, x.y.v, x.rows);
  [F, memory, made] = dls_rk_factor (x.model, E.M, E.G, x.rows, memory);
  memory.frozen = struct ('t', x.y.t, 'h', x.h, 'q', x.y.q, 'rows', x.rows, 'factor', F);
  report.factorisations = report.factorisations + made;
end

% I - h*A (x) B*fv - h^2*A^2 (x) B*fq, B the map from forces to accelerations. Where that converges
% slowly, all derivatives of the accelerations (index 1).
function [newton, memory, report] = newton_matrix (x, A2, memory, renew, report)
  newton = memory.newton;
  if (~renew && ~isempty (newton) && newton.h == x.h && same (newton.rows, x.rows))
    return
  end
  n = numel (x.y.q);
  if (x.index == 1 && renew)
    E = struct ('fv', [], 'fq', []);
    B = of_accelerations (x, memory, report);
  else
    E = dls_model_at (x.model, 'J', x.y.t, x.y.q, x.y.v);
    [F, memory, report] = frozen (x, memory, report);
    B = dls_step_backsolve (F, full ([E.fv, E.fq]), zeros (F.m, 2 * n));
  end
  A = x.A(x.free,x.free);
  K = eye (n * rows (A)) - kron (x.h * A, B(:,1:n)) ...
      - kron (x.h^2 * A2(x.free,x.free), B(:,n+1:end));
  newton = struct ('t', x.y.t, 'h', x.h, 'rows', x.rows, 'fv', E.fv, 'fq', E.fq);
  [newton.L, newton.U, newton.p] = lu (K, 'vector');
  memory.newton = newton;
  report.factorisations = report.factorisations + 1;
end

% Their derivatives with respect to v and q in the middle of the step, by differences.
function B = of_accelerations (x, memory, report)
  t = x.y.t + x.h / 2;
  q = x.y.q + x.h / 2 * x.y.v;
  v = x.y.v;
  a = @(q, v) dls_rk_acceleration (x.model, t, q, v, x.rows, memory, report);
  B = [dls_differences(@(v) a (q, v), v), dls_differences(@(q) a (q, v), q)];
end

function yes = same (a, b)
  yes = numel (a) == numel (b) && all (a == b);
end

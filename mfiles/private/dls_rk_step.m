function [z, memory, report] = dls_rk_step (model, y, h, memory, opts, report, depth)
% One Runge-Kutta step of HIGHORDER (73) while the contacts memory.active stay closed, the others
% open.
%   y.t, y.q, y.v; z.p is the integral of the reactions of the constraints memory.rows.
% opts.Index 1 keeps constraints on the level of accelerations, (71), 2 on that of velocities: then
% the reactions make G'*v = 0 at the stages. Without constraints both are the same.
% A step whose stages do not converge is done in two halves, and so on.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 7)
    depth = 0;
  end
  if (dls_step_over (opts))
    [z, report.ok, report.message] = deal (y, false, 'MaxTime');
    z.p = zeros (numel (memory.rows), 1);
    return
  end
  T = memory.tableau;
  index = opts.Index;
  if (isempty (memory.rows) || model.friction)
    index = 1;
  end
  if (T.explicit)
    [V, W, L, memory, report] = dls_rk_explicit (model, y, h, memory.rows, memory, index, report);
  else
    [V, W, L, memory, report] = dls_rk_implicit (model, y, h, memory.rows, memory, index, opts, ...
                                                 report);
  end
  z = struct ('t', y.t + h, 'q', y.q + h * (V * T.b'), 'v', y.v + h * (W * T.b'), ...
              'p', h * (L * T.b'));
  if (report.ok && ((index == 2 && ~T.explicit && ~T.stiffly) ...
                    || (model.friction && ~isempty (memory.rows))))
    [z, memory, report] = projected (model, z, memory, report);
  end
  if (report.ok && ~all (isfinite ([z.q; z.v])))
    report.ok = false;
    report.message = 'a step of the Runge-Kutta method is not finite';
  end
  if (~report.ok && depth < 8)
    report.ok = true;
    [z, memory, report] = halves (model, y, h, memory, opts, report, depth + 1);
  end
end

function [z, memory, report] = halves (model, y, h, memory, opts, report, depth)
  memory.poly = [];
  [middle, memory, report] = dls_rk_step (model, y, h / 2, memory, opts, report, depth);
  z = middle;
  if (report.ok)
    [z, memory, report] = dls_rk_step (model, middle, h / 2, memory, opts, report, depth);
    z.t = y.t + h;
    z.p = z.p + middle.p;
  end
end

% M*(v - v1) = G*mu, G'*v + w = 0: projected methods of Ascher and Petzold.
function [y, memory, report] = projected (model, y, memory, report)
  E = dls_rk_at (model, memory, y.t, y.q, y.v, memory.rows);
  [F, memory, made] = dls_rk_factor (model, E.M, E.G, memory.rows, memory);
  [y.v, mu, ok] = dls_step_backsolve (F, E.M * y.v, E.w);
  if (~model.friction)
    y.p = y.p + mu;
  end
  report.ok = report.ok && ok;
  report.factorisations = report.factorisations + made;
  report.solves = report.solves + 1;
end

% Stages of a half-explicit method: velocities V, accelerations W, reactions L. For index 1
% reactions come from the accelerations of a stage, for index 2 from the velocity that row i of Abar
% makes:
%   M(Q)*W = f + G(Q)*L,   G(Qbar)'*(v + h*sum abar_ij*W_j) + w = 0.
function [V, W, L, memory, report] = dls_rk_explicit (model, y, h, rows, memory, index, report)
  T = memory.tableau;
  n = model.n;
  V = zeros (n, T.stages);
  W = V;
  L = zeros (numel (rows), T.stages);
  for i = 1:T.stages
    Q = y.q + h * (V * T.A(i,:)');
    V(:,i) = y.v + h * (W * T.A(i,:)');
    t = y.t + T.c(i) * h;
    if (i == 1 && (index == 1 || T.ahead))
      [W(:,1), L(:,1), memory, report] = dls_rk_start (model, y, rows, memory, report);
    elseif (index == 1)
      [W(:,i), L(:,i), memory, report] = dls_rk_acceleration (model, t, Q, V(:,i), rows, ...
                                                              memory, report);
    else
      E = dls_rk_at (model, memory, t, Q, V(:,i), rows);
      bar = sum (T.Abar(i,:));
      X = dls_rk_at (model, memory, y.t + bar * h, y.q + h * (V * T.Abar(i,:)'), V(:,i), rows);
      v = y.v + h * (W * T.Abar(i,:)');
      c = (X.G' * v + X.w) / (h * T.Abar(i,i));
      [W(:,i), L(:,i), memory, report] = oblique (model, E, X.G, c, rows, memory, report);
    end
    if (~report.ok)
      return
    end
  end
end

% M*a = f + G*lambda, D'*a + c = 0 with D near G: exact where small and regular, else by corrections
% lambda -> f + (G - D)*lambda, which contract like h, with one factorisation.
function [a, lambda, memory, report] = oblique (model, E, D, c, rows, memory, report)
  [n, m] = size (D);
  same = model.fixed || isequal (E.G, D);
  if (~same && n + m <= 400)
    [L, U, p] = lu (full ([E.M, -E.G; D', zeros(m)]), 'vector');
    d = abs (diag (U));
    report.factorisations = report.factorisations + 1;
    if (all (d > 1e-11 * max (d)))
      b = [E.f; -c];
      x = U \ (L \ b(p));
      a = x(1:n);
      lambda = x(n+1:end,1);
      report.solves = report.solves + 1;
      return
    end
  end
  [F, memory, made] = dls_rk_factor (model, E.M, D, rows, memory);
  report.factorisations = report.factorisations + made;
  [a, lambda, report.ok] = dls_step_backsolve (F, E.f, c);
  last = Inf;
  for k = 1:50 * ~same
    before = a;
    [a, lambda, report.ok] = dls_step_backsolve (F, E.f + (E.G - D) * lambda, c);
    change = norm (a - before);
    report.solves = report.solves + 1;
    if (change <= 1e-15 * norm (a) || (change >= last && change <= 1e-10 * norm (a)))
      break
    end
    report.ok = report.ok && (k < 50 || change <= 1e-10 * norm (a));
    last = change;
  end
  report.solves = report.solves + 1;
  if (~report.ok)
    report.message = 'the reactions of a stage have no solution (inconsistent constraints?)';
  end
end

% Stages of an implicit method: velocities V, accelerations W, reactions L. Simplified Newton: mass
% and gradients frozen in the middle of the step split the stages into one KKT system with many
% right-hand sides; Jacobians of the force join when they are known or when this converges slowly.
function [V, W, L, memory, report] = dls_rk_implicit (model, y, h, rows, memory, index, opts, ...
                                                      report)
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
  known = ~isempty (P) && implicit_same (P.rows, x.rows) && x.y.t >= P.t ...
          && x.y.t <= P.t + 1.1 * P.h && x.h <= 2 * P.h;
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
  if (~x.model.fixed && old.t == x.y.t && old.h == x.h && implicit_same (old.rows, x.rows) ...
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
  if (~renew && ~isempty (newton) && newton.h == x.h && implicit_same (newton.rows, x.rows))
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

function yes = implicit_same (a, b)
  yes = numel (a) == numel (b) && all (a == b);
end

% Newton's method on the stages of index 2 with all derivatives by differences: for steps near
% singular positions, where nothing may be frozen. Unknowns [W; L] of the free stages.
function [W, L, memory, report] = dls_rk_newton (x, A2, memory, report)
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

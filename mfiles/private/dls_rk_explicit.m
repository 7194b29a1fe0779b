function [V, W, L, memory, report] = dls_rk_explicit (model, y, h, rows, memory, index, report)
% Stages of a half-explicit method: velocities V, accelerations W, reactions L. For index 1
% reactions come from the accelerations of a stage, for index 2 from the velocity that row i of Abar
% makes:
%   M(Q)*W = f + G(Q)*L,   G(Qbar)'*(v + h*sum abar_ij*W_j) + w = 0.
% SPDX-License-Identifier: GPL-3.0-or-later
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

function [a, lambda, memory, report] = dls_rk_acceleration (model, t, q, v, rows, memory, report)
% Accelerations and reactions of (71): M*a = f + G*lambda, G'*a + d/dt(G')*v = 0.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (memory.affine && isempty (memory.slips) && numel (memory.set) == numel (rows) ...
      && all (memory.set == rows))
    f = model.f;
    if (~isa (f, 'double'))
      f = dls_model_at (model, 'f', t, zeros (model.n, 1), zeros (model.n, 1)).f;
    end
    x = memory.operator * (f - model.C * v - model.K * q);
    a = x(1:model.n,1);
    lambda = x(model.n+1:end,1);
    report.solves = report.solves + 1;
    return
  end
  E = dls_rk_at (model, memory, t, q, v, rows);
  n = model.n;
  m = numel (rows);
  c = zeros (m, 1);
  if (m > 0 && (model.moving || ~model.fixed))
    c = dls_rk_bias (model, t, q, v, rows);
  end
  D = E.G;                                         % of the reactions
  slips = ~isempty (memory.slips);
  if (slips)
    D = E.F;
  end
  made = 0;
  if (slips || (~model.fixed && n + m <= 100))
    [L, U, P] = lu (full ([E.M, -D; E.G', zeros(m)]), 'vector');
    d = abs (diag (U));
    made = slips || all (d > 1e-11 * max (d));
  end
  if (made)
    x = [E.f; -c];
    x = U \ (L \ x(P));
    a = x(1:n,1);
    lambda = x(n+1:end,1);
    ok = ~slips || all (isfinite (x));
  else
    [F, memory, made] = dls_rk_factor (model, E.M, E.G, rows, memory);
    [a, lambda, ok] = dls_step_backsolve (F, E.f, c);
  end
  report.factorisations = report.factorisations + made;
  report.solves = report.solves + 1;
  if (~ok)
    report.ok = false;
    report.message = 'the accelerations of a stage have no solution (inconsistent constraints?)';
  end
end

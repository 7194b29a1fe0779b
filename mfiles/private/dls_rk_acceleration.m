function [a, lambda, memory, report] = dls_rk_acceleration (model, t, q, v, rows, memory, report)
% Accelerations and reactions of (71): M*a = f + G*lambda, G'*a + d/dt(G')*v = 0.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (memory.affine && numel (memory.set) == numel (rows) && all (memory.set == rows))
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
  c = zeros (size (E.G, 2), 1);
  if (~isempty (c) && ~(model.fixed && ~model.moving))
    B = dls_model_at (model, 'b', t, q, v);
    c = [B.bb; B.bu](rows);
  end
  [F, memory, made] = dls_rk_factor (model, E.M, E.G, rows, memory);
  [a, lambda, ok] = dls_step_backsolve (F, E.f, c);
  report.factorisations = report.factorisations + made;
  report.solves = report.solves + 1;
  if (~ok)
    report.ok = false;
    report.message = 'the accelerations of a stage have no solution (inconsistent constraints?)';
  end
end

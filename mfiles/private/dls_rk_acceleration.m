function [a, lambda, memory, report] = dls_rk_acceleration (model, t, q, v, active, memory, report)
% Accelerations and reactions of (71): M*a = f + G*lambda, G'*a + d/dt(G')*v = 0.
% SPDX-License-Identifier: GPL-3.0-or-later
  key = [t; q; v];
  if (isequal (memory.now.key, key) && isequal (memory.now.active, active))
    a = memory.now.a;
    lambda = memory.now.lambda;
    return
  end
  E = dls_rk_at (model, t, q, v, active);
  c = zeros (size (E.G, 2), 1);
  if (~isempty (c))
    B = dls_model_at (model, 'b', t, q, v);
    c = [B.bb; B.bu(active)];
  end
  [F, memory, made] = dls_rk_factor (model, E.M, E.G, active, memory);
  [a, lambda, ok] = dls_step_backsolve (F, E.f, c);
  report.factorisations = report.factorisations + made;
  report.solves = report.solves + 1;
  if (~ok)
    report.ok = false;
    report.message = 'the accelerations of a stage have no solution (inconsistent constraints?)';
  end
  memory.now = struct ('key', key, 'active', active, 'a', a, 'lambda', lambda);
end

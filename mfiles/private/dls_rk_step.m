function [y, memory, report] = dls_rk_step (model, y, h, memory, opts, report)
% One Runge-Kutta step of HIGHORDER (73) while the contacts memory.active stay closed, the others open.
%   y.t, y.q, y.v; y.p is the integral of the reactions of the constraints memory.rows.
% opts.Index 1 keeps constraints on the level of accelerations, (71), 2 on that of velocities: then
% the reactions make G'*v = 0 at the stages. Without constraints both are the same.
% SPDX-License-Identifier: GPL-3.0-or-later
  T = memory.tableau;
  rows = memory.rows;
  index = opts.Index;
  if (isempty (rows))
    index = 1;
  end
  t = y.t;
  if (T.explicit)
    [V, W, L, memory, report] = dls_rk_explicit (model, y, h, rows, memory, index, report);
  else
    [V, W, L, memory, report] = dls_rk_implicit (model, y, h, rows, memory, index, opts, report);
  end
  y.t = t + h;
  y.q = y.q + h * (V * T.b');
  y.v = y.v + h * (W * T.b');
  y.p = h * (L * T.b');
  if (index == 2 && ~T.explicit && ~T.stiffly)
    [y, memory, report] = projected (model, y, rows, memory, report);
  end
  if (~all (isfinite ([y.q; y.v])))
    report.ok = false;
    report.message = 'a step of the Runge-Kutta method is not finite';
  end
end

% M*(v - v1) = G*mu, G'*v + w = 0: projected methods of Ascher and Petzold.
function [y, memory, report] = projected (model, y, rows, memory, report)
  E = dls_rk_at (model, memory, y.t, y.q, y.v, rows);
  [F, memory, made] = dls_rk_factor (model, E.M, E.G, rows, memory);
  [y.v, mu, ok] = dls_step_backsolve (F, E.M * y.v, E.w);
  y.p = y.p + mu;
  report.ok = report.ok && ok;
  report.factorisations = report.factorisations + made;
  report.solves = report.solves + 1;
end

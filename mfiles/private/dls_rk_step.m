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

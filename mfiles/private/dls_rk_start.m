function [a, lambda, memory, report] = dls_rk_start (model, y, rows, memory, report)
% Accelerations and reactions at the end of one step, which is the beginning of the next.
% SPDX-License-Identifier: GPL-3.0-or-later
  now = memory.now;
  if (now.t == y.t && numel (now.rows) == numel (rows) && all (now.rows == rows) ...
      && all (now.q == y.q) && all (now.v == y.v))
    a = now.a;
    lambda = now.lambda;
    return
  end
  [a, lambda, memory, report] = dls_rk_acceleration (model, y.t, y.q, y.v, rows, memory, report);
  memory.now = struct ('t', y.t, 'q', y.q, 'v', y.v, 'rows', rows, 'a', a, 'lambda', lambda);
end

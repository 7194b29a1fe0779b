function [x, y, info] = dls_stick_solve (P, q, A, b, cones, opts)
% dls_conic, with a second way of factorising where the first ends short, and then more
% tolerance. opts.MaxTime is counted from opts.clock.
% SPDX-License-Identifier: GPL-3.0-or-later
  tries = {'auto', 1e-10; 'ldl', 1e-9; 'auto', 1e-8; 'ldl', 1e-8};
  for k = 1:4
    limit = {};
    if (isfinite (opts.MaxTime))
      limit = {'MaxTime', max(opts.MaxTime - toc (opts.clock), 0)};
    end
    [x, ~, y, info] = dls_conic (P, q, A, b, cones, 'Method', tries{k,1}, ...
                                 'Tolerance', tries{k,2}, limit{:});
    if (any (strcmp (info.status, {'solved', 'primal_infeasible', 'dual_infeasible'})))
      return
    elseif (toc (opts.clock) >= opts.MaxTime)
      info.message = 'MaxTime is over';
      return
    end
  end
end

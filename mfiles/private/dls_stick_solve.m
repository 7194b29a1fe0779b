function [x, y, info] = dls_stick_solve (q, A, b, cones, opts)
% The linear program of dls_conic, with a second way of factorising where the first ends short, and
% then more tolerance. opts.MaxTime is counted from opts.clock.
% SPDX-License-Identifier: GPL-3.0-or-later
  tries = {'auto', 1e-10; 'ldl', 1e-9; 'auto', 1e-8; 'ldl', 1e-8};
  P = sparse (numel (q), numel (q));
  sizes = [cones.z, cones.l, cones.q];
  for k = 1:4
    settings = struct ('Method', tries{k,1}, 'Tolerance', tries{k,2});
    if (isfinite (opts.MaxTime))
      settings.MaxTime = max (opts.MaxTime - toc (opts.clock), 0);
    end
    try
      [x, ~, y, info] = dls_conic_mex (P, q, A, b, sizes, settings);
    catch err
      dls_raise (err, 'dls_conic');
    end
    if (any (strcmp (info.status, {'solved', 'primal_infeasible', 'dual_infeasible'})))
      return
    elseif (toc (opts.clock) >= opts.MaxTime)
      info.message = 'MaxTime is over';
      return
    end
  end
end

function memory = dls_rk_memory (model, opts)
% What Runge-Kutta schemes keep from step to step: the closed contacts, factorisations, the
% accelerations at one state, and the polynomial through the last stages.
% SPDX-License-Identifier: GPL-3.0-or-later
  memory = struct ('tableau', dls_tableau (opts.Method), 'active', zeros (1, 0), 'set', NaN, ...
                   'factor', [], 'newton', [], 'stiff', false, 'poly', []);
  memory.now = struct ('key', [], 'active', NaN, 'a', [], 'lambda', []);
  memory.frozen = struct ('key', [], 'active', NaN, 'factor', []);
  T = memory.tableau;
  if (~T.explicit)
    free = (1 + T.first):T.stages;
    memory.inverse = inv (T.A(free,free));
    memory.lagrange = inv (T.c .^ (0:T.stages-1));
  end
  if (model.friction)
    error ('delassus:option', ['dls_simulate: friction with the scheme ''%s''; expected mu = 0, ', ...
           'or another scheme'], opts.Scheme);
  end
end

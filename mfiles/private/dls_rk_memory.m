function memory = dls_rk_memory (model, y, opts)
% What Runge-Kutta schemes keep from step to step: the closed contacts, factorisations, the
% accelerations at one state, and the polynomial through the last stages.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (model.friction && ~strcmp (opts.Scheme, 'event-driven'))
    error ('delassus:option', ...
           'dls_simulate: friction with the scheme ''%s''; expected mu = 0, or another scheme', ...
           opts.Scheme);
  end
  T = dls_tableau (opts.Method);
  memory = struct ('tableau', T, 'active', zeros (1, 0), 'rows', zeros (1, 0), ...
                   'set', NaN, 'factor', [], ...
                   'affine', false, 'operator', [], 'newton', [], 'stiff', false, 'poly', []);
  memory.now = struct ('t', NaN, 'q', [], 'v', [], 'rows', [], 'a', [], 'lambda', []);
  memory.frozen = struct ('t', NaN, 'h', NaN, 'q', [], 'rows', [], 'factor', []);
  if (~T.explicit)
    free = (1 + T.first):T.stages;
    memory.inverse = inv (T.A(free,free));
    memory.lagrange = inv (T.c .^ (0:T.stages-1));
  end
  memory = dls_rk_parts (model, memory, opts);
  memory.bilateral = 1:model.nb;
  memory.slips = zeros (1, 0);                     % contacts, and their directions
  memory.direction = zeros (max (model.d - 1, 1), model.nu);
  memory.speed = zeros (1, model.nu);
  memory.load = 0;                                 % the largest reaction so far
  memory.bilateral = dls_rk_independent (model, memory, y, 1:model.nb);
  memory.rows = memory.bilateral;
end

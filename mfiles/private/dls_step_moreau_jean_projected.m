function [next, report] = dls_step_moreau_jean_projected (model, state, h, opts)
% HIGHORDER (19): a step of Moreau and Jean, then the nearest positions with h (q) = 0 and
% g (q) >= 0, in the metric of the mass or of the identity: Q*z = G*t + N*t', 0 <= g _|_ t' >= 0.
% SPDX-License-Identifier: GPL-3.0-or-later
  [next, report] = dls_step_moreau_jean (model, state, h, opts);
  if (~report.ok || model.nb + model.nu == 0)
    return
  end
  v = next.v;
  Q = speye (model.n);
  euclidean = strcmp (opts.Projection, 'euclidean');
  size_q = max (1, norm (next.q, Inf));
  for iteration = 1:opts.MaxIterations
    E = dls_model_at (model, 'hgGNM', next.t, next.q, v);
    if (max ([abs(E.h); -E.g; 0]) <= 1e-14 * size_q)
      break
    end
    if (~euclidean)
      Q = E.M;
    end
    [z, ~, ~, counts, message] = dls_step_mex ('percussion', Q, E.G, E.N, ...
      [1, opts.RankTolerance], model.mu, zeros (model.n, 1), E.h, E.g, false (model.nu, 1), 1);
    report.solves = report.solves + counts(2);
    report.factorisations = report.factorisations + counts(3);
    if (~all (isfinite (z)))              % least squares where constraints are redundant
      report.ok = false;
      report.message = ['the projection of the step: ', message];
      return
    end
    next.q = next.q + z;
    if (norm (z, Inf) <= 1e-14 * size_q)
      break
    end
  end
  worst = max ([abs(E.h); -E.g; 0]);
  if (worst > 1e-8 * size_q)
    report.ok = false;
    report.message = sprintf ('the projection of the step leaves %.1e', worst);
  end
end

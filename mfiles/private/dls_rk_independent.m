function rows = dls_rk_independent (model, memory, y, rows)
% A largest set of independent ones among some constraints, at a state that satisfies them. Stages
% of a Runge-Kutta method do so only to their accuracy, there redundant constraints contradict each
% other; the ones that are left out hold as well as the motion is accurate.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (numel (rows) < 2)
    return
  end
  G = dls_rk_at (model, memory, y.t, y.q, y.v, rows).G;
  G = G * diag (sparse (1 ./ max (full (sqrt (sum (G .^ 2, 1))), realmin)));   % sparse ones, too
  if (numel (rows) > 500)
    R = dls_redundancy (sparse (model.n, model.n), sparse (G), 'RankTolerance', 1e-7);
    rows = rows(sort (R.independent(:)'));
    return
  end
  [~, R, order] = qr (full (G), 0);
  d = abs (diag (R));
  rows = rows(sort (order(1:sum (d > 1e-7))));
end

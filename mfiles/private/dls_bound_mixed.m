function r = dls_bound_mixed (Q)
% TUTORIAL Prop. 13 from the blocks Q of DLS_FRICTION_BOUND: uniform mu up to the first crossing of
% |P_mu| = 1/beta_2, never above mu_max^b of Prop. 9.
% SPDX-License-Identifier: GPL-3.0-or-later
  r = dls_bound_entry ('TUTORIAL Prop. 13', ...
                       'M_ub is a P-matrix: one solution with both kinds sliding');
  r.beta2 = NaN;
  r.norm = NaN;
  r.matrix = [];
  A = Q.A;
  r = dls_bound_required (r, ~isempty (Q.b) && ~isempty (Q.u), 'not both kinds of constraints', ...
                          all (Q.sb) && all (Q.su), 'not all contacts slide', Q.proper, ...
                          'M is singular', dls_bound_definite (A), ...
                          'the constraints are not independent', numel (Q.mu) <= 12, ...
                          'more than 12 contacts: beta_2 takes 2^n inverses');
  if (~r.applies)
    return
  end
  M0 = mixed_matrix (Q, zeros (size (Q.mu)));
  r.beta2 = beta2 (M0, Q.over);
  if (isnan (r.beta2))
    r = dls_bound_late (r);
    return
  end
  mu_b = dls_bound_ratio (A(Q.b,Q.b), Q.T(Q.b,Q.b));
  excess = @(mu) norm (mixed_matrix (Q, mu) - M0) - 1 / r.beta2;
  r.value = first_crossing (@(mu) excess (mu * ones (size (Q.mu))), mu_b, ...
                            norm (A) / max (norm (Q.T), realmin));
  r.matrix = mixed_matrix (Q, Q.mu);
  r.norm = norm (r.matrix - M0);
  r.holds = dls_bound_answer (max (Q.mub) < mu_b && r.norm < 1 / r.beta2);
end

% M_ub of (58); T has the signs xi in it.
function M = mixed_matrix (Q, mu)
  b = Q.b;
  u = Q.u;
  F = Q.T * diag (mu);
  low = Q.A(b,b) - F(b,b);
  solved = low \ [Q.A(b,b) + F(b,b), -(Q.A(b,u) - F(b,u))];
  C = Q.A(u,b) - F(u,b);
  M = [solved; C * solved + [-(Q.A(u,b) + F(u,b)), Q.A(u,u) - F(u,u)]];
end

% TUTORIAL Theorem 3, exactly: along each d_i the matrix (I-D+DM)\D is affine in a monotone
% function of d_i, so that its norm is largest at a vertex of the cube.
% NaN: not known when the time was over.
function beta = beta2 (M, over)
  beta = 0;
  n = size (M, 1);
  for k = 1:2^n - 1
    if (over ())
      beta = NaN;
      return
    end
    a = dls_bound_bits (k, n) == 1;
    beta = max (beta, norm (inv (M(a,a))));
  end
end

function mu = first_crossing (f, limit, unit)
  t = (1:2000) / 2001;
  grid = unit * t ./ (1 - t);
  grid = [grid(grid < limit), limit];
  low = 0;
  for mu = grid
    if (isinf (mu) || ~(f (mu) < 0))
      break
    end
    low = mu;
  end
  high = mu;
  if (isinf (high) || f (high) < 0)
    mu = high;
    return
  end
  while (high - low > 1e-15 * high)
    mu = (low + high) / 2;
    if (mu <= low || mu >= high)
      break
    elseif (f (mu) < 0)
      low = mu;
    else
      high = mu;
    end
  end
  mu = low;
end

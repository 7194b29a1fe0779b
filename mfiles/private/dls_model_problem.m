function P = dls_model_problem (model, t, q, v, h, varargin)
% The friction problem of a step of Moreau and Jean, for dls_problem: HIGHORDER (16) with mass,
% force and gradients where the iterations of dls_simulate end, so that its velocities solve it.
% Bilateral constraints are eliminated: then the problem is in local form.
% SPDX-License-Identifier: GPL-3.0-or-later
  caller = 'dls_problem';
  q = dls_vector_input (q, numel (q), caller, 'q');
  v = dls_vector_input (v, numel (q), caller, 'v');
  if (~(isa (h, 'double') && isscalar (h) && isreal (h) && h > 0 && isfinite (h)))
    error ('delassus:option', 'dls_problem: h is %s; expected the length of a step', ...
           dls_describe (h));
  end
  opts = [{'Scheme', 'moreau-jean', 'Initial', 'off', 'Energy', 'off', 'OnError', 'raise'}, ...
          varargin];
  sol = dls_simulate (model, [t, t + h], q, v, 'Step', h, opts{:});
  opts = dls_table_options ('dls_simulate', opts);
  model = dls_model_bind (model, t, q, v, caller);
  theta = opts.Theta;
  v1 = sol.last.v;
  vm = (1 - theta) * v + theta * v1;
  start = dls_model_at (model, 'gw', t, q, v);
  model.x = (1 - theta) * model.x + theta * sol.last.x;
  E = dls_model_at (model, 'MfGNTL', t + theta * h, q + theta * h * vm, vm);
  W = dls_model_at (model, 'w', t + h, q + h * vm, v1);
  un = full (E.N' * v) + start.wu;
  k = find (closes (start.g, h, opts.Gamma, un, E, q, v) | sol.last.status > 0)';
  d = max (model.d, 2);
  H = sparse (d * numel (k), model.n);
  w = zeros (d * numel (k), 1);
  H(1:d:end,:) = E.N(:,k)';
  w(1:d:end) = W.wu(k) + E.e(k) .* un(k);
  for j = 2:model.d
    rows = (k - 1) * (model.d - 1) + j - 1;
    H(j:d:end,:) = E.T(:,rows)';
    w(j:d:end) = W.wt(rows);
  end
  f = -full (E.M * v + h * E.f);
  if (model.nb == 0)
    P = dls_problem ('M', E.M, 'H', H, 'f', f, 'w', w, 'mu', full (E.mu(k)), 'd', d);
  else
    [A, b] = eliminated (E, H, f, full (W.wb));
    P = dls_problem ('W', A, 'q', b + w, 'mu', full (E.mu(k)), 'd', d);
  end
  P.name = sprintf ('step of %g from t = %.10g, contacts%s', h, t, sprintf (' %d', k));
end

% Gaps that are predicted to close, up to rounding: as the engine does
function yes = closes (gap, h, gamma, un, E, q, v)
  moved = h * (norm (v) + h * norm (E.f) / max (full (max (max (abs (E.M)))), realmin));
  rounding = 8 * eps * (abs (E.N)' * abs (q));
  yes = full (gap - rounding + gamma * h * un <= 1e-8 * moved * sqrt (sum (E.N .^ 2, 1))');
end

% u = H*v of M*v + f = G*p + H'*r, G'*v + b = 0, as W*r + q
function [W, u] = eliminated (E, H, f, b)
  K = dls_kkt_setup (E.M, E.G);
  u = H * dls_kkt (K, f, b);
  W = zeros (size (H, 1));
  for j = 1:size (H, 1)
    W(:,j) = H * dls_kkt (K, -full (H(j,:))', 0 * b);
  end
end

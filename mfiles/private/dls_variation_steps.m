function J = dls_variation_steps (C, sol, J)
% DLS_VARIATION of a motion by Moreau and Jean's scheme: each step is the solution y = [v1; p] of
%    M*(v1 - v0) = h*f + G*pb + N*pn + T*pt,   G'*v1 + wb = 0,   N'*v1 + wu + e*(N'*v0 + wu) = 0,
%    T'*v1 + wt = 0, or pt + mu*pn*u/|u| = 0 where it slips;   p = 0 where contacts are open
% with M, f, G, N, T in the middle, HIGHORDER (16); what contacts do is held. The grid does not know
% when in a step a contact closes: that time changes, too, which adds the term of the saltation
% matrix, (f+ - S*f-)*g_x/g', S the derivative of the step.
% SPDX-License-Identifier: GPL-3.0-or-later
  n = C.n;
  X = [sol.q; sol.v];
  theta = theta_of (sol, n);
  known = constant_laws (C, sol);
  N = numel (sol.t);
  [D, steps] = deal ([eye(2 * n), zeros(2 * n, numel (C.p))]);
  J.history = NaN ([size(D), N]);
  J.history(:,:,1) = D;
  for k = 2:N
    step = struct ('t', sol.t(k-1), 'h', sol.t(k) - sol.t(k-1), 'theta', theta, ...
                   'nb', sol.nb, 'known', known, 'status', sol.status(:,k), ...
                   'slip', [], 'p', sol.p(:,k), 'v', sol.v(:,k));
    [S, R, off] = derivative (C, step, X(:,k-1));
    J.error = max (J.error, off);
    if (off > 1e-6)                        % equations of another scheme, or steps left out
      error ('delassus:option', ['dls_variation: the step to t = %g does not satisfy the ', ...
             'equations of Moreau and Jean (%.1e); expected all steps of ''moreau-jean'' with ', ...
             '''Gradients'', ''middle'', ''Stride'' 1'], sol.t(k), off);
    end
    change = [];
    hit = find (sol.status(:,k) > 0 & sol.status(:,k-1) == 0 & k > 2)';
    if (~isempty (hit))
      [change, trouble] = late (C, sol, k, hit, S);
      if (~isempty (trouble))
        [J.status, J.message] = deal ('not_differentiable', ...
                                      sprintf ('t = %g: %s', sol.t(k), trouble));
        return
      end
    end
    before = D;
    D = S * before;
    D(:,2*n+1:end) = D(:,2*n+1:end) + R;
    steps = S * steps;
    steps(:,2*n+1:end) = steps(:,2*n+1:end) + R;
    if (~isempty (change))
      D = D + change * [before; zeros(numel (C.p), 2 * n), eye(numel (C.p))];
      J.events(end+1) = struct ('t', sol.t(k), 'kind', 'impact', ...
                                'saltation', S + change(:,1:2*n));
    end
    J.history(:,:,k) = D;
  end
  J.steps = steps;
end

% q1 = q0 + h*((1 - theta)*v0 + theta*v1)
function theta = theta_of (sol, n)
  h = diff (sol.t);
  moved = diff (sol.q, 1, 2) - bsxfun (@times, h, sol.v(:,1:end-1));
  gained = bsxfun (@times, h, diff (sol.v, 1, 2));
  theta = min (max (sum (moved(:) .* gained(:)) / max (sum (gained(:) .^ 2), realmin), 0), 1);
end

% Speeds of walls, restitution and friction, where they are numbers.
function known = constant_laws (C, sol)
  model = C.model (C.p);
  a = model.arity;
  known = [];
  if (max ([a.constrainttime, a.gaptime, a.tangenttime, a.mu, a.restitution]) <= 0)
    known = dls_model_at (model, 'wL', sol.t(1), sol.q(:,1), sol.v(:,1));
  end
end

% S = d [q1; v1] / d [q0; v0], R by parameters; off: what the step leaves of its equations.
function [S, R, off] = derivative (C, step, x)
  n = C.n;
  y = [step.v; step.p];
  [r, terms, A, slips, step.slip] = equations (C, step, x, y, C.p);
  off = max (abs (r) ./ max (terms, realmin));
  by_x = dls_differences (@(x) equations (C, step, x, y, C.p), x, 'plain');
  by_v = dls_differences (@(v) equations (C, step, x, [v; step.p], C.p), step.v, ...
                          'plain');
  step.known = [];
  by_r = dls_differences (@(p) equations (C, step, x, y, p), C.p, 'plain');
  by_p = by_percussions (C, step, A, slips, numel (r));
  change = -pinv ([by_v, by_p], 1e-12) * [by_x, zeros(size (by_v, 1), 0), by_r];
  change = change(1:n,:);
  h = step.h;
  moved = [eye(n), h * (1 - step.theta) * eye(n)] + h * step.theta * change(:,1:2*n);
  S = [moved; change(:,1:2*n)];
  R = [h * step.theta * change(:,2*n+1:end); change(:,2*n+1:end)];
end

% What is left of the equations, and the size of their terms, row by row. The direction u/|u| of
% sliding, which bends where u is small, is linear about step.slip where that is known.
function [r, terms, A, slips, ut] = equations (C, step, x, y, p)
  n = C.n;
  h = step.h;
  model = C.model (p);
  q0 = x(1:n);
  v0 = x(n+1:end);
  v1 = y(1:n);
  vm = (1 - step.theta) * v0 + step.theta * v1;
  A = dls_model_at (model, 'MfGNT', step.t + step.theta * h, q0 + step.theta * h * vm, vm);
  if (~isempty (step.known))
    Q = step.known;
    W = Q;
  else
    Q = dls_model_at (model, 'wL', step.t, q0, v0);
    W = dls_model_at (model, 'w', step.t + h, q0 + h * vm, v1);
  end
  k = C.d - 1;
  nu = numel (step.status);
  pb = y(n+(1:step.nb),1);
  pn = y(n+step.nb+(1:nu),1);
  pt = y(n+step.nb+nu+1:end,1);
  un = full (A.N' * v1) + W.wu;
  before = full (A.N' * v0) + Q.wu;
  ut = zeros (0, 1);
  if (k > 0)
    ut = full (A.T' * v1) + W.wt;
  end
  momentum = [full(A.M * (v1 - v0)), h * A.f, full(A.G * pb), full(A.N * pn)];
  if (k > 0)
    momentum = [momentum, full(A.T * pt)];
  end
  open = step.status == 0;
  normal = un + Q.e .* before;
  normal(open) = pn(open);
  tangential = pt;
  slips = zeros (numel (pt), 1);
  for i = find (step.status > 1)'
    c = k * (i - 1) + (1:k);
    if (step.status(i) == 2)
      tangential(c) = ut(c);
    else
      along = ut(c) / max (norm (ut(c)), realmin);
      if (~isempty (step.slip))
        s = norm (step.slip(c));
        e = step.slip(c) / s;
        along = e + (ut(c) - step.slip(c) - e * (e' * (ut(c) - step.slip(c)))) / s;
      end
      slips(c) = Q.mu(i) * along;
      tangential(c) = pt(c) + slips(c) * pn(i);
    end
  end
  r = [2 * momentum(:,1) - sum(momentum, 2); full(A.G' * v1) + W.wb; normal; tangential];
  if (nargout > 1)
    fast = max ([abs(v1); abs(v0); realmin]);
    forces = max ([abs(y(n+1:end)); 0]);
    terms = (fast + forces) * ones (size (r));
    terms(1:n) = max (abs (momentum(:)));
    terms(n+(1:step.nb)) = fast;
  end
end

% The equations by [pb; pn; pt].
function B = by_percussions (C, step, A, slips, rows)
  [n, nb, nu, k] = deal (C.n, step.nb, numel (step.status), C.d - 1);
  B = zeros (rows, nb + nu * C.d);
  B(1:n,1:nb+nu) = -full ([A.G, A.N]);
  if (k > 0)
    B(1:n,nb+nu+1:end) = -full (A.T);
  end
  for i = 1:nu
    c = k * (i - 1) + (1:k);
    if (step.status(i) == 0)
      B(n+nb+i,nb+i) = 1;
    end
    if (step.status(i) ~= 2)
      B(n+nb+nu+c,nb+nu+c) = eye (k);
      B(n+nb+nu+c,nb+i) = slips(c);
    end
  end
end

% How the state changes with [x; p] because the contact HIT closes at another time in step K.
function [change, trouble] = late (C, sol, k, hit, S)
  n = C.n;
  [x, plus, t] = deal ([sol.q(:,k-1); sol.v(:,k-1)], [sol.q(:,k); sol.v(:,k)], sol.t(k-1));
  gap = @(z) dls_model_at (C.model (z(2*n+2:end)), 'g', z(2*n+1), z(1:n), z(n+1:2*n)).g(hit);
  g = dls_differences (gap, [x; t; C.p], 'plain');
  after = sol.status(:,min (k + 1, end));
  u = g * [plus(n+1:end); zeros(n, 1); 1; zeros(numel (C.p), 1)];
  if (k == numel (sol.t))
    after(hit(u > 0)) = 0;
  end
  [f, next] = deal (C.field (sol.status(:,k-1), t, x), C.field (after, sol.t(k), plus));
  rate = g(:,1:2*n) * [x(n+1:end); zeros(n, 1)] + g(:,2*n+1);
  h = sol.t(k) - sol.t(k-1);
  slow = abs (rate) <= 4 * h * abs (g(:,1:n) * f(n+1:end));    % comes to rest: it has no flight
  [change, trouble] = deal (zeros (2 * n, 2 * n + numel (C.p)), '');
  if (sum (~slow) > 1)
    trouble = 'two contacts hit in one step';
    return
  end
  jump = next - S * f;
  for i = 1:numel (hit)
    if (rate(i) == 0)
      continue
    elseif (slow(i))
      jump = [plus(n+1:end) - x(n+1:end); zeros(n, 1)];
    end
    change = change + jump / rate(i) * g(i,[1:2*n, 2*n+2:end]);
  end
end

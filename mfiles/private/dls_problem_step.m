function P = dls_problem_step (model, t, q, v, h, varargin)
% The friction problem of a step of Moreau and Jean, for dls_problem: HIGHORDER (16) with mass,
% force and gradients where the iterations of dls_simulate end, so that its velocities solve it.
% Bilateral constraints are eliminated: then the problem is in local form.
% SPDX-License-Identifier: GPL-3.0-or-later
  caller = 'dls_problem';
  [q, v] = dls_state_input (model, q, v, caller, {'q', 'v'});
  if (~(isa (h, 'double') && isscalar (h) && isreal (h) && h > 0 && isfinite (h)))
    error ('delassus:option', 'dls_problem: h is %s; expected the length of a step', ...
           dls_describe (h));
  end
  given = [{'Scheme', 'moreau-jean', 'Initial', 'off', 'Energy', 'off', 'OnError', 'raise', ...
            'Step', h}, varargin];
  model = dls_model_bind (model, t, q, v, caller);
  if (isfield (model, 'machine'))
    q = dls_mechanism_mex ('angles', model.machine, q);
  end
  sol = dls_simulate (model, [t, t + h], q, v, given{:});
  opts = dls_table_options ('dls_simulate', given);
  [see, after] = looks (model, t, q, v, h, opts);
  theta = opts.Theta;
  v1 = sol.last.v;
  vm = (1 - theta) * v + theta * v1;
  start = see (t, q, v, model.x);
  x = (1 - theta) * model.x + theta * sol.last.x;
  W = see (t + h, after (vm, h), v1, x);
  E = see (t + theta * h, after (vm, theta * h), vm, x);
  N = E.N;
  if (strcmp (opts.Gradients, 'end'))
    [E, N] = deal (setfield (W, 'f', (1 - theta) * start.f + theta * W.f), start.N);
  end
  un = full (N' * v) + start.wu;
  % compliant contacts, p = max (0, -h*k*(g + theta*h*u) - h*c*u), u = (1 - theta)*u0 + theta*u1: of
  % u1 + e*u0 + D*p + D*h*k*g and p >= 0 one is zero. D = Inf: no force; 0: rigid
  D = 1 ./ (h * max (theta, eps) * (max (theta, eps) * h * start.k + start.damping));
  start.e(start.k < Inf) = 1 / theta - 1;
  k = find ((closes (start.g, h, opts.Gamma, un, E, q, v) | sol.last.status > 0) & D < Inf)';
  d = max (model.d, 2);
  if (model.d == 1 && isfield (model, 'mechanism'))      % nothing rubs
    d = model.mechanism.d;
  end
  H = sparse (d * numel (k), model.n);
  w = zeros (d * numel (k), 1);
  H(1:d:end,:) = E.N(:,k)';
  w(1:d:end) = W.wu(k) + start.e(k) .* un(k) + D(k) .* min (h * start.k(k), realmax) .* start.g(k);
  for j = 2:model.d
    rows = (k - 1) * (model.d - 1) + j - 1;
    H(j:d:end,:) = E.T(:,rows)';
    w(j:d:end) = W.wt(rows);
  end
  f = -full (E.M * v + h * E.f);
  of = @(x, there) full (reshape (x(k(1:numel (k)*(there && ~isempty (x)))), [], 1));
  more = model.moments;                                  % columns of rotations
  law = {'mu', full(start.mu(k)), 'd', d - more, 'cohesion', h * of(start.c, any (start.c(k))), ...
         'rolling', of(start.rolling, more), 'spinning', of(start.spinning, more)};
  D = [D(k), repmat(start.creep(k) / h, 1, d - more - 1), zeros(numel (k), more)]';
  if (model.nb == 0 && ~any (D(:)))
    P = dls_problem ('M', E.M, 'H', H, 'f', f, 'w', w, law{:});
  else
    [A, b] = eliminated (E, H, f, full (W.wb));
    P = dls_problem ('W', A + diag (D(:)), 'q', b + w, law{:});
  end
  P.name = sprintf ('step of %g from t = %.10g, contacts%s', h, t, called (model, sol, k));
end

% Values of a model, and its positions after a step from q. Of a mechanism all are seen from one
% run, so that contacts that come and go are those of the step.
function [see, after] = looks (model, t, q, v, h, opts)
  after = @(v, h) dls_model_moved (model, q, v, h);
  if (~isfield (model, 'machine'))
    see = @(t, q, v, x) dls_model_at (setfield (model, 'x', x), 'MfgGNTwL', t, q, v);
    return
  end
  state = struct ('t', t, 'q', q, 'v', v, 'x', model.x, 'p', [], 'status', [], 'memory', []);
  run = dls_simulate_setup (model, [t, t + h], state, [], opts, []);
  run.free = onCleanup (@() dls_motion_mex ('free', run.id));
  see = @(t, q, v, x) dls_motion_mex ('look', run.id, run.model, t, q, v);
end

% Contacts by their numbers, those of mechanisms by their names.
function text = called (model, sol, k)
  text = sprintf (' %d', k);
  if (isfield (model, 'machine'))
    names = model.names.u;
    if (~isempty (sol.contact))
      E = dls_mechanism_evaluate (model.mechanism, sol.t(1), sol.q(:,1), sol.v(:,1), ...
                                  'dls_problem', [], []);
      [~, at] = ismember (sol.contact(:,end), E.identity);
      names = [{'new'}, E.names.u];
      names = names(1 + at);
    end
    text = sprintf (' %s', strjoin (names(k), ', '));
  end
  if (isempty (k))
    text = ' none';
  end
end

% Gaps that are predicted to close, up to rounding: as the engine does
function yes = closes (gap, h, gamma, un, E, q, v)
  moved = h * (norm (v) + h * norm (E.f) / max (full (max (max (abs (E.M)))), realmin));
  rounding = 0;
  if (numel (q) == numel (v))
    rounding = 8 * eps * (abs (E.N)' * abs (q));
  end
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

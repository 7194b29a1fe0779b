function [sol, err] = dls_simulate_compiled (model, state, opts)
% A linear model with constant data: all steps in one call, and one more for a shorter last step.
% SPDX-License-Identifier: GPL-3.0-or-later
  err = [];
  watch = tic ();
  n = model.n;
  d = model.d;
  schemes = {'moreau-jean', 'moreau-jean-projected', 'schatzman-paoli'};
  positions = strcmp (opts.Scheme, schemes{3});
  if (positions && model.friction)
    error ('delassus:option', ...
           'dls_simulate: schatzman-paoli has no friction; expected mu = 0 or another scheme');
  end
  L = struct ('M', model.M, 'C', model.C, 'K', model.K, 'f', model.f, ...
              'G', model.constraintgrad, 'N', model.gapgrad, 'B', [], 'd', d, ...
              'h0', zeros (model.nb, 1), 'g0', zeros (model.nu, 1), ...
              'e', model.restitution, 'mu', model.mu);
  L.B = L.N;
  if (d > 1)
    L.B = sparse (n, d * model.nu);
    L.B(:,1:d:end) = L.N;
    for k = 2:d
      L.B(:,k:d:end) = model.tangent(:,(k-1):(d-1):end);
    end
  end
  if (model.nb > 0)
    L.h0 = model.constraint;
  end
  if (model.nu > 0)
    L.g0 = model.gap;
  end
  h = opts.Step;
  whole = min (floor ((opts.tend - state.t) / h + 1e-8), opts.MaxSteps);
  rest = opts.tend - state.t - whole * h;
  last = struct ('q', state.q, 'v', state.v, 'previous', zeros (n, 1), 'p', state.p, ...
                 'status', state.status, 'begun', 0);
  if (positions && ~isempty (state.memory))
    last.previous = state.q - h / state.memory.h * (state.q - state.memory.previous);
    last.begun = 1;
  end
  S = struct ('scheme', find (strcmp (opts.Scheme, schemes)) - 1, 'h', h, 'theta', opts.Theta, ...
              'gamma', opts.Gamma, 'euclidean', strcmp (opts.Projection, 'euclidean'), ...
              'steps', whole, 'stride', opts.Stride);
  [q, v, p, status, last, counts, message] = dls_step_mex ('run', L, S, last);
  done = last.done;
  stored = floor (done / opts.Stride);
  k = 1:stored;
  sol = struct ('t', [state.t, state.t + (k * opts.Stride) * h], 'q', [state.q, q(:,k)], ...
                'v', [state.v, v(:,k)], 'p', [state.p, p(:,k)], ...
                'status', [state.status, status(:,k)]);
  now = state.t + done * h;
  if (counts(1) && ~last.stopped && rest > 1e-10 * h && done < opts.MaxSteps)
    last.previous = last.q - rest / h * (last.q - last.previous);
    last.begun = 1;
    S.h = rest;
    S.steps = 1;
    S.stride = 1;
    [~, ~, ~, ~, last, more, message] = dls_step_mex ('run', L, S, last);
    counts = [more(1), counts(2:end) + more(2:end)];
    done = done + last.done;
    now = opts.tend;
    h = rest;
  elseif (counts(1) && abs (rest) <= 1e-8 * h)
    now = opts.tend;
    if (stored * opts.Stride == done)
      sol.t(end) = now;
    end
  end
  if (sol.t(end) < now)
    sol.t(end+1) = now;
    sol.q(:,end+1) = last.q;
    sol.v(:,end+1) = last.v;
    sol.p(:,end+1) = last.p;
    sol.status(:,end+1) = last.status;
  end
  sol = outcome (sol, last, counts, message, now, done, opts);
  sol.events = events_of (sol, model.nb);
  sol.stats = struct ('steps', done, 'rejected', 0, 'solves', counts(2), ...
                      'factorisations', counts(3), 'iterations', counts(4), 'time', toc (watch));
  sol.last = struct ('t', now, 'q', last.q, 'v', last.v, 'p', last.p, 'status', last.status, ...
                     'memory', []);
  if (positions)
    sol.last.memory = struct ('previous', last.previous, 'h', h);
  end
end

function sol = outcome (sol, last, counts, message, now, done, opts)
  sol.result = 'finished';
  sol.message = '';
  if (~counts(1))
    sol.result = 'failed';
    sol.message = sprintf ('step from t = %.10g: %s', now, message);
  elseif (last.stopped)
    sol.result = 'stopped';
    sol.message = 'interrupted';
  elseif (done >= opts.MaxSteps && now < opts.tend)
    sol.result = 'stopped';
    sol.message = 'MaxSteps';
  end
end

% Changes between stored steps.
function events = events_of (sol, nb)
  none = {};
  events = struct ('t', none, 'contact', none, 'kind', none, 'value', none);
  if (isempty (sol.status))
    return
  end
  [contact, step] = find (diff (sol.status, 1, 2));
  if (isempty (step))
    return
  end
  kinds = {'open', 'close', 'stick', 'slip'};
  at = sub2ind (size (sol.status), contact(:), step(:) + 1);
  value = sol.p(nb + contact(:) + size (sol.p, 1) * step(:));
  t = reshape (sol.t(step + 1), 1, []);
  events = struct ('t', num2cell (t), 'contact', num2cell (contact(:)'), ...
                   'kind', kinds(sol.status(at(:)') + 1), 'value', num2cell (value(:)'));
end

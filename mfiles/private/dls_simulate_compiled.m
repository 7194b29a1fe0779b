function [sol, err] = dls_simulate_compiled (model, state, opts)
% A linear model with constant data: the steps in compiled code, about a second of them at a time
% (what an interruption may lose), and one more for a shorter last step.
% SPDX-License-Identifier: GPL-3.0-or-later
  err = [];
  watch = opts.watch;
  h = opts.Step;
  stride = opts.Stride;
  [L, S, last] = linear_problem (model, state, opts);
  whole = min (floor ((opts.tend - state.t) / h + 1e-8), opts.MaxSteps);
  rest = opts.tend - state.t - whole * h;
  room = floor (whole / stride) + 1;
  sol = struct ('t', state.t + (0:room-1) * (stride * h), 'q', zeros (model.n, room), ...
                'v', zeros (model.n, room), 'p', zeros (numel (state.p), room), ...
                'status', zeros (model.nu, room));
  for name = {'q', 'v', 'p', 'status'}
    sol.(name{1})(:,1) = state.(name{1});
  end
  counts = [1, 0, 0, 0, 0, 0];
  message = '';
  done = 0;
  stored = 1;
  some = stride * ceil (20000 / stride);
  while (done < whole && counts(1))
    S.steps = min (some, whole - done);
    seconds = toc (watch);
    if (opts.MaxTime < Inf)
      S.max_time = max (opts.MaxTime - seconds, 1e-6);
    end
    [q, v, p, status, last, part, message] = dls_step_mex ('run', L, S, last);
    columns = stored + (1:floor (last.done / stride));
    sol.q(:,columns) = q(:,1:numel (columns));
    sol.v(:,columns) = v(:,1:numel (columns));
    sol.p(:,columns) = p(:,1:numel (columns));
    sol.status(:,columns) = status(:,1:numel (columns));
    stored = stored + numel (columns);
    done = done + last.done;
    counts = [part(1), counts(2:end) + part(2:end)];
    if (last.interrupted || last.late)
      break
    elseif (done < whole)
      some = stride * ceil (0.3 * S.steps / max (toc (watch) - seconds, 0.01) / stride);
      if (toc (watch) > 0.5)
        dls_simulate_last (packed (sol, stored, last, state.t + done * h, done, counts, h, ...
                                   opts, toc (watch), 'interrupted', ''), model, opts.before, opts);
      end
    end
  end
  now = state.t + done * h;
  if (last.interrupted)
    [result, message] = deal ('stopped', 'interrupted');
    err = struct ('identifier', 'delassus:interrupted', 'message', ...
                  sprintf ('dls_simulate: interrupted at t = %.10g', now));
  elseif (last.late)
    [result, message] = deal ('stopped', 'MaxTime');
  elseif (~counts(1))
    [result, message] = deal ('failed', sprintf ('step from t = %.10g: %s', now, ...
                                         dls_step_why (message)));
  elseif (done >= opts.MaxSteps && rest > 1e-8 * h)
    [result, message] = deal ('stopped', 'MaxSteps');
  else
    result = 'finished';
    if (rest > 1e-8 * h)
      [last, part, message] = shorter_step (L, S, last, rest, h);
      counts = [part(1), counts(2:end) + part(2:end)];
      done = done + last.done;
      h = rest;
      if (~part(1))
        [result, message] = deal ('failed', sprintf ('step from t = %.10g: %s', now, ...
                                         dls_step_why (message)));
      end
    end
    if (counts(1))
      now = opts.tend;
      if (stored > 1 && abs (sol.t(stored) - now) < 1e-6 * h)
        sol.t(stored) = now;
      end
    end
  end
  sol = packed (sol, stored, last, now, done, counts, h, opts, toc (watch), result, message);
end

function [last, part, message] = shorter_step (L, S, last, rest, h)
  last.previous = last.q - rest / h * (last.q - last.previous);
  last.begun = last.done > 0 || last.begun;
  S.h = rest;
  S.steps = 1;
  S.stride = 1;
  [~, ~, ~, ~, last, part, message] = dls_step_mex ('run', L, S, last);
end

function [L, S, last] = linear_problem (model, state, opts)
  d = model.d;
  schemes = {'moreau-jean', 'moreau-jean-projected', 'schatzman-paoli'};
  positions = strcmp (opts.Scheme, schemes{3});
  if (positions && model.friction)
    error ('delassus:option', ...
           'dls_simulate: schatzman-paoli has no friction; expected mu = 0 or another scheme');
  end
  L = struct ('M', model.M, 'C', model.C, 'K', model.K, 'f', model.f, ...
              'G', model.constraintgrad, 'N', model.gapgrad, 'B', model.gapgrad, 'd', d, ...
              'h0', zeros (model.nb, 1), 'g0', zeros (model.nu, 1), ...
              'e', model.restitution, 'mu', model.mu);
  if (d > 1)
    L.B = sparse (model.n, d * model.nu);
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
  S = struct ('scheme', find (strcmp (opts.Scheme, schemes)) - 1, 'h', opts.Step, ...
              'theta', opts.Theta, 'gamma', opts.Gamma, ...
              'euclidean', strcmp (opts.Projection, 'euclidean'), 'steps', 0, ...
              'stride', opts.Stride, 'max_time', 0);
  last = struct ('q', state.q, 'v', state.v, 'previous', zeros (model.n, 1), 'p', state.p, ...
                 'status', state.status, 'begun', 0, 'done', 0, 'interrupted', false, ...
                 'late', false);
  if (positions && ~isempty (state.memory))
    last.previous = state.q - opts.Step / state.memory.h * (state.q - state.memory.previous);
    last.begun = 1;
  end
end

% The solution as far as it is known; the last state is in it even where the stride skips it.
function sol = packed (sol, stored, last, now, done, counts, h, opts, seconds, result, message)
  k = 1:stored;
  sol = struct ('t', sol.t(k), 'q', sol.q(:,k), 'v', sol.v(:,k), 'p', sol.p(:,k), ...
                'status', sol.status(:,k));
  if (sol.t(end) < now)
    sol.t(end+1) = now;
    sol.q(:,end+1) = last.q;
    sol.v(:,end+1) = last.v;
    sol.p(:,end+1) = last.p;
    sol.status(:,end+1) = last.status;
  end
  sol.events = events_of (sol, opts.nb);
  sol.stats = struct ('steps', done, 'rejected', 0, 'solves', counts(2), ...
                      'factorisations', counts(3), 'iterations', counts(4), 'time', seconds);
  sol.result = result;
  sol.message = message;
  sol.last = struct ('t', now, 'q', last.q, 'v', last.v, 'p', last.p, 'status', last.status, ...
                     'memory', []);
  if (strcmp (opts.Scheme, 'schatzman-paoli'))
    sol.last.memory = struct ('previous', last.previous, 'h', h);
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

function sol = dls_simulate_store (opts, state, next, report, sol)
% Storage of a run. (OPTS, STATE) begins one, (OPTS, STATE, NEXT, REPORT, SOL) adds a step,
% (OPTS, STATE, SOL) ends it. Arrays grow by doubling.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin == 2)
    sol = begin (opts, state);
    return
  elseif (nargin == 3)
    sol = finish (next, state);
    return
  end
  stats = sol.stats;
  stats.solves = stats.solves + report.solves;
  stats.factorisations = stats.factorisations + report.factorisations;
  stats.iterations = stats.iterations + report.iterations;
  if (isfield (report, 'rejected'))
    stats.rejected = stats.rejected + report.rejected;
  end
  if (report.ok)
    stats.steps = stats.steps + 1;
    if (any (next.status ~= state.status) || ~isempty (report.events))
      sol.events = changes (sol.events, state, next, report.events, opts.nb);
    end
    if (mod (stats.steps, opts.Stride) == 0)
      sol = put (sol, next);
    end
  end
  sol.stats = stats;
end

function sol = begin (opts, state)
  room = 64;
  steps = (opts.tend - opts.t0) / opts.Step / opts.Stride;
  if (strcmp (opts.Adaptive, 'off') && steps < 1e7)
    room = ceil (steps) + 3;
  end
  sol = struct ('t', zeros (1, room), 'q', zeros (numel (state.q), room), ...
                'v', zeros (numel (state.v), room), 'p', zeros (numel (state.p), room), ...
                'status', zeros (numel (state.status), room));
  none = {};
  sol.events = struct ('t', none, 'contact', none, 'kind', none, 'value', none);
  sol.stats = struct ('steps', 0, 'rejected', 0, 'solves', 0, 'factorisations', 0, ...
                      'iterations', 0, 'time', 0);
  sol.message = '';
  sol.count = 0;
  sol = put (sol, state);
end

function sol = put (sol, state)
  k = sol.count + 1;
  if (k > numel (sol.t))
    sol.t(1,2*k) = 0;
    sol.q(:,2*k) = 0;
    sol.v(:,2*k) = 0;
    sol.p(:,2*k) = 0;
    sol.status(:,2*k) = 0;
  end
  sol.t(k) = state.t;
  sol.q(:,k) = state.q;
  sol.v(:,k) = state.v;
  sol.p(:,k) = state.p;
  sol.status(:,k) = state.status;
  sol.count = k;
end

% The last state is stored even where the stride would skip it.
function sol = finish (sol, state)
  if (sol.t(sol.count) ~= state.t)
    sol = put (sol, state);
  end
  k = 1:sol.count;
  for name = {'t', 'q', 'v', 'p', 'status'}
    sol.(name{1}) = sol.(name{1})(:,k);
  end
  sol = rmfield (sol, 'count');
  sol.last = state;
end

function events = changes (events, state, next, told, nb)
  if (~isempty (told))
    events = [events, reshape(told, 1, [])];
    return
  end
  kinds = {'open', 'close', 'stick', 'slip'};
  for k = find (next.status ~= state.status)'
    events(end+1) = struct ('t', next.t, 'contact', k, 'kind', kinds{next.status(k)+1}, ...
                            'value', next.p(nb+k));
  end
end

function [sol, err] = dls_simulate_loop (model, state, opts)
% One loop for all schemes: step, store, tell, stop.
% SPDX-License-Identifier: GPL-3.0-or-later
  err = [];
  watch = tic ();
  told = 0;
  adaptive = strcmp (opts.Adaptive, 'on');
  control = [];
  step = opts.step;
  room = storage_room (opts, adaptive);
  t = zeros (1, room);
  q = zeros (numel (state.q), room);
  v = q;
  p = zeros (numel (state.p), room);
  status = zeros (numel (state.status), room);
  count = 1;
  t(1) = state.t;
  q(:,1) = state.q;
  v(:,1) = state.v;
  p(:,1) = state.p;
  status(:,1) = state.status;
  steps = 0;
  totals = zeros (1, 3);                % solves, factorisations, iterations
  rejected = 0;
  h = opts.Step;
  stride = opts.Stride;
  none = {};
  events = struct ('t', none, 'contact', none, 'kind', none, 'value', none);
  result = 'finished';
  message = '';
  little = 1e-10 * min (opts.Step, opts.tend - opts.t0);
  watched = ~isempty (opts.OutputFcn) || ~isempty (opts.Stop) || isfinite (opts.MaxSteps);
  try
    if (~isempty (opts.OutputFcn) && user_says (opts.OutputFcn, 'OutputFcn', state, 'init'))
      [result, message] = deal ('stopped', 'OutputFcn');
    end
    while (state.t < opts.tend - little && result(1) == 'f')
      if (adaptive)
        [next, report, control] = dls_step_adaptive (model, step, state, opts, control);
        rejected = rejected + report.rejected;
      else
        t_next = opts.t0 + (steps + 1) * h;
        if (t_next >= opts.tend - 1e-8 * h)
          [h, t_next] = last_step (opts, state.t);
        end
        [next, report] = step (model, state, h, opts);
        next.t = t_next;                          % not the sum of rounded steps
      end
      totals = totals + [report.solves, report.factorisations, report.iterations];
      if (~report.ok)
        result = 'failed';
        message = sprintf ('step from t = %.10g: %s', state.t, report.message);
        break
      end
      if (any (next.status ~= state.status) || ~isempty (report.events))
        events = changes (events, state, next, report.events, opts.nb);
      end
      state = next;
      steps = steps + 1;
      if (mod (steps, stride) == 0)
        count = count + 1;
        if (count > room)
          room = 2 * room;
          t(1,room) = 0;
          q(:,room) = 0;
          v(:,room) = 0;
          p(:,room) = 0;
          status(:,room) = 0;
        end
        t(count) = state.t;
        q(:,count) = state.q;
        v(:,count) = state.v;
        p(:,count) = state.p;
        status(:,count) = state.status;
      end
      if (watched)
        [result, message] = asked_to_stop (opts, state, steps);
      end
      if (mod (steps, 64) == 0)
        seconds = toc (watch);
        if (seconds > opts.MaxTime)
          [result, message] = deal ('stopped', 'MaxTime');
        elseif (seconds - told >= 1)
          told = seconds;
          tell (opts, state, steps, seconds);
          dls_simulate_last (packed (t, q, v, p, status, count, state, events, ...
                                     [steps, rejected, totals], 'interrupted', '', seconds));
        end
      end
    end
  catch err
    result = 'error';
    message = err.message;
  end
  sol = packed (t, q, v, p, status, count, state, events, [steps, rejected, totals], result, ...
                message, toc (watch));
  if (~isempty (opts.OutputFcn) && isempty (err))
    user_says (opts.OutputFcn, 'OutputFcn', state, 'done');
  end
end

function room = storage_room (opts, adaptive)
  steps = (opts.tend - opts.t0) / opts.Step / opts.Stride;
  room = 64;
  if (~adaptive && steps < 1e7)
    room = ceil (steps) + 3;
  end
end

% The last step ends at tf; a whole one keeps its bits, so that factorisations are used again.
function [h, t_next] = last_step (opts, t)
  h = opts.tend - t;
  t_next = opts.tend;
  if (abs (h - opts.Step) <= 1e-8 * h)
    h = opts.Step;
  end
end

function sol = packed (t, q, v, p, status, count, state, events, totals, result, message, seconds)
  if (t(count) ~= state.t)                 % the end is stored even where the stride skips it
    count = count + 1;
    t(count) = state.t;
    q(:,count) = state.q;
    v(:,count) = state.v;
    p(:,count) = state.p;
    status(:,count) = state.status;
  end
  k = 1:count;
  sol = struct ('t', t(k), 'q', q(:,k), 'v', v(:,k), 'p', p(:,k), 'status', status(:,k));
  sol.events = events;
  sol.stats = struct ('steps', totals(1), 'rejected', totals(2), 'solves', totals(3), ...
                      'factorisations', totals(4), 'iterations', totals(5), 'time', seconds);
  sol.result = result;
  sol.message = message;
  sol.last = state;
end

function [result, message] = asked_to_stop (opts, state, steps)
  result = 'finished';
  message = '';
  if (~isempty (opts.OutputFcn) && user_says (opts.OutputFcn, 'OutputFcn', state, ''))
    [result, message] = deal ('stopped', 'OutputFcn');
  elseif (~isempty (opts.Stop) && user_says (opts.Stop, 'Stop', state))
    [result, message] = deal ('stopped', 'Stop');
  elseif (steps >= opts.MaxSteps)
    [result, message] = deal ('stopped', 'MaxSteps');
  end
end

function tell (opts, state, steps, seconds)
  if (strcmp (opts.Display, 'iter'))
    done = (state.t - opts.t0) / (opts.tend - opts.t0);
    fprintf ('dls_simulate: t = %-10g %5.1f %%  %d steps  %.0f s, %.0f s left\n', state.t, ...
             100 * done, steps, seconds, seconds * (1 - done) / done);
  end
end

% What a function of the user says; one without a result says no.
function stop = user_says (f, name, state, varargin)
  stop = false;
  try
    if (nargout (f) == 0)
      f (state.t, state.q, state.v, varargin{:});
    else
      stop = f (state.t, state.q, state.v, varargin{:});
    end
  catch err
    id = err.identifier;                        % one that the user chose stays
    if (isempty (id) || strncmp (id, 'Octave:', 7) || strncmp (id, 'MATLAB:', 7))
      id = 'delassus:model';
    end
    error (id, 'dls_simulate: ''%s'' failed at t = %.10g: %s', name, state.t, err.message);
  end
  if (~(islogical (stop) || isnumeric (stop)))
    error ('delassus:model', 'dls_simulate: ''%s'' returned %s; expected true or false', name, ...
           dls_describe (stop));
  end
  stop = any (stop(:));
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

function [sol, err] = dls_simulate_loop (model, state, opts)
% One loop for all schemes: step, store, tell, stop.
% SPDX-License-Identifier: GPL-3.0-or-later
  err = [];
  watch = opts.watch;
  told = 0;
  adaptive = opts.Adaptive;
  control = [];
  step = opts.step;
  h = opts.Step;
  t0 = opts.t0;
  last = opts.tend - 1e-8 * h;
  little = 1e-10 * min (h, opts.tend - t0);
  stride = opts.Stride;
  watched = ~isempty (opts.OutputFcn) || ~isempty (opts.Stop) || isfinite (opts.MaxSteps);
  none = {};
  events = struct ('t', none, 'contact', none, 'kind', none, 'value', none);
  steps = 0;
  work = zeros (4, 1);                  % rejected, solves, factorisations, iterations
  count = 1;
  stored = column (state);
  stored(1,storage_room (opts, adaptive)) = 0;
  result = 'finished';
  message = '';
  try
    if (~isempty (opts.OutputFcn) && user_says (opts.OutputFcn, 'OutputFcn', state, 'init'))
      [result, message] = deal ('stopped', 'OutputFcn');
    end
    while (state.t < opts.tend - little && result(1) == 'f')
      if (adaptive)
        [next, report, control] = dls_step_adaptive (model, step, state, opts, control);
        work(1) = work(1) + report.rejected;
      else
        t_next = t0 + (steps + 1) * h;            % not the sum of rounded steps
        if (t_next >= last)
          [h, t_next] = last_step (opts, state.t);
        end
        [next, report] = step (model, state, h, opts);
        next.t = t_next;
      end
      work = work + [0; report.solves; report.factorisations; report.iterations];
      if (~report.ok && strcmp (report.message, 'MaxTime'))
        [result, message] = deal ('stopped', 'MaxTime');
        break
      elseif (~report.ok)
        result = 'failed';
        message = sprintf ('step from t = %.10g: %s', state.t, report.message);
        break
      end
      if (any (next.status ~= state.status) || ~isempty (report.events))
        events = changes (events, state, next, report.events, opts.nb);
      end
      state = next;
      steps = steps + 1;
      if (stride == 1 || mod (steps, stride) == 0)
        count = count + 1;
        if (count > size (stored, 2))
          stored(1,2*count) = 0;
        end
        stored(:,count) = [state.t; state.q; state.v; state.p; state.status];
      end
      if (watched)
        [result, message] = asked_to_stop (opts, state, steps);
      end
      if (dls_step_over (opts) && result(1) == 'f')
        [result, message] = deal ('stopped', 'MaxTime');
      elseif (mod (steps, 16) == 0)
        seconds = toc (watch);
        if (seconds - told >= min (1, max (0.1, told)))
          told = seconds;
          tell (opts, state, steps, seconds);
          dls_simulate_last (packed (stored(:,1:count), state, events, [steps; work], ...
                                     'interrupted', '', seconds), model, opts.before, opts);
        end
      end
    end
  catch err
    result = 'error';
    message = err.message;
  end
  sol = packed (stored(:,1:count), state, events, [steps; work], result, message, toc (watch));
  if (~isempty (opts.OutputFcn) && isempty (err))
    user_says (opts.OutputFcn, 'OutputFcn', state, 'done');
  end
end

% What is stored of a state.
function x = column (state)
  x = [state.t; state.q; state.v; state.p; state.status];
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

function sol = packed (stored, state, events, work, result, message, seconds)
  if (stored(1,end) ~= state.t)            % the end is stored even where the stride skips it
    stored(:,end+1) = column (state);
  end
  parts = {'t', 'q', 'v', 'p', 'status'};
  at = 0;
  for k = 1:5
    rows = at + (1:numel (state.(parts{k})));
    sol.(parts{k}) = stored(rows,:);
    at = at + numel (rows);
  end
  sol.events = events;
  sol.stats = struct ('steps', work(1), 'rejected', work(2), 'solves', work(3), ...
                      'factorisations', work(4), 'iterations', work(5), 'time', seconds);
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

% One accepted step of an adaptive length: two halves are compared with the whole, HIGHORDER (63) to
% (67); the order of a step comes from what contacts do in it, (68) to (70). What fails or is not
% accurate enough is tried again with a smaller step.
function [next, report, control] = dls_step_adaptive (model, step, state, opts, control)
  factors = opts.StepFactors;
  if (isempty (control))
    control = begin (opts);
  end
  rejected = 0;
  work = dls_step_report ();
  while (true)
    [h, clipped] = clip (control.h, state.t, opts);
    err_of_user = [];
    try
      [next, report, half] = three_steps (model, step, state, h, opts);
    catch err_of_user
      if (~strcmp (err_of_user.identifier, 'delassus:model'))
        rethrow (err_of_user);
      end
      next = state;                                % a trial went where the model is not defined
      report = dls_step_report ();
      report.ok = false;
    end
    work = add (work, report);
    if (report.ok)
      order = guessed_order (model, state, next, control, opts);
      [err, report.error] = error_of (half.whole.q, next.q, state.q, order, opts);
      proposal = dls_step_size (h, err, order, factors);
      if (err <= 1)
        break
      end
      proposal = min (proposal, 0.95 * h);
      report.message = sprintf ('the error is %.1e times the tolerance', err);
    else
      proposal = factors(2) * h;
    end
    if (dls_step_over (opts))
      [report.ok, report.message] = deal (false, 'MaxTime');
      break
    end
    rejected = rejected + 1;
    control.h = proposal;
    if (proposal < max (opts.MinStep, 16 * eps (state.t)))
      if (~isempty (err_of_user))
        rethrow (err_of_user);
      end
      report.ok = false;
      report.message = sprintf ('no step above %.1e succeeds: %s', ...
                                max (opts.MinStep, 16 * eps (state.t)), report.message);
      break
    end
  end
  if (report.ok)
    control.h = min (proposal, opts.MaxStep);
    if (clipped)
      control.h = min (max (control.h, clipped), opts.MaxStep);
    end
  end
  report.solves = work.solves;
  report.factorisations = work.factorisations;
  report.iterations = work.iterations;
  report.rejected = rejected;
end

% The order between impacts, and whether the scheme keeps it across them.
function control = begin (opts)
  control = struct ('h', min (opts.Step, opts.MaxStep), 'order', 1, 'kept', false);
  if (any (strcmp (opts.Scheme, {'event-capturing', 'event-driven'})))
    control.order = dls_tableau (opts.Method).order;
    control.kept = true;
  elseif (strcmp (opts.Scheme, 'nonsmooth-generalized-alpha'))
    control.order = 2;
  end
  f = opts.StepFactors;
  if (~(isa (f, 'double') && numel (f) == 3 && f(1) > 0 && f(2) > 0 && f(2) < 1 && f(3) > 1))
    error ('delassus:option', ['dls_simulate: ''StepFactors'' is %s; expected alpha > 0, ', ...
           '0 < alpha_min < 1, alpha_max > 1'], dls_describe (f));
  end
end

% Steps end at tend; the last two share what is left. clipped: the length that was wanted, or 0.
function [h, clipped] = clip (h, t, opts)
  left = opts.tend - t;
  clipped = 0;
  if (left <= h * (1 + 1e-10))
    clipped = h * (left < h);
    h = left;
  elseif (left < 2 * h)
    clipped = h;
    h = left / 2;
  end
end

function [next, report, half] = three_steps (model, step, state, h, opts)
  half = struct ();
  [half.whole, report] = step (model, state, h, opts);
  next = half.whole;
  if (~report.ok)
    return
  end
  [half.middle, first] = step (model, state, h / 2, opts);
  report = add (first, report);
  if (~first.ok)
    return
  end
  [next, second] = step (model, half.middle, h / 2, opts);
  events = [first.events, second.events];
  report = add (second, report);
  report.events = events;
  next.p = next.p + half.middle.p;
  next.t = half.whole.t;
end

function report = add (report, other)
  report.solves = report.solves + other.solves;
  report.factorisations = report.factorisations + other.factorisations;
  report.iterations = report.iterations + other.iterations;
end

% (68) to (70) for schemes that capture events within a step; Runge-Kutta methods keep their order.
function order = guessed_order (model, state, next, control, opts)
  order = control.order;
  if (control.kept || model.nu == 0)
    return
  elseif (strcmp (opts.Estimate, 'coordinates'))
    order = 0;
    return
  end
  before = dls_model_at (model, 'g', state.t, state.q, state.v);
  after = dls_model_at (model, 'g', next.t, next.q, next.v);
  if (any (before.g > 0 & after.g <= 0))
    order = 0;
  end
end

% (65) with the largest component; the difference as it is where the order is 0, (67), else (63).
function [err, e] = error_of (whole, halves, start, order, opts)
  e = abs (halves - whole);
  if (order > 0)
    e = e / (2 ^ order - 1);
  end
  scale = opts.AbsTol + opts.RelTol * max (abs (start), abs (halves));
  err = max ([0; e ./ scale]);
end

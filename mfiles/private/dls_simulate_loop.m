function [sol, err] = dls_simulate_loop (model, state, opts)
% One loop for all schemes: step, store, tell, stop.
% SPDX-License-Identifier: GPL-3.0-or-later
  err = [];
  clock = tic ();
  told = 0;
  adaptive = strcmp (opts.Adaptive, 'on');
  control = [];
  step = opts.step;
  sol = dls_simulate_store (opts, state);
  sol.result = 'finished';
  if (output (opts, state, 'init'))
    sol.result = 'stopped';
  end
  taken = 0;
  while (strcmp (sol.result, 'finished') && before_end (state.t, opts))
    try
      if (adaptive)
        [next, report, control] = dls_step_adaptive (model, step, state, opts, control);
      else
        [next, report] = step (model, state, length_of_step (taken, state.t, opts), opts);
      end
    catch err
      sol.result = 'error';
      sol.message = err.message;
      break
    end
    sol = dls_simulate_store (opts, state, next, report, sol);
    if (~report.ok)
      sol.result = 'failed';
      sol.message = sprintf ('step from t = %.10g: %s', state.t, report.message);
      break
    end
    state = next;
    taken = taken + 1;
    try
      [sol, told] = look_around (sol, state, opts, clock, told);
    catch err
      sol.result = 'error';
      sol.message = err.message;
    end
  end
  sol = dls_simulate_store (opts, state, sol);
  sol.stats.time = toc (clock);
  if (~isempty (opts.OutputFcn))
    output (opts, state, 'done');
  end
end

function yes = before_end (t, opts)
  yes = t < opts.tend - 1e-10 * min (opts.Step, opts.tend - opts.t0);
end

% Steps end at t0 + k*Step, the last one at tf.
function h = length_of_step (taken, t, opts)
  h = opts.Step;
  if (t + h * (1 + 1e-10) >= opts.tend)
    h = opts.tend - t;
    if (abs (h - opts.Step) <= 1e-8 * h)
      h = opts.Step;                       % the same bits: factorisations are used again
    end
  end
end

% Stop conditions, the user's output, progress, and what remains after an interruption.
function [sol, told] = look_around (sol, state, opts, clock, told)
  if (~isempty (opts.OutputFcn) && output (opts, state, ''))
    sol.result = 'stopped';
    sol.message = 'OutputFcn';
  end
  if (~isempty (opts.Stop) && any (opts.Stop (state.t, state.q, state.v)))
    sol.result = 'stopped';
    sol.message = 'Stop';
  elseif (sol.stats.steps >= opts.MaxSteps)
    sol.result = 'stopped';
    sol.message = 'MaxSteps';
  end
  if (mod (sol.stats.steps, 64) ~= 0)
    return
  end
  seconds = toc (clock);
  if (seconds > opts.MaxTime)
    sol.result = 'stopped';
    sol.message = 'MaxTime';
  end
  if (seconds - told >= 1)
    told = seconds;
    sol.last = state;
    dls_simulate_last (sol);
    if (strcmp (opts.Display, 'iter'))
      left = seconds * (opts.tend - state.t) / (state.t - opts.t0);
      fprintf ('dls_simulate: t = %-10g %5.1f %%  %d steps  %.0f s, %.0f s left\n', state.t, ...
               100 * (state.t - opts.t0) / (opts.tend - opts.t0), sol.stats.steps, seconds, left);
    end
  end
end

function stop = output (opts, state, flag)
  stop = false;
  if (isempty (opts.OutputFcn))
    return
  elseif (nargout (opts.OutputFcn) == 0)
    opts.OutputFcn (state.t, state.q, state.v, flag);
  else
    stop = any (opts.OutputFcn (state.t, state.q, state.v, flag));
  end
end

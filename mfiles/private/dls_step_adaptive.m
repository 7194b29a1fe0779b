function [next, report, control] = dls_step_adaptive (model, step, state, opts, control)
% One accepted step of an adaptive length: two halves are compared with the whole, HIGHORDER (63) to
% (67); the order of a step comes from what contacts do in it, (68) to (70). What fails or is not
% accurate enough is tried again with a smaller step.
% SPDX-License-Identifier: GPL-3.0-or-later
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

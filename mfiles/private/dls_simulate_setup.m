function kept = dls_simulate_setup (model, tspan, state, before, opts)
% A run of dls_motion_mex, and what is needed to take its steps and to make a solution of it.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (opts.Step == 0 && ~strcmp (opts.Scheme, 'event-driven'))     % that one chooses it
    opts.Step = max ((tspan(end) - tspan(1)) / 1000, eps (max (abs (tspan))));
  end
  check_room (model, tspan, opts);
  if (model.arity.mass == 0)                             % functions: see dls_check_model
    dls_mass_input (model.mass, 'dls_simulate');
  end
  nx = numel (state.x);
  [state.q, state.v] = deal ([state.q; zeros(nx, 1)], [state.v; state.x]);
  course = struct ('t0', tspan(1), 'tend', tspan(end), 'q', state.q, 'v', state.v, ...
                   'p', state.p, 'status', state.status, 'memory', state.memory, 'times', [], ...
                   'factors', [0 0 0]);
  if (numel (tspan) > 2)
    course.times = tspan(2:end);
  end
  if (~isempty (opts.StepFactors))
    course.factors = reshape (opts.StepFactors, 1, 3);
  end
  sizes = model;
  [sizes.n, sizes.nq, sizes.nx] = deal (numel (state.v), numel (state.q), nx);
  args = {sizes, model, opts, course};
  if (strncmp (opts.Scheme, 'event-', 6))
    T = dls_tableau (opts.Method);
    [T.A, T.Abar] = deal (T.A', T.Abar');                % by rows
    args{5} = T;
  end
  try
    id = dls_motion_mex ('setup', args{:});
  catch err
    dls_raise (err, 'dls_simulate');
  end
  kept = struct ('id', id, 'model', model, 'before', before, 'opts', opts, 'course', course, ...
                 'nx', nx, ...
                 'result', 'stopped', 'message', 'interrupted', ...
                 'found', struct ('list', [], 'stop', Inf));
end

% So many columns that no memory has room: told before hours are spent.
function check_room (model, tspan, opts)
  rounding = eps (max (abs (tspan)));                    % the engine refuses steps below
  if (numel (tspan) > 2 || opts.Adaptive || opts.Step < rounding)
    return
  end
  quickest = 4e-7;                                       % seconds of a step, one coordinate
  steps = min ([(tspan(end) - tspan(1)) / opts.Step, opts.MaxSteps, opts.MaxTime / quickest]);
  rows = 5 + 2 * model.n + model.nb + (model.d + 2) * model.nu;
  bytes = 8 * rows * steps / opts.Stride;
  if (bytes > 2e10)
    error ('delassus:limit', ['dls_simulate: %.2g steps are %.2g GB and at least %.2g hours; ', ...
           'expected fewer (''Step''), not all stored (''Stride''), or limits (''MaxSteps'', ', ...
           '''MaxTime'')'], steps, bytes / 1e9, steps * quickest / 3600);
  end
end

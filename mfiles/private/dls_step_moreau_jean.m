function [next, report] = dls_step_moreau_jean (model, state, h, opts)
% One step of the theta-method of Moreau and Jean, HIGHORDER (16):
%   M*(v1 - v0) = h*f + G*P at q0 + h*theta*v_theta,   q1 = q0 + h*v_theta,
%   0 <= N'*v1 + e*N'*v0 _|_ P >= 0 for the gaps with g (q0) + gamma*h*N'*v0 <= 0, the others open.
% Constraints that move with time have their velocities at the end of the step, like v1, and those
% of the beginning beside v0: their positions follow by the trapezoidal rule for theta = 1/2.
% Newton's method on the velocity where mass, force or gradients depend on the state; it begins with
% the accelerations of the last two steps (memory) unless a contact changed.
% SPDX-License-Identifier: GPL-3.0-or-later
  theta = opts.Theta;
  t = state.t;
  q0 = state.q;
  v0 = state.v;
  memory = state.memory;
  tm = t + theta * h;
  qm = q0;
  vm = v0;
  v = v0;
  if (isempty (memory))
    memory = struct ('h', NaN, 'a', [], 'sway', 0);
  elseif (~isempty (memory.a))
    v = v0 + memory.a * [2*h; -h];
  end
  numbers = opts.numbers;
  numbers(1) = h;
  parts = opts.varying(opts.varying ~= 'w');
  forces = strcmp (opts.varying, 'f');                  % all that changes
  tolerance = opts.NewtonTolerance;
  counts = 0;
  active = [];
  last = 0;                                             % change of the iteration before
  try
    if (model.arity.gap == 1)
      gap = model.gap (q0);
    elseif (model.nu == 0)
      gap = [];
    else
      gap = dls_model_values (model, 'g', t, q0, v0).g;
    end
    E = opts.values;
    if (model.moving)
      before = dls_model_values (model, 'w', t, q0, v0).wu;
    end
    for iteration = 1:opts.MaxIterations
      if (~isempty (parts))
        vm = (1 - theta) * v0 + theta * v;
        qm = q0 + (theta * h) * vm;
        E = dls_model_values (model, parts, tm, qm, vm, E);
        if (forces && last > 0 && all (E.f == f))     % the force depends on the time alone
          done = true;
          break
        end
        f = E.f;
      end
      if (iteration == 1 && model.nu > 0)
        gap = gap - 8 * eps * (abs (E.N)' * abs (q0));   % what rounding of positions leaves open
      end
      if (model.moving)
        E = dls_model_values (model, 'w', t + h, q0 + h * vm, v, E);
        [E.wu, gap, memory] = walls (E.wu, before, gap, memory, h, opts.Gamma, model.restitution);
      end
      if (opts.large)
        [v, p, status, active, part, message, memory] = ...
          dls_step_large (model, E, numbers, gap, v0, v, active, memory, opts);
      else
        [v, p, status, active, part, message] = ...
          dls_step_mex ('moreau', E, numbers, gap, v0, v, model.restitution, model.mu, active);
      end
      counts = counts + part;
      change = part(5);
      % linear convergence: the next change would be change^2/last
      done = change <= tolerance || model.constant || 10 * change^2 <= tolerance * last ...
             || (change <= 1e-8 && change > last / 2 && last > 0);   % as good as contact problems
      if (done || ~part(1))
        break
      elseif (dls_step_over (opts))
        [part(1), message] = deal (0, 'MaxTime');
        break
      elseif (iteration == 8 && ~opts.implicit)
        parts = [parts, 'J'];                       % the force is stiff
      end
      gap = [];                                     % the contacts stay what they are
      last = change;
    end
  catch err
    dls_model_diagnose (model, 'g', t, q0, v0, []);
    dls_model_diagnose (model, parts, tm, qm, vm, err);
  end
  report = opts.report;
  report.solves = counts(2);
  report.factorisations = counts(3);
  report.iterations = counts(4);
  if (~part(1) || ~done)
    report.ok = false;
    report.message = reason (part, message, iteration);
    dls_model_diagnose (model, parts, tm, qm, vm, []);
  end
  if (~opts.large && ~model.constant)
    a = (v - v0) / h;
    if (any (status ~= state.status))
      memory.a = [];
    elseif (isempty (memory.a))
      memory.a = [a, a];
    else
      memory.a = [a, memory.a(:,1)];
    end
  end
  next = struct ('t', t + h, 'q', q0 + h * ((1 - theta) * v0 + theta * v), 'v', v, 'p', p, ...
                 'status', status, 'memory', memory);
end

% The speed wu with which (1+e)*(N'*v0 + wu) = N'*v0 + w1 + e*(N'*v0 + w0). A gap is foreseen with
% w0; the trapezoidal rule errs by less than the most that a wall ever moved by changing its speed
% in a step, sway, and that must not open a lasting contact.
function [wu, gap, memory] = walls (w1, w0, gap, memory, h, gamma, e)
  wu = (w1 + e .* w0) ./ (1 + e);
  if (~isempty (gap))
    memory.sway = max (memory.sway, h * abs (w1 - w0));
    gap = gap + gamma * h * (w0 - wu) - memory.sway;
  end
end

function text = reason (part, text, iteration)
  if (part(1))
    text = sprintf ('Newton''s method of the step: change %.1e after %d iterations', part(5), ...
                    iteration);
  elseif (isempty (text))
    text = 'the equations of the step have no solution (inconsistent constraints?)';
  end
end

% What dls_step_mex ('moreau', ...) does, for large sparse models and for constant matrices, whose
% factorisation is used again: one Newton iteration of HIGHORDER (16).
function [v1, p, status, active, counts, message, memory] = ...
           dls_step_large (model, E, numbers, gap, v0, v, active, memory, opts)
  h = numbers(1);
  k = h * numbers(2);
  S = struct ('A', E.M, 'r', h * E.f, 'G', E.G, 'cb', E.G' * v0, 'T', [], 'd', model.d);
  if (isfield (E, 'fq'))
    J = k * E.fv + k^2 * E.fq;
    S.A = E.M - J;
    S.r = S.r + J * (v0 - v);
  end
  un = E.N' * v0;
  if (model.moving)
    S.cb = S.cb + E.wb;
    un = un + E.wu;
  end
  if (~isempty (gap) || model.nu == 0)
    moved = h * (norm (v0) + h * norm (E.f) / max (full (max (max (abs (E.M)))), realmin));
    active = gap + numbers(3) * h * un <= 1e-8 * moved * sqrt (sum (E.N .^ 2, 1))';
    active = reshape (full (active), model.nu, 1);
  end
  S.N = E.N(:,active);
  S.cn = (1 + model.restitution(active)) .* un(active);
  S.ct = zeros (0, 1);
  S.mu = model.mu(active);
  tangents = false (0, 1);
  if (model.d > 1)
    tangents = reshape (repmat (active', model.d - 1, 1), [], 1);
    S.T = E.T(:,tangents);
    S.ct = S.T' * v0;
    if (model.moving)
      S.ct = S.ct + E.wt(tangents);
    end
  end
  S.same = model.constant && memory.h == h;
  memory.h = h;
  [x, part, state, memory, info] = dls_step_percussion (S, memory, opts);
  v1 = v0 + x;
  p = zeros (model.nb + model.d * model.nu, 1);
  p([true(model.nb, 1); active; tangents]) = part;
  status = zeros (model.nu, 1);
  status(active) = state;
  change = norm (v1 - v) / max (norm (v1) + norm (v0) + h * norm (E.f) / max (norm (E.M, 1), ...
                                realmin), realmin);
  counts = [info.ok, info.solves, info.factorisations, info.iterations, change, 0];
  message = info.message;
end

function [next, report] = dls_step_moreau_jean (model, state, h, opts)
% One step of the theta-method of Moreau and Jean, HIGHORDER (16):
%   M*(v1 - v0) = h*f + G*P at q0 + h*theta*v_theta,   q1 = q0 + h*v_theta,
%   0 <= N'*v1 + e*N'*v0 _|_ P >= 0 for the gaps with g (q0) + gamma*h*N'*v0 <= 0, the others open.
% Newton's method on the velocity where mass, force or gradients depend on the state.
% SPDX-License-Identifier: GPL-3.0-or-later
  theta = opts.Theta;
  v0 = state.v;
  v = v0;
  tm = state.t + theta * h;
  numbers = [h, theta, opts.Gamma, model.d];
  gap = dls_model_at (model, 'g', state.t, state.q, v0);
  gap = gap.g;
  active = [];
  parts = opts.parts;
  report = opts.report;
  memory = state.memory;
  for iteration = 1:opts.MaxNewton
    vm = (1 - theta) * v0 + theta * v;
    E = dls_model_at (model, parts, tm, state.q + theta * h * vm, vm);
    if (opts.large)
      [v1, p, status, active, info, memory] = ...
        dls_step_large (model, E, numbers, gap, v0, v, active, memory, opts);
    else
      [v1, p, status, active, info] = ...
        dls_step_mex ('moreau', E, numbers, gap, v0, v, model.restitution, model.mu, active);
    end
    report.solves = report.solves + info.solves;
    report.factorisations = report.factorisations + info.factorisations;
    report.iterations = report.iterations + info.iterations;
    gap = [];                                     % the contacts stay what they are
    change = norm (v1 - v);
    v = v1;
    if (~info.solved)
      report.ok = false;
      report.message = info.message;
      break
    elseif (model.constant || change <= opts.NewtonTolerance * (norm (v) + norm (v0)) ...
            || change <= opts.NewtonTolerance * h * norm (E.f) / max (norm (E.M, 1), realmin))
      break
    elseif (iteration == 8 && ~any (parts == 'J'))
      parts = [parts, 'J'];                       % the force is stiff
    elseif (iteration == opts.MaxNewton)
      report.ok = false;
      report.message = sprintf ('Newton''s method of the step: change %.1e after %d iterations', ...
                                change, iteration);
    end
  end
  next = state;
  next.t = state.t + h;
  next.v = v;
  next.q = state.q + h * ((1 - theta) * v0 + theta * v);
  next.p = p;
  next.status = status;
  next.memory = memory;
end

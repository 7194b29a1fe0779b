function [next, report] = dls_step_moreau_jean (model, state, h, opts)
% One step of the theta-method of Moreau and Jean, HIGHORDER (16):
%   M*(v1 - v0) = h*f + G*P at q0 + h*theta*v_theta,   q1 = q0 + h*v_theta,
%   0 <= N'*v1 + e*N'*v0 _|_ P >= 0 for the gaps with g (q0) + gamma*h*N'*v0 <= 0, the others open.
% Newton's method on the velocity where mass, force or gradients depend on the state.
% SPDX-License-Identifier: GPL-3.0-or-later
  theta = opts.Theta;
  v0 = state.v;
  v = v0;
  q0 = state.q;
  tm = state.t + theta * h;
  numbers = [h, theta, opts.Gamma, model.d, opts.RankTolerance];
  active = [];
  parts = opts.varying;
  counts = zeros (1, 6);
  memory = state.memory;
  message = '';
  before = Inf;
  qm = q0;
  vm = v0;
  try
    if (model.arity.gap == 1)
      gap = model.gap (q0);
    else
      gap = dls_model_values (model, 'g', state.t, q0, v0);
      gap = gap.g;
    end
    E = opts.values;
    for iteration = 1:opts.MaxNewton
      if (~isempty (parts))
        vm = (1 - theta) * v0 + theta * v;
        qm = q0 + (theta * h) * vm;
        E = dls_model_values (model, parts, tm, qm, vm, E);
      end
      if (opts.large)
        [v, p, status, active, part, message, memory] = ...
          dls_step_large (model, E, numbers, gap, v0, v, active, memory, opts);
      else
        [v, p, status, active, part, message] = ...
          dls_step_mex ('moreau', E, numbers, gap, v0, v, model.restitution, model.mu, active);
      end
      counts = counts + part;
      if (~part(1) || model.constant || part(5) <= opts.NewtonTolerance ...
          || (part(5) <= 1e-8 && part(5) > before / 2))    % the accuracy of the contact problem
        break
      elseif (iteration == 8 && ~opts.implicit)
        parts = [parts, 'J'];                       % the force is stiff
      elseif (iteration == opts.MaxNewton)
        part(1) = 0;
        message = sprintf ('Newton''s method of the step: change %.1e after %d iterations', ...
                           part(5), iteration);
      end
      gap = [];                                     % the contacts stay what they are
      before = part(5);
    end
  catch err
    dls_model_diagnose (model, 'g', state.t, q0, v0, []);
    dls_model_diagnose (model, parts, tm, qm, vm, err);
  end
  report = opts.report;
  report.solves = counts(2);
  report.factorisations = counts(3);
  report.iterations = counts(4);
  if (~part(1))
    report.ok = false;
    report.message = message;
    dls_model_diagnose (model, parts, tm, qm, vm, []);
    if (isempty (message))
      report.message = 'the equations of the step have no solution (inconsistent constraints?)';
    end
  end
  next = state;
  next.t = state.t + h;
  next.v = v;
  next.q = q0 + h * ((1 - theta) * v0 + theta * v);
  next.p = p;
  next.status = status;
  next.memory = memory;
end

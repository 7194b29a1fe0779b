function [next, report] = dls_step_moreau_jean (model, state, h, opts)
% One step of the theta-method of Moreau and Jean, HIGHORDER (16):
%   M*(v1 - v0) = h*f + G*P at q0 + h*theta*v_theta,   q1 = q0 + h*v_theta,
%   0 <= N'*v1 + e*N'*v0 _|_ P >= 0 for the gaps with g (q0) + gamma*h*N'*v0 <= 0, the others open.
% Newton's method on the positions and velocities where mass, force or gradients depend on them.
% SPDX-License-Identifier: GPL-3.0-or-later
  theta = opts.Theta;
  memory = state.memory;
  if (isempty (memory))
    memory = struct ('h', NaN);
  end
  same = model.constant && memory.h == h;
  memory.h = h;
  report = dls_step_report ();
  v = state.v;
  tm = state.t + theta * h;
  gap = dls_model_at (model, 'g', state.t, state.q, state.v);
  for iteration = 1:opts.MaxNewton
    vm = (1 - theta) * state.v + theta * v;
    qm = state.q + theta * h * vm;
    E = dls_model_at (model, opts.parts, tm, qm, vm);
    if (iteration == 1)
      un = E.N' * state.v;
      if (model.moving)
        un = un + E.wu;
      end
      active = find (gap.g + opts.Gamma * h * un <= 0);
    end
    S = velocity_problem (model, E, state.v, v, h, theta, active, opts);
    S.same = same;
    [next_v, p, status, memory, part] = dls_step_percussion (S, memory, opts);
    report = add (report, part);
    change = norm (next_v - v);
    v = next_v;
    if (~report.ok || model.constant || change <= opts.NewtonTolerance ...
        * (norm (v) + norm (state.v) + h * norm (E.f) / max (norm (E.M, 1), realmin)))
      break
    elseif (iteration == 8 && ~opts.implicit)     % the force is stiff
      opts.implicit = true;
      opts.parts = [opts.parts, 'J'];
    elseif (iteration == opts.MaxNewton)
      report.ok = false;
      report.message = sprintf ('Newton''s method of the step: change %.1e after %d iterations', ...
                                change, iteration);
    end
  end
  next = state;
  next.t = state.t + h;
  next.v = v;
  next.q = state.q + h * ((1 - theta) * state.v + theta * v);
  next.memory = memory;
  next.p(:) = 0;
  next.p(rows_of (model, active)) = p;
  next.status = zeros (model.nu, 1);
  next.status(active) = status;
end

% M*(v1 - v0) = h*f (v) + J*(v1 - v) + ..., J the Jacobian of h*f where it is known.
function S = velocity_problem (model, E, v0, v, h, theta, active, opts)
  S = struct ('A', E.M, 'r', E.M * v0 + h * E.f, 'G', E.G, 'cb', zeros (model.nb, 1), ...
              'N', E.N(:,active), 'cn', [], 'T', [], 'ct', zeros (0, 1), ...
              'mu', model.mu(active), 'd', model.d);
  if (opts.implicit)
    J = h * theta * (E.fv + h * theta * E.fq);
    S.A = E.M - J;
    S.r = S.r - J * v;
  end
  e = model.restitution(active);
  S.cn = e .* (S.N' * v0);
  if (model.moving)
    S.cb = E.wb;
    S.cn = S.cn + (1 + e) .* E.wu(active);
  end
  if (model.friction)
    k = rows_of_tangents (model, active);
    S.T = E.T(:,k);
    S.ct = zeros (numel (k), 1);
    if (model.moving)
      S.ct = E.wt(k);
    end
  end
end

function k = rows_of_tangents (model, active)
  s = model.d - 1;
  k = reshape (bsxfun (@plus, (active(:)' - 1) * s, (1:s)'), [], 1);
end

function rows = rows_of (model, active)
  rows = [(1:model.nb)'; model.nb + active];
  if (model.friction)
    rows = [rows; model.nb + model.nu + rows_of_tangents(model, active)];
  end
end

function report = add (report, part)
  report.ok = part.ok;
  report.message = part.message;
  report.solves = report.solves + part.solves;
  report.factorisations = report.factorisations + part.factorisations;
  report.iterations = report.iterations + part.iterations;
end

function [next, report] = dls_step_nonsmooth_generalized_alpha (model, state, h, opts)
% The generalized-alpha method for the smooth motion, percussions at velocity level beside it:
%   M*d1 = f (t1,q1,v1) + G*lambda, G'*d1 + b = 0,
%   (1-am)*a1 + am*a0 = (1-af)*d1 + af*d0,
%   v1 = v0 + h*((1-gamma)*a0 + gamma*a1) + W,
%   q1 = q0 + h*v0 + h^2*((1/2-beta)*a0 + beta*a1) + h/2*W,
%   M*W = G*P, G'*v1 = 0, 0 <= N'*v1 + e*N'*v0 _|_ P >= 0 for gaps that close without W, friction.
% Contact forces, even lasting ones, are in P: second order between impacts, in free motion. The
% percussions of bilateral constraints are P and h*lambda, weighted as the accelerations are.
% SPDX-License-Identifier: GPL-3.0-or-later
  rho = opts.SpectralRadius;
  am = (2 * rho - 1) / (rho + 1);
  af = rho / (rho + 1);
  gamma = 0.5 - am + af;
  beta = (gamma + 0.5)^2 / 4;
  c = (1 - af) / (1 - am);
  mixed = @(d1, d0, a0) ((1 - af) * d1 + af * d0 - am * a0) / (1 - am);
  memory = state.memory;
  if (isempty (memory))
    [d0, l0] = smooth (model, dls_model_at (model, 'MfGb', state.t, state.q, state.v), 0, 0, ...
                       zeros (size (state.q)), opts.RankTolerance);
    memory = struct ('d', d0, 'a', d0, 'ld', l0, 'la', l0);
  end
  report = opts.report;
  v0 = state.v;
  d = memory.d;
  W = zeros (size (v0));
  w0 = zeros (model.nu, 1);                     % speeds of the walls before
  if (model.moving)
    w0 = dls_model_at (model, 'w', state.t, state.q, v0).wu;
  end
  active = [];
  parts = [opts.parts, 'b'];
  for iteration = 1:opts.MaxIterations
    a = mixed (d, memory.d, memory.a);
    free_q = state.q + h * v0 + h^2 * ((0.5 - beta) * memory.a + beta * a);
    free_v = v0 + h * ((1 - gamma) * memory.a + gamma * a);
    q = free_q + h / 2 * W;
    v = free_v + W;
    E = dls_model_at (model, parts, state.t + h, q, v);
    if (iteration == 1)
      gap = dls_model_at (model, 'g', state.t + h, free_q, free_v);
      active = gap.g <= 0;
    end
    [W1, p, status, counts, message] = percussion (model, E, free_v, E.N' * v0 + w0, active, ...
                                                   opts.RankTolerance);
    [d1, ld, part] = smooth (model, E, h * gamma * c, h^2 * beta * c, d, opts.RankTolerance);
    counts(2:4) = counts(2:4) + part(2:4);
    report.solves = report.solves + counts(2);
    report.factorisations = report.factorisations + counts(3);
    report.iterations = report.iterations + counts(4);
    change = norm (W1 - W) + h * norm (d1 - d);
    size_v = norm (free_v) + norm (v0) + norm (W1) + h * norm (d1);
    W = W1;
    d = d1;
    if (~counts(1) || ~part(1) || ~all (isfinite ([W; d])))
      report.ok = false;
      report.message = dls_step_why (message);
      break
    elseif (change <= opts.NewtonTolerance * size_v)
      break
    elseif (dls_step_over (opts))
      [report.ok, report.message] = deal (false, 'MaxTime');
      break
    elseif (iteration == 8 && ~any (parts == 'J'))
      parts = [parts, 'J'];
    elseif (iteration == opts.MaxIterations)
      report.ok = false;
      report.message = sprintf ('Newton''s method of the step: change %.1e after %d iterations', ...
                                change, iteration);
    end
  end
  a = mixed (d, memory.d, memory.a);
  la = mixed (ld, memory.ld, memory.la);
  next = state;
  next.t = state.t + h;
  next.v = v0 + h * ((1 - gamma) * memory.a + gamma * a) + W;
  next.q = state.q + h * v0 + h^2 * ((0.5 - beta) * memory.a + beta * a) + h / 2 * W;
  next.p = p;
  next.p(1:model.nb) = p(1:model.nb) + h * ((1 - gamma) * memory.la + gamma * la);
  next.status = status;
  next.memory = struct ('d', d, 'a', a, 'ld', ld, 'la', la);
end

% One Newton step from d on M*d = f + G*lambda, G'*d + b = 0.
function [d, lambda, counts] = smooth (model, E, kv, kq, d, rank_tolerance)
  A = E.M;
  r = full (E.f);
  if (isfield (E, 'fq'))
    J = kv * E.fv + kq * E.fq;
    A = A - J;
    r = r - J * d;
  end
  [d, lambda, ~, counts] = dls_step_mex ('percussion', A, E.G, zeros (model.n, 0), ...
    [1, rank_tolerance], 0, r, full (E.bb), zeros (0, 1), false (0, 1), 0);
  % redundant constraints agree up to the drift of positions only: least squares, then
  counts(1) = counts(1) || counts(6) <= 1e-2;
end

% W: the percussions change v to v + W at fixed positions; u0: normal velocities before.
function [W, p, status, counts, message] = percussion (model, E, v, u0, active, rank_tolerance)
  F = struct ('M', E.M, 'f', zeros (model.n, 1), 'G', E.G, 'N', E.N, 'wu', zeros (model.nu, 1));
  for name = {'T', 'wb', 'wu', 'wt'}
    if (isfield (E, name{1}))
      F.(name{1}) = E.(name{1});
    end
  end
  % N'*(v + W) + wu + e*u0: the iteration knows one velocity only
  F.wu = F.wu + model.restitution .* full (u0);
  [v1, p, status, ~, counts, message] = dls_step_mex ('moreau', F, ...
    [1, 0.5, 0, model.d, rank_tolerance], [], v, v, ...
    zeros (model.nu, 1), model.mu, active);
  W = v1 - v;
end

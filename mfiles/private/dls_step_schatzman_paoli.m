function [next, report] = dls_step_schatzman_paoli (model, state, h, opts)
% HIGHORDER (22), (24) with x = q(k+1) - q(k), w = q(k) - q(k-1):
%   M*(x - w) = h^2*f (q + theta*x, v') + G*P,  v' = (1 - theta)*v + theta*(x + w)/(2*h),
%   h (q + x) = 0,  0 <= g ((q + x + e*q(k-1))/(1 + e)) _|_ P >= 0.
% v is (22b), the centred difference; percussions are P/h. Newton's method on x.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (model.friction)
    error ('delassus:option', ...
           'dls_simulate: schatzman-paoli has no friction; expected mu = 0 or another scheme');
  end
  report = opts.report;
  theta = opts.Theta;
  q = state.q;
  tm = state.t + theta * h;
  if (isempty (state.memory))
    w = first_difference (model, state, h);
  else
    w = h / state.memory.h * (q - state.memory.previous);
  end
  x = w;
  implicit = opts.implicit;
  for iteration = 1:opts.MaxIterations
    vm = (1 - theta) * state.v + theta * (x + w) / (2 * h);
    E = dls_model_at (model, ['f', repmat('J', 1, implicit)], tm, q + theta * x, vm);
    D = dls_model_at (model, 'MhG', state.t + h, q + x, vm);
    [N, s] = gaps (model, state.t + h, q, x, w, vm);
    A = D.M;
    r = A * w + h^2 * E.f;
    if (implicit)
      J = h^2 * theta * E.fq + h * theta / 2 * E.fv;
      A = A - J;
      r = r - J * x;
    end
    [x1, p, active, counts, message] = dls_step_mex ('percussion', A, D.G, N, 1, model.mu, r, ...
      D.h - D.G' * x, s, false (model.nu, 1), 1);
    report.solves = report.solves + counts(2);
    report.factorisations = report.factorisations + counts(3);
    report.iterations = report.iterations + counts(4);
    change = norm (x1 - x);
    x = x1;
    if (~counts(1) || ~all (isfinite (x)))
      report.ok = false;
      report.message = dls_step_why (message);
      break
    elseif (model.constant || change <= opts.NewtonTolerance ...
            * (norm (x) + norm (w) + h^2 * norm (E.f) / max (norm (D.M, 1), realmin)))
      break
    elseif (dls_step_over (opts))
      [report.ok, report.message] = deal (false, 'MaxTime');
      break
    elseif (iteration == 8)
      implicit = true;
    elseif (iteration == opts.MaxIterations)
      report.ok = false;
      report.message = sprintf ('Newton''s method of the step: change %.1e after %d iterations', ...
                                change, iteration);
    end
  end
  next = state;
  next.t = state.t + h;
  next.q = q + x;
  next.v = (x + w) / (2 * h);
  next.p(:) = 0;
  next.p(1:numel (p)) = p / h;
  next.status = double (p(model.nb+1:end) > 0);
  next.memory = struct ('previous', q, 'h', h);
end

% w with q(1) = q0 + h*v0 + h^2/2*a0: w = h*v0 - h^2/2*a0. Contacts that rest take part in a0.
function w = first_difference (model, state, h)
  E = dls_model_at (model, 'MfGbgNw', state.t, state.q, state.v);
  size_q = 1e-14 * abs (E.N)' * abs (state.q);
  rest = find (E.g <= size_q & abs (E.N' * state.v + E.wu) <= 1e-12 * abs (E.N)' * abs (state.v));
  a = dls_step_mex ('percussion', E.M, E.G, E.N(:,rest), 1, 0 * rest, full (E.f), E.bb, ...
                    E.bu(rest), true (numel (rest), 1), 0);
  w = h * state.v - h^2 / 2 * a;
end

% s + N'*x = (1 + e)*g, linearised about x; one evaluation for each value of e.
function [N, s] = gaps (model, t, q, x, w, v)
  N = zeros (model.n, model.nu);
  s = zeros (model.nu, 1);
  for e = unique (model.restitution)'
    k = model.restitution == e;
    E = dls_model_at (model, 'gN', t, (q + x + e * (q - w)) / (1 + e), v);
    N(:,k) = E.N(:,k);
    s(k) = (1 + e) * E.g(k) - N(:,k)' * x;
  end
end

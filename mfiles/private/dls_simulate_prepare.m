function [model, opts] = dls_simulate_prepare (model, opts, tspan)
% What the loop and the schemes need to know of a model before they begin.
% SPDX-License-Identifier: GPL-3.0-or-later
  opts.watch = tic ();
  opts.nb = model.nb;
  opts.t0 = tspan(1);
  opts.tend = tspan(2);
  if (opts.Step == 0)
    opts.Step = max ((opts.tend - opts.t0) / 1000, eps);
  elseif (opts.Step < eps (max (abs (tspan))))
    error ('delassus:option', ['dls_simulate: ''Step'' is %g; expected more than rounding of ', ...
           'the times, %g'], opts.Step, eps (max (abs (tspan))));
  end
  a = model.arity;
  if (a.mass == 0)                                       % functions: see dls_check_model
    dls_mass_input (model.mass, 'dls_simulate');
  end
  fixed = a.mass == 0 && a.constraintgrad <= 0 && a.gapgrad <= 0 && a.tangent <= 0 ...
          && (a.constraintgrad == 0 || model.nb == 0) && (a.gapgrad == 0 || model.nu == 0);
  model.fixed = fixed;                                   % constant matrices
  model.constant = fixed && (model.linear || a.force == 0);
  opts.implicit = model.linear || a.force_q >= 0 || a.force_v >= 0;
  opts.report = dls_step_report ();
  opts.numbers = [NaN, opts.Theta, opts.Gamma, model.d, opts.RankTolerance];   % [h, ...]
  % one call of compiled code per iteration, unless a factorisation is worth keeping
  opts.large = model.n + model.nb > 150 || (model.constant && model.n + model.nb > 40);
  opts.parts = 'MfGN';
  if (model.d > 1)
    opts.parts = [opts.parts, 'T'];
  end
  if (model.moving)
    opts.parts = [opts.parts, 'w'];
  end
  if (opts.implicit)
    opts.parts = [opts.parts, 'J'];
  end
  % what never changes is evaluated once
  [opts.values, opts.varying] = constant_part (model, opts.parts);
  steps = {'moreau-jean', @dls_step_moreau_jean; ...
           'moreau-jean-projected', @dls_step_moreau_jean_projected; ...
           'schatzman-paoli', @dls_step_schatzman_paoli; ...
           'nonsmooth-generalized-alpha', @dls_step_nonsmooth_generalized_alpha; ...
           'event-capturing', @dls_step_event_capturing; ...
           'event-driven', @dls_step_event_driven};
  opts.step = steps{strcmp(opts.Scheme, steps(:,1)),2};
  % (22) lets a step enter the obstacle by its own length; a much shorter one cannot follow, its
  % contact condition throws the position back by the old length
  if (strcmp (opts.Scheme, 'schatzman-paoli') && opts.Adaptive && model.nu > 0)
    error ('delassus:option', ['dls_simulate: ''Adaptive'' is on for schatzman-paoli with ', ...
           'contacts, whose positions do not bear other steps; expected another scheme']);
  end
end

function [E, varying] = constant_part (model, parts)
  a = model.arity;
  same = struct ('M', a.mass == 0, 'f', a.force == 0, 'G', a.constraintgrad == 0, ...
                 'N', a.gapgrad == 0, 'T', a.tangent == 0, 'w', false, 'J', model.linear);
  keep = false (1, numel (parts));
  for k = 1:numel (parts)
    keep(k) = same.(parts(k));
  end
  E = dls_model_values (model, parts(keep), 0, [], []);
  varying = parts(~keep);
end

% One step with exact events: contacts are hit, lift off (the first to rounding) and the Runge-Kutta
% method restarts there; velocities jump by the percussions of dls_impact, and the accelerations of
% the closed contacts decide which of them stay closed.
function [next, report] = dls_step_event_driven (model, state, h, opts)
  width = 4e-15 * max (abs (state.t), h);
  [next, report] = dls_rk_between (model, state, h, width, @dls_rk_impact, opts);
end

% One step of Algorithm 1 of HIGHORDER: Runge-Kutta where no contact closes or opens; an event is
% located within a critical length C*h^r (r = p + 1), which Moreau's scheme steps across.
function [next, report] = dls_step_event_capturing (model, state, h, opts)
  r = opts.CriticalOrder;
  if (r == 0)
    r = opts.Method(end) - '0' + 1;                % the order stands in the name
  end
  critical = max (min (opts.CriticalFactor * h ^ r, h / 4), 1e-14 * max (abs (state.t), h));
  [next, report] = dls_rk_between (model, state, h, critical, @dls_rk_critical, opts);
end

% Moreau's step (16) across an event, theta = 1/2, for the contacts that are closed, hit, or
% predicted to close; then what stays closed.
function [y, p, memory, report] = dls_rk_critical (model, y, h, hit, p, memory, opts, report)
  hit(memory.active) = true;
  set = find (hit | y.g + h * y.u <= y.tolerance & y.u < 0)';
  bilateral = memory.bilateral;
  rows = [bilateral, model.nb + set];
  E = dls_rk_at (model, memory, y.t + h / 2, y.q + h / 2 * y.v, y.v, rows);
  part = rows <= model.nb;
  N = E.G(:,~part);
  e = model.restitution(set);
  S = struct ('A', E.M, 'r', E.M * y.v + h * E.f, 'G', E.G(:,part), 'cb', E.w(part), 'N', N, ...
              'cn', e .* (N' * y.v) + (1 + e) .* E.w(~part), 'T', [], 'ct', zeros (0, 1), ...
              'mu', zeros (numel (set), 1), 'd', 1, 'same', false);
  [v, impulse, ~, ~, told] = dls_step_percussion (S, struct (), opts);
  report.solves = report.solves + told.solves;
  report.factorisations = report.factorisations + told.factorisations;
  if (~told.ok)
    report.ok = false;
    report.message = told.message;
    return
  end
  p(rows) = p(rows) + impulse;
  impulse = impulse(~part);
  y.q = y.q + h / 2 * (y.v + v);
  y.v = v;
  y.t = y.t + h;
  for k = find (impulse' > 0 & hit(set)')
    report.events = [report.events, struct('t', y.t, 'contact', set(k), 'kind', 'impact', ...
                                           'value', impulse(k))];
  end
  memory.poly = [];
  [memory, report, y] = dls_rk_contacts (model, y, set, h, memory, opts, report);
end

% HIGHORDER (19): a step of Moreau and Jean, then the nearest positions with h (q) = 0 and
% g (q) >= 0, in the metric of the mass or of the identity: Q*z = G*t + N*t', 0 <= g _|_ t' >= 0.
function [next, report] = dls_step_moreau_jean_projected (model, state, h, opts)
  [next, report] = dls_step_moreau_jean (model, state, h, opts);
  if (~report.ok || model.nb + model.nu == 0)
    return
  end
  v = next.v;
  Q = speye (model.n);
  euclidean = strcmp (opts.Projection, 'euclidean');
  size_q = max (1, norm (next.q, Inf));
  for iteration = 1:opts.MaxIterations
    E = dls_model_at (model, 'hgGNM', next.t, next.q, v);
    if (max ([abs(E.h); -E.g; 0]) <= 1e-14 * size_q)
      break
    end
    if (~euclidean)
      Q = E.M;
    end
    [z, ~, ~, counts, message] = dls_step_mex ('percussion', Q, E.G, E.N, ...
      [1, opts.RankTolerance], model.mu, zeros (model.n, 1), E.h, E.g, false (model.nu, 1), 1);
    report.solves = report.solves + counts(2);
    report.factorisations = report.factorisations + counts(3);
    if (~all (isfinite (z)))              % least squares where constraints are redundant
      report.ok = false;
      report.message = ['the projection of the step: ', message];
      return
    end
    next.q = next.q + z;
    if (norm (z, Inf) <= 1e-14 * size_q)
      break
    end
  end
  worst = max ([abs(E.h); -E.g; 0]);
  if (worst > 1e-8 * size_q)
    report.ok = false;
    report.message = sprintf ('the projection of the step leaves %.1e', worst);
  end
end

% The jump of the velocities when contacts are hit, the closed ones among them; no time passes.
function [y, p, memory, report] = dls_rk_impact (model, y, ~, hit, p, memory, opts, report)
  hit(memory.active) = true;
  set = find (hit)';
  bilateral = memory.bilateral;
  rows = [bilateral, model.nb + set];
  E = dls_rk_at (model, memory, y.t, y.q, y.v, rows);
  part = rows <= model.nb;
  if (model.friction)
    [y, p, memory, report] = with_friction (model, y, set, p, memory, opts, report);
    return
  end
  S = dls_system ('M', E.M, 'Gb', E.G(:,part), 'Gu', E.G(:,~part));
  shift = -E.G' \ E.w;                             % the velocity of the moving constraints
  [w, impulse, info] = dls_impact (S, y.v - shift, model.restitution(set), 'Uniqueness', 'off');
  report.solves = report.solves + 1;
  report.factorisations = report.factorisations + 1;
  if (info.exitflag ~= 1)
    report.ok = false;
    report.message = ['dls_impact: ', info.message];
    return
  end
  y.v = w + shift;
  p(rows) = p(rows) + [impulse.nb; impulse.nu];
  [y, memory, report] = after (model, y, set, impulse.nu, memory, opts, report);
end

function [y, memory, report] = after (model, y, set, impulse, memory, opts, report)
  for k = find (impulse' > 0)
    report.events = [report.events, struct('t', y.t, 'contact', set(k), 'kind', 'impact', ...
                                           'value', impulse(k))];
  end
  memory.poly = [];
  [memory, report, y] = dls_rk_contacts (model, y, set, 0, memory, opts, report);
end

% Coulomb's law for the percussions and the tangential velocities after the impact.
function [y, p, memory, report] = with_friction (model, y, set, p, memory, opts, report)
  nb = numel (memory.bilateral);
  nu = numel (set);
  rows = [memory.bilateral, model.nb + set, dls_rk_tangents(model, set)];
  memory.slips = zeros (1, 0);
  E = dls_rk_at (model, memory, y.t, y.q, y.v, rows);
  n = nb + (1:nu);
  e = model.restitution(set);
  S = struct ('A', E.M, 'r', E.M * y.v, 'G', E.G(:,1:nb), 'cb', E.w(1:nb), 'N', E.G(:,n), ...
              'cn', e .* (E.G(:,n)' * y.v) + (1 + e) .* E.w(n), 'T', E.G(:,nb+nu+1:end), ...
              'ct', E.w(nb+nu+1:end), 'mu', model.mu(set), 'd', model.d, 'same', false);
  [y.v, impulse, ~, ~, told] = dls_step_percussion (S, struct (), opts);
  report.solves = report.solves + told.solves;
  report.factorisations = report.factorisations + told.factorisations;
  report.ok = told.ok;
  report.message = told.message;
  if (told.ok)
    p(rows) = p(rows) + impulse;
    [y, memory, report] = after (model, y, set, impulse(n), memory, opts, report);
  end
end

% HIGHORDER (22), (24) with x = q(k+1) - q(k), w = q(k) - q(k-1):
%   M*(x - w) = h^2*f (q + theta*x, v') + G*P,  v' = (1 - theta)*v + theta*(x + w)/(2*h),
%   h (q + x) = 0,  0 <= g ((q + x + e*q(k-1))/(1 + e)) _|_ P >= 0.
% v is (22b), the centred difference; percussions are P/h. Newton's method on x.
function [next, report] = dls_step_schatzman_paoli (model, state, h, opts)
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

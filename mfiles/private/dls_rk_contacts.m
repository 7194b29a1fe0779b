function [memory, report, y] = dls_rk_contacts (model, y, set, h, memory, opts, report, pulls)
% Which contacts of a set stay closed: those that touch, do not separate faster than a flight as
% short as h could undo, and whose accelerations (72) keep them closed. Their velocities are made
% zero. h is NaN where a motion begins: contacts that collide then are left to an impact. pulls:
% those whose reaction has just become negative open even where rounding hides their acceleration.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 8)
    pulls = false (model.nu, 1);
  end
  old = memory.active;
  was = memory.slips;
  memory.active = zeros (1, 0);
  memory.slips = zeros (1, 0);
  memory.now.t = NaN;
  if (~isempty (set))
    y = dls_rk_gaps (model, memory, y);
    E = dls_model_at (model, 'b', y.t, y.q, y.v);
    [a, ~, memory, report] = dls_rk_start (model, y, memory.bilateral, memory, report);
    N = dls_model_at (model, 'N', y.t, y.q, y.v).N;
    fall = abs (N' * a + E.bu);
    weak = max (h * fall, sqrt (2 * fall * y.tolerance));
    weak = weak(set) + 1e-12 * max (abs (y.v));
    keep = y.u(set) <= weak & (y.u(set) >= -weak | ~isnan (h));
    if (~(h > 0) && isempty (old))
      keep = keep & y.g(set) <= max (y.tolerance, 1e-10);
    end
    set = set(keep);
  end
  if (~isempty (set))
    rows = dls_rk_independent (model, memory, y, [memory.bilateral, model.nb + set]);
    [y, memory, report] = closed (model, y, rows, memory, report);
    if (model.friction)
      [y, memory, report] = dls_rk_modes (model, y, set, was, pulls, memory, report);
    else
      [memory, report] = accelerations (model, y, set, pulls, memory, opts, report);
    end
  end
  memory.rows = memory.bilateral;
  if (~isempty (memory.active))
    memory.rows = dls_rk_independent (model, memory, y, dls_rk_rows (model, memory));
  end
  memory.now.t = NaN;
  y = dls_rk_gaps (model, memory, y);
  report = told (report, y, setxor (old, memory.active), {'open', 'close'}, memory.active);
  both = intersect (old, memory.active);
  report = told (report, y, intersect (both, setxor (was, memory.slips)), {'stick', 'slip'}, ...
                 memory.slips);
end

function report = told (report, y, changed, kinds, now)
  for k = changed
    report.events = [report.events, struct('t', y.t, 'contact', k, 'kind', ...
                                           kinds{1 + any(now == k)}, 'value', y.u(k))];
  end
end

% G'*v + w = 0 for some constraints, nearest in the kinetic metric.
function [y, memory, report] = closed (model, y, rows, memory, report)
  X = dls_rk_at (model, memory, y.t, y.q, y.v, rows);
  if (max (abs (X.G' * y.v + X.w)) <= 1e-15 * max (abs (y.v)))
    return
  end
  [F, memory, made] = dls_rk_factor (model, X.M, X.G, rows, memory);
  [y.v, ~, ok] = dls_step_backsolve (F, X.M * y.v, X.w);
  report.ok = report.ok && ok;
  report.solves = report.solves + 1;
  report.factorisations = report.factorisations + made;
end

% 0 <= N'*a + bu _|_ lambda >= 0
function [memory, report] = accelerations (model, y, set, pulls, memory, opts, report)
  E = dls_model_at (model, 'MfGNb', y.t, y.q, y.v);
  b = memory.bilateral;
  S = struct ('A', E.M, 'r', E.f, 'G', E.G(:,b), 'cb', E.bb(b), 'N', E.N(:,set), ...
              'cn', E.bu(set), 'T', [], 'ct', zeros (0, 1), ...
              'mu', zeros (numel (set), 1), 'd', 1, 'same', false);
  [a, lambda, ~, ~, told] = dls_step_percussion (S, struct (), opts);
  report.ok = report.ok && told.ok;
  report.message = [report.message, told.message];
  report.solves = report.solves + told.solves;
  report.factorisations = report.factorisations + told.factorisations;
  lambda = lambda(numel (b)+1:end);
  lifts = pulls(set) | S.N' * a + S.cn > 1e-12 * max (abs (E.f) + 1);
  memory.active = set(lambda' > 1e-10 * memory.load * pulls(set)' | ~lifts');
end

% Which contacts of a set stay closed, stick or slip: the contact problem of accelerations with
% Coulomb's law. Tangential velocities are zero when rounding says so, or when those that were
% slipping (was) have turned back.
function [y, memory, report] = dls_rk_modes (model, y, set, was, pulls, memory, report)
  d1 = model.d - 1;
  tangents = dls_rk_tangents (model, set);
  rows = [memory.bilateral, model.nb + set, tangents];
  E = dls_rk_at (model, memory, y.t, y.q, y.v, rows);
  bias = dls_rk_bias (model, y.t, y.q, y.v, rows);
  nb = numel (memory.bilateral);
  nu = numel (set);
  u = reshape (E.G(:,nb+nu+1:end)' * y.v + E.w(nb+nu+1:end), d1, nu);
  u(:,sqrt (sum (u .^ 2, 1)) <= 1e-10 * max ([norm(y.v), 1e-3])) = 0;
  for k = 1:nu
    if (any (was == set(k)) && u(:,k)' * memory.direction(:,set(k)) <= 0)
      u(:,k) = 0;
    end
  end
  S = dls_system ('M', E.M, 'F', -E.f, 'Gb', E.G(:,1:nb), 'bb', bias(1:nb), ...
                  'Gu', E.G(:,nb+(1:nu)), 'bu', bias(nb+(1:nu)), 'Hu', E.G(:,nb+nu+1:end), ...
                  'tu', bias(nb+nu+1:end), 'muu', model.mu(set), 'vtu', u, 'd', model.d);
  [a, lambda, info] = dls_contact (S, 'Sticking', 'coulomb');
  report.solves = report.solves + 1;
  if (info.exitflag ~= 1)
    report.ok = false;
    report.message = ['dls_contact: ', info.message];
    return
  end
  size_a = max (abs (E.f)) / max (max (abs (E.M(:))), realmin) + norm (a);
  lifts = pulls(set) | E.G(:,nb+(1:nu))' * a + bias(nb+(1:nu)) > 1e-9 * size_a;
  at = reshape (E.G(:,nb+nu+1:end)' * a + bias(nb+nu+1:end), d1, nu);
  for k = 1:nu
    if (lambda.nu(k) <= 1e-10 * memory.load * pulls(set(k)) && lifts(k))
      continue
    end
    memory.active(end+1) = set(k);
    w = u(:,k);
    mu = model.mu(set(k));
    force = lambda.tu((k-1)*d1+(1:d1));
    if (~any (w) && norm (at(:,k)) > 1e-7 * size_a)
      w = at(:,k);
    elseif (~any (w) && norm (force) >= mu * lambda.nu(k) * (1 - 1e-8))
      w = -force;                                  % about to slip
    end
    if (any (w) && mu > 0)
      memory.slips(end+1) = set(k);
      memory.direction(:,set(k)) = w / norm (w);
    end
  end
end

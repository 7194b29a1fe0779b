function [y, p, memory, report] = dls_rk_critical (model, y, h, hit, p, memory, opts, report)
% Moreau's step (16) across an event, theta = 1/2, for the contacts that are closed, hit, or
% predicted to close; then what stays closed.
% SPDX-License-Identifier: GPL-3.0-or-later
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

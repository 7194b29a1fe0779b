function [y, p, memory, report] = dls_rk_impact (model, y, ~, hit, p, memory, opts, report)
% The jump of the velocities when contacts are hit, the closed ones among them; no time passes.
% SPDX-License-Identifier: GPL-3.0-or-later
  hit(memory.active) = true;
  set = find (hit)';
  bilateral = memory.bilateral;
  rows = [bilateral, model.nb + set];
  E = dls_rk_at (model, memory, y.t, y.q, y.v, rows);
  part = rows <= model.nb;
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
  for k = find (impulse.nu' > 0)
    report.events = [report.events, struct('t', y.t, 'contact', set(k), 'kind', 'impact', ...
                                           'value', impulse.nu(k))];
  end
  memory.poly = [];
  [memory, report, y] = dls_rk_contacts (model, y, set, 0, memory, opts, report);
end

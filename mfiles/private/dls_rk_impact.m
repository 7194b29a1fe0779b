function [y, p, memory, report] = dls_rk_impact (model, y, ~, hit, p, memory, opts, report)
% The jump of the velocities when contacts are hit, the closed ones among them; no time passes.
% SPDX-License-Identifier: GPL-3.0-or-later
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

function [y, memory, report] = dls_rk_modes (model, y, set, was, pulls, memory, report)
% Which contacts of a set stay closed, stick or slip: the contact problem of accelerations with
% Coulomb's law. Tangential velocities are zero when rounding says so, or when those that were
% slipping (was) have turned back.
% SPDX-License-Identifier: GPL-3.0-or-later
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

function [v1, p, status, active, counts, message, memory] = ...
           dls_step_large (model, E, numbers, gap, v0, v, active, memory, opts)
% What dls_step_mex ('moreau', ...) does, for large sparse models and for constant matrices, whose
% factorisation is used again: one Newton iteration of HIGHORDER (16).
% SPDX-License-Identifier: GPL-3.0-or-later
  h = numbers(1);
  k = h * numbers(2);
  S = struct ('A', E.M, 'r', h * E.f, 'G', E.G, 'cb', E.G' * v0, 'T', [], 'd', model.d);
  if (isfield (E, 'fq'))
    J = k * E.fv + k^2 * E.fq;
    S.A = E.M - J;
    S.r = S.r + J * (v0 - v);
  end
  un = E.N' * v0;
  if (model.moving)
    S.cb = S.cb + E.wb;
    un = un + E.wu;
  end
  if (~isempty (gap) || model.nu == 0)
    moved = h * (norm (v0) + h * norm (E.f) / max (full (max (max (abs (E.M)))), realmin));
    active = gap + numbers(3) * h * un <= 1e-8 * moved * sqrt (sum (E.N .^ 2, 1))';
    active = reshape (full (active), model.nu, 1);
  end
  S.N = E.N(:,active);
  S.cn = (1 + model.restitution(active)) .* un(active);
  S.ct = zeros (0, 1);
  S.mu = model.mu(active);
  tangents = false (0, 1);
  if (model.d > 1)
    tangents = reshape (repmat (active', model.d - 1, 1), [], 1);
    S.T = E.T(:,tangents);
    S.ct = S.T' * v0;
    if (model.moving)
      S.ct = S.ct + E.wt(tangents);
    end
  end
  S.same = model.constant && memory.h == h;
  memory.h = h;
  [x, part, state, memory, info] = dls_step_percussion (S, memory, opts);
  v1 = v0 + x;
  p = zeros (model.nb + model.d * model.nu, 1);
  p([true(model.nb, 1); active; tangents]) = part;
  status = zeros (model.nu, 1);
  status(active) = state;
  change = norm (v1 - v) / max (norm (v1) + norm (v0) + h * norm (E.f) / max (norm (E.M, 1), ...
                                realmin), realmin);
  counts = [info.ok, info.solves, info.factorisations, info.iterations, change, 0];
  message = info.message;
end

function S = dls_model_system (model, t, q, v, status, identity)
% The contact problem of a model at an instant, for dls_system. status: that of the contacts (where
% they come and go: of those with an identity); []: a contact is closed when its gap is open by no
% more than rounding of a motion, 1e-6 of the terms of q, and does not grow. Cohesion c of closed
% contacts is a force; their reactions are lambda + c.
% Forces of compliant contacts are known, and loads.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (model.moments > 0)
    error ('delassus:option', ['dls_system: the model has ''rolling'' or ''spinning''; ', ...
           'expected contacts without moments (dls_problem is of a step)']);
  end
  [q, v] = dls_state_input (model, q, v, 'dls_system', {'q', 'v'});
  model = dls_model_bind (model, t, q, v, 'dls_system');
  E = dls_model_at (model, 'MfgGNbrwTL', t, q, v);
  E.bb = consistent (model, E, t, q, v);
  un = E.N' * v + E.wu;
  size_v = 1e-9 * (1 + norm (v, Inf));
  called = 1:model.nu;
  if (isfield (model, 'identity'))
    called = model.identity;
    if (~isempty (status))
      [there, at] = ismember (called', identity);
      status = [0; status];
      status = status(1 + at .* there);
    end
  end
  if (isempty (status))
    status = E.g <= 1e-6 * (1 + norm (q, Inf)) & un <= size_v;
  end
  soft = E.k < Inf;
  k = find (status > 0 & ~soft)';
  f = E.f + known_forces (model, E, v, un, soft);
  pull = reshape (E.c(k), [], 1);                 % 0-by-1, too, where one contact is open
  args = {'M', E.M, 'F', full(E.N(:,k) * pull - f), 'Gb', E.G, 'bb', full(E.bb), ...
          'Gu', E.N(:,k), 'bu', full(E.bu(k)), 'd', max(model.d, 2)};
  if (model.d > 1)
    rows = rows_of (k, model.d);
    vt = full (E.T(:,rows)' * v + E.wt(rows));
    vt = reshape (vt, model.d - 1, numel (k));
    rest = (status(k)' == 2 | sqrt (sum (vt .^ 2, 1)) <= size_v) & status(k)' ~= 3;
    vt(:,rest) = 0;
    args = [args, {'Hu', E.T(:,rows), 'tu', E.bt(rows), 'vtu', vt, 'muu', full(E.mu(k))}];
  end
  names.b = {};
  names.u = arrayfun (@(i) sprintf ('u%d', i), called(k), 'UniformOutput', false);
  S = dls_system (args{:}, 'names', names);
end

% Sizes of the terms of bb by a step along the motion: |dG/dt|'|v|.
function b = consistent (model, E, t, q, v)
  b = full (E.bb);
  if (~any (b) || ~any (v))
    return
  elseif (isfield (model, 'machine'))
    b = dls_consistent_rates (E.G, b, struct ('d', model.d, 'v', v), 64 * eps);
    return
  elseif (~isempty (model.library) || model.arity.advance > 0 || model.arity.contacts > 0)
    return
  end
  accuracy = 64 * eps;
  if (model.arity.constraintrate < 0)
    accuracy = 1e-9;                           % bb is a difference itself
  end
  step = 1e-6 * (1 + norm (q, Inf)) / norm (v, Inf);
  moved = dls_model_at (model, 'G', t + step, q + step * v, v);
  b = dls_consistent_rates (E.G, b, abs (moved.G - E.G)' * abs (v) / step, accuracy);
end

% Of compliant contacts, where friction is none or creeps: it is known, too.
function f = known_forces (model, E, v, un, soft)
  what = {'rigid and creeps', 'compliant with Coulomb''s friction'};
  bad = find (E.mu > 0 & (soft & E.creep == 0 | ~soft & E.creep > 0), 1);
  if (~isempty (bad) && model.d > 1)
    error ('delassus:option', ['dls_system: contact %d is %s; expected rigid contacts, or ', ...
           'compliant ones with ''creep'' or without friction (dls_problem is of a step)'], bad, ...
           what{1+soft(bad)});
  end
  normal = zeros (model.nu, 1);
  pressed = soft & E.g <= 0;
  normal(pressed) = max (0, -E.k(pressed) .* E.g(pressed) - E.damping(pressed) .* un(pressed));
  f = full (E.N * normal);
  for i = find (normal > 0 & E.creep > 0 & model.d > 1)'
    T = E.T(:,rows_of (i, model.d));
    t = -full (T' * v + E.wt(rows_of (i, model.d))) / E.creep(i);
    f = f + T * t * min (1, E.mu(i) * normal(i) / max (norm (t), realmin));
  end
end

function rows = rows_of (k, d)
  rows = reshape ((1:d-1)' + (d - 1) * (k - 1), 1, []);
end

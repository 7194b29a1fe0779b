function sol = dls_simulate_finish (model, sol, before, opts)
% Energy and drift of a run, and the run before it.
% SPDX-License-Identifier: GPL-3.0-or-later
  count = numel (sol.t);
  sol.gap = zeros (model.nu, count);
  sol.drift = struct ('constraint', zeros (1, count), 'gap', zeros (1, count));
  kinetic = NaN (1, count);
  potential = kinetic;
  try
    if (model.nb > 0)
      sol.drift.constraint = worst (abs (along (model, 'constraint', sol)));
    end
    if (model.nu > 0)
      sol.gap = along (model, 'gap', sol);
      sol.drift.gap = worst (-sol.gap);
    end
    if (opts.Energy)
      kinetic = kinetic_energy (model, sol);
      potential = potential_energy (model, sol);
    end
  catch err
    sol.message = [sol.message, ' (energy and drift: ', err.message, ')'];
  end
  sol.energy = struct ('kinetic', kinetic, 'potential', potential, 'total', kinetic + potential);
  sol.kind = 'motion';
  sol.scheme = opts.Scheme;
  sol.step = opts.Step;
  sol.nb = model.nb;
  sol.d = model.d;
  if (~isempty (before))
    sol = joined (before, sol);
  end
end

% h or g along the motion; affine ones at once.
function y = along (model, name, sol)
  a = model.arity.(name);
  if (a == 0)
    y = bsxfun (@plus, model.(name), model.([name, 'grad'])' * sol.q);
    return
  end
  count = numel (sol.t);
  f = model.(name);
  y = zeros (max (numel (value_at (model, name, sol, 1)), 1), count);
  if (a == 1)
    q = sol.q;
    for k = 1:count
      y(:,k) = f (q(:,k));
    end
  else
    for k = 1:count
      y(:,k) = f (sol.t(k), sol.q(:,k), sol.v(:,k));
    end
  end
end

function y = worst (x)
  y = max (max (x, [], 1), 0);
end

function x = value_at (model, name, sol, k)
  if (model.arity.(name) == 1)
    x = model.(name) (sol.q(:,k));
  else
    x = model.(name) (sol.t(k), sol.q(:,k), sol.v(:,k));
  end
end

function T = kinetic_energy (model, sol)
  v = sol.v;
  if (model.arity.mass == 0)
    T = sum (v .* (model.mass * v), 1) / 2;
    return
  end
  T = zeros (1, numel (sol.t));
  for k = 1:numel (T)
    T(k) = v(:,k)' * (value_at (model, 'mass', sol, k) * v(:,k)) / 2;
  end
end

% NaN where nothing is known of it.
function V = potential_energy (model, sol)
  q = sol.q;
  V = NaN (1, numel (sol.t));
  if (model.arity.potential > 0)
    for k = 1:numel (V)
      V(k) = dls_model_call (model, 'potential', sol.t(k), sol.q(:,k), sol.v(:,k), [1, 1]);
    end
  elseif (model.linear && isa (model.f, 'double'))
    V = sum (q .* (model.K * q), 1) / 2 - model.f' * q;
  elseif (model.arity.force == 0)
    V = -model.force' * q;
  end
end

function sol = joined (a, sol)
  for name = {'t', 'q', 'v', 'p', 'status', 'gap'}
    sol.(name{1}) = [a.(name{1}), sol.(name{1})(:,2:end)];
  end
  for name = {'energy', 'drift'}
    for part = fieldnames(sol.(name{1}))'
      sol.(name{1}).(part{1}) = [a.(name{1}).(part{1}), sol.(name{1}).(part{1})(2:end)];
    end
  end
  sol.events = [a.events, sol.events];
  for part = fieldnames(sol.stats)'
    sol.stats.(part{1}) = sol.stats.(part{1}) + a.stats.(part{1});
  end
end

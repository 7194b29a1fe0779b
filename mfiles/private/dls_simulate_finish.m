function sol = dls_simulate_finish (model, sol, before, opts)
% Energy and drift of a run, and the run before it.
% SPDX-License-Identifier: GPL-3.0-or-later
  count = numel (sol.t);
  kinetic = NaN (1, count);
  potential = kinetic;
  sol.drift = struct ('constraint', zeros (1, count), 'gap', zeros (1, count));
  parts = [repmat('hg', 1, model.nb + model.nu > 0), ...
           repmat('MV', 1, strcmp (opts.Energy, 'on'))];
  try
    for k = 1:count
      E = dls_model_at (model, parts, sol.t(k), sol.q(:,k), sol.v(:,k));
      if (isfield (E, 'h'))
        sol.drift.constraint(k) = max ([0; abs(E.h)]);
        sol.drift.gap(k) = max ([0; -E.g]);
      end
      if (isfield (E, 'V'))
        kinetic(k) = sol.v(:,k)' * (E.M * sol.v(:,k)) / 2;
        potential(k) = E.V;
      end
    end
  catch err
    sol.message = [sol.message, ' (energy: ', err.message, ')'];
  end
  sol.energy = struct ('kinetic', kinetic, 'potential', potential, 'total', kinetic + potential);
  sol.scheme = opts.Scheme;
  if (~isempty (before))
    sol = joined (before, sol);
  end
end

function sol = joined (a, sol)
  for name = {'t', 'q', 'v', 'p', 'status'}
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

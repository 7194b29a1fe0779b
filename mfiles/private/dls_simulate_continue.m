function state = dls_simulate_continue (sol, model)
% The state at the end of a solution, all of which is checked here; with a (bound) model, that the
% solution is one of such a model.
% SPDX-License-Identifier: GPL-3.0-or-later
  dls_kind_input (sol, 'motion', 'dls_simulate');
  for name = {'t', 'q', 'v', 'p', 'status', 'gap', 'nb', 'd', 'step', 'scheme', 'events', ...
              'stats', 'energy', 'drift', 'last'}
    if (~isfield (sol, name{1}))
      damaged (name{1}, 'is missing');
    end
  end
  numbers (sol.nb, [1, 1], 'nb');
  numbers (sol.d, [1, 1], 'd');
  numbers (sol.step, [1, 1], 'step');
  n = size (sol.q, 1);
  nu = size (sol.status, 1);
  nb = sol.nb;
  np = nb + sol.d * nu;
  if (nargin > 1 && ~isequal ([n, nb, nu, sol.d], [model.n, model.nb, model.nu, model.d]))
    error ('delassus:dimension', ['dls_simulate: the solution has %d coordinates, ', ...
           '%d bilateral constraints, %d contacts, d = %d; expected %d, %d, %d, %d as in the ', ...
           'model'], n, nb, nu, sol.d, model.n, model.nb, model.nu, model.d);
  end
  count = numel (sol.t);
  numbers (sol.t, [1, max(count, 1)], 't');
  sizes = {'q', n; 'v', n; 'p', np; 'status', nu; 'gap', nu};
  for k = 1:5
    numbers (sol.(sizes{k,1}), [sizes{k,2}, count], sizes{k,1});
  end
  parts (sol.energy, {'kinetic', 'potential', 'total'}, [1, count], 'energy');
  parts (sol.drift, {'constraint', 'gap'}, [1, count], 'drift');
  parts (sol.stats, {'steps', 'rejected', 'solves', 'factorisations', 'iterations', 'time'}, ...
         [1, 1], 'stats');
  if (~isstruct (sol.events) || ~isempty (setxor (fieldnames (sol.events), ...
                                                  {'t'; 'contact'; 'kind'; 'value'})))
    damaged ('events', ['is ', dls_describe(sol.events)]);
  elseif (~ischar (sol.scheme))
    damaged ('scheme', ['is ', dls_describe(sol.scheme)]);
  end
  state = sol.last;
  sizes = {'t', 1; 'q', n; 'v', n; 'p', np; 'status', nu};
  parts (state, sizes(1,1), [1, 1], 'last');
  for k = 2:5
    parts (state, sizes(k,1), [sizes{k,2}, 1], 'last');
  end
  if (~isfield (state, 'memory') || ~(isempty (state.memory) || isstruct (state.memory)))
    damaged ('last.memory', 'is not a struct');
  end
end

function parts (s, names, dims, field)
  for name = names
    if (~isstruct (s) || ~isscalar (s) || ~isfield (s, name{1}))
      damaged ([field, '.', name{1}], 'is missing');
    end
    numbers (s.(name{1}), dims, [field, '.', name{1}]);
  end
end

% Energies may be NaN.
function numbers (x, dims, field)
  if (~(isa (x, 'double') && isreal (x) && isequal (size (x), dims)))
    damaged (field, sprintf ('is %s; expected a %d-by-%d real double', dls_describe (x), dims));
  elseif (isempty (strfind (field, 'energy')) && ~all (isfinite (x(:))))
    damaged (field, 'is not finite');
  end
end

function damaged (field, what)
  error ('delassus:type', 'dls_simulate: the field ''%s'' of the solution %s%s', field, what, ...
         '; expected what dls_simulate returned');
end

function next = dls_model_moved (model, q, v, h, caller)
% Positions of a (bound) model a time h after q, with velocity v: q + h*v, or as the model advances
% them.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (isfield (model, 'machine'))
    next = dls_mechanism_mex ('advance', model.machine, q, v, h);
    return
  elseif (~isempty (model.library) && model.nq ~= model.n)
    next = of_library (model, q, v, h);
    return
  elseif (model.arity.advance < 0)
    next = q + h * v;
    return
  elseif (nargin < 5)
    caller = 'dls_simulate';
  end
  try
    next = model.advance (q, v, h);
  catch err
    error ('delassus:model', '%s: ''advance'' of the model failed: %s', caller, err.message);
  end
  if (~(isa (next, 'double') && isreal (next) && isequal (size (next), [numel(q), 1]) ...
        && all (isfinite (next))))
    error ('delassus:model', ['%s: ''advance'' of the model returned %s; expected %d finite ', ...
           'numbers, a column like q'], caller, dls_describe (next), numel (q));
  end
end

% By a run that does not begin
function next = of_library (model, q, v, h)
  nx = zeros (numel (model.x), 1);
  state = struct ('t', 0, 'q', q, 'v', v, 'x', model.x, 'p', [], 'status', [], 'memory', []);
  opts = dls_table_options ('dls_simulate', {'Step', 1, 'Energy', 'off'});
  run = dls_simulate_setup (model, [0, 0], state, [], opts, []);
  clean = onCleanup (@() dls_motion_mex ('free', run.id));
  next = dls_motion_mex ('advance', run.id, model, [q; nx], [v; nx], h);
  next = next(1:numel (q));
end

function seen = dls_simulate_monitor (run, told)
% What 'Monitor' asks of the contact system at the end of a step, added to run.seen; told = []: the
% list of what will be asked: struct array name, f, t, value (1-by-N: numbers, or a cell), events
% (of changes).
% SPDX-License-Identifier: GPL-3.0-or-later
  if (isempty (told))
    seen = asked (run.opts.Monitor);
    return
  end
  seen = run.seen;
  if (isempty (seen))
    return
  end
  [q, v, x] = dls_simulate_split (run, told.q, told.v);
  if (isfield (run.model, 'machine'))
    B = run.model.mechanism;
    [B.t, B.q, B.v] = deal (told.t, q, v);
    S = dls_system (B);
  else
    model = run.given;
    model.x = x;
    S = dls_model_system (model, told.t, q, v, []);
  end
  for k = 1:numel (seen)
    seen(k) = answered (seen(k), k, S, told.t);
  end
end

function seen = asked (list)
  if (~iscell (list))
    list = {list};
  end
  seen = struct ('name', {}, 'f', {}, 't', {}, 'value', {}, 'events', {});
  known = struct ('mu_min', @mu_min, 'sticking', @sticking, 'redundancy', @redundancy, ...
                  'wellposed', @wellposed);
  for k = 1:numel (list)
    f = list{k};
    if (isempty (f) && isscalar (list))
      return
    elseif (isa (f, 'function_handle'))
      name = func2str (f);
    elseif (ischar (f) && isfield (known, f))
      [name, f] = deal (f, known.(f));
    else
      error ('delassus:option', ['dls_simulate: ''Monitor'' is %s; expected functions of a ', ...
             'contact system, or %s'], dls_describe (f), strjoin (fieldnames (known)', ', '));
    end
    seen(k) = struct ('name', name, 'f', f, 't', zeros (1, 0), 'value', zeros (1, 0), 'events', []);
  end
end

function one = answered (one, k, S, t)
  try
    value = one.f (S);
  catch err
    error ('delassus:model', 'dls_simulate: ''Monitor'' %s failed at t = %.10g: %s', ...
           one.name, t, err.message);
  end
  number = (isnumeric (value) || islogical (value)) && isscalar (value) && isreal (value);
  if (~(number || ischar (value)) || (~isempty (one.t) && iscell (one.value) == number))
    error ('delassus:model', ['dls_simulate: ''Monitor'' %s returned %s at t = %.10g; ', ...
           'expected a number, true or false, or a text, always the same'], ...
           one.name, dls_describe (value), t);
  end
  if (ischar (value))
    value = {value};
  else
    value = double (value);
  end
  if (~isempty (one.t) && verdict (one.value(end), value))
    event = struct ('t', t, 'contact', k, 'kind', 'monitor', 'value', value);
    one.events = [one.events, event];
  end
  one.t(end+1) = t;
  one.value = [one.value(1:numel (one.t)-1), value];
end

% Did a verdict change? Texts are, and whole numbers; other numbers are measured.
function yes = verdict (a, b)
  yes = ~isequal (a, b) && (iscell (a) || (a == fix (a) && b == fix (b)));
end

% The smallest friction coefficient with which all contacts can stick
function mu = mu_min (S)
  V = dls_sticking (S);
  mu = V.mu_min;
end

function text = sticking (S)
  V = dls_sticking (S);
  text = V.verdict;
end

% How many constraints are redundant
function count = redundancy (S)
  R = dls_redundancy (S);
  count = R.nullity;
end

% What the data guarantee
function text = wellposed (S)
  W = dls_wellposed (S, 'Criteria', 'data');
  list = W.criteria(strcmp ({W.criteria.holds}, 'holds'));
  text = strjoin ({list.guarantees}, '; ');
end

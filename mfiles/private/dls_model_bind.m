function [model, E] = dls_model_bind (model, t, q, v, caller)
% Complete a model with the sizes found at a first state, and check every part there. A mechanism,
% dls_model_bind (B), becomes the model that it is in motions; E: its equations at its state.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (nargin < 5)
    caller = 'dls_simulate';
  end
  has = isstruct (model) & isfield (model, {'machine', 'kind', 'moving'});
  has(end+1:3) = false;                                  % of what is no struct
  if (has(1))
    return
  elseif (has(2) && dls_is_mechanism (model))
    [model, E] = of_mechanism (model, caller);
    return
  end
  if (~has(3))                                           % not yet bound
    dls_model_input (model, caller);
  end
  n = numel (q);
  if (~isempty (model.library))
    if (~isequal (n, model.nq))
      dls_raise ('delassus:dimension', '%s: q0 has %d entries; expected %d as in the library', ...
                 caller, n, model.nq);
    end
    return
  elseif (model.arity.advance > 0)
    check_advance (model, q, caller);
    n = model.n;
  elseif (~isempty (model.n) && model.n ~= n)
    dls_raise ('delassus:dimension', '%s: q0 has %d entries; expected %d as in the model', ...
               caller, n, model.n);
  end
  model.n = n;
  model.nq = numel (q);
  come_and_go = model.arity.contacts > 0;
  if (come_and_go && (~strcmp (caller, 'dls_simulate') || isfield (model, 'moving')))
    model = at_hand (model, t, q, v, caller);
    come_and_go = false;
  end
  if (model.arity.force < 0 && ~model.linear)
    model.force = zeros (n, 1);
    model.arity.force = 0;
  end
  model = bind (model, 'constraint', 'nb', t, q, v, caller);
  if (come_and_go)
    model.nu = 0;
  else
    model = bind (model, 'gap', 'nu', t, q, v, caller);
    model = nothing (model, 'gapgrad', [n, model.nu]);
    model = nothing (model, 'tangent', [n, (model.d - 1) * model.nu]);
  end
  nb = model.nb;
  nu = model.nu;
  nt = (model.d - 1) * nu;
  sizes = {'mass', n, n; 'force', n, 1; 'constraintgrad', n, nb; 'gapgrad', n, nu; ...
           'tangent', n, nt; 'constrainttime', nb, 1; 'gaptime', nu, 1; 'tangenttime', nt, 1; ...
           'constraintrate', nb, 1; 'gaprate', nu, 1; 'force_q', n, n; 'force_v', n, n; ...
           'potential', 1, 1};
  arity = model.arity;
  for k = 1:13
    if (arity.(sizes{k,1}) == 0)
      model = shape (model, sizes{k,1}, [sizes{k,2:3}], caller);
    end
  end
  model = nothing (model, 'constraintgrad', [n, model.nb]);
  model = per_contact (model, caller);
  model.friction = model.d > 1 && (model.arity.mu > 0 || any (model.mu > 0));
  model.moving = model.arity.constrainttime >= 0 || model.arity.gaptime >= 0 ...
                 || model.arity.tangenttime >= 0;
end

% Positions that are advanced by the model
function check_advance (model, q, caller)
  if (numel (q) < model.n)
    dls_raise ('delassus:dimension', ...
               '%s: q0 has %d entries; expected %d, the velocities, or more', caller, numel (q), ...
               model.n);
  end
  dls_model_moved (model, q, zeros (model.n, 1), 0, caller);
end

% Of contacts that come and go: the model of those that there are at a state
function model = at_hand (model, t, q, v, caller)
  args = {t, q, v, 0};
  if (model.arity.contacts == 1)
    args = {q};
  end
  try
    list = model.contacts (args{1:min (end, model.arity.contacts)});
  catch err
    error ('delassus:model', '%s: ''contacts'' of the model failed: %s', caller, err.message);
  end
  if (~(isa (list, 'double') && isreal (list) && (isempty (list) || size (list, 2) == 1) ...
        && all (list >= 1 & list == fix (list))))
    error ('delassus:model', ['%s: ''contacts'' of the model returned %s; expected ', ...
           'identities, different whole numbers > 0'], caller, dls_describe (list));
  elseif (numel (unique (list)) < numel (list))
    list = sort (list);
    error ('delassus:model', ['%s: ''contacts'' of the model returned the identity %d twice; ', ...
           'expected different whole numbers > 0'], caller, list(find (diff (list) == 0, 1)));
  end
  for name = fieldnames (model.arity)'
    f = model.(name{1});
    if (model.arity.(name{1}) == 2)
      model.(name{1}) = @(q) f (q, list);
      model.arity.(name{1}) = 1;
    elseif (model.arity.(name{1}) == 5)
      model.(name{1}) = @(t, q, v) f (t, q, v, list);
      model.arity.(name{1}) = 3;
    end
  end
  [model.contacts, model.arity.contacts, model.nu, model.identity] = deal ([], -1, [], list(:)');
end

% A mechanism for dls_motion_mex: sizes, numbers (machine), and the functions of the user that it
% asks at (t, q, v): functions, called (their names), inputs (how many), owner (which of them gives
% own constraints and forces; 0: none); names of constraints and contacts.
function [model, E] = of_mechanism (B, caller)
  dls_mechanism_input (B, caller, 'building');
  [E, D, I] = dls_mechanism_evaluate (B, B.t, B.q, B.v, caller, [], []);
  own = size (E.G, 2) - numel (E.joint);
  owner = 0;
  if (own > 0 || any (strcmp ({B.forces.kind}, 'own')))
    I.functions{end+1} = @(t, q, v) dls_mechanism_own ('all', B, t, q, v);
    I.called{end+1} = 'own';
    I.counts(end+1) = 1;
    I.inputs(end+1) = 3;
    owner = numel (I.functions);
  end
  arity = struct ('mass', -1, 'functions', 3 * ~isempty (I.functions) - 1);
  model = struct ('kind', 'mechanism', 'n', numel (B.v), 'nq', numel (B.q) + size (D.angle, 2), ...
                  'nb', size (E.G, 2), 'nu', size (E.N, 2) * ~E.many, 'd', E.d, ...
                  'linear', false, 'moments', 0, ...
                  'period', 0, 'x', zeros (0, 1), 'library', '', 'C', [], 'K', [], ...
                  'pattern', [], ...
                  'f', [], 'arity', arity, 'machine', D, 'own', own, 'owner', owner, ...
                  'functions', {I.functions}, 'called', {I.called}, 'counts', I.counts, ...
                  'inputs', I.inputs, ...
                  'names', E.names, 'mechanism', B);
end

function model = bind (model, name, field, t, q, v, caller)
  if (model.arity.(name) == 0)
    model.(name) = model.(name)(:);
    model.(field) = numel (model.(name));
  elseif (model.arity.(name) > 0 && isempty (model.(field)))
    y = raw (model, name, t, q, v);
    if (size (y, 2) ~= 1 && ~isempty (y))
      error ('delassus:model', '%s: ''%s'' of the model is %d-by-%d; expected a column', ...
             caller, name, size (y, 1), size (y, 2));
    end
    model.(field) = numel (y);
    if (isempty (y))                           % no gap, no constraint: as if not given
      model.arity.(name) = -1;
      model.arity.([name, 'grad']) = -1;
    end
  end
end

% Empty matrices with the right number of rows where there is nothing.
function model = nothing (model, name, dims)
  if (prod (dims) == 0 && model.arity.(name) < 0)
    model.(name) = zeros (dims);
    model.arity.(name) = 0;
  end
end

% A first call, when the size is what one wants to know.
function y = raw (model, name, t, q, v)
  try
    if (model.arity.(name) == 1)
      y = model.(name) (q);
    else
      y = model.(name) (t, q, v);
    end
  catch
    y = dls_model_call (model, name, t, q, v, [1, 1]);   % raises, and says what is wrong
  end
end

function model = shape (model, name, dims, caller)
  x = model.(name);
  if (any (dims == 1) && numel (x) == prod (dims) && isvector (x))
    model.(name) = reshape (x, dims);
  elseif (ndims (x) > 2 || any (size (x) ~= dims))
    error ('delassus:dimension', '%s: ''%s'' of the model is %d-by-%d; expected %d-by-%d', ...
           caller, name, size (x, 1), size (x, 2), dims(1), dims(2));
  end
end

% Numbers for each gap; nothing is zero, or rigid, or no moment.
function model = per_contact (model, caller)
  names = {'mu', 'restitution', 'tangentrestitution', 'cohesion', 'stiffness', 'damping', ...
           'creep', 'law', 'rolling', 'spinning'};
  arity = model.arity;
  nu = model.nu;
  lists = arity.contacts >= 0;
  for k = 1:10
    name = names{k};
    a = arity.(name);
    if (a > 0 || (a < 0 && k > 8))
      continue
    end
    x = model.(name)(:);
    if (isempty (x))
      x = 0;
      x(k == 5) = Inf;
    elseif (numel (x) ~= nu && numel (x) ~= 1)
      dls_raise ('delassus:dimension', ...
                 '%s: %s has %d entries; expected %d, one per gap, or one for all', ...
                 caller, name, numel (x), nu);
    end
    if (~lists && numel (x) ~= nu)
      x = x(ones (nu, 1),1);
    end
    model.(name) = x;
    arity.(name) = 0;
  end
  model.arity = arity;
end

function dls_model_input (model, caller)
% A model is what dls_model returned: of the kind, with its fields and no others, and none changed
% by hand behind the back of what dls_model knows of it.
% SPDX-License-Identifier: GPL-3.0-or-later
  persistent template names parts at
  if (isempty (template))
    template = dls_model ('mass', 1);
    names = fieldnames (template);
    parts = fieldnames (template.arity);
    [~, at] = ismember (parts, names);
  end
  dls_kind_input (model, 'model', caller);
  known = fieldnames (model);
  if (numel (known) ~= numel (names) || ~all (strcmp (known, names)))
    fields (model, template, 'the model', caller);
  end
  if (~isstruct (model.arity) || ~isscalar (model.arity))
    changed ('arity', model.arity, caller);
  end
  known = fieldnames (model.arity);
  if (numel (known) ~= numel (parts) || ~all (strcmp (known, parts)))
    fields (model.arity, template.arity, 'the field ''arity'' of the model', caller);
  end
  x = struct2cell (model);
  x = x(at);
  a = struct2cell (model.arity);
  known = cellfun ('isclass', a, 'double') & cellfun ('prodofsize', a) == 1;
  a(~known) = {NaN};
  a = [a{:}]';
  handle = cellfun ('isclass', x, 'function_handle');
  number = cellfun ('isclass', x, 'double') & cellfun ('isreal', x);
  bad = find (~known | handle ~= (a > 0) ...
              | ~(handle | (number & cellfun ('isempty', x) >= (a < 0))), 1);
  if (~isempty (bad))
    changed (parts{bad}, x{bad}, caller);
  end
  if (~islogical (model.linear) || ~isscalar (model.linear))
    changed ('linear', model.linear, caller);
  end
  if (~ischar (model.library))
    changed ('library', model.library, caller);
  elseif (~(isa (model.x, 'double') && isreal (model.x) && size (model.x, 2) == 1))
    changed ('x', model.x, caller);
  end
  for name = {'n', 'nb', 'nu', 'd', 'period'}
    x = model.(name{1});
    if (~(isa (x, 'double') && isreal (x) && numel (x) <= 1 && ~any (x < 0)))
      changed (name{1}, x, caller);
    end
  end
  if (~any (model.d == 1:6))
    changed ('d', model.d, caller);
  end
end

function fields (s, template, what, caller)
  known = fieldnames (template);
  for name = fieldnames (s)'
    if (~isfield (template, name{1}))
      error ('delassus:option', '%s: unknown field ''%s'' of %s; expected those of dls_model%s', ...
             caller, name{1}, what, dls_nearest_name (name{1}, known));
    end
  end
  missing = known(~isfield (s, known));
  if (~isempty (missing))
    error ('delassus:type', '%s: %s has no field ''%s''; expected what dls_model returns', ...
           caller, what, missing{1});
  end
end

function changed (name, x, caller)
  error ('delassus:type', ['%s: the field ''%s'' of the model is %s, changed by hand; ', ...
         'expected dls_model (model, ''%s'', value)'], caller, name, dls_describe (x), name);
end

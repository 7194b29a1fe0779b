function dls_model_input (model, caller)
% A model is what dls_model returned: of the kind, with its fields and no others, and none changed
% by hand behind the back of what dls_model knows of it.
% SPDX-License-Identifier: GPL-3.0-or-later
  persistent template names parts
  if (isempty (template))
    template = dls_model ('mass', 1);
    names = fieldnames (template);
    parts = fieldnames (template.arity);
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
  for k = 1:numel (parts)
    x = model.(parts{k});
    a = model.arity.(parts{k});
    handle = isa (x, 'function_handle');
    if (~isscalar (a) || ~isnumeric (a) || handle ~= (a > 0) ...
        || ~(handle || (isa (x, 'double') && isreal (x) && isempty (x) >= (a < 0))))
      changed (parts{k}, x, caller);
    end
  end
  if (~islogical (model.linear) || ~isscalar (model.linear))
    changed ('linear', model.linear, caller);
  end
  for name = {'n', 'nb', 'nu', 'd'}
    x = model.(name{1});
    if (~(isa (x, 'double') && isreal (x) && numel (x) <= 1 && ~any (x < 0)))
      changed (name{1}, x, caller);
    end
  end
  if (~any (model.d == [1, 2, 3]))
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

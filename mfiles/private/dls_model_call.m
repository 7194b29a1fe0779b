function x = dls_model_call (model, name, t, q, v, dims)
% Call one function of the user: its failure, a wrong size or NaN is reported with time and state.
% SPDX-License-Identifier: GPL-3.0-or-later
  try
    switch (model.arity.(name))
      case 1
        x = model.(name) (q);
      case 3
        x = model.(name) (t, q, v);
      case 4
        x = model.(name) (t, q, v, model.x);
      otherwise
        x = model.(name) (t);
    end
  catch err
    complain (name, t, q, v, sprintf ('failed: %s', err.message));
  end
  if (~isa (x, 'double') || ~isreal (x))
    complain (name, t, q, v, sprintf ('returned %s; expected real doubles', dls_describe (x)));
  elseif (size (x, 1) ~= dims(1) || size (x, 2) ~= dims(2))
    if (isempty (x) && prod (dims) == 0)
      x = zeros (dims);
      return
    end
    complain (name, t, q, v, sprintf ('returned a %d-by-%d matrix; expected %d-by-%d', ...
                                      size (x, 1), size (x, 2), dims(1), dims(2)));
  elseif (~all (isfinite (x(:))))
    [i, j] = find (~isfinite (x), 1);
    complain (name, t, q, v, sprintf ('returned %g in (%d,%d); expected finite numbers', ...
                                      full (x(i,j)), i, j));
  end
end

function complain (name, t, q, v, what)
  error ('delassus:model', ...
         'dls_simulate: ''%s'' of the model %s\n  at t = %.10g, q = %s, v = %s', name, ...
         what, t, shown (q), shown (v));
end

function text = shown (x)
  text = mat2str (x(1:min (end, 8))', 6);
  if (numel (x) > 8)
    text = [text(1:end-1), sprintf(' ... %d in all]', numel (x))];
  end
end

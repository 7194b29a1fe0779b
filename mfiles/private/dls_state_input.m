function [q, v] = dls_state_input (model, q, v, caller, names)
% q, v as columns that fit each other and the model, if that knows its size; names: of both, for
% errors, which blame the one that does not fit.
% SPDX-License-Identifier: GPL-3.0-or-later
  [nq, n] = sizes_of (model, q, v);
  if (isempty (nq) && numel (q) ~= numel (v))
    dls_raise ('delassus:dimension', '%s: %s has %d entries and %s has %d; expected as many', ...
               caller, names{1}, numel (q), names{2}, numel (v));
  elseif (isempty (nq))
    nq = numel (q);
  end
  if (isempty (n))
    n = nq;
  end
  q = dls_vector_input (q, nq, caller, names{1});
  v = dls_vector_input (v, n, caller, names{2});
end

% [] where the model does not know; a q of another size is told by the library and by 'advance'.
function [nq, n] = sizes_of (model, q, v)
  nq = [];
  n = [];
  if (~(isa (q, 'double') && isa (v, 'double')) || ~isstruct (model) || ~isscalar (model))
    nq = numel (q);                                % told when it is bound
    return
  end
  has = isfield (model, {'machine', 'library', 'arity', 'n'});
  if (isfield (model, 'kind') && strcmp (model.kind, 'mechanism') && ~has(1))
    nq = numel (q);                                % quaternions: told when it is bound
    n = numel (v);
    return
  end
  of_c = has(1) || (has(2) && ~isempty (model.library));
  advances = has(3) && isfield (model.arity, 'advance') && any (model.arity.advance > 0);
  if (has(4) && isa (model.n, 'double') && isscalar (model.n))
    n = model.n;
  end
  if (of_c || advances)
    nq = numel (q);
  else
    nq = n;
  end
end

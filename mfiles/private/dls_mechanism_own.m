function varargout = dls_mechanism_own (what, varargin)
% What functions of the user give to a mechanism; the first argument says what:
%   x = ('value', f, args, rows, name, what)   what f of the joint or force `name` returns: rows
%                                              finite numbers in a column
%   [h, G, b, F, names] = ('all', B, t, q, v)  own constraints: values, gradients (a full matrix),
%                                              d/dt(G')*v; the sum of own forces; 'joint.row'
% SPDX-License-Identifier: GPL-3.0-or-later
  if (strcmp (what, 'value'))
    varargout{1} = value_of (varargin{:});
  else
    [varargout{1:max (nargout, 1)}] = all_of (varargin{:});
  end
end

function [h, G, b, F, names] = all_of (B, t, q, v)
  n = numel (v);
  [h, b] = deal (zeros (0, 1));
  G = zeros (n, 0);
  F = zeros (n, 1);
  names = cell (1, 0);
  for k = reshape (find (strcmp ({B.joints.kind}, 'own')), 1, [])
    joint = B.joints(k);
    [x, A, y] = constraint (joint, t, q, v);
    h = [h; x];
    G = [G, A];
    b = [b; y];
    if (nargout > 4)
      names = [names, strcat([joint.name, '.'], joint.rows)];
    end
  end
  for k = reshape (find (strcmp ({B.forces.kind}, 'own')), 1, [])
    f = B.forces(k);
    F = F + value_of (f.handle, {t, q, v}, n, f.name, 'its force');
  end
end

function [h, G, b] = constraint (joint, t, q, v)
  m = numel (joint.rows);
  try
    [h, G, b] = joint.handle (t, q, v);
  catch err
    error ('delassus:model', 'dls_mechanism: the function of ''%s'' failed: %s', joint.name, ...
           err.message);
  end
  caller = ['dls_mechanism, ', joint.name];
  G = full (dls_sparse_input (G, caller, 'G'));
  if (~isequal (size (G), [numel(v), m]))
    error ('delassus:dimension', '%s: G is %d-by-%d; expected %d-by-%d', caller, size (G), ...
           numel (v), m);
  end
  dls_finite_input (G, caller, 'G');
  h = dls_vector_input (h(:), m, caller, 'h');
  b = dls_vector_input (b(:), m, caller, 'b');
end

function x = value_of (f, args, rows, name, what)
  try
    x = f (args{:});
  catch err
    error ('delassus:model', '%s: the function of ''%s'' failed: %s', 'dls_mechanism', ...
           name, err.message);
  end
  x = dls_vector_input (x(:), rows, ['dls_mechanism, ', name], what);
end

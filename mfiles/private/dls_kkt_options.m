function [opts, W, engine] = dls_kkt_options (caller, m, args)
% Options of dls_kkt for the gateway, and the weight as an m-by-m sparse matrix (0-by-0: none).
% engine: .Engine, .Workers; callers that do not ask for it know the local engine only.
% SPDX-License-Identifier: GPL-3.0-or-later
  W = sparse (0, 0);
  engine = struct ('Engine', 'local', 'Workers', 2);
  if (isempty (args))
    opts = struct ();
    return
  end
  extra = engine;
  extra.Weight = [];
  [opts, extra] = dls_parse_options (caller, 'dls_kkt', extra, args);
  engine = rmfield (extra, 'Weight');
  if (nargout < 3 && ~strcmp (engine.Engine, 'local'))
    error ('delassus:option', ...
           '%s: option ''Engine'' is %s; expected local (dls_kkt has others)', caller, ...
           dls_describe (engine.Engine));
  end
  if (isa (extra.Weight, 'double') && isequal (size (extra.Weight), [0, 0]))
    return
  end
  W = dls_sparse_input (extra.Weight, caller, 'Weight');
  if (any (size (W) == 1) && numel (W) == m)
    W = spdiags (full (W(:)), 0, m, m);
  elseif (~isequal (size (W), [m, m]))
    error ('delassus:dimension', '%s: Weight is %d-by-%d; expected %d weights or %d-by-%d', ...
           caller, size (W, 1), size (W, 2), m, m, m);
  end
end

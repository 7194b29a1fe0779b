function p = dls_sweep_point (G, k)
% The k-th point of the grid G of dls_sweep_grid: a scalar struct.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (~isempty (G.list))
    p = G.list(k);
    return
  end
  k = k - 1;
  for i = 1:numel (G.names)
    p.(G.names{i}) = G.values{i}{1+mod(k, G.dims(i))};
    k = floor (k / G.dims(i));
  end
end

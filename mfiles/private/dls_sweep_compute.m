function yes = dls_sweep_compute (J, points, again, go_on)
% Compute and store points of a claim; again: some of them may be finished. Generators of random
% numbers start at every point from the seed and its number, whoever computes it.
% SPDX-License-Identifier: GPL-3.0-or-later
  if (again)
    finished = str2double (dls_sweep_names ([J.folder, '/points']));
    points = points(~ismember (points, finished));
  end
  yes = true;
  for k = points
    yes = go_on ();
    if (~yes)
      return
    end
    dls_sweep_random ([J.seed, k]);
    store (J, k, result (J.fun, dls_sweep_point (J.G, k)));
  end
end

% A result that cannot be stored is an error of its point; if not even this can be, the sweep ends.
function store (J, k, r)
  file = sprintf ('points/%07d', k);
  try
    dls_sweep_save (J.folder, file, r);
  catch err
    r.message = sprintf ('a result of class %s cannot be stored: %s', class (r.value), err.message);
    r.value = [];
    dls_sweep_save (J.folder, file, r);
  end
end

function r = result (fun, p)
  r = struct ('value', [], 'seconds', 0, 'message', '');
  start = tic ();
  try
    r.value = fun (p);
  catch err
    r.message = err.message;
    if (isempty (r.message))
      r.message = 'error without a message';
    end
  end
  r.seconds = toc (start);
end

% The k-th point of the grid G of dls_sweep_grid: a scalar struct.
function p = dls_sweep_point (G, k)
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

function P = dls_read_friction (S)
% A friction problem from a Siconos text file; S as made by dls_read_siconos.
% Local: d nc W q mu. Global: d nc M H q b mu with M*v = H*r + q, u = H'*v + b: our f is -q,
% our H their H', our w their b.
% SPDX-License-Identifier: GPL-3.0-or-later
  [d, S] = dls_read_count (S, 'the dimension d');
  [nc, S] = dls_read_count (S, 'the number of contacts');
  if (d == 5)
    dls_read_fail (S, sprintf (['it looks like a problem of rolling friction (5 unknowns for ', ...
      'each of %d contacts), which is not supported; expected dimension 2 or 3'], nc));
  end
  n = S.numbers(S.next+1);
  name = 'W';
  if (n ~= d * nc)
    name = 'M';
  end
  storage = S.numbers(S.next);
  [A, S] = dls_read_matrix (S, name, n, n);
  if (n ~= d * nc || is_header (S, storage, n, d * nc))
    [H, S] = dls_read_matrix (S, 'H', n, d * nc);
    [q, S] = dls_read_take (S, n, 'q');
    [b, S] = dls_read_take (S, d * nc, 'b');
    g = struct ('M', A, 'H', H', 'f', -q, 'w', b);
    form = 'global';
  else
    [q, S] = dls_read_take (S, d * nc, 'q');
    g = struct ('W', A, 'q', q);
    form = 'local';
  end
  g.mu = dls_read_take (S, nc, 'mu', true);
  g.d = d;
  P = dls_read_problem (S, form, g);
end

% n = d*nc fits both forms: does H begin here, or q? A header of H and what follows it is longer
% than q and mu; fewer numbers than that are a file which was cut off.
function yes = is_header (S, storage, rows, cols)
  left = S.numbers(S.next:end);
  yes = numel (left) >= 3 && isequal (left(1:3), [storage; rows; cols]) ...
        && numel (left) ~= cols + cols / S.numbers(1);
end

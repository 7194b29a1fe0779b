function [lo, hi, same, info] = dls_range_linear (E, mine, signs, w, opts)
% Intervals of the columns `mine` of E with G*lambda = w, unilateral ones >= 0, and in the plane the
% cones |t| <= mu*sign*n (sign 0: none). The edges p, q >= 0 of a cone are the unknowns:
% n = sign*(p + q)/(2*mu), t = (p - q)/2. same: the equations determine the column.
% SPDX-License-Identifier: GPL-3.0-or-later
  N = numel (mine);
  place = zeros (size (E.b));
  place(mine) = 1:N;
  use = find (signs);
  n = reshape (place(E.normal(use)), [], 1);
  t = reshape (place(E.tangent(:,use)), [], 1);
  k = numel (n);
  alone = true (N, 1);
  alone([n; t]) = false;
  alone = find (alone);
  no = numel (alone);
  p = no + (1:k)';
  q = p + k;
  edge = reshape (signs(use) ./ (2 * E.mu(use)), [], 1);
  half = 0.5 * ones (k, 1);
  T = sparse ([alone; n; n; t; t], [(1:no)'; p; q; p; q], ...
              [ones(no, 1); edge; edge; half; -half], N, no + 2 * k);
  free = false (no + 2 * k, 1);
  free(1:no) = mine(alone) <= E.nb | mine(alone) > E.nb + E.nu;
  A = E.G(:,mine) * T;
  rows = any (A, 2);
  A = A(rows,:);
  w = full (w(rows));
  info = struct ('status', 'numerical_trouble');
  if (size (A, 1) <= 3000)                     % the inverse of the basis is dense
    [lo, hi, info] = dls_range_mex (A, w, free, T', ...
                                    max (opts.MaxTime - toc (opts.clock), 0));
    same = lo(:,2) ~= 0;
    lo = lo(:,1);
  end
  if (any (strcmp (info.status, {'numerical_trouble', 'undecided'})))
    same = false (N, 1);                       % not known: by interior points
    order = [find(free); find(~free)];
    scale = max (abs ([w; realmin]));
    [lo, hi, info] = dls_range_mex (A(:,order), w / scale, [sum(free), sum(~free)], T(:,order)', ...
                                    max (opts.MaxTime - toc (opts.clock), 0), 1e-9);
    lo = scale * lo;
    hi = scale * hi;
  end
end

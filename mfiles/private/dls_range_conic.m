function [lo, hi, status, info] = dls_range_conic (E, mine, signs, w, opts)
% Intervals of the columns `mine` of E with G*lambda = w, unilateral ones >= 0, in space: cones
% |t| <= mu*sign*n (sign 0: none). Where the set has no interior its conditions are relaxed by 1e-8.
% SPDX-License-Identifier: GPL-3.0-or-later
  N = numel (mine);
  place = zeros (size (E.b));
  place(mine) = 1:N;
  use = find (signs);
  n = reshape (place(E.normal(use)), 1, []);
  t = reshape (place(E.tangent(:,use)), 2, []);
  alone = true (N, 1);
  alone([n, t(:)']) = false;
  unilateral = mine > E.nb & mine <= E.nb + E.nu;
  sizes = [sum(alone & ~unilateral), sum(alone & unilateral), 3 * ones(1, numel (n))];
  order = [find(alone & ~unilateral); find(alone & unilateral); reshape([n; t], [], 1)];
  head = sum (alone) + (1:3:3 * numel (n))';   % of the cones: mu*sign*n
  unit = ones (N, 1);
  unit(head) = 1 ./ (reshape (E.mu(use), [], 1) .* reshape (signs(use), [], 1));
  T = sparse (order, 1:N, unit, N, N);         % reactions of entries of the cones
  inside = zeros (N, 1);
  inside(sizes(1)+1:sizes(1)+sizes(2)) = 1;
  inside(head) = 1;
  A = E.G(:,mine) * T;
  rows = any (A, 2);
  scale = max (abs ([w(rows); realmin]));
  for slack = [0, 1e-8 * E.size / scale]
    b = full (w(rows)) / scale + slack * (A(rows,:) * inside);
    [lo, hi, info] = dls_range_mex (A(rows,:), b, sizes, T', ...
                                    max (opts.MaxTime - toc (opts.clock), 0), ...
                                    1e-9 * E.size / scale);
    status = info.status;
    if (any (strcmp (status, {'solved', 'time_limit', 'interrupted'})))
      break
    end
  end
  shift = slack * (T * inside);
  lo = scale * (lo - shift);
  hi = scale * (hi - shift);
  lo(unilateral) = max (lo(unilateral), 0);
  hi(unilateral) = max (hi(unilateral), 0);
end

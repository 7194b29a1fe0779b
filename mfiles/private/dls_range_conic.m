function [l, h, status, info] = dls_range_conic (E, K, base, signs, mine)
% Intervals of base + K*x at the rows `mine`, with unilateral rows >= 0 and cones in space, for one
% pattern of signs. Where the set has no interior its conditions are relaxed by 1e-8.
% SPDX-License-Identifier: GPL-3.0-or-later
  [K, N] = unknowns (E, K, mine);              % N*x = 0
  C = dls_stick_cones (E, E.mu, signs, ones (size (signs)), 0);
  A = C.A * K;
  first = (1:size (A, 1))' <= C.cones.l;
  used = any (A, 2);
  cones = any (reshape (used(~first), 3, []), 1);
  used(~first) = reshape (repmat (cones, 3, 1), [], 1);
  sizes = [size(N, 1), full(sum (used & first)), 3 * ones(1, full (sum (cones)))];
  A = [N; A(used,:)];
  b = -C.A * base;
  top = first;
  top(C.cones.l+1:3:end) = true;
  l = NaN (size (mine));
  h = l;
  lines = along_lines (A, K(mine,:));
  l(lines) = -Inf;
  h(lines) = Inf;
  unilateral = mine > E.nb & mine <= E.nb + E.nu;
  least = -Inf (size (mine));
  least(unilateral) = -base(mine(unilateral));
  for slack = [0, 1e-8 * E.size]
    rhs = [zeros(size (N, 1), 1); b(used) + slack * top(used)];
    scale = max (abs ([rhs; base(mine); realmin]));
    [low, high, info] = dls_range_mex (A, rhs / scale, sizes, K(mine(~lines),:)', ...
                                       least(~lines) / scale, 1e-9 * E.size / scale);
    status = info.status;
    if (strcmp (status, 'solved'))
      break
    end
  end
  l(~lines) = base(mine(~lines)) + scale * low;
  h(~lines) = base(mine(~lines)) + scale * high;
  l(unilateral) = max (l(unilateral), 0);
  h(unilateral) = max (h(unilateral), 0);
end

% Few redundant reactions: lambda = base + K*x with an orthonormal K. Many: x are the reactions
% themselves, with the equations N*x = 0, which are sparse.
function [K, N] = unknowns (E, K, mine)
  N = sparse (0, size (K, 2));
  k = size (K, 2);
  G = E.G(:,mine);
  G = G(any (G, 2),:);
  if (k > 20 && k * numel (mine) > 4 * (nnz (G) + numel (mine)))
    K = sparse (mine, 1:numel (mine), 1, size (K, 1), numel (mine));
    N = G;
  elseif (k > 1)
    [Q, ~] = qr (full (K(mine,:)), 0);
    Q(abs (Q) < 1e-15) = 0;
    [r, c, v] = find (Q);
    K = sparse (mine(r(:)), c(:), v(:), size (K, 1), k);
  end
end

% Reactions that change along a line A*x = 0 on which nothing limits them.
function lines = along_lines (A, K)
  lines = false (size (K, 1), 1);
  if (isempty (A))
    lines = full (any (K, 2));
  elseif (numel (A) <= 4e6)
    lines = any (abs (full (K) * null (full (A))) > 1e-9, 2);
  end
end

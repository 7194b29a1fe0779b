function C = dls_stick_cones (E, mu, signs, weights, facets)
% Rows of A*lambda + e*eps + s = 0, s in K: lu >= 0 and |t| <= mu*n - weight*eps at the contacts
% of E. signs: per contact, 1 or -1: |t| <= mu*sign*n; 0: no cone (relaxation of a double cone).
%   C.A, C.e, C.cones;  facets > 0: inscribed pyramids with so many sides (3D)
% SPDX-License-Identifier: GPL-3.0-or-later
  N = size (E.G, 2);
  lu = E.nb + find (~E.detaching);
  positive = sparse (1:numel (lu), lu, -1, numel (lu), N);
  use = find (signs);
  k = numel (use);
  n = E.normal(use);
  bound = mu(use) .* signs(use);
  weights = weights(use);
  if (E.d == 2 || facets > 0)
    [c, r] = dls_stick_polygon (E.d, facets);
    sides = size (c, 1);
    i = reshape (1:k * sides, sides, k);
    each = ones (sides, 1);
    A = sparse (i, each * n(:)', each * (-r * bound(:)'), k * sides, N);
    for j = 1:E.d - 1
      A = A + sparse (i, each * E.tangent(j,use), c(:,j) * ones (1, k), k * sides, N);
    end
    C.A = [positive; A];
    C.e = [zeros(numel (lu), 1); kron(weights(:), ones (sides, 1))];
    C.cones = struct ('l', size (C.A, 1), 'q', []);
    return
  end
  i = reshape (1:3 * k, 3, k);
  A = sparse (i, [n(:)'; E.tangent(:,use)], [-bound(:)'; -ones(2, k)], 3 * k, N);
  C.A = [positive; A];
  C.e = [zeros(numel (lu), 1); kron(weights(:), [1; 0; 0])];
  C.cones = struct ('l', numel (lu), 'q', 3 * ones (1, k));
end

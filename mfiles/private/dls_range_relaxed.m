function [E, moved] = dls_range_relaxed (E, accuracy)
% The set of reactions of E (dls_stick_setup) with data changed within their accuracy: G*lambda
% differs from w by accuracy times the terms of each equation, reactions being of the size of
% forces, and friction is as much greater. New unilateral columns p, q: G*lambda + p = w + delta,
% p + q = 2*delta; columns behind these have moved by `moved`.
% SPDX-License-Identifier: GPL-3.0-or-later
  n = size (E.G, 1);
  moved = 2 * n;
  last = E.nb + E.nu;
  delta = accuracy * full (abs (E.w) + sum (abs (E.G), 2) * E.size);
  D = spdiags (delta, 0, n, n);
  G = E.G;
  E.G = [G(:,1:last), D, sparse(n, n), G(:,last+1:end)
         sparse(n, last), speye(n), speye(n), sparse(n, size (G, 2) - last)];
  E.w = [E.w + delta; 2 * ones(n, 1)];
  E.b = zeros (size (E.G, 2), 1);
  E.free = [E.free(1:last); true(moved, 1); E.free(last+1:end)];
  E.nu = E.nu + moved;
  E.tangent = E.tangent + moved;
  E.mu = E.mu * (1 + accuracy);
end

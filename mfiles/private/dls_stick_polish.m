function [lambda, held] = dls_stick_polish (E, lambda, accuracy)
% Reactions lambda of E (dls_stick_setup) fit into their cones to the accuracy of a program: do they
% to that of the data? What is nearly zero or on its cone is put there, by Newton's method and least
% squares; held: then the balance and all cones are missed by no more than accuracy times the terms.
% SPDX-License-Identifier: GPL-3.0-or-later
  held = false;
  if (sum (E.free) <= 1000)
    for near = [0, 1e-10, 1e-8, 1e-6, 1e-5] * max (norm (lambda, Inf), E.size)
      [x, held] = with_active (E, lambda, near, accuracy);
      if (held)
        lambda = x;
        return
      end
    end
  end
end

function [lambda, held] = with_active (E, lambda, near, accuracy)
  u = false (size (lambda));
  u(E.nb + (1:E.nu)) = true;
  zero = find (E.free & u & lambda <= near);
  [n, t, force] = contacts (E, lambda);
  bound = E.mu .* abs (n);
  gone = reshape (E.tangent(:,force <= near & bound <= near), [], 1);
  zero = unique ([zero; gone]);
  edge = find (bound - force <= near & force > near);
  side = sign (n(edge));
  free = find (E.free);
  m = numel (lambda);
  for k = 1:6
    [n, t, force] = contacts (E, lambda);
    d = t(:,edge) * diag (sparse (1 ./ max (force(edge), realmin)));
    rows = ones (E.d - 1, 1) * (1:numel (edge));
    J = sparse (rows, E.tangent(:,edge), d, numel (edge), m) ...
        - sparse (1:numel (edge), E.normal(edge), E.mu(edge) .* side, numel (edge), m);
    A = [E.G; J; sparse(1:numel (zero), zero, 1, numel (zero), m)];
    r = [E.w - E.G * lambda; E.mu(edge) .* abs(n(edge)) - force(edge); -lambda(zero)];
    lambda(free) = lambda(free) + pinv (full (A(:,free)), 1e-10) * r;
  end
  lambda(zero) = 0;
  [n, ~, force] = contacts (E, lambda);
  terms = abs (E.G) * abs (lambda) + abs (E.w);
  held = all (abs (E.G * lambda - E.w) <= 2 * accuracy * max (terms, E.size)) ...
         && all (lambda(u) >= 0) && norm (lambda, Inf) <= 1e6 * E.size ...
         && all (force - E.mu .* abs (n) <= accuracy * max (force, E.size));
end

function [n, t, force] = contacts (E, lambda)
  n = lambda(E.normal);
  t = reshape (lambda(E.tangent), size (E.tangent));
  force = sqrt (sum (t .^ 2, 1))';
end

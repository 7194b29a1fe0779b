function b = dls_consistent_rates (G, b, terms, accuracy)
% b = d/dt(G')*v without what contradicts in it: least squares, where that changes no more than the
% rounding of the terms of b, which dls_kkt is told ('ConstraintAccuracy'). Where these cancel b
% itself does not show their size.
%   terms      their sizes; or d for bodies in the plane or in space, struct ('d', d, 'v', v)
%   accuracy   relative, of the terms
% SPDX-License-Identifier: GPL-3.0-or-later
  n = size (G, 1);
  if (~any (b))
    return
  elseif (isstruct (terms))
    terms = of_bodies (abs (G), terms.v, terms.d);
  end
  accuracy = accuracy * full (max (terms, abs (b)));
  [a, ~, info] = dls_kkt (speye (n), G, zeros (n, 1), b, 'ConstraintAccuracy', accuracy);
  near = -full (G' * a);
  if (strcmp (info.status, 'solved') && norm (near - b, 1) <= norm (accuracy, 1))
    b = near;
  end
end

% Gradients turn with the bodies: |w| |G| |v|, with w, G and v of the bodies that a constraint
% touches, their translations and rotations (which have other units) each by itself.
function terms = of_bodies (G, v, d)
  [k, n] = deal (3 * d - 3, size (G, 1));
  moves = mod (0:n-1, k) < d;
  body = 1 + floor ((0:n-1) / k);
  sums = @(pick) sparse (body(pick), find (pick), 1, n / k, n);
  square = v .^ 2;
  w = sqrt (sums (~moves) * square);
  touched = double (sums (true (1, n)) * G > 0)';
  terms = zeros (size (G, 2), 1);
  for part = {moves, ~moves}
    g = sqrt (sums (part{1}) * G .^ 2)';
    terms = terms + g * sqrt (sums (part{1}) * square);
  end
  terms = full (terms .* (touched * w));
end

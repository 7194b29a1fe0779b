function r = verify_kkt (M, G, F, b, a, lambda, Z)
% VERIFY_KKT  Recompute the residuals of M a + F = G lambda, G'a + b = 0 from the data.
%   r = verify_kkt (M, G, F, b, a, lambda, Z)
%   r.dynamics, r.constraints: norms relative to the size of the terms, worst column.
%   r.optimality: of K'(K x - rhs) = 0, for least-squares answers. r.kernel: part of
%   lambda in the span of the orthonormal columns of Z, relative to lambda.
% SPDX-License-Identifier: GPL-3.0-or-later
len = @(v) sqrt (sum (v.^2, 1));
rel = @(v, size_) max ([0, len(v) ./ max(len (size_), realmin)]);
r1 = M * a + F - G * lambda;
r2 = G' * a + b;
r.dynamics = rel (r1, abs (M) * abs (a) + abs (F) + abs (G) * abs (lambda));
r.constraints = rel (r2, abs (G') * abs (a) + abs (b));
r.optimality = max (rel (M * r1 + G * r2, abs (M) * abs (F) + abs (G) * abs (b)), ...
                    rel (G' * r1, abs (G') * abs (F)));
r.kernel = 0;
if nargin > 6 && ~isempty (Z)
  r.kernel = rel (Z' * lambda, lambda);
end
end

% THROW_BALLS  The motion of a scene of thrown_balls, and the last velocities of moving balls.
%
%   [sol, v] = throw_balls (scene, how, opts)
%
% how: 'shapes', 'many': bodies of a mechanism, with so many others that contacts come and go;
% 'functions': a model that gives gaps and gradients.
% SPDX-License-Identifier: GPL-3.0-or-later
function [sol, v] = throw_balls (P, how, opts)
  if (strcmp (how, 'functions'))
    sol = dls_simulate (by_functions (P), [0, P.tend], P.x(:,~P.fixed)(:), ...
                        P.v(:,~P.fixed)(:), opts{:});
    v = reshape (sol.v(:,end), P.d, []);
    return
  end
  sol = dls_simulate (of_shapes (P, 22 * strcmp (how, 'many')), [0, P.tend], opts{:});
  v = reshape (sol.v(:,end), 3 * P.d - 3, [])(1:P.d,:);
end

function B = of_shapes (P, others)
  weight = [zeros(1, P.d - 1), -P.g];
  shapes = {'circle', 'sphere'};
  B = dls_mechanism ('gravity', weight);
  for k = 1:numel (P.r)
    J = 0.4 * P.m(k) * P.r(k) ^ 2 * ones (1, 1 + 2 * (P.d == 3));
    B = dls_body (B, sprintf ('b%d', k), 'mass', P.m(k), 'inertia', J, 'shape', shapes{P.d-1}, ...
                  'size', P.r(k), 'at', P.x(:,k)', 'velocity', P.v(:,k)', 'fixed', P.fixed(k));
  end
  for k = 1:others
    B = dls_body (B, sprintf ('other%d', k), 'fixed', true, 'shape', shapes{P.d-1}, 'size', 0.1, ...
                  'at', [1e3 * k, 0 * P.x(2:end,1)']);
  end
  B = dls_touch (B, 'all', 'all', 'restitution', P.e);
end

function model = by_functions (P)
  free = cumsum (~P.fixed) .* ~P.fixed;
  [i, j] = find (triu (ones (numel (P.r)), 1));
  moves = ~(P.fixed(i) & P.fixed(j));
  pairs = [i(moves), j(moves)];
  m = kron (P.m(~P.fixed), ones (1, P.d));
  weight = zeros (P.d, nnz (free));
  weight(end,:) = -P.g;
  model = dls_model ('mass', diag (m), 'force', m' .* weight(:), 'restitution', P.e, ...
                     'gap', @(q) gaps (P, free, pairs, q), ...
                     'gapgrad', @(q) gradients (P, free, pairs, q));
end

function [g, N] = gaps (P, free, pairs, q)
  x = P.x;
  x(:,free > 0) = reshape (q, P.d, []);
  apart = x(:,pairs(:,2)) - x(:,pairs(:,1));
  l = sqrt (sum (apart .^ 2, 1));
  g = (l - P.r(pairs(:,1)) - P.r(pairs(:,2)))';
  N = bsxfun (@rdivide, apart, l);
end

function G = gradients (P, free, pairs, q)
  [g, N] = gaps (P, free, pairs, q);
  G = zeros (numel (q), numel (g));
  for k = 1:numel (g)
    for side = 1:2
      b = free(pairs(k,side));
      if (b > 0)
        G(P.d*(b-1)+(1:P.d),k) = (2 * side - 3) * N(:,k);
      end
    end
  end
end

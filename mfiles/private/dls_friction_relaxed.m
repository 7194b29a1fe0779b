function proof = dls_friction_relaxed (P, accuracy, limit)
% Is there any r in L with u_N >= 0 (and u_T = 0 where mu = Inf) at all, complementary or not? [] if
% there is, or if that is not decided; else a struct of kind 'relaxation' with p and y:
%   M*p = H'*y,  y'*u - (H*p)'*r >= 0 for all such u and r,  y'*w - p'*f = -1   (W'*y for H*p)
% SPDX-License-Identifier: GPL-3.0-or-later
  N = P.d * P.nc;
  part = reshape (1:N, P.d, P.nc);
  stuck = reshape (part(2:end,isinf (P.mu)), [], 1);
  normal = part(1,:)';
  if (strcmp (P.form, 'global'))
    n = numel (P.f);
    dynamics = [P.M, -P.H'];
    [U, w, f] = deal ([P.H, sparse(N, N)], P.w, P.f);
  else
    n = 0;
    dynamics = sparse (0, N);
    [U, w, f] = deal (P.W, P.q, zeros (0, 1));
  end
  [X, cones] = in_cone (P, part);
  A = [dynamics; U(stuck,:); -U(normal,:); sparse(size (X, 1), n), -X];
  b = [-f; -w(stuck); w(normal); zeros(size (X, 1), 1)];
  cones.z = cones.z + n + numel (stuck);
  cones.l = cones.l + P.nc;
  % zero rows of X come right after the equations, its orthant after that of normal velocities
  order = [1:n+numel(stuck), n+numel(stuck)+P.nc+(1:cones.zero_of_r), ...
           n+numel(stuck)+(1:P.nc), n+numel(stuck)+P.nc+(cones.zero_of_r+1:size(X, 1))];
  [~, ~, y, info] = dls_conic ([], zeros (size (A, 2), 1), A(order,:), b(order), ...
                               struct ('z', cones.z, 'l', cones.l, 'q', cones.q), ...
                               'DataAccuracy', accuracy, 'MaxTime', limit);
  proof = [];
  if (strcmp (info.status, 'primal_infeasible'))
    y(order) = y;
    of = zeros (N, 1);
    of(stuck) = -y(n+(1:numel (stuck)));
    of(normal) = y(n+numel (stuck)+(1:P.nc));
    proof = struct ('kind', 'relaxation', 'p', y(1:n), 'y', of);
  end
end

% X*r in {0} x R+ x second-order cones is r in L
function [X, cones] = in_cone (P, part)
  N = P.d * P.nc;
  curved = P.mu > 0 & isfinite (P.mu);
  zero = reshape (part(2:end,P.mu == 0), [], 1);
  straight = part(1,~curved)';
  second = reshape (part(:,curved), [], 1);
  scale = ones (P.d, P.nc);
  scale(1,curved) = P.mu(curved)';
  rows = [zero; straight; second];
  X = sparse (1:numel (rows), rows, scale(rows), numel (rows), N);
  cones = struct ('z', numel (zero), 'zero_of_r', numel (zero), 'l', numel (straight), ...
                  'q', P.d * ones (sum (curved), 1));
end

function proof = dls_friction_arcs (P, accuracy, limit)
% Why one contact in 3D has no solution: it neither opens, nor sticks, nor slides into any direction
% of arcs that are the whole circle. In a mode u and r are in cones X*u, Y*r in {0} x R+ (and L);
% the multipliers of u = W*r + q (or M*v + f = H'*r, u = H*v + w) refute it. [] if one stays open.
% SPDX-License-Identifier: GPL-3.0-or-later
  clock = tic ();
  proof = struct ('kind', 'modes', 'mode', [], 'arc', [], 'p', [], 'y', []);
  right = pi / 2 * (0:4);
  todo = [0, 1, 2 2 2 2; 0, 0, right(1:4); 0, 0, right(2:5)];
  while (~isempty (todo))
    m = todo(:,end);
    todo(:,end) = [];
    left = max (limit - toc (clock), 0);
    [p, y, status] = refute (P, m, accuracy, left);
    if (strcmp (status, 'primal_infeasible'))
      proof.mode(:,end+1) = m(1);
      proof.arc(:,end+1) = m(2:3);
      proof.p(:,end+1) = p;
      proof.y(:,end+1) = y;
    elseif (~strcmp (status, 'solved') || m(1) < 2 || m(3) - m(2) < 1e-3 || left == 0)
      proof = [];
      return
    else
      middle = mean (m(2:3));
      todo = [todo, [2; m(2); middle], [2; middle; m(3)]];
    end
  end
end

function [p, y, status] = refute (P, m, accuracy, limit)
  [X, Y, zeros_u, zeros_r, cone] = mode_of (m, P.mu);
  if (strcmp (P.form, 'global'))
    n = numel (P.f);
    A = [P.M, -P.H', sparse(n, 3); -P.H, sparse(3, 3), speye(3)];   % of v, r, u
    b = [-P.f; P.w];
  else
    n = 0;
    A = [-P.W, speye(3)];
    b = P.q;
  end
  rows = [sparse(size (Y, 1), n), Y, sparse(size (Y, 1), 3)
          sparse(size (X, 1), n + 3), X];
  order = [1:zeros_r, size(Y, 1) + (1:zeros_u), zeros_r+1:size(Y, 1), ...
           size(Y, 1) + (zeros_u+1:size (X, 1))];
  K = struct ('z', n + 3 + zeros_r + zeros_u, 'l', numel (order) - zeros_r - zeros_u, 'q', []);
  if (cone)                                    % Y*r in L, behind the others
    order = [size(Y, 1) + (1:size (X, 1)), 1:3];
    K = struct ('z', n + 3 + zeros_u, 'l', size (X, 1) - zeros_u, 'q', 3);
  end
  A = [A; -rows(order,:)];
  [~, ~, y, info] = dls_conic ([], zeros (size (A, 2), 1), A, [b; zeros(numel (order), 1)], K, ...
                               'DataAccuracy', accuracy, 'MaxTime', limit);
  status = info.status;
  p = y(1:n);
  y = y(n + (1:3));
end

% 0 open, 1 stick, 2 slip within an arc: u_T between its ends, r_T = -mu*r_N*t for t in the triangle
% of the ends and the tangents there.
function [X, Y, zeros_u, zeros_r, cone] = mode_of (m, mu)
  cone = m(1) == 1;
  if (m(1) == 0)
    [X, Y, zeros_u, zeros_r] = deal ([1 0 0], eye (3), 0, 3);
  elseif (m(1) == 1)
    [X, Y, zeros_u, zeros_r] = deal (eye (3), diag ([mu 1 1]), 3, 0);
  else
    a = [cos(m(2)), sin(m(2))];
    b = [cos(m(3)), sin(m(3))];
    half = (m(3) - m(2)) / 2;
    middle = [cos(mean (m(2:3))), sin(mean (m(2:3)))];
    X = [1 0 0; 0, -a(2), a(1); 0, b(2), -b(1)];
    Y = [mu, a; mu, b; -mu * cos(half), -middle];
    [zeros_u, zeros_r] = deal (1, 0);
  end
end

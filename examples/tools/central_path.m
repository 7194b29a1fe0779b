function [tau, s, z] = central_path (W, q, mu, least, most)
% CENTRAL_PATH  The central path of a friction problem in space, traced by arclength.
%   [tau, s, z] = central_path (W, q, mu, least, most)   local form, mu nc-by-1
%   Reactions x = (mu*r_N, r_T) and velocities y = (u_N/mu + |u_T|, u_T), both inside the second-
%   order cone, with x o y = tau*e (Jordan product) and u = W*r + q + tau/tau(1)*d, d such that
%   x = a*e, y = b*e is the first point. s: arclength of z = (r / (a*sqrt (nc)), log tau); at a fold
%   tau turns. Ends where tau < least*tau(1), or after `most` points; z: the last one.
% SPDX-License-Identifier: GPL-3.0-or-later
N = numel (q);
nc = N / 3;
normal = repmat ([1; 0; 0], nc, 1);
a = norm (q) / full (max (diag (W))) / sqrt (nc);
b = norm (q) / sqrt (nc);
P = struct ('W', full (W), 'q', q, 'mu', mu, 'normal', normal, 'scale', a * sqrt (nc), ...
            'first', a * b);
P.D = spdiags (1 + normal .* (kron (mu, ones (3, 1)) - 1), 0, N, N);  % x = D*r
r = P.D \ (a * normal);
P.d = b * P.D * normal - P.W * r - q;
z = [r / P.scale; log(P.first)];
tangent = [zeros(N, 1); -1];
[tau, s, step] = deal (P.first, 0, 0.1);
while (tau(end) > least * P.first && numel (tau) < most && step > 1e-9)
  [~, J] = equations (P, z);
  t = [J; tangent'] \ [zeros(N, 1); 1];
  t = t / norm (t);
  [next, steps] = correct (P, z + step * t, t);
  if (steps > 5)
    step = step / 2;
  else
    s(end+1) = s(end) + norm (next - z);
    tau(end+1) = exp (next(end));
    [z, tangent] = deal (next, t);
    step = step * (1 + (steps < 4));
  end
end
end

% Newton's method across the tangent; steps: Inf where it does not get there within the cones.
function [z, steps] = correct (P, z, tangent)
start = z;
for steps = 0:6
  [F, J, inside] = equations (P, z);
  if (~inside), break, end
  if (norm (F) < 1e-6 * exp (z(end))), return, end
  z = z - [J; tangent'] \ [F; tangent' * (z - start)];
end
steps = Inf;
end

function [F, J, inside] = equations (P, z)
N = numel (P.q);
nc = N / 3;
[r, tau] = deal (P.scale * z(1:N), exp (z(end)));
x = reshape (P.D * r, 3, nc);
u = reshape (P.W * r + P.q + tau / P.first * P.d, 3, nc);
slip = sqrt (sum (u(2:3,:) .^ 2, 1));
y = [u(1,:) ./ P.mu' + slip; u(2:3,:)];
e = u(2:3,:) ./ max (slip, realmin);
inside = all (x(1,:) > sqrt (sum (x(2:3,:) .^ 2, 1))) && all (u(1,:) > 0);
F = [sum(x .* y, 1); x(1,:) .* y(2:3,:) + y(1,:) .* x(2:3,:)];
F = F(:) - tau * P.normal;
[X, Y, E] = deal (zeros (N, 3));
for c = 1:nc
  k = 3*c-2:3*c;
  X(k,:) = [x(:,c)'; x(2:3,c), x(1,c) * eye(2)];
  Y(k,:) = [y(:,c)'; y(2:3,c), y(1,c) * eye(2)];
  E(k,:) = [1/P.mu(c), e(:,c)'; zeros(2, 1), eye(2)];
end
columns_ = kron (reshape (1:N, 3, nc)', ones (3, 1));
block = @(A) sparse (repmat ((1:N)', 1, 3), columns_, A, N, N);
XE = block (X) * block (E);
J = [full(P.scale * (block (Y) * P.D + XE * P.W)), tau / P.first * (XE * P.d) - tau * P.normal];
end

% LCP  What you learn: contact forces that are not unique, contacts that contradict each
%   other, and a membrane over an obstacle with 22 500 possible contacts.
%   Rigid contacts: w = G'*a + b >= 0 (they may open), z >= 0 (they only push), w'*z = 0,
%   with M*a + F = G*z. So w = A*z + q, A = G'*M^-1*G, q = b - G'*M^-1*F.
%   Writes build/lcp.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'), ...
         fullfile (here, '..', 'tests', 'm', 'problems'));
dls_setup ();

% A bar on three supports at -1, 0, 1; its weight acts at x. Mass 1, inertia 1/3.
M = diag ([1 1/3]);
G = [1 1 1; -1 0 1];
A = G' * (M \ G);
fprintf ('A bar of weight 9.81 on three supports\n');
for x = [0, 0.5, 1.5]
  F = 9.81 * [1; x];
  Z = dls_lcp_all (A, -G' * (M \ F));
  low = min (Z.z, [], 2);
  high = max (Z.z, [], 2);
  fprintf ('  weight at %.1f: left %.2f..%.2f, middle %.2f..%.2f, right %.2f..%.2f\n', x, ...
           [low, high]');
  inside = Z.z(:, 1);
  w = A * inside - G' * (M \ F);
  assert (norm (min (inside, w)) < 1e-12);
  if x <= 1
    assert (norm (G * Z.z - F * ones (1, size (Z.z, 2))) < 1e-12);   % at rest in all of them
    assert (Z.count == Inf);
  else
    assert (Z.count == 1 && nnz (w > 1e-9) == 2);    % it turns about the right support
  end
end

% A bar that fits between two walls, which come closer: no motion can obey both.
A = [1; -1] * [1, -1];
q = [-1; -1];
[z, w, info] = dls_lcp (A, q);
u = info.certificate.u;
fprintf ('\nTwo walls close on a rigid bar: %s\n', info.status);
fprintf ('  proof: u = (%g, %g) >= 0, u''*A = (%g, %g), u''*q = %g < 0\n', u, u' * A, u' * q);
assert (strcmp (info.status, 'infeasible'));
assert (all (u >= 0) && norm (u' * A) < 1e-9 && u' * q < 0);

% A membrane over a dome: where it lies on it, the dome carries it.
N = 150;
[A, q, psi, h] = make_obstacle (N);
[z, w, info] = dls_lcp (A, q);
contact = w > z;
fprintf ('\nMembrane over a dome, %d unknowns: %s by %s, %d factorisations, %.2f s\n', N^2, ...
         info.status, info.method, info.factorisations, info.time);
fprintf ('  %d points lie on it; relative natural map %.1e\n', nnz (contact), ...
         info.residual.worst);
assert (strcmp (info.status, 'solved'));
assert (norm (min (z, A * z + q), Inf) < 1e-9);
assert (nnz (contact) > 0.02 * N^2 && nnz (contact) < 0.5 * N^2);

fig = figure ('visible', 'off', 'position', [0 0 900 400]);
[X, Y] = meshgrid (h * (1:N), h * (1:N));
k = 1:5:N;
U = reshape (z + psi, N, N);
subplot (1, 2, 1);
mesh (X(k, k), Y(k, k), U(k, k));
title ('membrane');
subplot (1, 2, 2);
contourf (X, Y, reshape (z, N, N), 0:0.05:0.5);
hold on
contour (X, Y, reshape (double (contact), N, N), [0.5 0.5], 'k', 'linewidth', 2);
hold off
axis equal tight
title ('gap; inside of the black line there is none');
save_picture (fig, 'lcp');

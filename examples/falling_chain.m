% FALLING_CHAIN  What you learn: a chain that falls faster than a stone, with its length kept.
%   A chain of N rigid links hangs from both ends, side by side; one end is released. Where energy
%   is kept, the end that has fallen by x has v^2 = g*x*(2*L - x)/(L - x) > 2*g*x: it
%   overtakes a stone. Points in Cartesian coordinates, N constraints on lengths. A scheme of second
%   order keeps the energy; Moreau's first order loses some, and the chain is late. Writes
%   build/falling_chain.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
1;

% Squared lengths and their gradients; the first link begins at the support, the origin.
function [h, G] = links (q, s)
  N = numel (q) / 2;
  P = reshape (q, 2, N);
  D = P - [zeros(2, 1), P(:,1:N-1)];
  h = (sum (D .^ 2, 1)' - s^2) / (2 * s);
  D = D / s;
  k = 1:N;
  i = [2*k-1, 2*k, 2*k(2:N)-3, 2*k(2:N)-2];
  j = [k, k, k(2:N), k(2:N)];
  G = sparse (i, j, [D(1,:), D(2,:), -D(1,2:N), -D(2,2:N)], 2 * N, N);
end

function G = link_gradients (q, s)
  [~, G] = links (q, s);
end

function q = folded (N, s)
  half = (N - 1) / 2;
  x = [zeros(1, half), s * ones(1, half + 1)];
  y = -s * [1:half, half:-1:0];
  q = reshape ([x; y], [], 1);
end

N = 21;
L = 1;
g = 9.81;
s = L / N;
mass = L / N * ones (N, 1);
mass(N) = mass(N) / 2;                              % half of the last link
weight = reshape ([zeros(1, N); -g * mass'], [], 1);
model = dls_model ('mass', kron (diag (sparse (mass)), speye (2)), 'force', weight, ...
                   'constraint', @(q) links (q, s), 'constraintgrad', @(q) link_gradients (q, s));
q0 = folded (N, s);
assert (dls_check_model (model, q0 + 0.1 * s * sin ((1:2*N)'), ones (2 * N, 1)));

stop = 0.8 * L;
exact = quadgk (@(u) 2 * u .* sqrt ((L - u.^2) ./ (g * u.^2 .* (2 * L - u.^2))), 0, sqrt (stop));
stone = sqrt (2 * stop / g);
fprintf ('the end falls by %.2f: rope %.4f s, stone %.4f s\n', stop, exact, stone);
schemes = {'moreau-jean-projected', 'nonsmooth-generalized-alpha'};
time = zeros (1, 2);
lost = time;
limit = [1e-10, 1e-3];
for k = 1:2
  sol = dls_simulate (model, [0 1], q0, zeros (2 * N, 1), 'Step', 1e-3, 'Scheme', schemes{k}, ...
                      'SpectralRadius', 0.9, 'Stop', @(t, q, v) q(end) < -stop);
  time(k) = sol.t(end);
  lost(k) = (sol.energy.total(1) - sol.energy.total(end)) / sol.energy.kinetic(end);
  fprintf ('  %-28s %.4f s, energy lost %5.2f %%, drift of the links %.1e\n', schemes{k}, ...
           time(k), 100 * lost(k), max (sol.drift.constraint));
  assert (max (sol.drift.constraint) < limit(k));
end
fallen = -sol.q(end,:);
assert (abs (time(2) - exact) < 0.05 * exact && time(2) < time(1) && time(1) < stone);
assert (abs (lost(2)) < 0.01 && lost(1) > 0);

fig = figure ('visible', 'off', 'position', [0 0 700 500]);
subplot (1, 2, 1);
hold on
for k = round (linspace (1, numel (sol.t), 8))
  P = [zeros(2, 1), reshape(sol.q(:,k), 2, N)];
  plot (P(1,:), P(2,:), '-');
end
hold off
axis equal
subplot (1, 2, 2);
plot (sol.t, fallen, sol.t, g * sol.t .^ 2 / 2, '--');
legend ('end of the chain', 'stone', 'location', 'northwest');
xlabel ('t');
save_picture (fig, 'falling_chain');

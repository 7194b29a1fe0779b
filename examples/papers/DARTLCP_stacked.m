% DARTLCP_STACKED  Equations (7) and (8): three systems, four contacts, as Fig. 1 (b); with bias.
%   N and B are stacked block by block as printed: contacts 1 and 2 of system 1 with the ground and
%   system 3, ... : each column has the Jacobians of the two systems that touch, of opposite signs.
%   The forms with bias: 0 <= fn _|_ N'*v + b >= 0 with b = e*N'*v0 (restitution) and b = gap/dt.
%   The mixed LCP (12), the LCP (13) to (15) with q + [b; 0; 0], DLS_FRICTION and the same problem
%   from DLS_PROBLEM of a model agree. The paper prints no numbers; bodies and places are ours.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
randn ('twister', 5);
dt = 0.01;
mu = [.2 .1 .15 .1];
M = cell (1, 3);
for i = 1:3
  R = randn (3);
  M{i} = R * R' + eye (3);
end
touch = [1 3; 1 2; 2 3; 2 3];                % systems of contacts 1 to 4
J = cell (4, 2);                             % Jacobians of the points: 3 places, 3 coordinates
for j = 1:8, J{j} = randn (3); end
n = [0; 0; 1];
a = (0:7) * pi / 4;                          % eight directions, as in the paper
D = [cos(a); sin(a); zeros(1, 8)];
[N, B] = deal (zeros (9, 4), zeros (9, 32));
for j = 1:4
  for side = 1:2
    rows_ = 3 * touch(j,side) - 2:3 * touch(j,side);
    sign_ = 3 - 2 * side;
    N(rows_,j) = sign_ * J{j,side}' * n;
    B(rows_,8*j-7:8*j) = sign_ * J{j,side}' * D;
  end
end
mass = blkdiag (M{:});
v0 = 2 * randn (9, 1) - 5 * N * ((N' * N) \ ones (4, 1));     % all approach
f = 3 * randn (9, 1);                        % -C + tau
cases = {zeros(4, 1), 'none'; 0.5 * N' * v0, 'restitution 0.5'; ...
         [1; 0; 2; .5] * 1e-3 / dt, 'gaps'};
E = kron (eye (4), ones (8, 1));
tau = mass * v0 + dt * f;                    % (5)
for k = 1:3
  b = cases{k,1};
  % (12): [fn; fd; lambda] >= 0
  X = [-dt * N, -dt * B, zeros(9, 4)];
  C = [N'; B'; zeros(4, 9)];
  Q = [zeros(4, 40); zeros(32, 36), E; diag(mu), -E', zeros(4)];
  [v, z, ~, info] = dls_mlcp (mass, X, C, Q, -tau, [b; zeros(36, 1)], 'Method', 'lemke');
  % (13) to (15)
  A = [dt * [N'; B'] * (mass \ [N, B]), [zeros(4); E]; diag(mu), -E', zeros(4)];
  [y, ~, lcp] = dls_lcp (A, [N' * (mass \ tau) + b; B' * (mass \ tau); zeros(4, 1)], ...
                         'Method', 'lemke');
  w = mass \ (tau + dt * (N * y(1:4) + B * y(5:36)));
  assert (strcmp (info.status, 'solved') && strcmp (lcp.status, 'solved'));
  difference = norm (v - w) / norm (v);
  figure_row (sprintf ('bias %s: v of (12) and of (15), relative', cases{k,2}), 'the same', ...
              difference, 'agrees');
  % The same in the toolbox's order; the disk instead of the octagon changes it a little.
  H = zeros (12, 9);
  H(1:3:end,:) = N';
  for j = 1:4, H(3*j-1:3*j,:) = B(:,8*j-[7 5])'; end
  bias = zeros (12, 1);
  bias(1:3:end) = b;
  P = dls_problem ('M', mass, 'H', H, 'f', -tau, 'w', bias, 'mu', mu', 'd', 3);
  [r, ~, exact] = dls_friction (P);
  [~, ~, eight] = dls_friction (P, 'Method', 'lcp', 'Facets', 8);
  figure_row (sprintf ('bias %s: v of dls_friction, octagon and disk', cases{k,2}), ...
              'not stated', [norm(eight - v), norm(exact - v)] / norm (v), 'first agrees');
  assert (difference < 1e-8 && norm (eight - v) < 1e-6 * norm (v));
  data(k,:) = [k, difference, norm(eight - v), norm(exact - v), z(1:4)'];
end

fig = figure ('visible', 'off', 'position', [0 0 900 420]);
colour = figure_style ();
axes ('position', [0.1 0.12 0.86 0.74]);
for j = 1:4
  for i = 1:3
    used = any (N(3*i-2:3*i,j));
    shade = [1 1 1] - used * (touch(j,1) == i) * [.2 .12 0] - used * (touch(j,2) == i) * [0 .15 .3];
    patch (j + [-1 0 0 -1], 4 - i + [-1 -1 0 0], shade);
    patch (4.5 + 2 * j + [-2 0 0 -2], 4 - i + [-1 -1 0 0], shade);
    if used
      label = sprintf ('%sJ_{%d%d}^T', {'', '-'}{1 + (touch(j,2) == i)}, i, j);
      text (j - .5, 3.5 - i, [label sprintf('n_%d', j)], 'horizontalalignment', 'center', ...
            'fontsize', 12);
      text (3.5 + 2 * j, 3.5 - i, [label sprintf('D_%d', j)], 'horizontalalignment', 'center', ...
            'fontsize', 12);
    end
  end
end
axis ([0 12.5 0 3]);
set (gca, 'ytick', [.5 1.5 2.5], 'yticklabel', {'system 3', 'system 2', 'system 1'}, 'xtick', ...
     [.5:3.5, 5.5:2:11.5], 'xticklabel', repmat ({'1', '2', '3', '4'}, 1, 2), 'box', 'off');
xlabel ('contact');
title ('DARTLCP (8): N (left) and B (right), by systems and contacts');
figure_save (fig, 'DARTLCP_stacked', {'case', 'lcp', 'octagon', 'disk', 'f1', 'f2', 'f3', 'f4'}, ...
             data);

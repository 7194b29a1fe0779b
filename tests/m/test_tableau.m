function pass = test_tableau ()
% TEST_TABLEAU  Order conditions of all Runge-Kutta methods of dls_tableau.
%   pass = test_tableau ()   logical row; each failing element prints its name.
%   Promise: every method satisfies the conditions of all rooted trees up to its order (37 trees of
%   order 6) to 1e-14 and no method satisfies all of the next order; half-explicit methods also
%   those of index 2 that are not implied (mechanical systems: linear in the reactions), and keep
%   their order on a double pendulum with M(q) and forces depending on velocity and time.
% SPDX-License-Identifier: GPL-3.0-or-later
names = {'radau-iia-3', 'radau-iia-5', 'lobatto-iiia-2', 'lobatto-iiia-4', 'lobatto-iiia-6', ...
         'lobatto-iiic-4', 'gauss-4', 'half-explicit-2', 'half-explicit-3', 'half-explicit-4', ...
         'half-explicit-5'};
trees = rooted_trees (7);
pass = holds ('number of trees', isequal (cellfun (@numel, trees), [1 1 2 4 9 20 48]));
for k = 1:numel (names)
  T = dls_tableau (names{k});
  worst = zeros (1, 7);
  for order = 1:7
    for tree = trees{order}
      [phi, gamma] = weights (tree{1}, T.A);
      worst(order) = max (worst(order), abs (T.b * phi - 1 / gamma));
    end
  end
  pass(end+1) = holds ([names{k}, ': order'], all (worst(1:T.order) < 1e-14));
  pass(end+1) = holds ([names{k}, ': no more'], worst(T.order+1) > 1e-4);
  pass(end+1) = holds ([names{k}, ': nodes'], norm (sum (T.A, 2) - T.c) < 1e-14);
  flags = [~any(any (triu (T.A))), ~any(T.A(1,:)), isequal(T.A(end,:), T.b)];
  pass(end+1) = holds ([names{k}, ': flags'], isequal (flags, [T.explicit, T.first, T.stiffly]));
  if T.explicit, pass = [pass, reactions(T)]; end
end
pass = [pass, index_two()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_tableau: %s\n', name); end
end

% Rooted trees by order, each once: a tree is a cell of its subtrees, in order of their texts.
function trees = rooted_trees (top)
trees = cell (1, top);
trees{1} = {{}};
for order = 2:top
  found = {};
  keys = {};
  for small = 1:order-1                            % graft a tree of that size on a smaller one
    for root = trees{order-small}
      for branch = trees{small}
        grown = sorted ([root{1}, branch]);
        if ~any (strcmp (text (grown), keys))
          found{end+1} = grown;
          keys{end+1} = text (grown);
        end
      end
    end
  end
  trees{order} = found;
end
end

function tree = sorted (tree)
[~, order] = sort (cellfun (@text, tree, 'UniformOutput', false));
tree = tree(order);
end

function t = text (tree)
t = ['(', cellfun(@text, tree, 'UniformOutput', false){:}, ')'];
end

% Elementary weight of the stages, density and order of a tree.
function [phi, gamma, order] = weights (tree, A)
phi = ones (rows (A), 1);
gamma = 1;
order = 1;
for k = 1:numel (tree)
  [p, g, o] = weights (tree{k}, A);
  phi = phi .* (A * p);
  gamma = gamma * g;
  order = order + o;
end
gamma = gamma * order;
end

% Index 2: with R = inv (Abar), reactions of order k see R*cbar^k where smooth ones have k*c^(k-1).
function pass = reactions (T)
b = T.b;
A = T.A;
c = T.c;
cbar = sum (T.Abar, 2);
pass = holds ([T.name, ': Abar'], isequal (T.Abar(end,:), b) && all (diag (T.Abar) ~= 0) ...
              && isequal (T.Abar, tril (T.Abar)));
errors = [];
for k = 2:T.order-1
  x = k * c.^(k-1);                                % exact where the acceleration gives it
  free = (1 + T.ahead):T.stages;
  rhs = cbar.^k - T.ahead * T.Abar(:,1) * x(1);
  x(free) = T.Abar(free,free) \ rhs(free);
  errors(end+1) = b * (c .* x) - k / (k + 1);
  errors(end+1) = b * A * x - 1 / (k + 1);
  if k + 2 <= T.order
    errors = [errors, b*(c.^2.*x)-k/(k+2), b*(c.*(A*x))-1/(k+2), ...
              b*A*(c.*x)-k/((k+1)*(k+2)), b*A*A*x-1/((k+1)*(k+2))];
  end
end
pass(end+1) = holds ([T.name, ': reactions'], all (abs (errors) < 1e-13));
end

% Numerically: errors at the end of [0,1] against Dormand and Prince on accelerations.
function pass = index_two ()
pass = [];
q = [0.6; -0.8; 0.6; -1.8];
v = [0.8; 0.6; 1.3; 0.6];
G = gradients (q);
v = v - G * ((G' * G) \ (G' * v));
T = dls_tableau ('half-explicit-5');
exact = [q; v];
h = 1 / 1500;
for k = 0:1499
  K = zeros (8, 6);
  for i = 1:6
    y = exact + h * K * T.A(i,:)';
    K(:,i) = [y(5:8); solve((k + T.c(i)) * h, y(1:4), y(5:8), gradients(y(1:4)), -rate (y))];
  end
  exact = exact + h * K * T.b';
end
for p = 2:5
  steps = [60 240];
  for k = 1:2
    y = [q; v];
    for j = 1:steps(k)
      y = half_explicit (dls_tableau (sprintf ('half-explicit-%d', p)), y, (j-1) / steps(k), ...
                         1 / steps(k));
    end
    e(k) = norm (y - exact);
  end
  slope = log (e(1) / e(2)) / log (4);
  pass(end+1) = holds (sprintf ('index 2: order %d, slope %.2f', p, slope), abs (slope - p) < 0.25);
end
end

function y = half_explicit (T, y, t, h)
V = zeros (4, T.stages);
W = V;
for i = 1:T.stages
  q = y(1:4) + h * V * T.A(i,:)';
  V(:,i) = y(5:8) + h * W * T.A(i,:)';
  if i == 1 && T.ahead
    W(:,1) = solve (t, q, V(:,1), gradients (q), -rate (y));
    continue
  end
  G = gradients (y(1:4) + h * V * T.Abar(i,:)');
  rest = -G' * (y(5:8) + h * W * T.Abar(i,:)') / (h * T.Abar(i,i));
  W(:,i) = solve (t + T.c(i) * h, q, V(:,i), G, rest);
end
y = y + h * [V; W] * T.b';
end

% M*a = f + G(q)*lambda, Gbar'*a = rhs.
function a = solve (t, q, v, Gbar, rhs)
M = diag (1 + 0.3 * q.^2) + 0.1;
f = [sin(t); -9.81; 0.3*cos(2*t); -19.62] - 0.2 * v - 0.1 * v.^2 .* q;
x = [M, -gradients(q); Gbar', zeros(2)] \ [f; rhs];
a = x(1:4);
end

function G = gradients (q)
d = q(3:4) - q(1:2);
G = 2 * [q(1) -d(1); q(2) -d(2); 0 d(1); 0 d(2)];
end

function r = rate (y)
d = y(7:8) - y(5:6);
r = 2 * [y(5:6)' * y(5:6); d' * d];
end

function [S, name] = range_structures (kind)
% Structures with about 500 reactions for bench_range, 1 to 8, and 1000 contacts, 9 and 10.
% SPDX-License-Identifier: GPL-3.0-or-later
  switch kind
    case 1
      name = 'table on 500 legs';
      S = table (500, 1);
    case 2
      name = '100 tables on 5 legs';
      S = table (5, 100);
    case 3
      name = 'wall, frictionless';
      S = wall (9, 15, 0);
    case 4
      name = 'wall, 2D Coulomb';
      S = wall (6, 12, 0.6);
    case 5
      name = 'tower of cubes, 3D Coulomb';
      S = tower (1, 42);
    case 6
      name = '14 towers, 3D Coulomb';
      S = tower (14, 3);
    case 7
      name = 'braced truss, bilateral';
      S = truss (10, 12);
    case 8
      name = 'wall of cubes, 3D Coulomb';
      S = cubes (3, 5);
    case 9
      name = '50 towers of 5 cubes, 1000 3D contacts';
      S = tower (50, 5);
    case 10
      name = 'wall of cubes, 3D Coulomb, 1000 contacts';
      S = cubes (10, 13);
    otherwise
      error ('range_structures: %d is none', kind);
  end
end

function S = table (legs, count)
  angle = (1:legs) * 2.399963;                 % a sunflower of legs
  r = sqrt ((1:legs) / legs);
  G = [ones(1, legs); r .* cos(angle); r .* sin(angle)];
  F = repmat ([9.81; 0.3; -0.2], count, 1);
  S = dls_system ('M', kron (speye (count), diag ([1 .25 .25])), 'F', F, ...
                  'Gu', kron (speye (count), G));
end

% Courses of bricks 1 wide and 0.5 high, each on two of the course below (one at the ends):
% a contact at both ends of each interface. mu = 0: frictionless.
function S = wall (across, high, mu)
  n = 3 * across * high;
  G = sparse (n, 0);
  H = G;
  for row = 1:high
    for k = 1:across
      left = k + 0.5 * mod (row, 2) - 0.5;
      me = 3 * ((row - 1) * across + k - 1);
      for j = (k - 1:k + 1) * (row > 1)
        other = j + 0.5 * mod (row - 1, 2) - 0.5;
        from = max (left, other);
        to = min (left, other) + 1;
        if (row > 1 && (j < 1 || j > across || to <= from))
          continue
        end
        if (row == 1)
          from = left;
          to = left + 1;
        end
        for x = [from to]
          g = sparse (me + (1:3), 1, [0; 1; x - left - 0.5], n, 1);
          h = sparse (me + (1:3), 1, [1; 0; 0.25], n, 1);
          if (row > 1)
            you = 3 * ((row - 2) * across + j - 1);
            g = g - sparse (you + (1:3), 1, [0; 1; x - other - 0.5], n, 1);
            h = h - sparse (you + (1:3), 1, [1; 0; -0.25], n, 1);
          end
          G(:,end+1) = g;
          H(:,end+1) = h;
        end
        if (row == 1)
          break
        end
      end
    end
  end
  F = repmat ([0; 9.81; 0], across * high, 1);
  M = kron (speye (across * high), diag ([1 1 0.1]));
  if (mu == 0)
    S = dls_system ('M', M, 'F', F, 'Gu', G);
  else
    F(1:3:end) = 0.3 * sin (1:across * high);
    S = dls_system ('M', M, 'F', F, 'Gu', G, 'Hu', H, 'muu', mu);
  end
end

% Towers of unit cubes, four contacts under each cube.
function S = tower (count, high)
  n = 6 * high;
  G = zeros (n, 0);
  H = G;
  for k = 1:high
    for corner = [1 1 -1 -1; 1 -1 -1 1]
      C = zeros (n, 3);
      C(6*k-5:6*k,:) = wrench ([corner / 2; -0.5]);
      if (k > 1)
        C(6*k-11:6*k-6,:) = -wrench ([corner / 2; 0.5]);
      end
      G(:,end+1) = C(:,3);
      H(:,end+1:end+2) = C(:,1:2);
    end
  end
  F = zeros (n, count);
  F(3:6:end,:) = 9.81;
  F(1:6:end,:) = 0.2 * sin (reshape (1:high * count, high, count)) / high;
  S = dls_system ('M', speye (n * count), 'F', F(:), 'Gu', kron (speye (count), sparse (G)), ...
                  'Hu', kron (speye (count), sparse (H)), 'muu', 0.6, 'd', 3);
end

% A wall of cubes, each on two of the course below, four contacts in each interface.
function S = cubes (across, high)
  n = 6 * across * high;
  G = sparse (n, 0);
  H = G;
  for row = 1:high
    for k = 1:across
      me = 6 * ((row - 1) * across + k - 1) + (1:6);
      left = k + 0.5 * mod (row, 2) - 0.5;
      for j = k - 1:k + 1
        other = j + 0.5 * mod (row - 1, 2) - 0.5;
        from = max (left, other);
        to = min (left, other) + 1;
        if (row == 1 && j == k)
          from = left;
          to = left + 1;
        elseif (row == 1 || j < 1 || j > across || to <= from)
          continue
        end
        for corner = [from from to to; 0 1 0 1]
          C = sparse (n, 3);
          C(me,:) = wrench ([corner(1) - left - 0.5; corner(2) - 0.5; -0.5]);
          if (row > 1)
            you = 6 * ((row - 2) * across + j - 1) + (1:6);
            C(you,:) = -wrench ([corner(1) - other - 0.5; corner(2) - 0.5; 0.5]);
          end
          G(:,end+1) = C(:,3);
          H(:,end+(1:2)) = C(:,1:2);
        end
      end
    end
  end
  F = repmat ([0.3; 0.1; 9.81; 0; 0; 0], across * high, 1);
  S = dls_system ('M', speye (n), 'F', F, 'Gu', G, 'Hu', H, 'muu', 0.6, 'd', 3);
end

function W = wrench (r)
  W = [eye(3); 0, -r(3), r(2); r(3), 0, -r(1); -r(2), r(1), 0];
end

% Crossed squares; two nodes on supports: every bar of a cross is redundant.
function S = truss (across, high)
  number = @(i, j) (i - 1) * high + j;
  n = 2 * across * high;
  bars = zeros (4, 0);
  for i = 1:across
    for j = 1:high
      for step = [1 0 1 1; 0 1 1 -1]
        to = [i; j] + step;
        if (all (to >= 1) && to(1) <= across && to(2) <= high)
          bars(:,end+1) = [i; j; to];
        end
      end
    end
  end
  G = sparse (n, 0);
  for b = bars
    u = (b(3:4) - b(1:2)) / norm (b(3:4) - b(1:2));
    p = 2 * number (b(1), b(2)) - 1;
    q = 2 * number (b(3), b(4)) - 1;
    G(:,end+1) = sparse ([p; p + 1; q; q + 1], 1, [-u; u], n, 1);
  end
  G = [G, sparse([1 2 2 * number(across, 1)], 1:3, 1, n, 3)];
  S = dls_system ('M', speye (n), 'F', 0.1 * cos ((1:n)'), 'Gb', G);
end

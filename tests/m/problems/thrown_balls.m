% THROWN_BALLS  Balls in free flight that hit each other, with closed-form times of impact.
%
%   [scene, exact] = thrown_balls (seed)
%
% Balls of radii from 1e-5 to 0.3 in the plane or in space fly freely or stand; most are aimed at
% the first one. scene has fields d, x, v, r, m, fixed, g, e, tend; exact has x, v at tend and the
% impacts hits = [t i j]. Paths are parabolas: a time of impact is a root of a polynomial of degree
% 4.
% SPDX-License-Identifier: GPL-3.0-or-later
function [scene, exact] = thrown_balls (seed)
  rand ('twister', seed);
  randn ('twister', seed);
  d = 2 + (rand () < 0.4);
  n = randi ([2, 4 + 2 * (rand () < 0.3)]);
  r = 0.3 * 10 .^ (-4 * rand (1, n) * (rand () < 0.5));
  fixed = rand (1, n) < 0.2;
  fixed(1) = false;
  x = places (d, n, r);
  v = randn (d, n) * 10 ^ (3 * rand () - 0.5);
  tend = 1 + rand ();
  for i = find (rand (1, n) < 0.7 & 1:n > 1)
    time = tend * rand ();
    target = x(:,1) + v(:,1) * time + randn (d, 1) * 0.6 * r(1);
    v(:,i) = (target - x(:,i)) / time;
  end
  v(:,fixed) = 0;
  es = [1, 0.8, 0.5];
  scene = struct ('d', d, 'x', x, 'v', v, 'r', r, 'm', 10 .^ (2 * rand (1, n) - 1), 'fixed', ...
                  fixed, 'g', (rand () < 0.5) * 9.81, 'e', es(randi (3)), 'tend', tend);
  exact = billiard (scene);
end

function x = places (d, n, r)
  x = zeros (d, 0);
  for i = 1:n
    new = 2 * randn (d, 1);
    while (any (away (x, new) < r(1:i-1) + r(i) + 0.01))
      new = 2 * randn (d, 1);
    end
    x(:,i) = new;
  end
end

function l = away (x, y)
  l = sqrt (sum (bsxfun (@minus, x, y) .^ 2, 1));
end

function exact = billiard (P)
  [x, v, t, hits] = deal (P.x, P.v, 0, zeros (0, 3));
  a = zeros (size (x));
  a(end,~P.fixed) = -P.g;
  while (true)
    [step, i, j] = next_impact (P, x, v, a, P.tend - t, ~isempty (hits));
    x = x + v * step + a * step ^ 2 / 2;
    v = v + a * step;
    t = t + step;
    if (i == 0 || size (hits, 1) == 40)
      break
    end
    normal = x(:,j) - x(:,i);
    normal = normal / norm (normal);
    lightness = ~P.fixed([i, j]) ./ P.m([i, j]);
    p = -(1 + P.e) * (normal' * (v(:,j) - v(:,i))) / sum (lightness);
    v(:,i) = v(:,i) - lightness(1) * p * normal;
    v(:,j) = v(:,j) + lightness(2) * p * normal;
    hits(end+1,:) = [t, i, j];
  end
  exact = struct ('x', x, 'v', v, 'hits', hits);
end

% The first time at which a distance falls to the sum of radii
function [step, one, two] = next_impact (P, x, v, a, step, late)
  [one, two] = deal (0);
  n = size (x, 2);
  for i = 1:n
    for j = i+1:n
      dx = x(:,j) - x(:,i);
      dv = v(:,j) - v(:,i);
      da = (a(:,j) - a(:,i)) / 2;
      c = [da'*da, 2*dv'*da, dv'*dv + 2*dx'*da, 2*dx'*dv, dx'*dx - (P.r(i) + P.r(j))^2];
      c = c(find (c, 1):end);
      t = roots (c);
      t = real (t(abs (imag (t)) < 1e-9 * (1 + abs (t))));
      t = min ([t(t > 1e-9 * late & t < step & polyval (polyder (c), t) < 0); Inf]);
      if (t < step)
        [step, one, two] = deal (t, i, j);
      end
    end
  end
end

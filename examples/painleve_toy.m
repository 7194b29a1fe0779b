% PAINLEVE_TOY  What you learn: a time step with friction can have no solution, one, or two.
%   A bar of length 1 hangs from a point that is driven with u0; its mass at the lower end touches
%   the ground at the angle theta (CONIC (2.13); gravity g, upwards positive, step 1):
%       v + f = H'*r,   u = H*v + w,   f = -g*sin(theta),   H = [cos(theta); sin(theta)]
%   All solutions come from dls_contact, which reads v as an acceleration. CONIC's criterion (4.4)
%   and its fixed point s = F(s) are conic programs. At u0 = 1, g > 0 and tan(theta) < mu the paper
%   says "unique" in section 5.3 and shows a second solution in 5.4: there are two.
%   Writes build/painleve_toy.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
toy = @(g, th, mu, u0) dls_system ('M', 1, 'F', -g * sin (th), 'Gu', sin (th), ...
                                   'Hu', cos (th), 'tu', u0, 'muu', mu);
all_of = @(S) dls_contact (S, 'Sticking', 'coulomb', 'Solutions', 'all');
% Rows of A*v + s = b with s = (u_N + mu*s, mu*u_T) in the second-order cone.
cone = @(th, mu) deal ([-sin(th); -mu * cos(th)], struct ('q', 2));

% The four cases at u0 = 1, and the point driven backwards. Columns: v, r_T, r_N; GOLDEN 20.
v2 = sqrt (0.5);
cases = {-1, 0.5, 1, [0 -1 2]; -1, 2, 1, zeros(0, 3); 1, 0.5, 1, [v2 0 0]; ...
         1, 2, 1, [0 -2 1; v2 0 0]; -1, 2, -1, [0, 2/3, 1/3]};
th = pi / 4;
s = linspace (0.02, 2.42, 61);
F = nan (5, numel (s));
for k = 1:5
  [g, mu, u0, truth] = cases{k, :};
  [a, lambda, info] = all_of (toy (g, th, mu, u0));
  found = zeros (0, 3);
  if strcmp (info.status, 'solved')
    for x = info.solutions(:)'
      found(end+1, :) = [x.a, x.lambda.tu, x.lambda.nu];
    end
  end
  found = sortrows (found);
  [A, K] = cone (th, mu);
  [~, ~, y, info4] = dls_conic ([], 0, A, [0; mu * u0], K);
  admits = strcmp (info4.status, 'solved');
  fprintf ('g = %2d, mu = %.1f, u0 = %2d: %d solution(s), criterion (4.4) %d\n', g, mu, u0, ...
           rows (found), admits);
  if ~isempty (found)
    fprintf ('    v = %8.6f, r = (%9.6f, %8.6f)\n', found');
  end
  assert (rows (found) == rows (truth) && norm (found - truth) < 1e-9);
  assert (admits == (u0 <= 0 || tan (th) > mu));
  % The proof that (4.4) fails: y in K with A'*y = 0 and b'*y < 0.
  assert (admits || (y(1) >= abs (y(2)) && abs (A' * y) < 1e-9 && mu * u0 * y(2) < 0));
  for i = 1:numel (s)                            % F(s) = |u_T| of the convex problem with s
    [v, ~, ~, step] = dls_conic (1, -g * sin (th), A, [mu * s(i); mu * u0], K);
    if strcmp (step.status, 'solved')
      F(k, i) = abs (u0 + cos (th) * v);
    end
  end
  for i = 1:rows (found)                         % every solution is a fixed point
    star = abs (u0 + cos (th) * found(i, 1));
    v = dls_conic (1, -g * sin (th), A, [mu * star; mu * u0], K);
    assert (abs (abs (u0 + cos (th) * v) - star) < 1e-6);
  end
  crossings = nnz (diff (sign (F(k, :) - s)(~isnan (F(k, :)))));
  assert (crossings == rows (truth));
end
gap = min (abs (F(2, :) - s));
fprintf ('without a solution, |F(s) - s| is %.4f at least\n', gap);
assert (abs (gap - 0.25) < 0.02);

% The regions at u0 = 1.
[T, U] = meshgrid (linspace (0.1, 1.4, 18), linspace (0.15, 3, 15));
fig = figure ('visible', 'off', 'position', [0 0 1300 420]);
style = {'rx', 'bo', 'm^'};
names = {'none', 'one', 'two'};
for side = 1:2
  g = [-1 1](side);
  count = zeros (size (T));
  for i = 1:numel (T)
    [a, lambda, info] = all_of (toy (g, T(i), U(i), 1));
    count(i) = strcmp (info.status, 'solved') * numel (info.solutions);
  end
  assert (isequal (count, 1 + g * (tan (T) < U)));
  fprintf ('g = %2d: %d points of the grid with no, %d with one, %d with two solutions\n', g, ...
           nnz (count == 0), nnz (count == 1), nnz (count == 2));
  subplot (1, 3, side);
  hold on
  for k = 0:2
    plot (T(count == k), U(count == k), style{k+1});
  end
  plot (linspace (0.1, 1.25), tan (linspace (0.1, 1.25)), 'k-', 'linewidth', 2);
  axis ([0.05 1.45 0 3.1]);
  xlabel ('theta in rad');
  ylabel ('mu');
  title (sprintf ('u0 = 1, g = %d; x: none, o: one, triangle: two', g));
end
subplot (1, 3, 3);
plot (s, F(1:4, :)', '-', 'linewidth', 2, s, s, 'k--');
axis ([0 2.4 0 2.4]);
legend ('g = -1, mu = 0.5', 'g = -1, mu = 2: none', 'g = 1, mu = 0.5', 'g = 1, mu = 2: two', ...
        'location', 'northwest');
xlabel ('s');
title ('F(s) and s (theta = pi/4)');
save_picture (fig, 'painleve_toy');

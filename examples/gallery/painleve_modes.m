% PAINLEVE_MODES  The four modes of Painleve's sliding rod in the plane of its angle and speed.
%   A uniform rod (mass 1, half length 1) slides over a floor with mu = 1.6. For the normal reaction
%   l and its acceleration, w = A (theta)*l + b (theta, omega): sliding (A > 0, b < 0), flight (A >
%   0, b > 0), inconsistent (A < 0, b < 0: no solution), indeterminate (A < 0, b > 0: two). Curves
%   are motions that slide; those that reach the crossing of A = 0 and b = 0 end there. dls_contact
%   counts solutions on a grid and gives theta''.
% SPDX-License-Identifier: GPL-3.0-or-later
source (fullfile (fileparts (mfilename ('fullpath')), '..', 'tools', 'figure_paths.m'));
mu = 1.6;  g = 9.81;
A = @(th) 1 + 3 * cos (th) .* (cos (th) - mu * sin (th));
b = @(th, om) om .^ 2 .* sin (th) - g;
turn = @(th, om) 3 * b (th, om) ./ A (th) .* (cos (th) - mu * sin (th));        % theta'', sliding
[T, W] = meshgrid (linspace (0.06, 3.08, 36), linspace (-5.9, 5.9, 25));
mode_ = zeros (size (T));
off = 0;
for k = 1:numel (T)
  th = T(k);
  S = dls_system ('M', diag ([1 1 1/3]), 'F', [0; g; 0], 'Gu', [0; 1; -cos(th)], 'muu', mu, ...
                  'Hu', [1; 0; sin(th)], 'bu', W(k)^2 * sin (th), 'vtu', -1);
  [a, lambda, info] = dls_contact (S);
  solved = strcmp (info.status, 'solved');
  mode_(k) = solved * numel (info.solutions);
  if mode_(k) == 1 && lambda.nu == 0, mode_(k) = 3; end
  if mode_(k) == 1, off = max (off, abs (a(3) - turn(th, W(k))) / (1 + abs (a(3)))); end
end
truth = (A (T) > 0) + 2 * (b (T, W) > 0);        % 0 none, 1 slides, 2 two solutions, 3 flies
figure_row ('modes on a grid of 900 states', 'signs of A and b', sprintf ('%d differ', ...
            nnz (mode_ ~= truth)), 'agrees: closed form');
figure_row ('theta'''' while sliding', 'closed form', 'dls_contact', ...
            sprintf ('agrees to %.0e', off));
edge = [fzero(A, 0.75), fzero(A, 1.25)];
figure_row ('A < 0 for theta between', 'tan: roots of 4 - 3 mu x + x^2', edge, ...
            'agrees: closed form');
assert (isequal (mode_, truth) && off < 1e-9);
assert (max (abs (tan (edge) - sort (roots ([1, -3 * mu, 4]))')) < 1e-9);

fig = figure ('visible', 'off', 'position', [0 0 950 600]);
axes ('position', [0.07 0.1 0.9 0.82]);
[t, w] = meshgrid (linspace (0.01, pi - 0.01, 300), linspace (-6, 6, 200));
kind = (A (t) > 0) + 2 * (b (t, w) > 0);
contourf (t, w, kind, -0.5:3.5, 'linestyle', 'none');
colormap ([0.98 0.75 0.72; 0.80 0.88 1; 0.90 0.78 0.95; 0.84 0.95 0.82]);
caxis ([-0.5 3.5]);
hold on
for start = [linspace(0.1, 3.04, 21), 0.25 * ones(1, 8), 2.9 * ones(1, 8); ...
             zeros(1, 21), linspace(-5.5, 5.5, 8), linspace(-5.5, 5.5, 8)]
  for direction = [-1 1]
    path_ = start;
    x = start;
    while columns (path_) < 4000 && A (x(1)) > 1e-2 && b (x(1), x(2)) < 0 && x(1) > 0 && x(1) < pi
      h = direction * 2e-3 * min (1, A (x(1)));
      f = @(y) [y(2); turn(y(1), y(2))];
      x = x + h * f (x + h / 2 * f (x));
      path_(:, end+1) = x;
    end
    plot (path_(1, :), path_(2, :), '-', 'color', [0.1 0.2 0.6], 'linewidth', 1);
  end
end
plot ([edge; edge], [-6 6], 'r-', t(1, :), sqrt (g ./ sin (t(1, :))), 'k-', t(1, :), ...
      -sqrt (g ./ sin (t(1, :))), 'k-');
axis ([0 pi -6 6]);
text ([0.85 0.85 1.9 1.9], [0 4.6 5 0.3], {'none', 'two', 'flight', 'slides'}, 'fontsize', 13, ...
      'fontweight', 'bold');
xlabel ('\theta in rad');
ylabel ('d\theta/dt in rad/s');
title ('Painleve''s rod, \mu = 1.6: inconsistent (red), indeterminate (violet), flight, sliding');
figure_save (fig, 'painleve_modes', {'theta', 'omega', 'mode'}, [T(:), W(:), mode_(:)]);

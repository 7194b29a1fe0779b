% PAINLEVE  What you learn: friction can leave no solution, or two; both come with a proof.
%   A uniform slender rod (mass 1, half length 1) slides with its lower end over the floor, at the
%   angle theta. For the acceleration w and the reaction l normal to the floor, w = A*l + b,
%       A = 1 + 3*cos(theta)^2 - 3*mu*sin(theta)*cos(theta),   b = omega^2*sin(theta) - g.
%   A > 0: one solution, pressed (b < 0) or lifting off (b > 0). A < 0: none (b < 0, Painleve's
%   paradox) or two (b > 0). A < 0 occurs from mu = 4/3 on, first at tan(theta) = 2.
%   Writes build/painleve.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
g = 9.81;
rod = @(th, mu, omega) dls_system ('M', diag ([1 1 1/3]), 'F', [0; g; 0], ...
  'Gu', [0; 1; -cos(th)], 'Hu', [1; 0; sin(th)], 'bu', omega^2 * sin (th), 'muu', mu, 'vtu', -1);
A = @(th, mu) 1 + 3 * cos (th) .^ 2 - 3 * mu .* sin (th) .* cos (th);
name = {'inconsistent', 'unique, pressed', 'indeterminate', 'unique, lifts off'};

% The four cases at tan (theta) = 2.
th = atan (2);
for data = [1.2 1.2 1.5 1.5; 0 4 0 4]
  b = data(2)^2 * sin (th) - g;
  pressed = -b / A(th, data(1));
  which_ = (A (th, data(1)) > 0) + 2 * (b > 0);
  l = {[], pressed, [0, pressed], 0}{which_ + 1};
  [a, lambda, info] = dls_contact (rod (th, data(1), data(2)));
  found = [];
  if which_ == 0                         % no solution: the proof is checked here, term by term
    k = info.certificate;
    p = k.problem;
    assert (strcmp (info.status, 'infeasible') && all (k.u >= 0));
    assert (norm (p.A' * k.y + p.C' * k.u) < 1e-9 && all (p.B' * k.y + p.D' * k.u < 1e-9));
    assert (p.a' * k.y + p.b' * k.u < 0);
  else
    found = sort (arrayfun (@(x) x.lambda.nu, info.solutions));
    assert (isequal (info.unique, numel (l) == 1) && numel (found) == numel (l));
    assert (max (abs (found - l)) < 1e-8 * max ([1, l]));
  end
  fprintf ('mu = %.1f, omega = %d: %-18s normal reaction %s\n', data, name{which_ + 1}, ...
           sprintf (' %8.4f', found));
end

% The critical friction at some angles, exactly.
for th = atan ([0.5 1 2 4])
  B = dls_friction_bound (rod (th, 0.1, 0));
  fprintf ('tan (theta) = %3.1f: critical friction %.9f\n', tan (th), B.exact.value);
  assert (abs (A (th, B.exact.value)) < 1e-8);
  assert (B.exact.value > 4/3 - 1e-9 && (abs (tan (th) - 2) > 0.1 || B.exact.value < 4/3 + 1e-9));
end

% The regions around that point; omega such that b changes its sign at tan (theta) = 2.
omega = sqrt (g * sqrt (5) / 2);
[T, U] = meshgrid (linspace (0.6, 1.45, 28), linspace (1.01, 2.2, 21));
region = zeros (size (T));               % number of solutions; 3: one, lifting off
for i = 1:numel (T)
  [a, lambda, info] = dls_contact (rod (T(i), U(i), omega));
  region(i) = strcmp (info.status, 'solved') * numel (info.solutions);
  region(i) += 2 * (region(i) == 1 && lambda.nu == 0);
end
assert (isequal (region, (A (T, U) > 0) + 2 * (omega^2 * sin (T) > g)));

fig = figure ('visible', 'off', 'position', [0 0 800 600]);
style = {'rx', 'bo', 'm^', 'gs'};
hold on
for k = 0:3
  fprintf ('%4d points of the grid: %s\n', nnz (region == k), name{k+1});
  plot (T(region == k), U(region == k), style{k+1}, 'displayname', name{k+1});
end
t = linspace (0.6, 1.45, 200);
plot (t, (1 + 3 * cos (t) .^ 2) ./ (3 * sin (t) .* cos (t)), 'k-', 'displayname', 'A = 0');
axis ([0.58 1.47 0.98 2.23]);
xlabel ('theta in rad');
ylabel ('mu');
title (sprintf ('Painleve''s rod at omega = %.3f rad/s', omega));
legend ('location', 'northeastoutside');
save_picture (fig, 'painleve');

% PAINLEVE_KLEIN  What you learn: how much friction two guides bear before forces explode.
%   A rod (1 m, 1 kg) slides with both ends on parallel guides, at the angle theta to them. The
%   guides are bilateral: reactions of both signs, and friction grows with their modulus. TUTORIAL
%   Prop. 9 guarantees one answer whatever the forces for mu < min (2, 6*cos(theta)^2) /
%   (3*sin(2*theta)); the exact limit is mu1 + mu2 < 2/tan(theta). Beyond: none, two, three.
%   Writes build/painleve_klein.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
rod = @(th, mu) klein_rod (th, mu);

% The table; GOLDEN 16.
truth = [3.25 -1.25 -1.29903810567666 0.769800358919501 3.46410161513775
         2.5  -0.5  -1.5              0.666666666666667 2
         1.75  0.25 -1.29903810567666 0.577350269189626 1.15470053837925];
fprintf ('  theta       A11       A12      At11   Prop. 9  2/tan(theta)    exact\n');
for k = 1:3
  th = pi / [6 4 3](k);
  S = rod (th, 0.1);
  D = dls_delassus (S);
  B = dls_friction_bound (S);
  row = [D.Anb(1, 1:2), D.Atb(1, 1), B.prop9.value, B.exact.scale * 0.2];
  fprintf ('%7.4f %9.5f %9.5f %9.5f %9.6f %13.6f %8.6f\n', th, row, B.exact.value);
  assert (max (abs (row - truth(k, :))) < 1e-9 && abs (2 * B.exact.value - row(5)) < 1e-9);
end
S = rod (pi / 4, [0.5; 0.3]);            % two loads of GOLDEN 16
for k = [1 1; -1 0.4; -10/27 -0.575; 10/27 -0.125]
  [a, l, info] = dls_contact (dls_system (S, 'bb', k(1:2)));
  assert (norm (l.nb - k(3:4)) < 1e-9 && isequal (info.unique, true));
end

% At pi/4, 2/tan = 2. Answers over the direction of the load, counted by dls_contact and from the
% four sign patterns: (A - At*diag (mu.*sign))*l + load = 0 with l of these signs.
pairs = [0.9 1.2 2.5; 0.9 1.2 0.1];
phi = (0.5:48) * 2 * pi / 48;
loads = [cos(phi); sin(phi)];
D = dls_delassus (S);
answers = expected = zeros (3, 48);
for k = 1:3
  for j = 1:48
    [a, l, info] = dls_contact (dls_system (rod (pi / 4, pairs(:, k)), 'bb', loads(:, j)));
    answers(k, j) = strcmp (info.status, 'solved') * numel (info.solutions);
    for sign_ = [1 1 -1 -1; 1 -1 1 -1]
      l = -(D.Anb - D.Atb * diag (pairs(:, k) .* sign_)) \ loads(:, j);
      expected(k, j) += all (l .* sign_ > 0);
    end
  end
  fprintf ('mu = (%.1f, %.1f) at pi/4:%s answers\n', pairs(:, k), ...
           sprintf (' %d', unique (answers(k, :))));
end
assert (isequal (answers, expected));
assert (all (answers(1, :) == 1) && max (answers(2, :)) == 3 && all (answers(3, :) ~= 1));

fig = figure ('visible', 'off', 'position', [0 0 1000 420]);
subplot (1, 2, 1);
t = linspace (0.2, 1.4, 25);
bound = arrayfun (@(th) dls_friction_bound (rod (th, 0.1)).prop9.value, t);
assert (max (abs (bound - min (2, 6 * cos (t) .^ 2) ./ (3 * sin (2 * t)))) < 1e-10);
assert (all (bound < 1 ./ tan (t) + 1e-10));     % equal from cos^2 = 1/3 on
plot (t, bound, 'b-o', t, 1 ./ tan (t), 'r-', t, 2 ./ tan (t), 'k--');
ylim ([0 4]);
xlabel ('theta in rad');
ylabel ('mu');
legend ('Prop. 9', 'exact, equal mu: 1/tan', '2/tan');
subplot (1, 2, 2);
plot (phi, answers(1, :), 'b-', phi, answers(2, :) + 0.04, 'g-', phi, answers(3, :) - 0.04, 'r-');
axis ([0, 2 * pi, -0.5, 5]);
xlabel ('direction of the load in rad');
ylabel ('number of answers at pi/4');
legend ('mu = 0.9, 0.9', '1.2, 1.2', '2.5, 0.1');
save_picture (fig, 'painleve_klein');

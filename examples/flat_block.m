% FLAT_BLOCK  What you learn: the minimum-norm reactions may leave their cones while others stay in.
%   A block (1 kg, 0.5 m wide, 1 m high) lies on two corners and a force Fx pushes it (ALLSTICK,
%   Example 1, Example 4, (49)). Four reactions, three equations: the friction of the corners is
%   known as a sum. It sticks, with both corners closed, iff |Fx| <= mu*9.81 and |Fx| <= 4.905
%   (else it tips). The test of the minimum-norm reactions asks for more friction than is needed.
%   Writes build/flat_block.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
g = 9.81;
block = @(Fx, mu) dls_system ('M', diag ([1, 1, 1.25/12]), 'F', [Fx; g; 0], ...
                  'Gu', [0 0; 1 1; 0.25 -0.25], 'Hu', [1 1; 0 0; 0.5 0.5], 'muu', mu);

% Fx = 2: the intervals of the reactions, and what minimum norm makes of them.
S = block (2, 0.3);
[a, l] = dls_kkt (S.M, [S.Gu, S.Hu], S.F, zeros (4, 1));
R = dls_redundancy (S.M, [S.Gu, S.Hu]);
[lo, hi] = dls_reaction_range (S);
V = dls_sticking (S);
fprintf ('Fx = 2, mu = 0.3: 4 reactions, rank %d; %s, margin %.4f\n', R.rank, V.verdict, V.margin);
fprintf ('                       n1        n2        t1        t2\n');
fprintf ('  %-15s%9.4f %9.4f %9.4f %9.4f\n', 'minimum norm', l, 'lowest', [lo.nu; lo.tu], ...
         'highest', [hi.nu; hi.tu], 'farthest inside', [V.lambda.nu; V.lambda.tu]);
assert (R.rank == 3 && norm (a) < 1e-12 && norm (l - [2.905; 6.905; 1; 1]) < 1e-10);
assert (strcmp (V.verdict, 'sticking') && dls_verify (S, V) && abs (V.mu_min - 2 / g) < 1e-9);
assert (abs (V.margin - (0.3 * g - 2) / 2) < 1e-8);
% t1 + t2 = 2, |t1| <= 0.3*2.905, |t2| <= 0.3*6.905
assert (norm ([lo.tu, hi.tu] - [2-0.3*6.905, 0.3*2.905; 2-0.3*2.905, 0.3*6.905]) < 1e-7);

% The smallest friction over Fx, exactly and by the minimum-norm reactions.
Fx = -5.5:0.5:5.5;
exact = least = zeros (size (Fx));
for k = 1:numel (Fx)
  S = block (Fx(k), 0.3);
  V = dls_sticking (S, 'Persistent', true);
  exact(k) = V.mu_min;
  [~, l] = dls_kkt (S.M, [S.Gu, S.Hu], S.F, zeros (4, 1));
  least(k) = max (abs (l(3:4)) ./ l(1:2));
  if any (l(1:2) < 0)
    least(k) = Inf;                              % a corner would have to pull: the block tips
  end
  assert (strcmp (V.verdict, 'sticking'), abs (Fx(k)) <= min (0.3 * g, g / 2));
  assert (dls_verify (S, V));
end
tips = abs (Fx) > g / 2;
assert (all (isinf (exact(tips))) && all (isinf (least(tips))));
assert (max (abs (exact - abs (Fx) / g)(~tips)) < 1e-8);
assert (max (abs (least - abs (Fx) ./ (g - 2 * abs (Fx)))(~tips) ./ (1 + least(~tips))) < 1e-8);
for f = [1 2 3 4.5]
  fprintf ('Fx = %3.1f: mu >= %.6f holds it; minimum norm says mu >= %.6f\n', f, ...
           exact(abs (Fx - f) < 1e-9), least(abs (Fx - f) < 1e-9));
end

fig = figure ('visible', 'off', 'position', [0 0 700 500]);
x = linspace (-g / 2, g / 2, 401);
plot (x, abs (x) / g, 'b-', 'linewidth', 2, x, min (abs (x) ./ (g - 2 * abs (x)), 5), 'r--', ...
      Fx(~tips), exact(~tips), 'bo', Fx(~tips), least(~tips), 'rs', ...
      [-1 1; -1 1] * g / 2, [0 0; 2 2], 'k-');
axis ([-6 6 0 1.5]);
xlabel ('Fx in N');
ylabel ('smallest mu');
legend ('|Fx|/(m g)', '|Fx|/(m g - 2|Fx|)', 'exact', 'by minimum norm', 'tips over', ...
        'location', 'north');
title ('friction that a block on two corners needs');
save_picture (fig, 'flat_block');

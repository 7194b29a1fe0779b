% LADDER  What you learn: bounds on friction for a wall with a floor, along a whole motion.
%   A ladder (1 kg, half length 1) slides down: its upper end on a wall that cannot let go
%   (bilateral), its lower end on the floor (unilateral), theta from the horizontal. TUTORIAL
%   Prop. 13 bounds the friction below which there is one answer whatever the forces; the exact
%   limit is above it. Here both are followed along the slide.
%   The bound printed in the paper (about 0.65 at pi/4) could not be reproduced: 0.7519 here.
%   Writes build/ladder.png.
% SPDX-License-Identifier: GPL-3.0-or-later
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'mfiles'), fullfile (here, 'tools'));
dls_setup ();
ladder = @(th, omega) wall_ladder (th, omega, 0.3, 0.4);

% theta = pi/4: GOLDEN 17.
S = ladder (pi / 4, -1);
D = dls_delassus (S);
B = dls_friction_bound (S);
[a, l, info] = dls_contact (S);
fprintf ('theta = pi/4: beta_2 = %.12f, bound of Prop. 13 %.10f, exact %.6f\n', B.prop13.beta2, ...
         B.prop13.value, B.exact.value);
fprintf ('  reactions %.10f (wall), %.10f (floor), accelerations %.6f %.6f %.6f\n', l.nb, l.nu, a);
assert (norm ([D.Anb, D.Anu, D.Atb, D.Atu, D.Anunb, D.Anutb, D.Anbtu] ...
              - [2.5 2.5 1.5 1.5 -1.5 -0.5 -0.5]) < 1e-12);
assert (abs (B.prop13.beta2 - 1.09901904695285) < 1e-12);
assert (abs (B.prop13.value - 0.7518958544) < 1e-9 && abs (B.exact.value - 1) < 1e-9);
assert (norm ([a; l.nb; l.nu] - [0.0622932883197387; -1.47650685069283; -1.08809601318659; ...
                                 3.03186656075233; 7.42393318108147]) < 1e-9 && info.unique);
B = dls_friction_bound (dls_system (S, 'mub', 0, 'vtb', 0));
fprintf ('  without friction at the wall: Prop. 14 gives %.12f\n', B.prop14.value);
assert (abs (B.prop14.value - 4/3) < 1e-12);

% Along the slide: Prop. 13 at the angles of GOLDEN 17, then a curve. At the exact limit a minor
% with the wall in it vanishes, for one sign of its reaction. Then answers are counted.
truth = [0.2608970305, 0.3283115003, 0.4912411912, 0.6397448773, 0.547773607, 0.5045898321];
bound = arrayfun (@(th) dls_friction_bound (ladder (th, -1)).prop13.value, ...
                  [0.1 0.3 0.5 1.0 1.2 1.4]);
assert (max (abs (bound - truth)) < 1e-9);
t = 0.1:0.05:1.45;
bound = exact = zeros (size (t));
for k = 1:numel (t)
  S = ladder (t(k), -1);
  B = dls_friction_bound (S);
  bound(k) = B.prop13.value;
  exact(k) = B.exact.value;
  assert (bound(k) <= exact(k));
  minors = @(mu, s) cellfun (@(J) det (J), {S.Gb' / S.M * (S.Gb + s * mu * S.Hb), ...
           [S.Gb, S.Gu]' / S.M * [S.Gb + s * mu * S.Hb, S.Gu - mu * S.Hu]});
  at_limit = [minors(exact(k), 1), minors(exact(k), -1)];
  assert (min (abs (at_limit)) < 1e-9 && all ([minors(0.999 * exact(k), 1), ...
                                              minors(0.999 * exact(k), -1)] > 0));
end
fprintf ('along the slide: Prop. 13 between %.4f and %.4f, exact between %.4f and %.4f\n', ...
         min (bound), max (bound), min (exact), max (exact));
S = ladder (0.3, -1);
limit = dls_friction_bound (S).exact.value;
for mu = [0.95 1.05] * limit
  count = [];
  for p = (0.5:40) * 2 * pi / 40
    T = dls_system (S, 'mub', mu, 'muu', mu, 'F', zeros (3, 1), 'bb', cos (p), 'bu', sin (p));
    [~, ~, info] = dls_contact (T);
    count(end+1) = strcmp (info.status, 'solved') * numel (info.solutions);
  end
  fprintf ('theta = 0.3, mu = %.4f:%s answers\n', mu, sprintf (' %d', unique (count)));
  assert (all (count == 1) == (mu < limit));
end

fig = figure ('visible', 'off', 'position', [0 0 700 500]);
plot (t, exact, 'r-o', t, bound, 'b-s', pi / 4, 0.7518958544, 'k*', 'markersize', 12);
ylim ([0 1.6]);
xlabel ('theta in rad, from the horizontal');
ylabel ('mu, the same at both ends');
legend ('exact', 'Prop. 13', 'pi/4', 'location', 'southeast');
title ('friction below which a falling ladder has one answer for all forces');
save_picture (fig, 'ladder');

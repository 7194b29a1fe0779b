function pass = test_periodic ()
% TEST_PERIODIC  dls_periodic and dls_equilibrium against closed forms.
%   pass = test_periodic ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [shaken(), forced(), rubbed(), belt(), rests(), linkage(), attracted(), observed()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_periodic: %s\n', name); end
end

function pass = shaken ()
% A ball on a table that moves as A*sin (w*t): one impact per period, det = e^2, and the period
% doubles at A*w^2/g = sqrt (pi^2*((1-e)/(1+e))^2 + (2*(1+e^2)/(1+e)^2)^2).
e = 0.8;
g = 9.81;
w = 2 * pi;
A = g * sqrt ((pi * (1 - e) / (1 + e)) ^ 2 + (2 * (1 + e^2) / (1 + e) ^ 2) ^ 2) / w ^ 2;
family = @(A) dls_model ('mass', 1, 'force', -g, 'gap', @(t,q,v) q - A * sin (w * t), ...
                         'gapgrad', 1, 'gaptime', @(t,q,v) -A * w * cos (w * t), 'restitution', e);
hit = acos ((1 - e) / (1 + e) * g / 2 / (A * w)) / w;
since = 1 - hit;
q = A * sin (w * hit) + g / 2 * since - g * since ^ 2 / 2;
v = g / 2 - g * since;
R = dls_periodic (family, 1.01 * q, 1.01 * v, 1, 'Values', A * [1 .998 1.002]);
pass = holds ('closed form', norm ([R.q(1) - q, R.v(1) - v]) <= 1e-7);
pass(end+1) = holds ('determinant', abs (prod (R.multipliers, 1) - e ^ 2) <= 1e-6);
pass(end+1) = holds ('period doubling', abs (R.multipliers(1,1) + 1) <= 1e-4 ...
                     && isequal (R.stable(2:3), [1 0]) && all (real (R.multipliers(1,:)) < 0));
pass(end+1) = holds ('words', ~isempty (strfind (R.table, 'solved')));
end

function pass = forced ()
% A linear oscillator: the answer is its particular solution, multipliers are those of exp.
c = 0.3;
model = dls_model ('M', 1, 'C', c, 'K', 4, 'f', @(t) cos (3 * t));
z = 1 / (4 - 9 + 3i * c);
R = dls_periodic (model, 0, 0, 2 * pi / 3);
pass = holds ('forced', norm ([R.q; R.v] - [real(z); real(3i * z)]) <= 1e-7);
s = eig (expm ([0 1; -4 -c] * 2 * pi / 3));
pass(end+1) = holds ('multipliers', norm (sort (abs (R.multipliers)) - sort (abs (s))) <= 1e-6 ...
                     && abs (sum (R.multipliers) - sum (s)) <= 1e-6 && R.stable == 1);
end

function pass = rubbed ()
% Coulomb's friction and a harmonic force: the amplitude of motions without stops by Den Hartog
% (Forced vibrations with combined Coulomb and viscous friction, Trans. ASME 53, 1931).
w = 1.5;
model = @(F) dls_model ('M', eye (2), 'K', diag ([1 0]), 'f', @(t) [cos(w*t); -10], 'gap', 0, ...
                        'gapgrad', [0; 1], 'tangent', [1; 0], 'mu', F / 10);
values = [0.3 0.4];
R = dls_periodic (model, [-0.6; 0], [0.6; 0], 2 * pi / w, 'Values', values, 'RelTol', 1e-9);
speed = @(t, q, v) deal (v(1), false, 0);
pass = [];
for k = 1:2
  sol = dls_simulate (model (values(k)), [0 2 * pi / w], R.q(:,k), R.v(:,k), 'Events', speed, ...
                      'Scheme', 'event-driven');
  wanted = sqrt ((1 / (1 - w ^ 2)) ^ 2 - (values(k) * sin (pi / w) / w / (1 + cos (pi / w))) ^ 2);
  pass(end+1) = holds ('Den Hartog', norm (sort (sol.qe(1,:)) - [-1 1] * wanted) <= 1e-6 ...
                       && R.stable(k) == 1);
end
end

function pass = belt ()
% Stick-slip: a block of mass 1 on a belt of speed V, friction that falls with the slip: it leaves
% the belt where the spring pulls mu*N, moves as a linear oscillator that gains energy until it has
% the speed of the belt again (x1), and is carried back. All motions meet: multipliers 1, 0.
[k, N, V, mu, c] = deal (10, 10, 0.5, 0.3, 0.05);
model = dls_model ('M', eye (2), 'K', diag ([k 0]), 'f', [0; -N], 'gap', 0, 'gapgrad', [0; 1], ...
                   'tangent', [1; 0], 'tangenttime', -V, 'mu', @(t, q, v) mu - c * abs (V - v(1)));
[leaves, middle] = deal (mu * N / k, (mu - c * V) * N / k);
slip = @(t) expm ([0 1; -k, c * N] * t) * [leaves - middle; V] + [middle; 0];
slips = fzero (@(t) [0 1] * slip (t) - V, [1 2.2]);
x1 = [1 0] * slip (slips);
T = slips + (leaves - x1) / V;
R = dls_periodic (model, [0.1; 0], [V; 0], T + 1e-3, 'Period', 'free', 'ReturnTolerance', 1e-7);
pass = holds ('stick-slip', strcmp (R.status, 'solved') && abs (R.T - T) <= 1e-6 ...
              && abs (x1) < leaves && abs (R.multipliers - [1; 0; 0; 0]) <= 1e-3 && R.stable == 1);
end

function pass = rests ()
% A rod against a wall without friction slides down; with mu >= tan (..)/2 it rests over an interval
% of angles: at both ends friction is used up.
mu = 0.5;
model = dls_model ('mass', diag ([1 1 1/12]), 'force', [0; -9.81; 0], 'd', 2, 'mu', mu, ...
  'gap', @(q) [q(2) - sin(q(3)) / 2; q(1) - cos(q(3)) / 2], ...
  'gapgrad', @(q) [0 1; 1 0; -cos(q(3)) / 2, sin(q(3)) / 2], ...
  'tangent', @(q) [1 0; 0 1; -sin(q(3)) / 2, cos(q(3)) / 2]);
at = @(th) [cos(th); sin(th); th * 2] / 2;
th = 1.2;
E = dls_equilibrium (model, at (th), 'Reach', 1);
limit = atan ((1 - mu ^ 2) / (2 * mu));                  % of a ladder, from the horizontal
pass = holds ('ladder rests', E.friction && norm (E.q(3) - th) <= 1e-9 && E.margin > 0 ...
              && isequal (E.closed, [1 2]) && size (E.directions, 2) == 1);
d = E.directions(3) * E.reach;
far = E.q + E.reach(d < 0) * E.directions;               % pulled back onto floor and wall
off = @(t) (at (t) - far)' * [-sin(t); cos(t); 2];
pass(end+1) = holds ('how far', sum (d < 0) == 1 && abs (fzero (off, limit) - limit) <= 5e-3);
low = limit - 0.05;
E = dls_equilibrium (model, at (low), 'Reach', 0, 'MaxIterations', 30);
pass(end+1) = holds ('too flat', ~E.friction);
end

function pass = linkage ()
% A bar on a hinge as natural coordinates with a constraint: hangs or stands.
model = dls_model ('mass', eye (2), 'force', [0; -9.81], 'constraint', @(q) (q' * q - 1) / 2, ...
                   'constraintgrad', @(q) q);
E = dls_equilibrium (model, [0.3; -0.9]);
pass = holds ('hangs', norm (E.q - [0; -1]) <= 1e-9 && strcmp (E.stability, 'marginal') ...
              && abs (E.frequencies - sqrt (9.81) / (2 * pi)) <= 1e-6 ...
              && abs (E.lambda.nb + 9.81) <= 1e-8);
E = dls_equilibrium (model, [0.05; 1]);
pass(end+1) = holds ('stands', norm (E.q - [0; 1]) <= 1e-9 && strcmp (E.stability, 'unstable'));
model = dls_model ('M', diag ([1 1]), 'K', [2 -1; -1 1], 'f', [0; -1], 'gap', [.5; .2], ...
                   'gapgrad', eye (2));
E = dls_equilibrium (model, [0; 0]);                     % springs against a stop
pass(end+1) = holds ('a stop', norm (E.q - [-.1; -.2]) <= 1e-9 && isequal (E.closed, 2) ...
                     && norm (E.lambda.nu - [0; .9]) <= 1e-9);
end

function pass = attracted ()
% Blocks between springs: friction under the first one alone does not see the second, which goes on
% for ever when the first sticks (at sqrt (k/m)); a damper or friction there ends all motions.
pass = [];
for rough = [0 1]
  model = @(c) dls_model ('M', eye (4), 'K', blkdiag ([3 -1; -1 1], zeros (2)), ...
                          'C', diag ([0 c 0 0]), 'f', [0; 0; -10; -10], 'gap', [0; 0], ...
                          'gapgrad', [0 0; 0 0; 1 0; 0 1], 'tangent', [1 0; 0 1; 0 0; 0 0], ...
                          'mu', [.3; .1 * rough]);
  E = dls_equilibrium (model (0), [.1; .2; 0; 0], 'Reach', 0);
  sol = dls_simulate (model (0), [0 9], E.q + [0; .5; 0; 0], zeros (4, 1), 'Step', .01);
  last = [sol.q(2,1), max(abs (sol.q(2,end-315:end))), sol.q(1,end) - sol.q(1,end-99)];
  if rough
    pass(end+1) = holds ('attractive', strcmp (E.attraction, 'attractive') && isempty (E.unseen) ...
                         && norm (sol.v(:,end)) <= 1e-9);
  else
    pass(end+1) = holds ('not attractive', strcmp (E.attraction, 'not_attractive') ...
                         && norm (abs (E.unseen) - [0; 1; 0; 0]) <= 1e-9 ...
                          && abs (last(3)) <= 1e-9 ...
                         && abs (last(2) - last(1)) <= 0.02 * last(1));
    E = dls_equilibrium (model (-.2), [.1; .2; 0; 0], 'Reach', 0);
    pass(end+1) = holds ('fed', strcmp (E.attraction, 'not_attractive') ...
                         && abs (E.lyapunov.welded - .1) <= 1e-6 && E.lyapunov.damping <= -.19);
  end
  E = dls_equilibrium (model (.5), [.1; .2; 0; 0], 'Reach', 0);
  pass(end+1) = holds ('damped', strcmp (E.attraction, 'attractive'));
end
E = dls_equilibrium (dls_model ('M', eye (2), 'K', [1 .5; -.5 1]), [0; 0]);     % circulatory
pass(end+1) = holds ('no potential', strcmp (E.attraction, 'undecided') ...
                     && ~isempty (strfind (E.lyapunov.message, 'potential')));
end

function pass = observed ()
% Small integers, three masses: by Kalman's matrix of what damping sees of motions without slip.
pass = [];
both = [false false];
for k = 1:9
  digit = @(i) mod (floor ((k * 7919) ./ 3 .^ i), 3) - 1;
  c = digit (0:2)';
  h = digit (3:5)' * (k > 6);
  K = [4 1 0; 1 3 (k > 3); 0 (k > 3) 2];
  model = dls_model ('M', eye (4), 'K', blkdiag (K, 0), 'C', blkdiag (c * c', 0), ...
                     'f', [0; 0; 0; -1], 'gap', 0, 'gapgrad', [0; 0; 0; 1], ...
                     'tangent', [h; 0], 'mu', 1);
  E = dls_equilibrium (model, zeros (4, 1), 'Reach', 0);
  Y = null (h');
  seen = c' * Y;
  for power = 1:2, seen = [seen; seen(end,:) * (Y' * K * Y)]; end
  words = {'not_attractive', 'attractive'};
  both(1 + (rank (seen) == size (Y, 2))) = true;
  pass(end+1) = holds (sprintf ('observed %d', k), strcmp (E.attraction, ...
                       words{1 + (rank (seen) == size (Y, 2))}));
end
pass(end+1) = holds ('both verdicts', both);
end

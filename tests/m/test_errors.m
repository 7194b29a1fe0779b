function pass = test_errors ()
% TEST_ERRORS  dls_error against closed forms and brute force; exact ball and oscillator.
%   pass = test_errors ()   logical row; each failing element prints its name.
%   Promise: the Hausdorff distance agrees to one per cent with the one of dense samples of both
%   graphs; grid norms agree with sums; the exact motions satisfy their equations, their impact law
%   and GOLDEN 18 and 19.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [brute_force(), closed_forms(), ball(), oscillator()];
end

function ok = holds (name, ok)
ok = full (logical (all (ok(:))));
if ~ok, fprintf ('test_errors: %s\n', name); end
end

function pass = brute_force ()
pass = [];
state = rand ('twister');
restore = onCleanup (@() rand ('twister', state));
rand ('twister', 3);
for trial = 1:8
  n = 1 + mod (trial, 2);
  jumps = sort (rand (1, 3));
  coefficients = rand (n, 4) - 0.5;
  f = @(t) coefficients(:,1) * sin (5 * t) + coefficients(:,2:4) * double (t >= jumps');
  exact = struct ('state', @(t) [f(t); f(t)], 'jumps', jumps);
  t = [0, sort(rand (1, 10 + 10 * trial)), 1];
  sol = struct ('t', t, 'q', f (t) + 0.02 * rand (n, numel (t)), 'v', f (max (t - 0.05, 0)));
  e = dls_error (sol, exact, 'hausdorff');
  s = unique ([linspace(0, 1, 500), t]);
  [sj, yj] = dense_graph (f, jumps);
  for name = 'qv'
    x = interp1 (t, sol.(name)', s)';
    if n == 1, x = x(:)'; end
    [sa, xa] = dense (s, x);
    d = max (directed (sa, xa, sj, yj), directed (sj, yj, sa, xa));
    pass(end+1) = holds (sprintf ('brute force %d %s: %g %g', trial, name, e.(name), d), ...
                         abs (e.(name) - d) <= 0.012 * d + 5e-3);
  end
end
end

function [t, y] = dense_graph (f, jumps)
t = sort ([linspace(0, 1, 500), jumps, jumps - 1e-12]);
[t, y] = dense (t, f (t));
end

% Pieces longer than 5e-3 in space are filled.
function [t, y] = dense (t, y)
gap = sqrt (sum (diff (y, 1, 2).^2, 1));
for k = fliplr (find (gap > 5e-3))
  s = linspace (0, 1, ceil (gap(k) / 5e-3));
  s = s(2:end-1);
  t = [t(1:k), t(k) + s * (t(k+1) - t(k)), t(k+1:end)];
  y = [y(:,1:k), y(:,k) + (y(:,k+1) - y(:,k)) * s, y(:,k+1:end)];
end
end

function d = directed (ta, xa, tb, xb)
d = 0;
for k = 1:numel (ta)
  d = max (d, min (max (abs (tb - ta(k)), sqrt (sum ((xb - xa(:,k)).^2, 1)))));
end
end

function pass = closed_forms ()
exact = struct ('state', @(t) [t; double(t >= 1)], 'jumps', 1, 'before', @(t) [t; 0*t]);
t = 0:0.25:2;
late = struct ('t', t, 'q', t + 0.1, 'v', double (t >= 1.2));
e = dls_error (late, exact, 'hausdorff');          % q: a line beside a line; v: slanted jump
pass = holds ('parallel lines, ends', abs (e.q - 0.1) <= 1e-14);
% The jump runs from (1, 0) to (1.25, 1): the corner (1, 1) is s away from its line, s/4 = 1 - s.
pass(end+1) = holds ('slanted jump', abs (e.v - 0.2) <= 1e-14);
same = struct ('t', t, 'q', t, 'v', double (t >= 1));
for name = {'uniform', 'L1', 'L2'}
  e = dls_error (same, exact, name{1});
  pass(end+1) = holds (['no error in ', name{1}], e.q == 0 && e.v == 0);
end
e = dls_error (late, exact, 'L1');
pass(end+1) = holds ('L1', abs (e.q - 0.225) < 1e-14 && abs (e.v - 0.25) < 1e-14);
e = dls_error (late, exact, 'L2');
pass(end+1) = holds ('L2', abs (e.q - 0.15) < 1e-14 && abs (e.v - 0.5) < 1e-14);
e = dls_error (late, exact, 'uniform');
pass(end+1) = holds ('uniform', abs (e.q - 0.1) < 1e-14 && e.v == 1);
one = struct ('t', 0, 'q', 3, 'v', 4);
e = dls_error (one, @(t) [0; 0], 'hausdorff');
pass(end+1) = holds ('one point', e.q == 3 && e.v == 4);
end

function pass = ball ()
exact = exact_ball ();
t = [0.5 1.3 2.2 2.6 2.9 2.97 3 4];
y = [.75 .21 .06 .015 .0009375 1.796875e-5 0 0; -1 .4 .1 .05 .0125 .013125 0 0];
pass = holds ('ball: GOLDEN 18', all (all (abs (exact.state (t) - y) < 1e-15)));
n = 0:12;                                          % the paper's own form, in each flight
t = 3 - 1.7 ./ 2.^n;
y = [-(t-3).^2 - 3 ./ 2.^n .* (t-1) + (3 - 1 ./ 2.^n) ./ 2.^(n-1); -2*(t-3) - 3 ./ 2.^n];
pass(end+1) = holds ('ball: HIGHORDER (10)', all (all (abs (exact.state (t) - y) < 1e-14)));
pass(end+1) = holds ('ball: law', isequal (exact.state (exact.jumps(1:40))(2,:), ...
                                           -0.5 * exact.before (exact.jumps(1:40))(2,:)));
other = exact_ball (9.81, 0.9, 0.9);
pass(end+1) = holds ('ball: last line of GOLDEN', ...
  abs ([other.jumps(1:2), other.rest] - [0.428352937 1.199388223 8.138705801]) < 1e-9);
end

function pass = oscillator ()
exact = exact_oscillator ();
y = [0.582753610702 0.799828858303 0.639452405150 0.408198756904; ...
     -2.569821451412 -0.052325655752 -0.083703138999 -0.107048347104];
pass = holds ('oscillator: GOLDEN 19', all (all (abs (exact.state ([.3 1 2 4]) - y) < 1e-12)));
exact = exact_oscillator (10, 0.5, 1, 0.3);        % pressed on its stop: accumulation
jumps = exact.jumps;
left = exact.before (jumps(1:20));
right = exact.state (jumps(1:20));
pass(end+1) = holds ('pressed: law', abs (right(2,:) + 0.5 * left(2,:)) < 1e-13);
pass(end+1) = holds ('pressed: continuous', abs ([left(1,:), right(1,:)]) < 1e-15);
t = linspace (0.01, exact.rest * 0.9, 50);
s = 1e-5;
y = exact.state (t);
rate = (exact.state (t + s) - exact.state (t - s)) / (2 * s);
away = min (abs (t' - jumps), [], 2)' > 2 * s;
ode = rate - [y(2,:); -10 * (y(1,:) + 0.3)];
pass(end+1) = holds ('pressed: equations', abs (ode(:,away)) < 1e-7);
pass(end+1) = holds ('pressed: at rest', exact.state (exact.rest) == 0 & exact.rest < 5);
end

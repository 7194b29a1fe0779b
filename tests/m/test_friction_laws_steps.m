function pass = test_friction_laws_steps ()
% TEST_FRICTION_LAWS_STEPS  Bodies with laws beyond Coulomb's disk against closed forms.
%   pass = test_friction_laws_steps ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
pass = [slip_direction(), ball_on_slope(), spinning_down(), falling(), stick_slip(), ...
        ceiling(), tilted(), slides_off(), belt()];
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_friction_laws_steps: %s\n', name); end
end

function ok = slip_direction ()
% From rest on a slope of direction p: v = h*(g_T - g*cos*(mu.^2.*e)/|mu.*e|), e its direction
ok = [];
mu = [0.2 0.6];
g = 9.81;
for p = [0.2, 0.8, 1.3]
  slope = 0.7;
  load_ = g * sin (slope) * [cos(p); sin(p)];
  push = @(a) mu' .^ 2 .* [cos(a); sin(a)] / norm (mu' .* [cos(a); sin(a)]) * g * cos (slope);
  across = @(a) [-sin(a), cos(a)] * (load_ - push (a));
  e = fzero (across, [0, pi / 2]);
  speed = [cos(e), sin(e)] * (load_ - push (e));
  P = dls_problem ('M', eye (3), 'H', [0 0 1; 1 0 0; 0 1 0], ...
                   'f', [-load_; g * cos(slope)] * 0.01, 'mu', mu, 'd', 3);
  [~, u] = dls_friction (P, 'Tolerance', 1e-13);
  ok(end+1) = holds (sprintf ('slip direction %g', p), ...
                     norm (u(2:3) - 0.01 * speed * [cos(e); sin(e)]) < 1e-11 && abs (e - p) > 0.05);
end
end

function [M, H] = ball (m, radius)
% (x, y, z, rotations); N, T1, T2, rolling 1 and 2, spinning
M = m * diag ([1 1 1 0.4*radius^2*[1 1 1]]);
H = [0 0 1 0 0 0; 1 0 0 0 -radius 0; 0 1 0 radius 0 0; zeros(3), eye(3)];
end

function ok = ball_on_slope ()
% rolls if tan (slope) > mu_r/radius, with (g*sin - mu_r/radius*g*cos) / 1.4
ok = [];
[m, radius, g, h, slope] = deal (2, 0.3, 9.81, 0.01, 0.3);
[M, H] = ball (m, radius);
for arm = radius * tan (slope) * [0.5, 0.99, 1.01]
  v = zeros (6, 1);
  for k = 1:3
    f = -M * v - h * m * g * [sin(slope); 0; -cos(slope); 0; 0; 0];
    P = dls_problem ('M', M, 'H', H, 'f', f, 'mu', 1, 'd', 3, 'rolling', arm, 'spinning', 0);
    [r, u, v] = dls_friction (P, 'Tolerance', 1e-13);
  end
  a = max (g * (sin (slope) - arm / radius * cos (slope)) / 1.4, 0);
  ok(end+1) = holds (sprintf ('ball on a slope, %g', arm), ...
                     abs (v(1) - 3 * h * a) < 1e-9 && abs (v(1) - radius * v(5)) < 1e-9);
end
end

function ok = spinning_down ()
% stands still after J*w / (mu_s*m*g); the last step ends it
[m, radius, g, h, mu] = deal (2, 0.3, 9.81, 0.01, 0.005);
[M, H] = ball (m, radius);
v = [0; 0; 0; 0; 0; 0.5];
steps = 0;
while v(6) > 1e-9 && steps < 200
  P = dls_problem ('M', M, 'H', H([1 2 3 6],:), 'f', -M * v + h * m * g * [0; 0; 1; 0; 0; 0], ...
                   'mu', 0.5, 'd', 3, 'spinning', mu);
  [~, ~, v] = dls_friction (P, 'Tolerance', 1e-12);
  steps = steps + 1;
end
ok = holds ('spinning down', steps == ceil (M(6,6) * 0.5 / (mu * m * g) / h));
end

function ok = falling ()
% a block pushed along: s = push - weight*mu (s), its smallest root
ok = [];
mu = @(s) 0.3 + 0.3 * exp (-s / 0.5);
for push = [0.5, 0.7, 2]
  P = dls_problem ('M', eye (2), 'H', [0 1; 1 0], 'f', [-push; 1], 'mu', mu, 'd', 2);
  [r, u, v, info] = dls_friction (P, 'Tolerance', 1e-10);
  slip = max (push - mu (0), 0);
  if slip > 0
    slip = fzero (@(s) push - mu (s) - s, [slip, push]);
  end
  ok(end+1) = holds (sprintf ('falling %g', push), strcmp (info.status, 'solved') ...
                     && abs (u(2) - slip) < 1e-8 && info.outer < 100);
  ok(end+1) = holds (sprintf ('falling %g: verified', push), ...
                     dls_verify (P, struct ('r', r, 'u', u, 'v', v, 'info', info)));
end
% s = 0.9 - mu (s) has no root: mu jumps over it
P = dls_problem (P, 'f', [-0.9; 1], 'mu', @(s) 0.8 - 0.5 * (s < 0.3));
[~, ~, ~, info] = dls_friction (P);
ok(end+1) = holds ('no agreement', strcmp (info.status, 'max_iterations') && info.exitflag == 0 ...
                                   && info.residual.worst > 1e-3);
% steps go to and fro, and are halved
P = dls_problem ('M', eye (2), 'H', [0 1; 1 0], 'f', [-1; 1], 'mu', @(s) 0.2 + 1.5 * s, 'd', 2);
[~, u, ~, info] = dls_friction (P);
ok(end+1) = holds ('rising', strcmp (info.status, 'solved') && abs (u(2) - 0.8 / 2.5) < 1e-7);
end

function ok = stick_slip ()
% A block on a belt, held by a spring: it sticks until k*x = mu(0)*N, slips back, sticks again.
[k, h, belt] = deal (40, 0.01, 0.2);
mu = @(s) 0.3 + 0.3 * exp (-s / 0.05);
[x, v, stuck, sticks] = deal (0.12, 0.2, true, 0);
most = 0;
for step = 1:80
  P = dls_problem ('M', eye (2), 'H', [0 1; 1 0], 'f', [-v + h * k * x; h * 9.81], ...
                   'w', [0; -belt], 'mu', mu, 'd', 2);
  [~, u, w, info] = dls_friction (P);
  if ~strcmp (info.status, 'solved'), break, end
  now = abs (u(2)) < 1e-9;
  sticks = sticks + (now && ~stuck);
  if stuck && ~now, most = max (most, k * x); end
  stuck = now;
  v = w(1);
  x = x + h * v;
end
ok = holds ('stick-slip', step == 80 && sticks >= 1 && abs (most / (0.6 * 9.81) - 1) < 0.02);
end

% ---- motions ----

function ok = ceiling ()
% A block hangs from a ceiling until its weight is more than c, then falls; on the way a push along
% the ceiling moves it as soon as it is more than mu*(c - weight).
ok = [];
[c, m, mu, h] = deal (1, 2, 0.5, 1e-3);
for scheme = {'nonsmooth-generalized-alpha', 'rattle', 'moreau-jean', 'moreau-jean-projected'}
  model = dls_model ('mass', m * eye (2), 'force', @(t, q, v) [0.3; -2*t], 'gap', 0, ...
                     'gapgrad', [0; -1], 'tangent', [1; 0], 'mu', mu, 'cohesion', c, 'd', 2);
  sol = dls_simulate (model, [0 1], [0; 0], [0; 0], 'Step', h, 'Scheme', scheme{1});
  off = sol.t(find (sol.v(2,:) < -1e-12, 1));           % 2*t = c
  slides = sol.t(find (sol.v(1,:) > 1e-12, 1));         % 0.3 = mu*(c - 2*t)
  ok(end+1) = holds ([scheme{1}, ': ceiling'], abs (off - 0.5) < 2.1 * h ...
                     && abs (slides - 0.2) < 2.1 * h && abs (sol.v(2,end) + 0.375) < 2 * h ...
                     && all (sol.residual < 1e-10) && dls_verify (model, sol));
end
S = dls_system (model, 0.1, [0; 0], [0; 0]);
[a, lambda] = dls_contact (S);
ok(end+1) = holds ('ceiling: system', norm (a) < 1e-9 && abs (lambda.nu - (c - 0.2)) < 1e-9);
P = dls_problem (model, 0.1, [0; 0], [0; 0], h);
r = dls_friction (P);
ok(end+1) = holds ('ceiling: step', abs (r(1) + h * 0.201) < 1e-12 && strcmp (P.kind, 'law'));
id = '';
try
  dls_simulate (model, [0 1], [0; 0], [0; 0], 'Scheme', 'event-driven');
catch err
  id = err.identifier;
end
ok(end+1) = holds ('ceiling: events', strcmp (id, 'delassus:option'));
end

function ok = tilted ()
% a block glued to a vertical wall slides down only if weight > mu*(push + c); dampers keep it held
ok = [];
for c = [0, 3, 30]
  for scheme = {'moreau-jean', 'rattle', 'nonsmooth-generalized-alpha'}
    for drag = [0, 200]
      model = dls_model ('M', eye (2), 'C', drag * eye (2), 'f', [-5; -9.81], 'gap', 0, ...
        'gapgrad', [1; 0], 'tangent', [0; 1], 'mu', 0.5, 'cohesion', c, 'd', 2);
      sol = dls_simulate (model, [0 0.5], [0; 0], [0; 0], 'Step', 1e-2, 'Scheme', scheme{1});
      a = min (0, -9.81 + 0.5 * (5 + c));
      v = 0.5 * a;
      if drag > 0, v = a / drag; end           % after the time 1/drag
      ok(end+1) = holds (sprintf ('wall %g, %s, drag %g', c, scheme{1}, drag), ...
        abs (sol.v(2,end) - v) < 1e-9 && norm (sol.q(1,:), Inf) < 1e-12 ...
        && all (sol.residual < 1e-10));
    end
  end
end
end

function ok = slides_off ()
% an ellipse by tangents of different lengths: the direction of slip_direction, in a motion
[mu, g, slope, p] = deal ([0.2, 0.6], 9.81, 0.7, 0.8);
push = g * sin (slope) * [cos(p); sin(p)];
rub = @(a) mu' .^ 2 .* [cos(a); sin(a)] / norm (mu' .* [cos(a); sin(a)]) * g * cos (slope);
e = fzero (@(a) [-sin(a), cos(a)] * (push - rub (a)), [0, pi / 2]);
model = dls_model ('M', eye (3), 'f', [push; -g*cos(slope)], 'gap', 0, 'gapgrad', [0; 0; 1], ...
                   'tangent', [diag(mu / 0.6); 0, 0], 'mu', 0.6, 'd', 3);
sol = dls_simulate (model, [0 1], zeros (3, 1), zeros (3, 1), 'Step', 1e-2);
ok = holds ('slides off', norm (sol.v(1:2,end) - (push - rub (e))) < 1e-8);
end

function ok = belt ()
% mu (t, q, v) of the slip on a belt: sticks until 40*q = mu (0)*9.81, as in stick_slip
slip = @(v) abs (v - 0.2);
model = dls_model ('mass', eye (2), 'force', @(t, q, v) [-40*q(1); -9.81], 'gap', 0, ...
                   'gapgrad', [0; 1], 'tangent', [1; 0], 'tangenttime', -0.2, 'd', 2, ...
                   'mu', @(t, q, v) 0.3 + 0.3 * exp (-slip (v(1)) / 0.05));
sol = dls_simulate (model, [0 1.2], [0.12; 0], [0.2; 0], 'Step', 1e-3);
first = find (sol.status == 3, 1);
again = find (sol.status == 2 & sol.t > sol.t(first), 1);
ok = holds ('belt', abs (40 * sol.q(1,first) / (0.6 * 9.81) - 1) < 0.01 && ~isempty (again));
end

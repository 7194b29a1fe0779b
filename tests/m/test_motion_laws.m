function pass = test_motion_laws ()
% TEST_MOTION_LAWS  Motions with laws beyond Coulomb's at rigid contacts, against closed forms.
%   pass = test_motion_laws ()   logical row; each failing element prints its name.
% SPDX-License-Identifier: GPL-3.0-or-later
addpath (fullfile (fileparts (mfilename ('fullpath')), 'problems'));
pass = [damped_spring(), rebound(), hertz(), nearly_rigid(), chain(), creeping(), ...
        compliant_slip(), bridges(), rolling(), spinning(), disc(), thrown(), refused()];
end

function ok = holds (name, ok)
ok = full (logical (ok));
if ~ok, fprintf ('test_motion_laws: %s\n', name); end
end

function p = slope (h, e)
p = polyfit (log (h), log (e), 1);
p = p(1);
end

function ok = damped_spring ()
% A ball that stays on its damped spring: order 2, 1 with 'Theta' 1; energies
[m, k, c, g] = deal (2, 500, 3, 9.81);
w = sqrt (k / m);
z = c / 2 / sqrt (k * m);
wd = w * sqrt (1 - z ^ 2);
x = @(t) -m*g/k - 0.02 * exp (-z * w * t) .* (cos (wd * t) + z * w / wd * sin (wd * t));
model = dls_model ('M', m, 'f', -m * g, 'gap', 0, 'gapgrad', 1, 'stiffness', k, 'damping', c);
h = 1e-3 * [4 2 1 0.5];
ok = [];
for theta = [0.5, 1]
  e = zeros (1, 4);
  for j = 1:4
    sol = dls_simulate (model, [0 0.5], x(0), 0, 'Step', h(j), 'Theta', theta);
    e(j) = max (abs (sol.q - x (sol.t)));
  end
  ok(end+1) = holds (sprintf ('spring, Theta %g', theta), ...
                     abs (slope (h, e) - (1 + (theta < 1))) < 0.1 && all (sol.residual < 1e-13));
end
sol = dls_simulate (model, [0 0.5], x(0), 0, 'Step', h(4));
E = sol.energy;
lost = trapz (sol.t, c * sol.v .^ 2);                        % in the damper
ok(end+1) = holds ('spring: energy', norm (E.elastic - k * sol.q .^ 2 / 2, Inf) < 1e-12 ...
                   && abs (E.total(1) - E.total(end) - lost) < 1e-4 * lost ...
                   && max (abs (E.contact + E.elastic - E.elastic(1) ...
                                + E.total(1) - E.total)) < 1e-12 ...
                   && norm (E.balance, Inf) < 1e-12 && numel (sol.events) == 1 ...
                   && dls_verify (model, sol));
end

function ok = rebound ()
% Without tension the contact ends where k*g + c*dg/dt = 0: e = exp (-z/s*(pi - atan2 (2*z*s,
% 1 - 2*z^2))), s = sqrt (1 - z^2), for all k: as k grows the motion is that of Newton's e.
ok = [];
z = 0.2;
s = sqrt (1 - z ^ 2);
e = exp (-z / s * (pi - atan2 (2 * z * s, 1 - 2 * z ^ 2)));
k = 10 .^ (3:6);
late = zeros (1, 4);
for j = 1:4
  T = 1 / sqrt (k(j));
  model = dls_model ('M', 1, 'f', 0, 'gap', 0, 'gapgrad', 1, 'stiffness', k(j), ...
                     'damping', 2 * z * sqrt (k(j)));
  sol = dls_simulate (model, [0 0.3], 0.1, -1, 'Step', T / 100);
  ok(end+1) = holds (sprintf ('rebound, k = %g', k(j)), abs (sol.v(end) - e) < 5e-3 ...
                                                       && all (sol.residual < 1e-13));
  late(j) = abs (sol.q(end) - 0.2 * sol.v(end));
end
ok(end+1) = holds ('rebound: rigid', abs (slope (k, late) + 0.5) < 0.1);     % the time in contact
[~, order] = max (cellfun (@(x) strcmp (x, 'open'), {sol.events.kind}));
ok(end+1) = holds ('rebound: events', numel (sol.events) == 2 && order == 2);
end

function ok = hertz ()
% stiffness is a function: k*sqrt (-g), deepest (5/4*m*v^2/k)^(2/5), and all energy comes back
model = dls_model ('mass', 1, 'force', 0, 'gap', 0, 'gapgrad', 1, ...
                   'stiffness', @(q) 1e6 * sqrt (max (-q, 0)));
sol = dls_simulate (model, [0 0.03], 0.01, -1, 'Step', 2e-5);
ok = holds ('Hertz', abs (-min (sol.q) / 1.25e-6 ^ 0.4 - 1) < 2e-3 && abs (sol.v(end) - 1) < 5e-3);
end

function ok = nearly_rigid ()
% A ball thrown on a heavy floor, 'Theta' 1: stiffer and stiffer it comes to rest as the rigid one
ok = [];
given = {'M', 1, 'f', -9.81, 'gap', 0, 'gapgrad', 1};
opts = {'Step', 1e-3, 'Theta', 1};
rigid = dls_simulate (dls_model (given{:}), [0 0.5], 0.1, 0, opts{:});
k = 10 .^ (5:0.5:7);
e = zeros (size (k));
for j = 1:numel (k)
  sol = dls_simulate (dls_model (given{:}, 'stiffness', k(j), 'damping', 2 * sqrt (k(j))), ...
                      [0 0.5], 0.1, 0, opts{:});
  e(j) = abs (sol.q(end));
end
ok(end+1) = holds ('nearly rigid', norm (e .* k / 9.81 - 1, Inf) < 1e-6 ...
                                   && abs (rigid.q(end)) < 2e-3 && rigid.v(end) == 0);
sol = dls_simulate (dls_model (given{:}, 'stiffness', Inf), [0 0.5], 0.1, 0, opts{:});
ok(end+1) = holds ('rigid', isequal (sol.q, rigid.q));
end

function ok = chain ()
% Many contacts (sparse W), all compliant or every other one: against the same as forces.
n = 60;
D = spdiags ([ones(n, 1), -ones(n, 1)], [0 1], n, n);
k = 1e4 * (1 + mod ((1:n)', 3));
load_ = @(q) D * max (-k .* (D' * q), 0) - 1;
other = dls_model ('mass', speye (n), 'force', load_, ...
                   'force_q', @(q) -D * diag (sparse (k .* (D' * q < 0))) * D');
model = dls_model ('M', speye (n), 'f', -ones (n, 1), 'gap', zeros (n, 1), 'gapgrad', D, ...
                   'stiffness', k);
q0 = -cumsum (1 + mod ((1:n)', 5)) * 1e-5;
sol = dls_simulate (model, [0 0.05], q0, zeros (n, 1), 'Step', 1e-3, 'Gamma', 0.5);
ref = dls_simulate (other, [0 0.05], q0, zeros (n, 1), 'Step', 1e-3);
ok = holds ('chain', norm (sol.v(:,end) - ref.v(:,end), Inf) < 1e-9 ...
                     && all (sol.residual < 1e-12) && abs (sol.energy.balance(end)) < 1e-10);
k(1:2:end) = Inf;
model = dls_model (model, 'stiffness', k);
sol = dls_simulate (model, [0 0.05], 0 * q0, zeros (n, 1), 'Step', 1e-3);
gap = D' * sol.q;
ok(end+1) = holds ('chain: mixed', max (max (-gap(1:2:end,:))) < 1e-12 ...
                                   && max (max (-gap(2:2:end,:))) > 1e-5 ...
                                   && all (sol.residual < 1e-10));
end

function ok = creeping ()
% A block that is pushed less than it takes to slip: v = s*push*(1 - exp (-t/(m*s))); a rigid floor
ok = [];
[m, push, s] = deal (2, 5, 0.05);
model = dls_model ('M', m * eye (2), 'f', [push; -9.81 * m], 'gap', 0, 'gapgrad', [0; 1], ...
                   'tangent', [1; 0], 'mu', 0.5, 'creep', s, 'd', 2);
h = 1e-3 * [8 4 2 1];
e = zeros (2, 4);
for j = 1:4
  sol = dls_simulate (model, [0 0.4], [0; 0], [0; 0], 'Step', h(j));
  e(1,j) = abs (sol.v(1,end) - s * push * (1 - exp (-0.4 / m / s)));
  alpha = dls_simulate (model, [0 0.4], [0; 0], [0; 0], 'Step', h(j), 'Scheme', ...
                        'nonsmooth-generalized-alpha');
  e(2,j) = abs (alpha.v(1,end) - s * push * (1 - exp (-0.4 / m / s)));
end
ok = holds ('creep', abs (slope (h, e(1,:)) - 1) < 0.1 && all (sol.residual < 1e-13) ...
                     && all (sol.status(2:end) == 2) && dls_verify (model, sol));
ok(end+1) = holds (sprintf ('creep, generalized-alpha: %.2f', slope (h, e(2,:))), ...
  abs (slope (h, e(2,:)) - 1) < 0.1 && all (alpha.residual < 1e-13) ...
  && all (alpha.status(2:end) == 2) && dls_verify (model, alpha));
end

function ok = compliant_slip ()
% A block slides over a compliant floor, and stops as over a rigid one; both schemes
ok = [];
[m, g, mu, k] = deal (2, 9.81, 0.5, 1e4);
for scheme = {'moreau-jean', 'moreau-jean-projected'}
  model = dls_model ('M', m * eye (2), 'f', [0; -m*g], 'gap', 0, 'gapgrad', [0; 1], ...
                     'tangent', [1; 0], 'mu', mu, 'stiffness', k, 'damping', 100, 'd', 2);
  sol = dls_simulate (model, [0 0.5], [0; -m*g/k], [1; 0], 'Step', 1e-3, 'Scheme', scheme{1});
  stop = sol.t(find (sol.status == 2, 1));
  ok(end+1) = holds ([scheme{1}, ': slips'], abs (stop - 1 / (mu * g)) < 2e-3 ...
                     && abs (sol.q(1,end) - 1 / (2 * mu * g)) < 2e-3 ...
                     && norm (sol.q(2,:) + m*g/k, Inf) < 1e-12 && all (sol.residual < 1e-10) ...
                     && norm (sol.energy.balance, Inf) < 1e-12);
end
end

function ok = bridges ()
% The problem of a step has its percussions; the system of an instant its forces.
ok = [];
[q, v, h] = deal ([0.1; -1e-3], [0.3; -0.2], 1e-2);
model = dls_model ('M', 2 * eye (2), 'f', [1; -9.81], 'gap', 0, 'gapgrad', [0.2; 1], ...
                   'tangent', [1; -0.2], 'mu', 0.5, 'stiffness', 1e4, 'damping', 20, ...
                   'creep', 0.02, 'd', 2);
g = 0.2 * q(1) + q(2);
q(2) = q(2) - g - 2e-3;
sol = dls_simulate (model, [0 h], q, v, 'Step', h);
r = dls_friction (dls_problem (model, 0, q, v, h), 'Tolerance', 1e-13);
ok(end+1) = holds ('problem of a step', norm (r - sol.p(:,end)) < 1e-12 && r(1) > 0);
a = dls_contact (dls_system (model, 0, q, v));
S = dls_system (model, 0, [0; 1], v);
ok(end+1) = holds ('system: one open contact', isequal (S.F, -[1; -9.81]));
N = [0.2; 1];
T = [1; -0.2];
normal = 1e4 * 2e-3 - 20 * N' * v;
tangential = -sign (T' * v) * min (0.5 * normal, abs (T' * v) / 0.02);
ok(end+1) = holds ('system', norm (a - ([1; -9.81] + N * normal + T * tangential) / 2) < 1e-10);
end

function model = ball (varargin)
% on a plane: (x, y, z, rotations); tangents, rolling 1 and 2, spinning
[m, r] = deal (2, 0.3);
T = [1 0 0 0 0; 0 1 0 0 0; 0 0 0 0 0; 0 r 1 0 0; -r 0 0 1 0; 0 0 0 0 1];
model = dls_model ('M', m * diag ([1 1 1 0.4*r^2*[1 1 1]]), 'f', [0; 0; -9.81*m; 0; 0; 0], ...
                   'gap', 0, 'gapgrad', [0; 0; 1; 0; 0; 0], 'tangent', T, 'mu', 1, 'd', 3, ...
                   'rolling', 0.01, 'spinning', 0.005, varargin{:});
end

function ok = rolling ()
% rolls to rest, by arm/r*g/1.4, along a straight line; three schemes, compliant ground, too
ok = [];
[r, g, v] = deal (0.3, 9.81, 0.5 * [cos(0.4); sin(0.4)]);
a = 0.01 / r * g / 1.4;
stop = 0.5 / a;
given = {{'Scheme', 'moreau-jean'}, {'Scheme', 'moreau-jean-projected'}, {}, ...
         {'Scheme', 'nonsmooth-generalized-alpha'}};
closes = [1e-10, 4e-3];                        % of 0.35: to the order of the scheme
for k = 1:4
  model = ball ();
  if k == 3, model = dls_model (model, 'stiffness', 1e5, 'damping', 500); end
  q0 = [0; 0; -9.81*2/1e5*(k == 3); 0; 0; 0];
  sol = dls_simulate (model, [0 3], q0, [v; 0; -v(2)/r; v(1)/r; 0], 'Step', 4e-3, given{k}{:});
  rests = sol.t(find (sqrt (sum (sol.v .^ 2, 1)) < 1e-9, 1));
  along = sol.q(1:2,end)' * v / norm (v);
  ok(end+1) = holds (sprintf ('rolling %d', k), ~isempty (rests) && abs (rests - stop) < 5e-3 ...
                     && abs (along - 0.5 ^ 2 / 2 / a) < 1e-4 ...
                     && norm (sol.q(1:2,end) - along * v / norm (v)) < 1e-8 ...
                     && all (sol.residual < 1e-9) && dls_verify (model, sol) ...
                     && norm (sol.energy.balance, Inf) < closes(1 + (k == 4)));
  % the energy that is lost is the work of the moments: arm*m*g on the angle
  lost = sol.energy.kinetic(1) - sol.energy.kinetic(end);
  ok(end+1) = holds (sprintf ('rolling %d: work', k), ...
                     abs (lost + sol.energy.friction(end)) < 1e-6 * lost);
end
end

function ok = spinning ()
% spins to rest after J*w / (arm*m*g); a point beside it is not moved
ok = [];
for scheme = {'moreau-jean', 'rattle', 'nonsmooth-generalized-alpha'}
  sol = dls_simulate (ball (), [0 2], zeros (6, 1), [0; 0; 0; 0; 0; 2], 'Step', 4e-3, ...
                      'Scheme', scheme{1});
  rests = sol.t(find (abs (sol.v(6,:)) < 1e-9, 1));
  ok(end+1) = holds (['spinning, ', scheme{1}], ...
    abs (rests - 0.4 * 0.09 * 2 / (0.005 * 9.81)) < 5e-3 && norm (sol.q(1:5,end)) < 1e-8 ...
    && all (sol.residual < 1e-9));
end
end

function ok = disc ()
% in the plane, on a slope: stays where tan (slope) < arm/r, else rolls with (g_T - arm/r*g_N)/1.5
ok = [];
[r, g] = deal (0.3, 9.81);
for slope = [0.05, 0.2]
  arm = 0.1 * r;
  model = dls_model ('M', diag ([1 1 r^2/2]), 'f', g * [sin(slope); -cos(slope); 0], 'gap', 0, ...
                     'gapgrad', [0; 1; 0], 'tangent', [1 0; 0 0; -r 1], 'mu', 1, 'rolling', arm, ...
                     'd', 2);
  sol = dls_simulate (model, [0 0.5], zeros (3, 1), zeros (3, 1), 'Step', 1e-2);
  a = max (g * sin (slope) - arm / r * g * cos (slope), 0) / 1.5;
  ok(end+1) = holds (sprintf ('disc on %g', slope), abs (sol.v(1,end) - a / 2) < 1e-9 ...
                     && abs (sol.v(1,end) - r * sol.v(3,end)) < 1e-9 && all (sol.residual < 1e-9));
end
end

function ok = thrown ()
% Any state: the step is the problem of dls_problem, whose law has its own tests; two balls at once
ok = [];
h = 1e-2;
x = 2 * lcg_rand (17, 12, 1) - 1;
one = ball ('creep', 0.01);
model = dls_model ('M', kron (eye (2), one.M), 'f', [one.f; one.f], 'gap', [0; 0], ...
                   'gapgrad', kron (eye (2), one.gapgrad), 'mu', [0.3; 0.6], 'd', 3, ...
                   'tangent', kron (eye (2), one.tangent), 'rolling', [0.01; 0.02], ...
                   'spinning', [0.03; 0.01], 'creep', 0.01, 'stiffness', [Inf; 1e4]);
v = [x(1:2); -abs(x(3)); 5*x(4:8); -abs(x(9)); 5*x(10:12)];
sol = dls_simulate (model, [0 h], zeros (12, 1), v, 'Step', h);
P = dls_problem (model, 0, zeros (12, 1), v, h);
r = dls_friction (P, 'Tolerance', 1e-12);
p = sol.p(:,end);
p = [reshape(p(1:2), 1, 2); reshape(p(3:end), 5, 2)];
ok(end+1) = holds ('thrown', norm (r - p(:)) < 1e-8 && all (sol.residual < 1e-9) ...
                             && strcmp (P.kind, 'law') && P.rows == 6 && all (p(1,:) > 0));
end

function ok = refused ()
ok = [];
given = {'M', 1, 'gap', 0, 'gapgrad', 1};
soft = dls_model (given{:}, 'stiffness', 10);
calls = {@() dls_model(given{:}, 'damping', 1), @() dls_model(given{:}, 'stiffness', -1), ...
         @() dls_simulate(soft, [0 1], 0, 0, 'Scheme', 'schatzman-paoli', 'Step', 0.1), ...
         @() dls_simulate(soft, [0 1], 0, 0, 'Scheme', 'event-driven', 'Step', 0.1), ...
         @() dls_simulate(soft, [0 1], 0, 0, 'Theta', 0, 'Step', 0.1), ...
         @() dls_simulate(ball (), [0 1], zeros (6, 1), zeros (6, 1), 'Step', 0.1, ...
                          'Scheme', 'event-capturing'), ...
         @() dls_system(ball (), 0, zeros (6, 1), zeros (6, 1)), ...
         @() dls_model(given{:}, 'tangent', 1, 'd', 2, 'spinning', 1)};
for k = 1:numel (calls)
  id = '';
  try
    calls{k} ();
  catch err
    id = err.identifier;
  end
  ok(end+1) = holds (sprintf ('refused %d', k), strcmp (id, 'delassus:option'));
end
end
